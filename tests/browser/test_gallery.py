"""`gradlab gallery` on a projector and on paper."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from gradlab.cli import main


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("gallery")
    assert main(["gallery", str(folder)]) == 0
    return (folder / "index.html").as_uri()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_mistake_and_fix_of_a_case_are_a_screen_each_in_large_type(
    browser: Browser, address: str, width: int, height: int
) -> None:
    with browser.new_page(viewport={"width": width, "height": height}) as page:
        page.goto(address)
        screens = page.locator("section:nth-of-type(-n + 9) .screen")
        assert screens.count() == 18
        for screen in screens.all():
            assert screen.evaluate("one => one.offsetHeight") == height
            assert screen.evaluate("one => one.scrollWidth <= one.clientWidth")
            letters = screen.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
            assert letters > height / 40
        mistakes = page.locator(".mistake").all()
        assert {one.evaluate("one => one.offsetHeight") for one in mistakes} == {height}


def test_opening_the_flowchart_closes_the_tape_and_stays_on_the_screen(
    browser: Browser, address: str
) -> None:
    with browser.new_page(viewport={"width": 1280, "height": 720}) as page:
        page.goto(f"{address}#late_require_grad")
        case = page.locator("#late_require_grad .mistake")
        assert case.locator(".tape svg").is_visible()
        case.locator(".flow summary").click()
        assert case.locator(".flow svg").is_visible()
        assert not case.locator(".tape svg").is_visible()
        assert case.evaluate("one => one.offsetHeight") == 720


def test_a_screen_is_a_sheet_of_paper(browser: Browser, address: str) -> None:
    with browser.new_page() as page:
        page.goto(address)
        screens = page.locator(".screen").count()
        paper = page.pdf(prefer_css_page_size=True)
    sheets = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper)
    assert len(sheets) == screens + 1  # and one for the list
    assert all(float(across) > float(down) for across, down in sheets)
