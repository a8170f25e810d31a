"""Two tapes side by side: which values are the same, and what is said to have changed."""

import pytest

from gradlab.cli.exhibits import exhibit

LEAVES = """
w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
x = Tensor.from_floats([1.0, 2.0], ad){mark}
loss = (x{cut} * w).sum()
p = tape(loss, loss.backward())
"""


def changed(cell, before: str, after: str) -> list[str]:
    """The lines about what changed from one program to the other."""
    old, new = (cell(source)["p"] for source in (before, after))
    names = cell("p = compare(old, new)", names={"__name__": "__main__", "old": old, "new": new})
    return names["p"].text.split("What changed\n")[1].split("\n")


def program(mark: str = ".require_grad()", cut: str = "") -> str:
    return LEAVES.format(mark=mark, cut=cut)


def test_the_same_program_twice_changes_nothing(cell):
    assert changed(cell, program(), program()) == ["  nothing"]


def test_a_mark_changes_the_state_the_entry_and_the_edge(cell):
    lines = changed(cell, program(mark=""), program())
    assert [line.replace("#2", "#n").replace("#3", "#m") for line in lines][:1]
    text = "\n".join(lines)
    assert ": untracked -> marked leaf" in text
    assert ": nothing -> gradient [3.0, 4.0]" in text
    assert " is recorded now" in text
    assert len(lines) == 3


def test_the_way_back_is_told_too(cell):
    text = "\n".join(changed(cell, program(), program(mark="")))
    assert " is not recorded any more" in text
    assert ": gradient [3.0, 4.0] -> nothing" in text


def test_values_that_are_gone_or_new_are_named(cell):
    lines = changed(cell, program(), program(cut=".detach()"))
    assert sum(line.endswith(" is new") for line in lines) == 1
    lines = changed(cell, program(cut=".detach()"), program())
    assert sum(line.endswith(" is gone") for line in lines) == 1


def test_both_sides_are_drawn_with_keys_and_ids_of_their_own():
    compared = exhibit("detach").compared
    assert compared.dot.count("gl-side") == 2
    assert "an2 -> acut0" in compared.dot
    assert "bn2 -> bn3" in compared.dot
    assert "changed)" in compared.dot


@pytest.mark.parametrize("slug", ["detach", "late_require_grad", "removed", "consumed"])
def test_a_fix_is_seen_as_a_gradient_that_is_there(slug):
    told = exhibit(slug).compared.text.split("What changed")[1]
    assert "-> gradient [" in told
