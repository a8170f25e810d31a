"""The peers that may be missing: PyTorch and HIPS autograd, each None where not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

GRADLAB, OFF, NUMPY = "gradlab", "recording off", "NumPy"
TORCH, TORCH_NN, AUTOGRAD = "PyTorch", "PyTorch nn", "autograd"


def _optional(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


torch: Any = _optional("torch")
autograd: Any = _optional("autograd")
anp: Any = autograd and import_module("autograd.numpy")
if torch is not None:
    torch.set_num_threads(1)
