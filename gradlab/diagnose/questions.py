"""The questions that ``grad`` asks, in its order, and which one said no."""

from __future__ import annotations

from enum import StrEnum

from gradlab.engine import Gradients, Tensor


class Gate(StrEnum):
    """Which question answered.  The value is the name in a verdict's ``gate``."""

    NOT_FLOAT = "not_float"
    NO_AUTODIFF = "no_autodiff"
    NO_REQUIRE_GRAD = "no_require_grad"
    NOT_IN_CONTAINER = "not_in_container"
    FOUND = "found"


def gate(t: Tensor, grads: Gradients) -> Gate:
    """The first question with a no; ``FOUND`` when all are answered yes.

    Looks and never takes; a container that was handed over holds nothing.
    """
    if t.kind != "float":
        return Gate.NOT_FLOAT
    if not t.is_autodiff():
        return Gate.NO_AUTODIFF
    if not t.is_require_grad():
        return Gate.NO_REQUIRE_GRAD
    return Gate.FOUND if t.number in grads._entries else Gate.NOT_IN_CONTAINER
