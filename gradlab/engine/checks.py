"""Reading arguments: numbers, dimensions, shapes, indices; a clear refusal for the rest."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from numbers import Real
from typing import Any, TypeVar

import numpy as np

from gradlab.engine.errors import DTypeError, ShapeMismatchError
from gradlab.engine.node import FLOATS, Array
from gradlab.engine.value import Value, common_device

V = TypeVar("V", bound=Value)


MOST_DIMENSIONS = 32
"""NumPy's limit (the lowest of the supported versions)."""


def number(op: str, x: Value, given: object) -> float:
    """A Python number that ``x`` can be combined with: any for floats, whole for ints."""
    if x.kind == "bool" and isinstance(given, bool | np.bool_):
        return bool(given)
    if isinstance(given, Real):
        try:
            if x.kind == "float":
                return float(given)
            if x.kind == "int" and isinstance(given, int | np.integer):
                return int(np.int64(given))
        except OverflowError:
            raise DTypeError(
                op, f"a number is too large for {x._data.dtype}", "use a smaller number"
            ) from None
        raise DTypeError(
            op,
            f"{_a(x.kind)} tensor and the number {given!r}",
            "convert the tensor first with x.float() (a new leaf, outside the graph)",
        )
    if given is None:
        way_out = "x.grad(grads) gives None when there is no gradient: ask why(x, grads)"
    else:
        way_out = _instead(given, "wrap the numbers: Tensor.from_floats(values, device)")
    raise DTypeError(op, f"the other side is {_named(given)}, not a tensor or a number", way_out)


def tensor(op: str, given: V, kind: str | None = None) -> V:
    """The argument itself if it is a tensor (of that kind)."""
    if not isinstance(given, Value):  # callers pass what the user gave
        raise DTypeError(
            op,
            f"expected a tensor, got {_named(given)}",
            _instead(
                given,
                "wrap the numbers: Tensor.from_floats(values, device), or from_ints, from_bools",
            ),
        )
    if kind is not None and given.kind != kind:
        raise DTypeError(
            op,
            f"expected {_a(kind)} tensor, got {_a(given.kind)} tensor",
            f"convert: x.{kind}()",
        )
    return given


def _instead(given: object, usual: str) -> str:
    """The way out: what the type itself says that it stands for, as a parameter's does."""
    own: str = getattr(type(given), "instead_of_tensor", usual)
    return own


def _named(given: object) -> str:
    return "None" if given is None else _a(type(given).__name__)


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "aeio" else f"a {name}"


def together(op: str, *given: Value) -> None:
    """Raises unless all are tensors on one piece of hardware.

    Asked before kinds, shapes and indices, whose refusals would hide that numbers have to move.
    """
    for t in given:
        tensor(op, t)
    common_device(op, given)


def same_shape(op: str, a: Value, b: Value) -> None:
    """Raises ShapeMismatchError for two shapes."""
    if a.shape != b.shape:
        raise ShapeMismatchError(
            op,
            f"shapes differ: {list(a.shape)} and {list(b.shape)}",
            "both need the same shape",
        )


def dim(op: str, given: object, rank: int) -> int:
    """A dimension from 0, negative ones counted from the end."""
    at = whole(op, "a dimension", given)
    if not -rank <= at < rank:
        raise ShapeMismatchError(
            op,
            f"there is no dimension {at} in a tensor of rank {rank}",
            f"dimensions are 0 to {rank - 1}, or -1 for the last",
        )
    return at % rank


def dims(op: str, given: object, rank: int) -> tuple[int, ...]:
    """Dimensions as for ``dim``, each at most once; a list of them, or one."""
    items = given if isinstance(given, Sequence) else (given,)
    at = tuple(dim(op, item, rank) for item in items)
    if len(set(at)) < len(at):
        raise ShapeMismatchError(
            op, f"{list(items)} names a dimension twice", "name each dimension once"
        )
    return at


def whole(op: str, what: str, given: object) -> int:
    """A whole number."""
    if isinstance(given, bool) or not isinstance(given, int | np.integer):
        raise DTypeError(op, f"{what} is a whole number, not {given!r}", "pass an int")
    return operator.index(given)


_TAKES = {"f": "fiu", "i": "iu", "b": "b"}  # kind of a new tensor: the kinds it is made from
_ROOMIER = {
    "float32": "pass dtype=np.float64",
    "float64": "use smaller numbers",
    "int64": "from_floats takes larger numbers, less exactly",
}


def numbers(op: str, given: Any, dtype: np.dtype[Any]) -> Array:
    """The numbers as a new array of rank 1 or more and of this dtype."""
    try:
        data = np.asarray(given)
    except ValueError:
        raise ShapeMismatchError(
            op, "the rows have different lengths", "all rows of one dimension need one length"
        ) from None
    kind, wanted = data.dtype.kind, dtype.kind
    if kind == "O" and wanted != "b":  # where NumPy keeps ints of more than 64 bits
        fits = Real if wanted == "f" else int
        if all(isinstance(n, fits) and not isinstance(n, bool) for n in data.flat):
            kind = wanted
    if kind not in _TAKES[wanted] and data.size:
        raise DTypeError(
            op,
            f"these values are {data.dtype.name}, not {dtype.name}",
            "from_floats takes numbers, from_ints whole numbers, from_bools True and False",
        )
    try:
        if kind == "u" and wanted == "i" and data.max(initial=0) > np.iinfo(dtype).max:
            raise OverflowError
        with np.errstate(over="raise"):
            return np.array(data, dtype=dtype, ndmin=1)
    except (FloatingPointError, OverflowError):
        raise DTypeError(
            op, f"a value is too large for {dtype.name}", _ROOMIER[dtype.name]
        ) from None


def real(op: str, given: object) -> float:
    """A Python number for a new float tensor."""
    if not isinstance(given, Real):
        raise DTypeError(op, f"the value is {_named(given)}, not a number", "pass a float")
    try:
        return float(given)
    except OverflowError:
        raise DTypeError(op, "the value is too large", "use a smaller number") from None


def seed(op: str, given: object) -> int:
    """A whole number from 0."""
    at = whole(op, "the seed", given)
    if at < 0:
        raise DTypeError(op, f"the seed is {at}", "seeds are 0 or more")
    return at


def dtype(op: str, given: Any, kinds: str = "f") -> np.dtype[Any]:
    """NumPy's dtype of one of these kinds, floats of 32 or 64 bits.

    None, which NumPy reads as float64, is refused.
    """
    try:
        found: np.dtype[Any] | None = None if given is None else np.dtype(given)
    except (TypeError, ValueError):
        found = None
    if found is None or found.kind not in kinds or (found.kind == "f" and found not in FLOATS):
        what = given if found is None else str(found)
        raise DTypeError(op, f"{what!r} is no dtype to choose here", "np.float32 or np.float64")
    return found


def sizes(op: str, given: object, least: int = 0) -> tuple[int, ...]:
    """A shape: a non-empty sequence of whole numbers (or one of them), ``least`` or more."""
    items = (given,) if isinstance(given, int | np.integer) else given
    if not isinstance(items, Sequence) or isinstance(items, str) or not items:
        raise DTypeError(op, f"a shape is a list of sizes, not {given!r}", "for example (2, 3)")
    shape = tuple(whole(op, "a size", size) for size in items)
    if min(shape) < least:
        raise ShapeMismatchError(op, f"a size is {min(shape)}", f"sizes are {least} or more")
    at_most(op, len(shape))
    return shape


def at_most(op: str, rank: int) -> None:
    """Raises ShapeMismatchError for more dimensions than NumPy has."""
    if rank > MOST_DIMENSIONS:
        raise ShapeMismatchError(
            op, f"{rank} dimensions are too many", f"at most {MOST_DIMENSIONS} dimensions"
        )


def new_shape(op: str, given: object, size: int) -> tuple[int, ...]:
    """A shape for ``size`` elements; one -1 stands for what is left over."""
    shape = sizes(op, given, least=-1)
    known = math.prod(n for n in shape if n != -1)
    if shape.count(-1) == 1 and known and size % known == 0:
        shape = tuple(size // known if n == -1 else n for n in shape)
    if min(shape) < 0 or math.prod(shape) != size:
        raise ShapeMismatchError(
            op,
            f"{size} elements do not fill shape {list(shape)}",
            "the product of the sizes must equal the number of elements; one size may be -1",
        )
    return shape


def spans(op: str, shape: tuple[int, ...], given: object) -> tuple[slice, ...]:
    """One slice per leading dimension, from slices, ranges or (start, end[, step]) pairs."""
    items = given if isinstance(given, tuple | list) else (given,)
    if len(items) > len(shape):
        raise ShapeMismatchError(
            op, f"{len(items)} ranges for a tensor of rank {len(shape)}", "one range per dimension"
        )
    return tuple(_span(op, item, size) for item, size in zip(items, shape, strict=False))


def _span(op: str, item: object, size: int) -> slice:
    if isinstance(item, range):
        item = (item.start, item.stop, item.step)
    if isinstance(item, tuple | list) and 2 <= len(item) <= 3:
        item = slice(*item)
    if not isinstance(item, slice):
        raise DTypeError(op, f"a range is start:end, not {item!r}", "x.slice(0, 2) or x[0:2]")
    step = 1 if item.step is None else whole(op, "a step", item.step)
    if step < 1:
        raise ShapeMismatchError(
            op, f"the step is {step}", "steps are 1 or more; use x.flip([dim])"
        )
    for end in (item.start, item.stop):
        if end is not None and not -size <= whole(op, "an end of a range", end) <= size:
            raise ShapeMismatchError(
                op, f"{end} lies outside a dimension of size {size}", f"ends go from 0 to {size}"
            )
    return slice(item.start, item.stop, step)


def rank(op: str, given: int, available: int) -> None:
    """Raises ShapeMismatchError for more indices than dimensions."""
    if given > available:
        raise ShapeMismatchError(
            op, f"{given} indices for a tensor of rank {available}", "one index per dimension"
        )


def single(at: int, size: int) -> slice:
    """The slice that one whole index stands for."""
    if not -size <= at < size:
        raise ShapeMismatchError(
            "slice",
            f"index {at} lies outside a dimension of size {size}",
            f"indices are 0 to {size - 1}, or -1 for the last",
        )
    return slice(at % size, at % size + 1)


def matrices(a: Value, b: Value) -> None:
    """Raises ShapeMismatchError unless ``a @ b`` is defined."""
    left, right = a.shape, b.shape
    if len(left) != len(right) or len(left) < 2:
        problem = f"needs two tensors of one rank >= 2, got shapes {list(left)} and {list(right)}"
        way_out = "make matrices with x.unsqueeze(2) or x.reshape((rows, columns))"
    elif left[-1] != right[-2]:
        problem = (
            f"the inner dimension should be the same, but got {left[-1]} and {right[-2]}"
            f" (shapes {list(left)} and {list(right)})"
        )
        way_out = "[m, k] @ [k, n]: perhaps one of them needs .transpose()"
    elif any(m != n and 1 not in (m, n) for m, n in zip(left[:-2], right[:-2], strict=True)):
        problem = f"leading dimensions do not fit: shapes {list(left)} and {list(right)}"
        way_out = "leading sizes must be equal, or one of them 1"
    else:
        return
    raise ShapeMismatchError("matmul", problem, way_out, shapes=[left, right])


def indices(op: str, at: Value, size: int) -> None:
    """Raises ShapeMismatchError unless every index is at least 0 and below ``size``."""
    values = at._data
    if values.size and not (values.min() >= 0 and values.max() < size):
        bad = int(values.min()) if values.min() < 0 else int(values.max())
        raise ShapeMismatchError(
            op, f"index {bad} lies outside a dimension of size {size}", f"use 0 to {size - 1}"
        )
