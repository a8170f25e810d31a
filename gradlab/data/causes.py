"""One small program for each cause, with what is asked after it and the program that is right."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import NamedTuple


class Program(NamedTuple):
    """``ask`` gives a verdict (or a report with a row of the cause) after ``program``.

    ``error`` in it is what the program raised; ``then`` is asked after ``fixed``, the right
    program, which is empty where nothing is wrong.
    """

    program: str
    ask: str
    fixed: str
    then: str


def programs() -> dict[str, Program]:
    """Slug of a cause -> its program.

    >>> programs()["detach"].ask
    'why(x, grads)'
    """
    text = files(__package__).joinpath("causes.toml").read_text("utf-8")
    return {
        slug: Program(
            entry["program"], entry["ask"], entry.get("fixed", ""), entry.get("then", entry["ask"])
        )
        for slug, entry in tomllib.loads(text).items()
    }
