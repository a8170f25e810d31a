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
        ("t = w.int()", "no: it is int; it stops here", "beyond the nine"),
        ("t = w.inner()", "no: Device.flex(), line 5: left autodiff here: a plain copy", "case 1"),
        ("t = Tensor.from_floats([1.0], ad)", "no: line 5: created here, not marked", "case 2"),
        ("t = w * 2.0", "no: it is an intermediate; it stops here", "case 7"),
        ("w.grad_remove(grads); t = w", "no: taken out on line 5; it stops here", "case 8"),
    ],
)
def test_the_question_that_says_no_shows_evidence_and_case(cell, source, evidence, case):
    text = cell(W + source + "\np = flowchart(t, grads)")["p"].text
    assert f"    {evidence}" in text.splitlines()
    marked = [line for line in text.splitlines() if line.startswith(" >> ")]
    assert [line.split(",")[1].strip() for line in marked] == [case]


def test_a_gradient_that_is_there_ends_the_path_in_some(cell):
    text = cell(W + "p = flowchart(w, grads)")["p"].text
    assert text.splitlines()[-1] == "Some([6.0, 8.0])"
    assert "None, case" not in text


def test_a_marked_leaf_without_entry_is_told_why(cell):
    source = "t = Tensor.from_floats([1.0], ad).require_grad()\np = flowchart(t, grads)"
    text = cell(W + source)["p"].text
    assert "    yes: marked on line 5" in text.splitlines()
    assert " >> no: None, case 4, not used for this loss" in text.splitlines()


def test_a_late_mark_is_told_beside_its_line(cell):
    source = "x = Tensor.from_floats([1.0], ad)\ny = x * w\nx = x.require_grad()\n"
    text = cell(W + source + "p = flowchart(x, y.sum().backward())")["p"].text
    assert "    yes: marked on line 7, but not yet at line 6" in text.splitlines()
    assert " >> no: None, case 3, marked after it was used" in text.splitlines()


def test_a_cause_beyond_the_nine_has_a_line_of_its_own(cell):
    source = "c = Tensor.from_floats(w.to_data() * 2, ad).require_grad()\n"
    text = cell(W + source + "p = flowchart(w, c.sum().backward())")["p"].text
    assert " >> no: None, beyond the nine, numbers were read out and put back" in text
    assert text.count(">>") == 1


def test_a_gradient_with_a_note_says_but(cell):
    source = "loss = (w * w.detach()).sum()\np = flowchart(w, loss.backward())"
    lines = cell(W + source)["p"].text.splitlines()
    assert lines[-2:] == ["Some([3.0, 4.0])", " >> see: there, but some of its uses are cut"]


def test_without_the_recorder_the_questions_it_took_for_the_cause_stay_open(cell):
    source = "with paused():\n    t = Tensor.from_floats([1.0], ad).require_grad()\n"
    source += "    other = (w * 2.0).sum().backward()\np = flowchart(t, other)"
    text = cell("from gradlab.engine.events import paused\n" + W + source)["p"].text
    assert "    open: no record" in text.splitlines()
    assert [n for n in range(1, 10) if f"case {n}," in text] == [3, 4, 5, 6, 8, 9]
    assert text.count(">>") == 1


def test_of_a_refusal_no_question_is_lit(cell):
    source = "from gradlab import why, GradlabError\nloss = w.sum()\nloss.backward()\n"
    source += "try:\n    loss.backward()\nexcept GradlabError:\n    p = flowchart(why())"
    picture = cell(W + source)["p"]
    assert "refused: " in picture.text
    assert "gl-lit" not in picture.dot
    assert "case" not in picture.text


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


def test_an_infinite_gradient_is_called_not_finite(cell):
    source = "t = Tensor.from_floats([0.0], ad).require_grad()\n"
    text = cell(source + "g = t.sqrt().sum().backward()\np = flowchart(t, g)")["p"].text
    assert text.splitlines()[-2:] == ["Some([inf])", " >> see: not a finite number"]
