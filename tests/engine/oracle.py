"""What a program's answers must be, worked out a second way.

The oracle runs a program beside the engine and shares nothing with it.  It keeps what each
handle was computed from, and answers by definition:

* tracked: going back through the inputs, but not through a cut, meets a marked handle;
* Some or None: that search from the root of the backward met *this* leaf, marked;
* the gradient: one element of the leaf is moved by an imaginary step, the root computed again
  with every cut copy and every unmarked handle held still, and the imaginary part of its sum
  divided by the step: a difference quotient without a difference, exact to rounding;
* refusals: from the device, the marks, and a set of the results that earlier backwards used up.

Every method writes one line of the program, with the answer that it must have.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from gradlab.engine import (
    ContainerTakenError,
    DeviceMismatchError,
    DTypeError,
    NoAutodiffError,
    NonLeafError,
    ShapeMismatchError,
    TapeConsumedError,
    UntrackedRootError,
)
from tests.engine.formulas import One, Two

STEP = 1e-40
LARGEST = 20.0
PRELUDE = """\
import numpy as np
from gradlab.engine import Device, Tensor

dtype = np.float64
ad, ad1 = Device.flex().autodiff(), Device.flex(1).autodiff()
plain, plain1 = Device.flex(), Device.flex(1)
"""


class Place(NamedTuple):
    """A device: a piece of hardware, and whether autodiff is on."""

    index: int
    autodiff: bool

    def __str__(self) -> str:
        return ("ad" if self.autodiff else "plain") + ("1" if self.index else "")


@dataclass(eq=False)
class Handle:
    """A variable of the program.  Handles of one value share its ``key``."""

    name: str
    kind: str
    value: np.ndarray
    place: Place
    key: int
    marked: bool = False
    formula: Callable | None = None
    inputs: "tuple[Handle, ...]" = ()

    @property
    def differentiable(self) -> bool:
        return self.kind == "float" and self.place.autodiff


@dataclass(eq=False)
class Container:
    """The answer of one backward: key of a leaf -> its gradient."""

    name: str
    root: Handle
    entries: dict[int, np.ndarray]
    taken: bool = False


@dataclass
class Step:
    """One line, its answer (an exception class or several for a refusal), and the containers then.

    ``answer`` is ``...`` where the result is not looked at.
    """

    name: str | None
    expression: str
    answer: Any
    containers: dict[str, dict[int, np.ndarray]] = field(default_factory=dict)

    @property
    def refused(self) -> bool:
        return isinstance(self.answer, tuple)

    def __str__(self) -> str:
        if self.refused:
            return f"{self.expression}  # {' or '.join(kind.__name__ for kind in self.answer)}"
        return f"{self.name} = {self.expression}" if self.name else self.expression


class Oracle:
    """A program while it is written: its lines, its variables and what it has used up."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.handles: list[Handle] = []
        self.containers: list[Container] = []
        self.consumed: set[int] = set()
        self.rejected: list[Handle] = []
        self._keys = count()
        self._names = count()

    def __repr__(self) -> str:
        return "\n".join([PRELUDE, *map(str, self.steps)])

    # what is true of a handle ---------------------------------------------------------------

    def above(self, root: Handle) -> Iterator[Handle]:
        """The handle and all it was computed from, up to marked leaves and cuts."""
        seen, waiting = set(), [root]
        while waiting:
            handle = waiting.pop()
            if id(handle) not in seen:
                seen.add(id(handle))
                yield handle
                waiting.extend(handle.inputs)

    def leaves(self, root: Handle) -> dict[int, Handle]:
        return {handle.key: handle for handle in self.above(root) if handle.marked}

    def tracked(self, handle: Handle) -> bool:
        return any(above.marked for above in self.above(handle))

    def used_up_by(self, root: Handle) -> dict[int, Handle]:
        """The results that a backward from here walks through."""
        return {h.key: h for h in self.above(root) if not h.marked and self.tracked(h)}

    def gradient(self, root: Handle, leaf: Handle) -> np.ndarray:
        """Of the sum of the root's elements, by one imaginary step per element of the leaf."""
        result = np.zeros(leaf.value.shape)
        for at in np.ndindex(result.shape):
            moved = leaf.value.astype(complex)
            moved[at] += 1j * STEP
            result[at] = self._again(root, leaf.key, moved, {}).imag.sum() / STEP
        return result

    def _again(self, handle: Handle, key: int, moved: np.ndarray, known: dict) -> np.ndarray:
        if handle.formula is None:
            return moved if handle.marked and handle.key == key else handle.value
        if id(handle) not in known:
            inputs = [self._again(h, key, moved, known) for h in handle.inputs]
            known[id(handle)] = handle.formula(*inputs)
        return known[id(handle)]

    def looked_up(self, x: Handle, container: Container) -> Any:
        """The answer of ``x.grad(container)`` as a tuple of refusals, an array or None."""
        if container.taken:
            return (ContainerTakenError,)
        if not x.differentiable or not x.marked:
            return None
        return container.entries.get(x.key)

    # lines that make or change a handle -----------------------------------------------------

    def leaf(self, values: list, place: Place) -> None:
        value = np.array(values, float)
        self._constant(f"Tensor.from_floats({values}, {place}, dtype)", "float", value, place)

    def one(self, op: One, x: Handle, d: int) -> None:
        """A smooth operation on one float tensor; no line where its values do not fit."""
        if np.all(op.fits(x.value)):
            self._result(
                op.text.format(x=x.name, d=d), lambda v: op.formula(v, d), (x,), x.place.autodiff
            )

    def two(self, op: Two, x: Handle, y: Handle, d: int) -> None:
        """A smooth operation on two float tensors; one line also where it is refused."""
        text = op.text.format(x=x.name, y=y.name, d=d)
        wrong_device, wrong_shape = (
            x.place.index != y.place.index,
            not op.shapes(x.value.shape, y.value.shape, d),
        )
        if wrong_device and (op.elementwise or not wrong_shape):
            self._write(text, (DeviceMismatchError,))
        elif wrong_device:
            self._write(text, (DeviceMismatchError, ShapeMismatchError))
        elif wrong_shape:
            self._write(text, (ShapeMismatchError,))
        elif np.all(op.fits(x.value, y.value)):
            autodiff = x.place.autodiff or y.place.autodiff
            self._result(text, lambda v, w: op.formula(v, w, d), (x, y), autodiff)

    def to_device(self, x: Handle, place: Place) -> None:
        text = f"{x.name}.to_device({place})"
        if x.place.autodiff and not place.autodiff:
            self._write(text, (DeviceMismatchError,))
        elif x.place.index == place.index:
            self._same(text, x)
        elif x.kind == "float":
            self._result(text, lambda v: v, (x,), x.place.autodiff, index=place.index)
        else:
            self._constant(text, x.kind, x.value, Place(place.index, x.place.autodiff))

    def require_grad(self, x: Handle, text: str = "{x}.require_grad()") -> None:
        text = text.format(x=x.name)
        if not x.differentiable:
            self._write(text, (NoAutodiffError,))
        elif x.marked:
            self._same(text, x)
        elif self.tracked(x):
            self._write(text, (NonLeafError,))
        else:
            self._write(text, replace(x, marked=True, formula=None, inputs=()))

    def unmark(self, x: Handle) -> None:
        self._cut(f"{x.name}.set_require_grad(False)", x, marked=False)

    def detach(self, x: Handle) -> None:
        self._cut(f"{x.name}.detach()", x, marked=x.marked)

    def clone(self, x: Handle) -> None:
        self._same(f"{x.name}.clone()", x)

    def inner(self, x: Handle, text: str = "{x}.inner()") -> None:
        self._enter_or_leave(text.format(x=x.name), x, autodiff=False)

    def autodiff(self, x: Handle, text: str = "{x}.autodiff()") -> None:
        self._enter_or_leave(text.format(x=x.name), x, autodiff=True)

    def to_int(self, x: Handle) -> None:
        if np.abs(x.value - np.round(x.value)).min() > 1e-6 or x.kind != "float":
            self._constant(f"{x.name}.int()", "int", np.trunc(x.value), x.place)

    def to_bool(self, x: Handle) -> None:
        if np.abs(x.value).min() > 1e-6 or x.kind != "float":
            self._constant(f"{x.name}.bool()", "bool", (x.value != 0) * 1.0, x.place)

    def to_float(self, x: Handle) -> None:
        if x.kind != "float":
            self._constant(f"{x.name}.float().cast(dtype)", "float", x.value, x.place)

    def argmax(self, x: Handle, d: int) -> None:
        if x.kind == "float" and np.abs(np.diff(np.sort(x.value, axis=None))).min(initial=1) > 0.02:
            at = x.value.argmax(d, keepdims=True) * 1.0
            self._constant(f"{x.name}.argmax({d})", "int", at, x.place)

    def greater(self, x: Handle) -> None:
        if x.kind == "float" and np.abs(x.value - 0.6).min() > 0.02:
            value = (x.value > 0.6) * 1.0
            self._constant(f"{x.name}.greater_elem(0.6)", "bool", value, x.place)

    def power_0(self, x: Handle) -> None:
        if x.kind == "float":
            ones = np.ones(x.value.shape)
            self._constant(f"{x.name}.powf_scalar(0.0)", "float", ones, x.place)

    def power_1(self, x: Handle) -> None:
        if x.kind == "float":
            self._same(f"{x.name}.powf_scalar(1.0)", x)

    # lines about gradients --------------------------------------------------------------------

    def backward(self, x: Handle) -> None:
        text = f"{x.name}.backward()"
        if not x.differentiable:
            self._write(text, (NoAutodiffError,))
        elif not self.tracked(x):
            self._write(text, (UntrackedRootError,))
        elif self.consumed & self.used_up_by(x).keys():
            self.rejected.append(x)
            self._write(text, (TapeConsumedError,))
        else:
            self.consumed |= self.used_up_by(x).keys()
            leaves = self.leaves(x).items()
            entries = {key: self.gradient(x, leaf) for key, leaf in leaves}
            self._write(text, Container("", x, entries))

    def grad(self, x: Handle, container: Container) -> None:
        self._take_out(f"{x.name}.grad({container.name})", x, container)

    def grad_remove(self, x: Handle, container: Container) -> None:
        if self._take_out(f"{x.name}.grad_remove({container.name})", x, container):
            del container.entries[x.key]
            self._note_containers()

    def grad_replace(self, x: Handle, container: Container, new: Handle) -> None:
        text = f"{x.name}.grad_replace({container.name}, {new.name})"
        if container.taken:
            self._write(text, (ContainerTakenError,))
        elif new.kind != "float":
            self._write(text, (DTypeError,))
        elif not x.place.autodiff or new.place.autodiff:
            self._write(text, (NoAutodiffError,))
        elif x.value.shape != new.value.shape:
            self._write(text, (ShapeMismatchError,))
        else:
            if x.key in container.entries:
                container.entries[x.key] = new.value
            self._write(text, None)
            self._note_containers()

    def take(self, container: Container) -> None:
        text = f"{container.name}.take('someone', None)"
        if container.taken:
            self._write(text, (ContainerTakenError,))
        else:
            container.taken, container.entries = True, {}
            self._write(text, ...)
            self._note_containers()

    # writing ------------------------------------------------------------------------------------

    def _write(self, expression: str, answer: Any) -> None:
        name = None
        if isinstance(answer, Handle):
            answer.name = name = f"v{next(self._names)}"
            self.handles.append(answer)
        elif isinstance(answer, Container):
            answer.name = name = f"g{next(self._names)}"
            self.containers.append(answer)
        self.steps.append(Step(name, expression, answer))
        if isinstance(answer, Container):
            self._note_containers()

    def _note_containers(self) -> None:
        self.steps[-1].containers = {c.name: dict(c.entries) for c in self.containers}

    def _constant(
        self, text: str, kind: str, value: np.ndarray, place: Place, marked: bool = False
    ) -> None:
        """A new value that nothing leads to."""
        self._write(text, Handle("", kind, value, place, next(self._keys), marked))

    def _same(self, text: str, x: Handle) -> None:
        """Another variable for the same value."""
        self._write(text, replace(x))

    def _cut(self, text: str, x: Handle, marked: bool) -> None:
        if x.differentiable:
            self._constant(text, x.kind, x.value, x.place, marked)
        else:
            self._same(text, x)

    def _enter_or_leave(self, text: str, x: Handle, autodiff: bool) -> None:
        if x.place.autodiff == autodiff:
            self._same(text, x)
        else:
            self._constant(text, x.kind, x.value, x.place._replace(autodiff=autodiff))

    def _result(
        self,
        text: str,
        formula: Callable,
        inputs: tuple[Handle, ...],
        autodiff: bool,
        index: int | None = None,
    ) -> None:
        value = formula(*(x.value for x in inputs))
        place = Place(inputs[0].place.index if index is None else index, autodiff)
        if np.abs(value).max() <= LARGEST and value.size <= 12:
            key = next(self._keys)
            self._write(text, Handle("", "float", value, place, key, False, formula, inputs))

    def _take_out(self, text: str, x: Handle, container: Container) -> bool:
        """Write a look-up; a gradient is a new plain constant.  True if there was one."""
        found = self.looked_up(x, container)
        if isinstance(found, np.ndarray):
            self._constant(text, "float", found, x.place._replace(autodiff=False))
            return True
        self._write(text, found)
        return False
