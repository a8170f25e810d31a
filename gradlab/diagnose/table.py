"""``report(grads)``: every named tensor of the caller's scope, one line each, with its cause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gradlab.diagnose.filled import behind
from gradlab.diagnose.finding import line
from gradlab.diagnose.history import History
from gradlab.diagnose.look_up import look_up
from gradlab.diagnose.names import Scope, arguments, users_frame
from gradlab.diagnose.retained import retained_in
from gradlab.diagnose.verdict import Verdict
from gradlab.engine import Gradients
from gradlab.engine.errors import DTypeError
from gradlab.engine.interop import numbers_text
from gradlab.nn import GradientsParams, Module
from gradlab.words import say

_OUTCOME = 34


@dataclass(frozen=True, slots=True)
class Row:
    """One named tensor and the verdict on its look-up."""

    name: str
    verdict: Verdict
    detail: str = ""

    @property
    def outcome(self) -> str:
        """The gradient's numbers, or None."""
        value = self.verdict.value
        return "None" if value is None else numbers_text(value._data)


@dataclass(frozen=True, slots=True)
class Report:
    """The rows in the order in which the tensors were created."""

    container: str
    rows: tuple[Row, ...]
    title: str
    empty: str = ""  # what to say where there is no row
    more: str = ""  # how to ask on

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        if not self.rows:
            return f"{self.title}\n  {self.empty or say('report.empty')}"
        widest = max(len(row.name) for row in self.rows)
        outcomes = [_cut(row.outcome) for row in self.rows]
        room = max(len(outcome) for outcome in outcomes)
        lines = [self.title]
        shared = _shared(self.rows)
        if shared:
            lines.append("  " + say("report.shared", shared=", ".join(shared)))
        several = len({row.verdict.site.where for row in self.rows if row.verdict.site}) > 1
        for row, outcome in zip(self.rows, outcomes, strict=True):
            said = (*shared, row.verdict.kind)
            own = [part for part in row.detail.split(", ") if part and part not in said]
            told = ", ".join([_cause(row.verdict, several), *own])
            lines.append(f"  {row.name:<{widest}}  {outcome:<{room}}  {told}")
        lines += [self.more] if self.more else []
        return "\n".join(line.rstrip() for line in lines)

    __repr__ = __str__

    def to_dict(self) -> dict[str, Any]:
        """Rows as plain data."""
        rows = [{"name": row.name, "verdict": row.verdict.to_dict()} for row in self.rows]
        return {"version": 1, "container": self.container, "rows": rows}


def report(grads: Gradients | GradientsParams) -> Report:
    """The look-up of every named tensor in the caller's scope, with its cause.

    Several names of one handle give one row.  Looks and never takes.  Raises DTypeError for
    anything but the Gradients that a backward returned, or what was filled from them.
    """
    if not isinstance(grads, Gradients | GradientsParams):
        given = type(grads).__name__
        raise DTypeError("report", say("report.wrong", given=given), say("report.wrong_fix"))
    frame = users_frame()
    scope, texts = Scope.of(frame), arguments(frame)
    container = texts[0] if texts else scope.called(grads) or "grads"
    history = History.now()
    handles: dict[tuple[int, bool], Row] = {}
    found: list[tuple[int, int, Row]] = []
    for name, t in scope.tensors():
        key = (t.number, t.is_require_grad())
        if key not in handles:
            asked = behind(grads, {None: t.number}, history)
            handles[key] = Row(name, look_up(t, asked, name, container, scope, history))
            found.append((t.number, len(found), handles[key]))
    rows = [row for _, _, row in sorted(found, key=lambda item: item[:2])]
    rows += [Row(name, verdict) for name, verdict in retained_in(scope, history)]
    title = say("report.title", container=container)
    modules = [name for name, value in scope.values if isinstance(value, Module)]
    empty = say("report.only_modules", name=modules[0], container=container) if modules else ""
    return Report(container, tuple(rows), title, empty)


def _shared(rows: tuple[Row, ...]) -> list[str]:
    """What all details say, to be said once; rows without details do not count."""
    told = [row.detail.split(", ") for row in rows if row.detail]
    if len(told) < 2:
        return []
    return [part for part in told[0] if all(part in parts for parts in told)]


def _cut(outcome: str) -> str:
    return outcome if len(outcome) <= _OUTCOME else outcome[: _OUTCOME - 3] + "..."


def _cause(verdict: Verdict, several: bool) -> str:
    """The cause and its line, with its cell or file where the rows are from ``several``."""
    number = say("report.case", case=verdict.case) if verdict.case else ""
    site = verdict.site
    where = "" if site is None else f", {line(site, None if several else site)}"
    return f"{verdict.kind}{number}" + (where if verdict.kind != "ok" else "")
