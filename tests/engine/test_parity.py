"""Recorded outcomes of burn, replayed: numbers, Some or None, and refusals.

A case builds leaves and runs steps.  In the one-backward form ``loss`` and ``expect`` follow;
in the other form the steps themselves call backward, look gradients up and check.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from gradlab.engine import (
    Device,
    DeviceMismatchError,
    NoAutodiffError,
    ShapeMismatchError,
    TapeConsumedError,
    Tensor,
    UntrackedRootError,
)

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # inf is a result

CASES = json.loads((Path(__file__).parent / "parity_cases.json").read_text())
HARDWARE = {"cpu": Device.flex(), "gpu": Device.flex(1)}
REFUSALS = {
    "consumed": TapeConsumedError,
    "untracked_backward": UntrackedRootError,
    "no_autodiff_backward": NoAutodiffError,
    "require_grad_without_autodiff": NoAutodiffError,
    "device": DeviceMismatchError,
    "rank": ShapeMismatchError,
    "matmul_inner": ShapeMismatchError,
}
MAKERS = {"float": Tensor.from_floats, "int": Tensor.from_ints, "bool": Tensor.from_bools}
STEPS = {
    "add_scalar": lambda x, value: x + value,
    "sub_scalar": lambda x, value: x - value,
    "mul_scalar": lambda x, value: x * value,
    "div_scalar": lambda x, value: x / value,
    "powf_scalar": lambda x, value: x.powf_scalar(value),
    "clamp": lambda x, min, max: x.clamp(min, max),
    "cast": lambda x, dtype: x.cast(np.dtype(dtype.replace("f", "float"))),
    "permute": lambda x, axes: x.permute(axes),
    "expand": lambda x, shape: x.expand(shape),
    "unsqueeze_to": lambda x, rank: x.unsqueeze(rank),
    "slice": lambda x, slices: x[tuple(slice(*span) for span in slices)],
    "reshape": lambda x, shape: x.reshape(shape),
    "select": lambda x, at, dim: x.select(dim, at),
    "gather": lambda x, at, dim: x.gather(dim, at),
    "mask_where": lambda x, mask, source: x.mask_where(mask, source),
    "mask_fill": lambda x, mask, value: x.mask_fill(mask, value),
    "cat": lambda *parts, dim: Tensor.cat(parts, dim),
    "set_require_grad": lambda x, value: x.set_require_grad(value),
    "grad": lambda x, grads: x.grad(grads),
}
CHECKS = {
    "grad": lambda x, grads: x.grad(grads),
    "value": lambda x: x,
    "is_tracked": Tensor.is_tracked,
    "is_autodiff": Tensor.is_autodiff,
    "is_require_grad": Tensor.is_require_grad,
    "requirement": lambda x: x.requirement.value,
    "parents": lambda x: len(x._node.edges) if x.is_tracked() else 0,
    "same_id": lambda x, y: x.number == y.number,
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_recorded_case_of_burn_has_the_same_outcome(case):
    near = case.get("tolerance", {"rtol": 1e-5, "atol": 1e-6})
    names = {leaf["name"]: _leaf(leaf) for leaf in case["leaves"]}
    for step in case["program"]:
        _run(step, names, near)
    for name, values in case.get("values", {}).items():
        _agree(names[name], values, near)
    if "loss" in case:
        grads = names[case["loss"]].backward()
        for name, wanted in case["expect"].items():
            _agree(names[name].grad(grads), wanted, near)


def _leaf(leaf):
    hardware, context = leaf.get("device", "cpu/ad").split("/")
    device = HARDWARE[hardware].autodiff() if context == "ad" else HARDWARE[hardware]
    values = leaf["data"]
    if isinstance(values, dict):
        ((fill, shape),) = values.items()
        values = np.full(shape, fill == "ones", np.float32)
    made = MAKERS[leaf.get("dtype", "float")](values, device)
    return made.require_grad() if leaf["require_grad"] else made


def _run(step, names, near):
    args = [names[name] for name in step["args"]]
    params = step.get("params", {})
    if step["op"] == "check":
        _agree(CHECKS[step["what"]](*args), step["expect"], near)
        return
    run = STEPS.get(step["op"]) or getattr(Tensor, step["op"])
    if "error" in step:
        with pytest.raises(REFUSALS[step["error"]]):
            run(*args, **params)
        return
    names[step["out"]] = out = run(*args, **params)
    if "expect" in step:
        _agree(out, step["expect"], near)


def _agree(got, wanted, near):
    if wanted == "some":
        assert isinstance(got, Tensor)
    elif isinstance(wanted, dict):
        assert list(got.shape) == wanted["shape"]
    elif isinstance(wanted, list):
        assert list(got.shape) == list(np.shape(wanted))
        np.testing.assert_allclose(got.to_data(), wanted, **near)
    else:
        assert got == wanted or got is wanted
