"""What the user calls things: variable names of tensors, from the frame that asked."""

from __future__ import annotations

import sys
from types import FrameType

from gradlab.engine import Tensor


def callers_names() -> dict[int, str]:
    """Number of a tensor -> the first name it is bound to where the user called us.

    The user's frame is the first one outside the package; its own names come before the
    module's, in the order in which they were first bound.  Names with a leading underscore
    (such as a notebook's ``_``) do not count.
    """
    frame = _users_frame()
    names: dict[int, str] = {}
    if frame is None:
        return names
    for scope in (frame.f_locals, frame.f_globals):
        # A copy: in a notebook another thread may bind names meanwhile.
        for name, value in list(scope.items()):
            if isinstance(value, Tensor) and not name.startswith("_"):
                names.setdefault(value.number, name)
    return names


def _users_frame() -> FrameType | None:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _ours(frame.f_globals.get("__name__")):
        frame = frame.f_back
    return frame


def _ours(module: object) -> bool:
    return isinstance(module, str) and (module == "gradlab" or module.startswith("gradlab."))
