"""What a container says of every value of a graph, in a few words each."""

from __future__ import annotations

from gradlab.engine import Gradients, Requirement, Tensor
from gradlab.engine.graph_view import Graph
from gradlab.engine.interop import numbers_text
from gradlab.words import say


def entries(root: Tensor, seen: Graph, grads: Gradients | None) -> dict[int, str]:
    """Number -> what is to be said of its gradient, for the tracked values of ``seen``.

    Without a container that is "not computed yet", or, once a backward has used the tape,
    that its container was not given.  It is never 0.
    """
    leaves = [n.number for n in seen.nodes if n.requirement is Requirement.GRAD]
    if grads is None:
        used = root._node is not None and root._node.consumed_by is not None
        said = say("draw.gradient_not_given" if used else "draw.gradient_not_yet")
        return dict.fromkeys(leaves, said)
    if grads.taken is not None:
        return dict.fromkeys(leaves, say("draw.gradient_handed_over", taker=grads.taken[0]))
    found = {number: say("draw.gradient_none") for number in leaves}
    inner = [n.number for n in seen.nodes if n.requirement is Requirement.GRAD_IN_BACKWARD]
    walked = _walked(seen, grads)
    if walked is not None:
        for number in inner:
            found[number] = say(
                "draw.gradient_passed" if number in walked else "draw.gradient_not_reached"
            )
    for number in found.keys() & grads.removed.keys():
        found[number] = say("draw.gradient_taken_out")
    for number in found.keys() & grads.entries.keys():
        found[number] = say("draw.gradient", numbers=numbers_text(grads.entries[number]))
    return found


def _walked(seen: Graph, grads: Gradients) -> set[int] | None:
    """The values that this backward came through; None where nothing tells any more."""
    if grads.root not in {node.number for node in seen.nodes}:
        return None if grads.steps is None else {step.id for step in grads.steps}
    above: dict[int, list[int]] = {}
    for edge in seen.edges:
        if edge.recorded:
            above.setdefault(edge.target, []).append(edge.source)
    walked, waiting = {grads.root}, [grads.root]
    while waiting:
        for number in above.get(waiting.pop(), ()):
            if number not in walked:
                walked.add(number)
                waiting.append(number)
    return walked
