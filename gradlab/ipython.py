"""gradlab inside IPython: which cell, with which text, an event belongs to.

A kernel names the code of a cell by a hash of its text; the number and the text that
ran come from IPython's own hook, once before each cell.
"""

from __future__ import annotations

from typing import Any

from gradlab.engine import sites

_watched: set[int] = set()


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
        _tell(shell, inputs[-1], len(inputs) - 1, None)


def _remember(shell: Any, info: Any) -> None:
    number = len(shell.history_manager.input_hist_raw) if info.store_history else None
    _tell(shell, info.raw_cell, number, getattr(info, "cell_id", None))


def _tell(shell: Any, text: str, number: int | None, cell: str | None) -> None:
    code = shell.transform_cell(text)
    name = shell.compile.get_code_name(text, code, number or 0)
    if len(text.splitlines()) != len(code.splitlines()):
        text = code  # a magic that took several lines: the numbers are those of the code
    where = f"Cell In[{number}]" if number is not None else "Cell"
    sites.remember(name, where, text, cell)
