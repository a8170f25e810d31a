"""What burn leaves open, or what nobody measured: decided here, to be corrected here.

* ``powf_scalar(0)`` loses the path (the result is a fresh leaf of ones) and the loss is
  recorded like any other cut; exponent 1 gives the very same handle.
* ``require_grad`` on a plain tensor is refused; ``set_require_grad(False)`` there does nothing.
* ``to_device`` to the same hardware gives the same handle; plain to autodiff stays plain;
  autodiff to plain is refused, on the same hardware too.
* softmax, log_softmax and cross entropy are single operations.
* A marked leaf as root may be walked any number of times.
* ``autodiff()`` twice is once; ``grad_remove`` asks the same questions as ``grad``.
* leaky_relu has derivative 1 at 0; gelu's derivative is exact.
* ``int()`` of a float beyond 64 bits gives the nearest int there is, of NaN 0, as Rust's ``as``.
* ``copy`` and ``deepcopy`` of a tensor are ``clone()``, of a device the device; tensors and
  containers are not pickled.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from gradlab.engine.device import Device
from gradlab.engine.errors import DeviceMismatchError, NoAutodiffError
from gradlab.engine.node import I64, Array
from gradlab.engine.value import Value, untracked

V = TypeVar("V", bound=Value)


def power(x: V, exponent: float) -> V | None:
    """The exponents that are no operation: 1 (the same handle) and 0 (ones, off the tape)."""
    if exponent == 1:
        return x
    if exponent == 0:
        ones = np.ones(x.shape, x._data.dtype)
        return untracked(x.__class__, "powf_scalar(0)", (x,), ones, x._device)
    return None


def whole(data: Array) -> Array:
    """Floats as 64-bit ints, towards zero; ends and NaN as Rust's ``as`` has them."""
    size = np.abs(data)
    if np.maximum.reduce(size, None, initial=0) < 2.0**63:  # not so for NaN
        return data.astype(I64)
    ints = np.where(size < 2.0**63, data, 0).astype(I64)
    ints[data >= 2.0**63] = 2**63 - 1
    ints[data <= -(2.0**63)] = -(2**63)
    return ints


def refuse_to_mark(op: str, x: Value) -> None:
    """Raises NoAutodiffError for values that can never be marked."""
    if x.kind != "float":
        raise NoAutodiffError(
            op,
            f"only float tensors have gradients, this one is {x.kind}",
            "mark a float tensor: Tensor.from_floats(values, device).require_grad()",
            number=x._number,
        )
    if not x._device.is_autodiff():
        raise NoAutodiffError(
            op,
            f"the tensor is on {x._device!r}, where autodiff is off",
            "create it on Device.flex().autodiff(), or call x.autodiff() first",
            number=x._number,
        )


def stays_put(x: Value, target: Device) -> bool:
    """Does a move to ``target`` give the same handle?

    Raises DeviceMismatchError for a move from autodiff to plain.
    """
    if x._device.is_autodiff() and not target.is_autodiff():
        raise DeviceMismatchError(
            "to_device",
            f"cannot move between autodiff and non-autodiff: {x._device!r} to {target!r}",
            "leave autodiff with x.inner(), or move to the target's autodiff(): "
            "x.to_device(device.autodiff())",
            number=x._number,
        )
    return x._device == target
