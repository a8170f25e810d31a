"""The stepper in JupyterLab: by keyboard, by play, and still where stillness is asked for."""

import re

from playwright.sync_api import expect

from tests.browser.test_what_if import dark, notebook

CELL = "from gradlab import Stepper, WhatIf\nStepper(WhatIf('late_require_grad'))"


def test_the_stepper_is_moved_by_the_keyboard_alone(lab):
    notebook(lab, CELL)
    panel = lab.outputs(".gl-stepper")
    said, picture = panel.locator(".gl-live"), panel.locator(".gl-view svg")
    expect(said).to_have_attribute("aria-live", "polite")
    expect(said).to_have_text(re.compile("^Step 1 of 11: 1/7  w #1 is a leaf"))
    first = picture.get_attribute("id")

    panel.get_by_role("button", name="Next").focus()
    lab.page.keyboard.press("Enter")
    expect(said).to_contain_text("Step 2 of 11")
    expect(picture).not_to_have_attribute("id", first)
    lab.page.keyboard.press("Space")
    expect(said).to_contain_text("Step 3 of 11")
    lab.page.keyboard.press("Shift+Tab")
    lab.page.keyboard.press("Enter")
    expect(said).to_contain_text("Step 2 of 11")

    slider = panel.get_by_role("slider")
    slider.focus()
    for step in range(3, 12):
        lab.page.keyboard.press("ArrowRight")
        expect(said).to_contain_text(f"Step {step} of 11")
    expect(panel.locator(".gl-holds")).to_contain_text("In the container  w #1 [2.0, 3.0]")
    expect(panel.locator(".gl-holds")).to_contain_text("Deleted           loss #5, #4, h #3")
    expect(slider).to_be_focused()
    lab.screenshot("stepper-light", around=panel)
    dark(lab)
    lab.screenshot("stepper-dark", around=panel)
    expect(lab.page.locator(".jp-Notebook .jp-Cell")).to_have_count(1)
    expect(lab.errors()).to_have_count(0)
    assert lab.strangers == []


def test_play_moves_by_itself_and_is_gone_where_stillness_is_asked_for(lab):
    notebook(lab, CELL)
    panel = lab.outputs(".gl-stepper")
    play = panel.locator(".widget-play")
    play.get_by_role("button").first.click()
    expect(panel.locator(".gl-live")).to_contain_text("Step 3 of 11")
    lab.page.emulate_media(reduced_motion="reduce")
    expect(play).to_be_hidden()
    moving = panel.evaluate("element => element.getAnimations({subtree: true}).length")
    assert moving == 0
