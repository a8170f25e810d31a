"""The smooth operations of random programs: as text for the engine, as a formula for the oracle.

A formula takes NumPy arrays and a dimension, and works on complex numbers too (an imaginary
part is a derivative, see ``oracle``).  Where an operation has kinks, ``fits`` keeps away.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np


class One(NamedTuple):
    """An operation on one tensor; ``text`` names it x and the dimension d."""

    text: str
    formula: Callable
    fits: Callable = lambda x: True


class Two(NamedTuple):
    """An operation on two tensors of fitting shapes and values.

    ``elementwise`` operations check devices before shapes; for the others both refusals are fine.
    """

    text: str
    formula: Callable
    shapes: Callable
    fits: Callable = lambda x, y: True
    elementwise: bool = True


def _apart(x):
    """No two elements are close to each other."""
    return x.size < 2 or np.diff(np.sort(x, axis=None)).min() > 0.02


def _off(*kinks):
    return lambda x: all(np.abs(x - kink).min() > 0.02 for kink in kinks)


def _off_whole(x):
    return np.abs(x - np.round(2 * x) / 2).min() > 0.02


def _at(choose):
    return lambda x, d: np.take_along_axis(x, choose(x.real, d, keepdims=True), d)


def _log_softmax(x, d):
    shifted = x - x.real.max(d, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(d, keepdims=True))


ONE = (
    One("{x} * 2.0 - 0.5", lambda x, d: x * 2.0 - 0.5),
    One("1.5 - {x}", lambda x, d: 1.5 - x),
    One("-{x}", lambda x, d: -x),
    One("{x}.sum()", lambda x, d: x.sum().reshape(1)),
    One("{x}.mean()", lambda x, d: x.mean().reshape(1)),
    One("{x}.sin()", lambda x, d: np.sin(x)),
    One("{x}.cos()", lambda x, d: np.cos(x)),
    One("{x}.tanh()", lambda x, d: np.tanh(x)),
    One("{x}.sigmoid()", lambda x, d: 1 / (1 + np.exp(-x))),
    One("{x}.softplus()", lambda x, d: np.log(1 + np.exp(x))),
    One("{x}.exp()", lambda x, d: np.exp(x), lambda x: x < 2),
    One("2.0 ** {x}", lambda x, d: np.exp(x * np.log(2.0)), lambda x: x < 3),
    One("{x}.log()", lambda x, d: np.log(x), lambda x: x > 0.2),
    One("{x}.log1p()", lambda x, d: np.log(1 + x), lambda x: x > -0.7),
    One("{x}.sqrt()", lambda x, d: np.sqrt(x), lambda x: x > 0.2),
    One("{x}.square()", lambda x, d: x * x, lambda x: abs(x) < 4),
    One("{x}.powf_scalar(3.0)", lambda x, d: x * x * x, lambda x: abs(x) < 2.5),
    One("{x}.powf_scalar(-1.5)", lambda x, d: np.exp(-1.5 * np.log(x)), lambda x: x > 0.3),
    One("{x}.recip()", lambda x, d: 1 / x, lambda x: abs(x) > 0.3),
    One("1.5 / {x}", lambda x, d: 1.5 / x, lambda x: abs(x) > 0.3),
    One("{x}.softmax({d})", lambda x, d: np.exp(_log_softmax(x, d))),
    One("{x}.log_softmax({d})", _log_softmax),
    One("{x}.cumsum({d})", lambda x, d: np.cumsum(x, d)),
    One("{x}.sum_dim({d})", lambda x, d: x.sum(d, keepdims=True)),
    One("{x}.mean_dim({d})", lambda x, d: x.mean(d, keepdims=True)),
    One("{x}.relu()", lambda x, d: np.where(x.real > 0, x, 0), _off(0)),
    One("{x}.leaky_relu(0.1)", lambda x, d: np.where(x.real > 0, x, 0.1 * x), _off(0)),
    One("{x}.abs()", lambda x, d: np.where(x.real > 0, x, -x), _off(0)),
    One(
        "{x}.clamp(-1.0, 1.0)",
        lambda x, d: np.where(abs(x.real) < 1, x, np.sign(x.real)),
        _off(-1, 1),
    ),
    One("{x}.max()", lambda x, d: x.flat[x.real.argmax()].reshape(1), _apart),
    One("{x}.min()", lambda x, d: x.flat[x.real.argmin()].reshape(1), _apart),
    One("{x}.max_dim({d})", _at(np.argmax), _apart),
    One("{x}.min_dim({d})", _at(np.argmin), _apart),
    One("{x}.gather({d}, {x}.argmax({d}))", _at(np.argmax), _apart),
    One("{x}.floor()", lambda x, d: np.floor(x.real), _off_whole),
    One("{x}.round()", lambda x, d: np.round(x.real), _off_whole),
    One("{x}.sign()", lambda x, d: np.sign(x.real), _off(0)),
    One("{x}.flip([{d}])", lambda x, d: np.flip(x, d)),
    One("{x}.swap_dims(0, {d})", lambda x, d: x.swapaxes(0, d)),
    One("{x}.reshape((-1,))", lambda x, d: x.reshape(-1)),
    One("{x}.unsqueeze_dim({d})", lambda x, d: np.expand_dims(x, d), lambda x: x.ndim < 3),
    One("{x}[0:1]", lambda x, d: x[0:1]),
    One("{x}[-1]", lambda x, d: x[-1].reshape(x.shape[1:] or (1,))),
    One(
        "{x}.repeat((2,) * len({x}.shape))",
        lambda x, d: np.tile(x, (2,) * x.ndim),
        lambda x: x.size < 4,
    ),
    One("{x}.expand((2, *{x}.shape))", lambda x, d: np.stack([x, x]), lambda x: x.ndim < 3),
)


def broadcast(x, y, d):
    """burn's rule: equal rank, and per dimension equal sizes or one of them 1."""
    return len(x) == len(y) and all(m == n or 1 in (m, n) for m, n in zip(x, y, strict=True))


def _products(x, y, d):
    fits = len(x) == len(y) >= 2 and x[-1] == y[-2]
    return fits and broadcast(x[:-2], y[:-2], d)


def _joined(x, y, d):
    return len(x) == len(y) and x[:d] + x[d + 1 :] == y[:d] + y[d + 1 :]


def _same(x, y, d):
    return x == y


def _differ(x, y):
    return abs(x - y) > 0.02


TWO = (
    Two("{x} + {y}", lambda x, y, d: x + y, broadcast),
    Two("{x} * {y}", lambda x, y, d: x * y, broadcast),
    Two("{x} - {y}", lambda x, y, d: x - y, broadcast),
    Two("{x} / {y}", lambda x, y, d: x / y, broadcast, lambda x, y: abs(y) > 0.3),
    Two(
        "{x}.powf({y})",
        lambda x, y, d: np.exp(y * np.log(x)),
        broadcast,
        lambda x, y: (x > 0.2) & (x < 4) & (abs(y) < 2.5),
    ),
    Two(
        "{x}.max_pair({y})",
        lambda x, y, d: np.where(x.real > y.real, x, y),
        broadcast,
        _differ,
    ),
    Two(
        "{x}.min_pair({y})",
        lambda x, y, d: np.where(x.real < y.real, x, y),
        broadcast,
        _differ,
    ),
    Two(
        "{x}.mask_where({x}.greater_elem(0.6), {y})",
        lambda x, y, d: np.where(x.real > 0.6, y, x),
        broadcast,
        lambda x, y: _off(0.6)(x),
        elementwise=False,
    ),
    Two("{x} @ {y}", lambda x, y, d: x @ y, _products, elementwise=False),
    Two(
        "Tensor.cat([{x}, {y}], {d})",
        lambda x, y, d: np.concatenate([x, y], d),
        _joined,
        elementwise=False,
    ),
    Two(
        "Tensor.stack([{x}, {y}], {d})",
        lambda x, y, d: np.stack([x, y], d),
        _same,
        elementwise=False,
    ),
    Two(
        "{x}.cross_entropy_with_logits({y})",
        lambda x, y, d: -(y * _log_softmax(x, -1)).sum().reshape(1) * x.shape[-1] / x.size,
        _same,
        elementwise=False,
    ),
)
