"""The engine: burn's autodiff rules on NumPy arrays.

>>> from gradlab.engine import Device, Tensor
>>> ad = Device.flex().autodiff()
>>> w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
>>> x = Tensor.from_floats([1.0, 2.0], ad)
>>> grads = (x * w).sum().backward()
>>> w.grad(grads).to_data().tolist()
[1.0, 2.0]
>>> print(x.grad(grads))
None
"""

import warnings

from gradlab.engine.device import Device
from gradlab.engine.errors import (
    ContainerTakenError,
    DeviceMismatchError,
    DTypeError,
    GradlabError,
    NoAutodiffError,
    NonLeafError,
    ReflexError,
    ShapeMismatchError,
    TapeConsumedError,
    UntrackedRootError,
)
from gradlab.engine.gradients import Gradients
from gradlab.engine.graph_view import graph
from gradlab.engine.node import Requirement
from gradlab.engine.numbering import fresh
from gradlab.engine.tensor import Tensor

# inf and NaN are results here, as in burn; NumPy's warnings would name the engine's lines.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"gradlab\.engine")

__all__ = [
    "ContainerTakenError",
    "DTypeError",
    "Device",
    "DeviceMismatchError",
    "Gradients",
    "GradlabError",
    "NoAutodiffError",
    "NonLeafError",
    "ReflexError",
    "Requirement",
    "ShapeMismatchError",
    "TapeConsumedError",
    "Tensor",
    "UntrackedRootError",
    "fresh",
    "graph",
]
