"""A name, equal numbers or a read for a log prove nothing: what is said where nothing else is."""

import pytest

from gradlab import Device, GradlabError

LEAF = "w = F([1.0, 2.0], ad).require_grad()"


@pytest.fixture
def verdict(run):
    """What the last line of a program, a call of why, gives."""

    def go(*lines):
        names = run([*lines[:-1], f"verdict = {lines[-1]}"])
        assert "error" not in names, names["error"]
        return names["verdict"]

    return go


@pytest.fixture
def refusal(run):
    """The verdict on the error that a program ends with."""
    return lambda *lines: run(lines)["error"].verdict


def notes(verdict):
    return "\n".join(verdict.notes)


# names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "helper",
    [
        [
            "class M(Net):",
            "    def forward(self, w):",
            "        w = w * self.a.val()",
            "        return w",
            "out = M(a=Param.from_tensor(F([2.0], ad))).forward(w)",
        ],
        ["def scaled(w):", "    w = w * 2", "    return w", "out = scaled(w)"],
        ["def scaled(w):", "    w *= 2", "    return w", "out = scaled(w)"],
    ],
)
def test_a_parameter_that_a_helper_rebinds_is_no_overwritten_leaf(verdict, helper):
    found = verdict(LEAF, *helper, "grads = (out * 3).sum().backward()", "why(out, grads)")
    assert (found.kind, found.case) == ("intermediate", 7)


def test_a_leaf_overwritten_within_the_function_that_marked_it_is_found(verdict):
    lines = ["def train():", f"    {LEAF}", "    w = w * 2", "    grads = (w * 3).sum().backward()"]
    found = verdict(*lines, "    return why(w, grads)", "train()")
    assert (found.kind, found.site.line) == ("leaf_overwritten", 3)


def test_a_late_leaf_is_not_said_to_hold_the_gradient(verdict):
    lines = ["w = F([1.0, 2.0], ad)", "used = w * 3", "w = w.require_grad()", "w = w * 2"]
    z = "z = F([1.0, 1.0], ad).require_grad()"
    found = verdict(z, *lines, "grads = (used * z).sum().backward()", "why(w, grads)")
    assert found.kind == "leaf_overwritten"
    assert [spot.remark for spot in found.sites] == ["the leaf that had this name before"]


@pytest.mark.parametrize(
    ("cut", "name", "line"),
    [
        (["for turn in range(3):", "    h = (h * w + 1).tanh()", "    h = h.detach()"], "h", 5),
        (["for turn in range(3):", "    h = h * 0.9 + (w * w).detach() * 0.1"], "h", 4),
        (["h = h * w", "h = Tensor.from_inner(h.inner())"], "h", 4),
    ],
)
def test_a_state_that_is_cut_in_every_turn_is_no_update_that_got_lost(verdict, cut, name, line):
    start = [LEAF, "h = F([0.0, 0.0], ad)"]
    found = verdict(*start, *cut, "grads = (h * w).sum().backward()", f"why({name}, grads)")
    assert (found.kind, found.level, found.site.line) == ("not_marked", "note", line)
    assert found.fix.before == ()


def test_a_state_that_is_only_cut_is_never_said_to_be_forgotten(verdict):
    lines = [LEAF, "h = w * 2", "h = h.detach()", "grads = (h * w).sum().backward()"]
    assert "Meant?" in str(verdict(*lines, "why(h, grads)"))


# a step -----------------------------------------------------------------------------------------


def test_a_question_after_the_step_is_not_blamed_on_the_line_that_asks(verdict):
    found = verdict(
        "m = Net(w=Param.from_tensor(F([1.0, 2.0], ad)))",
        "for turn in range(2):",
        "    grads = (m.w.val() * 3).sum().backward()",
        "    gp = GradientsParams.from_params(grads, m, [m.w.id])",
        "    m = opt.step(0.1, m, gp)",
        "    text = str(why(m.w.val(), grads))",
        "why(m.w.val(), grads)",
    )
    assert (found.kind, found.site.line, found.sites) == ("stale_handle", 5, ())
    assert found.fix.text == "nothing to mend: ask before the step"


STEPS = [
    "Tensor.from_inner(w.inner() - w.grad(grads) * 0.1)",
    "F(w.to_data() - w.grad(grads).to_data() * 0.1, ad)",
    "(w - w.grad(grads).autodiff() * 0.1).detach()",
]


@pytest.mark.parametrize("step", STEPS)
def test_a_backward_refused_after_a_step_by_hand_says_that_the_new_leaf_is_not_marked(
    refusal, step
):
    loop = ["for turn in range(2):", "    grads = (w * w).sum().backward()", f"    w = {step}"]
    found = refusal(LEAF, *loop)
    assert (found.kind, found.site.line) == ("root_untracked", 4)
    assert found.fix.after == (f"    w = {step}.require_grad()",)


def test_a_refused_count_of_hits_is_not_mended_by_leaving_argmax_out(refusal):
    hits = "hits = w.argmax(0).equal(Tensor.from_ints([1], ad)).float()"
    found = refusal(LEAF, hits, "hits.backward()")
    assert "keep argmax for counting hits" in found.fix.text
    assert found.fix.price == "the loss is another, smooth one"


def test_a_mark_on_another_handle_did_not_come_too_late(refusal):
    leaves = ["a, b = F([1.0], ad), F([2.0], ad)", "for t in (a, b):", "    t = t.require_grad()"]
    found = refusal(*leaves, "(a * b).sum().backward()")
    assert found.site.line == 3
    assert found.site.remark == "this returns the marked handle; older handles stay unmarked"
    late = refusal("a = F([1.0], ad)", "b = a * 2", "a = a.require_grad()", "b.backward()")
    assert late.site.remark == "marked here, after it was used"


def test_marks_that_a_comprehension_collects_for_nobody_are_dropped(verdict):
    lines = ["ws = [F([1.0], ad), F([2.0], ad)]", "[w.require_grad() for w in ws]"]
    loss = ["c = F([1.0], ad).require_grad()", "grads = (ws[0] * c).backward()"]
    found = verdict(*lines, *loss, "why(ws[0], grads)")
    assert (found.kind, found.site.line) == ("discarded", 2)
    kept = verdict(lines[0], f"vs = {lines[1]}", *loss, "why(ws[0], grads)")
    assert (kept.kind, kept.site.line) == ("not_marked", 2)


# numbers ----------------------------------------------------------------------------------------

READS = [
    "print(b.to_data())",
    "print('b is', b.to_data().tolist())",
    "best = 9.0 if b.sum().into_scalar() < 99 else 1.0",
    "before = b.to_data()",
    "assert b.sum().into_scalar() < 99",
]


@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize(
    "made",
    ["Tensor.zeros((2,), ad)", "Tensor.ones((2,), ad)", "F([1.0, 0.0], ad)", "F(start, ad)"],
)
def test_equal_numbers_and_a_read_for_a_log_are_no_copy(verdict, made, read):
    lines = ["start = [1.0, 5.0]", LEAF, f"b = ({made}).require_grad()", read]
    loss = [f"other = {made}", "grads = (w * other * 3.0).sum().backward()"]
    found = verdict(*lines, *loss, "why(b, grads)")
    assert (found.kind, found.case, found.site.line) == ("not_reached", 4, 3)
    assert "numbers of b were read on " in notes(found)
    assert "line 4" in notes(found)


@pytest.mark.parametrize(
    "copy",
    [
        ["v = b.to_data()", "k = F(v, ad)"],
        ["v = b.to_data().copy()", "v2 = v", "k = F(v2, ad)"],
        ["vs = []", "vs.append(b.to_data())", "k = F(vs[0], ad)"],
        ["def numbers(t): return t.to_data()", "v = numbers(b)", "k = F(v, ad)"],
    ],
)
def test_numbers_that_the_source_leads_from_one_to_the_other_are_a_copy(verdict, copy):
    lines = [LEAF, "b = F([1.0, 5.0], ad).require_grad()", *copy]
    found = verdict(*lines, "grads = (w * k).sum().backward()", "why(b, grads)")
    assert (found.kind, found.site.line) == ("values_copied", 2 + len(copy))


def test_a_number_that_was_bound_anew_before_its_use_is_no_copy(verdict):
    lines = [LEAF, "b = F([2.0], ad).require_grad()", "k = b.into_scalar()"]
    loss = "grads = (w * k).sum().backward()"
    assert verdict(*lines, loss, "why(b, grads)").kind == "values_copied"
    assert verdict(*lines, "k = 2.0", loss, "why(b, grads)").kind == "not_reached"


# a gradient that is there -----------------------------------------------------------------------

WALKED = [LEAF, "grads = (w * w).sum().backward()", "g = w.grad(grads)"]


@pytest.mark.parametrize(
    ("new", "kind", "what"), [("g * 0", "zero", "zeros"), ("g / (g - g)", "nan", "inf")]
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_strange_numbers_that_grad_replace_put_there_are_its_own(verdict, new, kind, what):
    found = verdict(*WALKED, f"w.grad_replace(grads, {new})", "why(w, grads)")
    assert (found.kind, found.site.line) == (kind, 4)
    assert f"put {what} in its place" in found.title
    assert "flat" not in str(found)


def test_a_clipped_gradient_is_said_to_be_replaced(verdict):
    found = verdict(*WALKED, "w.grad_replace(grads, g.clamp(-1.0, 1.0))", "why(w, grads)")
    assert (found.kind, found.site.line) == ("ok", 4)
    assert "they are not those of the backward" in notes(found)


def test_a_replacement_in_another_container_is_not_spoken_of(verdict):
    again = "grads2 = (w * w).sum().backward()"
    found = verdict(*WALKED, "w.grad_replace(grads, g * 0)", again, "why(w, grads2)")
    assert (found.kind, found.site, found.notes) == ("ok", None, ())


def test_parts_that_cancel_are_not_called_flat(verdict):
    found = verdict(LEAF, "h = w * 2", "grads = (h - h).sum().backward()", "why(w, grads)")
    assert (found.kind, found.site.line) == ("zero", 3)
    assert "the parts that come to h cancel each other" in found.title
    assert "flat there" not in str(found)


def test_cuts_are_counted_by_the_lines_that_can_be_shown(verdict):
    turns = ["for turn in range(3):", "    t = t + (w * 2).detach()"]
    loss = "grads = t.sum().backward()"
    found = verdict(LEAF, "t = w * 0.5", *turns, loss, "why(w, grads)")
    assert "cut at 1 place (" in found.title
    series = "t = t + w.detach().detach()"
    found = verdict(LEAF, "t = w * 0.5", *turns, series, loss, "why(w, grads)")
    assert "cut at 2 places (" in found.title
    assert "line 4, line 5)" in found.title


# before any backward ----------------------------------------------------------------------------


@pytest.mark.parametrize("copy", ["m.no_grad()", "m.valid()", "m.w.val().set_require_grad(False)"])
def test_a_frozen_copy_is_no_use_of_the_leaf(verdict, copy):
    start = ["m = Net(w=Param.from_tensor(F([2.0], ad)))", f"target = {copy}"]
    found = verdict(*start, "why(m.w.val())")
    assert (found.kind, found.level) == ("not_reached", "note")
    assert found.title == "m.w.val() is marked, and nothing has used it so far."
    used = verdict(*start, "loss = (m.w.val() * 2).sum()", "why(m.w.val())")
    assert used.kind == "ok"


def test_a_parameter_is_moved_only_by_a_move(run):
    names = run(
        [
            "m = Net(w=Param.from_tensor(F([2.0], ad)))",
            "halved = m.w.map(lambda t: t * 0.5)",
            "moved = m.w.to_device(ad2)",
        ]
    )
    assert names["ad2"] == Device.flex(1).autodiff()
    assert (names["halved"].state, names["moved"].state) == ("computed", "moved")


def test_a_frozen_module_is_no_lost_update(tmp_path):
    scope = {}
    exec(
        "from gradlab import Device, Tensor\nfrom gradlab.nn import Module, Param\n"
        "class Net(Module):\n    pass\n"
        "m = Net()\nm.a = Param.from_tensor("
        "Tensor.from_floats([1.0], Device.flex().autodiff()))",
        scope,
    )
    file = tmp_path / "freeze.py"
    file.write_text("m = m.no_grad()\nloss = (m.a.val() * 2).sum()\nloss.backward()\n")
    with pytest.raises(GradlabError) as refused:
        exec(compile(file.read_text(), str(file), "exec"), scope)
    text = str(refused.value)
    assert "frozen here" in text
    assert "did not mark it" not in text
