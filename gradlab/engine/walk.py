"""backward: from the root down the edges, newest node first, never recursive.

A node's id is larger than its inputs' ids, so "newest first" is an order in which
every node has all of its cotangent before it passes it on.  Nothing is changed until
the walk has ended: a walk that meets a used-up node, or is interrupted, leaves the
tape as it was.  Then the visited nodes are marked as used up, and an interrupt in that
moment waits until all of them are (only a second one would not wait).
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from gradlab.engine.errors import TapeConsumedError
from gradlab.engine.events import Event
from gradlab.engine.gradients import POST_MORTEM_BYTES, Gradients, Step
from gradlab.engine.node import GRAD, Array, Node, Walked
from gradlab.engine.numbering import shown

NODE_BYTES = 200  # a node with its edges, roughly


def walk(root: Node, seed: Array, event: Event | None) -> Gradients:
    """Fill a new container from ``root``, whose own cotangent is ``seed``.

    Consumes every non-leaf node on the way.  Raises TapeConsumedError, and consumes
    nothing, if an earlier backward has used any of them up.
    """
    if root.requirement is GRAD:
        return Gradients(root.id, seed, {root.id: seed}, [], event)
    entries, visited = _cotangents(root, seed)
    steps = _post_mortem(visited)
    walked = Walked(root.id, event)
    try:
        _use_up(visited, walked)
    except BaseException:  # an interrupt waits: half of a used-up tape could not be told of
        _use_up(visited, walked)
        raise
    return Gradients(root.id, seed, entries, steps, event)


def _use_up(visited: list[Node], walked: Walked) -> None:
    for node in visited:
        node.consumed_by = walked
        node.edges = ()


def _cotangents(root: Node, seed: Array) -> tuple[dict[int, Array], list[Node]]:
    """The leaves' gradients, and the non-leaf nodes in the order they ran."""
    entries: dict[int, Array] = {}
    pending = {root.id: seed}
    owned: set[int] = set()  # sums made here, so safe to add to in place
    heap: list[int] = []  # negated ids; bypassed while a single node is waiting
    nodes: dict[int, Node] = {}
    visited: list[Node] = []
    waiting: Node | None = root
    while waiting is not None or heap:
        if waiting is None:
            node = nodes.pop(-heappop(heap))
        else:
            node, waiting = waiting, None
        if node.consumed_by is not None:
            raise _consumed(root, node)
        visited.append(node)
        cotangent = pending.pop(node.id)
        for parent, function, saved in node.edges:
            part = cotangent if function is None else function(cotangent, saved)
            number = parent.id
            store = entries if parent.requirement is GRAD else pending
            have = store.get(number)
            if have is not None:
                if number in owned:
                    np.add(have, part, out=have)
                else:
                    store[number] = np.add(have, part)
                    owned.add(number)
                continue
            store[number] = part
            if store is entries:
                continue
            if waiting is None and not heap:
                waiting = parent
                continue
            if waiting is not None:
                heappush(heap, -waiting.id)
                nodes[waiting.id] = waiting
                waiting = None
            heappush(heap, -number)
            nodes[number] = parent
    return entries, visited


def _consumed(root: Node, node: Node) -> TapeConsumedError:
    by = node.consumed_by
    assert by is not None
    if node is root:
        how = f"backward ran on {shown(root.id)} before"
    else:
        how = (
            f"{shown(root.id)} was computed from {shown(node.id)},"
            f" which the backward of {shown(by.root)} used up"
        )
    return TapeConsumedError(
        "backward",
        f"the graph tape has already been consumed: {how}",
        "run the forward again, or add the losses and call backward once",
        root=root.id,
        node=node.id,
        consumed_by=by.root,
    )


def _post_mortem(visited: list[Node]) -> list[Step] | None:
    """The steps with what they saved, or None where that would hold too many bytes."""
    size = NODE_BYTES * len(visited)
    for node in visited:
        for _, _, saved in node.edges:
            size += saved.nbytes if saved.__class__ is np.ndarray else _bytes(saved)
        if size > POST_MORTEM_BYTES:
            return None
    return [(node, node.edges) for node in visited]


def _bytes(saved: object) -> int:
    if saved.__class__ is not tuple:
        return saved.nbytes if isinstance(saved, np.ndarray) else 0
    size = 0
    for part in saved:
        if part.__class__ is np.ndarray:
            size += part.nbytes
        elif part.__class__ is tuple:
            size += _bytes(part)
    return size
