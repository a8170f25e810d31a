"""A gradient that is there: complete, or silently too small."""

from __future__ import annotations

from gradlab.diagnose import rewrite
from gradlab.diagnose.copied import same_shapes
from gradlab.diagnose.finding import Finding, answers, line, spots
from gradlab.diagnose.history import Cut
from gradlab.diagnose.inquiry import Inquiry, cuttings, spot
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.verdict import Fix, Spot
from gradlab.engine.interop import numbers_text
from gradlab.words import say


def late_partial(q: Inquiry) -> Finding | None:
    """Used before and after the mark: the gradient is of the later uses only."""
    late = [cut for cut in _losing(q) if cut.reason in ("late", "old_handle")]
    if not late:
        return None
    mark = spot(q.history.marks[q.number][0], "why.late_require_grad.mark", line="")
    uses = [spot(cut.event, "why.late_partial.use") for cut in late]
    others = [_here(cut) for cut in _losing(q) if cut.reason not in ("late", "old_handle")]
    fix = Fix(say("why.late_require_grad.fix"), say("why.late_require_grad.price"))
    title = say(
        "why.late_partial",
        asked=q.asked,
        name=q.name,
        use=line(uses[0], mark),
        mark=line(mark),
    )
    sites = spots(*uses[1:], mark, *others)
    return Finding(title, uses[0], sites, answers(q), fix, cuttings(_losing(q)), _meant())


_WHOLE_AGAIN = {"detach": rewrite.without_call("detach"), "read": rewrite.unwrapped}


def partial(q: Inquiry) -> Finding | None:
    """One of several uses is cut."""
    cuts = _losing(q)
    if not cuts:
        return None
    places = [_here(cut) for cut in cuts]
    text, price = say("why.partial.fix"), say("why.partial.price")
    rewriter = _WHOLE_AGAIN.get(cuts[0].reason) if len({c.reason for c in cuts}) == 1 else None
    if any(c.reason == "read" and not same_shapes(q.history, c.event) for c in cuts):
        rewriter = None
    fix = rewrite.everywhere(places, rewriter, text, price) if rewriter else Fix(text, price)
    distinct = spots(*places)
    rows = list({(place.where, place.line): place for place in distinct[::-1]}.values())[::-1]
    count = max(1, len(rows))
    title = say(
        "why.partial",
        asked=q.asked,
        count=count,
        edges=say("why.partial.one" if count == 1 else "why.partial.many"),
        line=_listed(rows),
    )
    return Finding(title, places[0], distinct[1:], answers(q), fix, cuttings(cuts), _meant())


def ok(q: Inquiry) -> Finding | None:
    """Nothing is missing."""
    if q.gate is not Gate.FOUND:
        return None
    numbers = numbers_text(q.grads._entries[q.number])
    title = say("why.ok", asked=q.asked, numbers=numbers)
    notes = () if q.gap is None else ("note " + say(f"why.ok.{q.gap}"),)
    site = spot(q.replaced, "why.replaced.here", name=q.name)
    if site is not None:
        notes = (*notes, "note " + say("why.ok.replaced", line=line(site)))
    return Finding(title, site, (), answers(q), notes=notes)


def _listed(rows: list[Spot]) -> str:
    """The lines of the cuts; of many the first few."""
    if not rows:
        return line(None)
    named = [line(rows[0]), *(line(row, rows[0]) for row in rows[1:4])]
    rest = [say("why.partial.more", count=len(rows) - 4)] if len(rows) > 4 else []
    return ", ".join(named + rest)


def _here(cut: Cut) -> Spot | None:
    return spot(cut.event, "why.partial.here", reason=cut.reason)


def _losing(q: Inquiry) -> list[Cut]:
    if q.gate is not Gate.FOUND:
        return []
    return q.history.losses(q.cuts, q.grads.root, q.number)


def _meant() -> tuple[str, ...]:
    return ("meant " + say("why.partial.meant"),)
