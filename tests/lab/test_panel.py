"""The panel of WhatIf, driven from a plain cell as nbval drives it: no browser."""

import ipywidgets
import pytest

from gradlab.lab.panel import _Panel
from gradlab.lab.switches import CHOICES, PRESETS
from gradlab.lab.what_if import WhatIf


@pytest.fixture
def shown() -> _Panel:
    return _Panel(WhatIf())


def test_every_select_has_a_label_and_no_widget_captures_output(shown):
    found, waiting = [], [shown.box]
    while waiting:
        widget = waiting.pop()
        found.append(widget)
        waiting += getattr(widget, "children", ())
    selects = [one for one in found if isinstance(one, ipywidgets.Dropdown)]
    assert len(selects) == len(CHOICES) + 3
    assert all(one.description for one in selects)
    assert not any(isinstance(one, ipywidgets.Output | ipywidgets.ToggleButtons) for one in found)


@pytest.mark.parametrize(
    ("switch", "choice"),
    [("mark", "before use"), ("path", "detach"), ("device", "plain"), ("second", "cut"),
     ("asked", "w")],
)  # fmt: skip
def test_a_select_turns_the_switch_and_source_sentence_and_picture_follow(shown, switch, choice):
    shown.model.mark = "after use"
    before = shown.source.value, shown.answer.value, shown.seen.value
    shown.switches[switch].value = choice
    assert getattr(shown.model, switch) == choice
    after = shown.source.value, shown.answer.value, shown.seen.value
    assert all(a != b for a, b in zip(after, before, strict=True))


def test_a_cell_that_turns_a_switch_moves_the_select(shown):
    shown.model.mark = "after use"
    assert shown.switches["mark"].value == "after use"


def test_a_select_stands_in_the_row_of_its_line(shown):
    for preset in PRESETS:
        shown.model.preset = preset
        of = shown.model.now.program
        rows = {
            name: int(one.layout.grid_area.split(" / ")[0]) for name, one in shown.switches.items()
        }
        assert rows == dict(of.beside)
        assert len(set(rows.values())) == len(rows)
        assert max(rows.values()) <= len(of.lines) <= 16


def test_the_first_three_switches_open_and_more_shows_the_others(shown):
    def visible() -> list[str]:
        return [name for name, one in shown.switches.items() if one.layout.display is None]

    assert visible() == ["device", "path", "mark"]
    shown.more.value = True
    assert visible() == list(CHOICES)


def test_a_switch_that_is_not_at_rest_is_never_hidden(shown):
    shown.model.preset = "other_gradients"
    assert shown.switches["container"].layout.display is None


def test_choices_without_meaning_leave_the_list_and_only_visible_lists_are_explained(shown):
    shown.switches["device"].value = "plain"
    assert [value for _, value in shown.switches["mark"].options] == ["never"]
    assert shown.notes.value.startswith("mark: a tensor on the plain device cannot be marked")
    assert "<br>" not in shown.notes.value
    shown.more.value = True
    assert shown.notes.value.count("<br>") == 2


def test_the_blamed_line_is_marked_in_the_source(shown):
    shown.model.mark = "after use"
    line = shown.source.value.split('class="gl-blamed">')[1].split("</div>")[0]
    assert line.endswith("h = x * w")


def test_advice_comes_on_request_and_goes_with_the_next_change(shown):
    shown.model.mark = "after use"
    assert shown.advice.value == ""
    shown.ask.click()
    assert shown.advice.value == "One switch: mark to &#x27;before use&#x27;."
    shown.switches["mark"].value = "before use"
    assert shown.advice.value == ""


def test_a_preset_sets_all_switches_and_a_turn_makes_it_your_own(shown):
    shown.preset.value = "moved"
    assert (shown.model.path, shown.model.mark) == ("to_device", "before use")
    shown.switches["mark"].value = "never"
    assert shown.preset.value == ""


def test_earlier_states_are_offered_only_where_they_are_compared(shown):
    assert shown.against.layout.display == "none"
    shown.model.mark, shown.model.view = "after use", "before/after"
    assert shown.against.layout.display is None
    assert [label for label, _ in shown.against.options] == ["1 back: None, not_marked (case 2)"]
    assert "- # x is never marked" in shown.seen.value
    assert "<svg" in shown.seen.value


def test_what_a_notebook_keeps_is_the_text(shown):
    w = WhatIf("detach")
    bundle = w._repr_mimebundle_()
    assert bundle["text/plain"] == str(w)
    assert "application/vnd.jupyter.widget-view+json" in bundle
