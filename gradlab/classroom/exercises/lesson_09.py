"""Found by one backward, asked of another."""

from typing import Any

from gradlab.classroom.exercise import Array, Diagnosis, Exercise, Repair, argument, vectors

TWO_WALKS = """\
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], ad).require_grad()
loss = (w * 2).sum()
penalty = (x * x).sum()
grads = loss.backward()
others = penalty.backward()
print(w.grad(others))
"""

ONE_NAME = """\
rooms = Tensor.from_floats([2.0, 3.0, 4.0], ad)
price = Tensor.from_floats([50.0], ad).require_grad()
rent = Tensor.from_floats([0.4], ad).require_grad()
price_error = (rooms * price - 180).abs().sum()
rent_error = (rooms * rent - 1).abs().sum()
grads3 = price_error.backward()
total = price_error + rent_error
grads3 = rent_error.backward()
print(total.into_scalar(), price.grad(grads3))
"""


def _fit_and_size(x: Array, w: Array) -> Any:
    return (x * w).sum() + (w * w).sum()


def _batches(x: Array, y: Array, v: Array) -> Any:
    return (v * v * x).sum() + (v * v * y).sum()


EXERCISES = (
    Exercise(
        "09.1",
        2,
        1,
        Diagnosis(TWO_WALKS, "other_gradients", (5,), "w", "others"),
        ("cause_not_reached", "line_6", "line_7"),
    ),
    Exercise(
        "09.2",
        3,
        2,
        Repair(
            vectors(2),
            _fit_and_size,
            (argument("x", 0, _fit_and_size), argument("w", 1, _fit_and_size)),
        ),
    ),
    Exercise(
        "09.3",
        3,
        2,
        Diagnosis(ONE_NAME, "other_gradients", (6,), "price", "grads3"),
        ("cause_not_reached", "line_7", "line_8"),
    ),
    Exercise("09.4", 3, 3, Repair(vectors(3), _batches, (argument("v", 2, _batches),))),
)
