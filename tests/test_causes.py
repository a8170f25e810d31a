"""The long form of every cause."""

import pytest

from gradlab.cli.explain import GROUPS
from gradlab.diagnose.causes import CAUSES
from gradlab.words.en import TEXT

FIELDS = (
    "title", "rule", "seen", "evidence", "fix", "price", "burn", "pytorch", "check",
)  # fmt: skip
SLUGS = sorted({key.split(".")[1] for key in TEXT if key.startswith("cause.")})


def field(slug: str, name: str) -> str:
    return TEXT[f"cause.{slug}.{name}"].format()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_cause_has_every_field_and_no_other(slug):
    fields = [
        key.removeprefix(f"cause.{slug}.") for key in TEXT if key.startswith(f"cause.{slug}.")
    ]
    assert fields == list(FIELDS)


def test_every_cause_of_the_registry_has_a_long_form():
    assert sorted({entry.slug for entry in CAUSES} - set(SLUGS)) == []


def test_the_list_holds_every_cause_once():
    listed = [slug for slugs in GROUPS.values() for slug in slugs]
    assert sorted(listed) == SLUGS


def test_the_groups_of_the_nine_are_those_of_the_questions():
    numbers = {entry.slug: entry.case for entry in CAUSES if entry.case}
    grouped = {
        name: [numbers[slug] for slug in GROUPS[name]] for name in ("leaf", "reach", "container")
    }
    assert grouped == {"leaf": [1, 2, 7], "reach": [3, 4, 5, 6], "container": [8, 9]}


@pytest.mark.parametrize("entry", [entry for entry in CAUSES if entry.case], ids=lambda e: e.slug)
def test_a_case_is_called_alike_in_the_flowchart_and_in_its_long_form(entry):
    assert field(entry.slug, "title") == TEXT[f"draw.case_{entry.case}"]


@pytest.mark.parametrize("slug", SLUGS)
def test_code_fits_the_terminal_and_is_short(slug):
    for name in ("burn", "pytorch"):
        lines = field(slug, name).splitlines()
        assert 1 <= len(lines) <= 4
        assert max(map(len, lines)) <= 84


@pytest.mark.parametrize("slug", SLUGS)
def test_the_same_mistake_in_pytorch_is_python(slug):
    compile(field(slug, "pytorch"), slug, "exec")


@pytest.mark.parametrize("slug", SLUGS)
def test_brackets_of_the_same_mistake_in_burn_close(slug):
    code = "".join(line.split("//")[0] for line in field(slug, "burn").splitlines())
    assert [code.count(a) - code.count(b) for a, b in ("()", "[]", "{}")] == [0, 0, 0]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_check_has_one_line_each_for_gradlab_burn_and_pytorch(slug):
    lines = field(slug, "check").splitlines()
    assert len(lines) == 3
    assert all(0 < len(line) <= 74 for line in lines)


@pytest.mark.parametrize("slug", SLUGS)
def test_prose_is_sentences_and_a_rule_is_one_or_two(slug):
    for name in ("rule", "seen", "evidence", "fix"):
        assert (
            field(slug, name)[0].isupper()
            or not field(slug, name)[0].isalpha()
            or "(" in field(slug, name)
        )
        assert field(slug, name).endswith((".", "..."))
    assert 40 <= len(field(slug, "rule")) <= 260
