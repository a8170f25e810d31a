"""A long training holds no more memory than a short one."""

import gc
import sys

import pytest

from gradlab.engine import Device, Tensor, events
from gradlab.nn import AdamConfig, CrossEntropyLoss, GradientsParams, Linear, Relu, Sequential

AD = Device.flex().autodiff()


@pytest.fixture
def full_ring():
    """A ring that is full before the measurement starts, so that it cannot grow during it."""
    events.set_capacity(1_000)
    yield
    events.set_capacity(events.CAPACITY)


@pytest.mark.usefixtures("full_ring")
def test_twenty_thousand_steps_hold_flat_memory():
    model = Sequential(Linear(3, 4, AD), Relu(), Linear(4, 2, AD, seed=1))
    optimizer, loss_of = AdamConfig().init(), CrossEntropyLoss()
    x, y = Tensor.random((5, 3), AD, seed=0), Tensor.from_ints([0, 1, 0, 1, 1], AD)

    def train(steps):
        nonlocal model
        for _ in range(steps):
            gradients = GradientsParams.from_grads(loss_of(model(x), y).backward(), model)
            model = optimizer.step(1e-3, model, gradients)
        gc.collect()
        return sys.getallocatedblocks()  # every object, each array's own among them

    before = train(1_000)
    assert abs(train(19_000) - before) < 1_000  # Python keeps some free blocks at hand
