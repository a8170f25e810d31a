"""From the command to the first lesson's answers, as a learner sees it."""

from pathlib import Path

import nbformat
from playwright.sync_api import expect

THE_TABLE = [
    "Some([5.0, 10.0])",
    *["None"] * 5,
    "Some([3.0, 4.0])",
    *["None"] * 5,
    "Some([2.0, 2.0])",
]


def test_the_first_lesson_runs_in_jupyterlab_and_shows_the_table_and_pictures(lab):
    lesson = nbformat.read(lab.folder / "00-start-here.ipynb", as_version=4)
    assert all(not cell.outputs for cell in lesson.cells if cell.cell_type == "code")

    lab.open()
    expect(lab.outputs()).to_have_count(0)

    lab.run_all()
    table = lab.outputs("pre").filter(has_text="your guess").filter(has_text="unused in other")
    expect(table).to_be_visible()
    _, *rows = table.inner_text().splitlines()
    assert [row.rsplit("  ", 1)[1] for row in rows] == THE_TABLE

    tape, flowchart = lab.outputs("svg").all()  # inline: an <img> would have no texts to find
    expect(tape.locator("text", has_text="detach() cuts")).to_be_visible()
    expect(flowchart.locator("text", has_text="On an autodiff device?")).to_be_visible()
    expect(lab.errors()).to_have_count(0)

    lab.screenshot("table", around=table)
    lab.screenshot("tape", around=tape)
    assert lab.strangers == []


def test_every_lesson_runs_in_the_learners_folder_with_intended_refusals_only(lab):
    lessons = sorted(Path(__file__).parents[2].glob("notebooks/*.ipynb"))
    assert len(lessons) == 12
    for path in lessons:
        cells = nbformat.read(lab.folder / path.name, as_version=4).cells
        intended = sum("raises-exception" in cell.metadata.get("tags", ()) for cell in cells)
        lab.open(path.name)
        lab.run_all()
        lab.wait_for_all()
        expect(lab.errors()).to_have_count(intended)
    assert lab.strangers == []
