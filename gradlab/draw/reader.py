"""What the rows and edges of a tape need to know of its graph, put into words."""

from __future__ import annotations

from collections.abc import Mapping

from gradlab.draw import labels
from gradlab.draw.entries import Entry
from gradlab.draw.fold import FOLDED
from gradlab.draw.subject import NAME_COLUMNS, Subject
from gradlab.draw.tape_rows import Cut, Edge, Row
from gradlab.draw.turns import Unit
from gradlab.engine import Requirement
from gradlab.engine.graph_view import Graph, GraphEdge, GraphNode, site_of
from gradlab.engine.numbering import shown
from gradlab.engine.sites import Site
from gradlab.words import say

_OPS = 3


def key(number: int) -> str:
    """The name of a value's node in DOT, for example n3."""
    return "n" + shown(number).replace("#", "")


def state(node: GraphNode) -> str:
    """What a value is, in one of the seven words that the pictures use."""
    if node.requirement is Requirement.GRAD:
        return "marked"
    if node.requirement is Requirement.GRAD_IN_BACKWARD:
        return "intermediate"
    if node.op is None and node.shape is None:  # neither an event nor a handle tells
        return "no_record"
    if node.kind != "float":
        return node.kind
    return "untracked" if node.autodiff else "plain"


class Reader:
    """A subject's graph; ``look_at`` comes before rows, edges and cuts are asked for."""

    def __init__(self, seen: Graph, subject: Subject) -> None:
        self.subject = subject
        self.root = seen.root
        self.nodes = {node.number: node for node in seen.nodes}
        self.states = {node.number: state(node) for node in seen.nodes}
        into: dict[int, list[GraphEdge]] = {number: [] for number in self.nodes}
        for edge in seen.edges:
            into[edge.target].append(edge)
        held = () if subject.grads is None else subject.grads._entries
        self.states |= {n: "marked" for n in held if self.states.get(n) == "no_record"}
        self.used_tracked = {e.source for e in seen.edges if e.reason not in ("late", "untracked")}
        # In the order of creation, so that everything above is known already.
        self.under_tracked: dict[int, bool] = {}
        for number, edges in into.items():
            self.under_tracked[number] = any(
                self.tracked(e.source) or self.under_tracked[e.source] for e in edges
            )
        self.cut_ends = {
            number
            for edge in seen.edges
            if not edge.recorded and not (edge.reason == "untracked" and self.follows(edge))
            for number in (edge.source, edge.target)
        }
        alone = {self.root, subject.asked, *subject.others}
        self.apart = {n for n in self.nodes if n in subject.names or n in alone}

    def look_at(self, kept: Graph, units: Mapping[int, Unit]) -> None:
        """Look up the source lines, but only for what will be shown: it takes time."""
        self.units = units
        self.into: dict[int, list[GraphEdge]] = {node.number: [] for node in kept.nodes}
        for edge in kept.edges:
            self.into[edge.target].append(edge)
        self.sites = {node.number: node.site for node in kept.nodes}
        late = {e.source for e in kept.edges if e.reason == "late"}
        events = [self.nodes[number].marked for number in late]
        if self.subject.grads is not None:
            events += [*self.subject.grads.removed.values(), *(self.subject.grads.taken or ())[1:]]
        named = (*self.sites.values(), *(site_of(event) for event in events if event))
        places = {site.where for site in named if site is not None}
        self.several_places = len(places) > 1

    def worth(self, number: int) -> int:
        """How much of the story a value tells: the root, what was asked, the cuts, the leaves."""
        tells = (
            number == self.root,
            number == self.subject.asked,
            number in self.cut_ends,
            self.states[number] == "marked",
            number in self.subject.names,
            number in self.subject.path,
        )
        return sum(32 >> i for i, one in enumerate(tells) if one)

    def row(self, node: GraphNode, told: Mapping[int, Entry]) -> Row:
        number, unit = node.number, self.units[node.number]
        whole = labels.clean(self.subject.names.get(number, ""))
        is_root, is_asked = number == self.root, number == self.subject.asked
        is_named = self.subject.tag and is_asked
        tags = (say("draw.root"),) * is_root + (self.subject.tag,) * bool(is_named)
        return Row(
            key(number),
            self.number(number),
            labels.cut(whole, NAME_COLUMNS),
            whole,
            _ops(unit) if unit.is_folded else node.op or say("draw.no_record"),
            tuple((self.number(e.source), e.recorded) for e in self.into[number]),
            "" if node.shape is None else str(list(node.shape)),
            self.states[number],
            told.get(number) if unit.turns == 1 else None,
            self.place(self.sites[number]),
            self.source(number),
            tags,
            is_root,
            is_asked,
            number in self.subject.path,
            unit.is_folded,
        )

    def number(self, number: int) -> str:
        """#3, or #4-#9 for the turns of a loop."""
        unit = self.units[number]
        if unit.turns == 1:
            return shown(number)
        return say("draw.numbers", first=shown(unit.numbers[0]), last=shown(unit.last))

    def source(self, number: int) -> str:
        """The line that made a value, as it ran."""
        site = self.sites[number]
        return "" if site is None else labels.clean(site.first_line)

    def tracked(self, number: int) -> bool:
        """Is it known to be on the tape, by itself or by a use that recorded it?"""
        known = self.nodes[number].requirement is not Requirement.NONE
        return known or (self.states[number] == "no_record" and number in self.used_tracked)

    def edge(self, edge: GraphEdge) -> Edge:
        return Edge(key(edge.source), key(edge.target), self.on_path(edge))

    def on_path(self, edge: GraphEdge) -> bool:
        return edge.source in self.subject.path and edge.target in self.subject.path

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
            state = "untracked" if state == "no_record" else state  # the use is on record
            label, why = say(f"draw.cut_{state}"), say(f"draw.cut_{state}_why")
            if self.follows(edge):
                label = ""
        elif edge.reason in ("read", "step"):
            label, why = say(f"draw.cut_{edge.reason}"), say(f"draw.cut_{edge.reason}_why")
        else:
            label = say("draw.cut_op", op=edge.reason)
            why = say("draw.cut_op_why", op=edge.reason)
        return Cut(key(edge.source), key(edge.target), self.on_path(edge), label, why, at)

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


def _ops(unit: Unit) -> str:
    if len(unit.ops) > _OPS:
        ops = say("draw.many_ops", first=unit.ops[0], count=len(unit.ops) - 1)
    else:
        ops = ", ".join(unit.ops)
    return ops if unit.turns == 1 else say("draw.turns", turns=unit.turns, ops=ops)
