"""What autodiff keeps about a tracked value.

An untracked value has no Node at all.  A marked leaf has one without edges; the
result of an operation with a tracked input has one edge per tracked input.  Inputs
that were not tracked *at that moment* are dropped for good: marking them later
patches nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gradlab.engine.events import Event

Array: TypeAlias = NDArray[Any]
Function: TypeAlias = Callable[[Array, Any], Array]
Derivative: TypeAlias = tuple[Function | None, Any]
"""``(function, saved)``: the cotangent of an input is ``function(cotangent, saved)``.

No function stands for "the cotangent passes through unchanged".
"""


class Requirement(Enum):
    """burn's three states of a value on an autodiff device."""

    NONE = "None"
    GRAD = "Grad"
    GRAD_IN_BACKWARD = "GradInBackward"


class Walked(NamedTuple):
    """The backward that used a node up: the root's number, and its event if recorded."""

    root: int
    event: Event | None


Edge: TypeAlias = "tuple[Node, Function | None, Any]"

GRAD = Requirement.GRAD
GRAD_IN_BACKWARD = Requirement.GRAD_IN_BACKWARD


class Node:
    """A tracked value: its number, its requirement and its edges to tracked inputs.

    ``consumed_by`` is set, and the edges are dropped, by the one backward that may
    walk the node.  Leaves are never consumed.
    """

    __slots__ = ("consumed_by", "edges", "id", "requirement")

    def __init__(self, id: int, requirement: Requirement, edges: tuple[Edge, ...]) -> None:
        self.id = id
        self.requirement = requirement
        self.edges = edges
        self.consumed_by: Walked | None = None


FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
F32, F64 = FLOATS
I64 = np.dtype(np.int64)
BOOL = np.dtype(np.bool_)
