"""The answer as a record: which question, which cause, which line, which fix."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gradlab.diagnose.layout import as_text
from gradlab.diagnose.page import as_html
from gradlab.engine import Gradients, Tensor
from gradlab.engine.sites import Site

VERSION = 1


@dataclass(frozen=True, slots=True)
class Spot(Site):
    """A place in the user's source and what it has to do with the answer.

    ``caller`` is the line that called the user's function, where the place lies in one;
    ``again`` says that its cell was run again since (perhaps edited), empty if it was not.
    """

    remark: str
    caller: Site | None
    again: str = ""


@dataclass(frozen=True, slots=True)
class Cutting:
    """One edge of the dataflow that the tape lacks: ``source`` went into ``target`` here."""

    source: int
    target: int
    reason: str
    site: Site | None


@dataclass(frozen=True, slots=True)
class Fix:
    """What to change: a sentence, its price, and the changed lines where they can be written.

    ``before`` are consecutive lines of ``filename`` from ``first_line`` on, ``after`` what
    replaces them; both are empty where no rewriting of the source is offered.
    """

    text: str
    price: str
    filename: str = ""
    first_line: int = 0
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def diff(self) -> tuple[str, ...]:
        """The change as lines that start with "- ", "+ " or two blanks."""
        lines = [line.rstrip() for line in difflib.ndiff(self.before, self.after)]
        lines = [line for line in lines if not line.startswith("?")]
        return tuple(line for i, line in enumerate(lines) if not _within(lines, i))


@dataclass(frozen=True, slots=True)
class Answer:
    """A question of the look-up and what it was answered, with this tensor's evidence."""

    question: str  # Q0 ... Q4
    text: str
    reply: str


@dataclass(frozen=True, slots=True)
class About:
    """What a verdict speaks of, for whoever shows it: numbers of values, and their names.

    ``number`` is the asked value; ``root`` the value that backward ran (or would run) from.
    ``name`` and ``container`` are how the user called the two sides of a look-up; ``t`` and
    ``grads`` are those sides, None where there was no look-up.
    """

    number: int
    root: int | None
    names: Mapping[int, str]
    name: str = ""
    container: str = ""
    t: Tensor | None = None
    grads: Gradients | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why a gradient is what it is.

    ``gate`` names the question that answered, ``kind`` the cause, ``case`` its number among
    the nine or None; ``level`` is fault, note (may be meant) or ok.  ``str()`` is the
    explanation in at most 16 lines of 88 columns.  ``about`` is for pictures, not for ``to_dict``.
    """

    value: Any
    level: str
    gate: str
    case: int | None
    kind: str
    title: str
    site: Spot | None
    sites: tuple[Spot, ...]
    cuts: tuple[Cutting, ...]
    answers: tuple[Answer, ...]
    fix: Fix | None
    check: str
    notes: tuple[str, ...] = ()
    about: About | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return as_text(self)

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": as_html(self)}

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data; ``version`` changes when a field changes its meaning."""
        return {
            "version": VERSION,
            "value": None if self.value is None else _plain(self.value._data.tolist()),
            "level": self.level,
            "gate": self.gate,
            "case": self.case,
            "kind": self.kind,
            "title": self.title,
            "site": _place(self.site),
            "sites": [_place(site) for site in self.sites],
            "cuts": [
                {
                    "source": cut.source,
                    "target": cut.target,
                    "reason": cut.reason,
                    "site": _place(cut.site),
                }
                for cut in self.cuts
            ],
            "answers": [[a.question, a.text, a.reply] for a in self.answers],
            "fix": None
            if self.fix is None
            else {"text": self.fix.text, "price": self.fix.price, "diff": list(self.fix.diff)},
            "check": self.check,
            "notes": list(self.notes),
        }


def _within(lines: list[str], at: int) -> bool:
    """Is this an unchanged line with an unchanged one before it?"""
    return at > 0 and all(line[:1] not in "+-" for line in lines[at - 1 : at + 1])


def _plain(numbers: Any) -> Any:
    """Nested lists of numbers; inf and NaN, which JSON lacks, by name."""
    if isinstance(numbers, list):
        return [_plain(number) for number in numbers]
    return numbers if math.isfinite(numbers) else str(numbers)


def _place(site: Site | None) -> dict[str, Any] | None:
    if site is None:
        return None
    place: dict[str, Any] = {
        "where": site.where,
        "line": site.line,
        "end_line": site.end_line,
        "column": site.column,
        "end_column": site.end_column,
        "source": site.source,
    }
    if isinstance(site, Spot):
        place["remark"] = site.remark
    return place
