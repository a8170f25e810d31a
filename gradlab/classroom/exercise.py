"""An exercise: what it asks for, and what a right answer is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
STEP = 1e-5


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Name the cause and the line of a program that stands in the lesson, word for word.

    The question is ``asked.grad(grads)``; without ``asked`` it is the program's refusal.
    ``lines`` are the lines that count as the place, the one that ``why`` names first.
    """

    program: str
    cause: str
    lines: tuple[int, ...]
    asked: str = "x"
    grads: str = "grads"


@dataclass(frozen=True, slots=True)
class Asked:
    """A tensor that a repaired program returns: its numbers, and the gradient that it must have.

    ``gradient`` None means that it must have none.  Both get the drawn arguments.
    """

    name: str
    numbers: Callable[..., Any]
    gradient: Callable[..., Any] | None


@dataclass(frozen=True, slots=True)
class Repair:
    """Write a function that is run on drawn numbers.

    It gets what ``draw`` gives, as lists, and returns ``loss, grads, *asked``; ``loss`` here is
    the same program by hand, on float64 arrays.
    """

    draw: Callable[[np.random.Generator], tuple[Array, ...]]
    loss: Callable[..., Any]
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise of a lesson, numbered as in ``03.1``; ``difficulty`` is 1 to 5.

    Its sentences are ``exercise.03.1.task`` (what to fill in), for a repair ``.right``, and one
    for each of its ``slips``: a wrong answer that it answers itself, such as "cause_not_marked"
    or "line_7".
    """

    number: str
    minutes: int
    difficulty: int
    answer: Diagnosis | Repair
    slips: tuple[str, ...] = ()

    @property
    def lesson(self) -> str:
        """The two digits its lesson's name begins with."""
        return self.number[:2]


def vectors(count: int, low: float = 0.5) -> Callable[[np.random.Generator], tuple[Array, ...]]:
    """Draws ``count`` vectors of one random length, with numbers from ``low`` to 3."""

    def draw(rng: np.random.Generator) -> tuple[Array, ...]:
        length = int(rng.integers(2, 5))
        return tuple(rng.uniform(low, 3.0, length) for _ in range(count))

    return draw


def argument(name: str, place: int, loss: Callable[..., Any]) -> Asked:
    """The argument at a place, with the slope of ``loss`` along it: central differences."""

    def gradient(*drawn: Array) -> Array:
        return slope(lambda moved: loss(*drawn[:place], moved, *drawn[place + 1 :]), drawn[place])

    return Asked(name, lambda *drawn: drawn[place], gradient)


def slope(function: Callable[[Array], Any], at: Array) -> Array:
    """The gradient of a function of one array, number by number, by central differences."""
    found = np.zeros_like(at)
    for place in np.ndindex(at.shape):
        step = np.zeros_like(at)
        step[place] = STEP
        found[place] = (function(at + step) - function(at - step)) / (2 * STEP)
    return found
