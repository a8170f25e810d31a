"""A program with mistakes that can be undone one by one, and how it is run.

Lines keep their numbers whatever is undone: an undone line may become empty.
"""

import linecache
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from gradlab import fresh
from gradlab.engine import events
from gradlab.nn import Linear, Relu, SgdConfig
from gradlab.nn.layers import Sequential, Tanh
from tests.diagnose.conftest import prelude

LAYERS = (Linear, Relu, Sequential, SgdConfig, Tanh)
FILE = "program.py"
CAPACITY = 4000


class Piece(NamedTuple):
    """A part of a line: what it should be, and what the mistake makes of it."""

    right: str
    wrong: str
    mistake: str


Line = tuple["str | Piece", ...]


@dataclass(frozen=True)
class Ask:
    """A question and its true answer.

    ``kinds``: the cause first, then what is weaker and still true.  One of ``lines`` must be the
    verdict's site, one of ``also`` among all its places.  ``there`` tells whether the
    gradient exists (None: not asked).  Where undoing can be tried, ``mistakes`` are those that
    ``leaf`` loses gradient by, and ``where`` finds a mistake by its line, and by being late.
    ``true`` are causes that are there too, but that the first one goes before.
    """

    question: str
    kinds: tuple[str, ...]
    lines: frozenset[int] = frozenset()
    also: frozenset[int] = frozenset()
    there: bool | None = None
    level: str | None = None
    leaf: str = ""
    mistakes: frozenset[str] | None = None
    where: Mapping[tuple[int, bool], str] = field(default_factory=dict)
    true: frozenset[str] = frozenset()
    cure: str = ""
    row: str | None = None


@dataclass
class Program:
    """Lines, the mistakes in them, and the questions."""

    lines: list[Line] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    capacity: int = CAPACITY
    indent: str = ""

    def go_inside(self) -> None:
        """Write the rest within a function, whose names come back at the end."""
        self.add("def main():")
        self.indent = "    "

    def add(self, *pieces: "str | Piece") -> int:
        """Write a line; its number."""
        self.lines.append((self.indent, *pieces))
        return len(self.lines)

    @property
    def mistakes(self) -> frozenset[str]:
        """All that was put in."""
        return frozenset(p.mistake for line in self.lines for p in line if isinstance(p, Piece))

    def text(self, undone: Iterable[str] = ()) -> str:
        """The source, with some mistakes undone."""
        good = frozenset(undone)
        end = ("    return locals()", "globals().update(main())") if self.indent else ()
        return "\n".join(
            "".join(
                part
                if isinstance(part, str)
                else part.right
                if part.mistake in good
                else part.wrong
                for part in line
            )
            for line in (*self.lines, *((whole,) for whole in end))
        )


def run(text: str, capacity: int = CAPACITY) -> dict[str, Any]:
    """The names that a program leaves behind; a refusal under the name "error".

    ``capacity`` is how many events the recorder keeps.
    """
    fresh()
    events.set_capacity(capacity)
    whole = text + "\n"
    linecache.cache[FILE] = (len(whole), None, whole.splitlines(keepends=True), FILE)
    names = dict(_prelude())
    try:
        with np.errstate(all="ignore"):
            exec(compile(whole, FILE, "exec"), names)
    except Exception as error:
        names["error"] = error
    return names


@cache
def _prelude() -> dict[str, Any]:
    return {**prelude(), "np": np, **{kind.__name__: kind for kind in LAYERS}}


def answer(names: dict[str, Any], ask: Ask) -> Any:
    """The verdict on a question, asked in the program's own names."""
    if ask.question == "error":
        return names["error"].verdict
    found = eval(ask.question, names)
    if ask.row is None:
        return found
    rows = [row.verdict for row in found if row.name == ask.row]
    return rows[0] if rows else None


def gradient(text: str, leaf: str, container: str = "grads") -> np.ndarray | None:
    """What the program's own look-up gives; an empty array where it is refused."""
    names = run(text)
    with suppress(KeyError):
        raise names["error"]
    found = names[leaf].grad(names[container])
    return None if found is None else found.to_data()


def same(a: np.ndarray | None, b: np.ndarray | None) -> bool:
    """Equal gradients, or both None."""
    if a is None or b is None:
        return a is b
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=2e-5, atol=1e-9))
