"""Gradients that are there and wrong; the six programs of lesson 00, again."""

from typing import Any

from gradlab.classroom.exercise import Array, Diagnosis, Exercise, Repair, argument, vectors

CUT_ONCE = """\
w = Tensor.from_floats([2.0, 3.0], ad).require_grad()
x = Tensor.from_floats([1.0, 1.0], ad)
size = w.detach() * w
loss = (x * w + size).sum()
grads = loss.backward()
print(loss.to_data())
"""

SPRING = """\
position = Tensor.from_floats([0.0, 0.0], ad).require_grad()
goal = Tensor.from_floats([3.0, 4.0], ad)
spring = (position * position).sum().sqrt()
pull = (position * goal).sum()
grads3 = (spring * 0.1 + pull).backward()
print(position.grad(grads3))
"""

TARGET = """\
old = Tensor.from_floats([1.0, 3.0], ad).require_grad()
new = Tensor.from_floats([2.0, 2.0], ad).require_grad()
goal = (old * 2).detach()
gap = new - goal
grads4 = (gap * gap).sum().backward()
print(old.grad(grads4))
"""

PICTURE = """\
picture = Tensor.from_floats([0.5, 0.1], Device.flex())
weight = Tensor.from_floats([1.0, -1.0], ad).require_grad()
answer = (picture * weight).sum()
grads5 = answer.backward()
print(picture.grad(grads5))
"""

VOLUME = """\
side = Tensor.from_floats([2.0, 5.0], ad).require_grad()
area = side * side
volume = (area * side).sum()
grads6 = volume.backward()
print(area.grad(grads6))
"""

TWO_WALKS = """\
left = Tensor.from_floats([2.0], ad).require_grad()
right = Tensor.from_floats([7.0], ad).require_grad()
left_grads = (left * 3).sum().backward()
right_grads = (right * 5).sum().backward()
print(left.grad(right_grads))
"""

WORK = """\
force = Tensor.from_floats([4.0, 1.0], ad)
path = Tensor.from_floats([0.5, 2.0], ad).require_grad()
work = force * path
force = force.require_grad()
grads8 = work.sum().backward()
print(force.grad(grads8))
"""

WHOLE_STEPS = """\
angle = Tensor.from_floats([0.4, 2.6], ad).require_grad()
gain = Tensor.from_floats([1.0, 5.0], ad).require_grad()
step = angle.int().float()
grads9 = (step * gain).sum().backward()
print(angle.grad(grads9))
"""


def _loss(x: Array, w: Array) -> Any:
    return (x * w + w * w).sum()


EXERCISES = (
    Exercise("11.1", 2, 2, Diagnosis(CUT_ONCE, "partial", (3,), "w"), ("cause_detach",)),
    Exercise("11.2", 3, 2, Repair(vectors(2), _loss, (argument("w", 1, _loss),))),
    Exercise(
        "11.3", 3, 3, Diagnosis(SPRING, "nan", (3,), "position", "grads3"), ("line_5", "line_1")
    ),
    Exercise("11.4", 1, 2, Diagnosis(TARGET, "detach", (3,), "old", "grads4")),
    Exercise("11.5", 1, 2, Diagnosis(PICTURE, "plain_device", (1,), "picture", "grads5")),
    Exercise("11.6", 1, 2, Diagnosis(VOLUME, "intermediate", (2,), "area", "grads6")),
    Exercise(
        "11.7", 1, 2, Diagnosis(TWO_WALKS, "other_gradients", (3, 4, 5), "left", "right_grads")
    ),
    Exercise("11.8", 1, 2, Diagnosis(WORK, "late_require_grad", (3, 4), "force", "grads8")),
    Exercise("11.9", 1, 2, Diagnosis(WHOLE_STEPS, "int_round_trip", (3,), "angle", "grads9")),
)
