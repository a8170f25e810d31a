"""What each value of a graph is, in the six words that the pictures use."""

from __future__ import annotations

from collections.abc import Mapping

from gradlab.engine.events import EXTRA
from gradlab.engine.graph_view import Graph, GraphNode
from gradlab.engine.node import Requirement

_INTS = {"int", "argmax", "argmin", "one_hot"}
_BOOLS = {
    "bool", "equal", "not_equal", "greater", "greater_equal", "lower", "lower_equal",
    "bool_and", "bool_or", "bool_xor", "bool_not", "is_nan", "any", "all",
}  # fmt: skip
_INDEX_PLACES = {
    ("select", 1): "int",
    ("gather", 1): "int",
    ("embedding", 1): "int",
    ("one_hot", 0): "int",
    ("float", 0): "int",
    ("mask_fill", 1): "bool",
    ("mask_where", 2): "bool",
}


def states(graph: Graph) -> dict[int, str]:
    """Number -> marked, intermediate, untracked, plain, int or bool.

    Read off the events: what an operation gives, and, for ints and bools made from
    numbers, what they were used for.
    """
    inputs: dict[int, list[int]] = {node.number: [] for node in graph.nodes}
    for edge in graph.edges:
        inputs[edge.target].append(edge.source)
    uses = {
        source: _INDEX_PLACES[place]
        for node in graph.nodes
        for at, source in enumerate(inputs[node.number])
        if (place := (node.op, at)) in _INDEX_PLACES
    }
    found: dict[int, str] = {}
    autodiff: dict[int, bool] = {}
    for node in graph.nodes:
        sources = inputs[node.number]
        autodiff[node.number] = _on_autodiff(node, sources, autodiff)
        kind = _kind(node, sources, uses, found)
        if node.requirement is Requirement.GRAD:
            found[node.number] = "marked"
        elif node.requirement is Requirement.GRAD_IN_BACKWARD:
            found[node.number] = "intermediate"
        elif kind != "float":
            found[node.number] = kind
        else:
            found[node.number] = "untracked" if autodiff[node.number] else "plain"
    return found


def _on_autodiff(node: GraphNode, sources: list[int], known: Mapping[int, bool]) -> bool:
    if node.made is None or node.op in ("autodiff", "from_inner"):
        return True
    if node.op == "leaf":
        return bool(node.made[EXTRA][2].is_autodiff())
    return node.op not in ("inner", "gradient") and any(known[source] for source in sources)


def _kind(
    node: GraphNode, sources: list[int], uses: Mapping[int, str], known: Mapping[int, str]
) -> str:
    """float, int or bool; an operation that is about neither keeps what its first input has."""
    if node.op in _INTS:
        return "int"
    if node.op in _BOOLS:
        return "bool"
    if node.op == "leaf":
        return uses.get(node.number, "float")
    first = "float" if node.op == "float" or not sources else known[sources[0]]
    return first if first in ("int", "bool") else "float"
