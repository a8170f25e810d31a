"""What containers hold, as cards beside a tape: entries, what was taken out, what never came."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from gradlab.draw import labels
from gradlab.draw.subject import NAME_COLUMNS, Subject
from gradlab.engine import Gradients
from gradlab.engine.events import Event
from gradlab.engine.graph_view import site_of
from gradlab.engine.interop import numbers_text
from gradlab.engine.sites import Site
from gradlab.words import say

_MOST = 6
Place: TypeAlias = Callable[[Site | None], str]
"""Says where something happened."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a card; what the container does not hold is a ghost."""

    text: str
    held: bool


@dataclass(frozen=True, slots=True)
class Container:
    """The Gradients of the value ``root``, line by line."""

    root: int
    title: str
    lines: tuple[Line, ...]


def containers(subject: Subject, place: Place) -> tuple[Container, ...]:
    """The cards that say what is not to be seen at the values themselves.

    For a look-up always; otherwise where an entry was taken out, the whole was handed over,
    or an entry belongs to a value that is not in the picture.
    """
    cards = []
    grads = subject.grads
    if grads is not None and (subject.asked is not None or _is_news(subject, grads)):
        cards.append(
            Container(grads.root, _title(subject, grads.root), _lines(subject, grads, place))
        )
    for root, other in subject.others.items():
        lines = _lines(subject, other, place)
        cards.append(Container(root, _title(subject, root), lines))
    return tuple(cards)


def _is_news(subject: Subject, grads: Gradients) -> bool:
    known = {node.number for node in subject.seen.nodes}
    return bool(grads.removed or grads.taken) or not grads._entries.keys() <= known


def _title(subject: Subject, root: int) -> str:
    name = subject.called.get(root)
    if name is None:
        return say("draw.container", root=subject.call(root))
    name = labels.cut(name, NAME_COLUMNS)
    return say("draw.container_named", name=name, root=subject.call(root))


def _lines(subject: Subject, grads: Gradients | None, place: Place) -> tuple[Line, ...]:
    lines = list(_all_lines(subject, grads, place))
    if len(lines) > _MOST:
        more = say("draw.more_entries", count=len(lines) - _MOST + 1)
        lines[_MOST - 1 :] = [Line(more, True)]
    return tuple(lines)


def _all_lines(subject: Subject, grads: Gradients | None, place: Place) -> Iterator[Line]:
    asked = subject.asked
    if grads is None:  # known from the recorder only
        if asked is not None:
            yield Line(say("draw.holds", name=subject.call(asked)), True)
        return
    if grads.taken is not None:
        taker, event = grads.taken
        yield Line(say("draw.handed_over", taker=taker, place=place(_site(event))), False)
        return
    if asked is not None and asked not in grads._entries and asked not in grads.removed:
        yield Line(say("draw.no_entry", name=subject.call(asked)), False)
    for number, event in grads.removed.items():
        name = subject.call(number)
        yield Line(say("draw.taken_out", name=name, place=place(_site(event))), False)
    for number, entry in grads._entries.items():
        name, numbers = subject.call(number), numbers_text(entry)
        yield Line(say("draw.entry", name=name, numbers=numbers), True)


def _site(event: Event | None) -> Site | None:
    return None if event is None else site_of(event)
