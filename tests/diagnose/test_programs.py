"""Short programs distilled from real reports, and some of our own: does the verdict say why?"""

import ast
import re

import numpy as np
import pytest

from gradlab import Tensor
from gradlab.diagnose import CAUSES
from gradlab.engine.numbering import shown
from tests.diagnose.programs import PROGRAMS, answered

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # inf is a result


def _asks(kind):
    for program in PROGRAMS:
        for ask in program["asks"]:
            row = f" {ask['row']}" if ask.get("row") else ""
            yield _named(f"{program['id']} {ask['ask']}{row}, {kind}", program, ask)


def _named(name, *values):
    return pytest.param(*values, id=name)


@pytest.mark.parametrize(("program", "ask"), list(_asks("cause")))
def test_the_verdict_names_the_cause_and_the_lines(run, program, ask):
    verdict, text, _ = answered(run, program, ask)
    assert (verdict.kind, verdict.case, verdict.level) == (ask["kind"], ask["case"], ask["level"])
    pointed = [site for site in (verdict.site, *verdict.sites) if site is not None]
    assert set(ask["lines"]) <= {site.line for site in pointed}
    assert {site.where for site in pointed} <= {"program.py"}
    if ask["lines"]:
        assert verdict.site is not None
        assert verdict.site.line in ask["lines"]
    lines = text.split("\n")
    if "row" not in ask:
        assert len(lines) <= 16
        assert lines[0].strip()
    assert max(map(len, lines)) <= 88
    assert [word for word in ask["says"] if word not in text] == []


@pytest.mark.parametrize(("program", "ask"), list(_asks("names")))
def test_the_first_sentence_speaks_of_the_names_in_the_program(run, program, ask):
    """Numbers such as #7 are for values that the program gives no name."""
    verdict, _, names = answered(run, program, ask)
    named = {shown(t.number) for t in names.values() if isinstance(t, Tensor)}
    assert named.isdisjoint(re.findall(r"#\d+", verdict.title))


@pytest.mark.parametrize("program", PROGRAMS, ids=[program["id"] for program in PROGRAMS])
def test_the_fixed_program_gives_its_values(run, program):
    names = run(program["fixed"] or program["program"])
    if program["fixed"]:
        assert "error" not in names, names["error"]
    assert program["values"]
    _agree(names, program["values"])


CHANGES = [_named(f"{program['id']}, change", program) for program in PROGRAMS]


@pytest.mark.parametrize("program", CHANGES)
def test_the_change_that_is_offered_mends_the_program(run, program):
    verdict, _, _ = answered(run, program, program["asks"][0])
    fix = verdict.fix
    if fix is None or not fix.before:
        pytest.skip("words only")
    lines = list(program["program"])
    first, last = fix.first_line - 1, fix.first_line - 1 + len(fix.before)
    assert tuple(lines[first:last]) == fix.before
    lines[first:last] = fix.after
    names = run(lines)
    assert "error" not in names, names["error"]
    _agree(names, program.get("mended", program["values"]))


def test_every_cause_has_two_programs():
    """Except ok, which any program has, and no_record, which needs a full recorder."""
    first = [program["asks"][0]["kind"] for program in PROGRAMS]
    known = {cause.slug for cause in CAUSES} - {"no_record"}
    assert {slug: first.count(slug) for slug in known if first.count(slug) < 2} == {}


def _agree(names, values):
    for expression, wanted in values.items():
        got = eval(expression, names)
        if wanted.startswith("Some"):
            numbers = np.float32(ast.literal_eval(wanted[4:]))
            assert got is not None, expression
            np.testing.assert_allclose(got.to_data(), numbers, rtol=1e-5, atol=1e-6)
        else:
            assert got == ast.literal_eval(wanted), expression
