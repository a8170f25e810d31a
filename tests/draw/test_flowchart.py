"""Which questions a look-up answers, and which it leaves open."""

import pytest

from gradlab.draw.flow_view import CASES, draw
from gradlab.draw.lit import Answer, Lit, Reply
from gradlab.words.en import TEXT

W = "w = Tensor.from_floats([3.0, 4.0], ad).require_grad()\ngrads = (w * w).sum().backward()\n"


def test_the_nine_cases_stand_below_their_questions():
    assert CASES == {1: (1,), 2: (2, 7), 3: (3, 4, 5, 6), 4: (8, 9)}
    text = draw(None).text.splitlines()
    at = text.index("Q3  Did this backward reach it?")
    assert [line.split(",")[1].strip() for line in text[at + 1 : at + 5]] == [
        "case 3",
        "case 4",
        "case 5",
        "case 6",
    ]
    assert {f"draw.case_{n}" for n in range(1, 10)} <= TEXT.keys()


@pytest.mark.parametrize(
    ("source", "evidence", "case"),
    [
        ("t = w.int()", "no: its numbers are int", None),
        ("t = w.inner()", "no: Device.flex()", 1),
        ("t = Tensor.from_floats([1.0], ad)", "no: this handle was not marked", 2),
        ("t = w * 2.0", "no: it is the result of a recorded operation", 7),
        ("w.grad_remove(grads); t = w", "no: its entry was taken out", 8),
    ],
)
def test_the_question_that_says_no_shows_evidence_and_case(cell, source, evidence, case):
    text = cell(W + source + "\np = flowchart(t, grads)")["p"].text
    assert f"    {evidence}" in text.splitlines()
    marked = [line for line in text.splitlines() if line.startswith(" >> ")]
    assert [line.split(",")[1].strip() for line in marked] == ([f"case {case}"] if case else [])


def test_a_gradient_that_is_there_ends_the_path_in_some(cell):
    text = cell(W + "p = flowchart(w, grads)")["p"].text
    assert text.splitlines()[-1] == "Some([6.0, 8.0])"
    assert "None, case" not in text


def test_a_marked_leaf_without_entry_leaves_q3_and_q4_open(cell):
    source = "t = Tensor.from_floats([1.0], ad).require_grad()\np = flowchart(t, grads)"
    text = cell(W + source)["p"].text
    assert "open: the Gradients of #3 have no entry, so Q3 or Q4 says no" in text
    assert [n for n in range(1, 10) if f"case {n}," in text] == [3, 4, 5, 6, 8, 9]
    assert ">>" not in text


def test_without_a_container_the_path_ends_after_q2(cell):
    text = cell(W + "p = flowchart(w)")["p"].text
    assert text.count("yes: ") == 3
    assert text.count("not asked") == 2


def test_a_path_found_elsewhere_is_lit_the_same_way():
    yes = Answer(Reply.YES, "it is so")
    path = Lit("x", (yes, yes, yes, Answer(Reply.NO, "detach() on line 7")), case=5)
    picture = draw(path)
    assert "    no: detach() on line 7" in picture.text.splitlines()
    assert " >> no: None, case 5, the path went through detach()" in picture.text
    lit = [line.split(" [")[0].strip() for line in picture.dot.splitlines() if "gl-lit" in line]
    assert lit == ["q0 -> q1", "q1 -> q2", "q2 -> q3", "q3 -> none3"]
