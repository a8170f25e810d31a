"""Element-wise arithmetic: two tensors, a tensor and a number, one tensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradlab.engine.node import Array
from gradlab.engine.rules.registry import SAME, masked, rule, zeros

NEGATED = (np.multiply, -1.0)


@rule(kinds="fi")
def add(x: Array, y: Array) -> Any:
    return np.add(x, y), SAME, SAME


@rule(kinds="fi")
def sub(x: Array, y: Array) -> Any:
    return np.subtract(x, y), SAME, NEGATED


@rule(kinds="fi")
def mul(x: Array, y: Array) -> Any:
    return np.multiply(x, y), (np.multiply, y), (np.multiply, x)


@rule
def div(x: Array, y: Array) -> Any:
    return np.divide(x, y), (np.divide, y), (_by_divisor, (x, y))


def _by_divisor(g: Array, saved: tuple[Array, Array]) -> Array:
    x, y = saved
    return -g * x / (y * y)


@rule
def powf(x: Array, y: Array) -> Any:
    out = np.power(x, y)
    return out, (_by_base, (x, y)), (_by_exponent, (x, out))


def _by_base(g: Array, saved: tuple[Array, Array | float]) -> Array:
    x, y = saved
    return g * (y * np.power(x, y - 1))


def _by_exponent(g: Array, saved: tuple[Array, Array]) -> Array:
    x, out = saved
    return g * (out * np.log(x))


def _equal(saved: tuple[Array, Array]) -> Array:
    x, y = saved
    return x == y


@rule(kink=_equal)
def max_pair(x: Array, y: Array) -> Any:
    """Ties send the whole cotangent to the left operand."""
    return np.maximum(x, y), (_to_larger_left, (x, y)), (_to_larger_right, (x, y))


def _to_larger_left(g: Array, saved: tuple[Array, Array]) -> Array:
    x, y = saved
    return masked(g, ~(x >= y))


def _to_larger_right(g: Array, saved: tuple[Array, Array]) -> Array:
    x, y = saved
    return masked(g, x >= y)


@rule(kink=_equal)
def min_pair(x: Array, y: Array) -> Any:
    """Ties send the whole cotangent to the left operand."""
    return np.minimum(x, y), (_to_larger_left, (y, x)), (_to_larger_right, (y, x))


@rule(kinds="fi")
def add_scalar(x: Array, number: float) -> Any:
    return x + number, SAME


@rule(kinds="fi")
def sub_scalar(x: Array, number: float) -> Any:
    return x - number, SAME


@rule(kinds="fi")
def scalar_sub(x: Array, number: float) -> Any:
    return number - x, NEGATED


@rule(kinds="fi")
def mul_scalar(x: Array, number: float) -> Any:
    return x * number, (np.multiply, number)


@rule
def div_scalar(x: Array, number: float) -> Any:
    return np.divide(x, number), (np.divide, number)


@rule
def scalar_div(x: Array, number: float) -> Any:
    return np.divide(number, x), (_by_scalar_divisor, (x, number))


def _by_scalar_divisor(g: Array, saved: tuple[Array, float]) -> Array:
    x, number = saved
    return -g * number / (x * x)


@rule
def powf_scalar(x: Array, number: float) -> Any:
    return np.power(x, number), (_by_base, (x, number))


@rule
def scalar_pow(x: Array, number: float) -> Any:
    out = np.power(number, x).astype(x.dtype, copy=False)
    return out, (np.multiply, out * np.log(np.asarray(number, x.dtype)))


@rule(kinds="fi")
def neg(x: Array) -> Any:
    return np.negative(x), NEGATED


def _zero(x: Array) -> Array:
    return x == 0


@rule(kink=_zero)
def abs_(x: Array) -> Any:
    """Derivative 0 at 0, as burn's sign."""
    return np.abs(x), (_by_sign, x)


def _by_sign(g: Array, x: Array) -> Array:
    return g * np.sign(x)


@rule
def square(x: Array) -> Any:
    return np.multiply(x, x), (_by_double, x)


def _by_double(g: Array, x: Array) -> Array:
    return g * (x + x)


@rule
def sqrt(x: Array) -> Any:
    out = np.sqrt(x)
    return out, (_by_root, out)


def _by_root(g: Array, out: Array) -> Array:
    return g * (0.5 / out)


@rule
def recip(x: Array) -> Any:
    out = np.reciprocal(x)
    return out, (_by_recip, out)


def _by_recip(g: Array, out: Array) -> Array:
    return -g * (out * out)


@rule
def exp(x: Array) -> Any:
    out = np.exp(x)
    return out, (np.multiply, out)


@rule
def log(x: Array) -> Any:
    return np.log(x), (np.divide, x)


@rule
def log1p(x: Array) -> Any:
    return np.log1p(x), (_by_log1p, x)


def _by_log1p(g: Array, x: Array) -> Array:
    return g / (1 + x)


@rule
def sin(x: Array) -> Any:
    return np.sin(x), (_by_sin, x)


def _by_sin(g: Array, x: Array) -> Array:
    return g * np.cos(x)


@rule
def cos(x: Array) -> Any:
    return np.cos(x), (_by_cos, x)


def _by_cos(g: Array, x: Array) -> Array:
    return -g * np.sin(x)


@rule
def tan(x: Array) -> Any:
    out = np.tan(x)
    return out, (_by_tan, out)


def _by_tan(g: Array, out: Array) -> Array:
    return g * (1 + out * out)


@rule
def tanh(x: Array) -> Any:
    out = np.tanh(x)
    return out, (_by_tanh, out)


def _by_tanh(g: Array, out: Array) -> Array:
    return g * (1 - out * out)


@rule(flat=True)
def sign(x: Array) -> Any:
    return np.sign(x), (zeros, x.shape)


@rule(flat=True)
def floor(x: Array) -> Any:
    return np.floor(x), (zeros, x.shape)


@rule(flat=True)
def ceil(x: Array) -> Any:
    return np.ceil(x), (zeros, x.shape)


@rule(flat=True)
def round_(x: Array) -> Any:
    """Halves go to the even neighbour."""
    return np.round(x), (zeros, x.shape)


@rule(flat=True)
def trunc(x: Array) -> Any:
    return np.trunc(x), (zeros, x.shape)


def _on_a_bound(saved: tuple[Array, float | None, float | None]) -> Any:
    x, *bounds = saved
    return np.isin(x, [bound for bound in bounds if bound is not None])


@rule(kink=_on_a_bound)
def clamp(x: Array, low: float | None, high: float | None) -> Any:
    """The cotangent passes on a bound, and is 0 strictly outside."""
    return np.clip(x, low, high), (_within_bounds, (x, low, high))


def _within_bounds(g: Array, saved: tuple[Array, float | None, float | None]) -> Array:
    x, low, high = saved
    off = np.zeros(x.shape, np.bool_)
    if low is not None:
        off |= x < low
    if high is not None:
        off |= x > high
    return masked(g, off)


@rule
def cast(x: Array, dtype: np.dtype[Any]) -> Any:
    return x.astype(dtype), (_recast, x.dtype)


def _recast(g: Array, dtype: np.dtype[Any]) -> Array:
    return g.astype(dtype)


@rule
def to_device(x: Array) -> Any:
    """The numbers stay where they are: devices here are names for one CPU."""
    return x, SAME
