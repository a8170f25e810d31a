"""Never marked, or marked without keeping the marked handle."""

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

UNMARKED = """\
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], ad)
h = x * w
loss = (h * 2).sum()
grads = loss.backward()
print(x.grad(grads))
"""

DROPPED = """\
light = Tensor.from_floats([0.3, 0.8], ad)
gain = Tensor.from_floats([2.0, 1.0], ad)
offset = Tensor.from_floats([0.1, 0.1], ad).require_grad()
gain.require_grad()
seen = light * gain + offset
error3 = seen - light
grads3 = (error3 * error3).sum().backward()
print(gain.grad(grads3))
"""


def _squares(x: Array, w: Array, y: Array) -> Any:
    return np.square(x * w - y).sum()


def _product(a: Array, b: Array, c: Array) -> Any:
    return (a * b + c).sum()


EXERCISES = (
    Exercise(
        "02.1", 2, 1, Diagnosis(UNMARKED, "not_marked", (2,)), ("cause_intermediate", "line_3")
    ),
    Exercise(
        "02.2",
        3,
        1,
        Repair(
            vectors(3),
            _squares,
            (
                argument("x", 0, _squares),
                argument("w", 1, _squares),
                Asked("y", lambda x, w, y: y, None),
            ),
        ),
    ),
    Exercise(
        "02.3",
        3,
        2,
        Diagnosis(DROPPED, "discarded", (4,), "gain", "grads3"),
        ("cause_not_marked", "line_2"),
    ),
    Exercise(
        "02.4",
        3,
        2,
        Repair(
            vectors(3),
            _product,
            tuple(argument(name, place, _product) for place, name in enumerate("abc")),
        ),
    ),
)
