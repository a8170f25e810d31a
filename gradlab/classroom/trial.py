"""A repaired program on numbers that nobody has seen: the loss, and each gradient."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any
from zlib import crc32

import numpy as np

from gradlab.classroom.exercise import Array, Asked, Repair
from gradlab.classroom.running import run, verdict_in
from gradlab.engine import Gradients, GradlabError, Tensor
from gradlab.engine.interop import numbers_text
from gradlab.words import say

ROUNDS = 3  # draws of numbers, so that what fits one of them by accident is found out
TOLERANCE = 2e-3  # float32 against float64


def fault_of(answer: Repair, program: Any) -> str | None:
    """What is wrong with a program; None where nothing is, "" where it is still open."""
    function = _function(program) if isinstance(program, str) else program
    if not callable(function):
        return function if isinstance(function, str) else say("check.no_function")
    rng = np.random.default_rng(_seed(program))
    for _ in range(ROUNDS):
        fault = _fault_on(answer, function, answer.draw(rng))
        if fault is not None:
            return fault
    return None


def _seed(program: Any) -> int | None:
    """From the program's text: what is shown stays the same until it is edited, and not after."""
    try:
        text = program if isinstance(program, str) else inspect.getsource(program)
    except (OSError, TypeError):  # typed where no text is kept
        return None
    return crc32(text.strip().encode())


def _function(source: str) -> Callable[..., Any] | str:
    """The last function that a source text defines, or the sentence that says why not."""
    try:
        names, refusal = run(source)
    except Exception as error:
        return say("check.stops", error=type(error).__name__, message=error)
    if refusal is not None:
        return say("check.stops", error=type(refusal).__name__, message=refusal.refusal.problem)
    functions = [thing for thing in names.values() if getattr(thing, "__code__", None)]
    functions = [thing for thing in functions if thing.__module__ == "__main__"]
    return functions[-1] if functions else say("check.no_function")


def _fault_on(answer: Repair, function: Callable[..., Any], drawn: tuple[Array, ...]) -> str | None:
    try:
        returned = function(*(array.tolist() for array in drawn))
    except GradlabError as error:
        return say("check.stops", error=type(error).__name__, message=error.refusal.problem)
    except Exception as error:
        return say("check.stops", error=type(error).__name__, message=error)
    if returned is None or returned is ...:
        return ""
    names = ("loss", "grads", *(asked.name for asked in answer.asked))
    wanted = ", ".join(names)
    if not isinstance(returned, tuple) or len(returned) != len(names):
        return say("check.returns", wanted=wanted)
    if ... in [thing for thing in returned if not isinstance(thing, Tensor)]:
        return ""
    scope = dict(zip(names, returned, strict=True))
    for name, thing in scope.items():
        if not isinstance(thing, Gradients if name == "grads" else Tensor):
            return say("check.returns_other", name=name, kind=type(thing).__name__, wanted=wanted)
    return _wrong_loss(answer, scope["loss"], drawn) or _first(
        _wrong_gradient(asked, scope, drawn) for asked in answer.asked
    )


def _first(faults: Any) -> str | None:
    return next((fault for fault in faults if fault is not None), None)


def _wrong_loss(answer: Repair, loss: Tensor, drawn: tuple[Array, ...]) -> str | None:
    expected = np.asarray(answer.loss(*drawn), float).ravel()
    got = loss.to_data().ravel()
    if got.shape == expected.shape and np.allclose(got, expected, TOLERANCE, TOLERANCE):
        return None
    return say("check.other_loss", **_numbers(drawn, expected, got))


def _wrong_gradient(asked: Asked, scope: dict[str, Any], drawn: tuple[Array, ...]) -> str | None:
    t, name = scope[asked.name], asked.name
    numbers = np.asarray(asked.numbers(*drawn), float)
    if t.shape != numbers.shape or not np.allclose(t.to_data(), numbers, TOLERANCE, TOLERANCE):
        return say("check.other_tensor", name=name, **_numbers(drawn, numbers, t.to_data()))
    verdict = verdict_in(scope, name, "grads")
    if asked.gradient is None:
        return None if verdict.value is None else say("check.should_be_none", name=name)
    if verdict.value is None:
        return verdict.title
    expected, got = np.asarray(asked.gradient(*drawn), float), verdict.value.to_data()
    if np.allclose(got, expected, TOLERANCE, TOLERANCE):
        return None
    facts = _numbers(drawn, expected, got)
    key = "check.incomplete" if verdict.level != "ok" else "check.other_gradient"
    return say(key, name=name, title=verdict.title, **facts)


def _numbers(drawn: tuple[Array, ...], expected: Array, got: Array) -> dict[str, str]:
    given = ", ".join(numbers_text(np.round(array, 2)) for array in drawn)
    return {"given": given, "expected": _text(expected), "got": _text(got)}


def _text(numbers: Array) -> str:
    return numbers_text(np.round(np.asarray(numbers, np.float64), 3))
