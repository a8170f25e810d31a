"""What a container says of every value of a graph, in a few words each."""

from __future__ import annotations

from dataclasses import dataclass

from gradlab.engine import Gradients, Requirement
from gradlab.engine.graph_view import Graph
from gradlab.engine.interop import numbers_text
from gradlab.words import say


@dataclass(frozen=True, slots=True)
class Entry:
    """What is said of one value's gradient, and whether the container holds one."""

    text: str
    held: bool = False


def entries(seen: Graph, grads: Gradients | None, used: bool) -> dict[int, Entry]:
    """Number -> what is to be said of its gradient, for the tracked values of ``seen``.

    Without a container that is "not computed yet", or, once a backward has ``used`` the tape,
    that its container was not given.  It is never 0.
    """
    leaves = [n.number for n in seen.nodes if n.requirement is Requirement.GRAD]
    if grads is None:
        said = say("draw.gradient_not_given" if used else "draw.gradient_not_yet")
        return dict.fromkeys(leaves, Entry(said))
    handed_over = grads.taken and say("draw.gradient_handed_over", taker=grads.taken[0])
    found = dict.fromkeys(leaves, Entry(handed_over or say("draw.gradient_none")))
    inner = [n.number for n in seen.nodes if n.requirement is Requirement.GRAD_IN_BACKWARD]
    if grads.root in {node.number for node in seen.nodes}:
        walked = _walked(seen, grads.root)
        for number in inner:
            came = "draw.gradient_passed" if number in walked else "draw.gradient_not_reached"
            found[number] = Entry(say(came))
    for number in found.keys() & grads.removed.keys():
        found[number] = Entry(say("draw.gradient_taken_out"))
    for number in {n.number for n in seen.nodes} & grads._entries.keys():
        numbers = numbers_text(grads._entries[number])
        found[number] = Entry(say("draw.gradient", numbers=numbers), held=True)
    return found


def _walked(seen: Graph, root: int) -> set[int]:
    """The values that a backward from ``root`` comes through."""
    above: dict[int, list[int]] = {}
    for edge in seen.edges:
        if edge.recorded:
            above.setdefault(edge.target, []).append(edge.source)
    walked, waiting = {root}, [root]
    while waiting:
        for number in above.get(waiting.pop(), ()):
            if number not in walked:
                walked.add(number)
                waiting.append(number)
    return walked
