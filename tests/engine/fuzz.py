"""Random programs, run on the engine and compared with the oracle's answers.

``make fuzz N=20000`` runs that many; a disagreement is shrunk to a short program and printed.
"""

import argparse
import sys
from collections import Counter
from contextlib import nullcontext
from functools import cache, lru_cache
from types import CodeType
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings
from tqdm import tqdm

from gradlab.engine import Tensor, events
from tests.engine.oracle import PRELUDE, Container, Handle, Oracle
from tests.engine.programs import programs

CHUNK = 500


class DisagreementError(AssertionError):
    """The engine's answer is not the oracle's; the message holds the program."""


def check(program: Oracle) -> None:
    """Run a program in float64, recorded or not (all answers), and in float32 (all but values)."""
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
