"""``Stepper``: a forward and its backward, a step at a time.

>>> from gradlab import Device, Tensor
>>> w = Tensor.from_floats([3.0], Device.flex().autodiff()).require_grad()
>>> loss = (w * 2.0).sum()
>>> steps = Stepper(loss)
>>> steps.step = len(steps)
>>> print(steps)  # doctest: +ELLIPSIS
Step 7 of 7
...
In the container  #1 [2.0]
On its way        -
Deleted           #3, #2
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from gradlab.diagnose.names import Scope, users_frame
from gradlab.diagnose.verdict import Verdict
from gradlab.draw import Frame, Frames, Picture, frames, labels
from gradlab.draw.subject import expect
from gradlab.engine import Gradients, Tensor, sites
from gradlab.engine.graph_view import graph_above
from gradlab.engine.interop import numbers_text
from gradlab.engine.node import Array
from gradlab.engine.numbering import next_number, shown, shown_from
from gradlab.lab.forward import Forward
from gradlab.lab.program import FILENAME, names_of, run
from gradlab.lab.what_if import WhatIf
from gradlab.words import say


class Stepper:
    """Steps 1 to ``len(stepper)``: each value as it is made, then each operation as it is undone.

    Of a loss (its backward is only rehearsed: nothing is used up), a container, a program as
    text, a ``WhatIf``, whose program it takes, or a verdict, whose container it takes.  As a
    cell's last value it is a slider with buttons; a plain cell sets ``stepper.step`` and
    prints.  Raises DTypeError where there is no backward to show, ValueError for a program that
    ran none.
    """

    def __init__(self, subject: Tensor | Gradients | Verdict | WhatIf | str) -> None:
        self._start = 0
        if isinstance(subject, WhatIf):
            subject = subject.now.program.text
        if isinstance(subject, str):
            self._start = next_number()
            subject, self._names = _ran(subject)
            self._backward = _frames(subject, self._names)
        else:
            expect("Stepper", subject, (Tensor, Gradients, Verdict, WhatIf, str))
            self._names = Scope.of(users_frame()).numbers
            self._backward = frames(subject)
        self._forward = Forward(self._backward.seen, self._names)
        self._step = 1
        self._watchers: list[Callable[[], None]] = []
        self._panel: Any = None

    def __len__(self) -> int:
        return len(self._forward) + len(self._backward)

    @property
    def step(self) -> int:
        """Where it stands, from 1 to ``len(stepper)``."""
        return self._step

    @step.setter
    def step(self, step: int) -> None:
        if step not in range(1, len(self) + 1):
            raise ValueError(say("stepper.no_step", step=step, last=len(self)))
        self._step = step
        for watcher in self._watchers:
            watcher()

    @property
    def backward_from(self) -> int:
        """The first step of the backward: the one that puts the seed into the root."""
        return len(self._forward) + 1

    def picture(self) -> Picture:
        """The tape as it stands after this step."""
        with self._numbered():
            if self.step < self.backward_from:
                return self._forward.picture(self.step)
            return self._frame().picture

    def happened(self) -> str:
        """What this step did, in a sentence."""
        if self.step < self.backward_from:
            return self.picture().title
        with self._numbered():
            frame = self._frame()
            if frame.ran is None:
                return say("stepper.begins", seed=self._numbers(frame.waiting or frame.entries))
            to = self._call(dict.fromkeys(one.number for one in frame.registered))
            return say("stepper.passes", name=self._name(frame.ran), names=to)

    def told(self) -> list[str]:
        """What the container holds, what is on its way, what has been deleted."""
        if self.step < self.backward_from:
            return []
        with self._numbered():
            frame = self._frame()
            rows = [
                (say("stepper.held"), self._numbers(frame.entries)),
                (say("stepper.waiting"), self._numbers(frame.waiting)),
                (say("stepper.deleted"), self._call(frame.consumed)),
            ]
            return labels.columns(rows, indent="")

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call this after every step."""
        self._watchers.append(watcher)

    def _frame(self) -> Frame:
        return self._backward[self.step - self.backward_from]

    def _numbered(self) -> AbstractContextManager[None]:
        """A program's own values count from #1."""
        return shown_from(self._start) if self._start else nullcontext()

    def _numbers(self, arrays: Mapping[int, Array]) -> str:
        held = (f"{self._name(n)} {numbers_text(array)}" for n, array in arrays.items())
        return ", ".join(held) or say("stepper.nothing")

    def _call(self, numbers: Iterable[int]) -> str:
        return ", ".join(map(self._name, numbers)) or say("stepper.nothing")

    def _name(self, number: int) -> str:
        name = self._names.get(number)
        return f"{name} {shown(number)}" if name else shown(number)

    def __str__(self) -> str:
        where = say("stepper.where", step=self.step, last=len(self))
        return "\n".join([where, self.picture().text, *self._after()])

    def _after(self) -> list[str]:
        return ["", *told] if (told := self.told()) else []

    __repr__ = __str__

    def _repr_mimebundle_(self, **named: Any) -> Any:
        from gradlab.lab.steps_panel import panel

        if self._panel is None:
            self._panel = panel(self)
        return self._panel._repr_mimebundle_(**named) | {"text/plain": str(self)}


def _ran(text: str) -> tuple[Gradients, Mapping[int, str]]:
    """The last container that a program filled, and the names that it left."""
    sites.remember(FILENAME, say("why.program"), text)
    left = run(text)
    filled = [value for value in left.values() if isinstance(value, Gradients)]
    if not filled:
        raise ValueError(say("stepper.no_backward"))
    return filled[-1], names_of(left)


def _frames(grads: Gradients, names: Mapping[int, str]) -> Frames:
    """As ``frames``, with a program's own names instead of the caller's."""
    frames(grads)  # says so where the steps were not kept
    return Frames(graph_above(grads.root), grads.seed, grads.steps or (), names)
