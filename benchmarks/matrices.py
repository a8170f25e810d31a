"""W5: four products of 1024 x 1024 matrices, each with a ReLU: here only BLAS should count."""

from __future__ import annotations

import numpy as np

from benchmarks.peers import AUTOGRAD, GRADLAB, NUMPY, OFF, TORCH, anp, autograd, torch
from benchmarks.timing import Workload, in_two, unrecorded
from gradlab import Device, Tensor

SIZE, LAYERS = 1024, 4


def workload(every: int) -> Workload:
    """Seconds per run; the weights are tracked, the input is not."""
    random = np.random.default_rng(0)
    x, *weights = (
        random.standard_normal((SIZE, SIZE), np.float32) / np.float32(SIZE**0.5)
        for _ in range(1 + LAYERS)
    )
    contenders = {GRADLAB: _gradlab(x, weights), NUMPY: _numpy(x, weights)}
    contenders[OFF] = unrecorded(contenders[GRADLAB])
    if torch is not None:
        contenders[TORCH] = _torch(x, weights)
    if autograd is not None:
        contenders[AUTOGRAD] = _autograd(x, weights)
    return Workload("W5", f"{LAYERS} x ({SIZE} x {SIZE} product, ReLU)", contenders, every)


def _gradlab(x, weights):
    on = Device.flex().autodiff()
    h0 = Tensor.from_floats(x, on)
    leaves = [Tensor.from_floats(w, on).require_grad() for w in weights]

    def forward():
        h = h0
        for w in leaves:
            h = (h @ w).relu()
        return h.sum()

    def backward(loss):
        grads = loss.backward()
        return grads, [w.grad(grads) for w in leaves]

    return in_two(forward, backward, 1)


def _numpy(x, weights):
    def forward():
        layers = [x]
        for w in weights:
            layers.append(np.maximum(layers[-1] @ w, 0))
        np.add.reduce(layers[-1].reshape(-1))
        return layers

    def backward(layers):
        g, found = np.broadcast_to(np.float32(1), (SIZE, SIZE)), []
        for i in reversed(range(LAYERS)):
            g = np.multiply(g, layers[i + 1] > 0)
            found.append(layers[i].T @ g)
            if i:
                g = g @ weights[i].T
        return found

    return in_two(forward, backward, 1)


def _torch(x, weights):
    h0 = torch.tensor(x)
    leaves = [torch.tensor(w, requires_grad=True) for w in weights]

    def forward():
        h = h0
        for w in leaves:
            h = torch.relu(h @ w)
        return h.sum()

    def backward(loss):
        for w in leaves:
            w.grad = None
        loss.backward()

    return in_two(forward, backward, 1)


def _autograd(x, weights):
    def loss(weights):
        h = x
        for w in weights:
            h = anp.maximum(h @ w, 0)
        return anp.sum(h)

    return in_two(
        lambda: autograd.make_vjp(loss)(weights),
        lambda made: made[0](np.float32(1)),
        1,
    )
