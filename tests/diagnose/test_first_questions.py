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


@pytest.mark.parametrize("kept", ["p['w']", "p[0]"])
def test_an_update_in_a_collection_is_told_how_to_update_a_leaf(run, kept):
    start, anew = ("{'w': %s}", "{k: %s for k, v in p.items()}")
    if kept == "p[0]":
        start, anew = "[%s]", "[%s for v in p]"
    asked = verdict(
        run(
            f"p = {start % 'F([1, 2], ad).require_grad()'}\n"
            f"g = ({kept} * 3).sum().backward()\n"
            f"p = {anew % '(v - v.grad(g).autodiff() * 0.1)'}\n"
            f"g = ({kept} * 3).sum().backward()\n"
            f"verdict = why({kept}, g)"
        )
    )
    assert (asked.kind, asked.site.line) == ("intermediate", 3)
    assert asked.fix.text == "to update a leaf: Tensor.from_inner(v.inner() - step).require_grad()"
    assert not asked.fix.after


@pytest.mark.parametrize(
    ("call", "named"),
    [("m.freeze(lambda path: True)", "freeze()"), ("m.no_grad()", "no_grad()")],
)
def test_what_froze_is_called_by_the_name_that_the_program_calls(run, call, named):
    names = run(
        IMPORTS + f"m = Net(l=Linear(2, 1, ad, seed=1))\nm = {call}\n"
        "x = F([[1, 2]], ad).require_grad()\n"
        "grads = m.l(x).sum().backward()\nverdict = why(m.l.weight.val(), grads)"
    )
    assert verdict(names).kind == "frozen"
    assert names["verdict"].fix.text == f"leave out {named} for what should learn"
