"""What nbval compares, and how it runs a cell."""

from typing import Any

from nbval.kernel import RunningKernel


def pytest_collectstart(collector: Any) -> None:
    """The text of every output is compared; a drawing differs from one Graphviz to the next."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("image/svg+xml", "text/html")


def pytest_configure() -> None:
    """Cells run as JupyterLab runs them, with a number, so that "Cell In[5]" is compared too."""
    RunningKernel.execute_cell_input = _execute_with_a_number


def _execute_with_a_number(kernel: RunningKernel, cell: str, allow_stdin: bool = False) -> str:
    message: str = kernel.kc.execute(cell, allow_stdin=allow_stdin, stop_on_error=False)
    return message
