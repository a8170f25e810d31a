"""``check``: right, not yet and why not, or still open.  It raises nothing for a wrong answer."""

from __future__ import annotations

from difflib import get_close_matches
from textwrap import fill
from types import EllipsisType
from typing import Any, Literal, NamedTuple

from gradlab.classroom.evidence import against, title
from gradlab.classroom.exercise import Diagnosis, Exercise, Repair
from gradlab.classroom.exercises import EXERCISES
from gradlab.classroom.trial import fault_of
from gradlab.diagnose import CAUSES, slug_of
from gradlab.words import say

COLUMNS = 88
SLUGS = tuple(dict.fromkeys(entry.slug for entry in CAUSES))
LOOKS = {"intermediate": "check.line_makes", "partial": "check.line_cuts"}
"""Cause -> what to ask of a wrong line, where no gradient will come from changing one."""


class Judgement(NamedTuple):
    """How an answer stands, and the sentence that says so."""

    state: Literal["right", "wrong", "open"]
    text: str


def check(number: str, program: Any = ..., *, cause: Any = ..., line: Any = ...) -> None:
    """Print how the answer to an exercise stands.

    A diagnosis is ``check("03.1", cause=3, line=6)``, the cause by its number among the nine
    or by its name; a repaired program is ``check("03.2", repaired)``, a function or the source
    text of one.
    """
    judgement = judge(number, program, cause=cause, line=line)
    text = say(f"check.{judgement.state}", number=number, text=judgement.text)
    print(fill(text, COLUMNS, subsequent_indent="     ", break_on_hyphens=False))


def judge(number: str, program: Any = ..., *, cause: Any = ..., line: Any = ...) -> Judgement:
    """The judgement that ``check`` prints."""
    exercise = EXERCISES.get(number) if isinstance(number, str) else None
    if exercise is None:
        known = ", ".join(EXERCISES)
        return Judgement("open", say("check.unknown_exercise", known=known))
    named = not (isinstance(cause, EllipsisType) and isinstance(line, EllipsisType))
    if isinstance(exercise.answer, Repair):
        if isinstance(program, EllipsisType):
            return _open(exercise, "check.takes_program" if named else "check.blank")
        return _judge_repair(exercise, exercise.answer, program)
    if not isinstance(program, EllipsisType):
        return _open(exercise, "check.takes_diagnosis")
    return _judge_diagnosis(exercise, exercise.answer, cause, line)


def _open(exercise: Exercise, key: str, **facts: object) -> Judgement:
    task = say(f"exercise.{exercise.number}.task")
    return Judgement("open", say(key, task=task, number=exercise.number, **facts).strip())


def _judge_repair(exercise: Exercise, answer: Repair, program: Any) -> Judgement:
    fault = fault_of(answer, program)
    if fault is None:
        return Judgement("right", say(f"exercise.{exercise.number}.right"))
    if fault == "":
        return _open(exercise, "check.blank")
    return Judgement("wrong", fault)


def _judge_diagnosis(exercise: Exercise, answer: Diagnosis, cause: Any, line: Any) -> Judgement:
    if isinstance(cause, EllipsisType):
        return _open(exercise, "check.blank")
    slug = slug_of(cause)
    if slug is None:
        near = get_close_matches(str(cause).lower(), SLUGS, 1, 0.5)
        key = "check.cause_near" if near else "check.cause_unknown"
        return Judgement("open", say(key, cause=cause, near="".join(near)))
    if slug != answer.cause:
        return Judgement("wrong", _slip(exercise, f"cause_{slug}") or against(answer, slug))
    if isinstance(line, EllipsisType):
        return Judgement("open", say("check.line_missing", cause=slug))
    lines = answer.program.splitlines()
    if type(line) is not int or not 1 <= line <= len(lines):
        return Judgement("open", say("check.line_unknown", line=line, last=len(lines)))
    if line not in answer.lines:
        source = lines[line - 1].strip() or say("check.empty_line")
        look = _slip(exercise, f"line_{line}") or say(
            LOOKS.get(answer.cause, "check.line_look"), asked=answer.asked
        )
        return Judgement("wrong", say("check.line", line=line, source=source, look=look))
    return Judgement("right", title(answer))


def _slip(exercise: Exercise, slip: str) -> str | None:
    """What this exercise has to say to one wrong answer, where it says something of its own."""
    return say(f"exercise.{exercise.number}.{slip}") if slip in exercise.slips else None
