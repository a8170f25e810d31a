"""Names that try to get out of their label: harmless, and still to be read."""

from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from gradlab.draw import flow_view, labels
from gradlab.draw.lit import Answer, Lit, Reply
from gradlab.draw.tape_view import tape
from gradlab.engine import Device, Tensor

SVG = "{http://www.w3.org/2000/svg}"
SAFE = {"svg", "g", "title", "desc", "path", "polygon", "polyline", "ellipse", "text"}
HOSTILE = [
    "</svg><script>alert(1)</script>",
    "<b>bold</b>",
    "<<TABLE><TR><TD>x</TD></TR></TABLE>>",
    "\"quoted\" 'twice'",
    "back\\slash \\N \\G \\l \\",
    "two\nlines\r\tand a tab",
    "nul\x00 and \ud800 and \ufffe and \u202e",
    "&lt; &amp; &#65; & &nosuch;",
    "digraph",
    "node -> edge; subgraph {}",
    "\u6743\u91cd \U0001f52a",
    "]]><!-- -->",
    "x:port:n",
    "{}%s{0}",
]


def tape_of(name: str):
    t = Tensor.from_floats([1.0], Device.flex().autodiff()).require_grad()
    names = {"tape": tape, name: t, "__t": t, "__name__": "__main__"}
    exec("picture = tape(__t)", names)
    return names["picture"]


def chart_of(name: str):
    yes, no = Answer(Reply.YES, name), Answer(Reply.NO, name)
    return flow_view.draw(Lit(name, (yes, yes, no), case=2))


def check(svg: str) -> str:
    """The letters of an SVG that can neither run nor load anything."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in SAFE
        for attribute, value in element.attrib.items():
            assert not attribute.lower().startswith("on")
            assert "href" not in attribute
            assert "url(" not in value
            assert "script" not in value
    # Of two blanks in a row Graphviz makes the second one a no-break space.
    return " ".join(text.text or "" for text in root.iter(f"{SVG}text")).replace("\xa0", " ")


@pytest.mark.parametrize("draw", [tape_of, chart_of])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_shown_and_does_nothing(draw, name, graphviz):
    picture = draw(name)
    assert check(picture.svg).count(labels.cut(name, 24)) >= 2  # in the heading and below
    assert labels.cut(name, 24) in picture.text


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example("0  ")
@given(st.text(min_size=1).filter(lambda name: not name.startswith("_") and name != "tape"))
def test_any_name_is_shown_and_does_nothing(name):
    assert check(tape_of(name).svg).count(labels.cut(name, 24)) >= 2
    assert check(chart_of(name).svg).count(labels.cut(name, 24)) >= 2
