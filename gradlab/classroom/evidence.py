"""What speaks against a wrong diagnosis: taken from the program itself, which is run for it."""

from __future__ import annotations

import re
from typing import Any

from gradlab.classroom.exercise import Diagnosis
from gradlab.classroom.running import run, verdict_in
from gradlab.diagnose import Verdict, explained
from gradlab.engine import GradlabError, Tensor
from gradlab.words import say

QUESTIONS = {
    "not_float": 0,
    "plain_device": 1,
    "grad_is_plain": 1,
    "not_marked": 2,
    "intermediate": 2,
    "discarded": 2,
    "frozen": 2,
    "update_lost": 2,
    "moved": 2,
    "leaf_overwritten": 2,
    "late_require_grad": 3,
    "not_reached": 3,
    "detach": 3,
    "int_round_trip": 3,
    "values_copied": 3,
    "off_device": 3,
    "stale_handle": 3,
    "wrong_tensor": 3,
    "removed": 4,
    "other_gradients": 4,
    "container_taken": 4,
}
"""Cause -> the question that it answers with a no."""

CALLS = {
    "discarded": ("require_grad", "step", "detach", "to_device"),
    "frozen": ("set_require_grad", "no_grad"),
    "update_lost": ("inner",),
    "moved": ("to_device",),
    "detach": ("detach",),
    "int_round_trip": ("int", "bool", "argmax", "equal_elem", "greater_elem", "lower_elem"),
    "values_copied": ("to_data", "into_scalar"),
    "off_device": ("inner", "without_autodiff", "from_inner"),
    "stale_handle": ("step",),
    "removed": ("grad_remove", "from_module", "from_params"),
    "container_taken": ("from_grads",),
    "zero": ("round", "floor", "ceil", "sign", "relu", "clamp"),
    "late_require_grad": ("require_grad",),
    "late_partial": ("require_grad",),
}
"""Cause -> calls without one of which it cannot come about."""

FOUND = 5  # the questions are all answered yes


def against(answer: Diagnosis, claimed: str) -> str:
    """The sentence that refutes a claimed cause, with what the program shows."""
    names, refusal = run(answer.program)
    if refusal is not None or not answer.asked:
        return _against_a_refusal(refusal, claimed)
    verdict = verdict_in(names, answer.asked, answer.grads)
    tensor: Tensor = eval(answer.asked, names)
    said_no = _question_of(verdict)
    would = QUESTIONS.get(claimed, FOUND)
    facts: dict[str, Any] = {"asked": answer.asked, "cause": claimed, "would": would}
    if said_no == FOUND and would < FOUND:
        return say("check.there", **facts)
    if would < said_no:
        if would == 3 and verdict.kind == "other_gradients" and verdict.site is not None:
            there = {"line": verdict.site.line, "container": answer.grads}
            return say("check.passed_3_elsewhere", **there, **facts)
        return say(f"check.passed_{would}", **facts)
    if would > said_no:
        shown = say(f"check.stopped_{said_no}", asked=answer.asked, kind=tensor.kind)
        return say("check.not_as_far", shown=shown, said_no=said_no, **facts)
    if claimed == "not_marked" and tensor.is_tracked():
        return say("check.computed", **facts)
    calls = CALLS.get(claimed, ())
    if calls and not any(re.search(rf"\.{call}\(", answer.program) for call in calls):
        return say("check.no_such_call", call=calls[0], **facts)
    return say("check.same_question" if said_no < FOUND else "check.same_found", **facts)


def _question_of(verdict: Verdict) -> int:
    if verdict.value is not None:
        return FOUND
    return QUESTIONS.get(verdict.kind, FOUND)


def _against_a_refusal(refusal: GradlabError | None, claimed: str) -> str:
    shown = "" if refusal is None else type(refusal).__name__
    return say("check.refused", cause=claimed, error=shown)


def title(answer: Diagnosis) -> str:
    """What ``why`` says in its first line."""
    names, refusal = run(answer.program)
    if refusal is not None:
        return explained(refusal.refusal).title
    return verdict_in(names, answer.asked, answer.grads).title
