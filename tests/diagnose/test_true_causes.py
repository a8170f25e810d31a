"""Verdicts that were wrong once: found by random programs, kept as short ones."""

import pytest

from gradlab.engine import events

WALK = ["loss = (used + z).sum()", "grads = loss.backward()"]
START = ["z = F([1.0, 2.0], ad).require_grad()"]


@pytest.fixture
def ask(run):
    """The verdict on a look-up at the end of a program that leaves ``used``."""

    def go(name, *lines):
        names = run([*START, *lines, *WALK, f"verdict = why({name}, grads)"])
        assert "error" not in names, names.get("error")
        return names["verdict"]

    return go


def reasons(verdict):
    return [cut.reason for cut in verdict.cuts]


def test_a_detach_before_the_mark_is_two_mistakes(ask):
    verdict = ask("x", "x = F([1, 2], ad)", "used = x.detach()", "x = x.require_grad()")
    assert verdict.kind == "late_require_grad"
    assert reasons(verdict) == ["detach", "late"]


def test_a_copy_before_the_mark_is_two_mistakes(ask):
    verdict = ask("x", "x = F([1, 2], ad)", "used = F(x.to_data(), ad)", "x = x.require_grad()")
    assert reasons(verdict) == ["read", "late"]


def test_a_copy_of_the_numbers_makes_a_gradient_partial(ask):
    verdict = ask("x", "x = F([1, 2], ad).require_grad()", "used = x * F(x.to_data(), ad)")
    assert (verdict.kind, verdict.site.line) == ("partial", 3)
    assert reasons(verdict) == ["read"]
    assert verdict.fix.after == ("used = x * x",)


def test_what_was_read_in_another_turn_is_not_the_copy_of_this_one(ask):
    verdict = ask(
        "ws[0]",
        "ws = [F([n, 2], ad).require_grad() for n in (1, 2)]",
        "copies = [F(w.to_data(), ad) for w in ws]",
        "used = copies[1]",
    )
    assert verdict.kind == "not_reached"


def test_what_only_goes_on_from_a_mask_is_no_loss(ask):
    verdict = ask(
        "x",
        "x = F([1, 2], ad).require_grad()",
        "mask = x.greater_elem(1.5).float() * z",
        "used = x * 2 + mask.detach()",
    )
    assert verdict.kind == "ok"


def test_what_only_goes_on_from_a_frozen_copy_is_no_loss(ask):
    verdict = ask(
        "online",
        "online = F([1, 2], ad).require_grad()",
        "aim = (online.set_require_grad(False) * z).detach()",
        "used = online - aim",
    )
    assert verdict.kind == "ok"


def test_one_layer_of_a_loop_is_not_a_handle_of_an_earlier_turn(ask):
    layers = ["layers = []", "for n in (1, 2):", "    w = F([n, 2], ad).require_grad()"]
    verdict = ask("layers[0]", *layers, "    layers.append(w)", "used = layers[1] * 2")
    assert (verdict.kind, verdict.site.line) == ("not_reached", 4)
    verdict = ask("layers[1]", *layers, "    layers.append(w)", "used = layers[0] * 2")
    assert (verdict.kind, verdict.site.line) == ("not_reached", 4)


def test_one_of_several_leaves_from_a_comprehension_is_not_an_earlier_turn(ask):
    verdict = ask("a", "a, b = [F(v, ad).require_grad() for v in ([1, 2], [3, 4])]", "used = b * 2")
    assert verdict.kind == "not_reached"


def test_a_number_read_for_a_log_explains_nothing(ask):
    verdict = ask("x", "x = F([1, 2], ad).require_grad()", "print(x.to_data())", "used = z * z")
    assert verdict.kind == "not_reached"


def test_statements_that_share_a_line_are_told_apart(ask):
    verdict = ask("x", "x = F([1, 2], ad).require_grad()", "x = x * 2; n = 1", "used = x * 2")
    assert (verdict.kind, verdict.site.column) == ("leaf_overwritten", 4)


def test_the_leaf_that_cat_joined_under_its_own_name_is_found(ask):
    verdict = ask(
        "x",
        "x = F([1, 2], ad).require_grad()",
        "y = F([3, 4], ad).require_grad()",
        "x = Tensor.cat([x, y])",
        "used = x[0:2] + x[2:4]",
    )
    assert [spot.line for spot in verdict.sites] == [2]


def test_a_helpers_result_that_takes_the_name_is_blamed_on_the_call(ask):
    verdict = ask(
        "x",
        "def scaled(t): return t * 2",
        "x = F([1, 2], ad).require_grad()",
        "x = scaled(x)",
        "used = x * z",
    )
    assert (verdict.kind, verdict.site.line) == ("leaf_overwritten", 4)


def test_a_parameter_that_passes_a_helper_is_no_overwritten_leaf(ask):
    verdict = ask(
        "h",
        "def scaled(t): return t * z",
        "h = F([1, 2], ad)",
        "h = scaled(h)",
        "used = h * 2",
    )
    assert verdict.kind == "intermediate"


def test_an_unmarked_update_by_numbers_is_an_update_that_got_lost(ask):
    verdict = ask(
        "w", "w = F([1, 2], ad).require_grad()", "w = F(w.to_data() * 0.9, ad)", "used = w"
    )
    assert (verdict.kind, verdict.site.line) == ("update_lost", 3)


def test_a_leaf_from_the_numbers_of_the_used_one_is_the_wrong_tensor(ask):
    x = "x = F([1, 2], ad).require_grad()"
    verdict = ask("t", x, "t = F(x.to_data(), ad).require_grad()", "used = x * 2")
    assert (verdict.kind, verdict.site.line) == ("wrong_tensor", 3)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_numbers_that_are_nan_already_are_blamed_on_what_made_them(ask):
    x = "x = F([0, 1], ad).require_grad()"
    verdict = ask("x", x, "bad = x / x", "used = bad.softplus()")
    assert (verdict.kind, verdict.site.line) == ("nan", 3)


def test_the_handle_that_the_loss_used_is_found_by_its_name(ask):
    verdict = ask(
        "m.w.val()",
        "m = Net(w=Param.from_tensor(F([1, 2], ad)))",
        "old = m.w.val()",
        "first = (m.w.val() * 2).sum().backward()",
        "m = opt.step(0.1, m, GradientsParams.from_module(first, m))",
        "used = old * 2",
    )
    assert (verdict.kind, verdict.site.line) == ("stale_handle", 3)


# the recorder has forgotten ---------------------------------------------------------------------


@pytest.fixture
def forgetful(run):
    """The verdict of a program of which the recorder keeps the last events."""

    def go(last, question, *lines):
        keep = f"import gradlab.engine.events as e; e.set_capacity({last})"
        names = run([keep, *START, *lines, *WALK, f"verdict = {question}"])
        assert "error" not in names, names.get("error")
        return names["verdict"]

    yield go
    events.set_capacity(events.CAPACITY)


OLD_LEAF = (
    "x = F([1, 2], ad).require_grad()",
    "early = (x * 2).sum().backward()",
    "w = F([1, 2], ad).require_grad()",
    "for turn in range(9):",
    "    used = w * 2",
)


def test_a_leaf_whose_making_is_forgotten_is_never_said_to_be_unused(forgetful):
    assert forgetful(8, "why(x, grads)", *OLD_LEAF).kind == "no_record"
    assert forgetful(99, "why(x, grads)", *OLD_LEAF).kind == "other_gradients"


def test_a_gradient_says_when_it_is_not_known_to_be_complete(forgetful):
    verdict = forgetful(8, "why(w, grads)", *OLD_LEAF)
    assert (verdict.kind, len(verdict.notes)) == ("ok", 1)
    assert forgetful(99, "why(w, grads)", *OLD_LEAF).notes == ()


def test_a_late_use_whose_mark_is_forgotten_is_no_unused_leaf(run):
    names = run(["x = F([1, 2], ad)", "used = x * 2", "x = x.require_grad()", *START, *WALK])
    whole = list(events._ring)
    try:
        events._ring[:] = [e if e is None or e[1] != "require_grad" else None for e in whole]
        assert eval("why(x, grads)", names).kind == "no_record"
    finally:
        events._ring[:] = whole


def test_an_event_that_outlived_newer_ones_does_not_count():
    events.set_capacity(3)
    try:
        for turn in range(4):
            events.record("leaf", turn, (), 0, None)
            events.moment(), events.moment()  # the leaf falls into the same place each time
        assert [event[2] for event in events.events()] == [3]
        assert events.forgotten()
        for turn in range(4, 8):
            events.moment() if turn == 6 else events.record("leaf", turn, (), 0, None)
        assert [event[2] for event in events.events()] == [5, 7]
    finally:
        events.set_capacity(events.CAPACITY)
