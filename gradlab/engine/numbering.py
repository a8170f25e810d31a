"""Numbers of values: one counter, never reused; what is *shown* can start afresh."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import FrameType

_numbers = count(1)
next_number = _numbers.__next__
_shown_from = 0


def fresh() -> None:
    """Let the numbers that are shown start again at #1.

    Only the display changes: node ids, and the keys of every ``Gradients``, are
    never reused.  Values made before the call show as ``old#n``.  Neither the
    recorder nor any container is cleared.
    """
    global _shown_from
    _shown_from = next_number()


@contextmanager
def shown_from(number: int) -> Iterator[None]:
    """For a ``with`` block, show the values made after ``number`` as #1, #2, ..."""
    global _shown_from
    before, _shown_from = _shown_from, number
    try:
        yield
    finally:
        _shown_from = before


def shown(number: int) -> str:
    """The number as people see it: ``#3``, or ``old#3`` from before ``fresh()``."""
    return f"#{number - _shown_from}" if number > _shown_from else f"old#{number}"


def names_of_values(frame: FrameType | None) -> dict[int, str]:
    """Numbers -> the names that a frame has for values: its own before the module's.

    Of several names of one value the first bound counts; names with a leading underscore do not.
    """
    names: dict[int, str] = {}
    for scope in () if frame is None else (frame.f_locals, frame.f_globals):
        for name, value in list(scope.items()):  # another thread may bind names meanwhile
            number = getattr(type(value), "_number", None) and value._number
            if isinstance(number, int) and not name.startswith("_"):
                names.setdefault(number, name)
    return names
