"""Modules, parameters, optimizers: where gradients go missing in real programs."""

from gradlab.nn.accumulator import GradientsAccumulator
from gradlab.nn.adam import AdamConfig
from gradlab.nn.errors import (
    ArgumentError,
    GradientsUsedError,
    HiddenParamWarning,
    ModuleTreeError,
    RecordMismatchError,
)
from gradlab.nn.gradients_params import GradientsParams
from gradlab.nn.layers import Linear, Relu, Sequential, Tanh
from gradlab.nn.losses import CrossEntropyLoss, MseLoss
from gradlab.nn.module import Module
from gradlab.nn.optim import Optimizer
from gradlab.nn.param import Param, ParamId
from gradlab.nn.sgd import SgdConfig

__all__ = [
    "AdamConfig",
    "ArgumentError",
    "CrossEntropyLoss",
    "GradientsAccumulator",
    "GradientsParams",
    "GradientsUsedError",
    "HiddenParamWarning",
    "Linear",
    "Module",
    "ModuleTreeError",
    "MseLoss",
    "Optimizer",
    "Param",
    "ParamId",
    "RecordMismatchError",
    "Relu",
    "Sequential",
    "SgdConfig",
    "Tanh",
]
