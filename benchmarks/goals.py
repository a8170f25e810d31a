"""What the engine promises, as quotients within one run, and what was measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from benchmarks.peers import GRADLAB, NUMPY, OFF, TORCH, TORCH_NN
from benchmarks.results import Results


class Goal(NamedTuple):
    """``measured`` gives None where a contender is not installed."""

    what: str
    at_most: float
    measured: Callable[[Results], float | None]


def _over(workload: str, other: str, phase: str = "total") -> Callable[[Results], float | None]:
    return lambda results: results.over(workload, GRADLAB, other, phase)


GOALS = (
    Goal("W1 over PyTorch", 0.30, _over("W1", TORCH)),
    Goal("W1 over NumPy by hand", 3.2, _over("W1", NUMPY)),
    Goal("W1, recording on over off", 1.15, _over("W1", OFF)),
    Goal("W2 forward per op over PyTorch", 0.65, _over("W2 1,000", TORCH, "forward")),
    Goal("W2 backward per op over PyTorch", 0.15, _over("W2 1,000", TORCH, "backward")),
    Goal("W2, recording on over off", 1.35, _over("W2 1,000", OFF)),
    Goal(
        "W2 time per op, 100,000 over 1,000",
        1.3,
        lambda results: results.growth("W2 100,000", "W2 1,000", GRADLAB),
    ),
    Goal("W3 over PyTorch", 0.40, _over("W3", TORCH)),
    Goal("W4 over PyTorch by hand", 0.45, _over("W4", TORCH)),
    Goal("W4 over torch.nn and torch.optim", 0.33, _over("W4", TORCH_NN)),
    Goal("W4, recording on over off", 1.15, _over("W4", OFF)),
    Goal("W5 over NumPy by hand", 1.03, _over("W5", NUMPY)),
    Goal(
        "W6 bytes per live op, event included",
        256,
        lambda results: results.bytes["alive, every event kept"],
    ),
    Goal(
        "W6 bytes per op after backward, recording off",
        1,
        lambda results: results.bytes["after backward, loss alive, recording off"],
    ),
    Goal("import gradlab over import numpy", 1.4, lambda results: results.import_ratio()),
)
