"""Advice, given only on request: the fewest switches that make the asked gradient appear."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gradlab.lab.meaning import possible, turned
from gradlab.lab.outcome import Outcome, outcome
from gradlab.lab.program import gives_gradient, program
from gradlab.lab.switches import PRESETS, Setting
from gradlab.words import say

_ORDER = ("mark", "path", "device", "container", "second")


@dataclass(frozen=True, slots=True)
class Advice:
    """What to change, as a sentence, and the program that then gives a whole gradient.

    ``changes`` are the switches to turn, empty where a line has to be rewritten instead.
    """

    text: str
    changes: tuple[tuple[str, str], ...]
    source: str

    def __str__(self) -> str:
        return self.text


def advice(now: Outcome) -> Advice:
    """The least change after which the gradient is there, and all of it."""
    if now.verdict.kind == "ok":
        return Advice(say("what.advice_ok"), (), now.program.text)
    fix = now.verdict.fix
    if now.program.asked == "h" and fix is not None and fix.after:
        source = _rewritten(now, fix.first_line, fix.before, fix.after)
        text = say("what.advice_line", line=fix.first_line, after=fix.after[0].strip())
        return Advice(f"{text} {say('why.price', price=fix.price)}", (), source)
    if now.program.asked == "h" and now.line is not None:  # cut on purpose, so it may learn apart
        before = now.program.lines[now.line - 1]
        after = f"{before}.require_grad()"
        source = _rewritten(now, now.line, (before,), (after,))
        return Advice(say("what.advice_line", line=now.line, after=after), (), source)
    found = _nearest(now.setting, _ORDER, _is_whole)
    if found is None:  # the loss: its own gradient is 1 by definition
        found = _nearest(now.setting, ("asked",), _gives_gradient)
        assert found is not None  # w is always on the way
        setting, changes = found
        asked = program(setting).asked
        text = say("what.advice_asked", asked=now.program.asked, other=asked)
    else:
        setting, changes = found
        turns = say("what.advice_and").join(
            say("what.advice_turn", switch=switch, choice=choice) for switch, choice in changes
        )
        text = say("what.advice_one" if len(changes) == 1 else "what.advice_more", turns=turns)
    return Advice(text, changes, program(setting).text)


def _rewritten(now: Outcome, line: int, before: Sequence[str], after: Sequence[str]) -> str:
    """The program with other lines in place of some, from ``line`` on."""
    lines = list(now.program.lines)
    lines[line - 1 : line - 1 + len(before)] = after
    return "\n".join(lines) + "\n"


def _nearest(
    setting: Setting, switches: tuple[str, ...], fits: Callable[[Setting], bool]
) -> tuple[Setting, tuple[tuple[str, str], ...]] | None:
    reached: dict[Setting, tuple[tuple[str, str], ...]] = {setting: ()}
    edge = [setting]
    for _ in switches:
        further: list[Setting] = []
        for here in edge:
            used = {switch for switch, _ in reached[here]}
            for change, there in _turns(here, [one for one in switches if one not in used]):
                if there not in reached:
                    reached[there] = (*reached[here], change)
                    further.append(there)
        if found := [there for there in further if fits(there)]:
            best = min(found, key=_oddity)
            return best, reached[best]
        edge = further
    return None


def _turns(setting: Setting, switches: Sequence[str]) -> Iterator[tuple[tuple[str, str], Setting]]:
    for switch in switches:
        for choice in possible(setting, switch):
            if choice != getattr(setting, switch):
                yield (switch, choice), turned(setting, switch, choice)


def _oddity(setting: Setting) -> int:
    """How far a setting is from the program as one would write it."""
    return sum(getattr(setting, one) != getattr(PRESETS["ok"], one) for one in _ORDER)


@lru_cache(maxsize=1024)
def _is_whole(setting: Setting) -> bool:
    return _gives_gradient(setting) and outcome(setting).verdict.kind == "ok"


def _gives_gradient(setting: Setting) -> bool:
    return gives_gradient(program(setting))
