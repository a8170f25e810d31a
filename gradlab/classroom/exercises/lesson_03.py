"""Marked after its use."""

from typing import Any

from gradlab.classroom.exercise import Array, Diagnosis, Exercise, Repair, argument, vectors

USED_FIRST = """\
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], ad)
used = x * w
x = x.require_grad()
loss = used.sum()
grads = loss.backward()
print(x.grad(grads))
"""

SCALED_FIRST = """\
pixels = Tensor.from_floats([0.2, 0.9, 0.4], ad)
kernel = Tensor.from_floats([1.0, -1.0, 2.0], ad).require_grad()
scaled = pixels * 2 - 1
score = (scaled * kernel).sum()
pixels = pixels.require_grad()
penalty = (kernel * kernel).sum()
grads3 = (score + penalty).backward()
print(pixels.grad(grads3))
"""

USED_TWICE = """\
x = Tensor.from_floats([1.0, 2.0], ad)
early = x * 3
x = x.require_grad()
late = x * 2
loss = (early + late).sum()
grads = loss.backward()
"""


def _loss(x: Array, w: Array) -> Any:
    return (x * w).sum()


EXERCISES = (
    Exercise("03.1", 2, 1, Diagnosis(USED_FIRST, "late_require_grad", (3, 4))),
    Exercise(
        "03.2",
        3,
        1,
        Repair(vectors(2), _loss, (argument("x", 0, _loss), argument("w", 1, _loss))),
    ),
    Exercise(
        "03.3",
        3,
        2,
        Diagnosis(SCALED_FIRST, "late_require_grad", (3, 5), "pixels", "grads3"),
        slips=("cause_not_reached", "line_7"),
    ),
    Exercise("03.4", 2, 2, Diagnosis(USED_TWICE, "late_partial", (2, 3))),
)
