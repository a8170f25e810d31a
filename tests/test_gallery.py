"""`gradlab gallery`: one page that needs nothing else, with every cause of the registry."""

import html
import re
from html.parser import HTMLParser

import pytest

from gradlab.cli import main
from gradlab.cli.exhibits import exhibits
from gradlab.data.causes import programs
from gradlab.diagnose import CAUSES

SLUGS = {cause.slug for cause in CAUSES}
EXHIBITS = exhibits()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("gallery") / "new"
    assert main(["gallery", str(folder)]) == 0
    return (folder / "index.html").read_text("utf-8")


def test_every_cause_has_a_program():
    assert programs().keys() == SLUGS


@pytest.mark.parametrize("one", EXHIBITS, ids=lambda one: one.slug)
def test_the_program_has_its_cause_and_the_right_one_has_none(one):
    assert one.verdict.kind == one.slug
    assert one.verdict.case == one.case
    if one.slug != "ok":
        assert (one.after.kind, one.after.level) == ("ok", "ok")
        assert one.after.value is not None


def test_the_nine_come_first_in_their_order():
    assert [one.case for one in EXHIBITS][:10] == [*range(1, 10), None]


def test_what_names_a_tensor_has_a_tape():
    assert {one.slug for one in EXHIBITS if one.tape is None} == {"reflex", "retained"}


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.links.append(value or "")


def test_the_page_loads_nothing_and_its_links_lead_somewhere(page):
    reader = Reader()
    reader.feed(page)
    assert "script" not in reader.tags
    assert "link" not in reader.tags
    assert "url(" not in page
    assert {link.removeprefix("#") for link in reader.links} == SLUGS
    assert set(reader.links) == {f"#{slug}" for slug in SLUGS}


def test_no_two_things_on_the_page_share_an_id(page):
    reader = Reader()
    reader.feed(page)
    assert len(reader.ids) == len(set(reader.ids))


def section(page: str, slug: str) -> str:
    return page.split(f'<section id="{slug}">')[1].split("</section>")[0]


def test_the_first_screen_is_the_mistake_and_the_second_the_fix(page):
    mistake, fixed = section(page, "detach").split('<div class="screen fixed" id="detach-fixed">')
    assert (mistake.count("<svg "), fixed.count("<svg ")) == (2, 1)
    assert re.findall(r'<span class="?here"?>(.*?)</span>', mistake) == ["copy = x.detach()"]
    verdict = next(one.verdict for one in EXHIBITS if one.slug == "detach")
    said = (">>> why(x, grads)", verdict.title, f"line 3: {verdict.site.remark}")
    places = [mistake.index(html.escape(text)) for text in said]
    assert places == sorted(places)
    assert html.escape(verdict.fix.text) not in mistake  # the class is to find it
    assert html.escape(verdict.fix.text) in fixed
    assert "is there: " in fixed


def test_tape_and_flowchart_take_turns_without_a_script(page):
    tabs = re.findall(r'<details class="(\w+)" name="detach"( open)?>', page)
    assert tabs == [("tape", " open"), ("flow", "")]
    alone = re.findall(r'<details class="(\w+)" name="retained"( open)?>', page)
    assert alone == [("flow", " open")]


def test_nothing_to_set_right_is_one_screen(page):
    assert section(page, "ok").count('<div class="screen') == 1


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["gallery", str(tmp_path / "file" / "inside")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "cannot be written" in said.err
    assert len(said.err.splitlines()) == 1
