"""A backward step by step: the same numbers as the backward itself, and nothing used up."""

import numpy as np
import pytest

from gradlab import GradlabError
from gradlab.engine.events import paused

PROGRAM = """
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], ad).require_grad()
h = x * w
loss = (h * w).sum()
before = frames(loss)
grads = loss.backward()
after = frames(grads)
"""


def test_the_last_frame_holds_what_the_container_holds(cell):
    names = cell(PROGRAM)
    last = names["after"][-1]
    assert last.entries.keys() == names["grads"].entries.keys()
    for number, entry in names["grads"].entries.items():
        np.testing.assert_array_equal(last.entries[number], entry)
    assert last.waiting == {}


def test_a_rehearsal_says_the_same_as_the_backward_and_uses_nothing_up(cell):
    names = cell(PROGRAM)
    assert [f.text for f in names["before"]] == [f.text for f in names["after"]]
    assert [f.picture.dot for f in names["before"]] == [f.picture.dot for f in names["after"]]


def test_each_step_runs_one_operation_newest_first(cell):
    names = cell(PROGRAM)
    frames, h, loss = names["after"], names["h"].number, names["loss"].number
    assert len(frames) == 4
    assert [frame.ran for frame in frames] == [None, loss, loss - 1, h]
    assert frames[3].consumed == (loss, loss - 1, h)
    assert frames[0].waiting.keys() == {loss}
    assert frames[0].entries == {}


def test_what_was_passed_on_is_told_with_its_sum(cell):
    names = cell(PROGRAM)
    w, x = names["w"].number, names["x"].number
    second, third = names["after"][2], names["after"][3]
    assert [(r.number, r.part.tolist(), r.to_container) for r in second.registered] == [
        (names["h"].number, [3.0, 4.0], False),
        (w, [3.0, 8.0], True),
    ]
    assert [(r.number, r.total.tolist()) for r in third.registered] == [
        (x, [9.0, 16.0]),
        (w, [6.0, 16.0]),
    ]
    lines = third.text.splitlines()
    assert lines[0].startswith("Step 3 of 3: h #3")
    assert lines[1:4] == [
        "arrived: [3.0, 4.0]",
        "into the container for x #2: [9.0, 16.0]",
        "into the container for w #1: [3.0, 8.0], together [6.0, 16.0]",
    ]


def test_values_say_where_they_stand(cell):
    text = cell(PROGRAM)["after"][2].text
    rows = {line.split()[0]: line for line in text.splitlines() if line.startswith("  #")}
    assert rows["#5"].endswith("used up")
    assert rows["#3"].endswith("waiting: [3.0, 4.0]")
    assert rows["#1"].endswith("gradient [3.0, 8.0]")
    assert rows["#2"].endswith("gradient not computed yet")
    assert "(just ran)" in rows["#4"]


def test_a_leaf_as_root_is_there_without_a_step(cell):
    source = "w = Tensor.from_floats([3.0], ad).require_grad()\nf = frames(w.backward())"
    frames = cell(source)["f"]
    assert len(frames) == 1
    assert [entry.tolist() for entry in frames[0].entries.values()] == [[1.0]]


def test_frames_are_a_sequence_with_a_line_that_says_how_many(cell):
    frames = cell(PROGRAM)["after"]
    assert repr(frames) == "Backward of loss #5: 3 steps"
    assert frames[-1].text == frames[3].text
    assert [frame.at for frame in frames[1:3]] == [1, 2]
    with pytest.raises(IndexError):
        frames[4]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        ("frames(loss)", "no backward has run here, or none can"),
        ("frames(x.inner())", "no backward has run here, or none can"),
        ("frames(old)", "were not kept"),
    ],
)
def test_where_there_is_nothing_to_show_it_says_so(cell, ask, message):
    names = cell(PROGRAM + "old, grads.steps = grads, None\n")
    with pytest.raises(GradlabError, match=message):
        eval(ask, names)


def test_without_the_recorder_the_steps_are_there_all_the_same(cell):
    with paused():
        names = cell(PROGRAM)
    assert names["after"][-1].entries.keys() == names["grads"].entries.keys()


def test_ten_thousand_steps_are_worked_out_one_at_a_time(cell):
    source = "w = t = Tensor.from_floats([1.0], ad).require_grad()\n"
    source += "for _ in range(10_000):\n    t = t * 1.0\nf = frames(t)\nlast = f[-1]"
    last = cell(source)["last"]
    assert (last.at, last.of) == (10_000, 10_000)
    assert [entry.tolist() for entry in last.entries.values()] == [[1.0]]
