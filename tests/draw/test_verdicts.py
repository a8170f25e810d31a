"""The tape that a verdict speaks of: what was asked, its way to the loss, the containers."""

import pytest

from gradlab import GradlabError
from gradlab.cli.exhibits import exhibit

W = "w = Tensor.from_floats([3.0, 4.0], ad).require_grad()\n"
X = "x = Tensor.from_floats([1.0, 2.0], ad).require_grad()\n"
WHY = "from gradlab import why\n"


def text(slug: str) -> list[str]:
    picture = exhibit(slug).tape
    assert picture is not None
    return picture.text.splitlines()


def on_path(lines: list[str]) -> list[str]:
    return [line.split()[1] for line in lines if line.startswith("> ")]


@pytest.mark.parametrize(
    ("slug", "path"),
    [
        ("plain_device", ["#2", "#3", "#4"]),
        ("detach", ["#2", "#3", "#4", "#5"]),
        ("int_round_trip", ["#2", "#3", "#4", "#5", "#6"]),
        ("not_reached", []),
        ("intermediate", ["#3", "#4", "#5"]),
        ("values_copied", ["#1", "#2", "#3", "#4"]),
        ("stale_handle", ["#1", "#4", "#5", "#6"]),
    ],
)
def test_the_way_from_the_asked_value_to_the_loss_stands_out(slug, path):
    assert on_path(text(slug)) == path


def test_what_the_asked_value_is_not_joined_to_is_said(cell):
    assert text("not_reached")[1] == "asked: x #2; nothing leads from it to loss #4"


def test_edges_on_the_way_are_thick_and_the_asked_value_has_a_class(cell):
    source = W + X + WHY + "loss = (x * w).sum()\ngrads = loss.backward()\np = tape(why(x, grads))"
    dot = cell(source)["p"].dot.splitlines()
    thick = [line.split(" [")[0].strip() for line in dot if "penwidth=3.2" in line]
    assert thick == ["n2 -> n3", "n3 -> n4"]
    asked = [at for at, line in enumerate(dot) if "gl-asked" in line]
    assert [dot[at - 3].split(" [")[0].strip() for at in asked] == ["n2"]


def test_an_entry_that_was_taken_out_is_a_ghost_in_its_container():
    lines = text("removed")
    at = lines.index("grads, the Gradients of loss #3")
    assert lines[at + 1] == "  w #1: taken out, line 4"
    assert "gl-container" in exhibit("removed").tape.dot


def test_the_other_container_is_drawn_at_the_loss_it_belongs_to():
    lines = text("other_gradients")
    assert lines[lines.index("others, the Gradients of penalty #6") + 1] == "  w #1: no entry"
    assert lines[lines.index("grads, the Gradients of loss #4") + 1] == "  w #1: [2.0, 2.0]"
    dot = exhibit("other_gradients").tape.dot
    assert "n6 -> held0" in dot
    assert "n4 -> held1" in dot


def test_a_container_that_was_handed_over_names_who_has_it():
    assert text("container_taken")[-1] == "  all handed over to from_grads, line 5"


def test_a_plain_tape_shows_a_container_only_where_it_has_news(cell):
    source = W + "loss = (w * w).sum()\ngrads = loss.backward()\n"
    assert "Gradients of" not in cell(source + "p = tape(loss, grads)")["p"].text
    source += "w.grad_remove(grads)\n"
    assert ": taken out, line 6" in cell(source + "p = tape(loss, grads)")["p"].text


def test_a_container_with_entries_of_other_values_is_news(cell):
    source = W + X + "part = w * 2.0\ngrads = (w * x).sum().backward()\np = tape(part, grads)"
    assert cell(source)["p"].text.splitlines()[-2:] == ["  w #1: [1.0, 2.0]", "  x #2: [3.0, 4.0]"]


def test_many_entries_are_counted(cell):
    source = W + WHY + "ws = [Tensor.from_floats([1.0], ad).require_grad() for _ in range(9)]\n"
    source += "loss = sum(ws, w).sum()\ngrads = loss.backward()\np = tape(why(w, grads))"
    lines = cell(source)["p"].text.split("grads, the")[1].splitlines()
    assert len(lines) == 7
    assert lines[-1] == "  and 5 more"


def test_the_used_up_value_of_a_refusal_is_marked():
    assert any(
        "h  mul(#1, #1) [2]" in line and "used up before" in line for line in text("consumed")
    )


def test_only_the_tape_leaves_out_what_was_only_computed(cell):
    source = W + "x = Tensor.from_floats([1.0, 2.0], Device.flex())\ny = x * 2.0\n"
    source += "loss = (y * w).sum()\np, q = tape(loss), tape(loss, only_recorded=True)"
    names = cell(source)
    assert " plain device" in names["p"].text
    assert " plain device" not in names["q"].text
    assert "-/-" not in names["q"].text
    assert "gl-cut" not in names["q"].dot


def test_a_handle_that_is_not_the_marked_one_is_told_apart(cell):
    source = W + WHY + "x = Tensor.from_floats([1.0, 2.0], ad)\nx.require_grad()\n"
    source += "grads = (x * w).sum().backward()\np = tape(why(x, grads))"
    assert "marked leaf (asked by an unmarked handle)" in cell(source)["p"].text


def test_a_verdict_about_no_tensor_has_no_tape(cell):
    source = W + "try:\n    w.item()\nexcept Exception as error:\n    v = why(error)\n"
    with pytest.raises(GradlabError, match="about no tensor"):
        exec("tape(v)", cell(WHY + source))


def test_a_verdict_keeps_the_names_of_its_time(cell):
    source = (
        W + WHY + "loss = (w * w).sum()\nv = why(w, loss.backward())\nu, w = w, None\np = tape(v)"
    )
    assert "> #1  w " in cell(source)["p"].text
