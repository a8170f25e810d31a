"""What the recorder holds, indexed once: who made a value, marked it, used it, asked for it.

Two graphs live in it.  The dataflow joins every input of every operation to its result;
the tape has only the edges that autodiff recorded.  All searches are linear in what the
recorder holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from gradlab.engine.events import INS, OP, OUT, SEQ, TRACKED, Event, events, forgotten
from gradlab.engine.graph_view import NOT_VALUES, Nature, leaves_graph, nature, sources

TAKES = frozenset({"from_grads", "from_module", "from_params"})


class Cut(NamedTuple):
    """An edge of the dataflow that the tape lacks: the use of ``source`` that made ``target``.

    ``reason`` is the operation that leaves the graph, or ``late`` (used before it was marked),
    ``unmarked`` (used while nothing had marked it) or ``old_handle`` (marked already, but used
    through a handle from before).
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
    backwards: list[Event] = field(default_factory=list)
    takes: list[Event] = field(default_factory=list)
    steps: dict[int, Event] = field(default_factory=dict)
    states: dict[int, Nature] = field(default_factory=dict)
    complete: bool = True

    @classmethod
    def now(cls) -> History:
        """Read the recorder."""
        history = cls(complete=not forgotten())
        for event in events():
            history._enter(event)
        return history

    def _enter(self, event: Event) -> None:
        op, out = event[OP], event[OUT]
        if op == "require_grad":
            self.marks.setdefault(out, []).append(event)
        elif op == "read":
            self.reads.setdefault(out, []).append(event)
        elif op == "val":
            self.vals.setdefault(out, []).append(event)
        elif op == "backward":
            self.backwards.append(event)
        elif op in TAKES:
            self.takes.append(event)
        elif op not in NOT_VALUES:
            self.made[out] = event
            self.states[out] = nature(event, self.states)
            if op == "step":
                self.steps[event[INS][0]] = event
            for number in sources(event):
                self.uses.setdefault(number, []).append(event)

    def mark_before(self, number: int, seq: int) -> Event | None:
        """The first ``require_grad`` on a value before a moment."""
        marks = self.marks.get(number, ())
        return marks[0] if marks and marks[0][SEQ] < seq else None

    def ancestors(self, number: int) -> set[int]:
        """Everything that the numbers of a value came from, itself included."""
        found, waiting = {number}, [number]
        while waiting:
            event = self.made.get(waiting.pop())
            for source in sources(event) if event else ():
                if source not in found:
                    found.add(source)
                    waiting.append(source)
        return found

    def covers(self, root: int) -> bool:
        """Is everything that ``root`` came from on record?"""
        if root not in self.made:
            return False
        return self.complete or all(number in self.made for number in self.ancestors(root))

    def between(self, number: int, root: int) -> list[int]:
        """The values on dataflow paths from ``number`` to ``root``, in creation order."""
        above = self.ancestors(root)
        if number not in above:
            return []
        reached = {number}
        for later in sorted(above):
            event = self.made.get(later)
            if later > number and event and not reached.isdisjoint(sources(event)):
                reached.add(later)
        return sorted(reached)

    def cuts(self, path: Iterable[int], number: int) -> list[Cut]:
        """The edges on ``path`` at which the gradient of ``number`` stops, in creation order.

        One entry per mistake: what follows from an earlier cut (a float made from ints, an
        operation on a value that an earlier cut left untracked) is not listed again.
        """
        on_path, found = set(path), []
        for target in sorted(on_path - {number}):
            event = self.made[target]
            for place, source in enumerate(sources(event)):
                if source in on_path and (reason := self._reason(event, place, source, number)):
                    found.append(Cut(source, target, reason, event))
        return found

    def _reason(self, event: Event, place: int, source: int, number: int) -> str | None:
        state = self.states.get(source)
        if state is not None and (state.kind != "float" or not state.autodiff):
            return None
        if leaves_graph(event):
            return str(event[OP])
        if event[TRACKED] >> place & 1 or source != number:
            return None
        if self.mark_before(number, event[SEQ]):
            return "old_handle"
        return "late" if number in self.marks else "unmarked"

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
