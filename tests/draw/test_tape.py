"""What the tape's picture says of a program."""

import pytest

from gradlab.engine.events import paused

W = "w = Tensor.from_floats([3.0, 4.0], ad).require_grad()\n"


def row(text: str, name: str) -> str:
    """The line of the text twin about one value."""
    return next(line for line in text.splitlines() if name in line.split()[:2])


def test_leaves_hold_entries_and_intermediates_pass_theirs_on(cell):
    names = cell(W + "h = w * w\nloss = h.sum()\ngrads = loss.backward()\np = tape(loss, grads)")
    assert row(names["p"].text, "w").endswith("gradient [6.0, 8.0]")
    assert row(names["p"].text, "h").endswith("passed through, not kept")


def test_before_any_backward_a_gradient_is_not_computed_and_never_zero(cell):
    text = cell(W + "loss = (w * w).sum()\np = tape(loss)")["p"].text
    assert row(text, "w").endswith("gradient not computed yet")
    assert "0.0" not in text


def test_after_a_backward_a_tape_without_container_says_so(cell):
    text = cell(W + "loss = (w * w).sum()\nloss.backward()\np = tape(loss)")["p"].text
    assert row(text, "w").endswith("gradient: container not given")


def test_another_containers_tape_claims_nothing_of_the_intermediates(cell):
    text = cell(
        W
        + "h = w * 2.0\nloss = h.sum()\nother = Tensor.from_floats([1.0], ad).require_grad()\n"
        + "grads = (other * 2.0).backward()\np = tape(loss, grads)"
    )["p"].text
    assert row(text, "w").endswith("gradient None")
    assert row(text, "h").endswith("intermediate")


def test_a_branch_that_this_backward_did_not_walk_is_told_from_one_it_did(cell):
    text = cell(
        W
        + "part = (w * 2.0).sum()\nwhole = part * 3.0\ngrads = part.backward()\n"
        + "p = tape(whole, grads)"
    )["p"].text
    assert row(text, "part").endswith("passed through, not kept")
    assert row(text, "whole").endswith("  not reached")


def test_each_break_of_a_path_is_marked_once(cell):
    source = "x = Tensor.from_floats([1.0, 2.0], ad).require_grad()\nback = x.int().float()\n"
    dot = cell(W + source + "loss = (back * 2.0 * w).sum()\np = tape(loss)")["p"].dot
    assert dot.count('class="gl-cut"') == 1
    assert dot.count("int() cuts") == 1


def test_plain_computation_before_the_tape_has_one_mark_where_it_enters(cell):
    source = "x = Tensor.from_floats([1.0, 2.0], Device.flex())\ny = (x + 1.0) * 2.0\n"
    picture = cell(W + source + "loss = (y * w).sum()\np = tape(loss)")["p"]
    assert picture.dot.count('class="gl-cut"') == 1
    assert "  y #" in picture.text.split("Not recorded")[1]


def test_indices_are_ints_and_no_cut(cell):
    source = "at = Tensor.from_ints([0], ad)\nloss = w.select(0, at).sum()\np = tape(loss)"
    picture = cell(W + source)["p"]
    assert row(picture.text, "at").endswith("int")
    assert "gl-cut" not in picture.dot


@pytest.mark.parametrize(
    ("source", "state"),
    [
        ("t = Tensor.from_floats([1.0], ad)", "untracked"),
        ("t = Tensor.from_floats([1.0], Device.flex())", "plain device"),
        ("t = Tensor.from_floats([1.0], ad).require_grad()", "marked leaf"),
        ("t = w.sum()", "intermediate"),
        ("t = w.int()", "int"),
        ("t = w.int() + 1", "int"),
        ("t = w.greater_elem(3.5)", "bool"),
        ("t = w.inner()", "plain device"),
        ("t = w.inner() * 2.0", "plain device"),
        ("t = w.inner().autodiff()", "untracked"),
        ("t = w.argmax(0).float()", "untracked"),
    ],
)
def test_state_is_told_by_a_word(cell, source, state):
    text = cell(W + source + "\np = tape(t)")["p"].text
    assert f"  {state} (root)" in row(text, "t")


def test_a_value_has_the_first_name_that_the_caller_bound(cell):
    names = cell("a = Tensor.from_floats([1.0], ad)\nb = _c = a\np = tape(b)")
    assert names["p"].title == "Tape of a #1"


def test_a_name_with_a_leading_underscore_does_not_count(cell):
    assert cell("_a = Tensor.from_floats([1.0], ad)\np = tape(_a)")["p"].title == "Tape of #1"


def test_inside_a_function_its_own_names_come_first(cell):
    source = (
        "outer = Tensor.from_floats([1.0], ad)\n"
        "def look(inner):\n    return tape(inner)\n"
        "p = look(outer)"
    )
    assert cell(source)["p"].title == "Tape of inner #1"


def test_a_mark_whose_handle_was_not_used_is_told_from_a_late_one(cell):
    source = "x = Tensor.from_floats([1.0], ad)\nx.require_grad()\nloss = (x * x).sum()\n"
    text = cell(source + "p = tape(loss)")["p"].text
    assert text.count("this use took the handle from before require_grad()") == 2
    assert "after this use" not in text


def test_cells_are_named_only_where_there_are_several(cell):
    source = "c = w.detach()\np = tape((c * 2.0).sum())"
    assert "  line 4: detach()" in cell(W + source)["p"].text
    first = cell(W)
    assert "  Cell In[2] line 3: detach()" in cell(source, 2, first)["p"].text


def test_without_the_recorder_the_tape_itself_is_still_drawn(cell):
    with paused():
        text = cell(W + "loss = (w * w).sum()\np = tape(loss)")["p"].text
    assert row(text, "loss").split()[2] == "no"
    assert "no record(#2)" in row(text, "loss")
    assert "line not known" not in text.split("Not recorded")[0]
