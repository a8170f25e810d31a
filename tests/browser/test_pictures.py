"""Pictures in a real page: they fit it, letters fit their boxes, an <img> keeps its size."""

import base64
import shutil
import sysconfig
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

FOUND = {
    "dot": shutil.which("dot"),
    "graphviz-pure": shutil.which("graphviz-pure", path=sysconfig.get_path("scripts")),
}
PROGRAM = """
from gradlab import Device, Tensor, compare, flowchart, frames, tape, why
ad = Device.flex().autodiff()
{w} = Tensor.from_floats([3.0, 4.0], ad).require_grad()
{x} = Tensor.from_floats([1.0, 2.0], ad).require_grad()
{copy} = {x}.detach()
{loss} = ({copy} * {w}).sum()
grads = {loss}.backward()
verdict = why({x}, grads)
asked, plain = tape(verdict), tape({loss}, grads)
pictures = [asked, flowchart(verdict), compare(asked, plain), frames(grads)[1].picture]
""".format(w="\u6743\u91cd\u77e9\u9635", x="\u8f93\u5165", copy="\u526f\u672c", loss="\u635f\u5931")
# How far letters stand out of their box, in CSS pixels, over all values and cuts.
OUTSIDE = """
() => Math.max(...[...document.querySelectorAll('.gl-value, .gl-cut')].map(group => {
  const boxes = [...group.querySelectorAll('polygon, path')].map(e => e.getBoundingClientRect());
  return Math.max(...[...group.querySelectorAll('text')].map(text => {
    const letters = text.getBoundingClientRect();
    return Math.min(...boxes.map(box => Math.max(box.left - letters.left,
      letters.right - box.right, box.top - letters.top, letters.bottom - box.bottom)));
  }));
}))
"""


@pytest.fixture(params=[name for name, path in FOUND.items() if path])
def pictures(request, monkeypatch) -> list[str]:
    """One of each kind, with Chinese names, by each Graphviz that is installed."""
    monkeypatch.setenv("GRADLAB_DOT", str(FOUND[request.param]))
    names = {"__name__": "__main__"}
    exec(PROGRAM, names)
    return [picture.svg for picture in names["pictures"]]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_page(viewport={"width": 1000, "height": 800}) as page:
        yield page


@pytest.mark.parametrize("zoom", [1, 2])
def test_no_picture_scrolls_sideways_on_1000_pixels(page, pictures, zoom):
    page.set_viewport_size({"width": 1000 // zoom, "height": 800})
    page.set_content("".join(f"<div>{svg}</div>" for svg in pictures))
    assert page.evaluate("document.documentElement.scrollWidth") <= 1000 // zoom


def test_letters_are_at_least_eleven_pixels_high_at_full_width(page, pictures):
    page.set_content("".join(f"<div>{svg}</div>" for svg in pictures))
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('svg')].map(svg =>"
        " 11.5 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width))"
    )
    assert smallest >= 11


def test_letters_stay_in_their_boxes_also_chinese_ones(page, pictures):
    for svg in pictures:
        page.set_content(svg)
        if page.locator(".gl-value").count():
            assert page.evaluate(OUTSIDE) <= 0


def test_a_saved_picture_in_an_img_is_as_large_as_it_was_drawn(page, pictures):
    data = base64.b64encode(pictures[0].encode()).decode()
    page.set_content(f'<img src="data:image/svg+xml;base64,{data}">')
    page.wait_for_function("document.images[0].complete")
    wide, high = page.evaluate("[document.images[0].width, document.images[0].height]")
    assert f'width="{wide}" height="{high}"' in pictures[0]
    assert wide < 600
