"""Ten training steps, number by number, against PyTorch's.

``by_torch(CASES[name])`` made the numbers in torch_steps.json; where PyTorch is installed it
makes them again.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from gradlab.engine import Device, Tensor
from gradlab.nn import (
    AdamConfig,
    CrossEntropyLoss,
    GradientsParams,
    Linear,
    MseLoss,
    Param,
    Relu,
    Sequential,
    SgdConfig,
    Tanh,
)

RECORDED = json.loads((Path(__file__).parent / "torch_steps.json").read_text("utf-8"))
AD = Device.flex().autodiff()
STEPS = 10
SIZES = {"0.weight": (4, 6), "0.bias": (6,), "2.weight": (6, 3), "2.bias": (3,)}
CASES = {
    "sgd": ("SGD", 0.1, "tanh", "classes", {}),
    "sgd_decay": ("SGD", 0.1, "relu", "values", {"weight_decay": 0.05}),
    "momentum": ("SGD", 0.1, "tanh", "classes", {"momentum": 0.9, "dampening": 0.1}),
    "nesterov_decay": (
        "SGD",
        0.05,
        "relu",
        "classes",
        {"momentum": 0.8, "dampening": 0.0, "nesterov": True, "weight_decay": 0.01},
    ),
    "adam": ("Adam", 0.02, "relu", "classes", {}),
    "adam_decay": ("Adam", 0.02, "tanh", "values", {"weight_decay": 0.1}),
    "adam_betas": ("Adam", 0.02, "tanh", "classes", {"beta_1": 0.5, "beta_2": 0.9, "epsilon": 0.1}),
}


def wave(shape, phase):
    """Numbers in +-1 without any generator's help."""
    return np.sin(np.arange(np.prod(shape)) * 1.7 + phase).reshape(shape).astype(np.float32)


START = {name: wave(shape, i) / 2 for i, (name, shape) in enumerate(SIZES.items())}
ROWS, CLASSES, VALUES = wave((8, 4), 9), np.arange(8) % 3, wave((8, 3), 5)


def by_gradlab(case):
    kind, rate, between, target, config = case
    layers = []
    for layer in (0, 2):
        linear = Linear(*SIZES[f"{layer}.weight"], AD)
        for name in ("weight", "bias"):
            numbers = Tensor.from_floats(START[f"{layer}.{name}"], AD)
            setattr(linear, name, Param.from_tensor(numbers))
        layers.append(linear)
    model = Sequential(layers[0], Tanh() if between == "tanh" else Relu(), layers[1])
    optimizer = {"SGD": SgdConfig, "Adam": AdamConfig}[kind](**config).init()
    if target == "classes":
        loss_of, targets = CrossEntropyLoss(), Tensor.from_ints(CLASSES, AD)
    else:
        loss_of, targets = MseLoss(), Tensor.from_floats(VALUES, AD)
    losses = []
    for _ in range(STEPS):
        loss = loss_of(model(Tensor.from_floats(ROWS, AD)), targets)
        losses.append(loss.into_scalar())
        gradients = GradientsParams.from_grads(loss.backward(), model)
        model = optimizer.step(rate, model, gradients)
    weights = [param.val().to_data().tolist() for param in model.params()]
    return {"losses": losses, "weights": dict(zip(SIZES, weights, strict=True))}


def by_torch(case):
    torch = pytest.importorskip("torch")
    kind, rate, between, target, config = case
    model = torch.nn.Sequential(
        torch.nn.Linear(*SIZES["0.weight"]),
        torch.nn.Tanh() if between == "tanh" else torch.nn.ReLU(),
        torch.nn.Linear(*SIZES["2.weight"]),
    )
    model.load_state_dict({name: torch.tensor(START[name].T) for name in SIZES})
    if kind == "Adam":
        config = dict(config)
        betas = config.pop("beta_1", 0.9), config.pop("beta_2", 0.999)
        config |= {"betas": betas, "eps": config.pop("epsilon", 1e-5)}
    optimizer = getattr(torch.optim, kind)(model.parameters(), rate, **config)
    if target == "classes":
        loss_of, targets = torch.nn.CrossEntropyLoss(), torch.tensor(CLASSES)
    else:
        loss_of, targets = torch.nn.MSELoss(), torch.tensor(VALUES)
    losses = []
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = loss_of(model(torch.tensor(ROWS)), targets)
        losses.append(loss.item())
        loss.backward()
        optimizer.step()
    state = model.state_dict()
    return {"losses": losses, "weights": {name: state[name].numpy().T.tolist() for name in SIZES}}


def agree(got, wanted):
    np.testing.assert_allclose(got["losses"], wanted["losses"], rtol=0, atol=1e-5)
    for name in SIZES:
        np.testing.assert_allclose(
            got["weights"][name], wanted["weights"][name], rtol=0, atol=1e-5, err_msg=name
        )


@pytest.mark.parametrize("name", CASES)
def test_ten_steps_give_the_numbers_that_pytorch_gave(name):
    agree(by_gradlab(CASES[name]), RECORDED[name])


@pytest.mark.parametrize("name", CASES)
def test_the_recorded_numbers_are_still_pytorchs(name):
    agree(by_torch(CASES[name]), RECORDED[name])


def test_every_case_learns():
    for recorded in RECORDED.values():
        assert recorded["losses"][-1] < 0.9 * recorded["losses"][0]
