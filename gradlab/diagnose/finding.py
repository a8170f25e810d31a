"""What a recogniser hands over, and the evidence that every answer shares."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gradlab.diagnose.inquiry import Inquiry
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.verdict import Answer, Cutting, Fix, Spot
from gradlab.engine.sites import Site
from gradlab.words import say


@dataclass(frozen=True, slots=True)
class Finding:
    """A recognised cause in words: the sentence, the places, the evidence, the fix.

    ``level`` replaces the registry's where this instance is less serious; ``final`` says that
    no change of the program would make the look-up succeed; ``check`` replaces the usual one.
    """

    title: str
    site: Spot | None = None
    sites: tuple[Spot, ...] = ()
    answers: tuple[Answer, ...] = ()
    fix: Fix | None = None
    cuts: tuple[Cutting, ...] = ()
    notes: tuple[str, ...] = ()
    level: str | None = None
    final: bool = False
    check: str | None = None


_ORDER = {
    Gate.NOT_FLOAT: 0,
    Gate.NO_AUTODIFF: 1,
    Gate.NO_REQUIRE_GRAD: 2,
    Gate.NOT_IN_CONTAINER: 4,
    Gate.FOUND: 5,
}


def answers(q: Inquiry, **replies: str) -> tuple[Answer, ...]:
    """The questions up to the one that said no; ``replies`` (q1=..., q3=...) replace the plain.

    A look-up that found no entry is answered at Q3 ("did this backward reach it?") unless
    ``q4`` says that the container is the trouble.
    """
    stop = _ORDER[q.gate]
    if q.gate is Gate.NOT_IN_CONTAINER and "q4" not in replies:
        stop = 3
    found = []
    for at in range(0 if stop == 0 else 1, min(stop, 4) + 1):
        reply = replies.get(f"q{at}") or say("why.no" if at == stop else "why.yes")
        found.append(Answer(f"Q{at}", say(f"why.q{at}"), reply))
    return tuple(found)


def spots(*found: Spot | None) -> tuple[Spot, ...]:
    """Those that exist, each place once."""
    kept: list[Spot] = []
    for spot in found:
        if spot is not None and not any(_same(spot, other) for other in kept):
            kept.append(spot)
    return tuple(kept)


def _same(a: Spot, b: Spot) -> bool:
    return (a.where, a.line, a.column, a.remark) == (b.where, b.line, b.column, b.remark)


def line(site: Site | None, beside: Site | None = None) -> str:
    """ "Cell In[4], line 3"; only "line 3" after ``beside``, named before it, in the same cell.

    A program that the kit shows beside its verdict has a name that reads on: "line 3 of ...".
    """
    if site is None:
        return say("why.unknown_line")
    if beside is not None and beside.where == site.where:
        return say("why.line", line=site.line)
    key = "why.line_of" if site.where == say("why.program") else "why.line_in"
    return say(key, where=site.where, line=site.line)


def widened(site: Spot, tail: str) -> Spot:
    """The place with a call behind it included, where the source goes on with ``tail``."""
    last = site.source.split("\n")[-1]
    if last[site.end_column :].startswith(tail):
        return replace(site, end_column=site.end_column + len(tail))
    return site
