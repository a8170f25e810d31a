"""Results in the middle, and leaves that have lost their name."""

from typing import Any

from gradlab.classroom.exercise import Array, Asked, Diagnosis, Exercise, Repair, vectors

MIDDLE = """\
x = Tensor.from_floats([1.0, 2.0], ad).require_grad()
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
h = x * w
loss = (h * 2).sum()
grads = loss.backward()
print(h.grad(grads))
"""

SCALED = """\
scores = Tensor.from_floats([0.1, 0.7, 0.2], ad)
bias = Tensor.from_floats([1.0, 2.0, 3.0], ad).require_grad()
scale = Tensor.from_floats([0.01], ad)
bias = bias * scale
shifted = scores + bias
best = (shifted * shifted).sum()
grads3 = best.backward()
print(bias.grad(grads3))
"""


def _looked_at(x: Array, w: Array) -> Any:
    return (x * w * x * w + x * w).sum()


def _start(values: Array) -> Any:
    return (values * 0.01 * values * 0.01).sum()


EXERCISES = (
    Exercise("07.1", 2, 1, Diagnosis(MIDDLE, "intermediate", (3,), "h")),
    Exercise(
        "07.2",
        3,
        2,
        Repair(
            vectors(2),
            _looked_at,
            (
                Asked("h", lambda x, w: x * w, lambda x, w: 2 * x * w),
                Asked("x", lambda x, _: x, lambda _, w: w),  # the price: nothing through h
                Asked("w", lambda _, w: w, lambda x, _: x),
            ),
        ),
    ),
    Exercise(
        "07.3",
        3,
        2,
        Diagnosis(SCALED, "leaf_overwritten", (4,), "bias", "grads3"),
        ("cause_intermediate", "cause_not_marked", "line_2"),
    ),
    Exercise(
        "07.4",
        2,
        2,
        Repair(
            vectors(1),
            _start,
            (Asked("bias", lambda values: values * 0.01, lambda values: 2 * values * 0.01),),
        ),
    ),
)
