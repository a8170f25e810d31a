"""A long tape: what repeats has a count, what is kept, and what an edge between two stands for."""

import time

import pytest

LEAVES = """
w = Tensor.from_floats([3.0], ad).require_grad()
x = Tensor.from_floats([2.0], ad).require_grad()
t = x.detach()
"""


def long(half: int) -> str:
    """A program in which every operation has a line of its own."""
    return LEAVES + "t = t * 1.5\n" * half + "u = t.detach()\n" + "u = u + w\n" * half + LOSS


LOSS = "loss = u.sum()\np = tape(loss)\n"
LOOP = f"""{LEAVES}
for _ in range({{half}}):
    t = t * 1.5
u = t.detach()
for _ in range({{half}}):
    u = u + w
{LOSS}"""


def rows(text: str) -> list[str]:
    """The numbers of the values that are shown."""
    values = text.split("Not recorded")[0].splitlines()
    return [line.split()[0] for line in values if line.startswith("  #")]


def test_over_sixty_the_root_the_leaves_the_named_and_the_ends_of_cuts_are_kept(cell):
    text = cell(long(200))["p"].text
    head = text.splitlines()[1]
    assert head == "7 of 405 values; an edge stands for all ways between two of them"
    assert rows(text) == ["#1", "#2", "#3", "#203", "#204", "#404", "#405"]
    cuts = text.split("Not recorded (-/-)")[1].strip().splitlines()
    assert [line.strip().split("  ")[0] for line in cuts] == [
        "x #2 -/- #3",
        "t #203 -/- #204",
    ]


def test_more_than_sixty_leaves_are_not_all_shown(cell):
    source = (
        "total = Tensor.from_floats([0.0], ad)\n"
        + "total = total + Tensor.from_floats([1.0], ad).require_grad()\n" * 100
        + "p = tape(total)"
    )
    text = cell(source)["p"].text
    assert len(rows(text)) == 60
    assert (rows(text)[0], rows(text)[-1]) == ("#1", "#201")  # the cut before later leaves


def test_up_to_sixty_values_nothing_is_folded(cell):
    picture = cell(long(27))["p"]
    assert len(rows(picture.text)) == 59
    assert " values; " not in picture.text


def test_a_folded_way_is_solid_only_where_it_was_recorded_all_along(cell):
    edges = {
        line.split(" [")[0].strip(): line
        for line in cell(long(200))["p"].dot.splitlines()
        if " -> " in line and "cut" not in line.split(" [")[0]
    }
    assert "gl-recorded" in edges["n3 -> n203"]  # a detached marked leaf is a marked leaf
    assert "gl-unrecorded" in edges["n204 -> n404"]
    assert "gl-recorded" in edges["n1 -> n404"]
    assert len(edges) == 4


def test_turns_of_a_loop_have_a_count_and_the_first_and_the_last_stay(cell):
    text = cell(LOOP.format(half=20))["p"].text
    turned = ["#1", "#2", "#3", "#4", "#5-#22", "#23", "#24", "#25", "#26-#43", "#44", "#45"]
    assert rows(text) == turned
    assert "18 turns of add(#25, #1) [1]" in text
    assert " values; " not in text


def test_four_turns_beside_one_with_a_name_are_not_folded_and_five_are(cell):
    assert len(rows(cell(LOOP.format(half=5))["p"].text)) == 15
    assert len(rows(cell(LOOP.format(half=6))["p"].text)) == 11


def test_a_turn_may_have_several_operations_and_leaves(cell):
    source = (
        "total = w = Tensor.from_floats([1.0], ad).require_grad()\n"
        "for _ in range(30):\n"
        "    total = (total + Tensor.from_floats([1.0], ad).require_grad()).relu()\n"
        "p = tape(total)"
    )
    text = cell(source)["p"].text
    assert "28 turns of leaf, add, relu(#4) [1]" in text
    assert len(rows(text)) == 8


def test_what_is_named_or_cut_is_never_inside_a_turn(cell):
    source = LEAVES + (
        "for i in range(30):\n    t = t * w\n    if i == 14:\n        middle = t\np = tape(t)"
    )
    text = cell(source)["p"].text
    assert "  middle  " in text
    assert text.count(" turns of mul") == 2


def test_a_layers_call_is_one_value_with_its_operations(cell):
    source = (
        "from gradlab.nn import Linear\n"
        "m = Linear(2, 3, ad, seed=1)\n"
        "x = Tensor.from_floats([[1.0, 2.0]], ad)\n"
        "h = m(x).relu()\n"
        "p = tape(h)"
    )
    picture = cell(source)["p"]
    assert "matmul, unsqueeze, add(-/- #3, #1, #2) [1, 3]" in picture.text
    assert picture.dot.count("gl-folded") == 1
    assert "  x #3 -/- #6  line 6: the input was not marked" in picture.text


@pytest.mark.parametrize("program", [LOOP.format(half=5000), long(5000)], ids=["loop", "lines"])
def test_ten_thousand_values_take_less_than_two_seconds(cell, program):
    names = cell(program)
    started = time.perf_counter()
    exec("p = tape(loss)", names)
    assert time.perf_counter() - started < 2
    assert names["p"].title == "Tape of loss #10005"


def test_over_sixty_the_way_from_the_asked_value_to_the_loss_is_kept_first(cell):
    source = LEAVES + "t = w * w\n" + "t = t * 1.5\n" * 200 + "grads = t.sum().backward()\n"
    text = cell(source + "from gradlab import why\np = tape(why(w, grads))")["p"].text
    assert len(rows(text.replace("\n> ", "\n  "))) == 60
    assert "> #204" in text
