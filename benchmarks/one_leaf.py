"""W3: one leaf used again and again, so that its gradient is a sum of many parts."""

from __future__ import annotations

import numpy as np

from benchmarks.peers import AUTOGRAD, GRADLAB, NUMPY, OFF, TORCH, autograd, torch
from benchmarks.timing import Workload, in_two, unrecorded
from gradlab import Device, Tensor

USES = 10_000
START, LEAF = [1.0, 2.0], [1e-3, 2e-3]


def workload(every: int) -> Workload:
    """Seconds per use."""
    contenders = {GRADLAB: _gradlab(), NUMPY: _numpy()}
    contenders[OFF] = unrecorded(contenders[GRADLAB])
    if torch is not None:
        contenders[TORCH] = _torch()
    if autograd is not None:
        contenders[AUTOGRAD] = _autograd()
    return Workload("W3", f"one leaf, {USES:,} uses, per use", contenders, every)


def _total(start, leaf):
    for _ in range(USES):
        start = start + leaf
    return start


def _gradlab():
    on = Device.flex().autodiff()
    start, leaf = Tensor.from_floats(START, on), Tensor.from_floats(LEAF, on).require_grad()

    def backward(end):
        grads = end.backward()
        return grads, leaf.grad(grads)

    return in_two(lambda: _total(start, leaf), backward, USES)


def _numpy():
    start, leaf, ones = np.float32(START), np.float32(LEAF), np.ones(2, np.float32)
    return in_two(lambda: _total(start, leaf), lambda end: _total(np.zeros_like(end), ones), USES)


def _torch():
    start, leaf = torch.tensor(START), torch.tensor(LEAF, requires_grad=True)

    def backward(end):
        leaf.grad = None
        end.backward(torch.ones(2))
        return leaf.grad

    return in_two(lambda: _total(start, leaf), backward, USES)


def _autograd():
    start, leaf = np.float32(START), np.float32(LEAF)
    return in_two(
        lambda: autograd.make_vjp(lambda leaf: _total(start, leaf))(leaf),
        lambda made: made[0](np.ones(2, np.float32)),
        USES,
    )
