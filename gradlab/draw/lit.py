"""One look-up's way through the questions, as a record that the flowchart lights up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from gradlab.diagnose.finding import line
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.verdict import Verdict
from gradlab.engine import Requirement, Tensor
from gradlab.engine.graph_view import marks, site_of
from gradlab.engine.interop import numbers_text
from gradlab.engine.numbering import shown
from gradlab.engine.sites import Site
from gradlab.words import say


class Reply(Enum):
    """What a question answered; OPEN where nothing on record tells."""

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

    ``name`` and ``container`` are what the two are called; ``answers`` belong to Q0, Q1, ... up
    to the last question that was put, none for a refusal; ``case`` is one of the nine, if it is
    one; ``cause`` names the cause, empty where there is nothing to name; ``gradient`` is what
    was found.
    """

    name: str
    answers: tuple[Answer, ...]
    case: int | None = None
    cause: str = ""
    gradient: str | None = None
    container: str = "grads"


_STOPS = {Gate.NOT_FLOAT: 0, Gate.NO_AUTODIFF: 1, Gate.NO_REQUIRE_GRAD: 2, Gate.FOUND: 5}


def lit(verdict: Verdict) -> Lit:
    """The path of the look-up that a verdict is on."""
    about = verdict.about
    cause = "" if verdict.kind == "ok" else say(f"cause.{verdict.kind}.title")
    if about is None or about.t is None or about.grads is None:
        return Lit(about.name if about else "", (), verdict.case, cause)
    told = {int(a.question[1:]): a.reply for a in verdict.answers}
    stop = _STOPS.get(Gate(verdict.gate), max(told, default=4))
    if verdict.kind == "container_taken":
        stop = 4
    several = _several(about.t, verdict)
    answers = [_before(about.t, question, several) for question in range(min(stop, 3))]
    root = about.names.get(about.root or 0) or shown(about.grads.root)
    if stop >= 3:
        answers.append(Answer(Reply.YES, say("draw.evidence_reached")))
    if stop >= 4:
        answers.append(Answer(Reply.YES, say("draw.evidence_container", root=root)))
    if stop <= 4:
        reply = Reply.OPEN if verdict.kind == "no_record" else Reply.NO
        answers = [*answers[:stop], Answer(reply, _why_not(verdict, several))]
    for question, reply_text in told.items():
        if question < stop and reply_text != say("why.yes"):
            more = _without("yes", reply_text)
            if question == 2:
                more = say("draw.evidence_and", evidence=answers[2].evidence, more=more)
            answers[question] = Answer(Reply.YES, more)
    gradient = None
    if verdict.value is not None:
        gradient = numbers_text(verdict.value._data)
    return Lit(about.name, tuple(answers), verdict.case, cause, gradient, about.container)


def lit_so_far(t: Tensor, name: str) -> Lit:
    """The path as far as the tensor's own answers lead: up to Q2."""
    answers: list[Answer] = []
    for question in range(3):
        answers.append(_before(t, question))
        if answers[-1].reply is Reply.NO:
            not_a_leaf = 7 if t.requirement is Requirement.GRAD_IN_BACKWARD else 2
            return Lit(name, tuple(answers), {1: 1, 2: not_a_leaf}.get(question))
    return Lit(name, tuple(answers))


def _several(t: Tensor, verdict: Verdict) -> bool:
    """Is the evidence from more than one cell or file, so that each line needs its name?"""
    cuts = [cut.site for cut in verdict.cuts]
    named = (_mark_of(t), verdict.site, *verdict.sites, *cuts)
    return len({site.where for site in named if site is not None}) > 1


def _before(t: Tensor, question: int, several: bool = False) -> Answer:
    """What a tensor answers to Q0, Q1 and Q2 by itself."""
    if question == 0:
        yes = t.kind == "float"
        evidence = say("draw.evidence_kind", kind=str(t.dtype) if yes else t.kind)
    elif question == 1:
        yes = t.is_autodiff()
        evidence = say("draw.evidence_device", device=repr(t.device()))
    elif t.requirement is Requirement.GRAD_IN_BACKWARD:
        yes, evidence = False, say("draw.evidence_intermediate")
    else:
        yes = t.requirement is Requirement.GRAD
        evidence = _marked(t, several) if yes else say("draw.evidence_not_marked")
    return Answer(Reply.YES if yes else Reply.NO, evidence)


def _mark_of(t: Tensor) -> Site | None:
    mark = marks().get(t.number)
    return None if mark is None else site_of(mark)


def _marked(t: Tensor, several: bool) -> str:
    site = _mark_of(t)
    if site is None:
        return say("draw.evidence_marked")
    return say("draw.evidence_marked_at", line=line(site, None if several else site))


def _why_not(verdict: Verdict, several: bool) -> str:
    """The evidence of the question that said no: its own reply, or the place and its remark."""
    last = verdict.answers[-1].reply if verdict.answers else say("why.no")
    if last != say("why.no"):
        return _without("no", last)
    site = verdict.site
    if site is None:
        return verdict.title
    place = line(site, None if several else site)
    told = say("draw.evidence_at", line=place, remark=site.remark)
    if verdict.gate != Gate.NO_AUTODIFF or verdict.about is None or verdict.about.t is None:
        return told
    return say("draw.evidence_and", evidence=repr(verdict.about.t.device()), more=told)


def _without(reply: str, text: str) -> str:
    """A reply of `why` without the yes or no that it may begin with."""
    first, *rest = re.split("[,:]", text, maxsplit=1)
    return rest[0].strip() if rest and first.lower() == say(f"draw.{reply}") else text
