"""What TEACHING.md says of the kit, against the kit."""

import argparse
import re
from pathlib import Path

from gradlab.classroom.checking import judge
from gradlab.classroom.exercises import EXERCISES
from gradlab.cli import COMMANDS
from gradlab.diagnose import CAUSES

ROOT = Path(__file__).parents[1]
TEACHING = (ROOT / "TEACHING.md").read_text("utf-8")


def plans() -> list[list[tuple[int, int]]]:
    """Each plan as its (from, to) minutes."""
    parts = re.split(r"^## ", TEACHING, flags=re.M)
    found = [re.findall(r"^\| (\d+)-(\d+) \|", part, re.M) for part in parts]
    return [[(int(a), int(b)) for a, b in rows] for rows in found if rows]


def test_the_plans_fill_45_and_90_minutes_without_a_gap():
    ends = [0, 0]
    for place, plan in enumerate(plans()):
        for begin, end in plan:
            assert begin == ends[place]
            ends[place] = end
    assert ends == [45, 90]


def test_the_number_of_exercises_is_right():
    assert re.findall(r"There are (\d+) exercises", TEACHING) == [str(len(EXERCISES))]


def test_the_commands_exist():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    for command in COMMANDS:
        command.add(commands)
    named = set(re.findall(r"(?:^|`|/)gradlab ([a-z]+)", TEACHING, re.M))
    assert named == {"lab", "doctor", "gallery", "train", "explain", "wheelhouse"}
    assert named <= set(commands.choices)


def test_the_sections_of_the_gallery_are_causes():
    slugs = set(re.findall(r"#([a-z_]+)`", TEACHING))
    assert slugs == {"late_require_grad", "removed"}
    assert slugs <= {cause.slug for cause in CAUSES}


def test_the_lessons_named_exist_and_an_answer_can_be_judged_as_it_says():
    numbers = set(re.findall(r"[Ll]essons? (\d\d)", TEACHING))
    assert all(list((ROOT / "notebooks").glob(f"{number}-*.ipynb")) for number in numbers)
    answer = {"cause": 3, "line": 4}
    assert judge("03.1", **answer).state == "right"
