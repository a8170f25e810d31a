"""Marked, perhaps used, and not in this loss."""

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

LEFT_OUT = """\
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], ad).require_grad()
fit = (w * 2).sum()
penalty = (x * x).sum()
loss = fit * 0.5
grads = loss.backward()
print(x.grad(grads))
"""

BEGUN_ANEW = """\
signal = Tensor.from_floats([0.5, 0.9, 0.1], ad)
gate = Tensor.from_floats([1.0, 2.0, 3.0], ad).require_grad()
bias = Tensor.from_floats([0.1, 0.2, 0.3], ad).require_grad()
level = (signal * gate).tanh()
smooth = level * level + bias
level = signal + bias
output = (level * level).sum()
grads3 = output.backward()
print(gate.grad(grads3))
"""

LOOK_ALIKE = """\
weights = Tensor.from_floats([1.0, 2.0, 3.0], ad).require_grad()
first = weights.slice(0, 1).detach().require_grad()
energy = (weights * weights).sum()
grads4 = energy.backward()
print(first.grad(grads4))
"""


def _loss(x: Array, w: Array) -> Any:
    return w.sum() + (x * x).sum()


def _penalty(x: Array, w: Array) -> Any:
    return np.array([(x * x).sum()])


EXERCISES = (
    Exercise("04.1", 2, 1, Diagnosis(LEFT_OUT, "not_reached", (2, 5)), ("line_4",)),
    Exercise(
        "04.2",
        3,
        1,
        Repair(
            vectors(2),
            _loss,
            (argument("x", 0, _loss), argument("w", 1, _loss), Asked("penalty", _penalty, None)),
        ),
    ),
    Exercise(
        "04.3",
        3,
        2,
        Diagnosis(BEGUN_ANEW, "not_reached", (2, 6), "gate", "grads3"),
        ("line_4", "line_5"),
    ),
    Exercise(
        "04.4",
        2,
        2,
        Diagnosis(LOOK_ALIKE, "wrong_tensor", (2,), "first", "grads4"),
        ("cause_not_reached", "cause_detach"),
    ),
)
