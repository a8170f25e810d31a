"""A parameter: a tensor, a name that outlives it, and whether it is to be trained."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from gradlab.engine import Device, Tensor
from gradlab.engine.events import OP, record
from gradlab.engine.node import GRAD, GRAD_IN_BACKWARD, Array
from gradlab.nn import reflexes
from gradlab.nn.errors import ArgumentError
from gradlab.words import say

_next_id = count(1).__next__


class ParamId(int):
    """Names a parameter through all its values; never reused within a process.

    Every optimizer step, fork and load makes a new leaf, so node ids change; this does not.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"ParamId({int(self)})"

    __str__ = __repr__


class Param:
    """One parameter.  It is never changed; every method gives another one with the same id.

    ``flag`` remembers whether it is to be trained while its tensor is off autodiff, so that
    ``module.valid().train()`` restores it.
    """

    __slots__ = ("_value", "flag", "id")
    instead_of_tensor = say("nn.not_a_tensor_fix")
    """What an operation says that is given the parameter itself."""

    def __init__(self, id: ParamId, value: Tensor, flag: bool) -> None:
        if not isinstance(value, Tensor):
            raise ArgumentError("Param", "tensor_wanted", found=type(value).__name__)
        self.id = id
        self._value = value
        self.flag = flag

    @staticmethod
    def from_tensor(tensor: Tensor) -> Param:
        """A new parameter from a tensor, which it marks: values first, marking last.

        A plain tensor is taken as it is, to be marked by ``Module.train()``; ints and bools
        are never trained.  Raises NonLeafError for the result of a recorded operation.
        """
        param = Param(ParamId(_next_id()), tensor, flag=False)
        return param.set_require_grad(True) if tensor.kind == "float" else param

    @staticmethod
    def initialized(id: ParamId, tensor: Tensor) -> Param:
        """A parameter under a given id, trained if the tensor is a marked leaf."""
        return Param(id, tensor, tensor.is_require_grad())

    def val(self) -> Tensor:
        """The tensor: the same handle each time, until a step makes another parameter."""
        value = self._value
        record("val", value.number, (value.number,), value.is_tracked(), None, depth=2)
        return value

    def is_require_grad(self) -> bool:
        """Is its tensor a marked leaf now?"""
        return self._value.is_require_grad()

    @property
    def shape(self) -> tuple[int, ...]:
        """Size of each dimension."""
        return self._value.shape

    def map(self, change: Callable[[Tensor], Tensor]) -> Param:
        """The same parameter with another tensor; itself where that is the same handle."""
        value = change(self._value)
        return self if value is self._value else Param.initialized(self.id, value)

    def set_require_grad(self, flag: bool) -> Param:
        """To be trained or not; off autodiff only remembered.

        Freezing makes a new untracked leaf.  Raises NonLeafError on thawing a parameter that
        ``to_device`` turned into the result of an operation.
        """
        if self._value.kind != "float":
            return self
        if not self._value.is_autodiff():
            return Param(self.id, self._value, flag)
        return self._with(self._value.set_require_grad(flag), flag)

    def to_device(self, device: Device) -> Param:
        """Moved: a marked leaf becomes the result of an operation and cannot be trained."""
        return self.map(lambda value: value.to_device(device))

    def fork(self, device: Device) -> Param:
        """Moved and cut off: a new leaf, trained if this one was."""
        moved = self._value.to_device(device).detach()
        return self._with(moved.require_grad() if self.is_require_grad() else moved, self.flag)

    def valid(self) -> Param:
        """Off autodiff, remembering whether it is to be trained."""
        return self._with(self._value.inner(), self.flag)

    def train(self) -> Param:
        """Back on autodiff, marked if it is to be trained."""
        return self._with(Tensor.from_inner(self._value).set_require_grad(self.flag), self.flag)

    def load(self, numbers: Array) -> Param:
        """Other numbers of the same shape and dtype, in a new leaf that is trained as this one."""
        device, dtype = self._value.device(), self._value.dtype
        if self._value.kind == "float":
            leaf = Tensor.from_floats(numbers, device, dtype)
        else:
            make = Tensor.from_ints if self._value.kind == "int" else Tensor.from_bools
            leaf = make(numbers, device)
        return self._with(leaf.require_grad() if self.is_require_grad() else leaf, self.flag)

    @property
    def state(self) -> str:
        """On autodiff trained, frozen, or moved or computed by an operation; plain; int or bool."""
        value = self._value
        if value.kind != "float" or not value.is_autodiff():
            return "plain" if value.kind == "float" else value.kind
        if value.requirement is GRAD_IN_BACKWARD:
            made = value._event
            return "moved" if made is not None and made[OP] == "to_device" else "computed"
        return "trained" if value.requirement is GRAD else "frozen"

    def _with(self, value: Tensor, flag: bool) -> Param:
        same = value is self._value and flag == self.flag
        return self if same else Param(self.id, value, flag)

    def __repr__(self) -> str:
        return f"Param {self.id!r} of {self._value!r}"

    def __getattr__(self, name: str) -> Any:
        if hasattr(Tensor, name) and not name.startswith("_"):
            reflexes.not_a_tensor(self)
        reflexes.refuse(self, name, {})

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = reflexes.not_a_tensor
    __truediv__ = __rtruediv__ = __pow__ = __matmul__ = __rmatmul__ = reflexes.not_a_tensor
    __neg__ = __getitem__ = __array__ = reflexes.not_a_tensor
