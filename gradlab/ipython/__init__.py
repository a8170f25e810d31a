"""gradlab inside IPython: whose cell a line belongs to, and two magics."""

from typing import Any

from gradlab.ipython.cells import watch_cells

__all__ = ["load_ipython_extension", "unload_ipython_extension", "watch_cells"]


def load_ipython_extension(shell: Any) -> None:
    """What ``%load_ext gradlab`` does: ``%why`` and ``%%tape`` from now on."""
    from gradlab.ipython.magics import Magics

    watch_cells()
    magics = Magics(shell)
    shell.register_magic_function(magics.why, "line", "why")
    shell.register_magic_function(magics.tape, "cell", "tape")


def unload_ipython_extension(shell: Any) -> None:
    """What ``%unload_ext gradlab`` does: the two magics are gone."""
    shell.magics_manager.magics["line"].pop("why", None)
    shell.magics_manager.magics["cell"].pop("tape", None)
