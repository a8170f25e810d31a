"""Adding up gradients over several backwards: nothing accumulates unless asked."""

from __future__ import annotations

from gradlab.nn.gradients_params import GradientsParams
from gradlab.nn.module import Module


class GradientsAccumulator:
    """A sum of GradientsParams, parameter by parameter."""

    def __init__(self) -> None:
        self._sum = GradientsParams()

    def accumulate(self, module: Module, gradients: GradientsParams) -> None:
        """Add the gradients of this module's parameters, using ``gradients`` up.

        Raises GradientsUsedError if they were used up before.
        """
        gradients.refuse_if_used("accumulate")
        for param in module.params():
            new, old = gradients.get(param.id), self._sum.get(param.id)
            if new is not None:
                self._sum.register(param.id, new if old is None else old + new)
        gradients.use_up("accumulate")

    def grads(self) -> GradientsParams:
        """The sum; the accumulator starts again from nothing."""
        total, self._sum = self._sum, GradientsParams()
        return total

    def len(self) -> int:
        """How many parameters have a gradient so far."""
        return len(self._sum)

    __len__ = len
