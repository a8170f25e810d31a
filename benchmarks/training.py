"""W4: one training step of an MLP 64-128-10: batch 64, ReLU, cross-entropy, SGD."""

from __future__ import annotations

import numpy as np

from benchmarks.peers import AUTOGRAD, GRADLAB, NUMPY, OFF, TORCH, TORCH_NN, anp, autograd, torch
from benchmarks.timing import Workload, repeated, unrecorded
from gradlab import Device, Tensor
from gradlab.nn import CrossEntropyLoss, GradientsParams, Linear, Relu, Sequential, SgdConfig

BATCH, INPUTS, HIDDEN, CLASSES, RATE = 64, 64, 128, 10, 0.01
STEPS = 10  # in one sample


def workload() -> Workload:
    """All contenders start from the same numbers and keep on training."""
    random = np.random.default_rng(0)
    x = random.standard_normal((BATCH, INPUTS), np.float32)
    y = random.integers(0, CLASSES, BATCH)
    first = random.uniform(-1 / 8, 1 / 8, (INPUTS, HIDDEN)).astype(np.float32)
    second = random.uniform(-1 / 11, 1 / 11, (HIDDEN, CLASSES)).astype(np.float32)
    parameters = (first, np.zeros(HIDDEN, np.float32), second, np.zeros(CLASSES, np.float32))
    steps = {GRADLAB: _gradlab(x, y), NUMPY: _numpy(x, y, parameters)}
    if torch is not None:
        steps[TORCH] = _torch(x, y, parameters)
        steps[TORCH_NN] = _torch_nn(x, y)
    if autograd is not None:
        steps[AUTOGRAD] = _autograd(x, y, parameters)
    contenders = {name: repeated(step, STEPS) for name, step in steps.items()}
    contenders[OFF] = unrecorded(repeated(_gradlab(x, y), STEPS))
    return Workload("W4", "a training step, MLP 64-128-10, batch 64", contenders)


def _gradlab(x, y):
    on = Device.flex().autodiff()
    model = Sequential(Linear(INPUTS, HIDDEN, on), Relu(), Linear(HIDDEN, CLASSES, on, seed=1))
    inputs, targets = Tensor.from_floats(x, on), Tensor.from_ints(y, on)
    criterion, optimizer = CrossEntropyLoss(), SgdConfig().init()

    def step():
        nonlocal model
        loss = criterion(model(inputs), targets)
        grads = GradientsParams.from_grads(loss.backward(), model)
        model = optimizer.step(RATE, model, grads)

    return step


def _numpy(x, y, parameters):
    w1, b1, w2, b2 = parameters
    flat = np.arange(BATCH) * CLASSES + y

    def step():
        nonlocal w1, b1, w2, b2
        hidden = np.maximum(x @ w1 + b1, 0)
        logits = hidden @ w2 + b2
        shifted = logits - np.maximum.reduce(logits, 1, keepdims=True)
        logs = shifted - np.log(np.add.reduce(np.exp(shifted), 1, keepdims=True))
        loss = -np.add.reduce(logs.take(flat)) / BATCH
        g = np.exp(logs)
        g.reshape(-1)[flat] -= 1
        g /= BATCH
        into = np.multiply(g @ w2.T, hidden > 0)
        w1, b1 = w1 - RATE * (x.T @ into), b1 - RATE * np.add.reduce(into, 0)
        w2, b2 = w2 - RATE * (hidden.T @ g), b2 - RATE * np.add.reduce(g, 0)
        return loss

    return step


def _torch(x, y, parameters):
    inputs, targets = torch.tensor(x), torch.tensor(y)
    leaves = [torch.tensor(p, requires_grad=True) for p in parameters]

    def step():
        w1, b1, w2, b2 = leaves
        logits = torch.relu(inputs @ w1 + b1) @ w2 + b2
        torch.nn.functional.cross_entropy(logits, targets).backward()
        with torch.no_grad():
            for leaf in leaves:
                leaf -= RATE * leaf.grad
                leaf.grad = None

    return step


def _torch_nn(x, y):
    inputs, targets = torch.tensor(x), torch.tensor(y)
    nn = torch.nn
    model = nn.Sequential(nn.Linear(INPUTS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, CLASSES))
    criterion, optimizer = nn.CrossEntropyLoss(), torch.optim.SGD(model.parameters(), RATE)

    def step():
        optimizer.zero_grad()
        criterion(model(inputs), targets).backward()
        optimizer.step()

    return step


def _autograd(x, y, parameters):
    rows = np.arange(BATCH)

    def loss(parameters):
        w1, b1, w2, b2 = parameters
        logits = anp.maximum(x @ w1 + b1, 0) @ w2 + b2
        shifted = logits - anp.max(logits, 1, keepdims=True)
        logs = shifted - anp.log(anp.sum(anp.exp(shifted), 1, keepdims=True))
        return -anp.mean(logs[rows, y])

    gradient = autograd.grad(loss)

    def step():
        nonlocal parameters
        found = gradient(parameters)
        parameters = tuple(p - RATE * g for p, g in zip(parameters, found, strict=True))

    return step
