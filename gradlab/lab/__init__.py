"""What a lesson works with: guesses before the answer is on screen, switches, steps.

Names are imported when first used: a guess does not wait for pictures or widgets.
"""

from importlib import import_module
from typing import Any

_HOME = {
    "Stepper": "stepper",
    "WhatIf": "what_if",
    "predict": "guesses",
    "reveal": "guesses",
    "so_far": "guesses",
}
__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
