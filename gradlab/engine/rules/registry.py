"""One registry of operations: the forward and, beside it, the derivative.

A rule takes arrays (and plain parameters) and returns the result followed by one
derivative per differentiable input: ``(function, saved)``, meaning that the cotangent
of that input is ``function(cotangent, saved)``.  ``SAME`` passes the cotangent through.
A rule that returns the bare result (comparisons, argmax) is outside the tape.

>>> from gradlab.engine.rules.registry import RULES
>>> import gradlab.engine.rules.arithmetic
>>> out, by_x, by_y = RULES["mul"].run(np.float32([3.0]), np.float32([4.0]))
>>> function, saved = by_x
>>> out.tolist(), function(np.float32([1.0]), saved).tolist()
([12.0], [4.0])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, overload

import numpy as np

from gradlab.engine.node import F32, F64, Array, Derivative

Kink: TypeAlias = Callable[[Any], Any]
SAME: Derivative = (None, None)
RULES: dict[str, Rule] = {}


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One operation.

    ``kinds`` are the kinds of number it takes, as NumPy's kind letters (f float, i int,
    b bool); ``flat`` marks derivatives that are zero everywhere; results of a rule that is
    not ``taped`` leave the graph.  ``kink`` tells from the saved values of an edge where the
    forward met a point without a derivative (or a tie), so that a convention was used.
    """

    name: str
    run: Callable[..., Any]
    kinds: str
    flat: bool
    taped: bool
    kink: Kink | None


@overload
def rule(run: Callable[..., Any]) -> Rule: ...
@overload
def rule(
    *, kinds: str = "f", flat: bool = False, taped: bool = True, kink: Kink | None = None
) -> Callable[[Callable[..., Any]], Rule]: ...
def rule(
    run: Callable[..., Any] | None = None,
    *,
    kinds: str = "f",
    flat: bool = False,
    taped: bool = True,
    kink: Kink | None = None,
) -> Rule | Callable[[Callable[..., Any]], Rule]:
    """Enter a function into the registry under its own name (a trailing _ is dropped)."""

    def enter(function: Callable[..., Any]) -> Rule:
        name = function.__name__.rstrip("_")
        RULES[name] = entry = Rule(name, function, kinds, flat, taped, kink)
        return entry

    return enter if run is None else enter(run)


def zeros(cotangent: Array, shape: tuple[int, ...]) -> Array:
    """The cotangent of an input that the result does not move with."""
    return np.zeros(shape, cotangent.dtype)


_SAME_SIZE: dict[Any, np.dtype[Any]] = {F32: np.dtype(np.int32), F64: np.dtype(np.int64)}


def masked(cotangent: Array, off: Array) -> Array:
    """The cotangent with exact zeros where ``off``, even where it is inf or NaN.

    Multiplies the bits: a product of floats would leave NaN and -0.0, and writing through a
    mask takes several times as long.
    """
    dtype = cotangent.dtype
    return np.multiply(cotangent.view(_SAME_SIZE[dtype]), ~off).view(dtype)
