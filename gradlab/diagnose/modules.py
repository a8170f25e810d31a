"""``why(module, ...)``: a row per parameter, and what no visit of the module finds.

Looks and never takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import spot
from gradlab.diagnose.look_up import look_up
from gradlab.diagnose.names import Scope
from gradlab.diagnose.owners import owned, related
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.table import Report, Row
from gradlab.diagnose.verdict import About, Fix, Verdict
from gradlab.engine import Device, Gradients, Tensor
from gradlab.engine.events import INS, OP, SEQ, TRACKED
from gradlab.engine.numbering import next_number, shown
from gradlab.engine.value import made
from gradlab.nn import GradientsParams, Module, Param
from gradlab.nn.tree import DEEPEST, search
from gradlab.words import say


@dataclass(frozen=True, slots=True)
class ParamRow(Row):
    """One parameter: its path, the verdict on its look-up, and where it stands.

    ``detail`` says trained, frozen, moved, computed or plain, and the device.
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
    grads = _whole(module, container, history)
    found, hidden = search(module)
    places = dict(_places(module, ""))
    rows: list[Row] = []
    for path, param in found:
        verdict = look_up(param._value, grads, f"{name}.{path}", called, scope, history)
        rows.append(ParamRow(path, verdict, f"{param.state}, {param._value.device()!r}"))
    trainable = [row for row in rows if row.verdict.kind != "frozen"]
    with_gradient = sum(row.verdict.value is not None for row in trainable)
    title = say("report.module", found=with_gradient, number=len(trainable))
    for field, param in hidden:
        number, path = param._value.number, places.get(param._value.number, field)
        text = say("why.not_registered.hidden", name=f"{name}.{path}")
        rows.append(ParamRow(path, not_registered(number, text, grads, history)))
    seen = {param._value.number for _, param in (*found, *hidden)}
    elsewhere = set(owned(scope)) | related(seen, history)
    for number in [n for n in grads._entries if n not in seen]:
        if number in places:
            text = say("why.not_registered", name=places[number])
            rows.append(ParamRow(places[number], not_registered(number, text, grads, history)))
        elif number not in elsewhere:
            called_it = scope.name(number) or shown(number)
            text = say("why.not_registered.apart", name=called_it, module=name)
            meant = ("meant " + say("why.not_registered.meant"),)
            rows.append(ParamRow(called_it, not_registered(number, text, grads, history, meant)))
    return Report(called, tuple(rows), title)


def _places(value: Any, path: str, depth: int = 0) -> Iterator[tuple[int, str]]:
    """Numbers and paths of all tensors in a module, in dicts and sets too."""
    if isinstance(value, Tensor | Param):
        yield (value if isinstance(value, Tensor) else value._value).number, path
        return
    children: Iterable[tuple[str, Any]] = ()
    if isinstance(value, Module):
        children = ((f"{path}.{name}".lstrip("."), one) for name, one in vars(value).items())
    elif isinstance(value, dict):
        children = ((f"{path}[{key!r}]", one) for key, one in value.items())
    elif isinstance(value, list | tuple):
        children = ((f"{path}[{at}]", one) for at, one in enumerate(value))
    elif isinstance(value, set | frozenset):
        children = ((path, one) for one in value)
    for inner, child in children if depth < DEEPEST else ():
        yield from _places(child, inner, depth + 1)


def not_registered(
    number: int, title: str, grads: Gradients, history: History, notes: tuple[str, ...] = ()
) -> Verdict:
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
        notes, about,
    )  # fmt: skip


def _whole(module: Module, container: Gradients | GradientsParams, history: History) -> Gradients:
    """What the backward had found, and what of it never came into the container asked about."""
    if isinstance(container, Gradients):
        return container
    params = {param.id: param._value.number for param in module.params()}
    taking = container.event
    asked = () if taking is None else taking[INS]
    held = {  # what was put in by hand counts for the parameter, not for where it came from
        number: entry.numbers
        for id, entry in container._entries.items()
        if (number := entry.source if entry.source in asked else params.get(id)) is not None
    }
    origin = container.origin
    if origin is None:  # a sum of several: no one backward to look into, only the entries
        return Gradients(0, np.ones(1, np.float32), held, None, None)
    left = container.unclaimed.keys() & params.values() - held.keys()
    others = {n: data for n, data in container.unclaimed.items() if n not in left}
    whole = Gradients(origin.root, origin.seed, {**others, **held}, None, origin.event)
    whole.steps = origin.steps
    whole.removed = {**dict.fromkeys(left, taking), **origin.removed}
    takes = {e[INS][0]: e for e in history.made.values() if e[OP] == "gradient"}
    for at, number in enumerate(asked):  # found by the backward, taken out of the container since
        if taking is not None and taking[TRACKED] >> at & 1:
            take = takes.get(number, taking)
            whole.removed[number] = take if take[SEQ] > taking[SEQ] else taking
    return whole
