"""Read-outs that happened within the very call that made a leaf: proof of a copy."""

from __future__ import annotations

from dataclasses import dataclass, field

from gradlab.engine.events import PLACE, SEQ, Event, Place
from gradlab.engine.sites import Site, resolve, resolve_caller

_NEAR = 1000  # events between a read-out and the end of the call it stands in


@dataclass(slots=True)
class Nested:
    """The newest read-outs, and which of them belong to the leaf that is made next."""

    recent: list[Event] = field(default_factory=list)
    before: dict[Place, int] = field(default_factory=dict)
    known: dict[tuple[Place, Place], bool] = field(default_factory=dict)

    def read(self, event: Event) -> None:
        """Numbers were read out."""
        self.recent.append(event)

    def of(self, leaf: Event) -> list[Event]:
        """The read-outs within a leaf's own call, oldest first.

        What an earlier run of the same call has read is not among them.
        """
        place = leaf[PLACE]
        if place is None:
            return []
        since = max(self.before.get(place, 0), leaf[SEQ] - _NEAR)
        self.before[place] = leaf[SEQ]
        found = []
        while self.recent and self.recent[-1][SEQ] > since and self._inside(self.recent[-1], leaf):
            found.append(self.recent.pop())
        return found[::-1]

    def _inside(self, read: Event, leaf: Event) -> bool:
        if read[PLACE] is None:
            return False
        key = (read[PLACE], leaf[PLACE])
        if key not in self.known:
            outer, at = resolve(leaf[PLACE], leaf[SEQ]), read[SEQ]
            inner = resolve(read[PLACE], at), resolve_caller(read[PLACE], at)
            self.known[key] = any(_within(site, outer) for site in inner)
        return self.known[key]


def _within(inner: Site | None, outer: Site | None) -> bool:
    if inner is None or outer is None:
        return False
    if inner.filename != outer.filename or inner.where != outer.where:
        return False
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    ends = (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
    return begins and ends
