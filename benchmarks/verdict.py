"""W8: a verdict on a tape: why a leaf that was marked too late has no gradient.

The recorder keeps the whole tape, so that all of it is searched.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from benchmarks.peers import GRADLAB
from benchmarks.timing import Sample, Workload
from gradlab import Device, Tensor, why
from gradlab.engine import events


def workload(operations: int, every: int) -> Workload:
    """A chain of so many operations behind the use that came before the mark."""
    name = f"W8 {operations:,}"
    about = f"a verdict on a tape of {operations:,} operations, per operation"
    return Workload(name, about, {GRADLAB: _asking(operations)}, every)


def _asking(operations: int) -> Callable[[], Sample]:
    def sample() -> Sample:
        events.set_capacity(max(events.CAPACITY, operations + 100))
        ad = Device.flex().autodiff()
        w = Tensor.from_floats([1.0, 1.0], ad).require_grad()
        x = Tensor.from_floats([1.0, 2.0], ad)
        loss = x * w
        x = x.require_grad()
        for _ in range(operations):
            loss = loss * w
        grads = loss.backward()
        start = perf_counter()
        verdict = why(x, grads)
        taken = perf_counter() - start
        events.set_capacity(events.CAPACITY)
        assert verdict.kind == "late_require_grad"
        return {"total": taken / operations}

    return sample
