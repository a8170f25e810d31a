"""A forward as frames: value by value and mark by mark, as the recorder saw it happen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from gradlab.draw.subject import Subject
from gradlab.draw.tape_record import record
from gradlab.draw.tape_view import TapePicture
from gradlab.engine import Requirement
from gradlab.engine.events import SEQ
from gradlab.engine.graph_view import Graph, GraphEdge, GraphNode
from gradlab.engine.numbering import shown
from gradlab.words import say


class Moment(NamedTuple):
    """A value was made, or marked."""

    seq: int
    number: int
    marks: bool


class Forward:
    """What happened on the way to a root, and how the tape stood after each of it."""

    def __init__(self, seen: Graph, names: Mapping[int, str]) -> None:
        self.seen, self.names = seen, names
        self.nodes = {node.number: node for node in seen.nodes}
        made = [Moment(n.made[SEQ] if n.made else 0, n.number, False) for n in seen.nodes]
        marked = [Moment(n.marked[SEQ], n.number, True) for n in seen.nodes if n.marked]
        self.moments = sorted([*made, *marked])

    def __len__(self) -> int:
        return len(self.moments)

    def picture(self, at: int) -> TapePicture:
        """The tape after moment ``at`` (from 1), with what happened then as its title."""
        now = self.moments[at - 1]
        so_far = self.moments[:at]
        there = {moment.number for moment in so_far if not moment.marks}
        marked = {moment.number for moment in so_far if moment.marks}
        nodes = tuple(_then(self.nodes[n], n in marked) for n in self.nodes if n in there)
        edges = tuple(_seen(e, e.source in marked) for e in self.seen.edges if e.target in there)
        seen = Graph(now.number, nodes, edges)
        tape = record(Subject(seen, self.names, None, False), told={})
        title, *told = self._told(now)
        return TapePicture(replace(tape, title=f"{at}/{len(self)}  {title}", told=tuple(told)))

    def _told(self, now: Moment) -> list[str]:
        node, name = self.nodes[now.number], self._call(now.number)
        into = [edge for edge in self.seen.edges if edge.target == now.number]
        if now.marks:
            used = any(
                edge.source == now.number and self._seq(edge.target) < now.seq
                for edge in self.seen.edges
            )
            return [say("stepper.marked", name=name), *([say("stepper.late")] if used else [])]
        if not into:
            return [say("stepper.leaf", name=name)]
        kept = [self._call(edge.source) for edge in into if edge.recorded]
        lost = [self._call(edge.source) for edge in into if not edge.recorded]
        told = [say("stepper.made", name=name, op=node.op)]
        if kept:
            told.append(say("stepper.kept", names=", ".join(dict.fromkeys(kept))))
        if lost:
            told.append(say("stepper.lost", names=", ".join(dict.fromkeys(lost))))
        return told

    def _seq(self, number: int) -> int:
        made = self.nodes[number].made
        return made[SEQ] if made else 0

    def _call(self, number: int) -> str:
        name = self.names.get(number)
        return f"{name} {shown(number)}" if name else shown(number)


def _then(node: GraphNode, marked: bool) -> GraphNode:
    """A leaf that is marked later, before it is."""
    if node.marked is None or marked:
        return node
    return replace(node, requirement=Requirement.NONE, marked=None)


def _seen(edge: GraphEdge, marked: bool) -> GraphEdge:
    """A use is late only once the mark has come."""
    return edge if edge.reason != "late" or marked else replace(edge, reason="untracked")
