"""W1: the experiment.  x goes into five terms in five states; backward; ten look-ups."""

from __future__ import annotations

import numpy as np

from benchmarks.peers import AUTOGRAD, GRADLAB, NUMPY, OFF, TORCH, anp, autograd, torch
from benchmarks.timing import Workload, repeated, unrecorded
from gradlab import Device, Tensor

W, X, UNUSED = [3.0, 4.0], [1.0, 2.0], [5.0, 5.0]


def workload() -> Workload:
    """Leaves exist before the clock starts; marking late belongs to the experiment."""
    contenders = {GRADLAB: repeated(_gradlab(), 100), NUMPY: repeated(_numpy(), 100)}
    contenders[OFF] = unrecorded(contenders[GRADLAB])
    if torch is not None:
        contenders[TORCH] = repeated(_torch(), 30)
    if autograd is not None:
        contenders[AUTOGRAD] = repeated(_autograd(), 30)
    return Workload("W1", "the experiment, forward + backward + look-ups", contenders)


def _gradlab():
    on = Device.flex().autodiff()
    w = Tensor.from_floats(W, on).require_grad()
    plain = Tensor.from_floats(X, Device.flex())
    unmarked, unmarked_yet = Tensor.from_floats(X, on), Tensor.from_floats(X, on)
    unused = Tensor.from_floats(UNUSED, on).require_grad()
    detached = Tensor.from_floats(X, on).require_grad()
    rounded = Tensor.from_floats(X, on).require_grad()

    def run():
        h = plain * w
        used = unmarked_yet * w
        late = unmarked_yet.require_grad()
        copy = detached.detach()
        back = rounded.int().float()
        loss = (h + unmarked * w + used + copy * w + back * w).sum()
        grads = loss.backward()
        asked = (w, plain, unmarked, late, unused, detached, copy, rounded, h, loss)
        return [t.grad(grads) for t in asked]

    found = run()
    assert [i for i, g in enumerate(found) if g is not None] == [0, 6]
    assert found[0].to_data().tolist() == [5, 10]
    assert found[6].to_data().tolist() == [3, 4]
    return run


def _numpy():
    w, x = np.float32(W), np.float32(X)

    def run():
        back = x.astype(np.int64).astype(np.float32)
        total = x * w
        total = total + x * w
        total = total + x * w
        total = total + x * w
        total = total + back * w
        np.add.reduce(total)
        g = np.ones(2, np.float32)
        by_w = g * x
        by_w = by_w + g * x
        by_w = by_w + g * x
        by_w = by_w + g * x
        by_w = by_w + g * back
        by_copy = g * w
        return by_w, by_copy

    assert run()[0].tolist() == [5, 10]
    return run


def _torch():
    w = torch.tensor(W, requires_grad=True)
    plain, unmarked = torch.tensor(X), torch.tensor(X)
    unused = torch.tensor(UNUSED, requires_grad=True)
    detached = torch.tensor(X, requires_grad=True)
    rounded = torch.tensor(X, requires_grad=True)
    late = torch.tensor(X)

    def run():
        w.grad = None
        late.requires_grad_(False)
        h = plain * w
        used = late * w
        late.requires_grad_()
        copy = detached.detach().requires_grad_()
        back = rounded.int().float()
        loss = (h + unmarked * w + used + copy * w + back * w).sum()
        loss.backward()
        leaves = [t.grad for t in (w, plain, unmarked, late, unused, detached, copy, rounded)]
        return leaves, h.requires_grad, loss.requires_grad

    assert run()[0][0].tolist() == [5, 10]
    return run


def _autograd():
    w, x = np.float32(W), np.float32(X)

    def loss(w, copy):
        back = x.astype(np.int64).astype(np.float32)
        return anp.sum(x * w + x * w + x * w + copy * w + back * w)

    gradient = autograd.grad(loss, (0, 1))

    def run():
        return gradient(w, x)

    assert run()[0].tolist() == [5, 10]
    return run
