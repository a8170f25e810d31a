"""The tensor: creation, marking, leaving and entering autodiff, backward and look-up.

Every method returns a new handle; nothing is changed in place.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from gradlab.engine import checks, decided, last
from gradlab.engine.calls import guard
from gradlab.engine.device import Device
from gradlab.engine.elementwise import Elementwise
from gradlab.engine.errors import (
    DTypeError,
    NoAutodiffError,
    NonLeafError,
    ReflexError,
    UntrackedRootError,
)
from gradlab.engine.events import digest, record, retract
from gradlab.engine.gradients import Gradients
from gradlab.engine.interop import Interop
from gradlab.engine.node import BOOL, F32, GRAD, GRAD_IN_BACKWARD, I64, Array
from gradlab.engine.numbering import next_number, shown
from gradlab.engine.rearranging import Rearranging
from gradlab.engine.reflexes import ANSWERS, AsksTheContainer, close
from gradlab.engine.rules import arithmetic
from gradlab.engine.value import made, marked, unary, untracked
from gradlab.engine.walk import walk


class Tensor(Elementwise, Rearranging, Interop):
    """Numbers (float, int or bool) of rank 1 or more on a device.

    Float tensors on an autodiff device can be marked with ``require_grad()``; operations
    on tracked tensors are recorded until ``backward()`` walks them.
    """

    __slots__ = ()

    def __init__(self, *values: Any, **named: Any) -> None:
        raise ReflexError(
            "Tensor",
            "a tensor is made by naming its kind and its device",
            "Tensor.from_floats([1., 2.], Device.flex().autodiff()), from_ints, from_bools,"
            " zeros, ones, full, random",
        )

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name not in ANSWERS]

    # creation ---------------------------------------------------------------------------

    @classmethod
    def from_floats(cls, values: ArrayLike, device: Device, dtype: DTypeLike = np.float32) -> Self:
        """A float tensor from numbers, nested lists or an array; one number gives shape [1].

        ``dtype`` is float32 or, on request, float64.  Raises DTypeError for anything that is
        no number or does not fit the dtype, ShapeMismatchError for ragged lists.
        """
        return cls._leaf("from_floats", values, device, dtype)

    @classmethod
    def from_ints(cls, values: ArrayLike, device: Device) -> Self:
        """An int tensor (64 bit).  Raises DTypeError for floats, and for what needs more bits."""
        return cls._leaf("from_ints", values, device, I64, "i")

    @classmethod
    def from_bools(cls, values: ArrayLike, device: Device) -> Self:
        """A bool tensor."""
        return cls._leaf("from_bools", values, device, BOOL, "b")

    @classmethod
    def _leaf(
        cls, op: str, values: ArrayLike, device: Device, dtype: DTypeLike, kind: str = "f"
    ) -> Self:
        if not isinstance(device, Device):
            raise DTypeError(
                op,
                f"the second argument is the device, not {device!r}",
                "for example Device.flex().autodiff()",
            )
        data = checks.numbers(op, values, checks.dtype(op, dtype, kind))
        return untracked(
            cls, "leaf", (), data, device, (data.shape, digest(data), device, data.dtype.kind)
        )

    @classmethod
    def full(cls, shape: Any, value: float, device: Device, dtype: DTypeLike = np.float32) -> Self:
        """A float tensor with ``value`` everywhere."""
        return cls._full("full", shape, value, device, dtype)

    @classmethod
    def zeros(cls, shape: Any, device: Device, dtype: DTypeLike = np.float32) -> Self:
        """A float tensor of zeros."""
        return cls._full("zeros", shape, 0.0, device, dtype)

    @classmethod
    def ones(cls, shape: Any, device: Device, dtype: DTypeLike = np.float32) -> Self:
        """A float tensor of ones."""
        return cls._full("ones", shape, 1.0, device, dtype)

    @classmethod
    def _full(cls, op: str, shape: Any, value: float, device: Device, dtype: DTypeLike) -> Self:
        filled = np.full(checks.sizes(op, shape), checks.real(op, value))
        return cls._leaf(op, filled, device, dtype)

    @classmethod
    def random(cls, shape: Any, device: Device, seed: int, dtype: DTypeLike = np.float32) -> Self:
        """Uniform numbers in [0, 1); the same seed gives the same numbers."""
        generator = np.random.default_rng(checks.seed("random", seed))
        numbers = generator.random(checks.sizes("random", shape))
        return cls._leaf("random", numbers, device, dtype)

    # what autodiff knows ------------------------------------------------------------------

    def device(self) -> Device:
        """Where it lives; ints and bools report the device they came from."""
        return self._device

    def is_autodiff(self) -> bool:
        """Question 1: is autodiff on for its device?"""
        return self._device.is_autodiff()

    def is_require_grad(self) -> bool:
        """Question 2: is this handle a marked leaf?"""
        return self._node is not None and self._node.requirement is GRAD

    def is_tracked(self) -> bool:
        """A marked leaf or the result of an operation on one (also after backward)."""
        return self._node is not None

    @property
    def dtype(self) -> np.dtype[Any]:
        """NumPy's dtype of the numbers."""
        return self._data.dtype

    @property
    def number(self) -> int:
        """The value's number, never reused; for a tracked value its node id."""
        return self._number

    # marking and cutting ------------------------------------------------------------------

    def require_grad(self) -> Self:
        """A handle to the same leaf, marked: operations from now on are recorded for it.

        Keeps the number.  Operations that used the unmarked handle are not patched.
        Raises NonLeafError on a recorded result, NoAutodiffError off autodiff.
        """
        decided.refuse_to_mark("require_grad", self)
        if self._node is None:
            return marked(type(self), "require_grad", self, self._data, self._number)
        if self._node.requirement is GRAD_IN_BACKWARD:
            raise NonLeafError(
                "require_grad",
                f"can't convert a non-leaf tensor into a tracked leaf:"
                f" {shown(self._number)} is the result of an operation",
                "mark before computing, or cut first: h.detach().require_grad()"
                " (nothing flows above it then)",
                number=self._number,
            )
        return self

    def set_require_grad(self, flag: bool) -> Self:
        """``require_grad()``, or with False a new untracked leaf (new number; cuts the graph)."""
        if flag:
            return self.require_grad()
        if not self.is_autodiff() or self.kind != "float":
            return self
        return untracked(type(self), "set_require_grad", (self,), self._data, self._device)

    def detach(self) -> Self:
        """The same numbers as a new leaf with a new number.

        A marked leaf gives a marked leaf (its gradient goes to the copy), everything else an
        unmarked one; off autodiff the handle itself.
        """
        if not self.is_autodiff() or self.kind != "float":
            return self
        if self.is_require_grad():
            return marked(type(self), "detach", self, self._data, next_number())
        return untracked(type(self), "detach", (self,), self._data, self._device)

    def clone(self) -> Self:
        """Another handle to the same value: same number, same gradient."""
        return made(type(self), self._data, self._device, self._number, self._node, self._event)

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    # between devices and kinds --------------------------------------------------------------

    def inner(self) -> Self:
        """The numbers without autodiff, on the plain device; itself where it is off already."""
        if not self.is_autodiff():
            return self
        return untracked(type(self), "inner", (self,), self._data, self._device.inner())

    def without_autodiff(self) -> Self:
        """burn's newer name for ``inner()``."""
        return self.inner()

    @classmethod
    def from_inner(cls, plain: Self) -> Self:
        """A plain tensor as a new untracked leaf on autodiff; itself if it is there already."""
        return cls._enter("from_inner", checks.tensor("from_inner", plain))

    def autodiff(self) -> Self:
        """A plain tensor as a new untracked leaf on autodiff.  Does not mark it."""
        return self._enter("autodiff", self)

    @classmethod
    def _enter(cls, op: str, plain: Self) -> Self:
        if plain.is_autodiff():
            return plain
        return untracked(cls, op, (plain,), plain._data, plain._device.autodiff())

    def to_device(self, device: Device) -> Self:
        """The numbers on another piece of hardware: for a tracked tensor a recorded operation.

        The result of moving a marked leaf is an intermediate; the leaf gets the gradient.
        Raises DeviceMismatchError from autodiff to plain.
        """
        if not isinstance(device, Device):
            raise DTypeError("to_device", f"expected a device, got {device!r}", "Device.flex(1)")
        if decided.stays_put(self, device):
            return self
        target = device if self.is_autodiff() else device.inner()
        if self._node is None:
            return untracked(type(self), "to_device", (self,), self._data, target)
        moved = unary(arithmetic.to_device, self)
        moved._device = target
        return moved

    def int(self) -> Self:
        """Whole numbers, towards zero.  Leaves the graph: ints have no gradient.

        What is too large for 64 bits becomes the largest (smallest) int, NaN becomes 0.
        """
        data = decided.whole(self._data) if self.kind == "float" else self._data.astype(I64)
        return untracked(type(self), "int", (self,), data, self._device)

    def bool(self) -> Self:
        """True where not zero.  Leaves the graph."""
        return self._converted("bool", BOOL)

    def float(self) -> Self:
        """Float32 numbers; from int or bool a new untracked leaf on the same device."""
        return self if self.kind == "float" else self._converted("float", F32)

    def _converted(self, op: str, dtype: np.dtype[Any]) -> Self:
        data = self._data.astype(dtype)
        return untracked(type(self), op, (self,), data, self._device)

    def cast(self, dtype: DTypeLike) -> Self:
        """Another precision (recorded; the gradient is cast back).

        To an int type as ``int()``, to bool as ``bool()``.
        """
        target = checks.dtype("cast", dtype, "fiub")
        if target.kind in "iu":
            return self.int()
        if target.kind == "b":
            return self.bool()
        if self.kind != "float":
            return self._converted("float", target)
        return self if target == self.dtype else unary(arithmetic.cast, self, target)

    # backward and look-up -------------------------------------------------------------------

    def backward(self) -> Gradients:
        """Walk the tape from here and return the leaves' gradients.

        Starts from ones of this tensor's shape, so a loss with several elements counts as
        their sum.  Raises NoAutodiffError off autodiff, UntrackedRootError where no marked
        leaf leads here, TapeConsumedError (consuming nothing) for a used-up tape.
        """
        if self.kind != "float" or not self.is_autodiff():
            what = f"on {self._device!r}" if self.kind == "float" else f"of kind {self.kind}"
            raise NoAutodiffError(
                "backward",
                f"autodiff is disabled for this tensor: {shown(self._number)} is {what}",
                "build parameters and inputs on Device.flex().autodiff() and mark the parameters",
                root=self._number,
            )
        if self._node is None:
            raise UntrackedRootError(
                "backward",
                f"requires a tracked tensor, but no marked leaf leads to {shown(self._number)}",
                "call require_grad() on the source leaf before computing this",
                root=self._number,
            )
        event = record("backward", self._number, (self._number,), 1, self._number, depth=2)
        seed = np.empty(self.shape, self.dtype)
        seed.fill(1)
        seed.setflags(write=False)
        try:
            return walk(self._node, seed, event)
        except BaseException:
            retract(event)  # a backward that was refused has reached nothing
            raise

    def _grad(self, grads: Gradients) -> Self | None:
        """The gradient as a plain tensor, or None.

        Asked in this order: a float? on autodiff? marked? in this container?  The first no
        gives None.  Raises ContainerTakenError if ``grads`` was handed over as a whole.
        """
        found = self._look_up("grad", grads)
        if found is None:
            last.note((self, grads))
            return None
        return untracked(type(self), "gradient", (self,), found, self._device.inner())

    grad = AsksTheContainer(_grad)

    def grad_remove(self, grads: Gradients) -> Self | None:
        """Take the gradient out of the container: like ``grad``, but a second call gives None."""
        found = self._look_up("grad_remove", grads)
        if found is None:
            return None
        event = record("grad_remove", self._number, (self._number,), 1, grads.root, depth=2)
        del grads._entries[self._number]
        grads.removed[self._number] = event
        return untracked(type(self), "gradient", (self,), found, self._device.inner())

    def grad_replace(self, grads: Gradients, gradient: Self) -> None:
        """Put another plain tensor in place of the gradient; adds nothing where there is none.

        Raises NoAutodiffError if this tensor is plain or ``gradient`` is on autodiff,
        ShapeMismatchError or DTypeError if it does not fit.
        """
        _check_container("grad_replace", grads)
        plain: Self = checks.tensor("grad_replace", gradient, "float")
        if not self.is_autodiff() or plain.is_autodiff():
            raise NoAutodiffError(
                "grad_replace",
                "the tensor must be on autodiff and the new gradient plain",
                "x.grad_replace(grads, g.inner())",
            )
        checks.same_shape("grad_replace", self, plain)
        if self._number in grads._entries:
            record("grad_replace", self._number, (plain._number,), 0, grads.root, depth=2)
            grads._entries[self._number] = plain._data.astype(self.dtype)

    def _look_up(self, op: str, grads: Gradients) -> Array | None:
        _check_container(op, grads)
        if self.kind != "float" or not self.is_autodiff() or not self.is_require_grad():
            return None
        return grads._entries.get(self._number)


close(Tensor)
guard(Tensor)


def _check_container(op: str, grads: object) -> None:
    if not isinstance(grads, Gradients):
        raise DTypeError(
            op,
            f"expected the Gradients that backward() returned, got {type(grads).__name__}",
            "grads = loss.backward(), then x.grad(grads)",
        )
    grads.refuse_if_taken(op)
