"""Random programs: written at random, run on the engine, compared with the oracle's answers.

``make fuzz N=20000`` runs that many; a disagreement is shrunk to a short program and printed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from functools import cache, lru_cache
from types import CodeType
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tqdm import tqdm

from gradlab.engine import Tensor, events
from tests.engine.formulas import ONE, TWO
from tests.engine.oracle import PRELUDE, Container, Handle, Oracle, Place

CHUNK = 500
AUTODIFF = Place(0, True)
PLACES = (AUTODIFF, Place(0, False), Place(1, True), Place(1, False))
SHAPES = (
    ((2,), (2,), (1,), (3,)),
    ((2, 2), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (1, 1)),
    ((1, 2, 2), (2, 1, 2), (1, 1, 2)),
)
NUMBERS = (0.7, 1.3, -0.8, 1.9, 0.45, -1.4, 2.3, 0.35, -0.55, 1.15, -2.2, 0.9)


# programs -----------------------------------------------------------------------------------


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


# running them on the engine -----------------------------------------------------------------


class DisagreementError(AssertionError):
    """The engine's answer is not the oracle's; the message holds the program."""


def check(program: Oracle) -> None:
    """Run a program in float64 (all answers), in float32 and unrecorded (all but values)."""
    Run(program, np.float64).all()
    Run(program, np.float32).all()
    Run(program, np.float64, recorded=False).all()


class Run:
    """One run of a program on the engine, compared line by line."""

    def __init__(self, program: Oracle, dtype: type, recorded: bool = True) -> None:
        self.program, self.dtype, self.recorded = program, dtype, recorded
        self.variables: dict[str, Any] = dict(_prelude(), dtype=dtype)
        self.numbers: dict[int, int] = {}

    def all(self) -> None:
        with nullcontext() if self.recorded else events.paused():
            for at, step in enumerate(self.program.steps):
                self.line = at, ""
                self.compare(self.evaluate(step.expression), step.answer, step.name)
                if step.containers:
                    self.compare_containers(step.containers)
            self.line = at + 1, ""
            self.compare_containers({c.name: c.entries for c in self.program.containers})
            for x in self.program.handles:
                for container in self.program.containers:
                    expression = f"{x.name}.grad({container.name})"
                    self.line = at + 1, expression
                    self.compare(
                        self.evaluate(expression), self.program.looked_up(x, container), None
                    )

    def evaluate(self, expression: str) -> Any:
        try:
            return eval(_compiled(expression), self.variables)
        except Exception as error:
            return error

    def compare(self, got: Any, wanted: Any, name: str | None) -> None:
        """An answer; a new variable is also asked for its number, device and marks."""
        if isinstance(wanted, tuple):
            self.same(type(got) in wanted, "the refusal", got, wanted)
            return
        self.same(not isinstance(got, Exception), "no refusal", got, wanted)
        if name is not None:
            self.variables[name] = got
        if wanted is None:
            self.same(got is None, "None", got, None)
        elif isinstance(wanted, np.ndarray):
            self.compare_values("the gradient", got, wanted)
        elif isinstance(wanted, Handle):
            self.compare_handle(got, wanted)

    def compare_handle(self, got: Any, wanted: Handle) -> None:
        self.compare_values("the values", got, wanted.value)
        facts = {
            "kind": (got.kind, wanted.kind),
            "is_autodiff": (got.is_autodiff(), wanted.place.autodiff),
            "device": (got.device().index, wanted.place.index),
            "is_require_grad": (got.is_require_grad(), wanted.marked),
            "is_tracked": (got.is_tracked(), self.program.tracked(wanted)),
        }
        for what, (has, should) in facts.items():
            self.same(has == should, what, has, should)
        known = self.numbers.get(wanted.key)
        if known is None:
            self.same(got.number not in self.numbers.values(), "a new number", got.number, "new")
            self.numbers[wanted.key] = got.number
        else:
            self.same(got.number == known, "the number of the same value", got.number, known)

    def compare_values(self, what: str, got: Any, wanted: np.ndarray) -> None:
        self.same(isinstance(got, Tensor), what, got, wanted)
        self.same(got.shape == wanted.shape, "shape", got.shape, wanted.shape)
        if self.dtype is np.float64:
            values = got.to_data()
            close = np.allclose(values, wanted, rtol=1e-8, atol=1e-8)
            self.same(close, what, values, wanted)

    def compare_containers(self, wanted: dict[str, dict[int, np.ndarray]]) -> None:
        """Exactly the marked leaves that were reached, in every container so far."""
        for name, entries in wanted.items():
            container = self.variables[name]
            got = {} if container.taken else container.entries
            keys = sorted(self.numbers[key] for key in entries)
            self.same(sorted(got) == keys, f"the entries of {name}", sorted(got), keys)
            if self.dtype is np.float64:
                for key, gradient in entries.items():
                    has = got[self.numbers[key]]
                    close = has.shape == gradient.shape and np.allclose(
                        has, gradient, rtol=1e-8, atol=1e-8
                    )
                    self.same(close, f"an entry of {name}", has, gradient)

    def same(self, same: bool, what: str, got: Any, wanted: Any) -> None:
        if not same:
            at, look_up = self.line
            lines = [PRELUDE, *map(str, self.program.steps[: at + 1]), look_up]
            mode = f"{self.dtype.__name__}, recording {'on' if self.recorded else 'off'}"
            raise DisagreementError(
                f"{what} ({mode}), on the last line of\n\n"
                + "\n".join(line for line in lines if line)
                + f"\n\nengine: {_shown(got)}\noracle: {_shown(wanted)}"
            )


def _shown(answer: Any) -> str:
    if isinstance(answer, Exception):
        return f"{type(answer).__name__}: {answer}"
    if isinstance(answer, tuple) and answer and isinstance(answer[0], type):
        return " or ".join(kind.__name__ for kind in answer)
    return str(answer.tolist()) if isinstance(answer, np.ndarray) else str(answer)


@cache
def _prelude() -> dict[str, Any]:
    variables: dict[str, Any] = {}
    exec(PRELUDE, variables)
    return variables


@lru_cache(10_000)
def _compiled(expression: str) -> CodeType:
    return compile(expression, "<program>", "eval")


def answers(program: Oracle) -> Counter[str]:
    """How often the program gets which answer.

    "partial" is a Some of a leaf that the root also used unmarked.
    """
    counted: Counter[str] = Counter(programs=1)
    for step in program.steps:
        if step.refused:
            counted[" or ".join(kind.__name__ for kind in step.answer)] += 1
        elif isinstance(step.answer, Container):
            counted["backward"] += 1
            above = list(program.above(step.answer.root))
            unmarked = {h.key for h in above if not h.marked}
            counted["partial"] += len(unmarked & {h.key for h in above if h.marked})
    for container in program.containers:
        for x in program.handles:
            found = program.looked_up(x, container)
            counted["None" if found is None else "taken" if container.taken else "Some"] += 1
    return counted


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("n", type=int, help="number of programs")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="the seed of the first ones")
    asked = parser.parse_args()
    counted: Counter[str] = Counter()
    with tqdm(total=asked.n, unit=" programs") as progress:
        for chunk, done in enumerate(range(0, asked.n, CHUNK)):
            size = min(CHUNK, asked.n - done)

            @seed(asked.seed + chunk)
            @settings(
                max_examples=size,
                deadline=None,
                database=None,
                phases=[Phase.generate, Phase.shrink],
                suppress_health_check=list(HealthCheck),
                report_multiple_bugs=False,
            )
            @given(programs)
            def compare(program: Oracle) -> None:
                counted.update(answers(program))
                check(program)

            try:
                compare()
            except DisagreementError as disagreement:
                progress.close()
                print(f"The engine and the oracle disagree: {disagreement}\n")
                print(f"Again: make fuzz N={size} SEED={asked.seed + chunk}")
                return 1
            progress.update(size)
    print(", ".join(f"{what} {count}" for what, count in counted.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
