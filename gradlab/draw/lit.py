"""One look-up's way through the questions, as a record that the flowchart lights up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gradlab.engine import Gradients, Requirement, Tensor
from gradlab.engine.interop import numbers_text
from gradlab.engine.numbering import shown
from gradlab.words import say


class Reply(Enum):
    """What a question answered; OPEN where the tensor and the container cannot tell."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Answer:
    """One question's reply and this tensor's evidence for it, in a few words."""

    reply: Reply
    evidence: str


@dataclass(frozen=True, slots=True)
class Lit:
    """The path that one look-up took.

    ``name`` is what the tensor is called; ``answers`` belong to Q0, Q1, ... up to the last question
    that was put; ``case`` is one of the nine, if it is known which; ``gradient`` is what
    was found.
    """

    name: str
    answers: tuple[Answer, ...]
    case: int | None = None
    gradient: str | None = None


def lit(t: Tensor, grads: Gradients | None, name: str | None) -> Lit:
    """The path as far as the tensor's own answers and the container's entries tell it.

    Why a marked leaf has no entry is not to be seen from here: Q3 stays open then.
    """
    answers, case = _before_the_container(t)
    gradient = None
    if answers[-1].reply is Reply.YES and grads is not None:
        more, case, gradient = _in_the_container(t, grads)
        answers += more
    return Lit(name or "t", tuple(answers), case, gradient)


def _before_the_container(t: Tensor) -> tuple[list[Answer], int | None]:
    if t.kind != "float":
        return [Answer(Reply.NO, say("draw.evidence_kind", kind=t.kind))], None
    answers = [Answer(Reply.YES, say("draw.evidence_kind", kind=str(t.dtype)))]
    device = say("draw.evidence_device", device=repr(t.device()))
    if not t.is_autodiff():
        return [*answers, Answer(Reply.NO, device)], 1
    answers.append(Answer(Reply.YES, device))
    match t.requirement:
        case Requirement.GRAD:
            return [*answers, Answer(Reply.YES, say("draw.evidence_marked"))], None
        case Requirement.GRAD_IN_BACKWARD:
            return [*answers, Answer(Reply.NO, say("draw.evidence_intermediate"))], 7
        case _:
            return [*answers, Answer(Reply.NO, say("draw.evidence_not_marked"))], 2


def _in_the_container(t: Tensor, grads: Gradients) -> tuple[list[Answer], int | None, str | None]:
    """The answers to Q3 and Q4, the case, the gradient."""
    if grads.taken is not None:
        evidence = say("draw.evidence_handed_over", taker=grads.taken[0])
        return [Answer(Reply.OPEN, evidence)], None, None
    of = say("draw.evidence_container", root=shown(grads.root))
    if t.number in grads.entries:
        gradient = numbers_text(grads.entries[t.number])
        reached = Answer(Reply.YES, say("draw.evidence_reached"))
        return [reached, Answer(Reply.YES, of)], None, gradient
    if t.number in grads.removed:
        reached = Answer(Reply.YES, say("draw.evidence_reached"))
        return [reached, Answer(Reply.NO, say("draw.evidence_taken_out"))], 8, None
    return [Answer(Reply.OPEN, say("draw.evidence_no_entry", root=shown(grads.root)))], None, None
