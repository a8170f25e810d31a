"""A picture on the page: structure of the SVG on every installed Graphviz, and without any."""

import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from gradlab.draw import backend, theme

CHINESE = "\u6743\u91cd\u77e9\u9635" * 3
SVG = "{http://www.w3.org/2000/svg}"
PROGRAM = """
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], ad).require_grad()
loss = (x.detach() * w).sum()
grads = loss.backward()
picture, chart = tape(loss, grads), flowchart(x, grads)
"""
MORE = """
from gradlab import why
verdict = why(x, grads)
asked = tape(verdict)
pictures = [picture, chart, asked, flowchart(verdict), compare(picture, asked)]
pictures += [frame.picture for frame in frames(grads)]
"""


def groups(root: ElementTree.Element, cls: str) -> list[ElementTree.Element]:
    return [g for g in root.iter(f"{SVG}g") if cls in g.get("class", "").split()]


def letters(group: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def test_values_cuts_and_edges_are_drawn_with_their_words(cell, graphviz):
    root = ElementTree.fromstring(cell(PROGRAM)["picture"].svg)
    assert sorted(letters(group) for group in groups(root, "gl-value")) == [
        ["#3", "detach [2]", "marked leaf", "gradient [3.0, 4.0]"],
        ["#4", "mul [2]", "intermediate", "passed through, not kept"],
        ["loss #5 (root)", "sum [1]", "intermediate", "passed through, not kept"],
        ["w #1", "leaf [2]", "marked leaf", "gradient [1.0, 2.0]"],
        ["x #2", "leaf [2]", "marked leaf", "gradient None"],
    ]
    assert [letters(group) for group in groups(root, "gl-cut")] == [["detach() cuts", "line 6"]]
    assert len(groups(root, "gl-recorded")) == 3
    halves = groups(root, "gl-unrecorded")
    assert len(halves) == 2
    assert all(group.find(f"{SVG}path").get("stroke-dasharray") for group in halves)


def test_tooltips_are_titles_inside_their_group(cell, graphviz):
    root = ElementTree.fromstring(cell(PROGRAM)["picture"].svg)
    first = groups(root, "gl-value")[0].find(f"{SVG}title")
    assert first.text.splitlines() == [
        "w #1 = leaf [2]",
        "gradient [1.0, 2.0]",
        "line 4: w = Tensor.from_floats([3.0, 4.0], ad).require_grad()",
    ]


def test_picture_is_named_described_and_as_wide_as_there_is_room(cell, graphviz):
    picture = cell(PROGRAM)["picture"]
    root = ElementTree.fromstring(picture.svg)
    assert root.get("role") == "img"
    named, described = root.get("aria-labelledby").split()
    said = {element.get("id"): element.text for element in root.iter()}
    assert said[named] == "Tape of loss #5"
    assert said[described] == picture.text
    across, down = (round(float(size)) for size in root.get("viewBox").split()[2:])
    assert (root.get("width"), root.get("height")) == (str(across), str(down))
    assert "max-width:100%;height:auto" in root.get("style")


def test_the_asked_value_the_way_and_the_containers_are_drawn(cell, graphviz):
    root = ElementTree.fromstring(cell(PROGRAM + MORE)["asked"].svg)
    assert [letters(group)[0] for group in groups(root, "gl-asked")] == ["x #2 (asked)"]
    assert [letters(group) for group in groups(root, "gl-container")] == [
        ["grads, the Gradients of loss #5", "x #2: no entry", "#3: [3.0, 4.0]", "w #1: [1.0, 2.0]"]
    ]
    assert len(groups(root, "gl-path")) == 4
    assert len(groups(root, "gl-fills")) == 1
    widths = {g.find(f"{SVG}path").get("stroke-width") for g in groups(root, "gl-unrecorded")}
    assert widths == {"3.2"}


def test_both_sides_of_a_comparison_are_drawn_with_what_changed(cell, graphviz):
    root = ElementTree.fromstring(cell(PROGRAM + MORE)["pictures"][4].svg)
    assert len(groups(root, "gl-side")) == 2
    assert len(groups(root, "gl-value")) == 10
    headings = [text for group in groups(root, "gl-side") for text in letters(group)]
    assert [text.split(":")[0] for text in headings if ": Tape" in text] == ["Before", "After"]


def test_pictures_on_a_page_share_no_id(cell, graphviz):
    names = cell(PROGRAM + MORE)
    ids = [
        element.get("id")
        for picture in dict.fromkeys(picture.svg for picture in names["pictures"])
        for element in ElementTree.fromstring(picture).iter()
        if element.get("id")
    ]
    assert len(ids) == len(set(ids)) > 10


def test_a_long_name_is_cut_and_whole_in_the_tooltip(cell, graphviz):
    name = "a_name_that_is_much_longer_than_a_box_should_be"
    picture = cell(f"{name} = Tensor.from_floats([1.0], ad)\npicture = tape({name})")["picture"]
    value = groups(ElementTree.fromstring(picture.svg), "gl-value")[0]
    assert letters(value)[0].startswith("a_name_that_is_much_l... #1")
    assert value.find(f"{SVG}title").text.startswith(f"{name} #1 = leaf [1]")


def test_a_picture_is_at_most_as_wide_as_a_notebook(cell, graphviz):
    """Two tapes that do not fit beside each other stand one above the other."""
    leaves = "".join(f"a{i} = Tensor.from_floats([{i}.0], ad).require_grad()\n" for i in range(5))
    source = leaves + "loss = a0 + a1 + a2 + a3 + a4\np = compare(tape(loss), tape(loss.sum()))"
    root = ElementTree.fromstring(cell(source)["p"].svg)
    assert int(root.get("width")) < 1000


def test_chinese_has_room_in_its_box_also_where_graphviz_cannot_measure_it(cell, graphviz):
    names = cell(f"{CHINESE} = Tensor.from_floats([1.0], ad)\npicture = tape({CHINESE})")
    root = ElementTree.fromstring(names["picture"].svg)
    shape = next(groups(root, "gl-value")[0].iter(f"{SVG}polygon"))
    across = [float(point.split(",")[0]) for point in shape.get("points").split()]
    assert max(across) - min(across) > theme.SIZE * (len(CHINESE) + 0.6 * len(" #1 (root)"))


def test_a_notebook_gets_inline_svg_and_the_text_twin(cell, graphviz):
    picture = cell(PROGRAM)["picture"]
    bundle = picture._repr_mimebundle_()
    assert bundle["text/plain"] == picture.text == str(picture)
    assert bundle["text/html"].startswith('<div class="gradlab-picture"><svg ')
    assert bundle.keys() == {"text/plain", "text/html"}


def test_graphviz_says_nothing_on_stderr(cell, graphviz, capfd):
    names = cell(f"{CHINESE} = Tensor.from_floats([1.0], ad)\npicture = tape({CHINESE})")
    assert CHINESE in names["picture"].svg
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("ending", "start"),
    [("svg", b"<svg"), ("png", b"\x89PNG"), ("dot", b"digraph"), ("txt", b"Ta")],
)
def test_save_writes_what_the_name_ends_in(cell, graphviz, tmp_path, ending, start):
    path = cell(PROGRAM)["picture"].save(tmp_path / f"tape.{ending}")
    assert path.read_bytes().startswith(start)


def test_save_refuses_an_unknown_ending(cell, tmp_path):
    with pytest.raises(ValueError, match=r"\.svg, \.png, \.dot or \.txt, not as \.pdf"):
        cell(PROGRAM)["picture"].save(tmp_path / "tape.pdf")


def test_the_named_graphviz_comes_first_and_one_that_does_not_start_is_passed_over(
    monkeypatch, tmp_path
):
    broken = tmp_path / "dot"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("GRADLAB_DOT", str(broken))
    assert next(backend.candidates()) == str(broken)
    assert backend.drawn_by() not in (None, str(broken))
    assert backend.render("digraph {a}", "svg").startswith(b"<?xml")


def test_without_graphviz_there_is_the_text_twin_and_how_to_get_pictures(
    cell, monkeypatch, tmp_path
):
    monkeypatch.setattr(backend, "candidates", lambda: iter([str(tmp_path / "nothing")]))
    picture = cell(PROGRAM)["picture"]
    assert picture.svg is None
    bundle = picture._repr_mimebundle_()
    assert bundle.keys() == {"text/plain"}
    text, hint = bundle["text/plain"].rsplit("\n\n", 1)
    assert text == picture.text
    assert "pip install graphviz-pure" in hint
    assert len(hint.splitlines()) == 1
    assert picture.dot.startswith("digraph")
    with pytest.raises(RuntimeError, match="graphviz-pure"):
        picture.save(tmp_path / "tape.svg")


def test_dot_is_the_same_under_two_hash_seeds():
    program = (
        "from gradlab import Device, Tensor, compare, flowchart, frames, tape\n"
        f"ad = Device.flex().autodiff()\n{PROGRAM}{MORE}"
        "for one in pictures:\n    print(one.dot, one.text)"
    )
    outputs = {
        subprocess.check_output(
            [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed}, text=True
        )
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert "gl-cut" in outputs.pop()
