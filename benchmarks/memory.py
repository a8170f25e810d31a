"""W6: bytes that a tape of 100,000 operations holds, while alive and after its backward."""

from __future__ import annotations

import gc
import tracemalloc

from benchmarks.chain import FACTOR, START, chain
from gradlab import Device, Tensor
from gradlab.engine import events

LENGTH = 100_000


def bytes_per_op() -> dict[str, float]:
    """What is held, by NumPy too, divided by the number of operations.

    "every event kept" gives the recorder room for all of them, so that each live operation
    has its event; by default the newest 50,000 are kept.
    """
    held = {}
    with events.paused():
        alive, after = _held(events.CAPACITY)
    held["alive, recording off"], held["after backward, loss alive, recording off"] = alive, after
    held["alive"], held["after backward, loss alive"] = _held(events.CAPACITY)
    held["alive, every event kept"], _ = _held(2 * LENGTH)
    events.set_capacity(events.CAPACITY)
    return held


def _held(capacity: int) -> tuple[float, float]:
    events.set_capacity(capacity)  # an empty ring: no older event makes room for a newer one
    on = Device.flex().autodiff()
    x, factor = Tensor.from_floats(START, on).require_grad(), Tensor.from_floats(FACTOR, on)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    loss = chain(x, factor, LENGTH).sum()
    alive = tracemalloc.get_traced_memory()[0] - before
    loss.backward()
    gc.collect()
    after = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return alive / LENGTH, after / LENGTH
