"""The learner's own folder: lessons come into it without outputs, and never over an edited one."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Literal

Outcome = Literal["new", "same", "updated", "edited", "outdated"]

MANIFEST = ".gradlab.json"  # lesson -> digest of what was written last, to tell edited from older


def source() -> Path:
    """The folder the lessons come from: inside the wheel, or beside the package in a checkout."""
    package = Path(__file__).parents[1]
    shipped = package / "data" / "lessons"
    return shipped if shipped.is_dir() else package.parent / "notebooks"


def lessons() -> list[Path]:
    return sorted(source().glob("[0-9][0-9]-*.ipynb"))


def digest(notebook: Path) -> str:
    """A hash of what a learner can edit, the cells' text: running a lesson does not edit it."""
    raw = notebook.read_bytes()
    try:
        cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(raw)["cells"]]
    except (ValueError, KeyError, TypeError):  # damaged by hand, so an edit like any other
        return hashlib.sha256(raw).hexdigest()
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()


def deliver(folder: Path) -> dict[str, Outcome]:
    """Bring every lesson into `folder`; what became of each, by file name.

    "edited" is the learner's and stays; "outdated" too, although the kit has a newer text of it.
    Raises OSError where the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = _read_manifest(folder)
    outcomes: dict[str, Outcome] = {}
    for lesson in lessons():
        outcome = _compare(lesson, folder / lesson.name, written.get(lesson.name))
        if outcome in ("new", "updated"):
            _write_blank(lesson, folder / lesson.name)
        if outcome in ("new", "same", "updated"):
            written[lesson.name] = digest(lesson)
        outcomes[lesson.name] = outcome
    _write_manifest(folder, written)
    return outcomes


def reset(folder: Path, lesson: Path) -> Path | None:
    """Write `lesson` afresh; where the learner's was edited, it is kept under the path returned."""
    folder.mkdir(parents=True, exist_ok=True)
    written = _read_manifest(folder)
    target = folder / lesson.name
    kept = None
    if _compare(lesson, target, written.get(lesson.name)) in ("edited", "outdated"):
        kept = target.rename(_free_name(target))
    _write_blank(lesson, target)
    _write_manifest(folder, written | {lesson.name: digest(lesson)})
    return kept


def _compare(lesson: Path, target: Path, written: str | None) -> Outcome:
    if not target.exists():
        return "new"
    wanted, present = digest(lesson), digest(target)
    if present == wanted:
        return "same"
    if present == written:
        return "updated"
    return "edited" if written == wanted else "outdated"


def _free_name(target: Path) -> Path:
    number = 1
    while (path := target.with_name(f"{target.stem}.mine-{number}.ipynb")).exists():
        number += 1
    return path


def _write_blank(lesson: Path, target: Path) -> None:
    import nbformat

    notebook = nbformat.read(lesson, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    nbformat.write(notebook, target)


def _read_manifest(folder: Path) -> dict[str, str]:
    try:
        return dict(json.loads((folder / MANIFEST).read_text("utf-8")))
    except (FileNotFoundError, ValueError, TypeError):  # without it, whatever differs is kept
        return {}


def _write_manifest(folder: Path, written: dict[str, str]) -> None:
    text = json.dumps(written, indent=1, sort_keys=True)
    (folder / MANIFEST).write_text(text + "\n", "utf-8")
