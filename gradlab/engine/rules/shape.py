"""Products of matrices, and operations that only rearrange numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradlab.engine.node import Array
from gradlab.engine.rules.registry import rule


def reduce_to(g: Array, shape: tuple[int, ...]) -> Array:
    """Sum a cotangent over the dimensions in which an operand of ``shape`` was repeated."""
    lead = g.ndim - len(shape)
    repeated = [lead + i for i, size in enumerate(shape) if size == 1 and g.shape[lead + i] != 1]
    axes = (*range(lead), *repeated)
    return np.add.reduce(g, axes, keepdims=True).reshape(shape) if axes else g


@rule
def matmul(x: Array, y: Array) -> Any:
    return np.matmul(x, y), (_by_left, (x.shape, y)), (_by_right, (x, y.shape))


def _by_left(g: Array, saved: tuple[tuple[int, ...], Array]) -> Array:
    shape, y = saved
    return reduce_to(np.matmul(g, y.swapaxes(-1, -2)), shape)


def _by_right(g: Array, saved: tuple[Array, tuple[int, ...]]) -> Array:
    x, shape = saved
    return reduce_to(np.matmul(x.swapaxes(-1, -2), g), shape)


def _reshaped(g: Array, shape: tuple[int, ...]) -> Array:
    return g.reshape(shape)


@rule(kinds="fib")
def reshape(x: Array, shape: tuple[int, ...]) -> Any:
    return x.reshape(shape), (_reshaped, x.shape)


@rule(kinds="fib")
def flatten(x: Array, shape: tuple[int, ...]) -> Any:
    return x.reshape(shape), (_reshaped, x.shape)


@rule(kinds="fib")
def unsqueeze(x: Array, shape: tuple[int, ...]) -> Any:
    return x.reshape(shape), (_reshaped, x.shape)


@rule(kinds="fib")
def squeeze(x: Array, shape: tuple[int, ...]) -> Any:
    return x.reshape(shape), (_reshaped, x.shape)


@rule(kinds="fib")
def swap_dims(x: Array, first: int, second: int) -> Any:
    return x.swapaxes(first, second), (_swapped, (first, second))


def _swapped(g: Array, dims: tuple[int, int]) -> Array:
    return g.swapaxes(*dims)


@rule(kinds="fib")
def transpose(x: Array) -> Any:
    return x.swapaxes(-1, -2), (_swapped, (-1, -2))


@rule(kinds="fib")
def permute(x: Array, dims: tuple[int, ...]) -> Any:
    return x.transpose(dims), (np.transpose, tuple(int(i) for i in np.argsort(dims)))


@rule(kinds="fib")
def expand(x: Array, shape: tuple[int, ...]) -> Any:
    return np.broadcast_to(x, shape), (reduce_to, x.shape)


@rule(kinds="fib")
def repeat(x: Array, times: tuple[int, ...]) -> Any:
    return np.tile(x, times), (_unrepeated, (x.shape, times))


def _unrepeated(g: Array, saved: tuple[tuple[int, ...], tuple[int, ...]]) -> Array:
    shape, times = saved
    apart = [size for pair in zip(times, shape, strict=True) for size in pair]
    return np.add.reduce(g.reshape(apart), tuple(range(0, len(apart), 2)))


@rule(kinds="fib")
def flip(x: Array, dims: tuple[int, ...]) -> Any:
    return np.flip(x, dims), (np.flip, dims)


@rule(kinds="fib")
def cat(*parts: Array, dim: int) -> Any:
    ends = np.cumsum([part.shape[dim] for part in parts])
    spans = [
        (slice(None),) * dim + (slice(int(end) - part.shape[dim], int(end)),)
        for part, end in zip(parts, ends, strict=True)
    ]
    return np.concatenate(parts, dim), *((_piece, span) for span in spans)


@rule(kinds="fib")
def stack(*parts: Array, dim: int) -> Any:
    spans = [(slice(None),) * dim + (i,) for i in range(len(parts))]
    return np.stack(parts, dim), *((_piece, span) for span in spans)


def _piece(g: Array, span: tuple[Any, ...]) -> Array:
    return g[span]
