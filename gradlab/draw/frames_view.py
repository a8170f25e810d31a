"""A backward as frames: the state before the first step and after each one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, overload

import numpy as np

from gradlab.diagnose.names import Scope, users_frame
from gradlab.diagnose.verdict import Verdict
from gradlab.draw.entries import Entry
from gradlab.draw.picture import Picture
from gradlab.draw.subject import Subject, expect
from gradlab.draw.tape_record import record
from gradlab.draw.tape_view import TapePicture
from gradlab.engine import DTypeError, Gradients, Requirement, Tensor
from gradlab.engine.gradients import Step
from gradlab.engine.graph_view import Graph, graph_above
from gradlab.engine.interop import numbers_text
from gradlab.engine.node import Array, Node
from gradlab.words import say


@dataclass(frozen=True, slots=True)
class Registration:
    """What one step passed on: ``part`` to the value ``number``, which then holds ``total``."""

    number: int
    part: Array
    total: Array
    to_container: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """The state after ``at`` of ``of`` steps; numbers are those of values.

    ``ran`` is the operation whose derivative this step took (None before the first step),
    ``arrived`` the gradient that had come to it, ``registered`` what it passed on, ``consumed``
    all operations that are used up, ``waiting`` gradients on their way, ``entries`` what the
    container holds.
    """

    at: int
    of: int
    ran: int | None
    arrived: Array | None
    registered: tuple[Registration, ...]
    consumed: tuple[int, ...]
    waiting: Mapping[int, Array]
    entries: Mapping[int, Array]
    text: str
    picture: Picture

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        return self.picture._repr_mimebundle_(**options)


class Frames(Sequence[Frame]):
    """All frames of one backward, each worked out when it is looked at; ``seen`` is its graph."""

    def __init__(
        self, seen: Graph, seed: Array, steps: Sequence[Step], names: Mapping[int, str]
    ) -> None:
        self.seen, self._seed, self._steps, self._names = seen, seed, steps, names
        self._call = Subject(seen, names, None, False).call

    def __len__(self) -> int:
        return len(self._steps) + 1

    @overload
    def __getitem__(self, at: int) -> Frame: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Frame]: ...
    def __getitem__(self, at: int | slice) -> Frame | Sequence[Frame]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        return self._frame(at % len(self))

    def __repr__(self) -> str:
        return say("draw.frames", root=self._call(self.seen.root), steps=len(self._steps))

    def _frame(self, at: int) -> Frame:
        waiting: dict[int, Array] = {self.seen.root: self._seed}
        entries: dict[int, Array] = {}
        ran: int | None = None
        arrived: Array | None = None
        registered: tuple[Registration, ...] = ()
        if self._is_leaf():
            waiting, entries = {}, dict(waiting)
        for node, edges in self._steps[:at]:
            ran, arrived = node.id, waiting.pop(node.id)
            registered = tuple(_pass_on(arrived, edges, waiting, entries))
        consumed = tuple(node.id for node, _ in self._steps[:at])
        told = dict(self._told(consumed, waiting, entries))
        subject = Subject(self.seen, self._names, None, False, ran, say("draw.runs") if ran else "")
        title, *lines = self._lines(at, ran, arrived, registered)
        tape = record(subject, only_recorded=True, told=told)
        picture = TapePicture(replace(tape, title=title, told=tuple(lines)))
        return Frame(
            at, len(self._steps), ran, arrived, registered, consumed, waiting, entries,
            picture.text, picture,
        )  # fmt: skip

    def _is_leaf(self) -> bool:
        root = self.seen.nodes[-1]
        return root.requirement is Requirement.GRAD

    def _told(
        self, consumed: tuple[int, ...], waiting: Mapping[int, Array], entries: Mapping[int, Array]
    ) -> Iterator[tuple[int, Entry]]:
        done = not waiting
        for node in self.seen.nodes:
            number = node.number
            if number in entries:
                text = say("draw.gradient", numbers=numbers_text(entries[number]))
                yield number, Entry(text, held=True)
            elif number in waiting:
                text = say("draw.waiting", numbers=numbers_text(waiting[number]))
                yield number, Entry(text, held=True)
            elif number in consumed:
                yield number, Entry(say("draw.used"))
            elif node.requirement is Requirement.GRAD:
                yield number, Entry(say(f"draw.gradient_{'not_reached' if done else 'not_yet'}"))

    def _lines(
        self, at: int, ran: int | None, arrived: Array | None, registered: tuple[Registration, ...]
    ) -> Iterator[str]:
        root = self._call(self.seen.root)
        if ran is None or arrived is None:
            yield say("draw.frame_first", root=root, of=len(self._steps))
            yield say("draw.seed", root=root, numbers=numbers_text(self._seed))
            return
        yield say("draw.frame", at=at, of=len(self._steps), name=self._call(ran))
        yield say("draw.arrived", numbers=numbers_text(arrived))
        for one in registered:
            key = "draw.registered_entry" if one.to_container else "draw.registered"
            text = say(key, name=self._call(one.number), numbers=numbers_text(one.part))
            if not np.array_equal(one.part, one.total, equal_nan=True):
                text = say("draw.added_up", text=text, total=numbers_text(one.total))
            yield text


def frames(subject: Tensor | Gradients | Verdict) -> Frames:
    """A backward step by step: of a container, the one that filled it; of a loss, the next one.

    A loss is only rehearsed: nothing is used up.  ``frames(...)[k]`` is the state after k steps.
    Raises DTypeError where there is nothing to show: the steps of a large or old backward are
    not kept, and from an untracked or used-up loss none can run.
    """
    expect("frames", subject, (Tensor, Gradients, Verdict))
    if isinstance(subject, Verdict):
        about = subject.about
        if about is None or about.grads is None:
            raise _nothing("draw.no_backward")
        subject = about.grads
    names = Scope.of(users_frame()).numbers
    if isinstance(subject, Gradients):
        if subject.steps is None:
            raise _nothing("draw.steps_gone")
        return Frames(graph_above(subject.root), subject.seed, subject.steps, names)
    node = subject._node
    if node is None or any(step.consumed_by is not None for step, _ in _ahead(node)):
        raise _nothing("draw.no_backward")
    return Frames(graph_above(subject), np.ones_like(subject._data), list(_ahead(node)), names)


def _nothing(key: str) -> DTypeError:
    return DTypeError("frames", say(key), say("draw.frames_fix"))


def _ahead(root: Node) -> Iterator[Step]:
    """The operations in the order in which a backward would run them: newest first."""
    found: dict[int, Node] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.id not in found and node.requirement is Requirement.GRAD_IN_BACKWARD:
            found[node.id] = node
            waiting.extend(parent for parent, _, _ in node.edges)
    for number in sorted(found, reverse=True):
        yield found[number], found[number].edges


def _pass_on(
    arrived: Array, edges: Sequence[Any], waiting: dict[int, Array], entries: dict[int, Array]
) -> Iterator[Registration]:
    with np.errstate(all="ignore"):
        for parent, function, saved in edges:
            part = arrived if function is None else function(arrived, saved)
            to_container = parent.requirement is Requirement.GRAD
            store = entries if to_container else waiting
            have = store.get(parent.id)
            store[parent.id] = part if have is None else have + part
            yield Registration(parent.id, part, store[parent.id], to_container)
