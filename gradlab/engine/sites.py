"""From a recorded place to the line that a person wrote.

A place (a code object and an instruction offset in it) is resolved only when somebody
asks: to a cell or file, line, columns and the text *that ran*.  Cells are known by
what the notebook said when it ran them (``remember``), since a kernel names their
files by a hash of the text.
"""

from __future__ import annotations

import linecache
import os
import sysconfig
from dataclasses import dataclass
from itertools import islice
from types import CodeType
from typing import NamedTuple

from gradlab.engine.events import Place, moment

RUNS_KEPT = 50  # of one text, however often it is run again


class Run(NamedTuple):
    """One execution of a text that no file holds: since when, its name, the text, its cell.

    ``above`` is how many of its lines stand above what was compiled, as ``%%time`` does.
    """

    since: int
    where: str
    text: str
    cell: str | None
    above: int = 0


_LIBRARIES = tuple(sysconfig.get_path(one) + os.sep for one in ("stdlib", "purelib", "platlib"))
_runs: dict[str, list[Run]] = {}


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the user's source.

    ``where`` is "Cell In[5]" or a file's name; lines count from 1, columns (in
    characters) from 0, ends are exclusive; ``source`` holds the lines from ``line`` to
    ``end_line`` as they ran, empty where the text is not known.
    """

    where: str
    line: int
    end_line: int
    column: int
    end_column: int
    source: str
    filename: str
    function: str

    @property
    def first_line(self) -> str:
        """The first of the lines, without its indentation."""
        return self.source.split("\n", 1)[0].strip()


def remember(filename: str, where: str, text: str, cell: str | None = None, above: int = 0) -> None:
    """From now on code named ``filename`` is ``where`` (say "Cell In[5]"), with this text.

    Call it before each run: a text that is run again gets a new name from then on, while
    what happened earlier keeps the old one.  ``cell`` identifies the cell across edits.
    """
    runs = _runs.setdefault(filename, [])
    runs.append(Run(moment(), where, text, cell, above))
    del runs[:-RUNS_KEPT]


def run_of(filename: str, at: int) -> Run | None:
    """The run of a remembered text that was in progress at a moment."""
    runs = [run for run in _runs.get(filename, ()) if run.since <= at]
    return runs[-1] if runs else None


def later_runs(run: Run) -> list[Run]:
    """Runs of the same cell (perhaps edited) after this one, oldest first."""
    found = [
        other
        for runs in _runs.values()
        for other in runs
        if run.cell is not None and other.cell == run.cell and other.since > run.since
    ]
    return sorted(found)


def resolve(place: Place | None, at: int) -> Site | None:
    """The line of a recorded place, as it was at that moment; None without a user's frame."""
    return None if place is None else _site(place.code, place.lasti, at)


def resolve_caller(place: Place | None, at: int) -> Site | None:
    """The line that called the user's function.

    None at the top level of a cell or file, and where a library called it: a thread, a map.
    """
    if place is None or place.caller is None or _is_library(place.caller.co_filename):
        return None
    return _site(place.caller, place.caller_lasti, at)


def _is_library(filename: str) -> bool:
    return filename.startswith("<frozen ") or filename.startswith(_LIBRARIES)


def _site(code: CodeType, lasti: int, at: int) -> Site:
    line, end_line, column, end_column = _span(code, lasti)
    filename = code.co_filename
    run = run_of(filename, at)
    where = run.where if run else _name(filename)
    if run:
        line, end_line = line + run.above, end_line + run.above
    text = run.text if run else "".join(linecache.getlines(filename))
    chosen = text.split("\n")[line - 1 : end_line]
    if chosen:
        column = _characters(chosen[0], column)
        end_column = _characters(chosen[-1], end_column)
    return Site(
        where, line, end_line, column, end_column, "\n".join(chosen), filename, code.co_name
    )


def _span(code: CodeType, lasti: int) -> tuple[int, int, int, int]:
    """Line, last line, byte column and end byte column of one instruction."""
    spans = islice(code.co_positions(), lasti // 2, None)
    line, end_line, column, end_column = next(spans, (None, None, None, None))
    if line is None:
        line = next((at for start, end, at in code.co_lines() if at and start <= lasti < end), None)
        line = line or code.co_firstlineno
    return line, end_line or line, column or 0, end_column or 0


def _characters(text: str, byte_column: int) -> int:
    return len(text.encode()[:byte_column].decode(errors="ignore"))


def _name(filename: str) -> str:
    """A path below the working folder, or the bare name: never one machine's folders."""
    if filename.startswith("<"):
        return filename
    folder = os.path.join(os.getcwd(), "")
    if filename.startswith(folder):  # not pathlib: it would be a tenth of the engine's import
        return filename[len(folder) :].replace(os.sep, "/")
    return os.path.basename(filename)
