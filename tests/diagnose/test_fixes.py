"""The change that a verdict offers is applied, and the program run again: it has to mend it."""

import ast

import numpy as np
import pytest

X = "x = F([1.5, 2.5], ad).require_grad()"
W = "w = F([3.0, 4.0], ad).require_grad()"
B = "b = F([0.5, 2.0], ad).require_grad()"
ASK = "verdict = why(x, loss.backward())"


def applied(lines, fix):
    """The program with the change; what is offered must fit what it stands in."""
    lines = "\n".join(lines).split("\n")
    first, last = fix.first_line - 1, fix.first_line - 1 + len(fix.before)
    assert tuple(lines[first:last]) == fix.before
    lines[first:last] = fix.after
    ast.parse("\n".join(lines))
    return lines


@pytest.fixture
def mended(run):
    """Applies the fix of a program's ``verdict``: the verdicts before and after, the change.

    The value of ``loss`` must not change, unless the fix is said to change it.
    """

    def go(lines, changes_loss=False):
        names = run(lines)
        assert "error" not in names, names["error"]
        verdict = names["verdict"]
        assert verdict.fix is not None
        assert verdict.fix.before, f"only the sentence: {verdict}"
        again = run(applied(lines, verdict.fix))
        assert "error" not in again, again["error"]
        if not changes_loss:
            np.testing.assert_allclose(
                again["loss"].to_data(), names["loss"].to_data(), rtol=1e-6, atol=1e-6
            )
        return verdict, again["verdict"], verdict.fix.after

    return go


@pytest.fixture
def sentence_only(run):
    """The verdict of a program for which no change of the source may be offered."""

    def go(lines):
        names = run(lines)
        assert "error" not in names, names["error"]
        assert names["verdict"].fix is None or not names["verdict"].fix.before
        return names["verdict"]

    return go


# a cut expression, {}, in every context that could tear it apart ----------------------------

CONTEXTS = {
    "left operand": "loss = ({} * b).sum()",
    "right operand": "loss = (b - {}).sum()",
    "divisor": "loss = (b / {}).sum()",
    "power": "loss = ({}**2 * b).sum()",
    "unary minus": "loss = (-{} * b).sum()",
    "receiver": "loss = ({}.tanh() * b).sum()",
    "chain": "loss = ({}.relu() * b).sum()",
    "argument": "loss = b.mul({}).sum()",
    "matmul": "loss = b.reshape([1, 2]) @ {}.reshape([2, 1])",
    "list": "loss = Tensor.cat([b, {}]).sum()",
    "comprehension": "loss = [({} * t).sum() for t in (b, w)][1]",
    "right side": "h = {}\nloss = (h * b).sum()",
    "bracket over lines": "loss = (\n    b\n    - {}\n    * w\n).sum()",
    "first of lines": "loss = (\n    {}\n    * b\n).sum()",
    "two statements": "h = b * {}; loss = h.sum()",
    "function": "def f(t):\n    return t - {}\nloss = f(b).sum()",
    "lambda": "f = lambda t: t * {}\nloss = f(b).sum()",
    "conditional": "loss = ({} * w if True else b).sum()",
    "f-string": 'note = f"{{{}}}"; loss = ({} * b).sum()',
    "not ASCII": "\u00e4 = 2.0; loss = (\u00e4 * b * {}).sum()",
}
INNER = {"product": "x * w", "sum": "x + w", "difference": "w - x", "call": "x.exp()", "name": "x"}


PROGRAMS = [
    pytest.param(line, expression, id=f"{inner} as {context}")
    for context, line in CONTEXTS.items()
    for inner, expression in INNER.items()
]


def receiver(expression):
    return expression if expression in ("x", "x.exp()") else f"({expression})"


@pytest.mark.parametrize(("line", "expression"), PROGRAMS)
def test_a_detach_is_left_out_without_tearing_the_expression(mended, line, expression):
    cut = f"{receiver(expression)}.detach()"
    before, after, _ = mended([X, W, B, *line.replace("{}", cut).split("\n"), ASK])
    assert (before.kind, after.kind) == ("detach", "ok")


@pytest.mark.parametrize(("line", "expression"), PROGRAMS)
def test_the_one_cut_use_of_several_is_left_out(mended, line, expression):
    cut = f"{receiver(expression)}.detach()"
    whole = line.replace("{}", cut) + "\nloss = loss.sum() + (x * 2).sum()"
    before, after, _ = mended([X, W, B, *whole.split("\n"), ASK])
    assert (before.kind, after.kind) == ("partial", "ok")


@pytest.mark.parametrize(("line", "expression"), PROGRAMS)
def test_copied_numbers_are_put_back_in_brackets_where_they_need_them(mended, line, expression):
    cut = f"F({receiver(expression)}.to_data(), ad)"
    before, after, _ = mended([X, W, B, *line.replace("{}", cut).split("\n"), ASK])
    assert (before.kind, after.kind) == ("values_copied", "ok")


@pytest.mark.parametrize(("line", "expression"), PROGRAMS)
def test_a_conversion_to_ints_and_back_is_left_out(mended, line, expression):
    cut = f"{receiver(expression)}.int().float()"
    before, after, _ = mended([X, W, B, *line.replace("{}", cut).split("\n"), ASK], True)
    assert (before.kind, after.kind) == ("int_round_trip", "ok")


# several places, or one of several mistakes -------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "loss = (x.detach().detach() * b).sum()",
        "loss = ((x * w).detach().exp().detach() * b).sum()",
        "loss = (x.detach() * b + x.detach()).sum()",
        "loss = ((x - w).detach() * b - (w - x.detach()).detach()).sum()",
        "h = (x + w).detach()\nk = h * b\nk = k - (h - x).detach()\nloss = k.sum()",
        "h = x.detach()\nn = 1\nm = 2\nloss = (h.detach() * b).sum()",
    ],
)
def test_all_the_cuts_of_one_kind_are_left_out_at_once(mended, line):
    before, after, _ = mended([X, W, B, *line.split("\n"), ASK])
    assert (before.kind, after.kind) == ("detach", "ok")


@pytest.mark.parametrize("tail", ["x.detach() * w", "x.detach().detach()", "(b - x).detach()"])
def test_two_cut_uses_beside_a_whole_one(mended, tail):
    line = f"loss = (x * x.detach() - {tail}).sum()"
    before, after, _ = mended([X, W, B, line, ASK])
    assert (before.kind, after.kind) == ("partial", "ok")


@pytest.mark.parametrize(
    ("line", "kinds", "op"),
    [
        ("h = x0.detach() * w", ("late_require_grad", "detach"), "detach"),
        ("h = F(x0.to_data(), ad) * w", ("late_require_grad", "values_copied"), "to_data"),
        ("h = x0.int().float() * w", ("late_require_grad", "int_round_trip"), "int"),
        ("h = x.int().float().detach() * w", ("int_round_trip", "detach"), "detach"),
    ],
)
def test_what_else_cuts_the_way_is_announced_and_comes_next(mended, line, kinds, op):
    late = "x0" in line
    start = ["x = F([1.0, 2.0], ad)" if late else X.replace("1.5, 2.5", "1.0, 2.0"), W]
    mark = ["x = x.require_grad()"] if late else []
    before, after, _ = mended(
        [*start, line.replace("x0", "x"), *mark, "loss = (h * w).sum()", ASK], not late
    )
    assert (before.kind, after.kind) == kinds
    number = 3
    assert [n for n in before.notes if f"{op} on line {number} cuts the way too" in n]


def test_scalars_that_were_read_are_joined_as_tensors(mended):
    line = "h = F([x[0:1].into_scalar(), x[1:2].into_scalar()], ad)"
    before, after, change = mended([X, W, line, "loss = (h * w).sum()", ASK])
    assert (before.kind, after.kind) == ("values_copied", "ok")
    assert change == ("h = Tensor.cat([x[0:1], x[1:2]])",)


def test_numbers_that_took_another_shape_are_told_in_words(sentence_only):
    line = "h = F([x.reshape([1, 2])[0:1, 0:1].into_scalar(), 0.5], ad)"
    assert sentence_only([X, W, line, "loss = (h * w).sum()", ASK]).kind == "values_copied"
    read = "x.reshape([1, 2])[0:1, {}:{}].into_scalar()"
    line = f"h = F([{read.format(0, 1)}, {read.format(1, 2)}], ad)"
    assert sentence_only([X, W, line, "loss = (h * w).sum()", ASK]).kind == "values_copied"


# the mark ------------------------------------------------------------------------------------

PLAIN = "x = F([1.5, 2.5], ad)"
MARK = "x = x.require_grad()"
LOSS = "loss = (h * w).sum()"


@pytest.mark.parametrize(
    "lines",
    [
        [PLAIN, W, "h = x * w", MARK, LOSS],
        [PLAIN, W, "h = (\n    x\n    * w\n)", MARK, LOSS],
        [PLAIN, W, "if True:\n    h = x * w", MARK, LOSS],
        [PLAIN, W, "for _ in range(2):\n    h = x * w", MARK, LOSS],
        [PLAIN, W, "def f():\n    return x * w\nh = f()", MARK, LOSS],
        [PLAIN, W, "h = x * w; n = 1", MARK + "  # late", LOSS],
    ],
)
def test_a_late_mark_moves_in_front_of_the_use(mended, lines):
    before, after, change = mended([*lines, ASK])
    assert (before.kind, after.kind) == ("late_require_grad", "ok")
    assert change[0].split("  #")[0] == MARK


@pytest.mark.parametrize(
    "lines",
    [
        ["x0 = F([1.5, 2.5], ad)", W, "h = x0 * w", "x = x0.require_grad()", LOSS],
        [W, f"{PLAIN}; h = x * w", MARK, LOSS],
        [PLAIN, W, "y = x", "h = y * w", MARK, LOSS],
        [PLAIN, W, "h = x * w", f"{MARK}; n = 1", LOSS],
        [PLAIN, W, "h = x * w; " + MARK, LOSS],
        [W, "for _ in [1]:\n    " + PLAIN + "; h = x * w\n    " + MARK, LOSS],
    ],
)
def test_where_the_mark_cannot_move_the_making_is_marked(mended, lines):
    before, after, change = mended([*lines, ASK])
    assert (before.kind, after.kind) == ("late_require_grad", "ok")
    assert change[0].count("F([1.5, 2.5], ad).require_grad()") == 1


def test_a_mark_in_another_branch_than_the_use_is_not_moved_there(mended):
    lines = [PLAIN, W, "for turn in range(2):", "    if turn == 0:", "        h = x * w"]
    lines += ["    else:", "        x = x.require_grad()", LOSS, ASK]
    before, after, change = mended(lines)
    assert (before.kind, after.kind) == ("late_require_grad", "ok")
    assert change == (PLAIN + ".require_grad()",)


def test_a_dropped_mark_is_kept(mended):
    before, after, change = mended([PLAIN, W, "x.require_grad()", "loss = (x * w).sum()", ASK])
    assert (before.kind, after.kind) == ("discarded", "ok")
    assert change == ("x = x.require_grad()",)


@pytest.mark.parametrize(
    "marks",
    [
        ["def mark(t): t.require_grad()", "mark(x)"],
        ["def mark(x): x.require_grad()", "mark(x)"],
        ["for t in (x,): t.require_grad()"],
        ["[t.require_grad() for t in (x,)]"],
        ["y = x", "y.require_grad()"],
    ],
)
def test_a_mark_dropped_under_another_name_is_told_in_words(sentence_only, marks):
    verdict = sentence_only([PLAIN, W, *marks, "loss = (x * w).sum()", ASK])
    assert verdict.kind == "discarded"


def test_a_dropped_step_in_a_function_is_told_in_words(sentence_only):
    model = "m = Net(w=Param.from_tensor(F([1.0, 2.0], ad)))"
    train = "def train(m, g): opt.step(0.1, m, GradientsParams.from_module(g, m))"
    walk = "loss = (m.w.val() * 2).sum(); grads = loss.backward()"
    verdict = sentence_only(
        [model, walk, train, "train(m, grads)", walk, "verdict = why(m.w.val(), grads)"]
    )
    assert verdict.kind == "discarded"


@pytest.mark.parametrize(
    ("making", "kind"),
    [
        ("x = F([1.5, 2.5], ad)", "not_marked"),
        ("k = F([1.5, 2.5], ad); x = k * 2 + 1", "not_marked"),
        ("k = F([1.5, 2.5], ad); x = -k", "not_marked"),
        ("x = F([1.5, 2.5], ad) * 2; n = 1", "not_marked"),
        ("x = (w * 2 - w)", "intermediate"),
        ("x = w**2", "intermediate"),
        ("x = -w", "intermediate"),
        ("x = (\n    w\n    + w\n)", "intermediate"),
        ("x = F([1.5, 2.5], ad).require_grad() * 0.5 + 1", "leaf_overwritten"),
    ],
)
def test_the_asked_value_is_made_a_marked_leaf(mended, making, kind):
    lines = [W, *making.split("\n"), "loss = (x * w).sum()", ASK]
    before, after, _ = mended(lines)
    assert (before.kind, after.kind) == (kind, "ok")


def test_one_expression_is_underlined_once(run):
    lines = [W, "x = F([1.0, 2.0], ad).require_grad() * 0.01", "loss = (x * w).sum()", ASK]
    text = str(run(lines)["verdict"])
    under = [line.split(" marked")[0].strip(" |") for line in text.split("\n") if "^" in line]
    assert under == ["^" * len("F([1.0, 2.0], ad).require_grad() * 0.01")]


def test_a_second_marked_leaf_in_the_expression_forbids_to_mark_it_last(sentence_only):
    line = "x = F([1.0, 2.0], ad).require_grad() * w"
    verdict = sentence_only([W, line, "loss = (x * w).sum()", ASK])
    assert verdict.kind == "leaf_overwritten"


def test_a_mask_is_a_constant_and_nothing_is_to_be_mended(sentence_only):
    lines = [W, "x = w.greater_elem(3.5).float()", "loss = (x * w).sum()", ASK]
    verdict = sentence_only(lines)
    assert (verdict.kind, verdict.fix) == ("not_marked", None)


def test_a_comparison_is_no_formula(sentence_only):
    verdict = sentence_only([X, W, "loss = (x.greater_elem(2.0).float() * w).sum()", ASK])
    assert verdict.kind == "int_round_trip"
    assert "smooth step" in verdict.fix.text


# devices and containers ----------------------------------------------------------------------


def test_a_plain_layer_is_built_on_the_autodiff_device_and_marks_its_own(run):
    lines = ["from gradlab.nn import Linear", "m = Linear(2, 1, plain)", "w = m.weight.val()"]
    names = run([*lines, "loss = w.sum()", "loss.backward()"])
    fix = names["error"].verdict.fix
    assert fix.after == ("m = Linear(2, 1, plain.autodiff())",)
    names = run([*applied([*lines, "loss = w.sum()"], fix), "verdict = why(w, loss.backward())"])
    assert names["verdict"].kind == "ok"


def test_one_plain_leaf_of_two_is_told_in_words(run):
    lines = ["x = F([1.0, 2.0], plain)", "w = F([3.0, 4.0], plain)", "(x * w).sum().backward()"]
    assert run(lines)["error"].verdict.fix.before == ()
    lines = [B, *lines[:2], "h = x * w", "loss = b.sum()", ASK]
    assert run(lines)["verdict"].fix.before == ()


def test_a_plain_leaf_alone_is_built_on_the_autodiff_device_and_marked(run):
    lines = ["x = F([1.0, 2.0], plain)", "loss = (x * x).sum()", "grads = loss.backward()"]
    fix = run(lines)["error"].verdict.fix
    names = run([*applied(lines, fix), "verdict = why(x, grads)"])
    assert names["verdict"].kind == "ok"


def test_a_plain_copy_becomes_the_leaf_itself(mended):
    lines = [B, "k = F([1.0, 2.0], ad).require_grad()", "x = k.inner()", "loss = b.sum() + k.sum()"]
    before, after, change = mended([*lines, ASK])
    assert (before.kind, after.kind, change) == ("plain_device", "ok", ("x = k",))


def test_a_parameter_of_the_taken_module_is_read_first(sentence_only):
    lines = ["m = Net(w=Param.from_tensor(F([1.0, 2.0], ad)))", "loss = (m.w.val() * 2).sum()"]
    lines += ["grads = loss.backward()", "p = GradientsParams.from_grads(grads, m)"]
    verdict = sentence_only([*lines, "verdict = why(m.w.val(), grads)"])
    assert verdict.kind == "container_taken"


def test_another_leaf_is_left_in_the_container_by_from_module(mended):
    lines = [X, "m = Net(w=Param.from_tensor(F([1.0, 2.0], ad)))"]
    lines += ["loss = (m.w.val() * x).sum()", "grads = loss.backward()"]
    lines += ["p = GradientsParams.from_grads(grads, m)", "verdict = why(x, grads)"]
    before, after, _ = mended(lines)
    assert (before.kind, after.kind) == ("container_taken", "ok")


def test_an_entry_is_read_without_taking_it(mended):
    lines = [X, W, "loss = (x * w).sum()", "grads = loss.backward()"]
    before, after, change = mended([*lines, "x.grad_remove(grads)", "verdict = why(x, grads)"])
    assert (before.kind, after.kind, change) == ("removed", "ok", ("x.grad(grads)",))


def test_a_frozen_module_in_a_refusal_is_told_in_words(run):
    lines = ["m = Net(w=Param.from_tensor(F([1.0, 2.0], ad)))", "m = m.no_grad()"]
    error = run([*lines, "(m.w.val() * 2).sum().backward()"])["error"]
    assert error.verdict.kind == "root_untracked"
    assert error.verdict.fix.before == ()
