"""Calls that do not fit: too many arguments, too few or unknown ones; NumPy's functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, NoReturn

from gradlab.engine.errors import DTypeError
from gradlab.engine.reflexes import ALONG_TOO, ANSWERS, NUMPY_NAMES

WIDER_ELSEWHERE = (*ALONG_TOO, "any", "all", "transpose", "backward", "clone")
"""Methods without arguments whose namesakes elsewhere have some."""


def guard(owner: type) -> None:
    """Let a class's methods tell, where a call does not fit, what they take.

    Methods without arguments stay as fast as they are, but for those that have some elsewhere.
    """
    methods = {n: m for base in reversed(owner.__mro__) for n, m in vars(base).items()}
    for name, method in methods.items():
        if name.startswith("_"):
            continue
        if isinstance(method, classmethod):
            setattr(owner, name, classmethod(_guarded(name, method.__func__, "Tensor")))
        elif isinstance(method, FunctionType) and (
            method.__code__.co_argcount > 1 or name in WIDER_ELSEWHERE
        ):
            setattr(owner, name, _guarded(name, method, "x"))


def own_call(owner: type, name: str) -> str | None:
    """How to write what NumPy's function of that name does, if a tensor has a method for it."""
    own = NUMPY_NAMES.get(name, name)
    method = getattr(owner, own, None)
    if not isinstance(method, FunctionType):
        return None
    along = f" or x.{own}_dim(dim)" if own in ALONG_TOO else ""
    return f"x.{own}({_needed(method)}){along}"


def _guarded(name: str, method: Callable[..., Any], owner: str) -> Callable[..., Any]:
    """The method; a call with too many, too few or unknown arguments is told what it takes."""

    @wraps(method)
    def call(*args: Any, **named: Any) -> Any:
        try:
            return method(*args, **named)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None:  # not of this call, but from inside it
                raise
        return _miscalled(name, method, owner, args[1:], named)

    return call


def _miscalled(
    name: str,
    method: Callable[..., Any],
    owner: str,
    args: tuple[Any, ...],
    named: dict[str, Any],
) -> NoReturn:
    given = [_short(arg) for arg in args]
    parameters = _parameters(method)
    takes = [p.name if p.default is p.empty else f"{p.name}=..." for p in parameters]
    if known := [key for key in named if key in ANSWERS]:
        way_out = ANSWERS[known[0]]
    elif name == "transpose":
        way_out = "x.swap_dims(0, 1) swaps two dimensions, x.permute((1, 0)) orders all"
    elif name in ALONG_TOO:
        way_out = f"x.{name}_dim(0) for one dimension, which stays with size 1"
    elif len(given) > 1 and [p.annotation for p in parameters] == ["Sequence[int]"]:
        way_out = f"in one tuple: {owner}.{name}(({', '.join(given)}))"
    else:
        way_out = f"{owner}.{name}({_needed(method)})"
    called = ", ".join(given + [f"{key}={_short(value)}" for key, value in named.items()])
    wanted = ", ".join(takes) or "no arguments"
    problem = f"called as {owner}.{name}({called}), but takes {wanted}"
    raise DTypeError(name, problem, way_out)


def _parameters(method: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(method).parameters.values())[1:]


def _needed(method: Callable[..., Any]) -> str:
    return ", ".join(p.name for p in _parameters(method) if p.default is p.empty)


def _short(given: object) -> str:
    text = repr(given) if isinstance(given, int | float | str | list | tuple | None) else ""
    return text if 0 < len(text) <= 24 else type(given).__name__
