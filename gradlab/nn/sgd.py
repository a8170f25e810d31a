"""Stochastic gradient descent, with momentum and weight decay as in burn."""

from __future__ import annotations

from dataclasses import dataclass

from gradlab.engine.node import Array
from gradlab.nn.optim import Optimizer


@dataclass(frozen=True, slots=True)
class SgdConfig:
    """``p - lr * g``; ``init()`` makes the optimizer.

    With ``momentum`` the step follows ``v``, which starts as the first gradient and then
    is ``momentum * v + (1 - dampening) * g``; ``nesterov`` looks one step ahead.
    ``weight_decay`` adds that fraction of the parameter to its gradient.
    """

    momentum: float | None = None
    dampening: float = 0.1
    nesterov: bool = False
    weight_decay: float | None = None

    def init(self) -> Optimizer:
        """An optimizer without any state yet."""
        return Optimizer(self)

    def update(
        self, numbers: Array, gradient: Array, rate: float, state: Array | None
    ) -> tuple[Array, Array | None]:
        """One parameter's next numbers, and its ``v``."""
        if self.weight_decay is not None:
            gradient = gradient + self.weight_decay * numbers
        if self.momentum is None:
            return numbers - rate * gradient, None
        v = gradient
        if state is not None:
            v = self.momentum * state + (1 - self.dampening) * gradient
        ahead = gradient + self.momentum * v if self.nesterov else v
        return numbers - rate * ahead, v
