"""``why``: from what the user asked to a verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, overload

import numpy as np

from gradlab.diagnose import prospects
from gradlab.diagnose.causes import Cause, cause, recognise
from gradlab.diagnose.copied import numbers_only
from gradlab.diagnose.filled import behind
from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import Inquiry
from gradlab.diagnose.look_up import look_up, verdict_from
from gradlab.diagnose.modules import module_report
from gradlab.diagnose.names import Scope, arguments, named, users_frame
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.refusals import verdict_of
from gradlab.diagnose.verdict import About, Verdict
from gradlab.engine import DTypeError, Gradients, GradlabError, Tensor, last
from gradlab.engine.errors import (
    NoAutodiffError,
    Refusal,
    TapeConsumedError,
    UntrackedRootError,
)
from gradlab.engine.events import OP, SEQ, moment
from gradlab.engine.node import Requirement
from gradlab.engine.rules import RULES
from gradlab.nn import GradientsParams, Module, Param
from gradlab.words import say

_NOTHING: Any = object()


@overload
def why() -> Verdict | str: ...
@overload
def why(subject: Any, grads: Any = ...) -> Any: ...
def why(subject: Any = _NOTHING, grads: Any = _NOTHING) -> Any:
    """Why is this gradient what it is?

    ``why(t, grads)`` explains ``t.grad(grads)``; ``why(t)`` speaks of the next backward; ``t``
    may be a module's parameter, and ``grads`` the GradientsParams that were filled from it;
    ``why(error)`` of a refusal; ``why(number)`` of a loss that has become a plain number;
    ``why(module, grads)`` or ``why(module, gradients_params)`` gives a row per parameter;
    ``why()``, ``why(None)`` and ``why(None, grads)`` speak of the last look-up in this thread
    that gave None, or of the last refusal.  Never raises for anything that could be asked of the
    engine, looks and never takes.  Raises DTypeError for arguments that are none of these.
    """
    frame = users_frame()
    scope, texts = Scope.of(frame), arguments(frame)
    if subject is _NOTHING or (subject is None and _is_container(grads)):
        return _last(scope, subject is None)
    if isinstance(subject, GradlabError):
        return explained(subject.refusal)
    if isinstance(subject, Module) and isinstance(grads, Gradients | GradientsParams):
        name = texts[0] if texts else scope.called(subject) or "model"
        called = texts[1] if len(texts) > 1 else scope.called(grads) or "grads"
        return module_report(subject, grads, name, called, scope)
    if isinstance(subject, int | float | np.generic | np.ndarray) and _is_container(grads):
        found = numbers_only(texts[0] if texts else repr(subject), scope, History.now())
        if found is not None:
            about = About(0, None, scope.numbers)
            return verdict_from(cause("values_copied"), found, Gate.NOT_FLOAT, None, "", about)
    if not isinstance(subject, Tensor | Param) or not _is_container(grads):
        raise _not_askable(subject, grads)
    t = subject if isinstance(subject, Tensor) else subject._value
    name = named(t, scope, texts[0] if texts else None)
    if grads is _NOTHING:
        return _prospect(t, name, scope)
    container = texts[1] if len(texts) > 1 else scope.called(grads) or "grads"
    history = History.now()
    ids: set[Any] = {param.id for param in scope.params() if param._value.number == t.number}
    if isinstance(subject, Param):
        ids.add(subject.id)
    asked = behind(grads, dict.fromkeys(ids or {None}, t.number), history)
    return look_up(t, asked, name, container, scope, history)


def explained(refusal: Refusal) -> Verdict:
    """What ``str(error)`` shows: the hook that the engine's errors ask."""
    return verdict_of(refusal, History.now(), Scope.remembered(refusal.names))


def _last(scope: Scope, said_none: bool) -> Any:
    subject = last.subject()
    if subject is None:
        return say("why.nothing_asked")
    if len(subject) == 1:
        verdict = explained(subject[0])
    else:
        t, grads = subject
        container = scope.called(grads) or "grads"
        verdict = look_up(t, grads, scope.call(t.number), container, scope, History.now())
    if not said_none:
        return verdict
    note = "note " + say("why.none_has_no_history")
    return replace(verdict, notes=(note, *verdict.notes))


def _prospect(t: Tensor, name: str, scope: Scope) -> Verdict:
    """Before a backward: a leaf as a leaf, a result as the root of the next backward."""
    history = History.now()
    after = _offer(t, name, scope)
    about = About(t.number, None, scope.numbers, name, t=t)
    if t.requirement is Requirement.GRAD:
        slug, finding = prospects.leaf(t, name, history, scope)
        entry = cause(slug)
        level = "ok" if slug == "ok" else "note"
        return verdict_from(Cause(slug, entry.case, level), finding, Gate.FOUND, None, after, about)
    if t.requirement is Requirement.GRAD_IN_BACKWARD:
        refused = _would_refuse(t)
        if refused is not None:
            return _walked(t, name, scope, history) or verdict_of(refused, history, scope)
        finding = prospects.root(t, name, history, scope)
        about = replace(about, root=t.number)
        return verdict_from(cause("ok"), finding, Gate.FOUND, None, after, about)
    made = history.made.get(t.number)
    if t.kind == "float" and made is not None and made[OP] in RULES:
        error = UntrackedRootError if t.is_autodiff() else NoAutodiffError
        return verdict_of(_refusal(error, {"root": t.number}), history, scope)
    nothing = Gradients(t.number, t._data, {}, None, None)
    q = Inquiry(t, nothing, name, "", scope, history)
    entry, finding = recognise(q)
    return verdict_from(entry, finding, q.gate, None, after, about)


def _walked(t: Tensor, name: str, scope: Scope, history: History) -> Verdict | None:
    """A result within what a backward has walked: what the newest such container says of it."""
    walked = [
        (grads.event[SEQ] if grads.event is not None else -1, called, grads)
        for called, grads in scope.containers()
        if t.number != grads.root and t.number in history.ancestors(grads.root)
    ]
    if not walked:
        return None
    _, called, grads = max(walked, key=lambda one: one[0])
    verdict = look_up(t, grads, name, called, scope, history)
    note = "note " + say("why.prospect.walked_from", name=name)
    return replace(verdict, notes=(*verdict.notes, note))


def _would_refuse(t: Tensor) -> Refusal | None:
    """The refusal of a backward from here, found without walking any numbers."""
    waiting, seen = [t._node], set()
    while waiting:
        node = waiting.pop()
        if node is None or node.id in seen:
            continue
        seen.add(node.id)
        if node.consumed_by is not None:
            facts = {"root": t.number, "node": node.id, "consumed_by": node.consumed_by.root}
            return _refusal(TapeConsumedError, facts)
        waiting.extend(parent for parent, _, _ in node.edges)
    return None


def _refusal(error: type[GradlabError], facts: dict[str, Any]) -> Refusal:
    """What backward would be refused with, without a refusal having happened."""
    return Refusal(error, "backward", "", "", facts, None, moment(), {})


def _offer(t: Tensor, name: str, scope: Scope) -> str:
    """Where a backward has been, ``why(x)`` says that it speaks of the next one."""
    containers = [container for container, _ in scope.containers()]
    if not containers:
        return say("why.prospect.check")
    return say("why.prospect.offer", name=name, container=containers[-1])


def _is_container(grads: object) -> bool:
    """No second argument, or one that goes with any first one."""
    return grads is _NOTHING or isinstance(grads, Gradients | GradientsParams)


def _not_askable(subject: object, grads: object) -> DTypeError:
    """A question that is none; what ``why()`` would explain stays what it was."""
    given = type(subject).__name__
    if grads is not _NOTHING:
        given += f", {type(grads).__name__}"
    before = last.subject()
    error = DTypeError("why", say("why.not_askable", given=given), say("why.not_askable_fix"))
    if before is not None:
        last.note(before)
    return error
