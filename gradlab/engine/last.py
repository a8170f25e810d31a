"""What this thread asked last in vain: the look-up that gave None, or the refusal.

So that a later question without arguments knows what it is about.  Holds on to one
tensor and one container, or the facts of one error, per thread.
"""

from __future__ import annotations

import threading
from typing import Any

_last = threading.local()


def note(subject: tuple[Any, ...]) -> None:
    """Keep ``(refusal,)`` or ``(tensor, gradients)`` until the next one."""
    _last.subject = subject


def subject() -> tuple[Any, ...] | None:
    """``(refusal,)``, ``(tensor, gradients)``, or None if nothing was asked in vain yet."""
    found: tuple[Any, ...] | None = getattr(_last, "subject", None)
    return found
