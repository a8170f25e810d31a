"""What a tape is drawn of: a loss and perhaps its container, or whatever a verdict is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gradlab.diagnose.history import History
from gradlab.diagnose.names import Scope
from gradlab.diagnose.verdict import Verdict
from gradlab.draw import labels
from gradlab.engine import DTypeError, Gradients, Requirement, Tensor
from gradlab.engine.events import INS, OP, OUT
from gradlab.engine.graph_view import Graph, GraphEdge, graph_above, producers
from gradlab.engine.numbering import shown
from gradlab.words import say

NAME_COLUMNS = 24


@dataclass(frozen=True, slots=True)
class Subject:
    """A graph, what its values are called, and what is to stand out in it.

    ``used`` says whether a backward has used up the root's tape.  ``path`` are the values
    from the asked one to the root; ``tag`` is the word beside the asked one; ``others`` are
    further containers, by the number of the value that their backward ran from, and ``called``
    the user's names of containers, by the same numbers.
    """

    seen: Graph
    names: Mapping[int, str]
    grads: Gradients | None
    used: bool
    asked: int | None = None
    tag: str = ""
    path: frozenset[int] = frozenset()
    others: Mapping[int, Gradients | None] = field(default_factory=dict)
    called: Mapping[int, str] = field(default_factory=dict)

    def call(self, number: int) -> str:
        """A value's name, cut to length, and its number."""
        name = labels.cut(self.names.get(number, ""), NAME_COLUMNS)
        return f"{name} {shown(number)}".lstrip()


def expect(op: str, given: object, wanted: tuple[type, ...], container: object = None) -> None:
    """Raises DTypeError for what cannot be drawn, or for no Gradients beside it."""
    for thing, kinds in ((given, wanted), (container, (Gradients, type(None)))):
        if not isinstance(thing, kinds):
            named = "None" if thing is None else type(thing).__name__
            names = " or ".join(kind.__name__ for kind in kinds if kind is not type(None))
            problem = say("draw.wrong", wanted=names, given=named)
            raise DTypeError(op, problem, say(f"draw.{op}_fix"))


def of_tensor(root: Tensor, grads: Gradients | None, scope: Scope) -> Subject:
    """A loss, and the container of a backward."""
    seen, used = graph_above(root), _is_used(root)
    return Subject(seen, scope.numbers, grads, used, called=_called(scope))


def of_verdict(verdict: Verdict, scope: Scope) -> Subject:
    """The asked value and the loss, even where nothing leads from one to the other.

    Raises DTypeError for a verdict on a refusal that names no tensor.
    """
    about = verdict.about
    if about is None:
        wrong, way_out = say("draw.no_subject", kind=verdict.kind), say("draw.no_subject_fix")
        raise DTypeError("tape", wrong, way_out)
    root = about.number if about.root is None else about.root
    asked = about.number if about.t is None else about.t
    top = about.t if about.t is not None and about.t.number == root else root
    others = _others(about.number, root) if verdict.kind == "other_gradients" else []
    beside = [*_steps(about.number), *_copies(verdict)]
    ends = [number for edge in beside for number in (edge.source, edge.target)]
    seen = graph_above(top, asked, *ends, *others)
    seen = Graph(seen.root, seen.nodes, (*seen.edges, *beside))
    held = {grads.root: grads for _, grads in scope.containers()}
    return Subject(
        seen,
        {**scope.numbers, **about.names},
        about.grads,
        about.t is None or _is_used(about.t),
        about.number,
        _tag(verdict),
        _between(seen, about.number, root),
        {number: held.get(number) for number in others},
        _called(scope) | ({root: about.container} if about.container else {}),
    )


def _called(scope: Scope) -> dict[int, str]:
    return {grads.root: name for name, grads in scope.containers()}


def _is_used(t: Tensor) -> bool:
    return t._node is not None and t._node.consumed_by is not None


def _tag(verdict: Verdict) -> str:
    about = verdict.about
    if about is None or about.t is None:
        return say("draw.used_up" if verdict.kind == "consumed" else "draw.named")
    marked = about.number in History.now().marks
    unmarked = marked and about.t.requirement is not Requirement.GRAD
    return say("draw.asked_unmarked" if unmarked else "draw.asked")


def _steps(number: int) -> Iterator[GraphEdge]:
    """From a parameter over the optimizer's steps to what it has become."""
    later = {event[INS][0]: event[OUT] for event in producers().values() if event[OP] == "step"}
    while number in later:
        yield GraphEdge(number, later[number], False, "step")
        number = later[number]


def _copies(verdict: Verdict) -> Iterator[GraphEdge]:
    """From numbers that were read out to the leaf that they became."""
    for cut in verdict.cuts:
        if cut.reason == "read":
            yield GraphEdge(cut.source, cut.target, False, cut.reason)


def _others(number: int, root: int) -> list[int]:
    """The first value with a backward of its own that has reached the asked one."""
    history = History.now()
    for event in history.backwards:
        other = event[OUT]
        path = history.between(number, other) if other != root else []
        if other in history.on_tape(path, number) and path:
            return [other]
    return []


def _between(seen: Graph, start: int, end: int) -> frozenset[int]:
    """The values on dataflow paths from one to the other; inputs are older than results."""
    forward, backward = {start}, {end}
    edges = sorted(seen.edges, key=lambda edge: edge.target)
    for edge in edges:
        if edge.source in forward:
            forward.add(edge.target)
    for edge in reversed(edges):
        if edge.target in backward:
            backward.add(edge.source)
    return frozenset(forward & backward)
