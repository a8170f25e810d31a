"""The tensor towards Python and NumPy: reading numbers out, printing, refusing look-alikes.

Every read-out leaves an event: from there on the numbers have no history.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from numpy.typing import DTypeLike

from gradlab.engine.calls import own_call
from gradlab.engine.errors import DTypeError, ReflexError, ShapeMismatchError
from gradlab.engine.events import digest, record
from gradlab.engine.node import Array, Requirement
from gradlab.engine.numbering import shown
from gradlab.engine.value import Value

_SHOWN_ELEMENTS = 12
_REFLECTED = {
    np.add: "__radd__",
    np.subtract: "__rsub__",
    np.multiply: "__rmul__",
    np.true_divide: "__rtruediv__",
    np.power: "__rpow__",
}


class Interop(Value):
    """Conversions to NumPy arrays and Python numbers."""

    __slots__ = ()

    def _read(self) -> Array:
        data = self._data
        tracked = self._node is not None
        record("read", self._number, (self._number,), tracked, (data.shape, digest(data)))
        return data

    def to_data(self) -> Array:
        """The numbers as a new NumPy array of the same shape and dtype."""
        return self._read().copy()

    def into_scalar(self) -> Any:
        """The number of a tensor with one element, as a Python number.

        Raises ShapeMismatchError for any other number of elements.
        """
        if self._data.size != 1:
            raise ShapeMismatchError(
                "into_scalar",
                f"shape {list(self.shape)} holds {self._data.size} numbers, not one",
                "reduce first (x.sum().into_scalar()), or take all with x.to_data()",
            )
        return self._read().item()

    def __float__(self) -> float:
        return float(self.into_scalar())

    def __int__(self) -> int:
        return int(self.into_scalar())

    __trunc__ = __int__

    def __format__(self, spec: str) -> str:
        """``f"{loss:.3f}"`` reads the number of one element; without a format, as printed."""
        return format(self.into_scalar(), spec) if spec else str(self)

    def __reduce__(self) -> NoReturn:
        raise DTypeError(
            "pickle",
            "a tensor's number and its graph mean something in this process only",
            "keep the numbers: x.to_data(), and Tensor.from_floats(array, device) later",
        )

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError("a tensor's numbers are always copied: np.asarray(x), x.to_data()")
        return np.array(self._read(), dtype=dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **named: Any) -> Any:
        """``np.float64(2) * x`` is the tensor's own operation; other NumPy calls are refused."""
        if method == "__call__" and ufunc in _REFLECTED and inputs[-1] is self and not named:
            left = inputs[0].item() if isinstance(inputs[0], np.generic) else inputs[0]
            return getattr(self, _REFLECTED[ufunc])(left)
        name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
        return self._leaves_graph(name, own_call(type(self), name))

    def __array_function__(self, function: Any, types: Any, args: Any, named: Any) -> Any:
        """Refused where the tensor has the operation; the rest (joining, say) reads numbers."""
        own = own_call(type(self), function.__name__)
        if own is None:
            return np.ndarray.__array_function__(np.empty(0), function, (), args, named)
        return self._leaves_graph(function.__name__, own)

    def _leaves_graph(self, name: str, own: str | None) -> NoReturn:
        say_so = f"np.{name}(x.to_data())"
        raise DTypeError(
            f"np.{name}",
            "NumPy would take the numbers and leave the graph",
            f"use the tensor's own operation ({own}), or say so: {say_so}" if own else say_so,
        )

    def __bool__(self) -> bool:
        """The truth of a bool tensor with one element; refused for all others."""
        if self.kind == "bool" and self._data.size == 1:
            return bool(self._read().item())
        raise ReflexError(
            "bool",
            "a tensor is neither true nor false",
            "to ask whether a gradient is there: x.grad(grads) is not None; "
            "to test numbers: x.greater_elem(0.).any()",
        )

    def __eq__(self, other: object) -> bool:
        """Only None may be compared: tensors are compared by ``equal`` or ``is``."""
        if other is None or not isinstance(other, Value | np.ndarray | np.generic | int | float):
            return NotImplemented
        return self is other or self._no_comparison(other)

    __hash__ = object.__hash__

    def _no_comparison(self, other: object) -> NoReturn:
        raise ReflexError(
            "compare",
            "Python's comparison of a whole tensor would say nothing about its elements",
            "element by element: x.equal(y), x.equal_elem(0.), x.greater_elem(0.); "
            "the same handle: x is y; the same numbers: np.array_equal(x.to_data(), y.to_data())",
        )

    __lt__ = __le__ = __gt__ = __ge__ = _no_comparison

    def __repr__(self) -> str:
        state = {
            Requirement.GRAD: "leaf, require_grad",
            Requirement.GRAD_IN_BACKWARD: "intermediate, tracked",
            Requirement.NONE: "untracked" if self._device.is_autodiff() else "plain",
        }[self.requirement]
        if self.kind != "float":
            state = self.kind
        elif self._data.dtype == np.float64:
            state += ", float64"
        return (
            f"Tensor {shown(self._number)} {numbers_text(self._data)}"
            f" (shape {list(self.shape)}, {state}, {self._device!r})"
        )


def numbers_text(data: Array) -> str:
    """The numbers of an array, as short as they can be told apart; cut after twelve.

    >>> numbers_text(np.float32([[0.1, 2.0], [1e-10, np.nan]]))
    '[[0.1, 2.0], [1e-10, nan]]'
    >>> numbers_text(np.zeros(20, np.float32))
    '[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, ... 20 in all]'
    """
    if data.size > _SHOWN_ELEMENTS:
        first = ", ".join(str(number) for number in data.reshape(-1)[:_SHOWN_ELEMENTS])
        return f"[{first}, ... {data.size} in all]"
    if data.ndim == 0:
        return str(data[()])
    return "[" + ", ".join(numbers_text(part) for part in np.asarray(data)) + "]"
