"""The step: from a module and its gradients to the next module."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from gradlab.engine import Device, ShapeMismatchError, Tensor
from gradlab.engine.events import record
from gradlab.engine.node import GRAD, Array, Node
from gradlab.engine.numbering import next_number
from gradlab.engine.value import made
from gradlab.nn import reflexes
from gradlab.nn.errors import ArgumentError
from gradlab.nn.gradients_params import GradientsParams
from gradlab.nn.module import Module
from gradlab.nn.param import Param, ParamId
from gradlab.words import say

M = TypeVar("M", bound=Module)


class Update(Protocol):
    """A formula: numbers, gradient, rate and last state -> new numbers and next state.

    The state is None at a parameter's first update, and None stands for "no state".
    """

    def update(self, numbers: Array, gradient: Array, rate: float, state: Any) -> tuple[Array, Any]:
        """Arrays of one shape and dtype; returns new arrays, changes none."""


class Optimizer:
    """A formula and, by parameter id, the state that it keeps between steps."""

    def __init__(self, formula: Update) -> None:
        self._formula = formula
        self._state: dict[ParamId, Any] = {}

    @property
    def state(self) -> Mapping[ParamId, Any]:
        """What is kept for each parameter that was updated at least once."""
        return MappingProxyType(self._state)

    def step(self, lr: float, module: M, gradients: GradientsParams) -> M:
        """The next module; uses ``gradients`` up.

        A parameter with a gradient gets a new leaf, marked if it was marked, so handles from
        before are stale.  One without stays as it is, the very same leaf.  Raises
        GradientsUsedError for gradients used before, ShapeMismatchError for one that does
        not fit its parameter; then nothing has changed.
        """
        _check(lr, module, gradients)
        gradients.refuse_if_used("step")
        states: dict[ParamId, Any] = {}

        def stepped(path: str, param: Param) -> Param:
            entry = gradients.entry(param.id)
            if entry is None:
                return param
            before = param._value
            if entry.numbers.shape != before.shape:
                raise ShapeMismatchError(
                    "step",
                    say("nn.misfit", path=path, value=before.shape, gradient=entry.numbers.shape),
                    say("nn.misfit_fix"),
                )
            numbers, state = self._formula.update(
                before._data, entry.numbers, lr, self._state.get(param.id)
            )
            if state is not None:
                states[param.id] = state
            return Param.initialized(param.id, _leaf(before, numbers, entry.device, param.id))

        after = module.map_params(stepped)
        self._state |= states
        gradients.use_up("step")
        return after

    def __getattr__(self, name: str) -> Any:
        reflexes.refuse(self, name, reflexes.OPTIMIZER)


def _leaf(before: Tensor, numbers: Array, device: Device, id: ParamId) -> Tensor:
    """The next value as a new leaf, on the gradient's hardware, marked if it was before."""
    number, extra = next_number(), (numbers.shape, id)
    event = record("step", number, (before.number,), before.is_tracked(), extra)
    node = Node(number, GRAD, ()) if before.is_require_grad() else None
    device = device.autodiff() if before.is_autodiff() else device
    return made(Tensor, numbers, device, number, node, event)


def _check(lr: object, module: object, gradients: object) -> None:
    if not isinstance(lr, Real) or isinstance(lr, bool):
        raise ArgumentError("step", "rate_wanted", found=type(lr).__name__)
    if not isinstance(module, Module):
        raise ArgumentError("step", "module_wanted", found=type(module).__name__)
    if not isinstance(gradients, GradientsParams):
        raise ArgumentError("step", "params_wanted", found=type(gradients).__name__)
