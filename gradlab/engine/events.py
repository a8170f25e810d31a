"""The recorder: what happened, to which values, and where in the user's source.

One immutable tuple per thing that happened, shared by the tensor, its node and a
ring of bounded size.  It holds numbers, names and code objects, never a tensor, an
array or a frame, so it keeps nothing alive.  The engine's answers never depend on it:
with recording off every gradient and every refusal stays the same, only the
explanations get shorter.

Fields, by position (a tuple with named positions costs half of a NamedTuple here):

====== ========= =====================================================================
index  name      what
====== ========= =====================================================================
0      seq       order of happening, one counter for all threads
1      op        a rule's name, or leaf, require_grad, detach, int, read, backward, ...
2      out       number of the value it made or concerns
3      ins       numbers of ALL inputs, tracked or not
4      tracked   bit i is set when input i was tracked at that moment
5      code      code object of the user's innermost frame, None where there is none
6      lasti     instruction offset in it
7      extra     shape of ``out``; ``(shape, digest, device)`` for a leaf and ``(shape, digest)``
                 for a read-out; the root's number for backward and grad_remove
8      caller    ``(code, lasti)`` of the line that called the user's function, or None
====== ========= =====================================================================
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from gradlab.engine.node import Array

Caller: TypeAlias = "tuple[CodeType, int] | None"
Event: TypeAlias = "tuple[int, str, int, tuple[int, ...], int, CodeType | None, int, Any, Caller]"
SEQ, OP, OUT, INS, TRACKED, CODE, LASTI, EXTRA, CALLER = range(9)

HIDDEN = frozenset({"gradlab.engine", "gradlab.engine.rules", "gradlab.nn"})
"""Packages whose frames are never "the user's line"."""

DIGEST_LIMIT = 4096
"""Values with more elements than this get no digest."""

CAPACITY = 50_000
_IN_A_FUNCTION = 0x2  # CO_NEWLOCALS: set for functions and comprehensions, not for modules

_next_seq = count(1).__next__
_ring: list[Event | None] = [None] * CAPACITY
_capacity = CAPACITY
_switch = threading.local()
_switch_lock = threading.Lock()
_pauses = 0


def record(
    op: str, out: int, ins: tuple[int, ...] = (), tracked: int = 0, extra: Any = None
) -> Event | None:
    """Write one event into the ring and return it; None while recording is off."""
    if _pauses and not is_recording():
        return None
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_globals.get("__package__") in HIDDEN:
        frame = frame.f_back
    seq = _next_seq()
    event: Event
    if frame is None:
        event = (seq, op, out, ins, tracked, None, 0, extra, None)
    else:
        code = frame.f_code
        caller = _caller(frame) if code.co_flags & _IN_A_FUNCTION else None
        event = (seq, op, out, ins, tracked, code, frame.f_lasti, extra, caller)
    _ring[seq % _capacity] = event
    return event


def _caller(frame: FrameType) -> Caller:
    back = frame.f_back
    while back is not None and back.f_globals.get("__package__") in HIDDEN:
        back = back.f_back
    return None if back is None else (back.f_code, back.f_lasti)


def position() -> tuple[CodeType | None, int, Caller]:
    """``(code, lasti, caller)`` of the user's line that led here."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__package__") in HIDDEN:
        frame = frame.f_back
    if frame is None:
        return None, 0, None
    return frame.f_code, frame.f_lasti, _caller(frame)


def digest(data: Array) -> int | None:
    """A 64-bit fingerprint of the numbers, whatever their shape; None for large values."""
    return hash(data.tobytes()) if data.size <= DIGEST_LIMIT else None


def events() -> list[Event]:
    """What the ring still holds, oldest first."""
    return sorted(event for event in list(_ring) if event is not None)


def forgotten() -> bool:
    """Has the ring overwritten anything since it was last emptied?"""
    return None not in _ring


def set_capacity(events: int) -> None:
    """Keep at most this many events (at least 1) from now on; the ring starts empty.

    An event takes about 250 bytes, so the default of 50,000 stays below 12 MB.
    """
    global _capacity
    if events < 1:
        raise ValueError(f"set_capacity: at least one event, not {events!r}")
    _ring[:] = [None] * events
    _capacity = events


def is_recording() -> bool:
    """Is the recorder on in this thread?  It is unless ``paused()`` is in force."""
    return not getattr(_switch, "off", 0)


@contextmanager
def paused() -> Iterator[None]:
    """Switch the recorder off in this thread for a ``with`` block."""
    _pause(+1)
    try:
        yield
    finally:
        _pause(-1)


def _pause(step: int) -> None:
    global _pauses
    with _switch_lock:
        _pauses += step
    _switch.off = getattr(_switch, "off", 0) + step
