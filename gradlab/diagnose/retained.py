"""Graphs that a list of logged tensors keeps alive: recorded operations that nobody walks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

import numpy as np

from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import spot
from gradlab.diagnose.names import Scope
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.verdict import Fix, Verdict
from gradlab.engine import Tensor
from gradlab.engine.node import GRAD_IN_BACKWARD, Node
from gradlab.words import say

LEAST = 2
"""A collection with fewer recorded results is nothing to speak of."""


def retained_in(scope: Scope, history: History) -> list[tuple[str, Verdict]]:
    """The named collections that hold results of operations which no backward has walked."""
    found = []
    for name, value in scope.values:
        tensors = [t for t in _members(value) if _live(t)]
        if len(tensors) >= LEAST:
            found.append((name, _verdict(name, tensors, history)))
    return found


def _members(value: Any) -> Iterable[Tensor]:
    items = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list | tuple | set | deque):
        return []
    return [item for item in items if isinstance(item, Tensor)]


def _live(t: Tensor) -> bool:
    node = t._node
    return node is not None and node.requirement is GRAD_IN_BACKWARD and node.consumed_by is None


def _verdict(name: str, tensors: list[Tensor], history: History) -> Verdict:
    ops, size = _held(tensors)
    site = spot(history.made.get(tensors[0].number), "why.retained.here", name=name)
    title = say("why.retained", name=name, count=len(tensors), ops=ops, size=_size(size))
    fix = Fix(say("why.retained.fix"), say("why.retained.price"))
    meant = ("meant " + say("why.retained.meant"),)
    gate = str(Gate.FOUND)
    return Verdict(None, "note", gate, None, "retained", title, site, (), (), (), fix, "", meant)


def _held(tensors: list[Tensor]) -> tuple[int, int]:
    """How many recorded operations, and how many bytes of saved arrays, these keep alive."""
    nodes: dict[int, Node] = {}
    waiting = [t._node for t in tensors]
    while waiting:
        node = waiting.pop()
        if node is not None and node.id not in nodes and node.edges:
            nodes[node.id] = node
            waiting.extend(parent for parent, _, _ in node.edges)
    arrays: dict[int, int] = {}
    for node in nodes.values():
        for _, _, saved in node.edges:
            for part in saved if isinstance(saved, tuple) else (saved,):
                if isinstance(part, np.ndarray):
                    arrays[id(part)] = part.nbytes
    return len(nodes), sum(arrays.values())


def _size(size: int) -> str:
    return f"{size} B" if size < 10_000 else f"{size / 1e6:.2f} MB"
