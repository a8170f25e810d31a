"""Taken out of the container."""

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

TAKEN_OUT = """\
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], ad).require_grad()
loss = (x * w).sum()
grads = loss.backward()
print(w.grad(grads))
update = w.grad_remove(grads)
print(w.grad(grads))
"""

FILED = """\
prices = Tensor.from_floats([[3.0, 1.0], [2.0, 5.0]], ad)
paid = Tensor.from_floats([[7.0], [12.0]], ad)
model = Linear(2, 1, ad, seed=4)
error = model(prices) - paid
loss3 = (error * error).mean()
grads3 = loss3.backward()
params = GradientsParams.from_module(grads3, model)
weight = model.weight.val()
print(len(params), weight.grad(grads3))
"""

ALL_OF_IT = """\
first = Linear(1, 1, ad, seed=1)
second = Linear(1, 1, ad, seed=2)
point = Tensor.from_floats([[2.0]], ad)
loss4 = second(first(point)).sum()
grads4 = loss4.backward()
for_first = GradientsParams.from_grads(grads4, first)
for_second = GradientsParams.from_grads(grads4, second)
"""


def _loss(x: Array, w: Array) -> Any:
    return (x * w).sum()


EXERCISES = (
    Exercise("08.1", 2, 1, Diagnosis(TAKEN_OUT, "removed", (6,), "w"), ("line_4", "line_7")),
    Exercise(
        "08.2",
        3,
        1,
        Repair(
            vectors(2),
            _loss,
            (
                argument("w", 1, _loss),
                argument("x", 0, _loss),
                Asked("stepped", lambda x, w: w - 0.1 * x, None),
            ),
        ),
    ),
    Exercise(
        "08.3",
        3,
        2,
        Diagnosis(FILED, "removed", (7,), "weight", "grads3"),
        ("cause_other_gradients", "line_8"),
    ),
    Exercise("08.4", 2, 1, Diagnosis(ALL_OF_IT, "container_taken", (6,), asked=""), ("line_7",)),
)
