"""Random programs for the oracle, and how they are drawn and shrunk."""

from collections.abc import Callable

import numpy as np
from hypothesis import strategies as st

from tests.engine.formulas import ONE, TWO
from tests.engine.oracle import Container, Handle, Oracle, Place

AUTODIFF = Place(0, True)
PLACES = (AUTODIFF, Place(0, False), Place(1, True), Place(1, False))
SHAPES = (
    ((2,), (2,), (1,), (3,)),
    ((2, 2), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (1, 1)),
    ((1, 2, 2), (2, 1, 2), (1, 1, 2)),
)
NUMBERS = (0.7, 1.3, -0.8, 1.9, 0.45, -1.4, 2.3, 0.35, -0.55, 1.15, -2.2, 0.9)


class Writer:
    """Turns any numbers into a program: each instruction picks from what is there by then.

    Most tensors of a program have the rank of its first, so that they meet.
    """

    def __init__(self, rank: int) -> None:
        self.oracle = Oracle()
        self.rank = rank

    def handle(self, back: int) -> Handle:
        """One of the variables, 0 for the newest."""
        return self.oracle.handles[-1 - back % len(self.oracle.handles)]

    def operand(self, back: int) -> Handle:
        """A float, mostly one that is tracked."""
        there = [h for h in self.oracle.handles if h.kind == "float"]
        tracked = [h for h in there if self.oracle.tracked(h)]
        if tracked and back % 3:
            there = tracked
        return there[-1 - back // 3 % len(there)]

    def leaf(self, a: int, b: int, p: int) -> None:
        shapes = SHAPES[self.rank if p < 14 else a % 3]
        values = np.resize(np.roll(NUMBERS, -b), shapes[a % len(shapes)]).tolist()
        self.oracle.leaf(values, PLACES[p % 4] if 8 < p < 12 else AUTODIFF)

    def one(self, a: int, b: int, p: int) -> None:
        x = self.operand(a)
        self.oracle.one(ONE[b % len(ONE)], x, p % x.value.ndim)

    def two(self, a: int, b: int, p: int) -> None:
        x, op = self.operand(a), TWO[p % len(TWO)]
        d = p % x.value.ndim
        others = [
            h
            for h in self.oracle.handles
            if h.kind == "float"
            and (b > 57 or op.shapes(x.value.shape, h.value.shape, d))
            and (b > 51 or h.place.index == x.place.index)
        ]
        if others:
            self.oracle.two(op, x, others[-1 - b % len(others)], d)

    def product(self, a: int, b: int, p: int) -> None:
        """Addition and multiplication are what makes programs meet."""
        self.two(a, b, p % 2)

    def require_grad(self, a: int, b: int, p: int) -> None:
        x = self.handle(a)
        self.oracle.require_grad(x, "{x}.require_grad()" if p % 4 else "{x}.set_require_grad(True)")

    def mark_untracked(self, a: int, b: int, p: int) -> None:
        """Marks what can be marked: a leaf, before or after its first use."""
        there = [h for h in self.oracle.handles if h.differentiable and not self.oracle.tracked(h)]
        if there:
            self.oracle.require_grad(there[-1 - a % len(there)])

    def unmark(self, a: int, b: int, p: int) -> None:
        self.oracle.unmark(self.handle(a))

    def detach(self, a: int, b: int, p: int) -> None:
        self.oracle.detach(self.handle(a))

    def clone(self, a: int, b: int, p: int) -> None:
        self.oracle.clone(self.handle(a))

    def inner(self, a: int, b: int, p: int) -> None:
        self.oracle.inner(self.handle(a), "{x}.inner()" if p % 2 else "{x}.without_autodiff()")

    def autodiff(self, a: int, b: int, p: int) -> None:
        self.oracle.autodiff(
            self.handle(a), "{x}.autodiff()" if p % 2 else "Tensor.from_inner({x})"
        )

    def to_device(self, a: int, b: int, p: int) -> None:
        self.oracle.to_device(self.handle(a), PLACES[p % 4])

    def to_int(self, a: int, b: int, p: int) -> None:
        self.oracle.to_int(self.handle(a))

    def to_bool(self, a: int, b: int, p: int) -> None:
        self.oracle.to_bool(self.handle(a))

    def to_float(self, a: int, b: int, p: int) -> None:
        there = [h for h in self.oracle.handles if h.kind != "float"]
        if there:
            self.oracle.to_float(there[-1 - a % len(there)])

    def argmax(self, a: int, b: int, p: int) -> None:
        x = self.handle(a)
        self.oracle.argmax(x, p % x.value.ndim)

    def greater(self, a: int, b: int, p: int) -> None:
        self.oracle.greater(self.handle(a))

    def power_0(self, a: int, b: int, p: int) -> None:
        self.oracle.power_0(self.handle(a))

    def power_1(self, a: int, b: int, p: int) -> None:
        self.oracle.power_1(self.handle(a))

    def backward(self, a: int, b: int, p: int) -> None:
        self.oracle.backward(self.handle(a))

    def backward_tracked(self, a: int, b: int, p: int) -> None:
        there = [h for h in self.oracle.handles if not h.marked and self.oracle.tracked(h)]
        if there:
            self.oracle.backward(there[-1 - a % len(there)])

    def again(self, a: int, b: int, p: int) -> None:
        """From the root of an earlier backward: fine for a leaf only."""
        if container := self.container(b):
            self.oracle.backward(container.root)

    def retry(self, a: int, b: int, p: int) -> None:
        """A branch of a rejected backward that nothing has used up: it must still be there."""
        for root in self.oracle.rejected:
            fresh = [
                h
                for h in self.oracle.handles
                if h.key in self.oracle.used_up_by(root)
                and not self.oracle.consumed & self.oracle.used_up_by(h).keys()
            ]
            if fresh:
                return self.oracle.backward(fresh[-1 - a % len(fresh)])
        return None

    def container(self, back: int) -> Container | None:
        there = self.oracle.containers
        return there[-1 - back % len(there)] if there else None

    def grad(self, a: int, b: int, p: int) -> None:
        if container := self.container(b):
            self.oracle.grad(self._asked(a, p, container), container)

    def grad_remove(self, a: int, b: int, p: int) -> None:
        if container := self.container(b):
            self.oracle.grad_remove(self._asked(a, p, container), container)

    def _asked(self, a: int, p: int, container: Container) -> Handle:
        """Mostly one that has a gradient there."""
        there = [h for h in self.oracle.handles if h.key in container.entries]
        return there[-1 - a % len(there)] if there and p % 4 else self.handle(a)

    def grad_replace(self, a: int, b: int, p: int) -> None:
        if container := self.container(b):
            x = self._asked(a, p, container)
            plain = [
                h
                for h in self.oracle.handles
                if h.value.shape == x.value.shape and not h.place.autodiff and h.kind == "float"
            ]
            new = plain[-1 - p % len(plain)] if plain and p % 3 else self.handle(p)
            self.oracle.grad_replace(x, container, new)

    def take(self, a: int, b: int, p: int) -> None:
        if p < 8 and (container := self.container(b)):
            self.oracle.take(container)

    def nothing(self, a: int, b: int, p: int) -> None:
        """What a line shrinks to."""


WEIGHTS: dict[Callable[..., None], int] = {
    Writer.nothing: 1,
    Writer.product: 8,
    Writer.two: 5,
    Writer.one: 6,
    Writer.mark_untracked: 4,
    Writer.backward_tracked: 4,
    Writer.leaf: 2,
    Writer.to_float: 2,
    Writer.grad_remove: 2,
    Writer.grad_replace: 2,
    **dict.fromkeys(
        [
            Writer.require_grad,
            Writer.unmark,
            Writer.detach,
            Writer.clone,
            Writer.inner,
            Writer.autodiff,
            Writer.to_device,
            Writer.to_int,
            Writer.to_bool,
            Writer.argmax,
            Writer.greater,
            Writer.power_0,
            Writer.power_1,
            Writer.backward,
            Writer.again,
            Writer.retry,
            Writer.grad,
            Writer.take,
        ],
        1,
    ),
}
INSTRUCTIONS = [kind for kind, weight in WEIGHTS.items() for _ in range(weight)]
_leaf = st.tuples(st.integers(0, 15), st.integers(0, 11), st.integers(0, 15), st.booleans())
_instruction = st.tuples(
    st.sampled_from(INSTRUCTIONS), st.integers(0, 31), st.integers(0, 63), st.integers(0, 15)
)


def written(rank: int, leaves: list[tuple], instructions: list[tuple]) -> Oracle:
    """The program of these numbers, with the oracle's answers."""
    writer = Writer(rank)
    for shape, values, place, mark in leaves:
        writer.leaf(shape, values, place)
        if mark:
            writer.require_grad(0, 0, 1)
    for instruction, a, b, p in instructions:
        instruction(writer, a, b, p)
    writer.backward_tracked(0, 0, 0)
    for _ in range(len(writer.oracle.rejected)):
        writer.retry(0, 0, 0)
    return writer.oracle


programs = st.builds(
    written,
    st.integers(0, 2),
    st.lists(_leaf, min_size=2, max_size=5),
    st.lists(_instruction, min_size=16, max_size=40),
)
