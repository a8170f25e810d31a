"""The verdict on one look-up, ``t.grad(grads)``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gradlab.diagnose.causes import Cause, recognise
from gradlab.diagnose.finding import Finding
from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import Inquiry
from gradlab.diagnose.names import Scope
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.verdict import About, Verdict
from gradlab.engine import Gradients, Tensor
from gradlab.engine.numbering import next_number
from gradlab.engine.value import made as handle
from gradlab.words import say


def look_up(
    t: Tensor, grads: Gradients, name: str, container: str, scope: Scope, history: History
) -> Verdict:
    """The verdict on ``t.grad(grads)``."""
    q = Inquiry(t, grads, name, container, scope, history)
    entry, finding = recognise(q)
    value = None
    if q.gate is Gate.FOUND and grads.taken is None:
        entries = grads._entries[t.number]
        value = handle(Tensor, entries, t.device().inner(), next_number(), None, None)
    level = finding.level or entry.level
    check = say("why.check", name=name, container=container) if level == "fault" else ""
    if finding.check is not None:
        check = finding.check
    if finding.final:
        check = ""
    about = About(t.number, grads.root, scope.numbers, name, container, t, grads)
    return verdict_from(replace(entry, level=level), finding, q.gate, value, check, about)


def verdict_from(
    entry: Cause, finding: Finding, gate: Gate, value: Any, check: str, about: About
) -> Verdict:
    return Verdict(
        value,
        entry.level,
        str(gate),
        entry.case,
        entry.slug,
        finding.title,
        finding.site,
        finding.sites,
        finding.cuts,
        finding.answers,
        finding.fix,
        check,
        finding.notes,
        about,
    )
