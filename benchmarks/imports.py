"""Seconds of an import, each in a fresh process."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

STATEMENTS = {
    "numpy": "import numpy",
    "gradlab": "from gradlab import Device, Tensor",
    "torch": "import torch",
    "autograd": "import autograd",
}
_PROGRAM = """
from time import perf_counter
start = perf_counter()
{}
print(perf_counter() - start)
"""


def seconds(rounds: int) -> dict[str, dict[int, float]]:
    """Module -> round -> seconds, interleaved, for what is installed."""
    found: dict[str, dict[int, float]] = {name: {} for name in STATEMENTS if find_spec(name)}
    for turn in range(-1, rounds):  # round -1 brings the files into the system's memory
        for name, samples in found.items():
            program = _PROGRAM.format(STATEMENTS[name])
            samples[turn] = float(subprocess.check_output([sys.executable, "-c", program]))
    for samples in found.values():
        del samples[-1]
    return found
