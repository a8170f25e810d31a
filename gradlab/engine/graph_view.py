"""Two graphs at once: the dataflow (what the numbers came from) and the tape.

A missing gradient is an edge of the first that the second lacks.  The view is plain
data, built from the recorder when somebody asks; what the recorder has forgotten is
marked as such, never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from gradlab.engine import checks
from gradlab.engine.events import EXTRA, INS, OP, OUT, PLACE, SEQ, TRACKED, Event, events
from gradlab.engine.node import GRAD, Node, Requirement
from gradlab.engine.numbering import shown
from gradlab.engine.rules import RULES
from gradlab.engine.sites import Site, resolve
from gradlab.engine.value import Value

NOT_VALUES = frozenset(
    {"require_grad", "read", "backward", "grad_remove", "grad_replace", "val", "refused"}
    | {"from_grads", "from_module", "from_params"}
)
"""Events that concern a value but do not make one."""

_OFF_AUTODIFF = frozenset({"inner", "gradient"})
_ONTO_AUTODIFF = frozenset({"from_inner", "autodiff"})
_WHOLE = frozenset({"int", "argmax", "argmin", "one_hot"})
_LETTERS = {"f": "float", "i": "int", "u": "int", "b": "bool"}


class Nature(NamedTuple):
    """What a value is: float, int or bool, and whether its device has autodiff."""

    kind: str
    autodiff: bool


@dataclass(frozen=True, slots=True)
class GraphNode:
    """One value: its number, the operation that made it and its state.

    ``op`` is None where the recorder has forgotten (or never saw) how it was made.
    ``kind`` is float, int or bool; ``autodiff`` says whether its device records.
    ``marked`` is the event of ``require_grad`` on it, if there was one.
    """

    number: int
    op: str | None
    shape: tuple[int, ...] | None
    kind: str
    autodiff: bool
    requirement: Requirement
    made: Event | None
    marked: Event | None

    @property
    def site(self) -> Site | None:
        """Where it was made."""
        return None if self.made is None else site_of(self.made)


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """``source`` went into ``target``; ``reason`` says why the tape lacks the edge, if it does.

    Reasons: an operation's name (it leaves the graph: detach, int, argmax, inner, ...),
    ``late`` (marked after this use) or ``untracked`` (nothing to record at this use).
    """

    source: int
    target: int
    recorded: bool
    reason: str | None


@dataclass(frozen=True, slots=True)
class Graph:
    """Everything that led to ``root``, in the order of creation."""

    root: int
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data: numbers, names, shapes, places, edges with their reasons."""
        return {
            "root": self.root,
            "nodes": [
                {
                    "number": node.number,
                    "op": node.op,
                    "shape": node.shape and list(node.shape),
                    "requirement": node.requirement.value,
                    "site": _site_dict(node.site),
                }
                for node in self.nodes
            ],
            "edges": [
                {
                    "source": edge.source,
                    "target": edge.target,
                    "recorded": edge.recorded,
                    "reason": edge.reason,
                }
                for edge in self.edges
            ],
        }

    def __str__(self) -> str:
        into: dict[int, list[str]] = {}
        for edge in self.edges:
            why = "" if edge.recorded else f" ({edge.reason}, not recorded)"
            into.setdefault(edge.target, []).append(shown(edge.source) + why)
        return "\n".join(
            f"{shown(node.number)} = {node.op or '?'}({', '.join(into.get(node.number, []))})"
            f"  {node.requirement.value}"
            for node in self.nodes
        )


def graph(t: Value) -> Graph:
    """Dataflow and tape above a tensor.

    Needs the recorder for anything that is not on the tape; what is still on the tape is
    found without it.  Raises DTypeError for anything but a tensor.
    """
    return graph_above(checks.tensor("graph", t))


def graph_above(*tops: Value | int) -> Graph:
    """The same above several values, of which the first is the root.

    Of a value that is given by its number, only the recorder knows.
    """
    made, marked = producers(), marks()
    tape: dict[int, Node] = {}
    given = {top._number: top for top in tops if not isinstance(top, int)}
    for t in given.values():
        tape |= _tape(t._node)
        if t._event is not None and t._event[OP] not in NOT_VALUES:
            made.setdefault(t._number, t._event)
    ends = [top if isinstance(top, int) else top._number for top in tops]
    numbers = set(ends)
    waiting = list(numbers)
    while waiting:
        for number in _inputs(waiting.pop(), made, tape):
            if number not in numbers:
                numbers.add(number)
                waiting.append(number)
    ordered = sorted(numbers)
    shapes = _shapes(ordered, made) | {n: t.shape for n, t in given.items()}
    states: dict[int, Requirement] = {}
    natures: dict[int, Nature] = {}
    for number in ordered:
        states[number] = _requirement(number, made, marked, tape, states)
        natures[number] = nature(made[number], natures) if number in made else UNKNOWN
    natures |= {n: Nature(t.kind, t._device.is_autodiff()) for n, t in given.items()}
    nodes = tuple(
        GraphNode(
            number,
            made[number][OP] if number in made else None,
            shapes[number],
            *natures[number],
            states[number],
            made.get(number),
            marked.get(number),
        )
        for number in ordered
    )
    edges = tuple(
        _edge(source, number, i, made.get(number), marked)
        for number in ordered
        for i, source in enumerate(_inputs(number, made, tape))
    )
    return Graph(ends[0], nodes, edges)


UNKNOWN = Nature("float", True)
"""What a value that is not on record is taken for: only a tape can have led to it."""


def nature(event: Event, known: Mapping[int, Nature]) -> Nature:
    """What an event's value is, given what is known of its inputs."""
    op = event[OP]
    if op == "leaf":
        _, _, device, letter = event[EXTRA]
        return Nature(_LETTERS[letter], device.is_autodiff())
    inputs = [known[number] for number in event[INS] if number in known]
    autodiff = op not in _OFF_AUTODIFF and (
        op in _ONTO_AUTODIFF or not inputs or any(one.autodiff for one in inputs)
    )
    rule = RULES.get(op)
    if op in _WHOLE:
        return Nature("int", autodiff)
    if op == "bool" or (rule is not None and not rule.taped):
        return Nature("bool", autodiff)
    return Nature("float" if op == "float" or not inputs else inputs[0].kind, autodiff)


def site_of(event: Event) -> Site | None:
    """Where an event happened, in the user's source."""
    return resolve(event[PLACE], event[SEQ])


def producers() -> dict[int, Event]:
    """Number -> the event that made the value, for all that the recorder still holds."""
    return {event[OUT]: event for event in events() if event[OP] not in NOT_VALUES}


def marks() -> dict[int, Event]:
    """Number -> the first ``require_grad`` on it that the recorder still holds."""
    first: dict[int, Event] = {}
    for event in events():
        if event[OP] == "require_grad":
            first.setdefault(event[OUT], event)
    return first


def _shapes(numbers: list[int], made: dict[int, Event]) -> dict[int, tuple[int, ...] | None]:
    """The shapes of values, in creation order, as far as they are on record."""
    shapes: dict[int, tuple[int, ...] | None] = {}
    for number in numbers:
        event = made.get(number)
        if event is None:
            shapes[number] = None
        elif event[EXTRA] is None:  # as the first input's
            shapes[number] = shapes.get(event[INS][0])
        else:
            first = event[OP] in ("leaf", "step")
            shapes[number] = event[EXTRA][0] if first else event[EXTRA]
    return shapes


def sources(event: Event) -> tuple[int, ...]:
    """The values whose numbers went into an event's value.

    A gradient belongs to the tensor that was asked, but is not computed from its numbers; the
    value after an optimizer's step is a new leaf.
    """
    return () if event[OP] in ("gradient", "step") else event[INS]


def leaves_graph(event: Event) -> bool:
    """Does this operation make a value without recording where it came from?"""
    rule = RULES.get(event[OP])
    return rule is None or not rule.taped if event[OP] != "to_device" else False


def _tape(root: Node | None) -> dict[int, Node]:
    found: dict[int, Node] = {}
    waiting = [root] if root is not None else []
    while waiting:
        node = waiting.pop()
        if node.id not in found:
            found[node.id] = node
            waiting.extend(parent for parent, _, _ in node.edges)
    return found


def _inputs(number: int, made: dict[int, Event], tape: dict[int, Node]) -> tuple[int, ...]:
    if number in made:
        return sources(made[number])
    return tuple(parent.id for parent, _, _ in tape[number].edges) if number in tape else ()


def _requirement(
    number: int,
    made: dict[int, Event],
    marked: dict[int, Event],
    tape: dict[int, Node],
    states: dict[int, Requirement],
) -> Requirement:
    if number in tape:
        return tape[number].requirement
    if number in marked:
        return GRAD
    event = made.get(number)
    if event is None or not event[TRACKED]:
        return Requirement.NONE
    if event[OP] == "step":
        return GRAD
    if event[OP] == "detach" and states.get(event[INS][0]) is GRAD:
        return GRAD
    return Requirement.NONE if leaves_graph(event) else Requirement.GRAD_IN_BACKWARD


def _edge(
    source: int,
    target: int,
    place: int,
    event: Event | None,
    marked: dict[int, Event],
) -> GraphEdge:
    if event is None:
        return GraphEdge(source, target, True, None)
    if not event[TRACKED] >> place & 1:
        late = source in marked and marked[source][SEQ] > event[SEQ]
        return GraphEdge(source, target, False, "late" if late else "untracked")
    if leaves_graph(event):
        return GraphEdge(source, target, False, event[OP])
    return GraphEdge(source, target, True, None)


def _site_dict(site: Site | None) -> dict[str, Any] | None:
    if site is None:
        return None
    return {
        "where": site.where,
        "line": site.line,
        "end_line": site.end_line,
        "column": site.column,
        "end_column": site.end_column,
        "source": site.source,
    }
