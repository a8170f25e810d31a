"""Names that try to get out of their label: harmless, and still to be read."""

from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from gradlab import why
from gradlab.draw import compare, flow_view, frames, labels
from gradlab.draw.lit import Answer, Lit, Reply
from gradlab.draw.tape_view import tape
from gradlab.engine import Device, DTypeError, Tensor
from gradlab.engine.graph_view import graph
from gradlab.lab.stepper import Stepper
from gradlab.nn import Linear

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


def verdict_tape_of(name: str):
    """The asked leaf, the loss and the container bear the name in turn."""
    w = Tensor.from_floats([1.0], Device.flex().autodiff()).require_grad()
    loss = (w.detach() * w).sum()
    names = {"tape": tape, "why": why, name: w, "__w": w, "__name__": "__main__"}
    names["__grads"] = loss.backward()
    exec("picture = tape(why(__w, __grads))", names)
    return names["picture"]


def comparison_of(name: str):
    return compare(tape_of(name), verdict_tape_of(name))


def frame_of(name: str):
    t = Tensor.from_floats([1.0], Device.flex().autodiff()).require_grad()
    loss = (t * t).sum()
    names = {"frames": frames, name: loss, "__loss": loss, "__name__": "__main__"}
    exec("picture = frames(__loss)[0].picture", names)
    return names["picture"]


RESERVED = {"tape", "why", "frames"}
DRAWERS = [tape_of, chart_of, verdict_tape_of, comparison_of, frame_of]


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


@pytest.mark.parametrize("draw", DRAWERS)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_shown_and_does_nothing(draw, name, graphviz):
    picture = draw(name)
    assert check(picture.svg).count(labels.cut(name, 24)) >= 2  # in the heading and below
    assert labels.cut(name, 24) in picture.text


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example("0  ")
@given(st.text(min_size=1).filter(lambda name: not name.startswith("_") and name not in RESERVED))
def test_any_name_is_shown_and_does_nothing(name):
    for draw in DRAWERS:
        assert check(draw(name).svg).count(labels.cut(name, 24)) >= 2


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("tape(grads)", "expected a Tensor or Verdict, got Gradients"),
        ("tape(None)", "expected a Tensor or Verdict, got None"),
        ("tape(net)", "expected a Tensor or Verdict, got Linear"),
        ("tape(loss, 3)", "expected a Gradients, got int"),
        ("flowchart(net)", "expected a Tensor or Verdict, got Linear"),
        ("flowchart(loss, loss)", "expected a Gradients, got Tensor"),
        ("compare(loss, None)", "expected a Tensor or TapePicture or Verdict, got None"),
        ("frames(net)", "expected a Tensor or Gradients or Verdict, got Linear"),
        ("Stepper(net)", "expected a Tensor or Gradients or Verdict or WhatIf or str, got Linear"),
        ("graph(None)", "expected a tensor, got None"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_what_it_is(call, told):
    loss = Tensor.from_floats([1.0], Device.flex().autodiff()).require_grad() * 2.0
    net = Linear(1, 1, Device.flex(), seed=0)
    names = {"loss": loss, "net": net, "grads": loss.sum().backward()}
    names |= {"tape": tape, "flowchart": flow_view.flowchart, "compare": compare}
    names |= {"frames": frames, "Stepper": Stepper, "graph": graph}
    with pytest.raises(DTypeError) as refused:
        eval(call, names)
    assert refused.value.problem == told
    assert refused.value.op == call.split("(")[0]
