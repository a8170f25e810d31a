"""Activations and losses as single operations."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradlab.engine.node import Array
from gradlab.engine.rules.registry import masked, rule

_erf = np.frompyfunc(math.erf, 1, 1)
_ROOT_HALF, _ROOT_TWO_PI = math.sqrt(0.5), math.sqrt(2 * math.pi)


def _at_zero(x: Array) -> Array:
    return x == 0


@rule(kink=_at_zero)
def relu(x: Array) -> Any:
    """Derivative 0 at 0."""
    return np.maximum(x, 0), (_where_positive, x)


def _where_positive(g: Array, x: Array) -> Array:
    return masked(g, x <= 0)


def _slope_at_zero(saved: tuple[Array, float]) -> Array:
    return saved[0] == 0


@rule(kink=_slope_at_zero)
def leaky_relu(x: Array, slope: float) -> Any:
    """Derivative 1 at 0."""
    return x * _slopes(x, slope), (_by_slopes, (x, slope))


def _slopes(x: Array, slope: float) -> Array:
    return np.where(x < 0, np.asarray(slope, x.dtype), np.asarray(1, x.dtype))


def _by_slopes(g: Array, saved: tuple[Array, float]) -> Array:
    return g * _slopes(*saved)


@rule
def gelu(x: Array) -> Any:
    """Exact, forward and derivative (burn's derivative is a tanh approximation of it)."""
    below = 0.5 + 0.5 * np.asarray(_erf(x * _ROOT_HALF), x.dtype)
    return x * below, (_by_gelu, (x, below))


def _by_gelu(g: Array, saved: tuple[Array, Array]) -> Array:
    x, below = saved
    return g * (below + x * np.exp(-0.5 * x * x) / _ROOT_TWO_PI)


@rule
def sigmoid(x: Array) -> Any:
    out = _sigmoid(x)
    return out, (_by_sigmoid, out)


def _sigmoid(x: Array) -> Array:
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1, small) / (1 + small)


def _by_sigmoid(g: Array, out: Array) -> Array:
    return g * (out * (1 - out))


@rule
def log_sigmoid(x: Array) -> Any:
    return -np.logaddexp(0, -x), (_times_sigmoid, -x)


@rule
def softplus(x: Array, beta: float) -> Any:
    return np.logaddexp(0, x * beta) / beta, (_times_sigmoid, x * beta)


def _times_sigmoid(g: Array, z: Array) -> Array:
    return g * _sigmoid(z)


@rule
def softmax(x: Array, dim: int) -> Any:
    out = np.exp(_log_softmax(x, dim))
    return out, (_by_softmax, (out, dim))


def _by_softmax(g: Array, saved: tuple[Array, int]) -> Array:
    out, dim = saved
    weighted = g * out
    return weighted - out * np.add.reduce(weighted, dim, keepdims=True)


@rule
def log_softmax(x: Array, dim: int) -> Any:
    out = _log_softmax(x, dim)
    return out, (_by_log_softmax, (out, dim))


def _log_softmax(x: Array, dim: int) -> Array:
    shifted = x - np.maximum.reduce(x, dim, keepdims=True, initial=-np.inf)
    return shifted - np.log(np.add.reduce(np.exp(shifted), dim, keepdims=True))


def _by_log_softmax(g: Array, saved: tuple[Array, int]) -> Array:
    out, dim = saved
    return g - np.exp(out) * np.add.reduce(g, dim, keepdims=True)


@rule
def cross_entropy_with_logits(logits: Array, targets: Array) -> Any:
    """Minus the mean over rows of the sum of targets x log_softmax over the last dimension.

    Differentiable in the logits and in the target probabilities; result shape [1].
    """
    logs = _log_softmax(logits, -1)
    rows = max(logs.size // max(logs.shape[-1], 1), 1)
    out = -(targets * logs).sum(dtype=logs.dtype).reshape(1) / rows
    return out, (_by_logits, (logs, targets, rows)), (_by_targets, (logs, rows))


def _by_logits(g: Array, saved: tuple[Array, Array, int]) -> Array:
    logs, targets, rows = saved
    return g / rows * (np.exp(logs) * targets.sum(-1, keepdims=True) - targets)


def _by_targets(g: Array, saved: tuple[Array, int]) -> Array:
    logs, rows = saved
    return -g / rows * logs


@rule
def cross_entropy(logits: Array, targets: Array) -> Any:
    """Minus the mean of log_softmax(logits [rows, classes]) at the class of each row: [1]."""
    logs = _log_softmax(logits, -1)
    flat = np.arange(0, logs.size, logs.shape[1]) + targets
    rows = max(len(flat), 1)
    out = -np.add.reduce(logs.reshape(-1).take(flat)).reshape(1) / rows
    return out, (_by_right_class, (logs, flat, rows))


def _by_right_class(g: Array, saved: tuple[Array, Array, int]) -> Array:
    logs, flat, rows = saved
    back = np.exp(logs)
    back.reshape(-1)[flat] -= 1
    back *= g / rows
    return back
