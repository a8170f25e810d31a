"""Numbers that were read out and came back: a new leaf without a history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gradlab.diagnose import rewrite
from gradlab.diagnose.carried import carries
from gradlab.diagnose.finding import Finding, answers, line, spots, widened
from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import Inquiry, cuttings, spot
from gradlab.diagnose.names import Scope
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.verdict import Cutting, Fix
from gradlab.engine.events import EXTRA, OP, OUT, PLACE, SEQ, TRACKED, Event
from gradlab.engine.graph_view import site_of
from gradlab.words import say


class Copy(NamedTuple):
    """A read-out and the leaf that its numbers became; ``proven`` by standing in its call."""

    read: Event
    leaf: Event
    proven: bool


def proven(history: History, above: set[int]) -> list[Copy]:
    """The leaves among ``above`` in whose own calls numbers were read out."""
    found = [
        Copy(read, history.made[leaf], True)
        for leaf, reads in history.copied.items()
        if leaf in above
        for read in reads
    ]
    return sorted(found, key=lambda copy: copy.read[SEQ])


def probable(history: History, numbers: Iterable[int], above: set[int]) -> list[Copy]:
    """Leaves among ``above`` with the very numbers that were read from one of ``numbers`` before.

    Equal numbers alone prove nothing: the source has to lead from the read-out to the leaf.
    """
    reads = [event for number in numbers for event in history.reads.get(number, ())]
    leaves = [e for n in above if (e := history.made.get(n)) is not None and e[OP] == "leaf"]
    return sorted(
        Copy(read, leaf, False)
        for leaf in leaves
        for read in reads
        if read[SEQ] < leaf[SEQ] and _equal(read, leaf) and carries(read, leaf)
    )


def carried(history: History, above: set[int]) -> list[Copy]:
    """Leaves among ``above`` whose numbers Python computed from read-outs, as the source shows."""
    reads = {e[PLACE]: e for events in history.reads.values() for e in events if e[TRACKED]}
    leaves = [e for n in above if (e := history.made.get(n)) is not None and e[OP] == "leaf"]
    return sorted(
        Copy(read, leaf, False)
        for leaf in leaves
        for read in reads.values()
        if read[SEQ] < leaf[SEQ] and carries(read, leaf)
    )


def _equal(read: Event, leaf: Event) -> bool:
    shape, mark = read[EXTRA][0], read[EXTRA][1]
    single = all(size == 1 for size in shape)
    return mark is not None and mark == leaf[EXTRA][1] and not single


def values_copied(q: Inquiry) -> Finding | None:
    """The way to the loss goes over numbers that were read out and wrapped again."""
    if q.gate is not Gate.NOT_IN_CONTAINER:
        return None
    copy, cuts = _proven(q) or _probable(q) or (None, ())
    if copy is None:
        return None
    leaf = q.call(copy.leaf[OUT])
    site = spot(copy.leaf, "why.values_copied.here" if copy.proven else "why.values_copied.equal")
    read = spot(copy.read, "why.values_copied.read", name=q.call(copy.read[OUT]))
    fix = _fix(q, copy, leaf)
    key = "why.values_copied" if copy.proven else "why.values_copied.probably"
    title = say(key, none=q.none, name=q.name, line=line(site), leaf=leaf)
    others = spots(read) if read and site and read.line != site.line else ()
    return Finding(title, site, others, answers(q), fix, cuts)


def _proven(q: Inquiry) -> tuple[Copy, tuple[Cutting, ...]] | None:
    cut = next(iter(q.with_reason("read")), None)
    if cut is None:
        return None
    read = next(read for read in q.history.copied[cut.target] if read[OUT] == cut.source)
    return Copy(read, cut.event, True), cuttings(q.cuts)


def _probable(q: Inquiry) -> tuple[Copy, tuple[Cutting, ...]] | None:
    """Equal numbers are a guess, so not where a recorded way leads to the loss."""
    above = q.history.ancestors(q.grads.root)
    found = [] if q.path else probable(q.history, q.history.reached(q.number), above)
    if not found:
        return None
    copy = found[0]
    cut = Cutting(copy.read[OUT], copy.leaf[OUT], "read", site_of(copy.leaf))
    return copy, (cut,)


def _fix(q: Inquiry, copy: Copy, leaf: str) -> Fix:
    text = say("why.values_copied.fix")
    if copy.leaf[OUT] in q.history.marks:
        text = say("why.values_copied.fix_or_copy", leaf=leaf, container=q.container)
    price = say("why.values_copied.price")
    site = spot(copy.leaf, "why.values_copied.here")
    if site is not None:  # the copy's own mark would be refused on what replaces it
        site = widened(site, ".require_grad()")
    fits = copy.proven and same_shapes(q.history, copy.leaf)
    return rewrite.at(site, rewrite.unwrapped, text, price) if fits else Fix(text, price)


def same_shapes(history: History, leaf: Event) -> bool:
    """Can what a leaf's numbers were read from stand in its place, as it is or joined by cat?"""
    shapes = [tuple(read[EXTRA][0]) for read in history.copied[leaf[OUT]]]
    return shapes == [tuple(leaf[EXTRA][0])] or all(shape == (1,) for shape in shapes)


def numbers_only(name: str, scope: Scope, history: History) -> Finding | None:
    """A number that is asked for its gradient: where tracked values were read as numbers."""
    reads = [e for events in history.reads.values() for e in events if e[TRACKED]]
    if not reads:
        return None
    last = max(reads, key=lambda event: event[SEQ])
    site = spot(last, "why.values_copied.read", name=scope.call(last[OUT]))
    fix = Fix(say("why.values_copied.number_fix"), say("why.values_copied.price"))
    title = say("why.values_copied.number", name=name, line=line(site))
    return Finding(title, site, (), (), fix)


def read_only(q: Inquiry) -> Finding | None:
    """Nothing else explains it, and its numbers were read and went into the loss as numbers."""
    if q.gate is not Gate.NOT_IN_CONTAINER or q.path or not q.known:
        return None
    above = [q.history.made[n] for n in q.history.ancestors(q.grads.root) if n in q.history.made]
    takers = [event for event in above if _takes_numbers(event)]
    read = next(
        (
            read
            for read in _own_reads(q)
            if any(read[SEQ] < event[SEQ] and carries(read, event) for event in takers)
        ),
        None,
    )
    if read is None:
        return None
    site = spot(read, "why.values_copied.read", name=q.call(read[OUT]))
    title = say("why.values_copied.read_only", none=q.none, name=q.name, line=line(site),
                loss=q.loss)  # fmt: skip
    fix = Fix(say("why.values_copied.fix"), say("why.values_copied.price"))
    return Finding(title, site, (), answers(q), fix)


def read_note(q: Inquiry) -> tuple[str, ...]:
    """That numbers of an unused leaf were read, which by itself explains nothing."""
    reads = _own_reads(q)
    if not reads:
        return ()
    where = line(spot(reads[0], "why.values_copied.equal"))
    return ("note " + say("why.values_copied.also_read", name=q.name, line=where),)


def _own_reads(q: Inquiry) -> list[Event]:
    """Where the asked value, or what was computed from it, was read before the backward."""
    walked = q.grads.event[SEQ] if q.grads.event else None
    explained = {read[SEQ] for reads in q.history.copied.values() for read in reads}
    return sorted(
        event
        for number in q.history.reached(q.number)
        for event in q.history.reads.get(number, ())
        if event[SEQ] not in explained and (walked is None or event[SEQ] < walked)
    )


def _takes_numbers(event: Event) -> bool:
    """Did Python numbers go into the event's value?"""
    op = str(event[OP])
    return op == "leaf" or "scalar" in op or op in ("clamp", "mask_fill")
