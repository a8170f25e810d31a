"""Whole pictures, as DOT and as text, for the programs that the lessons are built on.

A file that is missing is written and the test fails once: look at it, then keep it.
"""

from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
W = "w = Tensor.from_floats([3.0, 4.0], ad).require_grad()\n"
X = "x = Tensor.from_floats([1.0, 2.0], ad).require_grad()\n"
LOOK = "grads = loss.backward()\npicture = tape(loss, grads)\n"

PROGRAMS = {
    "tape_normal": W + X + "loss = (x * w).sum()\n" + LOOK,
    "tape_before_backward": W + X + "loss = (x * w).sum()\npicture = tape(loss)\n",
    "tape_plain_input": W
    + "x = Tensor.from_floats([1.0, 2.0], Device.flex())\nloss = (x * w).sum()\n"
    + LOOK,
    "tape_not_marked": W + "x = Tensor.from_floats([1.0, 2.0], ad)\nloss = (x * w).sum()\n" + LOOK,
    "tape_marked_late": W
    + "x = Tensor.from_floats([1.0, 2.0], ad)\nused = x * w\nx = x.require_grad()\n"
    + "loss = used.sum()\n"
    + LOOK,
    "tape_detach": W + X + "copy = x.detach()\nloss = (copy * w).sum()\n" + LOOK,
    "tape_int_round_trip": W + X + "back = x.int().float()\nloss = (back * w).sum()\n" + LOOK,
    "tape_taken_out": W
    + X
    + "loss = (x * w).sum()\ngrads = loss.backward()\nw.grad_remove(grads)\n"
    + "picture = tape(loss, grads)\n",
    "flow_plain": "picture = flowchart()\n",
    "flow_found": W + "grads = (w * w).sum().backward()\npicture = flowchart(w, grads)\n",
    "flow_intermediate": W
    + "h = w * w\ngrads = h.sum().backward()\npicture = flowchart(h, grads)\n",
    "flow_no_entry": W + X + "grads = (w * w).sum().backward()\npicture = flowchart(x, grads)\n",
    "flow_taken_out": W
    + "grads = (w * w).sum().backward()\nw.grad_remove(grads)\npicture = flowchart(w, grads)\n",
}


@pytest.mark.parametrize("ending", ["dot", "text"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_picture_is_as_kept(cell, name, ending):
    drawn = getattr(cell(PROGRAMS[name])["picture"], ending)
    kept = GOLDEN / f"{name}.{ending.replace('text', 'txt')}"
    if not kept.exists():
        kept.write_text(drawn.rstrip("\n") + "\n", encoding="utf-8")
        pytest.fail(f"written afresh: {kept.name}")
    assert drawn.rstrip("\n") + "\n" == kept.read_text(encoding="utf-8")
