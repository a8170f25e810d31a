"""The tape as a record: every value as a row, every edge that the tape lacks as a cut.

Drawing it and writing it down are two views of this one record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gradlab.draw import labels
from gradlab.draw.entries import Entry
from gradlab.draw.fold import FOLDED, fold
from gradlab.draw.states import states
from gradlab.engine import Requirement
from gradlab.engine.graph_view import Graph, GraphEdge, GraphNode, site_of
from gradlab.engine.numbering import shown
from gradlab.engine.sites import Site
from gradlab.words import say

_NAME_COLUMNS = 24


@dataclass(frozen=True, slots=True)
class Row:
    """One value as it is shown; ``inputs`` are (number, recorded?) in the order of use."""

    key: str
    number: str
    name: str
    op: str
    inputs: tuple[tuple[str, bool], ...]
    shape: str
    state: str
    entry: Entry | None
    place: str
    source: str
    is_root: bool

    @property
    def title(self) -> str:
        """The name, if it has one, and the number."""
        return f"{self.name} {self.number}" if self.name else self.number


@dataclass(frozen=True, slots=True)
class Edge:
    """``source`` went into ``target``, both given by their rows' keys."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Cut(Edge):
    """An edge that the tape lacks: why in two words and in a sentence, and where.

    ``label`` is empty for what only follows: the path was broken further up, or nothing
    below is recorded anyway.
    """

    label: str
    why: str
    place: str


@dataclass(frozen=True, slots=True)
class Tape:
    """What led to the root, in the order of creation, without the values that were folded."""

    title: str
    rows: tuple[Row, ...]
    recorded: tuple[Edge, ...]
    cuts: tuple[Cut, ...]
    left_out: int


def record(seen: Graph, names: Mapping[int, str], entries: Mapping[int, Entry]) -> Tape:
    """A graph with the names and the container's entries by number, put into words."""
    reader = _Reader(seen)
    kept = fold(seen, {number: reader.worth(number, names) for number in reader.nodes})
    reader.look_at(kept)
    rows = tuple(
        Row(
            key(node.number),
            shown(node.number),
            labels.cut(names.get(node.number, ""), _NAME_COLUMNS),
            node.op or say("draw.no_record"),
            reader.inputs(node),
            "" if node.shape is None else str(list(node.shape)),
            reader.states[node.number],
            entries.get(node.number),
            reader.place(reader.sites[node.number]),
            reader.source(node.number),
            node.number == seen.root,
        )
        for node in kept.nodes
    )
    root = next(row for row in rows if row.is_root)
    return Tape(
        say("draw.tape_title", root=root.title),
        rows,
        tuple(Edge(key(e.source), key(e.target)) for e in kept.edges if e.recorded),
        tuple(reader.cut(edge) for edge in kept.edges if not edge.recorded),
        len(seen.nodes) - len(rows),
    )


def key(number: int) -> str:
    """The name of a value's node in DOT, for example n3."""
    return "n" + shown(number).replace("#", "")


class _Reader:
    """A graph with what several rows need to know of it."""

    def __init__(self, seen: Graph) -> None:
        self.root = seen.root
        self.nodes = {node.number: node for node in seen.nodes}
        self.states = states(seen)
        self.into: dict[int, list[GraphEdge]] = {number: [] for number in self.nodes}
        for edge in seen.edges:
            self.into[edge.target].append(edge)
        # In the order of creation, so that everything above is known already.
        self.under_tracked: dict[int, bool] = {}
        for number, edges in self.into.items():
            self.under_tracked[number] = any(
                self.tracked(e.source) or self.under_tracked[e.source] for e in edges
            )
        self.cut_ends = {
            number
            for edge in seen.edges
            if not edge.recorded and not (edge.reason == "untracked" and self.follows(edge))
            for number in (edge.source, edge.target)
        }

    def look_at(self, kept: Graph) -> None:
        """Look up the source lines, but only for what will be shown: it takes time."""
        self.sites = {node.number: node.site for node in kept.nodes}
        places = {site.where for site in self.sites.values() if site is not None}
        self.several_places = len(places) > 1

    def worth(self, number: int, names: Mapping[int, str]) -> int:
        """How much of the story a value tells: the root, the cuts, the leaves, the named."""
        tells = (
            number == self.root,
            number in self.cut_ends,
            self.states[number] == "marked",
            number in names,
        )
        return sum(8 >> i for i, one in enumerate(tells) if one)

    def source(self, number: int) -> str:
        """The line that made a value, as it ran."""
        site = self.sites[number]
        return "" if site is None else labels.clean(site.first_line)

    def tracked(self, number: int) -> bool:
        return self.nodes[number].requirement is not Requirement.NONE

    def inputs(self, node: GraphNode) -> tuple[tuple[str, bool], ...]:
        return tuple((shown(e.source), e.recorded) for e in self.into[node.number])

    def cut(self, edge: GraphEdge) -> Cut:
        state, at = self.states[edge.source], self.place(self.sites[edge.target])
        if edge.reason == "late":
            marked = self.nodes[edge.source].marked
            label = say("draw.cut_late")
            why = say(
                "draw.cut_late_why", mark=self.place(None if marked is None else site_of(marked))
            )
        elif edge.reason == FOLDED:
            label, why = "", say("draw.folded_why")
        elif edge.reason == "untracked":
            label, why = say(f"draw.cut_{state}"), say(f"draw.cut_{state}_why")
            if self.follows(edge):
                label = ""
        else:
            label = say("draw.cut_op", op=edge.reason)
            why = say("draw.cut_op_why", op=edge.reason)
        return Cut(key(edge.source), key(edge.target), label, why, at)

    def follows(self, edge: GraphEdge) -> bool:
        """Is an untracked input no news: cut further up, an index, or nothing recorded below?"""
        return self.states[edge.source] != "marked" and (
            self.under_tracked[edge.source]
            or self.states[edge.source] in ("int", "bool")
            or not self.tracked(edge.target)
        )

    def place(self, site: Site | None) -> str:
        """Where, as short as it stays clear: the cell or file only where there are several."""
        if site is None:
            return say("draw.place_unknown")
        if self.several_places:
            return say("draw.place_in", where=labels.clean(site.where), line=site.line)
        return say("draw.place", line=site.line)
