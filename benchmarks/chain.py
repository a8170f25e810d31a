"""W2: a chain of multiplications of a 2-vector by a constant.  Seconds per operation."""

from __future__ import annotations

import numpy as np

from benchmarks.peers import AUTOGRAD, GRADLAB, NUMPY, OFF, TORCH, autograd, torch
from benchmarks.timing import Workload, in_two, unrecorded
from gradlab import Device, Tensor

START, FACTOR = [1.0, 2.0], [1.0, 1.0]


def workload(length: int, every: int) -> Workload:
    """One length; samples of several lengths in the same rounds show the growth."""
    contenders = {GRADLAB: _gradlab(length), NUMPY: _numpy(length)}
    contenders[OFF] = unrecorded(contenders[GRADLAB])
    if torch is not None:
        contenders[TORCH] = _torch(length)
    if autograd is not None:
        contenders[AUTOGRAD] = _autograd(length)
    return Workload(f"W2 {length:,}", f"chain of {length:,} operations, per op", contenders, every)


def chain(x, factor, length):
    """x * factor * factor * ...; also what the memory of a tape is measured on."""
    for _ in range(length):
        x = x * factor
    return x


def _gradlab(length):
    on = Device.flex().autodiff()
    x = Tensor.from_floats(START, on).require_grad()
    factor = Tensor.from_floats(FACTOR, on)

    def backward(end):
        grads = end.backward()
        return grads, x.grad(grads)

    return in_two(lambda: chain(x, factor, length), backward, length)


def _numpy(length):
    x, factor = np.float32(START), np.float32(FACTOR)
    return in_two(
        lambda: chain(x, factor, length),
        lambda end: chain(np.ones_like(end), factor, length),
        length,
    )


def _torch(length):
    x, factor = torch.tensor(START, requires_grad=True), torch.tensor(FACTOR)

    def backward(end):
        x.grad = None
        end.backward(torch.ones(2))
        return x.grad

    return in_two(lambda: chain(x, factor, length), backward, length)


def _autograd(length):
    x, factor = np.float32(START), np.float32(FACTOR)
    return in_two(
        lambda: autograd.make_vjp(lambda x: chain(x, factor, length))(x),
        lambda made: made[0](np.ones(2, np.float32)),
        length,
    )
