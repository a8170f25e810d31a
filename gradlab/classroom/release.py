"""The lessons from the solved ones: ``python -m gradlab.classroom.release [NN ...]``.

Each ``notebooks/solutions/NN-slug.ipynb`` is run and stored with its outputs; from it
``notebooks/NN-slug.ipynb`` is made, with stubs in place of the answers, and run and stored too.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import nbclient
import nbformat

from gradlab.classroom.stubs import learners

FOLDER = Path(__file__).parents[2] / "notebooks"
WIDGET = "application/vnd.jupyter.widget-view+json"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def solved_lessons(folder: Path = FOLDER) -> list[Path]:
    """The sources of the lessons, in their order."""
    return sorted((folder / "solutions").glob("[0-9][0-9]-*.ipynb"))


def learners_copy(solved: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The lesson as learners get it, not run yet.  Raises ValueError for a lonely mark."""
    cells = [nbformat.from_dict({**cell}) for cell in solved.cells]
    for cell in cells:
        if cell.cell_type == "code":
            cell.source = learners(cell.source)
            cell.outputs, cell.execution_count = [], None
    copy: nbformat.NotebookNode = nbformat.v4.new_notebook(cells=cells)
    return copy


def run(lesson: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The lesson with its outputs, and no trace of this machine.

    Raises CellExecutionError where a cell without the tag raises-exception stops.
    """
    lesson.metadata = nbformat.from_dict({"kernelspec": KERNEL})
    client = nbclient.NotebookClient(lesson, timeout=120, store_widget_state=False)
    client.coalesce_streams = True
    client.execute()
    for cell in lesson.cells:
        cell.metadata.pop("execution", None)  # when each cell ran
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(WIDGET, None)  # its model lived in that kernel only
    lesson.metadata = nbformat.from_dict(
        {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    )
    return lesson


def main(arguments: Sequence[str] | None = None) -> None:
    """Make and run the lessons with the given numbers, or all."""
    numbered = {path.name[:2]: path for path in solved_lessons()}
    parser = argparse.ArgumentParser(prog="python -m gradlab.classroom.release")
    parser.add_argument("numbers", nargs="*", metavar="NN", help=f"of {', '.join(numbered)}")
    wanted = parser.parse_args(arguments).numbers or list(numbered)
    if unknown := [number for number in wanted if number not in numbered]:
        parser.error(f"no lesson {', '.join(unknown)}; there are {', '.join(numbered)}")
    for path in map(numbered.__getitem__, wanted):
        solved = nbformat.read(path, as_version=4)
        copy = learners_copy(solved)
        nbformat.write(run(solved), path)
        nbformat.write(run(copy), FOLDER / path.name)
        print(path.name)


if __name__ == "__main__":
    main()
