"""A long tape: what is kept, and what an edge between two kept values stands for."""

import time

LONG = """
w = Tensor.from_floats([3.0], ad).require_grad()
x = Tensor.from_floats([2.0], ad).require_grad()
t = x.detach()
for _ in range({half}):
    t = t * 1.5
u = t.detach()
for _ in range({half}):
    u = u + w
loss = u.sum()
p = tape(loss)
"""


def rows(text: str) -> list[str]:
    """The numbers of the values that are shown."""
    values = text.split("Not recorded")[0].splitlines()
    return [line.split()[0] for line in values if line.startswith("  #")]


def test_over_sixty_the_root_the_leaves_the_named_and_the_ends_of_cuts_are_kept(cell):
    text = cell(LONG.format(half=200))["p"].text
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
        "for _ in range(100):\n"
        "    total = total + Tensor.from_floats([1.0], ad).require_grad()\n"
        "p = tape(total)"
    )
    text = cell(source)["p"].text
    assert len(rows(text)) == 60
    assert (rows(text)[0], rows(text)[-1]) == ("#1", "#201")  # the cut before later leaves


def test_up_to_sixty_values_nothing_is_folded(cell):
    picture = cell(LONG.format(half=27))["p"]
    assert len(rows(picture.text)) == 59
    assert " values; " not in picture.text


def test_a_folded_way_is_solid_only_where_it_was_recorded_all_along(cell):
    edges = {
        line.split(" [")[0].strip(): line
        for line in cell(LONG.format(half=200))["p"].dot.splitlines()
        if " -> " in line and "cut" not in line.split(" [")[0]
    }
    assert "gl-recorded" in edges["n3 -> n203"]  # a detached marked leaf is a marked leaf
    assert "gl-unrecorded" in edges["n204 -> n404"]
    assert "gl-recorded" in edges["n1 -> n404"]
    assert len(edges) == 4


def test_ten_thousand_values_take_less_than_two_seconds(cell):
    names = cell(LONG.format(half=5000))
    started = time.perf_counter()
    exec("p = tape(loss)", names)
    assert time.perf_counter() - started < 2
    assert "7 of 10005 values" in names["p"].text
