"""Every state of the switches against an oracle, and WhatIf as a plain object."""

import re
from itertools import product

import pytest

from gradlab.diagnose import CAUSES
from gradlab.engine import events
from gradlab.lab.advising import advice
from gradlab.lab.meaning import possible, settled, turned
from gradlab.lab.outcome import outcome
from gradlab.lab.program import program, run
from gradlab.lab.switches import CHOICES, PRESETS, Setting
from gradlab.lab.views import VIEWS, as_html, as_text
from gradlab.lab.what_if import WhatIf
from tests.lab.switch_oracle import Expected, expected


def every_setting() -> list[Setting]:
    """All combinations in which every choice means something."""
    combinations = (
        Setting(**dict(zip(CHOICES, c, strict=True))) for c in product(*CHOICES.values())
    )
    return [setting for setting in combinations if settled(setting) == setting]


SETTINGS = every_setting()
SOME = SETTINGS[:: len(SETTINGS) // 40]


@pytest.fixture(autouse=True)
def without_a_past():
    events.set_capacity(events.CAPACITY)


def came(setting: Setting) -> Expected:
    """What the program gave and what was said about it."""
    now = outcome(setting)
    value = now.verdict.value
    return Expected(None if value is None else value.to_data().tolist(), now.verdict.kind, now.line)


def test_the_states_are_many_and_each_mark_path_and_question_is_among_them():
    assert len(SETTINGS) > 700
    for switch, choices in CHOICES.items():
        assert {getattr(setting, switch) for setting in SETTINGS} == set(choices)


@pytest.mark.parametrize("path", CHOICES["path"])
def test_every_state_has_the_value_the_cause_and_the_line_of_the_oracle(path):
    wrong = {}
    for setting in [one for one in SETTINGS if one.path == path]:
        want, got = expected(setting, program(setting).lines), came(setting)
        if got != want:
            wrong[str(setting)] = f"{got} instead of {want}"
    assert wrong == {}


@pytest.mark.parametrize("path", CHOICES["path"])
def test_advice_makes_the_gradient_appear(path):
    in_vain = []
    for setting in [one for one in SETTINGS if one.path == path]:
        advised = advice(outcome(setting))
        if run(advised.source)["gradient"] is None:
            in_vain.append((str(setting), advised.text))
    assert in_vain == []


def test_advice_is_the_switches_that_lead_there_and_no_more_than_needed():
    for setting in SETTINGS:
        advised = advice(outcome(setting))
        if not advised.changes or setting.asked == "loss":
            continue
        there = setting
        for switch, choice in advised.changes:
            there = turned(there, switch, choice)
        assert program(there).text == advised.source
        kind = expected(there, program(there).lines).kind
        assert (kind, there.asked) == ("ok", setting.asked)
        if len(advised.changes) > 1:
            for switch in CHOICES.keys() - {"asked"}:
                for choice in possible(setting, switch):
                    near = turned(setting, switch, choice)
                    same = near.asked == setting.asked
                    assert not same or expected(near, program(near).lines).kind != "ok"


def test_every_state_prints_every_view():
    for setting in SETTINGS:
        events.set_capacity(1000)
        now = outcome(setting)
        for view in VIEWS if setting in SOME else ("tape", "flowchart", "text"):
            text = as_text(view, now, now)
            assert text.isascii()
            assert "{" not in text
            assert "old#" not in text


@pytest.mark.parametrize("setting", SOME, ids=str)
def test_pictures_are_drawn(setting):
    now = outcome(setting)
    for view in ("tape", "flowchart"):
        drawn = as_html(view, now, None)
        wide = re.match(r'<div class="gl-drawn" style="--wide:(\d+)"><svg ', drawn)
        assert f' width="{wide[1]}"' in drawn


def test_a_preset_is_named_after_the_cause_that_it_gives():
    assert {slug: outcome(setting).verdict.kind for slug, setting in PRESETS.items()} == {
        slug: slug for slug in PRESETS
    }
    nine = [entry.slug for entry in CAUSES if entry.case is not None]
    assert set(nine) <= PRESETS.keys()


def test_presets_stand_on_choices_that_mean_something():
    assert [settled(setting) for setting in PRESETS.values()] == list(PRESETS.values())


@pytest.mark.parametrize(
    ("setting", "switch", "left", "why"),
    [
        (Setting(device="plain"), "mark", ("never",), "cannot be marked"),
        (Setting(path="unused"), "mark", ("never", "before use"), "h does not use x"),
        (Setting(mark="between two uses", second="cut"), "second", ("direct", "cut"), "no 'none'"),
        (
            Setting(),
            "asked",
            ("x", "h", "loss", "w"),
            "asked: no 'the copy' here",
        ),
        (Setting(), "container", ("this one",), "none has an entry for x"),
        (Setting(mark="before use", path="detach"), "asked", CHOICES["asked"], None),
        (Setting(mark="before use"), "container", CHOICES["container"], None),
    ],
)
def test_a_choice_that_means_nothing_leaves_the_list_and_a_line_says_why(
    setting, switch, left, why
):
    w = WhatIf()
    w.change(setting)
    assert possible(setting, switch) == left
    assert (switch in w.notes()) == (why is not None)
    assert why is None or why in w.notes()[switch]
    for choice in set(CHOICES[switch]) - set(left):
        with pytest.raises(ValueError, match=f"^{switch}: "):
            setattr(w, switch, choice)


def test_a_switch_is_an_attribute_and_print_shows_source_answer_and_view():
    w = WhatIf()
    w.mark = "after use"
    lines = str(w).splitlines()
    assert lines[5].split(maxsplit=1)[1].startswith("x = x.require_grad()   ")
    assert lines[5].endswith("  mark: after use")
    assert (
        "x.grad(grads) is None: x was marked on line 6 of the program, after line 5 had already "
        "used it." in lines
    )
    assert "Cause: late_require_grad (case 3)" in lines


def test_the_source_that_is_shown_is_what_runs():
    w = WhatIf("late_require_grad")
    shown = [line[4:].split("   ")[0] for line in str(w).split("\n\n")[0].splitlines()]
    assert shown == list(w.now.program.lines)
    assert w.now.verdict.site.source == shown[w.now.line - 1]
    assert run("\n".join(shown))["gradient"] is None


def test_later_switches_follow_and_the_sentence_says_so():
    w = WhatIf("late_partial")
    w.device = "plain"
    assert w.mark == "never"
    assert w.said == (
        "device is 'plain', mark is 'never': "
        "x.grad(grads) is None: x is on Device.flex(), where autodiff is off."
    )


def test_an_unknown_choice_names_the_known_ones():
    w = WhatIf()
    with pytest.raises(ValueError, match="mark cannot be 'late'; its choices are 'never', 'before"):
        w.mark = "late"
    with pytest.raises(ValueError, match="view cannot be 'graph'"):
        w.view = "graph"
    with pytest.raises(ValueError, match="preset cannot be 'nine'"):
        WhatIf("nine")
    with pytest.raises(ValueError, match="one of the last 5"):
        w.against = 6


def test_the_last_five_states_stay_to_compare():
    w = WhatIf("not_marked")
    for slug in ("plain_device", "detach", "late_require_grad", "moved", "not_reached", "ok"):
        w.preset = slug
    kinds = [one.verdict.kind for one in w.states]
    assert kinds == ["plain_device", "detach", "late_require_grad", "moved", "not_reached"]
    w.view, w.against = "before/after", 4
    assert "before  None, detach (case 5)\nnow     Some([3.0, 4.0]), ok" in str(w)
    assert "- copy = x.detach()" in str(w)
    w.mark = "never"
    assert w.against == 1


def test_the_same_choice_again_is_no_new_state():
    w = WhatIf()
    w.mark = "never"
    assert not w.states


def test_before_after_without_a_before_says_what_to_do():
    w = WhatIf()
    w.view = "before/after"
    assert str(w).endswith("Turn a switch: then what was and what is stand here together.")


@pytest.mark.parametrize(
    ("preset", "says"),
    [
        ("late_require_grad", "One switch: mark to 'before use'."),
        ("other_gradients", "One switch: container to 'this one'."),
        (
            "plain_device",
            "One switch is not enough: device to 'autodiff', then mark to 'before use'.",
        ),
        ("intermediate", "No switch: line 6 has to become h = (x * w).detach().require_grad()"),
        ("ok", "Nothing is missing: no switch has to be turned."),
    ],
)
def test_advice_says_what_to_turn(preset, says):
    assert str(WhatIf(preset).advice()).startswith(says)


def test_the_copied_cell_asks_why(capsys):
    cell = WhatIf("other_gradients").as_cell()
    assert cell.endswith("from gradlab import why\n\nwhy(x, other)\n")
    names = {"__name__": "__main__"}
    exec(compile(cell, "cell", "exec"), names)
    assert names["why"](names["x"], names["other"]).kind == "other_gradients"


def test_numbers_start_at_one_whatever_the_kernel_did_before():
    first = str(WhatIf("not_marked"))
    run(program(PRESETS["ok"]).text)
    assert str(WhatIf("not_marked")) == first
    w = WhatIf("late_require_grad")
    w.preset = "not_marked"
    assert str(w) == first


def test_a_verdict_s_numbers_start_at_one_too():
    assert "The gradient sits on #2, which was moved." in str(WhatIf("moved"))


def test_why_without_arguments_still_speaks_of_the_user_s_own_look_up():
    from gradlab import Device, Tensor, why

    mine = Tensor.from_floats([1.0], Device.flex())
    w = Tensor.from_floats([1.0], Device.flex().autodiff()).require_grad()
    grads = (w * 2.0).sum().backward()
    mine.grad(grads)
    WhatIf("late_require_grad").advice()
    assert why().kind == "plain_device"


def test_turned_never_leaves_a_choice_without_meaning():
    for setting in SETTINGS:
        for switch in CHOICES:
            for choice in possible(setting, switch):
                assert settled(turned(setting, switch, choice)) == turned(setting, switch, choice)


@pytest.mark.parametrize("preset", [["not_marked"], {}, None, 3])
def test_a_preset_that_is_no_name_is_refused_with_the_list(preset):
    with pytest.raises(ValueError, match="'not_marked'"):
        WhatIf(preset)
