"""``why(module, ...)``: a row per parameter, and what no visit of the module finds.

Looks and never takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import spot
from gradlab.diagnose.look_up import look_up
from gradlab.diagnose.names import Scope
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.table import Report, Row
from gradlab.diagnose.verdict import About, Fix, Verdict
from gradlab.engine import Device, Gradients, Tensor
from gradlab.engine.node import Array
from gradlab.engine.numbering import next_number, shown
from gradlab.engine.value import made
from gradlab.nn import GradientsParams, Module
from gradlab.nn.tree import DEEPEST, search
from gradlab.words import say


@dataclass(frozen=True, slots=True)
class ParamRow(Row):
    """One parameter: its path, the verdict on its look-up, and where it stands.

    ``detail`` says trained, frozen, moved or plain, and the device.
    """

    detail: str = ""

    @property
    def outcome(self) -> str:
        """The gradient's Euclidean norm, or None."""
        value = self.verdict.value
        if value is None:
            return "None"
        return say("report.norm", norm=f"{float(np.linalg.norm(value._data)):.4g}")


def module_report(
    module: Module,
    container: Gradients | GradientsParams,
    name: str,
    called: str,
    scope: Scope,
) -> Report:
    """The rows of a module's parameters, then leaves with a gradient that no visit finds."""
    history = History.now()
    grads = _whole(module, container)
    found, hidden = search(module)
    fields = dict(_fields(module, ""))
    rows: list[Row] = []
    for path, param in found:
        verdict = look_up(param._value, grads, f"{name}.{path}", called, scope, history)
        rows.append(ParamRow(path, verdict, f"{param.state}, {param._value.device()!r}"))
    trainable = [row for row in rows if row.verdict.kind != "frozen"]
    with_gradient = sum(row.verdict.value is not None for row in trainable)
    title = say("report.module", found=with_gradient, number=len(trainable))
    for path, param in hidden:
        number, full = param._value.number, f"{name}.{path}"
        text = say("why.not_registered.hidden", name=full)
        rows.append(ParamRow(path, not_registered(number, text, grads, history)))
    visited = {param._value.number for _, param in (*found, *hidden)}
    for number in grads._entries:
        if number not in visited:
            called_it = fields.get(number) or scope.name(number) or shown(number)
            text = say("why.not_registered", name=called_it)
            rows.append(ParamRow(called_it, not_registered(number, text, grads, history)))
    return Report(called, tuple(rows), title)


def _fields(value: Any, path: str, depth: int = 0) -> Iterator[tuple[int, str]]:
    """The tensors that are plain fields of a module: numbers and paths."""
    if isinstance(value, Tensor):
        yield value.number, path
    elif depth < DEEPEST and isinstance(value, Module | list | tuple):
        children = vars(value).items() if isinstance(value, Module) else enumerate(value)
        for name, child in children:
            inner = f"{path}[{name}]" if isinstance(name, int) else f"{path}.{name}".lstrip(".")
            yield from _fields(child, inner, depth + 1)


def not_registered(number: int, title: str, grads: Gradients, history: History) -> Verdict:
    """A leaf with (or without) a gradient that no visitor of the module sees."""
    site = spot(history.made.get(number), "why.not_registered.here")
    text, price = say("why.not_registered.fix"), say("why.not_registered.price")
    fix = Fix(text, price)
    data = grads._entries.get(number)
    value = None
    if data is not None:
        value = made(Tensor, data, Device.flex(), next_number(), None, None)
    gate = Gate.FOUND if data is not None else Gate.NOT_IN_CONTAINER
    check = say("why.not_registered.check")
    about = About(number, grads.root, {}, grads=grads)
    return Verdict(
        value, "note", str(gate), None, "not_registered", title, site, (), (), (), fix, check,
        about=about,
    )  # fmt: skip


def _whole(module: Module, container: Gradients | GradientsParams) -> Gradients:
    """What the backward had found, before a part of it was handed over."""
    if isinstance(container, Gradients):
        return container
    held = {entry.source: entry.numbers for entry in container._entries.values()}
    origin = container.origin
    if origin is None:  # a sum of several: no one backward to look into, only the entries
        held = {
            param._value.number: entry.numbers
            for param in module.params()
            if (entry := container.entry(param.id)) is not None
        }
        return Gradients(0, np.ones(1, np.float32), held, None, None)
    entries: dict[int, Array] = {**origin._entries, **container.unclaimed, **held}
    whole = Gradients(origin.root, origin.seed, entries, None, origin.event)
    whole.steps = origin.steps
    return whole
