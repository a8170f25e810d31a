"""Whole numbers and indices on the way: int(), argmax(), comparisons."""

from typing import Any

import numpy as np

from gradlab.classroom.exercise import (
    Array,
    Asked,
    Diagnosis,
    Exercise,
    Repair,
    argument,
    vectors,
)

WHOLE = """\
x = Tensor.from_floats([1.0, 2.0], ad).require_grad()
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
steps = x.int().float()
loss = (steps * w).sum()
grads = loss.backward()
print(steps.to_data().tolist())
print(x.grad(grads))
"""

CHOSEN = """\
scores = Tensor.from_floats([0.1, 0.7, 0.2], ad).require_grad()
prizes = Tensor.from_floats([1.0, 5.0, 2.0], ad)
stake = Tensor.from_floats([0.5], ad).require_grad()
choice = scores.argmax(0)
prize = prizes.select(0, choice)
win = (prize * stake).sum()
grads3 = (win * win).backward()
print(scores.grad(grads3))
print(stake.grad(grads3).to_data().tolist())
"""


def _counts(rng: np.random.Generator) -> tuple[Array, ...]:
    """Whole numbers, and what each is worth."""
    length = int(rng.integers(2, 5))
    return rng.integers(1, 9, length).astype(np.float64), rng.uniform(0.5, 3.0, length)


def _loss(x: Array, w: Array) -> Any:
    return (x * w).sum()


def _whole_loss(x: Array, w: Array) -> Any:
    return (np.trunc(x) * w).sum()


EXERCISES = (
    Exercise("06.1", 2, 1, Diagnosis(WHOLE, "int_round_trip", (3,)), ("line_4",)),
    Exercise(
        "06.2",
        3,
        1,
        Repair(_counts, _loss, (argument("x", 0, _loss), argument("w", 1, _loss))),
    ),
    Exercise(
        "06.3",
        3,
        2,
        Diagnosis(CHOSEN, "int_round_trip", (4,), "scores", "grads3"),
        ("cause_not_reached", "line_5"),
    ),
    Exercise(
        "06.4",
        4,
        3,
        Repair(
            vectors(2, low=1.2),
            _whole_loss,
            (
                Asked("x", lambda x, _: x, lambda _, w: w),  # as if nothing were rounded
                argument("w", 1, _whole_loss),
            ),
        ),
    ),
)
