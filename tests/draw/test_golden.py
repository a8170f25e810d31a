"""Whole pictures, as DOT and as text: each of the nine, and what is met most often besides.

A file that is missing is written and the test fails once: look at it, then keep it.
"""

from functools import cache
from pathlib import Path

import pytest

from gradlab.cli.exhibits import Exhibit, exhibit
from gradlab.diagnose import by_number
from gradlab.draw import Picture

GOLDEN = Path(__file__).parent / "golden"
W = "w = Tensor.from_floats([3.0, 4.0], ad).require_grad()\n"
X = "x = Tensor.from_floats([1.0, 2.0], ad).require_grad()\n"
LOSS = "loss = (x * w).sum()\n"

PROGRAMS = {
    "tape_normal": W + X + LOSS + "picture = tape(loss, loss.backward())\n",
    "tape_before_backward": W + X + LOSS + "picture = tape(loss)\n",
    "tape_only_recorded": W + X + LOSS + "picture = tape(loss, only_recorded=True)\n",
    "flow_plain": "picture = flowchart()\n",
    "frame_2": W + X + LOSS + "picture = frames(loss)[2].picture\n",
}
NINE = [by_number(case).slug for case in range(1, 10)]
OTHERS = [
    "ok", "not_float", "partial", "late_partial", "zero", "stale_handle", "values_copied",
    "container_taken", "root_untracked", "consumed",
]  # fmt: skip

shown = cache(exhibit)


def drawn(slug: str, view: str) -> Picture:
    found: Exhibit = shown(slug)
    picture = {"flow": found.flowchart, "tape": found.tape, "compare": found.compared}[view]
    assert picture is not None
    return picture


def check(name: str, ending: str, picture: Picture) -> None:
    drawn = getattr(picture, ending)
    kept = GOLDEN / f"{name}.{ending.replace('text', 'txt')}"
    if not kept.exists():
        kept.write_text(drawn.rstrip("\n") + "\n", encoding="utf-8")
        pytest.fail(f"written afresh: {kept.name}")
    assert drawn.rstrip("\n") + "\n" == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", ["dot", "text"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_picture_is_as_kept(cell, name, ending):
    check(name, ending, cell(PROGRAMS[name])["picture"])


@pytest.mark.parametrize("ending", ["dot", "text"])
@pytest.mark.parametrize("view", ["flow", "tape"])
@pytest.mark.parametrize("slug", NINE + OTHERS)
def test_a_causes_pictures_are_as_kept(slug, view, ending):
    check(f"{view}_{slug}", ending, drawn(slug, view))


@pytest.mark.parametrize("slug", ["late_require_grad", "detach", "consumed"])
def test_before_and_after_is_as_kept(slug):
    check(f"compare_{slug}", "text", drawn(slug, "compare"))


def test_nothing_else_is_kept():
    known = {f"{v}_{s}" for v in ("flow", "tape", "compare") for s in NINE + OTHERS}
    assert {path.stem for path in GOLDEN.iterdir()} <= known | PROGRAMS.keys()
