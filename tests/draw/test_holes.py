"""A value whose making is not on record is never called untracked in a tape."""

import pytest

from gradlab.engine import events

W = "w = Tensor.from_floats([3.0, 4.0], ad).require_grad()\n"
PAUSED = "from gradlab.engine.events import paused\n"


@pytest.fixture(autouse=True)
def whole_ring():
    yield
    events.set_capacity(events.CAPACITY)


def row(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if name in line.split()[:2])


def test_an_intermediate_made_while_paused_is_not_called_untracked(cell):
    source = "with paused(): h = w * 2.0\nloss = h.sum()\ngrads = loss.backward()\n"
    text = cell(PAUSED + W + source + "p = tape(loss, grads)")["p"].text
    assert "no record" in row(text, "h")
    assert "state not on record" in row(text, "h")
    assert "untracked" not in text
    assert "not marked" not in text


def test_a_leaf_with_an_entry_is_a_marked_leaf_whatever_the_ring_forgot(cell):
    names = cell(W)
    events.set_capacity(9)  # the leaf and its mark are gone, its use is on record
    exec("loss = (w * w).sum()\ngrads = loss.backward()\np = tape(loss, grads)", names)
    assert "marked leaf" in row(names["p"].text, "w")
    assert row(names["p"].text, "w").endswith("gradient [6.0, 8.0]")


def test_a_use_on_record_still_tells_that_an_input_without_one_was_not_tracked(cell):
    source = "with paused(): c = Tensor.from_floats([1.0, 2.0], ad)\nloss = (c * w).sum()\n"
    picture = cell(PAUSED + W + source + "p = tape(loss)")["p"]
    assert "state not on record" in row(picture.text, "c")
    assert "not marked" in picture.text.split("Not recorded")[1]


def test_a_handle_tells_its_own_state_without_the_recorder(cell):
    names = cell(PAUSED + "with paused(): c = Tensor.from_floats([1.0], ad)\np = tape(c)")
    assert "untracked" in row(names["p"].text, "c")


def test_the_recorded_part_alone_keeps_a_tracked_value_without_a_record(cell):
    source = "with paused(): h = w * 2.0\nloss = h.sum()\nloss.backward()\n"
    names = cell(PAUSED + W + source + "p = tape(loss, only_recorded=True)")
    assert "state not on record" in row(names["p"].text, "h")
