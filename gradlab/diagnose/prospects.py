"""Asked before any backward: would this leaf be reached, would backward run from here?"""

from __future__ import annotations

from gradlab.diagnose.finding import Finding, line, spots
from gradlab.diagnose.handles import module_copy
from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import spot
from gradlab.diagnose.names import Scope
from gradlab.diagnose.reach import marked_earlier
from gradlab.diagnose.verdict import Answer, Fix
from gradlab.engine import Tensor
from gradlab.engine.events import INS, OP, OUT, TRACKED, Event
from gradlab.engine.graph_view import leaves_graph
from gradlab.words import say


def leaf(t: Tensor, name: str, history: History, scope: Scope) -> tuple[str, Finding]:
    """A marked leaf: is it used, and was it marked in time?"""
    uses = [e for e in history.uses.get(t.number, ()) if not _only_looks(e)]
    taped = [e for e in uses if not leaves_graph(e) and _tracked(e, t.number)]
    late = [e for e in uses if not leaves_graph(e) and not _tracked(e, t.number)]
    answers = (
        Answer("Q1", say("why.q1"), say("why.yes")),
        Answer("Q2", say("why.q2"), say("why.yes")),
        Answer("Q3", say("why.q3"), say("why.prospect.q3")),
    )
    if late:
        marks = history.marks.get(t.number, [])
        first = marks[0] if marks else None
        mark = spot(first, "why.late_require_grad.mark", line="")
        use = spot(late[0], "why.late_require_grad.use", kept="")
        fix = Fix(say("why.late_require_grad.fix"), say("why.late_require_grad.price"))
        if first is not None:
            fix = marked_earlier(history.made.get(t.number), first, late[0], scope)
        key = "late_partial" if taped else "late_require_grad"
        title = say(f"why.prospect.{key}", name=name, use=line(use), mark=line(mark, use))
        return key, Finding(title, use, spots(mark), answers, fix)
    cut = next((e for e in uses if leaves_graph(e)), None)
    if not taped:
        made = history.made.get(t.number)
        if cut is not None:
            site = spot(cut, "why.partial.here", reason=cut[OP])
            title = say("why.prospect.cut", name=name, op=cut[OP], line=line(site))
            slug = "detach" if cut[OP] == "detach" else "not_reached"
            return slug, Finding(title, site, (), answers, Fix(say("why.partial.fix"), ""))
        title = say("why.prospect.unused", name=name)
        site = spot(made, "why.not_reached.unused", name=name, loss="")
        return "not_reached", Finding(title, site, (), answers, None)
    ends = [n for n in _reached(history, t.number) if n not in _used_on_tape(history)]
    walked = {event[OUT] for event in history.backwards}
    ends = [n for n in ends if n not in walked]
    if not ends:
        title = say("why.prospect.walked", name=name)
        return "ok", Finding(title, None, (), answers)
    roots = ", ".join(scope.call(n) for n in ends[:3])
    return "ok", Finding(say("why.prospect.ok", name=name, roots=roots), None, (), answers)


def root(t: Tensor, name: str, history: History, scope: Scope) -> Finding:
    """A recorded result: backward would run from it, and these leaves would get gradients."""
    above = history.ancestors(t.number)
    leaves = sorted(
        n for n in above if n in history.marks and t.number in history.on_tape(
            history.between(n, t.number), n
        )
    )  # fmt: skip
    names = ", ".join(scope.call(n) for n in leaves[:6]) or say("why.prospect.nothing")
    title = say("why.prospect.root", name=name, leaves=names)
    answers = (Answer("Q2", say("why.q_root"), say("why.yes")),)
    return Finding(title, spot(history.made.get(t.number), "why.prospect.made"), (), answers)


def _only_looks(event: Event) -> bool:
    """A look-up, a freeze or a copy of the whole module makes another leaf, and uses nothing."""
    return event[OP] in ("gradient", "set_require_grad") or module_copy(event)


def _tracked(event: Event, number: int) -> bool:
    return any(event[TRACKED] >> i & 1 and n == number for i, n in enumerate(event[INS]))


def _reached(history: History, number: int) -> list[int]:
    """Every recorded result that a leaf's gradient would come from, in creation order."""
    reached = {number}
    for later in sorted(history.made):
        event = history.made[later]
        recorded = later > number and not leaves_graph(event)
        if recorded and any(_tracked(event, n) for n in event[INS] if n in reached):
            reached.add(later)
    return sorted(reached - {number})


def _used_on_tape(history: History) -> set[int]:
    return {
        number
        for event in history.made.values()
        if not leaves_graph(event)
        for number in event[INS]
        if event[OUT] != number
    }
