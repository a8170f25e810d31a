"""A verdict as text, as HTML and as data.

The texts in golden/ are compared as a whole; REWRITE_GOLDEN=1 writes them afresh: look at
the difference, then keep it.
"""

import html
import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from gradlab.diagnose import Verdict
from gradlab.diagnose.verdict import Fix
from tests.diagnose.programs import PROGRAMS, answered

GOLDEN = Path(__file__).parent / "golden"
TYPICAL = {
    "4": "intermediate",
    "16": "plain_device",
    "60": "not_marked",
    "own-late-1": "late_require_grad",
    "49": "not_reached",
    "own-detach-2": "detach",
    "33": "int_round_trip",
    "own-removed-1": "removed",
    "own-other-1": "other_gradients",
    "own-not-float-2": "not_float",
    "80": "consumed",
    "19": "req_on_intermediate",
    "30": "root_untracked",
    "3": "grad_is_plain",
    "77": "container_taken",
    "own-shape-2": "shape_mismatch",
    "61": "discarded",
    "57": "partial",
    "22": "leaf_overwritten",
    "27": "values_copied",
    "1": "moved",
    "38": "zero",
    "46": "nan",
}
BY_ID = {program["id"]: program for program in PROGRAMS}


def verdict_on(run, id):
    program = BY_ID[id]
    return answered(run, program, program["asks"][0])


@pytest.mark.parametrize("id", TYPICAL)
def test_a_typical_verdict_reads_as_kept(run, id):
    verdict, text, _ = verdict_on(run, id)
    assert verdict.kind == TYPICAL[id]
    kept = GOLDEN / f"{TYPICAL[id]}.txt"
    program = "".join(f"{i:3}  {line}\n" for i, line in enumerate(BY_ID[id]["program"], 1))
    page = f"{program}\n{text}\n"
    if os.environ.get("REWRITE_GOLDEN"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(page, encoding="utf-8")
    assert page == kept.read_text("utf-8")


@pytest.mark.parametrize(
    "id",
    TYPICAL,
)
def test_a_verdict_as_data_survives_json_and_has_a_version(run, id):
    verdict, _, _ = verdict_on(run, id)
    data = verdict.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["version"] == 1
    assert (data["kind"], data["case"], data["level"], data["gate"]) == (
        verdict.kind,
        verdict.case,
        verdict.level,
        verdict.gate,
    )
    assert data["site"]["where"] == "program.py"
    assert data["site"]["line"] == verdict.site.line
    assert data["title"] == verdict.title


def test_a_gradient_that_is_there_is_in_the_data_as_numbers(run):
    verdict, _, _ = verdict_on(run, "57")
    assert verdict.to_dict()["value"] == [2.0]
    assert verdict.value.to_data().tolist() == [2.0]


@pytest.mark.parametrize("id", ["4", "57", "80"])
def test_jupyter_gets_the_text_and_a_page_that_says_the_same(run, id):
    verdict, _, _ = verdict_on(run, id)
    bundle = verdict._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/plain"] == str(verdict) == repr(verdict)
    assert verdict.title.split()[0] in bundle["text/html"]


def seen(page):
    """The words of a page, without the tags."""
    return html.unescape(re.sub(r"<[^>]*>", " ", page)).split()


@pytest.mark.parametrize("id", TYPICAL)
def test_the_page_says_what_the_text_says(run, id):
    verdict, text, _ = verdict_on(run, id)
    assert seen(verdict._repr_mimebundle_()["text/html"]) == text.split()


@pytest.mark.parametrize("id", TYPICAL)
def test_only_source_keeps_its_line_breaks_on_the_page(run, id):
    verdict, text, _ = verdict_on(run, id)
    page = verdict._repr_mimebundle_()["text/html"]
    sources = [html.unescape(one) for one in re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.S)]
    assert "\n" not in re.sub(r"<pre.*?</pre>", "", page, flags=re.S)
    places = [line for line in text.splitlines() if re.match(r" +\d* \| ", line)]
    changed = [line[8:] for line in text.splitlines() if re.match(r" {8}[-+] ", line)]
    for line in (*places, *changed):
        assert line in "\n".join(sources).splitlines()
    assert all("overflow-x:auto" in one for one in re.findall(r"<pre[^>]*>", page))


def test_hostile_names_are_escaped_in_html(run):
    verdict, _, _ = verdict_on(run, "60")
    evil = "<img src=x onerror=alert(1)>&\"'"
    for bundle in (
        replace(verdict, title=evil)._repr_mimebundle_(),
        replace(verdict, check=evil)._repr_mimebundle_(),
        replace(verdict, site=replace(verdict.site, source=f"x = '{evil}'"))._repr_mimebundle_(),
    ):
        assert "<img" not in bundle["text/html"]
        assert "&lt;img" in bundle["text/html"]
        assert evil[:10] in bundle["text/plain"]


def test_a_name_of_hostile_source_reaches_html_escaped(run):
    names = run(
        """\
box = {"<script>&": F([1], ad)}
w = F([1], ad).require_grad()
grads = w.sum().backward()
answer = why(box["<script>&"], grads)"""
    )
    page = names["answer"]._repr_mimebundle_()["text/html"]
    assert "<script>" not in page
    assert "&lt;script&gt;&amp;" in page


@pytest.mark.parametrize(
    "width",
    [10, 60, 88, 200, 1000],
)
def test_long_lines_long_names_and_many_places_still_fit(run, width):
    verdict, _, _ = verdict_on(run, "own-late-1")
    name = "x" * width
    long = replace(verdict.site, source=f"    {name} = {name} * w", column=4, end_column=4 + width)
    crowd = tuple(replace(long, line=i) for i in range(4, 40))
    fix = Fix("do " * width, "none", "program.py", 1, (long.source,) * 9, (long.source + "1",) * 9)
    big = replace(
        verdict, title=f"{name} is " * 3, site=long, sites=crowd, fix=fix, notes=("note " + name,)
    )
    lines = str(big).split("\n")
    assert len(lines) <= 16
    assert max(map(len, lines)) <= 88
    assert lines[-1].startswith("Cause")


def test_nothing_depends_on_where_the_folder_is(run, tmp_path):
    verdict, text, _ = verdict_on(run, "60")
    assert str(tmp_path) not in text
    assert str(tmp_path) not in json.dumps(verdict.to_dict())
    assert isinstance(verdict, Verdict)
