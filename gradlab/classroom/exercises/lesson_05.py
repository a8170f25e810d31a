"""Cut by detach(), and by numbers that were copied out."""

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

DETACHED = """\
x = Tensor.from_floats([1.0, 2.0], ad).require_grad()
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
seen = x.detach()
loss = (seen * w).sum()
grads = loss.backward()
"""

CARRIED = """\
gate = Tensor.from_floats([0.5, 0.8], ad).require_grad()
state = Tensor.from_floats([1.0, -1.0], ad).require_grad()
signal = Tensor.from_floats([2.0, 3.0], ad)
mixed = gate * signal + state
carried = mixed.detach()
output = (carried * signal).tanh()
grads3 = (output * output + state).sum().backward()
"""


def _loss(x: Array, w: Array) -> Any:
    return (x * w).sum()


def _squares(a: Array, b: Array) -> Any:
    return (a * a).sum() + (b * b).sum()


def _two_numbers(rng: np.random.Generator) -> tuple[Array, ...]:
    return rng.uniform(0.5, 3.0, 1), rng.uniform(0.5, 3.0, 1)


EXERCISES = (
    Exercise("05.1", 2, 1, Diagnosis(DETACHED, "detach", (3,)), ("line_4",)),
    Exercise(
        "05.2",
        3,
        2,
        Repair(
            vectors(2),
            _loss,
            (
                argument("x", 0, _loss),
                argument("w", 1, _loss),
                Asked("seen", lambda x, _: x, None),
            ),
        ),
    ),
    Exercise("05.3", 3, 2, Diagnosis(CARRIED, "detach", (5,), "gate", "grads3"), ("line_4",)),
    Exercise(
        "05.4",
        3,
        2,
        Repair(_two_numbers, _squares, (argument("a", 0, _squares), argument("b", 1, _squares))),
    ),
)
