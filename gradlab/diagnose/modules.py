"""``why(module, ...)``: a row per parameter, and what no visit of the module finds.

Looks and never takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradlab.diagnose.filled import behind
from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import spot
from gradlab.diagnose.look_up import look_up
from gradlab.diagnose.names import Scope
from gradlab.diagnose.owners import owned, related
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.table import Report, Row
from gradlab.diagnose.verdict import About, Fix, Verdict
from gradlab.engine import Device, Gradients, Tensor
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
    found, hidden = search(module)
    numbers = {param.id: param._value.number for _, param in found}
    grads = behind(container, numbers, history)
    places = dict(_places(module, ""))
    rows: list[Row] = []
    for path, param in found:
        verdict = look_up(param._value, grads, f"{name}.{path}", called, scope, history)
        rows.append(ParamRow(path, verdict, f"{param.state}, {param._value.device()!r}"))
    trainable = [row for row in rows if row.verdict.kind != "frozen"]
    with_gradient = sum(row.verdict.value is not None for row in trainable)
    title = say("report.module", found=with_gradient, number=len(trainable))
    more = ""
    taker = scope.filled_from(container)
    if taker is not None:
        more = say("report.taken", container=called, name=name, taker=taker)
    elif (row := next((row for row in rows if row.verdict.kind != "ok"), None)) is not None:
        more = say("report.more", name=f"{name}.{row.name}", container=called)
    for field, param in hidden:
        number, path = param._value.number, places.get(param._value.number, field)
        text = say("why.not_registered.hidden", name=f"{name}.{path}")
        fix = say("why.not_registered.hidden_fix")
        rows.append(ParamRow(path, not_registered(number, text, grads, history, fix=fix)))
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
    return Report(called, tuple(rows), title, more=more)


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
    number: int,
    title: str,
    grads: Gradients,
    history: History,
    notes: tuple[str, ...] = (),
    fix: str = "",
) -> Verdict:
    """A leaf with (or without) a gradient that no visitor of the module sees."""
    site = spot(history.made.get(number), "why.not_registered.here")
    mend = Fix(fix or say("why.not_registered.fix"), say("why.not_registered.price"))
    data = grads._entries.get(number)
    value = None
    if data is not None:
        value = made(Tensor, data, Device.flex(), next_number(), None, None)
    gate = Gate.FOUND if data is not None else Gate.NOT_IN_CONTAINER
    check = say("why.not_registered.check")
    about = About(number, grads.root, {}, grads=grads)
    return Verdict(
        value, "note", str(gate), None, "not_registered", title, site, (), (), (), mend, check,
        notes, about,
    )  # fmt: skip
