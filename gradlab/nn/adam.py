"""Adam, as in burn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gradlab.engine.node import Array
from gradlab.nn.optim import Optimizer


class Moments(NamedTuple):
    """Running means of gradient and squared gradient, and how many were taken."""

    first: Array
    second: Array
    steps: int


@dataclass(frozen=True, slots=True)
class AdamConfig:
    """``p - lr * m / (sqrt(v) + epsilon)`` with bias-corrected running means m, v.

    ``init()`` makes the optimizer.  burn's epsilon is 1e-5, PyTorch's 1e-8.
    ``weight_decay`` adds that fraction of the parameter to its gradient (not AdamW).
    """

    beta_1: float = 0.9
    beta_2: float = 0.999
    epsilon: float = 1e-5
    weight_decay: float | None = None

    def init(self) -> Optimizer:
        """An optimizer without any state yet."""
        return Optimizer(self)

    def update(
        self, numbers: Array, gradient: Array, rate: float, state: Moments | None
    ) -> tuple[Array, Moments]:
        """One parameter's next numbers and moments."""
        if self.weight_decay is not None:
            gradient = gradient + self.weight_decay * numbers
        first = (1 - self.beta_1) * gradient
        second = (1 - self.beta_2) * gradient * gradient
        steps = 1
        if state is not None:
            first += self.beta_1 * state.first
            second += self.beta_2 * state.second
            steps += state.steps
        # Both corrections are numbers, so no array is divided by them.
        widen = (1 - self.beta_2**steps) ** 0.5
        rate *= widen / (1 - self.beta_1**steps)
        delta = first / (np.sqrt(second) + self.epsilon * widen)
        return numbers - rate * delta, Moments(first, second, steps)
