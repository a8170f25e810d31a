"""What repeats in a tape, made one value with a count: a module's call, the turns of a loop."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from gradlab.engine import Requirement
from gradlab.engine.events import PLACE, Place
from gradlab.engine.graph_view import Graph, GraphEdge, GraphNode

LEAST = 5
"""Turns of a loop that are worth folding: the first, the last and three or more between."""

Look: TypeAlias = tuple[Place | None, tuple[str, ...]]
"""Where a call was made and what it did."""

_LONGEST = 8  # calls in one turn, or operations in one call


@dataclass(frozen=True, slots=True)
class Unit:
    """Values that are shown as one: the last of them stands for all.

    ``ops`` are those of one turn; one operation in one turn is an ordinary value.
    """

    numbers: tuple[int, ...]
    ops: tuple[str, ...]
    turns: int = 1

    @property
    def last(self) -> int:
        """The value that stands for all."""
        return self.numbers[-1]

    @property
    def is_folded(self) -> bool:
        """Does it stand for several?"""
        return len(self.numbers) > 1


def fold_turns(seen: Graph, apart: Set[int], cut: Set[int]) -> tuple[Graph, dict[int, Unit]]:
    """The graph with calls and turns folded, and what each remaining value stands for.

    A call are the operations that one expression of the user's source made, such as those of a
    layer; turns are repetitions of the same calls at the same places, of which the first and
    the last stay.  Values that are ``apart`` stay by themselves (or stand for their call), and
    so does a turn in which an edge of the path was ``cut``.  Linear in the size of the graph.
    """
    runs = (list(run) for _, run in groupby(seen.nodes, lambda node: _place(node) or node))
    sources = {edge.source for edge in seen.edges if not edge.recorded} & cut
    leaves = {node.number for node in seen.nodes if node.requirement is Requirement.GRAD}
    calls = [call for run in runs for call in _calls(run, apart | sources | leaves)]
    places = {node.number: _place(node) for node in seen.nodes}
    looks = [(places[call.last], call.ops) for call in calls]
    single = apart | cut
    keys: list[object] = [
        look if look[0] is not None and single.isdisjoint(call.numbers) else call
        for call, look in zip(calls, looks, strict=True)
    ]
    units = list(_turns(calls, keys, looks))
    by_last = {unit.last: unit for unit in units}
    stands = {number: unit.last for unit in units for number in unit.numbers}
    edges: list[GraphEdge] = []
    drawn: set[tuple[int, int]] = set()
    for edge in seen.edges:
        source, target = stands[edge.source], stands[edge.target]
        if by_last[source].is_folded or by_last[target].is_folded:
            if source == target or (source, target) in drawn:
                continue
            drawn.add((source, target))
        edges.append(GraphEdge(source, target, edge.recorded, edge.reason))
    nodes = tuple(node for node in seen.nodes if node.number in by_last)
    return Graph(seen.root, nodes, tuple(edges)), by_last


def _place(node: GraphNode) -> Place | None:
    return None if node.made is None else node.made[PLACE]


def _calls(run: list[GraphNode], apart: Set[int]) -> Iterator[Unit]:
    """Values made at one place: several operations in a row, once or again and again."""
    ops = [node.op or "" for node in run]
    periods = (p for p in range(1, _LONGEST + 1) if ops[p:] == ops[: len(ops) - p])
    period = next(periods, len(ops))
    for start in range(0, len(run), period):
        numbers = tuple(node.number for node in run[start : start + period])
        if apart.isdisjoint(numbers[:-1]):
            yield Unit(numbers, tuple(ops[start : start + period]))
        else:
            yield from (Unit((n,), (op,)) for n, op in zip(numbers, ops[start:], strict=False))


def _turns(calls: list[Unit], keys: list[object], looks: list[Look]) -> Iterator[Unit]:
    """A turn that stands apart beside the others is the first or the last of them already."""
    at = 0
    while at < len(calls):
        length, turns = _longest(keys, at)
        if turns < LEAST:
            yield calls[at]
            at += 1
            continue
        end = at + length * turns
        turn = looks[at : at + length]
        first = at + length * (looks[max(at - length, 0) : at] != turn)
        last = end - length * (looks[end : end + length] != turn)
        yield from calls[at:first]
        numbers = tuple(number for call in calls[first:last] for number in call.numbers)
        ops = tuple(op for call in calls[at : at + length] for op in call.ops)
        yield Unit(numbers, ops, (last - first) // length)
        yield from calls[last:end]
        at = end


def _longest(keys: list[object], at: int) -> tuple[int, int]:
    """Calls in one turn, and turns, of the repetition that covers most from here on."""
    best = (1, 1)
    for length in range(1, _LONGEST + 1):
        end = at + length
        while end < len(keys) and keys[end] == keys[end - length]:
            end += 1
        turns = (end - at) // length
        if turns >= LEAST and length * turns > best[0] * best[1]:
            best = (length, turns)
    return best
