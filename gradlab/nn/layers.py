"""Layers: modules whose forward is one step of a network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradlab.engine import Device, Tensor
from gradlab.nn.module import Module
from gradlab.nn.param import Param


class Linear(Module):
    """``x @ weight + bias`` with weight [d_in, d_out] and bias [d_out].

    Both start as burn's do, uniform in +-1 / sqrt(d_in); the same seed gives the same
    numbers.  On a plain device it is built unmarked, to be marked by ``train()``.
    """

    weight: Param
    bias: Param | None

    def __init__(
        self, d_in: int, d_out: int, device: Device, bias: bool = True, seed: int = 0
    ) -> None:
        draw = np.random.default_rng(seed).uniform
        bound = 1 / np.sqrt(d_in)

        def uniform(shape: tuple[int, ...]) -> Param:
            return Param.from_tensor(Tensor.from_floats(draw(-bound, bound, shape), device))

        self.weight = uniform((d_in, d_out))
        self.bias = uniform((d_out,)) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        """[..., d_in] -> [..., d_out], for two or more dimensions."""
        rank = len(x.shape)
        weight = self.weight._value
        out = x @ (weight if rank == 2 else weight.unsqueeze(rank))
        return out if self.bias is None else out + self.bias._value.unsqueeze(rank)


class Relu(Module):
    """max(x, 0), element by element."""

    def forward(self, x: Tensor) -> Tensor:
        return x.relu()


class Tanh(Module):
    """Hyperbolic tangent, element by element."""

    def forward(self, x: Tensor) -> Tensor:
        return x.tanh()


class Sequential(Module):
    """Layers, one after the other."""

    layers: list[Callable[[Any], Any]]

    def __init__(self, *layers: Callable[[Any], Any]) -> None:
        self.layers = list(layers)

    def forward(self, x: Any) -> Any:
        for layer in self.layers:
            x = layer(x)
        return x
