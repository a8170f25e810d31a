"""Whose parameter a leaf is: another module's, or an earlier or later state of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from gradlab.diagnose.history import History
from gradlab.diagnose.names import Scope
from gradlab.engine.events import INS, OP, OUT, Event
from gradlab.nn import Module
from gradlab.nn.tree import search

_CARRIES_ON = frozenset({"step", "inner", "from_inner", "autodiff", "to_device"}) | {
    "set_require_grad",
    "detach",
}
"""How a parameter goes on as another value: step, valid, train, to_device, freeze, fork."""


def owned(scope: Scope) -> Iterator[int]:
    """The numbers of the parameters of every module that the scope can name.

    Also of those in lists and dicts, and in the fields of objects (a trainer's models).
    """
    for _, value in scope.values:
        for module in _modules(value):
            yield from (param._value.number for _, param in search(module)[0])


def _modules(value: Any, deeper: int = 2) -> Iterator[Module]:
    if isinstance(value, Module):
        yield value
        return
    inside: Iterable[Any] = ()
    if isinstance(value, list | tuple):
        inside = value
    elif isinstance(value, dict):
        inside = value.values()
    elif not isinstance(value, type | ModuleType):
        inside = getattr(value, "__dict__", {}).values()
    for one in list(inside) if deeper else ():
        yield from _modules(one, deeper - 1)


def related(numbers: Iterable[int], history: History) -> set[int]:
    """The values that these parameters were before, or have become in another module."""
    beside: dict[int, list[int]] = {}
    for event in history.made.values():
        if event[OP] in _CARRIES_ON and not _by_hand(event, history):
            before = event[INS][0]
            beside.setdefault(before, []).append(event[OUT])
            beside.setdefault(event[OUT], []).append(before)
    found = set(numbers)
    waiting = list(found)
    while waiting:
        for number in beside.get(waiting.pop(), ()):
            if number not in found:
                found.add(number)
                waiting.append(number)
    return found


def _by_hand(event: Event, history: History) -> bool:
    """A copy that the user took with ``param.val().detach()``; a fork asks for no ``val()``."""
    return event[OP] == "detach" and event[INS][0] in history.vals
