"""From the command to the first lesson's answers, as a learner sees it."""

import nbformat
from playwright.sync_api import expect


def test_the_first_lesson_runs_in_jupyterlab_and_shows_the_table_and_a_picture(lab):
    lesson = nbformat.read(lab.folder / "00-start-here.ipynb", as_version=4)
    assert all(not cell.outputs for cell in lesson.cells if cell.cell_type == "code")

    lab.open()
    expect(lab.outputs()).to_have_count(0)

    lab.run_all()
    row = lab.outputs("pre").filter(has_text="Some([5.0, 10.0])").last
    expect(row).to_be_visible()
    picture = lab.outputs("svg").first
    expect(picture).to_be_visible()
    expect(lab.errors()).to_have_count(0)

    lab.screenshot("table", around=row)
    lab.screenshot("picture", around=picture)
    assert lab.strangers == []
