"""Does a verdict say what is true?  What is wrong with it, in words."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from gradlab.diagnose.verdict import Verdict
from tests.diagnose.fuzz.forgetting import forgotten
from tests.diagnose.fuzz.looking import UNSURE, looked, malformed
from tests.diagnose.fuzz.paths import HARMLESS
from tests.diagnose.fuzz.program import Ask, Program, answer, gradient, run, same

WALK = "grads = loss.backward()"


class Tally:
    """What was tried and what was right, by cause."""

    COLUMNS = ("tried", "kind", "line", "undone", "as said", "mended", "better", "unsure")

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}
        self.misses: list[str] = []

    def count(self, cause: str, what: str) -> None:
        self.counts.setdefault(cause, Counter())[what] += 1

    def __str__(self) -> str:
        rows = [("cause", *self.COLUMNS)]
        rows += [
            (cause, *(str(counted[column]) for column in self.COLUMNS))
            for cause, counted in sorted(self.counts.items())
        ]
        sums = [sum(counted[column] for counted in self.counts.values()) for column in self.COLUMNS]
        rows.append(("all", *map(str, sums)))
        return "\n".join(
            f"{row[0]:22}" + "".join(f"{part:>11}" for part in row[1:]) for row in rows
        )


def check(program: Program, tally: Tally, replay: str, rng: Random) -> None:
    """Ask all of a program's questions."""
    names = run(program.text(), program.capacity)
    unexpected = names.get("error")
    if unexpected is not None and not any(ask.question == "error" for ask in program.asks):
        raise AssertionError(f"{program.text()}\n{type(unexpected).__name__}: {unexpected}")
    verdicts = [answer(names, ask) for ask in program.asks]  # undoing starts the record anew
    for ask, verdict in zip(program.asks, verdicts, strict=True):
        cause = ask.kinds[0]
        tally.count(cause, "tried")
        problems = list(judged(verdict, ask, tally))
        if not problems and verdict.kind in ask.kinds:
            problems = list(proved(program, verdict, ask, tally, rng))
        if problems:
            problem = f"{'; '.join(problems)}\n{verdict}"
            tally.misses.append(miss(program, ask, problem, replay))
    anything = Ask("every question", ("an answer",))
    lines = program.text().split("\n")
    before = [at for at, line in enumerate(lines) if line == WALK]  # none inside a function
    for last in (len(lines), *before):
        if problems := looked(run("\n".join(lines[:last]))):
            tally.misses.append(miss(program, anything, "\n".join(problems), replay))
    for ask, problem in forgotten(program, rng):
        tally.misses.append(miss(program, ask, f"forgotten: {problem}", replay))


def miss(program: Program, ask: Ask, problem: str, replay: str) -> str:
    """A wrong answer as a program, with what was expected and how to run it again."""
    lines = enumerate(program.text().split("\n"), 1)
    numbered = "\n".join(f"{number:3} | {line}" for number, line in lines)
    wanted = f"{' or '.join(ask.kinds)}, line {sorted(ask.lines)}"
    question = f"{ask.question} {ask.row or ''}".rstrip()
    return f"{numbered}\n{question}\nexpected: {wanted}\nproblem: {problem}\n{replay}"


def judged(verdict: Any, ask: Ask, tally: Tally) -> Iterator[str]:
    """Kind, line, value, level and form."""
    if not isinstance(verdict, Verdict):
        yield f"no verdict but {verdict!r}"
        return
    yield from malformed(verdict)
    if verdict.kind not in ask.kinds:
        if verdict.kind == "no_record" or UNSURE.search(verdict.title):
            tally.count(ask.kinds[0], "unsure")
        else:
            yield f"the kind is {verdict.kind}"
        return
    tally.count(ask.kinds[0], "kind")
    if ask.there is not None and (verdict.value is not None) != ask.there:
        yield f"the gradient should be {'there' if ask.there else 'None'}"
    if ask.level is not None and verdict.level != ask.level:
        yield f"the level is {verdict.level}, not {ask.level}"
    places = {site.line for site in (verdict.site, *verdict.sites) if site is not None}
    wrong_site = verdict.site is None or verdict.site.line not in ask.lines
    if verdict.kind != "ok" and ask.lines and wrong_site:
        yield f"the site is line {verdict.site.line if verdict.site else None}"
    elif not ask.also <= places:
        yield f"line {sorted(ask.also - places)} is not among {sorted(places)}"
    else:
        tally.count(ask.kinds[0], "line")


def proved(
    program: Program, verdict: Verdict, ask: Ask, tally: Tally, rng: Random
) -> Iterator[str]:
    """By trying: with the mistake undone, and with the verdict's own change made."""
    tries = []
    if ask.mistakes is not None:
        tries.append(("undone", "as said", undoing(program, verdict, ask, rng)))
    if ask.cure:
        tries.append(("undone", "as said", cured(program, ask)))
    changed = verdict.fix is not None and verdict.fix.after and ask.question != "error"
    if changed and verdict.level == "fault":
        tries.append(("mended", "better", mended(program, verdict, ask)))
    for tried, right, found in tries:
        tally.count(ask.kinds[0], tried)
        problems = list(found)
        if not problems:
            tally.count(ask.kinds[0], right)
        yield from problems


def mended(program: Program, verdict: Verdict, ask: Ask) -> Iterator[str]:
    """The change that the verdict offers is possible, and its cause is gone then."""
    lines, fix = program.text().split("\n"), verdict.fix
    assert fix is not None
    first = fix.first_line - 1
    if tuple(lines[first : first + len(fix.before)]) != fix.before:
        yield "the change is of other lines"
        return
    lines[first : first + len(fix.before)] = fix.after
    names = run("\n".join(lines), program.capacity)
    if "error" in names:
        yield f"changed as offered, it is refused: {names['error'].problem}"
    elif _cause(answer(names, ask)) == _cause(verdict):
        yield "changed as offered, it is the same again"


def _cause(verdict: Verdict) -> tuple[str, int, int]:
    """A second cut of the same kind, further down, is another cause."""
    site = verdict.site
    return verdict.kind, site.line if site else 0, site.column if site else 0


def undoing(program: Program, verdict: Verdict, ask: Ask, rng: Random) -> Iterator[str]:
    """The counterfactuals: all of the cuts, all but one, and any other mistake."""
    keys = [
        (cut.site.line if cut.site else 0, cut.reason in ("late", "old_handle"))
        for cut in verdict.cuts
    ]
    strange = [key for key in keys if key not in ask.where]
    if strange:
        yield f"cuts where nothing was put in: {strange}"
        return
    claimed = {ask.where[key] for key in keys}
    kept = {m for m in program.mistakes - claimed if m.endswith(tuple(HARMLESS))}
    complete = gradient(program.text(program.mistakes - kept), ask.leaf)
    if not same(gradient(program.text(claimed), ask.leaf), complete):
        yield f"undoing {sorted(claimed)} does not make it complete"
        return
    for one in sorted(claimed):
        if same(gradient(program.text(claimed - {one}), ask.leaf), complete):
            yield f"without undoing {one!r} it is complete too"
    now = gradient(program.text(), ask.leaf)
    others = sorted(program.mistakes - claimed - kept)
    for other in rng.sample(others, min(2, len(others))):
        if not same(gradient(program.text({other}), ask.leaf), now):
            yield f"undoing {other!r} changes the gradient"


def cured(program: Program, ask: Ask) -> Iterator[str]:
    """With every mistake undone the look-up succeeds."""
    names = run(program.text(program.mistakes))
    if "error" in names:
        yield f"the mended program is refused: {names['error'].problem}"
    elif eval(ask.cure, names) is None:
        yield "the mended program still gives None"
