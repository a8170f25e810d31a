"""Asking the questions of a look-up by hand, and reading a few lines of the engine."""

from __future__ import annotations

import inspect
from textwrap import dedent
from types import EllipsisType
from typing import Any

from gradlab.diagnose.names import arguments, users_frame
from gradlab.words import say

QUESTIONS = range(1, 5)


def question(number: int, answer: Any = ...) -> None:
    """Put one of the four questions of ``grad``: print it with the answer, yes or no.

    With the three dots still in place it says what to put there; it raises nothing.
    """
    if type(number) is not int or number not in QUESTIONS:
        print(say("question.unknown"))
        return
    text = say(f"question.q{number}")
    if isinstance(answer, EllipsisType):
        reply = say("question.open")
    elif callable(answer):
        reply = say("question.brackets")
    elif _written_out():
        reply = say("question.literal")
    elif not isinstance(answer, bool):
        reply = say("question.not_bool")
    else:
        reply = say("question.yes" if answer else "question.no")
    print(say("question.line", number=number, text=text, reply=reply))


def _written_out() -> bool:
    """Whether the user wrote True or False in place of code that asks."""
    return arguments(users_frame())[1:] in (["True"], ["False"])


def excerpt(thing: Any, first: str, lines: int = 1) -> None:
    """Print ``lines`` lines of a function's own source, from the first one that has ``first``.

    Raises ValueError where no line has it, and for what has no source of its own.
    """
    try:
        source = inspect.getsource(thing).splitlines()
    except (OSError, TypeError):
        raise ValueError(say("question.no_source", given=repr(thing))) from None
    if not isinstance(first, str):
        raise ValueError(say("question.no_text", given=repr(first)))
    start = next((i for i, line in enumerate(source) if first in line), None)
    if start is None:
        raise ValueError(say("question.no_line", name=thing.__qualname__, text=first))
    print(f"# {thing.__module__}.{thing.__qualname__}")
    print(dedent("\n".join(source[start : start + lines])))
