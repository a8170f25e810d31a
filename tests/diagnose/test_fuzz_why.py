"""Random programs with known mistakes, or none, get the true verdict; and the checks can tell."""

from random import Random

import pytest

from gradlab.diagnose import causes, found, reach
from gradlab.diagnose.history import History
from tests.diagnose.fuzz import correct, stories
from tests.diagnose.fuzz.check import Tally, check
from tests.diagnose.fuzz.paths import Writer
from tests.diagnose.fuzz.program import Program

OF_DATAFLOW = {
    *("late_partial", "partial", "int_round_trip", "off_device", "plain_device", "not_marked"),
    *("no_record", "reflex"),
}


def tried(write, seeds):
    tally = Tally()
    for seed in seeds:
        rng = Random(seed)
        check(write(rng), tally, f"seed {seed}", rng)
    return tally


def dataflow(rng: Random) -> Program:
    return Writer(rng).write()


def nothing_wrong(tally):
    assert not tally.misses, "\n\n".join([f"{len(tally.misses)} wrong", *tally.misses[:3]])


def test_200_random_dataflows_get_the_true_cause_line_and_cuts():
    tally = tried(dataflow, range(200))
    nothing_wrong(tally)
    wanted = ("ok", "partial", "late_partial", "late_require_grad", "values_copied", "detach")
    assert {cause for cause in wanted if tally.counts[cause]["as said"] == 0} == set()


def test_300_short_programs_around_one_mistake_get_the_true_cause_and_line():
    tally = tried(stories.written, range(300))
    nothing_wrong(tally)
    every = {entry.slug for entry in causes.CAUSES}
    assert every - set(tally.counts) - OF_DATAFLOW == set()


def test_300_random_correct_programs_get_no_fault():
    tally = tried(correct.written, range(300))
    nothing_wrong(tally)
    assert set(tally.counts) <= {"ok", "frozen", "not_reached"}


def cuts_but_the_first(self, path, number, cuts=History.cuts):
    return cuts(self, path, number)[1:]


BROKEN = {
    "no partial gradient is noticed": (found, "_losing", lambda q: []),
    "one cut is overlooked": (History, "cuts", cuts_but_the_first),
    "everything is on record": (History, "gap", lambda self, number, root: None),
    "copies are not seen": (History, "sources", lambda self, event: event[6:]),
    "nothing is missing": (reach, "_missing", lambda q: False),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_checks_notice(name, monkeypatch):
    monkeypatch.setattr(*BROKEN[name])
    assert any(noticed(seed) for seed in range(60))


def noticed(seed):
    try:
        return tried((dataflow, stories.written)[seed % 2], [seed]).misses
    except (AssertionError, LookupError):
        return True  # the diagnosis itself has noticed
