"""gradlab inside IPython: which cell, with which text, an event belongs to.

A kernel names the code of a cell by a hash of its text; the number and the text that
ran come from IPython's own hook, once before each cell.  Magics compile parts of a cell
under names of their own; those are told beforehand too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from gradlab.engine import sites

COMPILED_AS = {
    "time": ("<timed exec>", "<timed eval>"),
    "timeit": ("<magic-timeit>",),
}
"""Magics that compile their statement themselves, and the names that they give it."""


class Magic(NamedTuple):
    """A magic in a cell: what it is given to run, and how many lines stand above that."""

    name: str
    text: str
    above: int


_watched: set[int] = set()
_bodies: dict[str, tuple[str, str, str | None]] = {}
"""What the newest cell gives its magics to run: where, the line above it, the cell."""


def watch_cells() -> None:
    """From now on recorded lines are shown as "Cell In[5], line 3".  Harmless outside IPython."""
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    if shell is None or id(shell) in _watched:
        return
    _watched.add(id(shell))
    shell.events.register("pre_run_cell", lambda info: _remember(shell, info))
    inputs = shell.history_manager.input_hist_raw
    if len(inputs) > 1:  # the cell that imports gradlab runs already
        _tell(shell, inputs[-1], len(inputs) - 1, None, _running(shell))


def _remember(shell: Any, info: Any) -> None:
    if info.store_history:
        number = len(shell.history_manager.input_hist_raw)
        name = _name(shell, info.raw_cell, number)
        _tell(shell, info.raw_cell, number, getattr(info, "cell_id", None), name)
    else:
        where, above, cell = _bodies.get(info.raw_cell, ("Cell", "", None))
        name = _name(shell, info.raw_cell, shell.execution_count)
        text = _counted(shell, info.raw_cell)
        sites.remember(name, where, above + text, cell, above.count("\n"))


def _tell(shell: Any, text: str, number: int, cell: str | None, name: str) -> None:
    where = f"Cell In[{number}]"
    sites.remember(name, where, _counted(shell, text), cell)
    magics = list(_magics(shell.transform_cell(text)))
    first = text.split("\n", 1)[0] + "\n"
    _bodies.clear()
    _bodies.update({magic.text: (where, first, cell) for magic in magics if magic.above == 1})
    for name, files in COMPILED_AS.items():
        found = [magic for magic in magics if magic.name == name]
        for file in files:
            if len(found) == 1:
                above, body = text.split("\n")[: found[0].above], found[0].text
                sites.remember(file, where, "\n".join([*above, body]), None, len(above))
            elif found:  # which of them it will be cannot be known
                sites.remember(file, f"{where}, a %{name}", "")


def _running(shell: Any) -> str:
    """The name under which the cell that runs now was compiled."""
    frame, name = sys._getframe(), ""
    while frame.f_back is not None:
        frame = frame.f_back
        if frame.f_globals is shell.user_ns:
            name = frame.f_code.co_filename
    return name


def _name(shell: Any, text: str, number: int) -> str:
    """The name under which a cell is about to be compiled."""
    name: str = shell.compile.get_code_name(text, shell.transform_cell(text), number)
    return name


def _counted(shell: Any, text: str) -> str:
    """The text in which the line numbers of a cell count."""
    code: str = shell.transform_cell(text)
    # A magic that took several lines is one line of code.
    return text if len(text.splitlines()) == len(code.splitlines()) else code


def _magics(code: str) -> Iterator[Magic]:
    """The calls of magics in a cell, as IPython rewrites it."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="run_line_magic" | "run_cell_magic" as kind),
                args=[ast.Constant(value=str(name)), *_, ast.Constant(value=str(text))],
            ):
                yield Magic(name, text, 1 if kind == "run_cell_magic" else node.lineno - 1)
