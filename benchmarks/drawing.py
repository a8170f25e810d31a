"""W7: the picture of a tape, asked for as in a notebook: its DOT and text twin, then its SVG.

Each operation stands on a line of its own, so that nothing repeats and nothing is folded by
turns.  The SVG is another process's work, so both are measured on the wall.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from benchmarks.peers import GRADLAB
from benchmarks.timing import Sample, Workload
from gradlab import Device, Tensor, tape
from gradlab.engine import events
from gradlab.engine.sites import remember

LEAVES = """
w = t = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], ad).require_grad()
t = t * x.detach()
"""


def workload(values: int, every: int) -> Workload:
    """A tape of so many values, with one cut at its beginning."""
    name = f"W7 {values:,}"
    about = f"the picture of a tape of {values:,} values"
    return Workload(name, about, {GRADLAB: _drawing(values)}, every)


def _drawing(values: int) -> Callable[[], Sample]:
    text = LEAVES + "t = t * 1.5\n" * (values - 5) + "loss = t.sum()\n"
    filename = f"<{values} values>"
    remember(filename, "Cell In[1]", text)
    code = compile(text, filename, "exec")

    def sample() -> Sample:
        events.set_capacity(events.CAPACITY)  # what other workloads recorded is not searched
        names = {"Tensor": Tensor, "ad": Device.flex().autodiff()}
        exec(code, names)
        start = perf_counter()
        picture = tape(names["loss"])
        written = perf_counter()
        assert picture.svg is not None, "the drawing is timed where Graphviz starts"
        drawn = perf_counter()
        return {
            "DOT and text": written - start,
            "SVG": drawn - written,
            "total": drawn - start,
        }

    return sample
