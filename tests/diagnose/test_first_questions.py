"""What is asked by someone new: in a natural way, of programs that are nearly right."""

import pytest

IMPORTS = "from gradlab.nn import Linear\nimg = F([[1.0, 2.0]], ad)\n"
LOOP = """\
w = F([1, 2], ad).require_grad()
for k in range(3):
    grads = (w * w).sum().backward()
    w = Tensor.from_inner(w.inner() - w.grad(grads) * 0.1).require_grad()
"""


def verdict(names, key="verdict"):
    assert "error" not in names, names["error"]
    return names[key]


def test_a_right_update_leaves_nothing_to_mend(run):
    asked = verdict(run(LOOP + "verdict = why(w, grads)"))
    assert (asked.kind, asked.level, asked.site.line) == ("wrong_tensor", "note", 4)
    assert asked.title.endswith("line 4 made w anew after this backward.")
    assert asked.fix.text == "nothing to mend: ask before the step"
    assert not asked.check


def test_a_copy_beside_the_leaf_is_still_the_wrong_tensor(run):
    asked = verdict(
        run(
            "w = F([1, 2], ad).require_grad()\n"
            "grads = (w * w).sum().backward()\n"
            "v = Tensor.from_inner(w.inner()).require_grad()\n"
            "verdict = why(v, grads)"
        )
    )
    assert (asked.kind, asked.level) == ("wrong_tensor", "fault")
    assert asked.fix.text == "compute the loss from v, or ask w"
