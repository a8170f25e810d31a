"""Habits from PyTorch and NumPy, each with the answer it gets here: a few tables.

The names of ``ANSWERS`` are not attributes of a tensor.  Reading one raises a
ReflexError that says what to write; so does assigning to one, or to anything else.
Operators without an operation are answered too; ``calls`` uses the other tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from gradlab.engine.errors import ReflexError

ANSWERS = {
    "requires_grad": "x = x.require_grad() marks a leaf; x.is_require_grad() asks",
    "requires_grad_": "x = x.require_grad(): methods return a new handle, nothing changes in place",
    "is_leaf": "x.is_require_grad() for a marked leaf, x.is_tracked() for anything on the tape",
    "grad_fn": "x.requirement, or print(x): it says leaf, intermediate or untracked",
    "item": "x.into_scalar() for one element",
    "tolist": "x.to_data().tolist()",
    "numpy": "x.to_data(), or np.asarray(x)",
    "data": "x.to_data() for the numbers, x.inner() for a tensor without autodiff",
    "cpu": "x.to_device(device)",
    "cuda": "x.to_device(device)",
    "to": "x.to_device(device), or x.cast(dtype)",
    "double": "x.cast(np.float64)",
    "type": "x.cast(dtype), x.int(), x.float() or x.bool()",
    "long": "x.int()",
    "size": "x.shape",
    "ndim": "len(x.shape)",
    "T": "x.transpose()",
    "t": "x.transpose()",
    "view": "x.reshape(shape)",
    "pow": "x ** 2.0, x.powf_scalar(2.0) or x.powf(y)",
    "mm": "a @ b, or a.matmul(b)",
    "dot": "(a * b).sum(), or a.matmul(b)",
    "detach_": "x = x.detach()",
    "zero_grad": "nothing to reset: every backward() fills a new Gradients",
    "retain_grad": "h = h.detach().require_grad() before its use, to look once",
    "retain_graph": "run the forward again, or add the losses and call backward once",
    "add_": "x = x + y: nothing changes in place",
    "sub_": "x = x - y: nothing changes in place",
    "mul_": "x = x * y: nothing changes in place",
    "copy_": "build a new tensor: Tensor.from_floats(values, device)",
}

MODULE_ANSWERS = {
    "no_grad": "leave autodiff instead: x.inner(), x.detach(), or model.valid()",
    "enable_grad": "autodiff belongs to the device: Device.flex().autodiff()",
    "tensor": "Tensor.from_floats([1., 2.], device), from_ints or from_bools",
    "from_numpy": "Tensor.from_floats(array, device)",
    "zeros": "Tensor.zeros((2, 3), device)",
    "ones": "Tensor.ones((2, 3), device)",
    "rand": "Tensor.random((2, 3), device, seed=0)",
    "randn": "Tensor.random((2, 3), device, seed=0)",
    "cat": "Tensor.cat([a, b], dim=0)",
    "stack": "Tensor.stack([a, b], dim=0)",
    "autograd": "grads = loss.backward(), then x.grad(grads)",
}

_FLOORED = ("there is no such operation", "q = (x / y).floor(), and x - q * y; ints as x.float()")
_FIXED = (
    "nothing is changed in place",
    "y = x.mask_fill(mask, number), x.mask_where(mask, source), Tensor.cat([x[0:1], new])",
)
OPERATORS = {
    "floordiv": _FLOORED,
    "rfloordiv": _FLOORED,
    "mod": _FLOORED,
    "rmod": _FLOORED,
    "divmod": _FLOORED,
    "rdivmod": _FLOORED,
    "setitem": _FIXED,
    "delitem": _FIXED,
}
"""Python's operators that no tensor has -> the problem and the way out."""

NUMPY_NAMES = {
    "absolute": "abs",
    "fabs": "abs",
    "negative": "neg",
    "reciprocal": "recip",
    "rint": "round",
    "around": "round",
    "subtract": "sub",
    "multiply": "mul",
    "divide": "div",
    "power": "powf",
    "float_power": "powf",
    "maximum": "max_pair",
    "minimum": "min_pair",
    "amax": "max",
    "amin": "min",
    "clip": "clamp",
    "isnan": "is_nan",
    "less": "lower",
    "less_equal": "lower_equal",
    "logical_and": "bool_and",
    "bitwise_and": "bool_and",
    "logical_or": "bool_or",
    "bitwise_or": "bool_or",
    "logical_xor": "bool_xor",
    "bitwise_xor": "bool_xor",
    "logical_not": "bool_not",
    "invert": "bool_not",
    "take": "select",
    "where": "mask_where",
    "select": "mask_where",
}
"""NumPy's name -> the tensor's own, where the two differ."""

ALONG_TOO = ("sum", "mean", "max", "min")
"""Reductions of everything, beside which stands one along a dimension: ``sum_dim``."""


def answer(owner: str, name: str, table: dict[str, str]) -> NoReturn:
    """Raise what reading ``name`` of ``owner`` deserves: a ReflexError or an AttributeError."""
    if name in table:
        raise ReflexError(f"{owner}.{name}", "this name is another framework's", table[name])
    raise AttributeError(f"{owner} has no attribute {name!r}")


def close(owner: type) -> None:
    """Give a class the tables' names, each of which only answers.

    Not by ``__getattr__``: that would slow down every other attribute of the class.
    """
    for name in ANSWERS:
        setattr(owner, name, Closed(name))
    for name, (problem, way_out) in OPERATORS.items():
        setattr(owner, f"__{name}__", _refusing(name.removeprefix("r"), problem, way_out))


def _refusing(op: str, problem: str, way_out: str) -> Callable[..., NoReturn]:
    def refuse(*_: object) -> NoReturn:
        raise ReflexError(op, problem, way_out)

    return refuse


class Closed:
    """A name that can neither be read nor assigned: both get the table's answer."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, tensor: object, owner: type) -> Any:
        answer("Tensor", self.name, ANSWERS)

    def __set__(self, tensor: object, value: object) -> None:
        answer("Tensor", self.name, ANSWERS)


class AsksTheContainer:
    """``x.grad``: a method that says, where it is not called, how to call it."""

    def __init__(self, method: Callable[..., Any]) -> None:
        self.method = method
        self.__doc__ = method.__doc__

    def __get__(self, tensor: object, owner: type) -> Any:
        return self.method if tensor is None else GradMethod(self.method, tensor)

    def __set__(self, tensor: object, value: object) -> None:
        raise ReflexError(
            "grad",
            "gradients sit in the Gradients that backward() returned, not on the tensor",
            "nothing to reset; x.grad_replace(grads, g) changes an entry",
        )


_NOT_GIVEN = object()


class GradMethod:
    """``x.grad`` before it is called; whatever else is done with it says how to call it."""

    __slots__ = ("_method", "_tensor")
    instead_of_tensor = "grads = loss.backward(), then x.grad(grads)"

    def __init__(self, method: Callable[..., Any], tensor: object) -> None:
        self._method = method
        self._tensor = tensor

    def __call__(self, grads: Any = _NOT_GIVEN, *more: Any) -> Any:
        if grads is _NOT_GIVEN or more:
            self._refuse("x.grad() needs to know which backward you ask about")
        return self._method(self._tensor, grads)

    def __repr__(self) -> str:
        return "<not a gradient yet: call x.grad(grads) with what loss.backward() returned>"

    def __bool__(self) -> bool:
        self._refuse("x.grad is a method, so it is never None and always there")

    def __getattr__(self, name: str) -> Any:
        self._refuse(f"x.grad is a method, it has no {name!r}")

    def _refuse(self, problem: str) -> NoReturn:
        raise ReflexError("grad", problem, self.instead_of_tensor)


def _no_gradient_yet(asked: GradMethod, *_: object, **__: object) -> NoReturn:
    asked._refuse("x.grad is a method, not a gradient")


_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")
for _name in (
    *_BINARY,
    *(f"r{name}" for name in _BINARY),
    *("neg", "pos", "abs", "lt", "le", "gt", "ge", "getitem", "setitem", "len", "iter", "float"),
    *("array", "array_ufunc"),
):
    setattr(GradMethod, f"__{_name}__", _no_gradient_yet)
