"""Every exercise: its right answer, wrong ones and what they are told, its place in the lesson."""

import re
import tomllib
from pathlib import Path

import nbformat
import numpy as np
import pytest

from gradlab.classroom import check
from gradlab.classroom.checking import judge
from gradlab.classroom.exercise import Diagnosis, Repair, vectors
from gradlab.classroom.exercises import EXERCISES
from gradlab.classroom.release import FOLDER, solved_lessons
from gradlab.classroom.running import run, verdict_in
from gradlab.diagnose import explained

ANSWERS = {
    number: answers
    for file in sorted((Path(__file__).parent / "answers").glob("*.toml"))
    for number, answers in tomllib.loads(file.read_text("utf-8")).items()
}
WRONG = [
    pytest.param(number, wrong, id=f"{number}-{place}")
    for number, answers in ANSWERS.items()
    for place, wrong in enumerate(answers["wrong"], 1)
]
DIAGNOSES = [number for number, one in EXERCISES.items() if isinstance(one.answer, Diagnosis)]


def solved(number):
    """The solved lesson of an exercise."""
    (path,) = (FOLDER / "solutions").glob(f"{number[:2]}-*.ipynb")
    return nbformat.read(path, as_version=4)


def answer(number, given):
    return judge(number, **{name: value for name, value in given.items() if name != "says"})


def test_every_exercise_has_a_right_answer_and_three_wrong_ones():
    assert list(ANSWERS) == list(EXERCISES)
    assert all(len(answers["wrong"]) >= 3 for answers in ANSWERS.values())


@pytest.mark.parametrize("number", EXERCISES)
def test_the_right_answer_is_right(number):
    assert answer(number, ANSWERS[number]["right"])[0] == "right"


@pytest.mark.parametrize(("number", "wrong"), WRONG)
def test_a_wrong_answer_is_told_what_speaks_against_it(number, wrong):
    state, text = answer(number, wrong)
    assert state == "wrong"
    assert wrong["says"] in text


@pytest.mark.parametrize("number", EXERCISES)
def test_an_open_exercise_says_what_to_fill_in(number):
    exercise = EXERCISES[number]
    state, text = judge(number)
    assert (state, judge(number, cause=..., line=...)[0]) == ("open", "open")
    assert "..." in text or "three dots" in text or isinstance(exercise.answer, Repair)


@pytest.mark.parametrize("number", DIAGNOSES)
def test_why_says_the_same_as_the_exercise(number):
    wanted = EXERCISES[number].answer
    names, refusal = run(wanted.program)
    verdict = (
        verdict_in(names, wanted.asked, wanted.grads)
        if wanted.asked
        else explained(refusal.refusal)
    )
    assert (verdict.kind, verdict.site.line) == (wanted.cause, wanted.lines[0])


@pytest.mark.parametrize("number", DIAGNOSES)
def test_the_program_stands_at_the_top_of_a_cell(number):
    cells = [cell.source + "\n" for cell in solved(number).cells if cell.cell_type == "code"]
    assert sum(cell.startswith(EXERCISES[number].answer.program) for cell in cells) == 1


@pytest.mark.parametrize("number", EXERCISES)
def test_the_lesson_announces_it_with_minutes_and_difficulty_and_helps_in_three_layers(number):
    cells = [cell.source for cell in solved(number).cells]
    exercise = EXERCISES[number]
    minutes = f"{exercise.minutes} minute{'s' * (exercise.minutes > 1)}"
    announced = f"**Exercise {number}** ({minutes}, difficulty {exercise.difficulty} of 5)"
    (place,) = [i for i, source in enumerate(cells) if announced in source]
    asked = next(i for i, s in enumerate(cells) if i > place and f'check("{number}"' in s)
    assert cells[asked + 1].count("<details>") == 3


def test_exercises_are_numbered_in_order_within_the_lessons():
    assert list(EXERCISES) == sorted(EXERCISES)
    for number in EXERCISES:
        assert re.fullmatch(r"\d\d\.\d", number)
        before = f"{number[:3]}{int(number[3]) - 1}"
        assert number.endswith(".1") or before in EXERCISES


@pytest.mark.parametrize("path", solved_lessons(), ids=lambda path: path.name)
def test_stored_outputs_say_right_in_the_solved_lesson_and_nowhere_in_the_learners(path):
    def said(lesson):
        outputs = [o for c in lesson.cells if c.cell_type == "code" for o in c.outputs]
        text = "".join(o.text for o in outputs if o.output_type == "stream")
        return re.findall(r"^(\d\d\.\d) (right|not yet|open):", text, re.M)

    numbers = [number for number in EXERCISES if number.startswith(path.name[:2])]
    assert said(nbformat.read(path, as_version=4)) == [(n, "right") for n in numbers]
    learners = said(nbformat.read(FOLDER / path.name, as_version=4))
    assert [n for n, _ in learners] == numbers
    assert "right" not in [state for _, state in learners]


# what may be typed ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"cause": "late-require-grad"}, "late_require_grad is right. Now its line"),
        ({"cause": "lat_require"}, "Did you mean 'late_require_grad'?"),
        ({"cause": 12, "line": 2}, "no cause is called 12"),
        ({"cause": True, "line": 2}, "no cause is called True"),
        ({"cause": 3, "line": 99}, "line=99 is no line of the program, which has 7"),
        ({"cause": 3, "line": "x = x"}, "line='x = x' is no line"),
        ({"program": len}, 'takes a cause and a line: check("03.1", cause=..., line=...)'),
    ],
)
def test_a_diagnosis_that_cannot_be_judged_stays_open(given, says):
    state, text = judge("03.1", **given)
    assert state == "open"
    assert says in text


@pytest.mark.parametrize("cause", [3, "3", "case 3", "late_require_grad", "Late require-grad"])
def test_a_cause_may_be_given_by_its_number_or_its_name(cause):
    assert judge("03.1", cause=cause, line=4).state == "right"


@pytest.mark.parametrize("number", ["99.9", 3.1, None])
def test_an_unknown_exercise_is_answered_with_those_there_are(number):
    assert judge(number).text.startswith("there is no such exercise. There are ")


def function(*lines):
    """A repaired function of lesson 03 with these lines at its end."""
    body = [
        "w = Tensor.from_floats(ws, ad).require_grad()",
        "x = Tensor.from_floats(xs, ad).require_grad()",
        "loss = (x * w).sum()",
        "grads = loss.backward()",
        *lines,
    ]
    return "def repaired(xs, ws):\n" + "\n".join(f"    {line}" for line in body)


@pytest.mark.parametrize(
    ("program", "state", "says"),
    [
        (function("return ..."), "open", "change repaired"),
        (function("pass"), "open", "change repaired"),
        (function("return loss, grads, x, ..."), "open", "change repaired"),
        (function("return loss, grads, x"), "wrong", "does not return loss, grads, x, w"),
        (function("return loss, grads, [1.0], w"), "wrong", "the place of x in what it returns"),
        (function("return loss, grads, w, x"), "wrong", "the x that it returns holds other"),
        (function("return loss, grads, x, w.nothing"), "wrong", "stops with AttributeError"),
        (function("return loss, loss.backward(), x, w"), "wrong", "stops with TapeConsumedError"),
        ("repaired = 3", "wrong", "put your function there"),
        ("def repaired(", "wrong", "stops with SyntaxError"),
        (3, "wrong", "put your function there"),
        (..., "open", "change repaired"),
    ],
)
def test_a_program_that_cannot_be_judged_says_why(program, state, says):
    judgement = judge("03.2", program)
    assert judgement.state == state
    assert says in judgement.text


def test_a_function_of_the_notebook_is_judged_like_its_text():
    names, _ = run(function("return loss, grads, x, w"))
    assert judge("03.2", names["repaired"]) == judge("03.2", function("return loss, grads, x, w"))


def test_a_diagnosis_for_a_repair_says_what_it_takes():
    assert "takes the repaired function" in judge("03.2", cause=3, line=4).text


def test_numbers_that_are_known_beforehand_do_not_pass():
    """Right gradients for one draw, written down, are wrong for the next."""
    text = function("return loss, grads, x, w").replace("(xs, ad)", "([1.0, 2.0], ad)")
    assert judge("03.2", text).state == "wrong"


def test_the_numbers_drawn_change_with_the_program_and_only_with_it():
    text = function("return loss, grads, x, w").replace("x * w", "x + w")
    assert judge("03.2", text) == judge("03.2", text)
    assert judge("03.2", text).text != judge("03.2", text.replace("return", "y = 1; return")).text


def test_vectors_of_one_draw_have_one_length_and_not_always_the_same():
    rng = np.random.default_rng(0)
    draws = [vectors(3)(rng) for _ in range(20)]
    assert all(len({vector.shape for vector in draw}) == 1 for draw in draws)
    assert {len(draw[0]) for draw in draws} == {2, 3, 4}


def test_check_prints_lines_of_at_most_88_columns(capsys):
    for wrong in ANSWERS["03.1"]["wrong"]:
        check("03.1", cause=wrong["cause"], line=wrong["line"])
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("03.1 not yet: not_marked would be")
    assert max(map(len, printed)) <= 88
