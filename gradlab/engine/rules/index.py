"""Choosing elements: slices, indices, masks; and comparisons, whose results are off the tape."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradlab.engine.node import Array
from gradlab.engine.rules.registry import masked, rule
from gradlab.engine.rules.shape import reduce_to


@rule(kinds="fib")
def slice_(x: Array, spans: tuple[slice, ...]) -> Any:
    return x[spans], (_unsliced, (x.shape, spans))


def _unsliced(g: Array, saved: tuple[tuple[int, ...], tuple[slice, ...]]) -> Array:
    shape, spans = saved
    back = np.zeros(shape, g.dtype)
    back[spans] = g
    return back


@rule(kinds="fib")
def select(x: Array, at: Array, dim: int) -> Any:
    """Whole slices by a list of indices along ``dim``; repeated indices accumulate."""
    return x.take(at, dim), (_unselected, (x.shape, at, dim))


def _unselected(g: Array, saved: tuple[tuple[int, ...], Array, int]) -> Array:
    shape, at, dim = saved
    back = np.zeros(shape, g.dtype)
    np.add.at(back, (*[slice(None)] * dim, at), g)  # type: ignore[arg-type]
    return back


@rule(kinds="fib")
def gather(x: Array, at: Array, dim: int) -> Any:
    """Element by element along ``dim``; repeated indices accumulate."""
    return np.take_along_axis(x, at, dim), (_ungathered, (x.shape, at, dim))


def _ungathered(g: Array, saved: tuple[tuple[int, ...], Array, int]) -> Array:
    shape, at, dim = saved
    places = list(np.ogrid[tuple(slice(size) for size in at.shape)])
    places[dim] = at
    back = np.zeros(shape, g.dtype)
    np.add.at(back, tuple(places), g)
    return back


@rule
def embedding(weights: Array, at: Array) -> Any:
    """Rows of ``weights`` [words, width] for indices of any shape: shape [*indices, width]."""
    return weights[at], (_unselected, (weights.shape, at, 0))


@rule(kinds="fib")
def mask_where(x: Array, source: Array, mask: Array) -> Any:
    """``source`` where the mask is true, ``x`` elsewhere; the one not chosen gets exact zeros."""
    out = np.where(mask, source, x)
    return out, (_kept, (mask, x.shape)), (_kept, (~mask, source.shape))


def _kept(g: Array, saved: tuple[Array, tuple[int, ...]]) -> Array:
    off, shape = saved
    return reduce_to(masked(g, np.broadcast_to(off, g.shape)), shape)


@rule(kinds="fib")
def mask_fill(x: Array, mask: Array, value: float) -> Any:
    out = np.where(mask, np.asarray(value, x.dtype), x)
    return out, (_kept, (mask, x.shape))


@rule(kinds="fib", taped=False)
def equal(x: Array, y: Array) -> Any:
    return x == y


@rule(kinds="fib", taped=False)
def not_equal(x: Array, y: Array) -> Any:
    return x != y


@rule(kinds="fi", taped=False)
def greater(x: Array, y: Array) -> Any:
    return x > y


@rule(kinds="fi", taped=False)
def greater_equal(x: Array, y: Array) -> Any:
    return x >= y


@rule(kinds="fi", taped=False)
def lower(x: Array, y: Array) -> Any:
    return x < y


@rule(kinds="fi", taped=False)
def lower_equal(x: Array, y: Array) -> Any:
    return x <= y


@rule(kinds="b", taped=False)
def bool_and(x: Array, y: Array) -> Any:
    return x & y


@rule(kinds="b", taped=False)
def bool_or(x: Array, y: Array) -> Any:
    return x | y


@rule(kinds="b", taped=False)
def bool_xor(x: Array, y: Array) -> Any:
    return x ^ y


@rule(kinds="b", taped=False)
def bool_not(x: Array) -> Any:
    return ~x


@rule(taped=False)
def is_nan(x: Array) -> Any:
    return np.isnan(x)


@rule(kinds="i", taped=False)
def one_hot(x: Array, classes: int) -> Any:
    """A last dimension of size ``classes`` that is 1 at the index and 0 elsewhere."""
    return np.asarray(x[..., None] == np.arange(classes), np.int64)
