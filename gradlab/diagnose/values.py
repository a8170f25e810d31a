"""A gradient that is there and strange: not finite, zero everywhere, or taken at a kink.

The steps of the walk are run again from what the container kept of them; where they are
gone (a large or an old tape), the verdict says so and names no line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from gradlab.diagnose.finding import Finding, answers, line, spots
from gradlab.diagnose.inquiry import Inquiry, spot
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.verdict import Fix, Spot
from gradlab.engine.events import OP, Event
from gradlab.engine.node import Array, Function
from gradlab.engine.rules import RULES
from gradlab.words import say


class Part(NamedTuple):
    """What one edge of a walked operation passed on."""

    number: int
    event: Event | None
    parent: int
    function: Function | None
    saved: Any
    cotangent: Array
    part: Array


def parts(q: Inquiry) -> Iterator[Part]:
    """The walk again, restricted to the edges that lead to the asked leaf."""
    steps = q.grads.steps or []
    leads = {q.number}
    for node, edges in reversed(steps):
        if any(parent.id in leads for parent, _, _ in edges):
            leads.add(node.id)
    cotangents: dict[int, Array] = {q.grads.root: q.grads.seed}
    with np.errstate(all="ignore"):
        for node, edges in steps:
            cotangent = cotangents.pop(node.id, None)
            if cotangent is None:
                continue
            event = q.history.made.get(node.id)
            for parent, function, saved in edges:
                part = cotangent if function is None else function(cotangent, saved)
                if parent.id in leads:
                    yield Part(node.id, event, parent.id, function, saved, cotangent, part)
                have = cotangents.get(parent.id)
                cotangents[parent.id] = part if have is None else have + part


def nan(q: Inquiry) -> Finding | None:
    """The first operation whose derivative is not finite."""
    value = _value(q)
    if value is None or np.isfinite(value).all():
        return None
    what = "NaN" if np.isnan(value).any() else "inf"
    if q.replaced is not None:
        return _put_there(q, what)
    first = _singular(list(parts(q)))
    title, site = _title(q, "nan", first, what=what)
    return Finding(title, site, (), answers(q), _fix("nan", first), notes=_gone(q))


def _singular(walked: list[Part]) -> Part | None:
    """Where a finite cotangent turns infinite or NaN; before that, where the numbers did.

    An operation that was given such numbers passes the blame on to the one that made them.
    """
    turned = (p for p in walked if _finite(p.cotangent) and not _finite(p.part))
    first = next(turned, None)
    if first is None or _finite(first.saved):
        return first
    made = (p for p in reversed(walked) if not (_finite(p.saved) and _tame(p)))
    return next(made, first)


def _finite(saved: Any) -> bool:
    if isinstance(saved, tuple):
        return all(_finite(part) for part in saved)
    return not isinstance(saved, np.ndarray | float) or bool(np.isfinite(saved).all())


def _tame(part: Part) -> bool:
    """Is the derivative finite where the cotangent is?"""
    if part.function is None:
        return True
    with np.errstate(all="ignore"):
        return _finite(part.function(np.ones_like(part.cotangent), part.saved))


def zero(q: Inquiry) -> Finding | None:
    """The operation at which all of the gradient became zero."""
    value = _value(q)
    if value is None or not value.size or np.any(value):
        return None
    if q.replaced is not None:
        return _put_there(q, say("why.replaced.zeros"))
    walked = list(parts(q))
    found = [p for p in walked if np.any(p.cotangent) and not np.any(p.part)]
    if not found and (cancelling := _cancelling(walked)):
        return _cancelled(q, cancelling)
    first = found[0] if found else None
    title, site = _title(q, "zero", first)
    others = spots(*(spot(p.event, "why.zero.here", op=_op(p)) for p in found[1:3]))
    notes = (*_gone(q), "meant " + say("why.zero.meant"))
    return Finding(title, site, others, answers(q), _fix("zero", first), notes=notes)


def _cancelling(walked: list[Part]) -> list[Part]:
    """What came to the first value at which parts that are not zero add up to zero."""
    come: dict[int, list[Part]] = {}
    for part in walked:
        come.setdefault(part.parent, []).append(part)
    sums = (parts for parts in come.values() if len(parts) > 1)
    return next((p for p in sums if np.any(p[0].part) and not np.any(_sum(p))), [])


def _sum(parts: list[Part]) -> Array:
    total: Array = np.sum([part.part for part in parts], axis=0)
    return total


def _cancelled(q: Inquiry, cancelling: list[Part]) -> Finding:
    places = spots(*(spot(p.event, "why.zero.part", op=_op(p)) for p in cancelling))
    title = say("why.zero.cancel", asked=q.asked, name=q.call(cancelling[0].parent))
    fix = Fix(say("why.zero.cancel_fix"), say("why.zero.cancel_price"))
    site = places[0] if places else None
    meant = ("meant " + say("why.zero.meant"),)
    return Finding(title, site, places[1:3], answers(q), fix, notes=meant)


def _put_there(q: Inquiry, what: str) -> Finding:
    """Strange numbers that the program put there itself."""
    site = spot(q.replaced, "why.replaced.here", name=q.name)
    title = say("why.replaced", asked=q.asked, line=line(site), what=what)
    fix = Fix(say("why.replaced.fix"), say("why.replaced.price"))
    return Finding(title, site, (), answers(q), fix)


def subgradient(q: Inquiry) -> Finding | None:
    """A kink or a tie was met: the number is a convention."""
    if _value(q) is None or q.replaced is not None:
        return None
    met = [p for p in parts(q) if _kink(p)]
    if not met:
        return None
    title, site = _title(q, "subgradient", met[0])
    others = spots(*(spot(p.event, "why.subgradient.here", op=_op(p)) for p in met[1:3]))
    rule = f"why.subgradient.convention_{_op(met[0])}"
    notes = ("note " + say(rule), "meant " + say("why.subgradient.meant"))
    return Finding(title, site, others, answers(q), None, notes=notes)


def _value(q: Inquiry) -> Array | None:
    return q.grads._entries[q.number] if q.gate is Gate.FOUND else None


def _kink(part: Part) -> bool:
    rule = RULES.get(_op(part))
    if rule is None or rule.kink is None:
        return False
    saved = part.saved
    if isinstance(saved, tuple) and len(saved) == 3 and callable(saved[0]):
        saved = saved[1]  # an edge that also sums over broadcast dimensions
    met = rule.kink(saved)
    live = part.cotangent != 0
    if np.shape(met) == np.shape(live):
        return bool(np.any(met & live))
    return bool(np.any(met))


def _op(part: Part | None) -> str:
    return "" if part is None or part.event is None else str(part.event[OP])


def _title(q: Inquiry, key: str, first: Part | None, **facts: str) -> tuple[str, Spot | None]:
    site = spot(first.event, f"why.{key}.here", op=_op(first)) if first is not None else None
    if site is None:
        return say(f"why.{key}.somewhere", asked=q.asked, **facts), None
    return say(f"why.{key}", asked=q.asked, op=_op(first), line=line(site), **facts), site


def _fix(key: str, first: Part | None) -> Fix:
    op = _op(first)
    for known in (f"{key}.{op}", key):
        try:
            return Fix(say(f"why.{known}_fix"), say(f"why.{key}.price"))
        except KeyError:
            continue
    raise KeyError(key)


def _gone(q: Inquiry) -> tuple[str, ...]:
    return () if q.grads.steps else ("note " + say("why.values_gone"),)
