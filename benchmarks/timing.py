"""Interleaved rounds: in each of them every contender has its turn, in an order that rotates.

Only numbers of the same run are comparable, and of those only medians: single samples
stray by a factor of ten on a busy machine.  The clock is the processor time of this
process: nothing here waits, so on an idle machine it is the time on the wall.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import median
from time import process_time
from typing import Any, TypeAlias

from gradlab.engine.events import paused

Sample: TypeAlias = dict[str, float]
"""Phase -> seconds per unit of work."""


@dataclass
class Workload:
    """The same maths by several contenders.

    ``every`` is k where only each k-th round takes part (long runs); ``samples`` holds, by
    contender and phase, round -> seconds.
    """

    name: str
    about: str
    contenders: dict[str, Callable[[], Sample]]
    every: int = 1
    samples: dict[tuple[str, str], dict[int, float]] = field(default_factory=dict)

    def seconds(self, contender: str, phase: str) -> dict[int, float]:
        """Round -> seconds; empty where the contender is not installed."""
        return self.samples.get((contender, phase), {})


def repeated(run: Callable[[], object], times: int) -> Callable[[], Sample]:
    """One sample is the mean of several runs, so that it is long enough to be timed."""

    def sample() -> Sample:
        start = process_time()
        for _ in range(times):
            run()
        return {"total": (process_time() - start) / times}

    return sample


def in_two(
    forward: Callable[[], Any], backward: Callable[[Any], Any], units: int
) -> Callable[[], Sample]:
    """Forward, backward and the total, which includes dropping the graph, per unit."""

    def sample() -> Sample:
        start = process_time()
        graph = forward()
        turn = process_time()
        gradient = backward(graph)
        end = process_time()
        del graph, gradient
        dropped = process_time()
        return {
            "forward": (turn - start) / units,
            "backward": (end - turn) / units,
            "total": (dropped - start) / units,
        }

    return sample


def unrecorded(sample: Callable[[], Sample]) -> Callable[[], Sample]:
    """The same with the recorder off."""

    def quietly() -> Sample:
        with paused():
            return sample()

    return quietly


def measure(workloads: list[Workload], rounds: int) -> None:
    """Fill the workloads' samples, after one round that warms up and does not count."""
    gc.collect()
    gc.freeze()  # what was imported is nobody's garbage
    for turn in range(-1, rounds):
        for workload in workloads:
            if turn % workload.every and turn != -1:
                continue
            names = list(workload.contenders)
            first = turn % len(names)
            for name in names[first:] + names[:first]:
                gc.collect()
                sample = workload.contenders[name]()
                for phase, seconds in sample.items() if turn >= 0 else ():
                    workload.samples.setdefault((name, phase), {})[turn] = seconds


def ratio(mine: dict[int, float], other: dict[int, float]) -> float | None:
    """Median of the quotients within a round; None where one of the two has no sample."""
    both = mine.keys() & other.keys()
    return median(mine[turn] / other[turn] for turn in both) if both else None


def spread(seconds: Iterable[float]) -> tuple[float, float, float]:
    """Median, smallest and largest."""
    held = sorted(seconds)
    return median(held), held[0], held[-1]
