"""A forward and a backward, a step at a time, driven from plain cells."""

import re

import pytest

from gradlab import Device, Tensor, why
from gradlab.engine import DTypeError
from gradlab.lab.stepper import Stepper
from gradlab.lab.steps_panel import _Panel
from gradlab.lab.what_if import WhatIf

ad = Device.flex().autodiff()


@pytest.fixture
def late() -> Stepper:
    return Stepper(WhatIf("late_require_grad"))


def titles(stepper: Stepper) -> list[str]:
    found = []
    for step in range(1, len(stepper) + 1):
        stepper.step = step
        found.append(stepper.picture().title)
    return found


def at(stepper: Stepper, step: int) -> str:
    stepper.step = step
    return str(stepper)


def test_the_forward_goes_value_by_value_and_mark_by_mark(late):
    assert titles(late)[:7] == [
        "1/7  w #1 is a leaf, made from numbers",
        "2/7  w #1 is marked, so its later uses are recorded",
        "3/7  x #2 is a leaf, made from numbers",
        "4/7  h #3 is made by mul",
        "5/7  x #2 is marked, so its later uses are recorded",
        "6/7  #4 is made by add",
        "7/7  loss #5 is made by sum",
    ]


def test_a_late_mark_patches_nothing(late):
    assert "x  leaf [2]             untracked" in at(late, 4)
    assert "the input was not marked" in at(late, 4)
    assert "What used it before is not patched." in at(late, 5)
    assert "it was marked on line 6, after this use" in at(late, 5)


def test_the_container_fills_and_entries_are_deleted(late):
    held = []
    for step in range(late.backward_from, len(late) + 1):
        late.step = step
        held.append([re.split(r"  +", line)[1] for line in late.told()])
    assert held == [
        ["-", "loss #5 [1.0]", "-"],
        ["-", "#4 [1.0, 1.0]", "loss #5"],
        ["w #1 [1.0, 1.0]", "h #3 [1.0, 1.0]", "loss #5, #4"],
        ["w #1 [2.0, 3.0]", "-", "loss #5, #4, h #3"],
    ]


def test_the_last_step_holds_what_a_backward_gives(late):
    w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
    x = Tensor.from_floats([1.0, 2.0], ad).require_grad()
    loss = ((x * w).exp() + w).sum()
    steps = Stepper(loss)
    steps.step = len(steps)
    frame = steps._frame()
    grads = loss.backward()  # only rehearsed until now: nothing was used up
    for leaf in (w, x):
        assert frame.entries[leaf.number].tolist() == leaf.grad(grads).to_data().tolist()
    assert titles(Stepper(grads))[-1] == titles(steps)[-1]


def test_a_program_is_stepped_by_its_text():
    text = WhatIf("ok").as_cell().split("\nfrom gradlab import why")[0]
    assert titles(Stepper(text)) == titles(Stepper(WhatIf("ok")))


def test_a_program_s_values_count_from_one_whatever_ran_before(late):
    first = [at(late, step) for step in range(1, len(late) + 1)]
    Tensor.from_floats([1.0], ad)
    again = Stepper(WhatIf("late_require_grad"))
    assert [at(again, step) for step in range(1, len(again) + 1)] == first


def test_a_program_without_a_container_says_what_to_write():
    with pytest.raises(ValueError, match=r"grads = loss\.backward\(\)"):
        Stepper("x = 1\n")


def test_an_untracked_or_used_up_loss_has_nothing_to_show():
    with pytest.raises(DTypeError):
        Stepper(Tensor.from_floats([1.0], ad) * 2.0)
    loss = Tensor.from_floats([1.0], ad).require_grad() * 2.0
    loss.backward()
    with pytest.raises(DTypeError):
        Stepper(loss)


@pytest.mark.parametrize("step", [0, 12, -1, 1.5, "3"])
def test_a_step_beyond_the_ends_is_refused(late, step):
    with pytest.raises(ValueError, match="they go from 1 to 11"):
        late.step = step
    assert late.step == 1


# the panel, without a browser ----------------------------------------------------------


def test_slider_buttons_and_cells_move_the_same_step(late):
    panel = _Panel(late)
    panel.on.click()
    assert (late.step, panel.slider.value, panel.play.value) == (2, 2, 2)
    panel.slider.value = 9
    assert late.step == 9
    panel.play.value = 10
    assert panel.slider.value == 10
    late.step = 4
    assert panel.slider.value == 4
    panel.back.click()
    assert late.step == 3


def test_buttons_stop_at_the_ends(late):
    panel = _Panel(late)
    panel.back.click()
    assert late.step == 1
    late.step = len(late)
    panel.on.click()
    assert late.step == len(late)


def test_each_step_says_one_sentence_and_shows_its_picture(late):
    panel = _Panel(late)
    shown = set()
    for step in range(1, len(late) + 1):
        late.step = step
        assert panel.said.value.endswith(f"Step {step} of 11: {late.happened()}")
        shown.add(panel.seen.value)
    assert len(shown) == len(late)


def test_what_a_backward_step_did_is_one_sentence(late):
    said = []
    for step in range(late.backward_from, len(late) + 1):
        late.step = step
        said.append(late.happened())
    assert said == [
        "backward begins at loss #5 [1.0]",
        "loss #5 passes its gradient on to #4, and is used up",
        "#4 passes its gradient on to h #3, w #1, and is used up",
        "h #3 passes its gradient on to w #1, and is used up",
    ]


def test_what_a_notebook_keeps_is_the_text(late):
    bundle = late._repr_mimebundle_()
    assert bundle["text/plain"] == str(late)
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_a_verdict_is_stepped_through_by_its_container():
    w = Tensor.from_floats([3.0], ad).require_grad()
    grads = (w * 2.0).sum().backward()
    assert len(Stepper(why(w, grads))) == len(Stepper(grads))


def test_after_the_last_step_a_leaf_without_an_entry_was_not_reached():
    w = Tensor.from_floats([3.0], ad).require_grad()
    x = Tensor.from_floats([1.0], ad).require_grad()
    stepper = Stepper((w * 2.0 + x.detach()).sum())
    row = next(line for line in at(stepper, len(stepper)).splitlines() if "x  leaf" in line)
    assert "not reached" in row
    assert "not computed yet" not in at(stepper, len(stepper))
    assert "gradient not computed yet" in at(stepper, stepper.backward_from)
