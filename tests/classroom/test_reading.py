"""The look-up's questions by hand, and lines of the engine."""

import numpy as np
import pytest

from gradlab import Tensor
from gradlab.classroom import excerpt, question


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ((1, True), "Q1  on an autodiff device?                yes, on to the next"),
        (
            (2, False),
            "Q2  marked with require_grad?             no: the look-up stops here, with None",
        ),
        (
            (3, ...),
            "Q3  did this backward reach it?           put the code that asks it in place of ...",
        ),
        (
            (4, print),
            "Q4  is it in this container?              that is the question, not the answer: "
            "add the brackets ()",
        ),
        ((1, "yes"), "Q1  on an autodiff device?                the answer is True or False"),
        ((5, True), "question: there are four, 1 to 4; the flowchart shows them"),
        ((np.ones(2), True), "question: there are four, 1 to 4; the flowchart shows them"),
    ],
)
def test_a_question_prints_its_answer_and_raises_nothing(given, line, capsys):
    question(*given)
    assert capsys.readouterr().out == line + "\n"


def test_true_or_false_written_out_is_no_question(capsys):
    question(2, False)
    question(2, bool(0))
    told = [line[42:] for line in capsys.readouterr().out.splitlines()]
    assert told == [
        "that is a guess: put the code that asks the tensor there",
        "no: the look-up stops here, with None",
    ]


def test_an_excerpt_is_the_source_itself(capsys):
    excerpt(Tensor.clone, "return made", 1)
    assert capsys.readouterr().out.splitlines() == [
        "# gradlab.engine.tensor.Tensor.clone",
        "return made(type(self), self._data, self._device, self._number, self._node, self._event)",
    ]


def test_an_excerpt_of_lines_that_are_not_there_is_refused():
    with pytest.raises(ValueError, match=r"no line of Tensor\.clone has 'nothing'"):
        excerpt(Tensor.clone, "nothing")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((5, "def"), "5 has no source here; it takes a function or a class"),
        ((Tensor.clone, None), "found by a piece of its text, not by None"),
    ],
)
def test_an_excerpt_of_nothing_says_what_it_takes(given, told):
    with pytest.raises(ValueError, match=told):
        excerpt(*given)
