"""What every committed lesson keeps to, so that nbval can compare it and learners can read it."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

FOLDER = Path(__file__).parents[1] / "notebooks"
LESSONS = sorted(p for p in FOLDER.rglob("*.ipynb") if p.parent.name != ".ipynb_checkpoints")
LONGEST = 15  # lines of a code cell, not counting the marks of a solution and its stub
LEAST_COMPARED = 8  # cells with output that nbval compares, per lesson
FORBIDDEN = re.compile(r"\bOutput\(|\bdisplay_id\b|\bclear_output\b|\bupdate_display\b")
MACHINE_PATH = re.compile(
    r"/(home|root|tmp|work|Users|usr|opt|mnt)/|[A-Z]:\\\\|site-packages|0x[0-9a-f]{6}"
)
MARK = re.compile(r"\s*# (BEGIN SOLUTION|END SOLUTION|STUB)\b")
ALLOWED_TAGS: set[str] = {"raises-exception"}  # nbval-ignore-output would hide a difference


def findings(notebook: nbformat.NotebookNode) -> Iterator[str]:
    """What is wrong with a lesson, one sentence each."""
    metadata = notebook.metadata
    if "widgets" in metadata:
        yield "metadata.widgets is stored"
    if metadata.get("kernelspec", {}).get("name") != "python3":
        yield "the kernel is not python3"
    if MACHINE_PATH.search(nbformat.writes(notebook)):
        yield "a path or an address of one machine"
    yield from _headings(notebook)
    compared = 0
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            yield from (f"cell {number}: {finding}" for finding in _code(cell))
            compared += any(_is_compared(output) for output in cell.outputs)
    if compared < LEAST_COMPARED:
        yield f"{compared} compared outputs, at least {LEAST_COMPARED} are wanted"


def _code(cell: nbformat.NotebookNode) -> Iterator[str]:
    if not isinstance(cell.execution_count, int):
        yield "stored without having been run, so never compared"
    if sum(not MARK.match(line) for line in cell.source.splitlines()) > LONGEST:
        yield f"more than {LONGEST} lines"
    if cell.source.rstrip().endswith(";"):
        yield "ends with a semicolon"
    if FORBIDDEN.search(cell.source):
        yield "an output that nbval cannot compare"
    if set(cell.metadata.get("tags", ())) - ALLOWED_TAGS:
        yield "a tag that is not allowed"
    if any(output.get("name") == "stderr" for output in cell.outputs):
        yield "text on stderr"
    raises = any(output.output_type == "error" for output in cell.outputs)
    if raises != ("raises-exception" in cell.metadata.get("tags", ())):
        yield "an error and the tag raises-exception go together"


def _headings(notebook: nbformat.NotebookNode) -> Iterator[str]:
    prose = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    prose = re.sub(r"^```.*?^```", "", prose, flags=re.M | re.S)
    found = re.findall(r"^(#+) +(.*)$", prose, flags=re.M)
    levels = [len(marks) for marks, _ in found]
    if not levels or levels[0] != 1 or levels.count(1) != 1:
        yield "not exactly one H1, at the top"
    if any(deeper > level + 1 for level, deeper in pairwise(levels)):
        yield "a heading level is skipped"
    numbers = [text.split(".")[0] for marks, text in found if len(marks) == 2]
    if numbers != [str(number) for number in range(1, len(numbers) + 1)]:
        yield "the H2s are not numbered 1, 2, 3"


def _is_compared(output: nbformat.NotebookNode) -> bool:
    return output.output_type == "stream" or "text/plain" in output.get("data", {})


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_lesson_keeps_the_rules(lesson):
    assert list(findings(nbformat.read(lesson, as_version=4))) == []


def test_there_is_a_first_lesson_and_each_name_is_a_number_and_a_slug():
    names = [lesson.name for lesson in LESSONS]
    assert names[0].startswith("00-")
    assert all(re.fullmatch(r"\d\d-[a-z0-9-]+\.ipynb", name) for name in names)


@pytest.mark.parametrize("lesson", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.name)
def test_lessons_link_to_lessons_that_are_there(lesson):
    cells = nbformat.read(lesson, as_version=4).cells
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    links = set(re.findall(r"\]\((?!https?:)([^)#]+)", prose))
    assert {link for link in links if not (FOLDER / link).is_file()} == set()
    if lesson.name.startswith("00-"):
        assert links == {path.name for path in FOLDER.glob("*.ipynb")} - {lesson.name}


def sound() -> nbformat.NotebookNode:
    """The smallest lesson without a finding."""
    v4 = nbformat.v4
    prose = v4.new_markdown_cell("# Title\n## 1. One\n```\n# no heading\n```\n## 2. Two\n### a\n")
    output = v4.new_output("stream", text="None\n")
    code = [
        v4.new_code_cell("print(None)", execution_count=i + 1, outputs=[output])
        for i in range(LEAST_COMPARED)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return v4.new_notebook(cells=[prose, *code], metadata={"kernelspec": kernel})


def test_a_sound_lesson_has_no_finding():
    assert list(findings(sound())) == []


@pytest.mark.parametrize(
    ("field", "value", "finding"),
    [
        ("execution_count", None, "stored without having been run, so never compared"),
        ("source", "1\n" * 16, "more than 15 lines"),
        ("source", "draw();", "ends with a semicolon"),
        ("source", "with widgets.Output(): pass", "an output that nbval cannot compare"),
        ("source", "show(display_id=True)", "an output that nbval cannot compare"),
        ("source", "clear_output()", "an output that nbval cannot compare"),
        ("metadata", {"tags": ["nbval-skip"]}, "a tag that is not allowed"),
        (
            "metadata",
            {"tags": ["raises-exception"]},
            "an error and the tag raises-exception go together",
        ),
        (
            "outputs",
            [nbformat.v4.new_output("stream", name="stderr", text="x")],
            "text on stderr",
        ),
        (
            "outputs",
            [nbformat.v4.new_output("error", ename="E", evalue="", traceback=[])],
            "an error and the tag raises-exception go together",
        ),
    ],
)
def test_a_bad_cell_is_found(field, value, finding):
    lesson = sound()
    lesson.cells.append(nbformat.v4.new_code_cell("1", execution_count=9))
    lesson.cells[-1][field] = nbformat.from_dict(value)
    assert list(findings(lesson)) == [f"cell {len(lesson.cells) - 1}: {finding}"]


@pytest.mark.parametrize(
    ("prose", "finding"),
    [
        ("## 1. One\n# Title", "not exactly one H1, at the top"),
        ("# Title\n# Another", "not exactly one H1, at the top"),
        ("no heading", "not exactly one H1, at the top"),
        ("# Title\n## 1. One\n## 3. Three", "the H2s are not numbered 1, 2, 3"),
        ("# Title\n## One", "the H2s are not numbered 1, 2, 3"),
        ("# Title\n## 1. One\n#### Deep", "a heading level is skipped"),
    ],
)
def test_bad_headings_are_found(prose, finding):
    lesson = sound()
    lesson.cells[0].source = prose
    assert list(findings(lesson)) == [finding]


@pytest.mark.parametrize("text", ["/home/ada/x.py", "C:\\Users\\ada", "<object at 0x7f00aa11bb>"])
def test_a_trace_of_one_machine_is_found(text):
    lesson = sound()
    lesson.cells[1].outputs = [nbformat.v4.new_output("stream", text=text)]
    assert list(findings(lesson)) == ["a path or an address of one machine"]


def test_stored_widgets_another_kernel_and_too_few_outputs_are_found():
    lesson = sound()
    lesson.metadata["widgets"] = {}
    lesson.metadata.kernelspec["name"] = "my-env"
    del lesson.cells[1]
    assert list(findings(lesson)) == [
        "metadata.widgets is stored",
        "the kernel is not python3",
        f"{LEAST_COMPARED - 1} compared outputs, at least {LEAST_COMPARED} are wanted",
    ]
