"""What the nine leave out: moved, stale, not a float, consumed."""

from typing import Any

from gradlab.classroom.exercise import (
    Array,
    Asked,
    Diagnosis,
    Exercise,
    Repair,
    argument,
    vectors,
)

MOVED = """\
other = Device.flex(1).autodiff()
start = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], other).require_grad()
w = start.to_device(other)
loss = (x * w).sum()
grads = loss.backward()
print(w.grad(grads))
"""

STALE = """\
model = Linear(1, 1, ad, seed=3)
weight = model.weight.val()
optimizer = SgdConfig().init()
day = Tensor.from_floats([[2.0]], ad)
before = model(day).sum()
params = GradientsParams.from_grads(before.backward(), model)
model = optimizer.step(0.1, model, params)
later = model(day).sum()
grads3 = later.backward()
print(weight.grad(grads3))
"""

POSITIONS = """\
scores = Tensor.from_floats([[0.2, 0.7], [0.9, 0.4]], ad).require_grad()
best = scores.argmax(1)
loss4 = (scores * scores).sum()
grads4 = loss4.backward()
"""

WALKED_TWICE = """\
theta = Tensor.from_floats([3.0, 4.0], ad).require_grad()
shared = theta * theta
fit = shared.sum()
penalty = (shared * 3).sum()
first = fit.backward()
second = penalty.backward()
"""


def _product(x: Array, w: Array) -> Any:
    return (x * w).sum()


def _penalty(w: Array) -> Any:
    return (w * w * 3).sum()


EXERCISES = (
    Exercise("10.1", 2, 2, Diagnosis(MOVED, "moved", (4,), "w"), ("cause_intermediate", "line_2")),
    Exercise("10.2", 3, 2, Repair(vectors(2), _product, (argument("w", 1, _product),))),
    Exercise(
        "10.3",
        3,
        3,
        Diagnosis(STALE, "stale_handle", (7, 2), "weight", "grads3"),
        ("cause_not_reached", "line_6"),
    ),
    Exercise(
        "10.4",
        2,
        1,
        Diagnosis(POSITIONS, "not_float", (2,), "best", "grads4"),
        ("cause_not_reached",),
    ),
    Exercise(
        "10.5", 2, 1, Diagnosis(WALKED_TWICE, "consumed", (2,), asked=""), ("line_5", "line_6")
    ),
    Exercise(
        "10.6",
        3,
        3,
        Repair(
            vectors(1),
            _penalty,
            (argument("w", 0, _penalty), Asked("seen", lambda w: 2 * w, None)),
        ),
    ),
)
