"""`gradlab explain`, as it is used."""

import re
import subprocess
import sys

import pytest

from gradlab.cli import main
from gradlab.cli.explain import COLUMNS, GROUPS, SYMPTOMS

SLUGS = [slug for slugs in GROUPS.values() for slug in slugs]


@pytest.fixture
def explain(capsys):
    def run(*words):
        status = main(["explain", *words])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return run


def test_the_list_groups_the_nine_by_the_question_that_says_no(explain):
    status, out, _ = explain()
    assert status == 0
    blocks = [block.splitlines() for block in out.split("\n\n")]
    numbers = {block[0]: re.findall(r"^  (\d)", "\n".join(block), re.M) for block in blocks}
    assert numbers["Questions 1 and 2 say no: it is no tracked leaf"] == ["1", "2", "7"]
    assert numbers["Question 3 says no: backward did not reach it"] == ["3", "4", "5", "6"]
    assert numbers["Question 4 says no: it is not in this container"] == ["8", "9"]
    assert sum(map(len, numbers.values())) == 9


def test_the_list_names_every_cause_with_its_title(explain):
    _, out, _ = explain()
    rows = re.findall(r"^  [\d ]  (\w+) +(.+)$", out, re.M)
    assert [slug for slug, _ in rows] == SLUGS
    assert dict(rows)["leaf_overwritten"] == "the leaf's name was taken by a result"


def test_a_number_and_its_name_say_the_same(explain):
    assert explain("5") == explain("detach") == explain("case", "5")
    assert explain("Int round-trip") == explain("int_round_trip") == explain("6")


def test_the_long_form_of_case_5(explain):
    status, out, _ = explain("5")
    assert status == 0
    assert out.startswith("detach (case 5): the path went through detach()\n\nRule      detach()")
    labels = re.findall(r"^([A-Z]\w+(?: \w+)?)(?:  |$)", out, re.M)
    assert labels == [
        "Rule", "Seen", "Evidence", "Fix", "Price", "In burn", "In PyTorch", "Check",
    ]  # fmt: skip
    assert "    copy.grad(&grads)  // Some([3.0, 4.0])\n" in out
    assert "    x.grad, copy.grad  # None, None\n" in out
    assert "    PyTorch   copy.grad_fn is None, copy.requires_grad\n" in out


def test_braces_of_rust_are_printed_once(explain):
    _, out, _ = explain("not_registered")
    assert "struct Net { scale: Tensor<1> }" in out


@pytest.mark.parametrize("slug", SLUGS)
def test_a_long_form_fits_the_terminal(explain, slug):
    status, out, _ = explain(slug)
    assert status == 0
    assert max(map(len, out.splitlines())) <= COLUMNS
    assert len(out.splitlines()) <= 36


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("detatch", "detach"),
        ("late", "late_require_grad, late_partial"),
        ("overwritten", "leaf_overwritten"),
        ("argmax", "int_round_trip"),
        ("*=", "leaf_overwritten"),
    ],
)
def test_a_wrong_name_gets_the_nearest(explain, wrong, near):
    status, out, err = explain(*wrong.split())
    assert (status, out) == (1, "")
    assert f"there is no cause {wrong}" in err
    assert f"Near: {near}" in err


def test_a_number_outside_the_nine_says_the_range(explain):
    status, _, err = explain("12")
    assert status == 1
    assert err == (
        "gradlab explain: the cases are 1 to 9, there is no 12\nAll of them: gradlab explain\n"
    )


def test_nonsense_gets_the_way_to_the_list(explain):
    status, _, err = explain("xyzzy")
    assert status == 1
    assert err.endswith(
        "All of them: gradlab explain\nFrom what you see: gradlab explain --symptom\n"
    )
    assert "Near" not in err


def test_the_list_of_symptoms_is_numbered(explain):
    status, out, _ = explain("--symptom")
    assert status == 0
    assert re.findall(r"^ +(\d+)  ", out, re.M) == [str(n) for n in range(1, len(SYMPTOMS) + 1)]
    assert "   3  len() of the GradientsParams is 0, or less than the parameters\n" in out


@pytest.mark.parametrize(
    ("words", "heading", "first", "cause"),
    [
        (["loss"], "the loss is flat", "gradients.health(m)", "discarded"),
        (["len"], "len() of the GradientsParams", "why(m, grads)", "moved"),
        (["None"], "a gradient is None", "why(x, grads)", "late_require_grad"),
        (["NoneType"], "a gradient is None", "why(x, grads)", "not_reached"),
        (["x.grad"], "a gradient is None", "why(x, grads)", "removed"),
        (["nan"], "a gradient is NaN", "why(x, grads)", "nan"),
        (["zeros"], "a gradient is there, and all zeros", "why(x, grads)", "zero"),
        (["too", "small"], "a gradient is there, but too small", "tape(loss)", "late_partial"),
        (["tape has been consumed"], "backward says", "why()", "consumed"),
        (["backward", "refuses"], "backward refuses", "why(loss)", "root_untracked"),
        (["weights", "don't", "move"], "the gradient is there, but", "m.w.val()", "not_registered"),
        (["memory"], "memory grows", "report(grads)", "retained"),
        (["requires_grad"], "a name from PyTorch", "the message", "reflex"),
        (["2"], "the loss is flat", "gradients.health(m)", "stale_handle"),
    ],
)
def test_a_symptom_leads_to_its_causes_with_a_check_each(explain, words, heading, first, cause):
    status, out, _ = explain("--symptom", *words)
    assert status == 0
    assert out.startswith(heading)
    assert re.search(rf"^First   .*{re.escape(first)}", out, re.M)
    rows = re.findall(r"^  (\w+) +\S.*\n +check: \S", out, re.M)
    assert cause in rows
    assert len(rows) == out.count("check:")
    assert max(map(len, out.splitlines())) <= COLUMNS


def test_a_word_of_several_symptoms_lists_those(explain):
    status, out, _ = explain("--symptom", "refused")
    assert status == 0
    assert re.findall(r"^ +(\d+)  ", out, re.M) == ["9", "10", "11", "12", "13"]


@pytest.mark.parametrize("words", [["xyzzy"], ["0"], ["99"]])
def test_an_unknown_symptom_gets_the_list(explain, words):
    status, out, err = explain("--symptom", *words)
    assert (status, out) == (1, "")
    assert err.startswith(f"gradlab explain: nothing on the list is like {words[0]}\n")
    assert err.count("\n") > len(SYMPTOMS)


def test_every_cause_but_ok_has_a_symptom():
    led_to = {slug for slugs in SYMPTOMS.values() for slug in slugs}
    assert set(SLUGS) - led_to == {"ok"}
    assert led_to <= set(SLUGS)


@pytest.mark.parametrize("words", [("-1",), ("case", "-1")])
def test_no_case_has_a_number_below_one(explain, words):
    status, out, err = explain(*words)
    assert (status, out) == (1, "")
    assert "-1" in err


@pytest.mark.parametrize("words", ["loss flat", "x.grad", "NoneType"])
def test_words_that_are_no_cause_are_pointed_to_the_symptoms(explain, words):
    status, _, err = explain(*words.split())
    assert status == 1
    assert err.endswith(f"From what you see: gradlab explain --symptom {words}\n")


def test_a_reader_that_has_seen_enough_is_no_error():
    command = [sys.executable, "-m", "gradlab", "explain"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()  # before anything is written, as `head -0` does
        assert process.stderr.read() == b""
    assert process.returncode == 0
