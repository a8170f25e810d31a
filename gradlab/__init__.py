"""gradlab: the kit in which a gradient that is None explains itself.

>>> from gradlab import Device, Tensor, fresh
>>> fresh()
>>> w = Tensor.from_floats([3.0, 4.0], Device.flex().autodiff()).require_grad()
>>> grads = (w * w).sum().backward()
>>> w.grad(grads)
Tensor #4 [6.0, 8.0] (shape [2], plain, Device.flex())

Names are imported when first used: ``import gradlab`` itself needs only NumPy.
"""

import sys
from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOME = {
    "Device": "gradlab.engine",
    "Gradients": "gradlab.engine",
    "GradlabError": "gradlab.engine",
    "Stepper": "gradlab.lab",
    "Tensor": "gradlab.engine",
    "WhatIf": "gradlab.lab",
    "compare": "gradlab.draw",
    "flowchart": "gradlab.draw",
    "frames": "gradlab.draw",
    "fresh": "gradlab.engine",
    "graph": "gradlab.engine",
    "load_ipython_extension": "gradlab.ipython",
    "predict": "gradlab.lab",
    "report": "gradlab.diagnose",
    "reveal": "gradlab.lab",
    "so_far": "gradlab.lab",
    "tape": "gradlab.draw",
    "unload_ipython_extension": "gradlab.ipython",
    "why": "gradlab.diagnose",
}
__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    from gradlab.engine import errors
    from gradlab.engine.reflexes import MODULE_ANSWERS, answer

    errors.explain = _explain
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    return answer("gradlab", name, MODULE_ANSWERS)


def _explain(refusal: Any) -> Any:
    """The text of a refusal is its verdict; diagnose is imported when the first one is read."""
    from gradlab.diagnose import explained

    return explained(refusal)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


if "IPython" in sys.modules:
    from gradlab.ipython import watch_cells

    watch_cells()
