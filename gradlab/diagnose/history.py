"""What the recorder holds, indexed once: who made a value, marked it, used it, asked for it.

Two graphs live in it.  The dataflow joins every input of every operation to its result;
the tape has only the edges that autodiff recorded.  All searches are linear in what the
recorder holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from gradlab.diagnose.nested import Nested
from gradlab.engine.events import (
    INS,
    OP,
    OUT,
    SEQ,
    TRACKED,
    Event,
    events,
    forgotten,
    missed,
    unseen_reads,
)
from gradlab.engine.graph_view import NOT_VALUES, Nature, leaves_graph, nature, sources

TAKES = frozenset({"from_grads", "from_module", "from_params"})
LOSING = frozenset({"detach", "inner", "int", "read", "late", "old_handle"})
"""Cuts that lose gradient.  Indices and masks are constants, a freeze is meant."""


class Cut(NamedTuple):
    """An edge of the dataflow that the tape lacks: the use of ``source`` that made ``target``.

    ``reason`` is the operation that leaves the graph, ``read`` (its numbers were read out within
    the call that made the leaf ``target``), ``late`` (used before it was marked), ``unmarked``
    (used while nothing had marked it) or ``old_handle`` (marked already, but used through a
    handle from before).
    """

    source: int
    target: int
    reason: str
    event: Event


@dataclass(slots=True)
class History:
    """The recorder's content, as dictionaries.  Numbers are those of values."""

    made: dict[int, Event] = field(default_factory=dict)
    marks: dict[int, list[Event]] = field(default_factory=dict)
    uses: dict[int, list[Event]] = field(default_factory=dict)
    reads: dict[int, list[Event]] = field(default_factory=dict)
    vals: dict[int, list[Event]] = field(default_factory=dict)
    replaced: dict[int, list[Event]] = field(default_factory=dict)
    backwards: list[Event] = field(default_factory=list)
    takes: list[Event] = field(default_factory=list)
    steps: dict[int, Event] = field(default_factory=dict)
    states: dict[int, Nature] = field(default_factory=dict)
    copied: dict[int, list[Event]] = field(default_factory=dict)  # leaf -> read-outs in its call
    nested: Nested = field(default_factory=Nested)
    complete: bool = True
    paused: bool = False  # something happened while recording was off
    unseen: dict[int, int] = field(default_factory=dict)  # values read out then: the moment

    @classmethod
    def now(cls) -> History:
        """Read the recorder."""
        history = cls(complete=not forgotten(), paused=missed(), unseen=unseen_reads())
        for event in events():
            history._enter(event)
        return history

    def _enter(self, event: Event) -> None:
        op, out = event[OP], event[OUT]
        if op == "require_grad":
            self.marks.setdefault(out, []).append(event)
        elif op == "read":
            self.reads.setdefault(out, []).append(event)
            self.nested.read(event)
        elif op == "val":
            self.vals.setdefault(out, []).append(event)
        elif op == "grad_replace":
            self.replaced.setdefault(out, []).append(event)
        elif op == "backward":
            self.backwards.append(event)
        elif op in TAKES:
            self.takes.append(event)
        elif op not in NOT_VALUES:
            self.made[out] = event
            self.states[out] = nature(event, self.states)
            if op == "step":
                self.steps[event[INS][0]] = event
            if op == "leaf" and (reads := self.nested.of(event)):
                self.copied[out] = reads
            for number in sources(event):
                self.uses.setdefault(number, []).append(event)

    def mark_before(self, number: int, seq: int) -> Event | None:
        """The first ``require_grad`` on a value before a moment."""
        marks = self.marks.get(number, ())
        return marks[0] if marks and marks[0][SEQ] < seq else None

    def sources(self, event: Event) -> tuple[int, ...]:
        """What an event's numbers came from; for a leaf what was read within its call."""
        copied = self.copied.get(event[OUT]) if event[OP] == "leaf" else None
        return sources(event) if copied is None else tuple(read[OUT] for read in copied)

    def ancestors(self, number: int, copies: bool = False) -> set[int]:
        """Everything that a value was computed from, itself included.

        With ``copies`` also across read-outs whose numbers were wrapped again.
        """
        origin = self.sources if copies else sources
        found, waiting = {number}, [number]
        while waiting:
            event = self.made.get(waiting.pop())
            for source in origin(event) if event else ():
                if source not in found:
                    found.add(source)
                    waiting.append(source)
        return found

    def holes(self, number: int, root: int) -> list[int]:
        """The values above ``root`` (itself included) whose making is not on record.

        Those from before ``number`` do not count: nothing older was computed from it.
        """
        above = self.ancestors(root, copies=True)
        return sorted(n for n in above if n > number and n not in self.made)

    def gap(self, number: int, root: int) -> str | None:
        """Why not everything is on record that could join ``number`` to ``root``.

        ``several`` (no one backward is asked about), ``overwritten``, ``paused``, or None where
        all of it is: the values above the root, what marked ``number``, who read it out.
        """
        if not root:
            return "several"
        gone = self.holes(number, root)
        if number not in self.made and (not self.complete or number > root):
            gone.insert(0, number)  # the oldest events go first; or nobody knows what it replaced
        if gone:
            oldest = min(self.made, default=root + 1)
            is_old = gone[0] < oldest and not self.complete
            return "overwritten" if is_old or not self.paused else "paused"
        reads = [self.unseen[n] for n in self.reached(number) if n in self.unseen]
        above = (self.made.get(n) for n in self.ancestors(root)) if reads else ()
        later = any(e is not None and e[OP] == "leaf" and e[SEQ] > min(reads) for e in above)
        return "paused" if later else None

    def reached(self, number: int) -> list[int]:
        """A value and everything computed from it, in creation order."""
        reached, waiting = {number}, [number]
        while waiting:
            for event in self.uses.get(waiting.pop(), ()):
                if event[OUT] not in reached:
                    reached.add(event[OUT])
                    waiting.append(event[OUT])
        return sorted(reached)

    def between(self, number: int, root: int) -> list[int]:
        """The values on dataflow paths from ``number`` to ``root``, in creation order."""
        above = self.ancestors(root, copies=True)
        if number not in above:
            return []
        reached = {number}
        for later in sorted(above):
            event = self.made.get(later)
            if later > number and event and not reached.isdisjoint(self.sources(event)):
                reached.add(later)
        return sorted(reached)

    def cuts(self, path: Iterable[int], number: int) -> list[Cut]:
        """The edges on ``path`` at which the gradient of ``number`` stops, in creation order.

        One entry per mistake: what follows from an earlier cut (a float made from ints, an
        operation on a value that an earlier cut left untracked) is not listed again.  An edge
        that leaves the graph and came before the mark is two mistakes.
        """
        on_path, found = set(path), []
        for target in sorted(on_path - {number}):
            event = self.made[target]
            for place, source in enumerate(self.sources(event)):
                if source in on_path:
                    reasons = self._reasons(event, place, source, number)
                    found += [Cut(source, target, reason, event) for reason in reasons]
        return found

    def losses(self, cuts: Iterable[Cut], root: int, number: int) -> list[Cut]:
        """Those of the cuts without which ``number`` would get more gradient."""
        kept = [cut for cut in cuts if cut.reason in LOSING]
        closed = {(cut.source, cut.target) for cut in cuts if cut.reason not in LOSING}
        if not kept or not closed:
            return kept
        above = self.ancestors(root, copies=True)
        reached = {number}
        for later in sorted(above):
            event = self.made.get(later)
            if event is not None and any(
                source in reached and (source, later) not in closed
                for source in self.sources(event)
            ):
                reached.add(later)
        leads, waiting = {root}, [root]
        while waiting:
            later = waiting.pop()
            event = self.made.get(later)
            for source in self.sources(event) if event is not None else ():
                if source not in leads and (source, later) not in closed:
                    leads.add(source)
                    waiting.append(source)
        return [cut for cut in kept if cut.source in reached and cut.target in leads]

    def _reasons(self, event: Event, place: int, source: int, number: int) -> Iterator[str]:
        state = self.states.get(source)
        if state is not None and (state.kind != "float" or not state.autodiff):
            return
        tracked = event[TRACKED] >> place & 1
        if leaves_graph(event):
            reason = str(event[OP])
            if reason == "leaf":
                reason, tracked = "read", self.copied[event[OUT]][place][TRACKED]
            yield reason
            if reason not in LOSING or number not in self.marks:
                return
        if tracked or source != number:
            return
        if self.mark_before(number, event[SEQ]):
            yield "old_handle"
        else:
            yield "late" if number in self.marks else "unmarked"

    def on_tape(self, path: Iterable[int], number: int) -> set[int]:
        """The values on ``path`` that recorded edges join to ``number``."""
        reached = {number}
        for target in path:
            event = self.made.get(target)
            if target == number or event is None or leaves_graph(event):
                continue
            if any(event[TRACKED] >> i & 1 and n in reached for i, n in enumerate(event[INS])):
                reached.add(target)
        return reached
