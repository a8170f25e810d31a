"""Numbers of values: one counter, never reused; what is *shown* can start afresh."""

from __future__ import annotations

from itertools import count

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


def shown(number: int) -> str:
    """The number as people see it: ``#3``, or ``old#3`` from before ``fresh()``."""
    return f"#{number - _shown_from}" if number > _shown_from else f"old#{number}"
