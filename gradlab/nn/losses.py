"""Losses: modules without parameters, whose forward gives one number, shape [1]."""

from __future__ import annotations

from gradlab.engine import ShapeMismatchError, Tensor, checks
from gradlab.engine.rules import activation
from gradlab.engine.value import check_kind, several
from gradlab.nn.module import Module
from gradlab.words import say


class MseLoss(Module):
    """Mean of squared differences."""

    def forward(self, predictions: Tensor, targets: Tensor) -> Tensor:
        """Two tensors of equal rank -> [1]."""
        return (predictions - targets).square().mean()


class CrossEntropyLoss(Module):
    """Minus the mean log-probability that a softmax of the logits gives the right class."""

    def forward(self, logits: Tensor, targets: Tensor) -> Tensor:
        """Logits [rows, classes] and ints [rows] -> [1].

        Raises ShapeMismatchError or DTypeError for anything else.
        """
        rows = checks.tensor("cross_entropy", targets, "int").shape
        if len(logits.shape) != 2 or rows != logits.shape[:1]:
            raise ShapeMismatchError(
                "cross_entropy",
                say("nn.cross_entropy", logits=list(logits.shape), targets=list(rows)),
                say("nn.cross_entropy_fix"),
            )
        check_kind(activation.cross_entropy, logits)
        checks.indices("cross_entropy", targets, logits.shape[1])
        return several(activation.cross_entropy, (logits, targets))
