"""Learners' lessons from the solved ones: they differ by the answers only."""

import re

import nbformat
import pytest

from gradlab.classroom.release import FOLDER, learners_copy, main, run, solved_lessons
from gradlab.classroom.stubs import BEGIN, blank, learners
from gradlab.cli.lessons import lessons

LESSONS = solved_lessons()
CODE_CELLS = 10  # up to "You can stop here"


def names(path):
    return path.name


@pytest.mark.parametrize("path", LESSONS, ids=names)
def test_a_learners_lesson_is_the_solved_one_without_its_answers(path):
    solved = nbformat.read(path, as_version=4)
    given = nbformat.read(FOLDER / path.name, as_version=4)
    assert [(cell.id, cell.source) for cell in given.cells] == [
        (cell.id, cell.source) for cell in learners_copy(solved).cells
    ]
    for with_answer, without in zip(solved.cells, given.cells, strict=True):
        answered = with_answer.cell_type == "code" and BEGIN in with_answer.source
        assert (with_answer.source != without.source) == answered
        assert "SOLUTION" not in without.source


@pytest.mark.parametrize("path", LESSONS, ids=names)
def test_a_lesson_can_be_left_after_ten_code_cells(path):
    solved = nbformat.read(path, as_version=4)
    headings = [i for i, c in enumerate(solved.cells) if ". You can stop here" in c.source]
    if path.name.startswith("00-"):
        assert headings == []
    else:
        assert sum(c.cell_type == "code" for c in solved.cells[: headings[0]]) <= CODE_CELLS
        later = [c.source for c in solved.cells[headings[0] + 1 :]]
        titles = re.findall(r"^## \d+\. (.*)$", "\n".join(later), re.M)
        assert all(title.startswith(("Deeper: ", "Quiz: ")) for title in titles)


def test_every_lesson_has_a_solved_one_and_gradlab_lab_writes_the_learners():
    assert [path.name for path in lessons()] == [path.name for path in LESSONS]
    assert {path.parent for path in lessons()} == {FOLDER}


def test_stub_lines_take_the_place_of_the_answer():
    source = """\
def f(x):
    # BEGIN SOLUTION
    x = x.require_grad()
    return x * 2
    # STUB y = x * 2
    # STUB
    # STUB return y
    # END SOLUTION

f(1)"""
    assert learners(source) == "def f(x):\n    y = x * 2\n\n    return y\n\nf(1)"


@pytest.mark.parametrize(
    ("call", "stub"),
    [
        ('predict("x", None, case=3)', 'predict("x", ..., case=...)'),
        ("question(1, x.device().is_autodiff())", "question(1, ...)"),
        ('check("03.1", cause=3, line=4)', 'check("03.1", cause=..., line=...)'),
        ('predict("a, b", [1, 2])', 'predict("a, b", ...)'),
    ],
)
def test_calls_keep_their_first_argument(call, stub):
    assert blank(call) == stub
    assert learners(f"# BEGIN SOLUTION\n{call}\n# END SOLUTION") == stub


@pytest.mark.parametrize("line", ["x = 1", "x.grad(grads)", "predict(", "1 + 1"])
def test_an_answer_that_is_no_call_needs_stub_lines(line):
    with pytest.raises(ValueError, match="without # STUB lines"):
        blank(line)


@pytest.mark.parametrize("source", ["# BEGIN SOLUTION\nx = 1", "x = 1\n# END SOLUTION"])
def test_a_mark_without_its_other_half_is_refused(source):
    with pytest.raises(ValueError, match="SOLUTION without"):
        learners(source)


def test_a_lesson_that_is_run_keeps_no_trace_of_the_machine():
    cell = nbformat.v4.new_code_cell("print(1, flush=True)\nprint(2)")
    lesson = run(nbformat.v4.new_notebook(cells=[cell]))
    assert lesson.metadata == {
        "kernelspec": {
            "display_name": "Python 3 (ipykernel)",
            "language": "python",
            "name": "python3",
        },
        "language_info": {"name": "python"},
    }
    (cell,) = lesson.cells
    assert (cell.metadata, cell.execution_count) == ({}, 1)
    assert [output.text for output in cell.outputs] == ["1\n2\n"]


def test_a_lesson_with_a_panel_is_the_same_when_it_is_run_again():
    cell = nbformat.v4.new_code_cell("from gradlab.lab import WhatIf\nWhatIf()", id="panel")
    first, second = (run(nbformat.v4.new_notebook(cells=[cell.copy()])) for _ in range(2))
    assert first == second
    assert list(first.cells[0].outputs[0].data) == ["text/plain"]


def test_a_lesson_that_is_not_there_is_not_released(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["03", "99"])
    assert ended.value.code == 2
    shown = capsys.readouterr()
    assert "no lesson 99; there are 00, 01, 02" in shown.err
    assert shown.out == ""


def test_help_releases_nothing(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert capsys.readouterr().out.startswith("usage: python -m gradlab.classroom.release [-h]")
