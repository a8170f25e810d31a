"""The recorder: what happened, to which values, and where in the user's source.

One immutable tuple per thing that happened, shared by the tensor and a ring of bounded
size.  It holds numbers, names, devices and code objects, never a tensor, an array or a
frame, so it keeps nothing alive.  The engine's answers never depend on it:
with recording off every gradient and every refusal stays the same, only the
explanations get shorter.

Fields, by position (a tuple with named positions costs half of a NamedTuple here):

====== ========= =====================================================================
index  name      what
====== ========= =====================================================================
0      SEQ       order of happening, one counter for all threads
1      OP        a rule's name, or leaf, require_grad, detach, int, read, backward, ...
2      OUT       number of the value it made or concerns
3      TRACKED   bit i is set when input i was tracked at that moment
4      PLACE     where in the user's source, see below; None where no user's frame led here
5      EXTRA     shape of OUT, None for "as the first input"; for a leaf ``(shape, digest,
                 device, NumPy's kind letter)``, for a read-out ``(shape, digest)``, for
                 an optimizer's step ``(shape, ParamId)``, for backward and whatever takes
                 or replaces entries the root's number
6...   INS       numbers of ALL inputs, tracked or not
====== ========= =====================================================================
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from gradlab.engine.node import Array

Event: TypeAlias = tuple[Any, ...]
SEQ, OP, OUT, TRACKED, PLACE, EXTRA = range(6)
INS = slice(6, None)


class Place(NamedTuple):
    """An instruction of the user's innermost frame, and the one that called that function.

    Places are shared: a loop that runs an operation a million times makes one.
    """

    code: CodeType
    lasti: int
    caller: CodeType | None
    caller_lasti: int


_LAYERS = ("engine", "engine.rules", "nn", "diagnose", "draw", "lab", "classroom", "ipython")
HIDDEN = frozenset(f"gradlab.{layer}" for layer in _LAYERS)
"""Packages whose frames are never "the user's line"; what the command line runs is one."""

DIGEST_LIMIT = 4096
"""Values with more elements than this get no digest."""

CAPACITY = 50_000
LARGEST_CAPACITY = 10_000_000  # 2.4 GB when full
PLACES_KEPT = 20_000
_IN_A_FUNCTION = 0x2  # CO_NEWLOCALS: set for functions and comprehensions, not for modules

_next_seq = count(1).__next__
_ring: list[Event | None] = [None] * CAPACITY
_capacity = CAPACITY
_emptied = 0  # the moment at which the ring was emptied
_places: dict[tuple[int, int, int, int], Place] = {}
_switch = threading.local()
_switch_lock = threading.Lock()
_pauses = 0
_missed = False  # has anything happened unrecorded since the ring was emptied?
_unseen_reads: deque[tuple[int, int]] = deque(maxlen=1000)


def record(
    op: str, out: int, ins: tuple[int, ...], tracked: int, extra: Any, depth: int = 3
) -> Event | None:
    """Write one event into the ring and return it; None while recording is off.

    The nearest ``depth - 1`` frames above this one are known to be the package's own; the
    search for the user's line starts behind them.
    """
    if _pauses and not is_recording():
        _miss(op, out)
        return None
    seq = _next_seq()
    event = (seq, op, out, tracked, _place(sys._getframe(depth)), extra, *ins)
    _ring[seq % _capacity] = event
    return event


def _miss(op: str, out: int) -> None:
    global _missed
    _missed = True
    if op == "read":
        _unseen_reads.append((out, moment()))


def retract(event: Event | None) -> None:
    """Call an event "refused", if the ring still holds it: it turned out not to happen."""
    if event is not None and _ring[event[SEQ] % _capacity] is event:
        _ring[event[SEQ] % _capacity] = (event[SEQ], "refused", *event[OUT:])


def _place(frame: FrameType | None) -> Place | None:
    while frame is not None and frame.f_globals.get("__package__") in HIDDEN:
        frame = frame.f_back
    if frame is None:
        return None
    code, lasti = frame.f_code, frame.f_lasti
    caller, caller_lasti = None, 0
    if code.co_flags & _IN_A_FUNCTION:
        back = frame.f_back
        while back is not None and back.f_globals.get("__package__") in HIDDEN:
            back = back.f_back
        if back is not None:
            caller, caller_lasti = back.f_code, back.f_lasti
    key = (id(code), lasti, id(caller), caller_lasti)  # ids stay valid: the place holds both
    place = _places.get(key)
    if place is None:
        if len(_places) >= PLACES_KEPT:
            _places.clear()
        place = _places[key] = Place(code, lasti, caller, caller_lasti)
    return place


def moment() -> int:
    """A point in the order of events: later events have larger ``SEQ``, earlier ones smaller."""
    return _next_seq()


def users_frame() -> FrameType | None:
    """The innermost frame outside the engine and the modules."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__package__") in HIDDEN:
        frame = frame.f_back
    return frame


def here() -> Place | None:
    """The user's line that led to the caller of this function."""
    return _place(users_frame())


def digest(data: Array) -> int | None:
    """A 64-bit fingerprint of the numbers, whatever their shape; None for large values."""
    return hash(data.tobytes()) if data.size <= DIGEST_LIMIT else None


def events() -> list[Event]:
    """The newest of what was recorded, without a gap, oldest first.

    A number that no event took (a ``moment``) leaves an older event in its place of the ring.
    """
    held = sorted(event for event in list(_ring) if event is not None)
    oldest = held[-1][SEQ] - _capacity if held else 0
    return [event for event in held if event[SEQ] > oldest]


def forgotten() -> bool:
    """Has the ring overwritten anything since it was last emptied?"""
    newest = max((event[SEQ] for event in list(_ring) if event is not None), default=_emptied)
    return newest - _emptied > _capacity


def missed() -> bool:
    """Has anything happened while recording was off, since the ring was last emptied?"""
    return _missed


def unseen_reads() -> dict[int, int]:
    """Values that were read out while recording was off, newest 1000: number -> first moment."""
    return dict(reversed(list(_unseen_reads)))


def set_capacity(events: int) -> None:
    """Keep at most this many events from now on; the ring starts empty.

    An event takes at most 240 bytes, so the default of 50,000 stays below 12 MB.  Raises
    ValueError for anything but a whole number from 1 to 10 million.
    """
    global _capacity, _emptied, _missed
    if type(events) is not int or not 1 <= events <= LARGEST_CAPACITY:
        wanted = f"a whole number from 1 to {LARGEST_CAPACITY:,}"
        raise ValueError(f"set_capacity: {wanted}, not {events!r}")
    _ring[:] = [None] * events
    _capacity, _emptied, _missed = events, _next_seq(), False
    _unseen_reads.clear()


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
