"""Sums, means, extremes.  Without a dimension the result has shape [1]; with one, size 1 stays."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradlab.engine.node import Array
from gradlab.engine.rules.registry import rule


@rule(kinds="fi")
def sum_(x: Array) -> Any:
    return np.add.reduce(x.reshape(-1), keepdims=True), (_filled, x.shape)


def _filled(g: Array, shape: tuple[int, ...]) -> Array:
    """The one number of ``g`` everywhere, without writing it out (strides of 0)."""
    return np.ndarray(shape, g.dtype, g, 0, (0,) * len(shape))


@rule
def mean(x: Array) -> Any:
    size = x.size
    out = np.add.reduce(x.reshape(-1), keepdims=True) / size
    return out, (_share, (x.shape, size))


def _share(g: Array, saved: tuple[tuple[int, ...], int]) -> Array:
    shape, size = saved
    return _filled(g / size, shape)


@rule(kinds="fi")
def sum_dim(x: Array, dim: int) -> Any:
    return np.add.reduce(x, dim, dtype=x.dtype, keepdims=True), (np.broadcast_to, x.shape)


@rule
def mean_dim(x: Array, dim: int) -> Any:
    size = x.shape[dim]
    out = np.add.reduce(x, dim, dtype=x.dtype, keepdims=True) / size
    return out, (_share_dim, (x.shape, size))


def _share_dim(g: Array, saved: tuple[tuple[int, ...], int]) -> Array:
    shape, size = saved
    return np.broadcast_to(g / size, shape)


def _tied(saved: tuple[Array, int]) -> bool:
    x, at = saved
    return int(np.count_nonzero(x == x.reshape(-1)[at])) > 1


@rule(kinds="fi", kink=_tied)
def max_(x: Array) -> Any:
    """Ties: the whole cotangent goes to the first."""
    return _pick(x, int(np.argmax(x)))


@rule(kinds="fi", kink=_tied)
def min_(x: Array) -> Any:
    """Ties: the whole cotangent goes to the first."""
    return _pick(x, int(np.argmin(x)))


def _pick(x: Array, at: int) -> Any:
    return x.reshape(-1)[at : at + 1].copy(), (_unpick, (x, at))


def _unpick(g: Array, saved: tuple[Array, int]) -> Array:
    x, at = saved
    back = np.zeros(x.size, g.dtype)
    back[at] = g[0]
    return back.reshape(x.shape)


def _tied_along(saved: tuple[Array, Array, int]) -> Array:
    x, at, dim = saved
    chosen = np.take_along_axis(x, at, dim)
    return np.count_nonzero(x == chosen, axis=dim, keepdims=True) > 1


@rule(kinds="fi", kink=_tied_along)
def max_dim(x: Array, dim: int) -> Any:
    """Ties: the whole cotangent goes to the first."""
    return _pick_dim(x, np.argmax(x, dim, keepdims=True), dim)


@rule(kinds="fi", kink=_tied_along)
def min_dim(x: Array, dim: int) -> Any:
    """Ties: the whole cotangent goes to the first."""
    return _pick_dim(x, np.argmin(x, dim, keepdims=True), dim)


def _pick_dim(x: Array, at: Array, dim: int) -> Any:
    return np.take_along_axis(x, at, dim), (_unpick_dim, (x, at, dim))


def _unpick_dim(g: Array, saved: tuple[Array, Array, int]) -> Array:
    x, at, dim = saved
    back = np.zeros(x.shape, g.dtype)
    np.put_along_axis(back, at, g, dim)
    return back


@rule
def cumsum(x: Array, dim: int) -> Any:
    return np.cumsum(x, dim, dtype=x.dtype), (_reversed_cumsum, dim)


def _reversed_cumsum(g: Array, dim: int) -> Array:
    return np.flip(np.cumsum(np.flip(g, dim), dim, dtype=g.dtype), dim)


@rule(kinds="fi", taped=False)
def argmax(x: Array, dim: int) -> Any:
    return np.argmax(x, dim, keepdims=True)


@rule(kinds="fi", taped=False)
def argmin(x: Array, dim: int) -> Any:
    return np.argmin(x, dim, keepdims=True)


@rule(kinds="fib", taped=False)
def any_(x: Array) -> Any:
    return np.any(x).reshape(1)


@rule(kinds="fib", taped=False)
def all_(x: Array) -> Any:
    return np.all(x).reshape(1)
