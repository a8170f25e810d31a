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


CUT = (
    IMPORTS
    + """\
m = Net(a=Linear(2, 2, ad, seed=1), b=Linear(2, 1, ad, seed=2))
x = F([[1, 2]], ad).require_grad()
loss = m.b(m.a(x).detach()).sum()
grads = loss.backward()
params = GradientsParams.from_grads(grads, m)
"""
)


@pytest.mark.parametrize("asked", ["m.a.weight", "m.a.weight.val()"])
def test_a_parameter_is_asked_about_in_the_container_of_parameters(run, asked):
    found = verdict(run(CUT + f"verdict = why({asked}, params)"))
    assert (found.kind, found.site.line) == ("detach", 5)
    assert found.title.startswith(f"{asked}.grad(params) is None")


def test_a_parameter_that_was_reached_has_its_gradient_there(run):
    names = run(CUT + "verdict = why(m.b.bias, params)\nfound = params.get(m.b.bias.id)")
    assert verdict(names).kind == "ok"
    assert names["verdict"].value.to_data().tolist() == names["found"].to_data().tolist() == [1.0]


def test_what_is_no_parameter_was_not_taken_with_them(run):
    free = CUT.replace(".detach()", "")
    assert verdict(run(free + "verdict = why(x, params)")).kind == "removed"


def test_a_parameter_alone_is_asked_about_before_a_backward(run):
    lines = CUT.split("grads")[0]
    assert verdict(run(lines + "verdict = why(m.b.weight)")).kind == "ok"


def test_the_table_of_a_module_says_how_to_ask_on(run):
    names = run(CUT + "table, taken = why(m, params), why(m, grads)")
    table, taken = verdict(names, "table"), names["taken"]
    assert str(table).split("\n")[-1] == "More: why(m.a.weight, params)"
    last = "More: grads was handed over to params, so ask why(m, params)"
    assert str(taken).split("\n")[-1] == last


def test_a_table_without_trouble_asks_nothing_on(run):
    free = CUT.replace(".detach()", "")
    assert "More" not in str(verdict(run(free + "table = why(m, params)"), "table"))


def test_a_container_that_was_handed_over_names_the_one_to_ask(run):
    asked = verdict(run(CUT + "verdict = why(m.a.weight, grads)"))
    assert asked.kind == "container_taken"
    assert asked.fix.text == "ask what it was handed over to: why(m.a.weight, params)"
    assert not asked.check


def test_a_report_on_a_container_of_parameters_has_the_named_tensors(run):
    names = run(CUT.replace(".detach()", "") + "w = m.a.weight.val()\ntable = report(params)")
    rows = {row.name: row.verdict.kind for row in verdict(names, "table")}
    assert rows == {"img": "not_marked", "x": "removed", "loss": "intermediate", "w": "ok"}


def test_layers_in_a_dict_belong_in_a_list_or_in_fields(run):
    names = run(
        IMPORTS + "m = Net(layers={'a': Linear(2, 1, ad, seed=1)})\n"
        "grads = m.layers['a'](img).sum().backward()\ntable = why(m, grads)"
    )
    rows = verdict(names, "table").rows
    assert [row.name for row in rows] == ["layers['a'].weight", "layers['a'].bias"]
    assert {row.verdict.fix.text for row in rows} == {"keep them in a list, or in a field for each"}


def test_a_frozen_parameter_is_called_frozen_once(run):
    names = run(
        IMPORTS + "m = Net(a=Linear(2, 2, ad, seed=1), b=Linear(2, 1, ad, seed=2))\n"
        "m = m.freeze(lambda path: path.startswith('a'))\n"
        "grads = m.b(m.a(img)).sum().backward()\ntable = why(m, grads)"
    )
    row = str(verdict(names, "table")).split("\n")[2]
    assert row.split() == ["a.weight", "None", "frozen,", "line", "4"]


@pytest.mark.parametrize(
    ("start", "more", "end"),
    [
        ("total = 0.0", "total += loss.into_scalar()", "total"),
        ("losses = []", "losses.append(loss.into_scalar())", "sum(losses)"),
    ],
)
def test_losses_added_as_numbers_were_read_out_of_the_graph(run, start, more, end):
    names = run(
        f"w = F([1, 2], ad).require_grad()\n{start}\nfor k in range(3):\n"
        f"    loss = (w * w).sum()\n    {more}\nroot = F([{end}], ad)\n"
        "try:\n    root.backward()\nexcept Exception:\n    found = why()"
    )
    found = verdict(names, "found")
    assert (found.kind, found.site.line) == ("root_untracked", 5)
    assert "its numbers were read out (program.py, line 5)" in found.title
    assert not found.fix.after


def test_no_mark_is_offered_on_the_loss_itself(run):
    names = run("root = F([3], ad)\nroot.backward()")
    assert "compute the loss from marked tensors, not from numbers" in str(names["error"])
    assert "require_grad()" not in str(names["error"])


WITHIN = """\
x = F([1, 2], ad).require_grad()
h = x * 2
g = h.sum().backward()
"""


def test_a_result_within_a_walked_graph_is_asked_about_in_the_newest_container(run):
    found = verdict(run(WITHIN + "again = (x * 3).sum().backward()\nverdict = why(h)"))
    assert (found.kind, found.case) == ("intermediate", 7)
    assert found.title.startswith("h.grad(g) is None")
    assert "another backward, from h itself, would be refused" in str(found)


def test_a_backward_from_within_says_which_backward_used_it_up(run):
    names = run(WITHIN.replace("h.sum()", "(loss := h.sum())") + "h.backward()")
    told = " ".join(str(names["error"]).split())
    assert "backward was refused: the backward of loss (program.py, line 3) went through h" in told


def test_after_a_training_loop_there_is_nothing_to_mend_either(run):
    names = run(
        IMPORTS + "m = Net(l=Linear(2, 1, ad, seed=1))\nfor k in range(2):\n"
        "    params = GradientsParams.from_grads(m.l(img).sum().backward(), m)\n"
        "    m = opt.step(0.1, m, params)\nverdict = why(m.l.weight, params)"
    )
    asked = verdict(names)
    assert (asked.kind, asked.level, asked.site.line) == ("stale_handle", "note", 6)
    assert asked.fix.text == "nothing to mend: ask before the step"
    assert not asked.check
