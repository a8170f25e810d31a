"""Where a tensor lives, and whether autodiff watches it there.

Two facts make a device: the piece of hardware (an index; all of them are the
same CPU here, told apart so that moving a tensor means something) and whether
autodiff is on.  As in burn, equality compares the hardware only:
``Device.flex() == Device.flex().autodiff()``.  Ask ``is_autodiff()`` for the rest.
"""

from __future__ import annotations

from functools import cache
from typing import Any


class Device:
    """One piece of hardware, with autodiff on or off.

    Made by ``Device.flex()`` and ``Device.flex(1)``; equal arguments give the
    same object, so devices can be compared by ``is`` when autodiff matters.
    """

    __slots__ = ("_autodiff", "index")

    index: int
    _autodiff: bool

    def __init__(self) -> None:
        raise TypeError("use Device.flex(), Device.flex(1) or Device.flex().autodiff()")

    @staticmethod
    def flex(index: int = 0) -> Device:
        """The plain device number ``index`` (autodiff off).

        Raises ValueError for a negative or non-integer index.
        """
        if isinstance(index, bool) or not isinstance(index, int) or index < 0:
            raise ValueError(f"Device.flex: the index is a whole number >= 0, not {index!r}")
        return _device(index, False)

    def autodiff(self) -> Device:
        """The same hardware with autodiff on (itself if it is on already)."""
        return _device(self.index, True)

    def inner(self) -> Device:
        """The same hardware with autodiff off (itself if it is off already)."""
        return _device(self.index, False)

    def without_autodiff(self) -> Device:
        """burn's newer name for ``inner()``."""
        return self.inner()

    def is_autodiff(self) -> bool:
        """Is autodiff on?  This is question 1 of every missing gradient."""
        return self._autodiff

    def __eq__(self, other: object) -> bool:
        return self.index == other.index if isinstance(other, Device) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.index)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and unpickled devices are the one object of their kind."""
        return _device, (self.index, self._autodiff)

    def __repr__(self) -> str:
        hardware = f"Device.flex({self.index or ''})"
        return hardware + ".autodiff()" if self._autodiff else hardware


@cache
def _device(index: int, autodiff: bool) -> Device:
    device = object.__new__(Device)
    device.index = index
    device._autodiff = autodiff
    return device
