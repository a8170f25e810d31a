"""The switches in JupyterLab: each turned once, and what must follow."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

TURNS = [  # switch, choice, what the sentence says, a line of the source
    ("mark", "after use", "line 6 of the program, after line 5", "x = x.require_grad()"),
    ("path", "detach", "line 7 of the program, after line 5", "copy = x.detach()"),
    ("device", "plain", "x is on Device.flex(), where autodiff is off", "plain = Device.flex()"),
    ("preset", "ok", "x.grad(grads) is there: [3.0, 4.0]", "h = x * w"),
    ("second", "cut", "the gradient is cut at 1 place", "k = x.detach() * 5.0"),
    ("container", "another's", "x was reached by another one", "other = loss2.backward()"),
    ("asked", "w", "w.grad(other) is None", "gradient = w.grad(other)"),
]

PRESETS = {
    "late_require_grad (case 3)": "had already used it",
    "removed (case 8)": "was taken out",
    "other_gradients (case 9)": "by another one",
}
TITLES = {"tape": "Tape of", "flowchart": "question by question"}
SCALE = "one => one.getBoundingClientRect().width / one.viewBox.baseVal.width"
CUT_OFF = """selects => selects.filter(one => {
  const pen = document.createElement('canvas').getContext('2d'), style = getComputedStyle(one);
  pen.font = style.font;
  const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return one.offsetWidth && pen.measureText(one.selectedOptions[0].label).width > room + 0.5;
}).map(one => one.selectedOptions[0].label)"""


def notebook(lab, *cells):
    """A notebook with these cells, open beside the lessons and run."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(made, lab.folder / "mine.ipynb")
    lab.address = re.sub(r"tree/[^?]*", "tree/mine.ipynb", lab.address)
    lab.open()
    lab.run_all()


def dark(lab):
    lab.page.evaluate(
        "jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
    )
    expect(lab.page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    lab.page.locator("#jupyterlab-splash").wait_for(state="detached")


def test_each_switch_changes_source_sentence_and_picture(lab):
    notebook(lab, "from gradlab import WhatIf\nw = WhatIf()\nw")
    panel = lab.outputs(".gl-whatif")
    answer, source = panel.locator(".gl-live"), panel.locator(".gl-source")
    picture = panel.locator(".gl-view svg")
    expect(picture).to_be_visible()
    expect(answer).to_have_attribute("aria-live", "polite")
    answer.evaluate("element => { element.stays = true }")
    expect(panel.get_by_label("mark", exact=True)).to_be_visible()
    expect(panel.get_by_label("asked", exact=True)).to_be_hidden()
    assert panel.bounding_box()["width"] <= 1000
    assert panel.bounding_box()["height"] <= 560

    panel.get_by_label("more switches").check()
    for switch, choice, says, line in TURNS:
        before = picture.get_attribute("id")
        panel.locator(f".gl-switch-{switch} select").select_option(label=choice)
        expect(answer).to_contain_text(says)
        expect(source).to_contain_text(line)
        expect(picture).not_to_have_attribute("id", before)
        lab.screenshot(f"what-if-{switch}", around=panel)
        assert panel.bounding_box()["height"] <= 560

    assert answer.evaluate("element => element.stays")  # a live region must outlive its text
    panel.get_by_role("button", name="Which one switch would mend it?").click()
    expect(panel.locator(".gl-advice")).to_contain_text("One switch: container to")
    expect(lab.errors()).to_have_count(0)
    assert lab.strangers == []


def test_every_view_in_light_and_dark_and_one_column_when_narrow(lab):
    notebook(
        lab, "from gradlab import WhatIf\nw = WhatIf('late_require_grad')\nw", "w.mark = 'never'"
    )
    panel = lab.outputs(".gl-whatif")
    expect(panel.locator(".gl-source")).to_contain_text("# x is never marked")
    for theme in ("light", "dark"):
        if theme == "dark":
            dark(lab)
        for view in ("tape", "flowchart", "text", "before/after"):
            panel.locator(".gl-switch-view select").select_option(label=view)
            shown = "pre" if view == "text" else "svg"
            expect(panel.locator(f".gl-view {shown}").first).to_be_visible()
            assert panel.bounding_box()["height"] <= 560
            lab.screenshot(f"what-if-{view.replace('/', '-')}-{theme}", around=panel)

    program, seen = panel.locator(".gl-program"), panel.locator(".gl-view")
    assert seen.bounding_box()["y"] < program.bounding_box()["y"] + 50
    panel.evaluate("element => { element.style.width = '600px' }")
    below = program.bounding_box()["y"] + program.bounding_box()["height"]
    assert seen.bounding_box()["y"] >= below - 1
    lab.screenshot("what-if-narrow", around=panel)


def test_beside_the_files_pictures_are_readable_and_no_choice_is_cut_off(lab):
    notebook(lab, "from gradlab import WhatIf\nw = WhatIf('late_require_grad')\nw")
    panel = lab.outputs(".gl-whatif")
    expect(panel.locator(".gl-view svg")).to_be_visible()
    assert 800 < panel.bounding_box()["width"] < 900
    panel.get_by_label("more switches").check()
    answer, view = panel.locator(".gl-live"), panel.locator(".gl-switch-view select")
    for preset, says in PRESETS.items():
        panel.locator(".gl-switch-preset select").select_option(label=preset)
        expect(answer).to_contain_text(says)
        for seen, title in TITLES.items():
            view.select_option(label=seen)
            expect(panel.locator(".gl-view svg > title")).to_contain_text(title)
            assert 0.84 < panel.locator(".gl-view svg").evaluate(SCALE) <= 1.01
            assert panel.bounding_box()["height"] <= 560
            lab.screenshot(f"what-if-beside-files-{preset[:7]}-{seen}", around=panel)
        assert panel.locator(".gl-program select").evaluate_all(CUT_OFF) == []


@pytest.mark.parametrize("key", ["a", "ArrowDown+ArrowDown"])
def test_a_select_is_turned_by_the_keyboard(lab, key):
    notebook(lab, "from gradlab import WhatIf\nw = WhatIf()\nw")
    panel = lab.outputs(".gl-whatif")
    select = panel.get_by_label("mark", exact=True)
    select.focus()
    for one in key.split("+"):
        select.press(one)
    expect(panel.locator(".gl-live")).to_contain_text("mark is 'after use'")
    expect(select).to_be_focused()
    expect(lab.page.locator(".jp-Notebook .jp-Cell")).to_have_count(1)
