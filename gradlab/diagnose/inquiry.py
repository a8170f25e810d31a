"""Everything that is known about one question, found when first needed."""

from __future__ import annotations

import linecache
from dataclasses import dataclass
from functools import cached_property

from gradlab.diagnose.history import Cut, History
from gradlab.diagnose.names import Scope
from gradlab.diagnose.questions import Gate, gate
from gradlab.diagnose.verdict import Cutting, Spot
from gradlab.engine import Gradients, Tensor
from gradlab.engine.events import EXTRA, OP, PLACE, SEQ, Event
from gradlab.engine.graph_view import site_of
from gradlab.engine.sites import Site, later_runs, resolve_caller, run_of
from gradlab.words import say


@dataclass
class Inquiry:
    """One look-up, ``t.grad(grads)``, and what the recorder knows about it.

    ``name`` and ``container`` are how the user calls the two; no ``container`` means that no
    backward is asked about.
    """

    t: Tensor
    grads: Gradients
    name: str
    container: str
    scope: Scope
    history: History

    @cached_property
    def gate(self) -> Gate:
        """The question that answered."""
        return gate(self.t, self.grads)

    @property
    def number(self) -> int:
        """The asked value's number."""
        return self.t.number

    @cached_property
    def made(self) -> Event | None:
        """How the asked value was made; the handle remembers when the recorder has forgotten."""
        own = self.t._event
        if own is not None and own[OP] != "require_grad":
            return own
        return self.history.made.get(self.number)

    @cached_property
    def path(self) -> list[int]:
        """The values on dataflow paths from the asked one to the container's root."""
        return self.history.between(self.number, self.grads.root)

    @cached_property
    def cuts(self) -> list[Cut]:
        """The edges on those paths at which the gradient stops."""
        return self.history.cuts(self.path, self.number)

    @cached_property
    def gap(self) -> str | None:
        """Why the record of the ways from the asked value to the root has a hole, if it has."""
        gap = self.history.gap(self.number, self.grads.root)
        if gap is None and self.with_reason("unmarked"):  # marked, but the mark is not on record
            gap = "paused" if self.history.complete and self.history.paused else "overwritten"
        return gap

    @property
    def known(self) -> bool:
        """Is every way from the asked value to the root on record?"""
        return self.gap is None

    @property
    def replaced(self) -> Event | None:
        """The last grad_replace of the asked entry: its numbers are not those of the backward."""
        events = self.history.replaced.get(self.number, ())
        return next((e for e in reversed(events) if e[EXTRA] == self.grads.root), None)

    @property
    def asked(self) -> str:
        """The look-up as the user would write it."""
        return say("why.asked", name=self.name, container=self.container)

    @property
    def none(self) -> str:
        """That the look-up gives None, or that there would be no gradient."""
        if not self.container:
            return say("why.none_yet", name=self.name)
        return say("why.none", name=self.name, container=self.container)

    @property
    def loss(self) -> str:
        """How the user calls the container's root."""
        return self.scope.call(self.grads.root)

    def call(self, number: int) -> str:
        """How the user calls a value."""
        return self.name if number == self.number else self.scope.call(number)

    def with_reason(self, *reasons: str) -> list[Cut]:
        """The cuts with one of these reasons."""
        return [cut for cut in self.cuts if cut.reason in reasons]


def spot(event: Event | None, key: str, **facts: object) -> Spot | None:
    """The place of an event with a sentence about it; None where no source is known."""
    site = None if event is None else site_of(event)
    if event is None or site is None:
        return None
    caller = resolve_caller(event[PLACE], event[SEQ])
    return marked(site, say(key, **facts), caller, _again(event))


def _again(event: Event) -> str:
    """That the cell of an event was run again since, and whether it was edited."""
    run = run_of(event[PLACE].code.co_filename, event[SEQ])
    later = later_runs(run) if run is not None else []
    if run is None or not later:
        return ""
    edited = later[-1].text != run.text
    key = "why.edited" if edited else "why.run_again"
    return say(key, where=run.where, again=later[-1].where)


def marked(site: Site, remark: str, caller: Site | None = None, again: str = "") -> Spot:
    """A place with a remark."""
    return Spot(
        site.where,
        site.line,
        site.end_line,
        site.column,
        site.end_column,
        site.source,
        site.filename,
        site.function,
        remark,
        caller,
        again,
    )


def cuttings(cuts: list[Cut]) -> tuple[Cutting, ...]:
    """Cuts as they appear in a verdict."""
    return tuple(Cutting(cut.source, cut.target, cut.reason, site_of(cut.event)) for cut in cuts)


def text_around(event: Event) -> list[str]:
    """All lines of the text that an event happened in, as it ran; empty where unknown."""
    place = event[PLACE]
    if place is None:
        return []
    run = run_of(place.code.co_filename, event[SEQ])
    if run is not None:
        return run.text.splitlines()
    return [line.rstrip("\n") for line in linecache.getlines(place.code.co_filename)]
