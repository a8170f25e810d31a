"""Built on a device without autodiff: a tensor, and a whole model."""

from typing import Any

from gradlab.classroom.exercise import Array, Diagnosis, Exercise, Repair, argument, vectors

PLAIN = """\
cpu = Device.flex()
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], cpu)
loss = (x * w).sum()
grads = loss.backward()
print(cpu == ad)
print(x.grad(grads))
"""

BESIDE = """\
price = Tensor.from_floats([2.0, 5.0, 1.0], ad).require_grad()
stock = Tensor.from_floats([10.0, 20.0, 30.0], ad.inner())
demand = Tensor.from_floats([9.0, 25.0, 28.0], stock.device())
income = (price * demand).sum()
missing = demand - stock
fine = (missing * missing).sum()
grads3 = (income - fine * 0.1).backward()
print(demand.grad(grads3))
"""


def _loss(a: Array, b: Array) -> Any:
    return (a * b).sum()


EXERCISES = (
    Exercise("01.1", 2, 1, Diagnosis(PLAIN, "plain_device", (3,)), ("cause_not_marked", "line_1")),
    Exercise(
        "01.2",
        3,
        1,
        Repair(vectors(2), _loss, (argument("x", 0, _loss), argument("w", 1, _loss))),
    ),
    Exercise(
        "01.3", 3, 2, Diagnosis(BESIDE, "plain_device", (3,), "demand", "grads3"), ("line_2",)
    ),
    Exercise("01.4", 3, 2, Repair(vectors(2), _loss, (argument("w", 0, _loss),))),
)
