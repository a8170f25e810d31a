"""The tensor's shapes and elements: products, reductions, reshaping, indexing, joining."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

import numpy as np

from gradlab.engine import checks
from gradlab.engine.errors import DTypeError, ShapeMismatchError
from gradlab.engine.rules import index, reduce, shape
from gradlab.engine.rules.registry import Rule
from gradlab.engine.value import Value, check_kind, several, unary, untaped


class Rearranging(Value):
    """Operations that combine or choose elements.

    Dimensions count from 0, negative ones from the end.  Raises ShapeMismatchError for
    shapes, dimensions and indices that do not fit, DTypeError for kinds that do not.
    """

    __slots__ = ()

    def matmul(self, other: Self) -> Self:
        """Matrix product: equal rank >= 2, [..., m, k] @ [..., k, n], leading sizes equal or 1."""
        checks.together("matmul", self, other)
        check_kind(shape.matmul, self, other)
        checks.matrices(self, other)
        return several(shape.matmul, (self, other))

    __matmul__ = matmul

    def __rmatmul__(self, other: Self) -> Self:
        return checks.tensor("matmul", other).matmul(self)

    def sum(self) -> Self:
        """Sum of all elements, shape [1]."""
        return unary(reduce.sum_, self)

    def mean(self) -> Self:
        """Mean of all elements, shape [1]."""
        return unary(reduce.mean, self)

    def max(self) -> Self:
        """Largest element, shape [1]; on ties the first gets the whole gradient."""
        return unary(reduce.max_, self._filled("max"))

    def min(self) -> Self:
        """Smallest element, shape [1]; on ties the first gets the whole gradient."""
        return unary(reduce.min_, self._filled("min"))

    def sum_dim(self, dim: int) -> Self:
        """Sum along ``dim``, which keeps size 1."""
        return unary(reduce.sum_dim, self, self._dim("sum_dim", dim))

    def mean_dim(self, dim: int) -> Self:
        """Mean along ``dim``, which keeps size 1."""
        return unary(reduce.mean_dim, self, self._dim("mean_dim", dim))

    def max_dim(self, dim: int) -> Self:
        """Largest along ``dim``, which keeps size 1; ties go to the first."""
        return unary(reduce.max_dim, self._filled("max_dim", dim), self._dim("max_dim", dim))

    def min_dim(self, dim: int) -> Self:
        """Smallest along ``dim``, which keeps size 1; ties go to the first."""
        return unary(reduce.min_dim, self._filled("min_dim", dim), self._dim("min_dim", dim))

    def cumsum(self, dim: int) -> Self:
        """Running sum along ``dim``."""
        return unary(reduce.cumsum, self, self._dim("cumsum", dim))

    def argmax(self, dim: int) -> Self:
        """Int tensor: index of the largest along ``dim`` (size 1 stays).  Leaves the graph."""
        return untaped(reduce.argmax, (self._filled("argmax", dim),), self._dim("argmax", dim))

    def argmin(self, dim: int) -> Self:
        """Int tensor: index of the smallest along ``dim`` (size 1 stays).  Leaves the graph."""
        return untaped(reduce.argmin, (self._filled("argmin", dim),), self._dim("argmin", dim))

    def any(self) -> Self:
        """Bool tensor [1]: is any element true (not zero)?"""
        return untaped(reduce.any_, (self,))

    def all(self) -> Self:
        """Bool tensor [1]: are all elements true (not zero)?"""
        return untaped(reduce.all_, (self,))

    def reshape(self, sizes: Sequence[int]) -> Self:
        """The same elements in a new shape; one size may be -1."""
        return unary(shape.reshape, self, checks.new_shape("reshape", sizes, self._data.size))

    def flatten(self, first: int = 0, last: int = -1) -> Self:
        """Dimensions ``first`` to ``last`` (inclusive) as one."""
        a, b = self._dim("flatten", first), self._dim("flatten", last)
        if a > b:
            raise ShapeMismatchError("flatten", f"{first} comes after {last}", "give first <= last")
        size = int(np.prod(self.shape[a : b + 1], dtype=np.int64))
        return unary(shape.flatten, self, (*self.shape[:a], size, *self.shape[b + 1 :]))

    def unsqueeze(self, rank: int) -> Self:
        """Leading dimensions of size 1 up to ``rank``."""
        more = checks.whole("unsqueeze", "the rank", rank) - len(self.shape)
        if more < 0:
            raise ShapeMismatchError(
                "unsqueeze",
                f"rank {len(self.shape)} is above {rank}",
                "x.unsqueeze_dim(dim) for one new dimension, x.squeeze(dim) for one less",
            )
        checks.at_most("unsqueeze", rank)
        return unary(shape.unsqueeze, self, (1,) * more + self.shape)

    def unsqueeze_dim(self, dim: int) -> Self:
        """A new dimension of size 1 at place ``dim``."""
        at = checks.dim("unsqueeze_dim", dim, len(self.shape) + 1)
        return unary(shape.unsqueeze, self, (*self.shape[:at], 1, *self.shape[at:]))

    def squeeze(self, dim: int | None = None) -> Self:
        """Drop dimension ``dim`` of size 1, or all of size 1; at least one dimension stays."""
        if dim is None:
            kept = tuple(size for size in self.shape if size != 1) or (1,)
            return unary(shape.squeeze, self, kept)
        at = self._dim("squeeze", dim)
        if self.shape[at] != 1 or len(self.shape) == 1:
            raise ShapeMismatchError(
                "squeeze",
                f"dimension {at} of shape {list(self.shape)} cannot be dropped",
                "only a dimension of size 1 can, and one dimension always stays",
            )
        return unary(shape.squeeze, self, self.shape[:at] + self.shape[at + 1 :])

    def transpose(self) -> Self:
        """The last two dimensions swapped."""
        self._dim("transpose", -2)
        return unary(shape.transpose, self)

    def swap_dims(self, first: int, second: int) -> Self:
        """Two dimensions swapped."""
        at = self._dim("swap_dims", first), self._dim("swap_dims", second)
        return unary(shape.swap_dims, self, *at)

    def permute(self, dims: Sequence[int]) -> Self:
        """All dimensions in a new order."""
        order = checks.dims("permute", dims, len(self.shape))
        if len(order) < len(self.shape):
            raise ShapeMismatchError(
                "permute",
                f"{list(order)} is not an order of {len(self.shape)} dimensions",
                "name each dimension once",
            )
        return unary(shape.permute, self, order)

    def expand(self, sizes: Sequence[int]) -> Self:
        """Repeat dimensions of size 1 up to the new sizes (-1 keeps one); may add leading ones."""
        wanted = checks.sizes("expand", sizes, least=-1)
        old = (1,) * (len(wanted) - len(self.shape)) + self.shape
        if len(wanted) == len(old):
            target = tuple(
                had if size == -1 else size for size, had in zip(wanted, old, strict=True)
            )
            if all(had in (1, size) for size, had in zip(target, old, strict=True)):
                return unary(shape.expand, self, target)
        raise ShapeMismatchError(
            "expand",
            f"shape {list(self.shape)} does not expand to {list(wanted)}",
            "each size must stay, or grow from 1",
        )

    def repeat(self, times: Sequence[int]) -> Self:
        """Copies side by side: ``times`` per dimension."""
        counts = checks.sizes("repeat", times)
        if len(counts) != len(self.shape):
            raise ShapeMismatchError(
                "repeat",
                f"{list(counts)} repeats for a tensor of rank {len(self.shape)}",
                "one count (>= 0) per dimension",
            )
        return unary(shape.repeat, self, counts)

    def flip(self, dims: Sequence[int]) -> Self:
        """The order of elements reversed along ``dims``."""
        return unary(shape.flip, self, checks.dims("flip", dims, len(self.shape)))

    def slice(self, ranges: Any, end: int | None = None) -> Self:
        """Part of the tensor: ``slice(0, 2)`` on the first dimension, or a tuple of ranges.

        A range is ``(start, end)``, ``(start, end, step)``, a Python range or a slice.
        """
        given = (slice(ranges, end),) if isinstance(ranges, int | np.integer) else ranges
        return unary(index.slice_, self, checks.spans("slice", self.shape, given))

    def select(self, dim: int, indices: Self) -> Self:
        """Slices along ``dim`` by an int tensor of rank 1; repeats are allowed."""
        return self._by_index(index.select, dim, indices, rank=1)

    def gather(self, dim: int, indices: Self) -> Self:
        """Elements along ``dim`` by an int tensor whose shape differs in ``dim`` only."""
        return self._by_index(index.gather, dim, indices, rank=len(self.shape))

    def _by_index(self, rule: Rule, dim: int, indices: Self, rank: int) -> Self:
        checks.together(rule.name, self, indices)
        at, axis = checks.tensor(rule.name, indices, "int"), self._dim(rule.name, dim)
        free = (axis,) if rule is index.gather else range(len(self.shape))
        if len(at.shape) != rank or any(
            at.shape[i] != self.shape[i] for i in range(rank) if i not in free
        ):
            raise ShapeMismatchError(
                rule.name,
                f"indices of shape {list(at.shape)} for a tensor of shape {list(self.shape)}",
                "select takes indices of rank 1; gather takes indices of equal rank whose sizes"
                " differ in its dimension only",
            )
        checks.indices(rule.name, at, self.shape[axis])
        return several(rule, (self, at), axis)

    def embedding(self, indices: Self) -> Self:
        """Rows of self [words, width] for an int tensor of any shape: shape [*indices, width]."""
        checks.together("embedding", self, indices)
        at = checks.tensor("embedding", indices, "int")
        check_kind(index.embedding, self)
        if len(self.shape) != 2:
            raise ShapeMismatchError(
                "embedding", f"weights of rank {len(self.shape)}", "weights are [words, width]"
            )
        checks.indices("embedding", at, self.shape[0])
        return several(index.embedding, (self, at))

    def one_hot(self, classes: int) -> Self:
        """Int tensor with a new last dimension: 1 at the index, 0 elsewhere."""
        count = checks.whole("one_hot", "the number of classes", classes)
        checks.sizes("one_hot", count)
        checks.indices("one_hot", checks.tensor("one_hot", self, "int"), count)
        return untaped(index.one_hot, (self,), count)

    @classmethod
    def cat(cls, tensors: Sequence[Self], dim: int = 0) -> Self:
        """Tensors joined along ``dim``; all other sizes must agree."""
        parts, axis = cls._parts("cat", tensors, dim, room=0)
        return several(shape.cat, parts, dim=axis)

    @classmethod
    def stack(cls, tensors: Sequence[Self], dim: int = 0) -> Self:
        """Tensors of one shape joined along a new dimension at place ``dim``."""
        parts, axis = cls._parts("stack", tensors, dim, room=1)
        return several(shape.stack, parts, dim=axis)

    @classmethod
    def _parts(
        cls, op: str, tensors: Sequence[Self], dim: int, room: int
    ) -> tuple[tuple[Self, ...], int]:
        given = tensors if isinstance(tensors, Iterable) else (tensors,)
        parts = tuple(given)
        if not parts:
            raise ShapeMismatchError(op, "an empty list of tensors", "give at least one tensor")
        checks.together(op, *parts)
        check_kind(shape.cat if op == "cat" else shape.stack, *parts)
        axis = checks.dim(op, dim, len(parts[0].shape) + room)
        free = -1 if room else axis
        frames = {tuple(n for i, n in enumerate(p.shape) if i != free) for p in parts}
        if len(frames) > 1 or len({len(p.shape) for p in parts}) > 1:
            raise ShapeMismatchError(
                op,
                "shapes do not fit: " + " and ".join(str(list(p.shape)) for p in parts),
                "all sizes must agree" + ("" if room else f" except in dimension {axis}"),
            )
        return parts, axis

    def __getitem__(self, key: Any) -> Self:
        """NumPy's slices, whole numbers and int tensors (on the first dimension).

        A whole number drops its dimension (of rank 1, shape [1] stays).
        """
        if isinstance(key, Value) and key.kind == "int":
            return self.select(0, key)  # type: ignore[arg-type]
        items = key if isinstance(key, tuple) else (key,)
        if not all(
            isinstance(i, slice | int | np.integer) and not isinstance(i, bool) for i in items
        ):
            raise DTypeError(
                "slice",
                f"cannot index with {type(key).__name__}",
                "use whole numbers, start:end, an int tensor, x.gather, x.mask_where or x.slice",
            )
        checks.rank("slice", len(items), len(self.shape))
        whole = [i for i, item in enumerate(items) if not isinstance(item, slice)]
        spans = tuple(
            checks.single(item, size) if i in whole else item
            for i, (item, size) in enumerate(zip(items, self.shape, strict=False))
        )
        part = unary(index.slice_, self, checks.spans("slice", self.shape, spans))
        kept = tuple(n for i, n in enumerate(part.shape) if i not in whole) or (1,)
        return part if kept == part.shape else unary(shape.squeeze, part, kept)

    def __len__(self) -> int:
        """Size of the first dimension."""
        return self.shape[0]

    def __iter__(self) -> Iterator[Self]:
        """Along the first dimension."""
        return (self[i] for i in range(len(self)))

    def _dim(self, op: str, dim: int) -> int:
        return checks.dim(op, dim, len(self.shape))

    def _filled(self, op: str, dim: int | None = None) -> Self:
        size = self._data.size if dim is None else self.shape[self._dim(op, dim)]
        if size == 0:
            raise ShapeMismatchError(
                op,
                f"shape {list(self.shape)} has no elements to choose from",
                "check the shape before",
            )
        return self
