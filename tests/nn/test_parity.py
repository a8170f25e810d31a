"""Recorded outcomes of burn's modules and optimizers, replayed.

A case builds leaves and runs steps; check steps compare.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from gradlab.engine import Device, Tensor
from gradlab.nn import (
    AdamConfig,
    GradientsAccumulator,
    GradientsParams,
    Linear,
    Param,
    SgdConfig,
)

CASES = json.loads((Path(__file__).parent / "parity_cases.json").read_text("utf-8"))
DEVICES = {"cpu/ad": Device.flex().autodiff(), "gpu/ad": Device.flex(1).autodiff()}


def linear(weight, bias):
    layer = Linear(len(weight), len(bias), DEVICES["cpu/ad"])
    layer.weight, layer.bias = (
        Param.from_tensor(Tensor.from_floats(numbers, DEVICES["cpu/ad"]))
        for numbers in (weight, bias)
    )
    return layer


def accumulate(accumulator, module, gradients):
    accumulator.accumulate(module, gradients)
    return accumulator


STEPS = {
    "linear": linear,
    "module_clone": lambda m: m.clone(),
    "module_fork": lambda m, device: m.fork(DEVICES[device]),
    "module_forward": lambda m, x: m(x),
    "module_valid": lambda m: m.valid(),
    "module_train": lambda m: m.train(),
    "module_no_grad": lambda m: m.no_grad(),
    "module_freeze_group": lambda m, params: m.freeze(lambda path: path in params),
    "module_unfreeze_group": lambda m, params: m.unfreeze(lambda path: path in params),
    "backward": lambda t: t.backward(),
    "from_grads": GradientsParams.from_grads,
    "from_module": GradientsParams.from_module,
    "accumulator": GradientsAccumulator,
    "accumulate": accumulate,
    "acc_grads": GradientsAccumulator.grads,
    "sgd": lambda **config: SgdConfig(**config).init(),
    "adam": lambda **config: AdamConfig(**config).init(),
    "optim_step": lambda optimizer, m, gradients, lr: optimizer.step(lr, m, gradients),
}
CHECKS = {
    "len": len,
    "state_len": lambda optimizer: len(optimizer.state),
    "param_ids_equal": lambda a, b: [p.id for p in a.params()] == [p.id for p in b.params()],
    "param_value": lambda m, param: getattr(m, param).val(),
    "param_is_require_grad": lambda m, param: getattr(m, param).is_require_grad(),
    "param_is_autodiff": lambda m, param: getattr(m, param).val().is_autodiff(),
    "param_flag": lambda m, param: getattr(m, param).flag,
    "param_requirement": lambda m, param: getattr(m, param).val().requirement.value,
    "param_same_node": lambda a, b, param: (
        getattr(a, param).val().number == getattr(b, param).val().number
    ),
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_recorded_case_of_burn_has_the_same_outcome(case):
    near = case.get("tolerance", {"rtol": 1e-5, "atol": 1e-6})
    names = {leaf["name"]: _leaf(leaf) for leaf in case["leaves"]}
    for step in case["program"]:
        args = [names[name] for name in step["args"]]
        params = step.get("params", {})
        if step["op"] == "check":
            _agree(CHECKS[step["what"]](*args, **params), step["expect"], near)
        else:
            names[step["out"]] = STEPS[step["op"]](*args, **params)


def _leaf(leaf):
    made = Tensor.from_floats(leaf["data"], DEVICES[leaf.get("device", "cpu/ad")])
    return made.require_grad() if leaf["require_grad"] else made


def _agree(got, wanted, near):
    if isinstance(wanted, list):
        np.testing.assert_allclose(got.to_data(), np.float32(wanted), **near)
    else:
        assert got == wanted
        assert type(got) is type(wanted)
