"""Answers as burn prints them."""

from __future__ import annotations

from gradlab.engine import Tensor
from gradlab.engine.interop import numbers_text


def as_burn_prints(gradient: Tensor | None) -> str:
    """Rust's spelling of an optional gradient.

    >>> from gradlab.engine import Device
    >>> as_burn_prints(Tensor.from_floats([5.0, 10.0], Device.flex()))
    'Some([5.0, 10.0])'
    >>> as_burn_prints(None)
    'None'
    """
    return "None" if gradient is None else f"Some({numbers_text(gradient.to_data())})"
