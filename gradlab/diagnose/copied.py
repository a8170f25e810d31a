"""Numbers that were read out and came back: a new leaf without a history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gradlab.diagnose import rewrite
from gradlab.diagnose.finding import Finding, answers, line, spots, widened
from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import Inquiry, spot
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.verdict import Cutting, Fix
from gradlab.engine.events import EXTRA, OP, OUT, PLACE, SEQ, Event
from gradlab.engine.graph_view import site_of
from gradlab.engine.sites import Site
from gradlab.words import say


class Copy(NamedTuple):
    """A read-out and the leaf that its numbers became; ``proven`` by standing in its call."""

    read: Event
    leaf: Event
    proven: bool


def copies(history: History, numbers: Iterable[int], above: set[int]) -> list[Copy]:
    """The read-outs of these values whose numbers came back as leaves among ``above``.

    A read-out within the leaf's own call is proof.  Equal numbers in a later leaf make it
    probable, unless they are as common as a single 0 or 1.
    """
    reads = [event for number in numbers for event in history.reads.get(number, ())]
    leaves = [e for n in above if (e := history.made.get(n)) is not None and e[OP] == "leaf"]
    proven = [Copy(read, leaf, True) for leaf in leaves for read in reads if inside(read, leaf)]
    if proven:
        return sorted(proven, key=lambda copy: copy.read[SEQ])
    return sorted(
        Copy(read, leaf, False)
        for leaf in leaves
        for read in reads
        if read[SEQ] < leaf[SEQ] and _equal(read, leaf)
    )


def inside(read: Event, leaf: Event) -> bool:
    """Did the read-out happen within the very call that made the leaf?"""
    if read[SEQ] > leaf[SEQ] or read[PLACE] is None or leaf[PLACE] is None:
        return False
    if leaf[SEQ] - read[SEQ] > _NEAR:
        return False
    return _within(site_of(read), site_of(leaf))


_NEAR = 1000  # events between a read-out and the end of the call it stands in


def _within(inner: Site | None, outer: Site | None) -> bool:
    if inner is None or outer is None:
        return False
    if inner.filename != outer.filename or inner.where != outer.where:
        return False
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    ends = (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
    return begins and ends


def _equal(read: Event, leaf: Event) -> bool:
    shape, mark = read[EXTRA][0], read[EXTRA][1]
    single = all(size == 1 for size in shape)
    return mark is not None and mark == leaf[EXTRA][1] and not single


def values_copied(q: Inquiry) -> Finding | None:
    """The way to the loss goes over numbers that were read out and wrapped again."""
    if q.gate is not Gate.NOT_IN_CONTAINER:
        return None
    found = copies(q.history, _reached(q.history, q.number), q.history.ancestors(q.grads.root))
    if not found:
        return None
    copy = found[0]
    leaf = q.call(copy.leaf[OUT])
    site = spot(copy.leaf, "why.values_copied.here" if copy.proven else "why.values_copied.equal")
    read = spot(copy.read, "why.values_copied.read", name=q.call(copy.read[OUT]))
    fix = _fix(q, copy, leaf)
    key = "why.values_copied" if copy.proven else "why.values_copied.probably"
    title = say(key, asked=_asked(q), name=q.name, line=line(site), leaf=leaf)
    others = spots(read) if read and site and read.line != site.line else ()
    number, target = copy.read[OUT], copy.leaf[OUT]
    cut = Cutting(number, target, "read", site_of(copy.leaf))
    return Finding(title, site, others, answers(q), fix, (cut,))


def _fix(q: Inquiry, copy: Copy, leaf: str) -> Fix:
    text = say("why.values_copied.fix")
    if copy.leaf[OUT] in q.history.marks:
        text = say("why.values_copied.fix_or_copy", leaf=leaf, container=q.container)
    price = say("why.values_copied.price")
    site = spot(copy.leaf, "why.values_copied.here")
    if site is not None:  # the copy's own mark would be refused on what replaces it
        site = widened(site, ".require_grad()")
    return rewrite.at(site, rewrite.unwrapped, text, price)


def read_only(q: Inquiry) -> Finding | None:
    """Nothing else explains it, and its numbers were read: said as no more than that."""
    if q.gate is not Gate.NOT_IN_CONTAINER or q.path or not q.known:
        return None
    before = q.grads.event[SEQ] if q.grads.event else None
    reads = [
        event
        for number in _reached(q.history, q.number)
        for event in q.history.reads.get(number, ())
        if before is None or event[SEQ] < before
    ]
    if not reads:
        return None
    site = spot(reads[0], "why.values_copied.read", name=q.call(reads[0][OUT]))
    title = say("why.values_copied.read_only", asked=_asked(q), name=q.name, line=line(site),
                loss=q.loss)  # fmt: skip
    fix = Fix(say("why.values_copied.fix"), say("why.values_copied.price"))
    return Finding(title, site, (), answers(q), fix)


def _reached(history: History, number: int) -> list[int]:
    """A value and everything computed from it."""
    reached, waiting = {number}, [number]
    while waiting:
        for event in history.uses.get(waiting.pop(), ()):
            if event[OUT] not in reached:
                reached.add(event[OUT])
                waiting.append(event[OUT])
    return sorted(reached)


def _asked(q: Inquiry) -> str:
    return say("why.asked", name=q.name, container=q.container)
