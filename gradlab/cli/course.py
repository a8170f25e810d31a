"""What every training program here shares: the digits, batch by batch, and how it is doing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradlab.data import digits_split
from gradlab.diagnose.modules import module_report
from gradlab.diagnose.names import Scope
from gradlab.diagnose.table import Report
from gradlab.engine import Device, Tensor
from gradlab.nn import GradientsParams, Module
from gradlab.words import say

BATCH = 64


class Course:
    """A number of epochs over the digits, in an order that the seed decides.

    ``losses`` has one number per step, ``accuracies`` one per epoch (0 to 1, held-out digits);
    ``health`` is that of the last step's gradients, ``trouble`` the report on the first step at
    which a parameter had none.
    """

    def __init__(self, seed: int, epochs: int) -> None:
        self.device = Device.flex().autodiff()
        self.seed = seed
        self.digits = digits_split(seed)
        self.losses: list[float] = []
        self.accuracies: list[float] = []
        self._epochs = epochs
        self.health = ""
        self.trouble: Report | None = None
        self._order = np.random.default_rng(seed)
        self._bar: Any = None

    @property
    def steps(self) -> int:
        """Steps in one epoch; the last rows of an order that fill no batch are left out."""
        return len(self.digits.labels) // BATCH

    def epochs(self) -> Iterator[int]:
        """1, 2, ... with a progress bar: in a terminal, or as one widget in a notebook."""
        from tqdm.auto import tqdm
        from tqdm.notebook import tqdm_notebook

        off = not issubclass(tqdm, tqdm_notebook) and not sys.stderr.isatty()
        with tqdm(total=self._epochs * self.steps, disable=off, leave=False) as self._bar:
            yield from range(1, self._epochs + 1)

    def batches(self) -> Iterator[tuple[Tensor, Tensor]]:
        """Images [64, 64] and labels [64], each digit at most once per epoch."""
        order = self._order.permutation(len(self.digits.labels))
        for step in range(self.steps):
            rows = order[step * BATCH : (step + 1) * BATCH]
            images = Tensor.from_floats(self.digits.images[rows], self.device)
            yield images, Tensor.from_ints(self.digits.labels[rows], self.device)

    def note(self, model: Module, loss: Tensor, gradients: GradientsParams) -> None:
        """Keep the loss, and the health of the gradients that the step is about to use."""
        self.losses.append(loss.into_scalar())
        self.health = gradients.health(model)
        params = len(model.params()) + len(model.hidden_params())
        if self.trouble is None and len(gradients) < params:
            scope = Scope.of(sys._getframe(1))
            name = scope.called(model) or "model"
            self.trouble = module_report(model, gradients, name, "gradients", scope)
        self._bar.update()

    def report(self, model: Module) -> None:
        """One line for the epoch that has ended."""
        right = self.read(model) == self.digits.held_out_labels
        self.accuracies.append(float(right.mean()))
        facts = {
            "epoch": len(self.accuracies),
            "health": self.health,
            "loss": float(np.mean(self.losses[-self.steps :])),
            "accuracy": 100 * self.accuracies[-1],
        }
        self._bar.write(say("train.epoch", **facts))

    def read(self, model: Module) -> NDArray[np.int64]:
        """What the model takes the held-out digits for."""
        images = Tensor.from_floats(self.digits.held_out_images, self.device.inner())
        return np.asarray(model.valid()(images).argmax(1).to_data()[:, 0])
