"""A long tape made short: the values that tell the story, and what leads from one to the next."""

from __future__ import annotations

from collections.abc import Mapping

from gradlab.engine.graph_view import Graph, GraphEdge

MOST = 60
"""Values that one picture shows; 60 still fit a page and a head."""

FOLDED = "folded"
"""The reason of an edge that stands for several, of which at least one was not recorded."""


def fold(seen: Graph, worth: Mapping[int, int]) -> Graph:
    """A graph of more than ``MOST`` values cut down to those that are worth anything.

    At most ``MOST`` of them: those worth most, among equals the latest.

    An edge between two of them stands for every way that leads past no third one; it counts
    as recorded where one such way is recorded all along.  Linear in the size of the graph.
    """
    if len(seen.nodes) <= MOST:
        return seen
    ranked = sorted(filter(worth.get, worth), key=lambda number: (-worth[number], -number))
    bits = {number: 1 << i for i, number in enumerate(sorted(ranked[:MOST]))}
    into: dict[int, list[GraphEdge]] = {node.number: [] for node in seen.nodes}
    for edge in seen.edges:
        into[edge.target].append(edge)
    # For every value: which kept ones lead to it at all, and which on the tape, as bit sets.
    by_any: dict[int, int] = {}
    by_tape: dict[int, int] = {}
    edges: list[GraphEdge] = []
    for number, above in into.items():
        reached = taped = 0
        for edge in above:
            reached |= by_any[edge.source]
            taped |= by_tape[edge.source] if edge.recorded else 0
        if number not in bits:
            by_any[number], by_tape[number] = reached, taped
            continue
        by_any[number] = by_tape[number] = bits[number]
        direct = {edge.source: edge for edge in above if edge.source in bits}
        for source, bit in bits.items():
            if source in direct:
                edges.append(direct[source])
            elif reached & bit:
                recorded = bool(taped & bit)
                edges.append(GraphEdge(source, number, recorded, None if recorded else FOLDED))
    return Graph(seen.root, tuple(n for n in seen.nodes if n.number in bits), tuple(edges))
