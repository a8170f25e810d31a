"""A guess is recorded before the answer, shown beside it, and nothing raises in class."""

import numpy as np
import pytest

import gradlab.lab
from gradlab import Device, Tensor
from gradlab.lab.guesses import Guesses
from gradlab.lab.spelling import as_burn_prints
from gradlab.nn import Linear


def tensor(*values: float) -> Tensor:
    return Tensor.from_floats(list(values), Device.flex())


@pytest.fixture
def one() -> Guesses:
    return Guesses()


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    """What was printed since the last call, with single spaces."""
    return "\n".join(" ".join(line.split()) for line in capsys.readouterr().out.splitlines())


def test_an_open_guess_says_what_to_fill_in_and_records_nothing(one, capsys):
    one.predict("x", ...)
    one.predict("x")
    one.predict("x", case=...)
    line = "x: put None, or numbers such as [7, 8], in place of ..."
    assert printed(capsys) == "\n".join([line] * 3)
    assert one.guesses == {}


@pytest.mark.parametrize(
    ("guess", "spelled"),
    [
        ({"outcome": None}, "None"),
        ({"outcome": [5, 10]}, "Some([5.0, 10.0])"),
        ({"outcome": 5}, "Some([5.0])"),
        ({"outcome": np.float32([[0.5], [2.0]])}, "Some([[0.5], [2.0]])"),
        ({"case": 7}, "None, case 7"),
        ({"outcome": None, "case": 7}, "None, case 7"),
        ({"outcome": None, "case": ...}, "None"),
    ],
)
def test_a_guess_is_noted_as_burn_would_print_it(one, capsys, guess, spelled):
    one.predict("x", **guess)
    assert printed(capsys) == f"x: you guess {spelled}"
    assert str(one.guesses["x"]) == spelled


@pytest.mark.parametrize(
    ("guess", "outcome", "remark"),
    [
        ({"outcome": None}, None, "as you guessed"),
        ({"outcome": [5, 10]}, tensor(5, 10), "as you guessed"),
        ({"outcome": [0.333]}, tensor(1 / 3), "as you guessed"),
        ({"outcome": [float("nan")]}, tensor(float("nan")), "as you guessed"),
        ({"outcome": [1, 2]}, None, "a surprise"),
        ({"outcome": None}, tensor(0), "a surprise"),
        ({"case": 3}, tensor(1, 2), "a surprise"),
        ({"outcome": [1, 2]}, tensor(5, 10), "there, as you guessed, with other numbers"),
        ({"outcome": [5]}, tensor(5, 5), "there, as you guessed, with other numbers"),
        ({"case": 3}, None, "None, as you guessed, but case 4"),
        ({"case": 4}, None, "as you guessed"),
    ],
)
def test_the_outcome_stands_beside_the_guess(one, capsys, guess, outcome, remark):
    one.predict("x", **guess)
    shown = str(one.guesses["x"])
    printed(capsys)
    one.reveal("x", outcome, case=4)
    line, below = capsys.readouterr().out.splitlines()
    assert " ".join(line.split()) == f"x guess: {shown} outcome: {as_burn_prints(outcome)}"
    assert below == " " * 22 + remark


def test_without_a_guess_the_outcome_stands_alone(one, capsys):
    one.reveal("x", tensor(3, 4))
    assert printed(capsys) == "x guess: - outcome: Some([3.0, 4.0])"


def test_a_later_guess_replaces_the_first_and_dots_take_it_back(one):
    one.predict("x", None)
    one.predict("x", [1, 2])
    assert str(one.guesses["x"]) == "Some([1.0, 2.0])"
    one.predict("x", ...)
    assert one.guesses == {}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "which row?"),
        ((tensor(1), None), "which row?"),
        (("x", "None"), "without quotes"),
        (("x", tensor(1)), "an answer already"),
        (("x", True), "None or numbers"),
        (("x", []), "None or numbers"),
        (("x", [5, ...]), "None or numbers"),
        (("x", [[1], [2, 3]]), "None or numbers"),
        (("x", {"a": 1}), "None or numbers"),
        (("x", print), "None or numbers"),
    ],
)
def test_a_slip_in_a_guess_is_named_and_nothing_is_recorded(one, capsys, arguments, says):
    one.predict(*arguments)
    assert says in printed(capsys)
    assert one.guesses == {}


def test_what_reveal_prints_of_two_numbers_fits_80_columns(one, capsys):
    one.predict("hidden, all negative", [10.25, 10.75])
    one.reveal("hidden, all negative", tensor(20.25, 30.75))
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@pytest.mark.parametrize("case", ["7", "case 7", "intermediate", "Intermediate"])
def test_a_case_may_be_given_by_its_number_or_its_name(one, case):
    one.predict("x", case=case)
    assert one.guesses["x"].case == 7


@pytest.mark.parametrize("more", [(4,), (4.5, 5)])
def test_numbers_without_brackets_are_shown_with_them(one, capsys, more):
    one.predict("x", 3, *more)
    listed = ", ".join(map(str, (3, *more)))
    assert printed(capsys) == f"x: numbers go into brackets: [{listed}]. Nothing noted yet"
    assert one.guesses == {}


@pytest.mark.parametrize("case", [0, 10, -1, 7.0, "10", "partial", "nothing", True, [7]])
def test_a_case_is_a_whole_number_from_1_to_9(one, capsys, case):
    one.predict("x", None, case=case)
    assert "from 1 to 9" in printed(capsys)
    assert one.guesses == {}


def test_a_case_goes_with_no_numbers(one, capsys):
    one.predict("x", [1, 2], case=3)
    assert "goes with no numbers" in printed(capsys)
    assert one.guesses == {}


@pytest.mark.parametrize("outcome", [..., tensor(1).grad, "None", [1, 2]])
def test_reveal_asks_for_the_answer_itself(one, capsys, outcome):
    one.reveal("x", outcome)
    assert "a Tensor or None, such as x.grad(grads)" in printed(capsys)
    assert one.outcomes == {}


def test_reveal_without_a_name_says_what_comes_first(one, capsys):
    one.reveal(tensor(1))
    assert "which row?" in printed(capsys)


def test_a_guess_under_a_misspelt_name_is_pointed_out(one, capsys):
    one.predict("x_lat", None)
    printed(capsys)
    one.reveal("x_late", None)
    assert printed(capsys) == (
        "x_late guess: - outcome: None\nno guess under this name, but one under 'x_lat'"
    )


def test_the_table_keeps_every_outcome_in_order_beside_its_guess(one, capsys):
    one.predict("h", case=7)
    one.reveal("w", tensor(5, 10))
    one.reveal("h", None, case=7)
    one.reveal("w", tensor(5, 10))
    printed(capsys)
    one.so_far()
    assert capsys.readouterr().out.splitlines() == [
        "case  row                         your guess           outcome",
        "      w                           -                    Some([5.0, 10.0])",
        "7     h                           None, case 7         None",
    ]


def test_a_lesson_s_calls_share_one_record(capsys):
    gradlab.lab.predict("shared", [2])
    gradlab.lab.reveal("shared", tensor(2))
    gradlab.lab.so_far()
    assert printed(capsys).splitlines()[-1] == "shared Some([2.0]) Some([2.0])"
    gradlab.lab.predict("shared", ...)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (Linear(1, 1, Device.flex(), seed=0).weight, "x: that is an answer already"),
        (Linear(1, 1, Device.flex(), seed=0), "x: a guess is None or numbers"),
    ],
)
def test_a_guess_that_is_a_parameter_or_a_module_is_none(one, capsys, given, told):
    one.predict("x", given)
    assert printed(capsys).startswith(told)
    assert one.guesses == {}


def test_an_array_is_no_case(one, capsys):
    one.predict("x", case=np.ones(2))
    assert printed(capsys) == (
        "x: a case is a whole number from 1 to 9, or its name. Nothing noted yet"
    )
