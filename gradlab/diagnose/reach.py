"""Causes of a marked leaf without an entry: backward did not reach it, or asked elsewhere."""

from __future__ import annotations

from dataclasses import replace

from gradlab.diagnose import rewrite
from gradlab.diagnose.copied import read_note
from gradlab.diagnose.finding import Finding, answers, line, spots, widened
from gradlab.diagnose.history import Cut
from gradlab.diagnose.inquiry import Inquiry, cuttings, marked, spot, text_around
from gradlab.diagnose.leaves import thawing
from gradlab.diagnose.names import Scope
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.source import loaded_names, next_store, statement_of, stored_names
from gradlab.diagnose.verdict import Fix, Spot
from gradlab.engine.events import INS, OP, OUT, SEQ, TRACKED, Event
from gradlab.engine.graph_view import site_of
from gradlab.engine.rules import RULES
from gradlab.engine.sites import Site
from gradlab.words import say

WHOLE_NUMBERS = frozenset({"int", "bool"}) | {name for name, r in RULES.items() if not r.taped}
"""Operations whose results are ints or truth values: the family of case 6."""


_COMPARISONS = frozenset({"equal", "not_equal", "greater", "greater_equal", "lower", "lower_equal"})


def container_taken(q: Inquiry) -> Finding | None:
    """The whole container was handed over."""
    if q.grads.taken is None:
        return None
    taker, event = q.grads.taken
    site = spot(event, "why.container_taken.here", container=q.container)
    text, price = say("why.container_taken.fix"), say("why.container_taken.price")
    fix = Fix(say("why.container_taken.read_first"), price)
    params, check = q.scope.filled_from(q.grads), None
    if params is not None and event is not None and q.number in event[INS]:
        fix = Fix(say("why.container_taken.ask", name=q.name, params=params), price)
        check = ""
    elif not (q.history.vals.get(q.number) or q.number in q.history.steps):
        fix = rewrite.at(site, rewrite.renamed_call("from_grads", "from_module"), text, price)
    title = say("why.container_taken", asked=q.asked, container=q.container, taker=taker)
    return Finding(title, site, (), (), fix, check=check)


def removed(q: Inquiry) -> Finding | None:
    """Case 8: the entry was taken out before."""
    if not _missing(q) or q.number not in q.grads.removed:
        return None
    event = q.grads.removed[q.number]
    if event is not None and q.number not in event[INS]:
        return _left_behind(q, event)
    site = spot(event, "why.removed.here", name=q.name)
    rewriter = rewrite.renamed_call("grad_remove", "grad")
    fix = rewrite.at(site, rewriter, say("why.removed.fix"), say("why.removed.price"))
    marks = q.history.marks.get(q.number, ())
    reply = say("why.removed.q4", line=line(site, site_of(marks[0]) if marks else None))
    finding = _finding(q, "removed", site, (), fix, q4=reply, line=line(site))
    chosen = event is not None and event[OP] == "from_params"
    return replace(finding, level="note") if chosen else finding


def _left_behind(q: Inquiry, event: Event) -> Finding:
    """Reached, but whoever filled the container asked for other parameters."""
    site = spot(event, "why.removed.left.here")
    fix = Fix(say("why.removed.left.fix"), say("why.removed.price"))
    reply = say("why.removed.left.q4", line=line(site))
    finding = _finding(
        q, "removed.left", site, (), fix, q4=reply, line=line(site), container=q.container
    )
    return replace(finding, level="note")


def late_require_grad(q: Inquiry) -> Finding | None:
    """Case 3: every use that leads to the loss happened before the mark."""
    late = q.with_reason("late", "old_handle") if _missing(q) else []
    if not late:
        return None
    cut = late[0]
    mark = q.history.marks[q.number][0]
    use, marking = (
        site_of(cut.event),
        spot(mark, "why.late_require_grad.mark"),
    )
    others = ", ".join(q.call(n) for n in _other_inputs(cut))
    kept = say("why.late_require_grad.kept", names=others) if others else ""
    site = spot(cut.event, "why.late_require_grad.use", kept=kept)
    if cut.reason == "old_handle":
        site = spot(cut.event, "why.late_require_grad.old_handle", name=q.name)
        fix = Fix(say("why.late_require_grad.old_fix"), say("why.late_require_grad.price"))
        key, reply = "late_require_grad.alias", say("why.late_require_grad.old_q2")
    else:
        fix = marked_earlier(q.made, mark, cut.event, q.scope)
        key, reply = "late_require_grad", say("why.late_require_grad.q2", line=line(use, marking))
    named = None if key.endswith(".alias") else marking  # which of the two the title names first
    return _finding(
        q, key, site, spots(marking), fix, q2=reply, q3=say("why.late_require_grad.q3"),
        use=line(use, named), mark=line(marking, None if named else use),
    )  # fmt: skip


def marked_earlier(made: Event | None, mark: Event, use: Event, scope: Scope) -> Fix:
    """The mark moved up; or at the making, where the use went through another name."""
    text, price = say("why.late_require_grad.fix"), say("why.late_require_grad.price")
    statement, first, later = statement_of(mark), site_of(use), site_of(mark)
    rebound = set(stored_names(statement)) & loaded_names(statement)
    if len(rebound) == 1 and first is not None and later is not None:
        (name,) = rebound
        fix = rewrite.moved_up(first, later, name, text, price, text_around(mark))
        if fix is not None:
            return fix
    rewriter = rewrite.of_tensor(rewrite.followed_by(".require_grad()"), scope.value)
    return rewrite.at(spot(made, "why.not_marked.here"), rewriter, say("why.not_marked.fix"), price)


def off_device(q: Inquiry) -> Finding | None:
    """The path leaves autodiff by inner() and comes back as a new leaf."""
    left = q.with_reason("inner") if _missing(q) else []
    if not left:
        return None
    site = spot(left[0].event, "why.off_device.here", name=q.call(left[0].source))
    back = [
        spot(event, "why.off_device.back")
        for n in q.path
        if (event := q.history.made.get(n)) is not None and event[OP] in ("from_inner", "autodiff")
    ]
    fix = Fix(say("why.off_device.fix"), say("why.off_device.price"))
    return _finding(q, "off_device", site, spots(*back), fix, line=line(site))


def int_round_trip(q: Inquiry) -> Finding | None:
    """Case 6: the path goes through whole numbers or truth values."""
    whole = [cut for cut in q.cuts if cut.reason in WHOLE_NUMBERS] if _missing(q) else []
    if not whole:
        return None
    cut = whole[0]
    site = spot(cut.event, "why.int_round_trip.here", op=cut.reason)
    back = [e for e in q.history.uses.get(cut.target, ()) if e[OP] == "float"]
    returned = spot(back[0], "why.int_round_trip.back") if back else None
    if returned is not None and site is not None and returned.line == site.line:
        returned = None  # one chain of calls, one remark
    text, price = say("why.int_round_trip.fix"), say("why.int_round_trip.price")
    if cut.reason == "int" and site is not None:
        both = widened(site, ".float()")
        fix = rewrite.at(both, _through_int, text, price)
    else:
        text = smooth_instead(cut.reason)
        fix = Fix(text, say("why.int_round_trip.score_price"))
    return _finding(q, "int_round_trip", site, spots(returned), fix, op=cut.reason, line=line(site))


def detach(q: Inquiry) -> Finding | None:
    """Case 5: the path goes through detach()."""
    cuts = q.with_reason("detach") if _missing(q) else []
    if not cuts:
        return None
    cut = cuts[0]
    copied = cut.source == q.number
    key = "why.detach.leaf" if copied else "why.detach.here"
    site = spot(cut.event, key, name=q.call(cut.source))
    copy = q.scope.name(cut.target)
    text = say("why.detach.fix")
    if copied and copy is not None:
        text = say("why.detach.fix_or_copy", copy=copy, container=q.container)
    price = say("why.detach.price")
    fix = rewrite.everywhere(
        [site_of(cut.event) for cut in cuts], rewrite.without_call("detach"), text, price
    )
    return _finding(q, "detach", site, (), fix, line=line(site))


def frozen_path(q: Inquiry) -> Finding | None:
    """The path goes through set_require_grad(False): meant, so a note."""
    cuts = q.with_reason("set_require_grad") if _missing(q) else []
    if not cuts or not q.known:  # nothing is wrong only if nothing else cuts
        return None
    site = spot(cuts[0].event, "why.frozen.here")
    fix = thawing(site)
    return _finding(
        q, "frozen.path", site, (), fix, ("meant " + say("why.frozen.meant"),), line=line(site)
    )


def other_gradients(q: Inquiry) -> Finding | None:
    """Case 9: another backward reached it, this container is of a different one."""
    if not _missing(q) or q.path or not q.grads.root:
        return None
    if q.history.holes(q.number, q.grads.root):
        return None
    for event in q.history.backwards:
        root = event[OUT]
        path = q.history.between(q.number, root) if root != q.grads.root else []
        if root in q.history.on_tape(path, q.number) and path:
            break
    else:
        return None
    site = spot(event, "why.other_gradients.other", name=q.name)
    this = spot(q.grads.event, "why.other_gradients.this", container=q.container)
    holders = [n for n, g in q.scope.containers() if q.number in g._entries]
    if holders:
        text = say("why.other_gradients.fix", name=q.name, container=holders[0])
    else:
        text = say("why.other_gradients.add")
    fix = Fix(text, say("why.other_gradients.price"))
    reply = say("why.other_gradients.q4", container=q.container, loss=q.loss)
    finding = _finding(
        q, "other_gradients", site, spots(this), fix, q3=say("why.other_gradients.q3"), q4=reply,
        container=q.container, loss=q.loss, line=line(site),
    )  # fmt: skip
    check = say("why.check", name=q.name, container=holders[0]) if holders else None
    return replace(finding, check=check)


def no_record(q: Inquiry) -> Finding | None:
    """The recorder has forgotten, or never saw, what it would take to tell."""
    if not _missing(q) or q.gap is None:
        return None
    key = f"no_record.{q.gap if q.gap != 'several' or q.grads._entries else 'empty'}"
    site = spot(q.made, "why.no_record.here")
    fix = Fix(say(f"why.{key}.fix"), say(f"why.{key}.price"))
    return _finding(
        q, key, site, (), fix, q3=say("why.no_record.q3"), loss=q.loss, container=q.container
    )


def not_reached(q: Inquiry) -> Finding | None:
    """Case 4: nothing under the loss uses it."""
    if not _missing(q):
        return None
    before = q.grads.event[SEQ] if q.grads.event else None
    uses = [e for e in q.history.uses.get(q.number, ()) if before is None or e[SEQ] < before]
    key = "used_elsewhere" if uses else "unused"
    site = spot(q.made, f"why.not_reached.{key}", name=q.name, loss=q.loss)
    elsewhere = [spot(event, "why.not_reached.use", loss=q.loss) for event in uses[:2]]
    taken = [e for e in q.history.vals.get(q.number, ()) if before is None or e[SEQ] < before]
    if not uses and taken:
        site, elsewhere = spot(taken[0], "why.not_reached.taken"), [site, *_replaced(taken[0])]
    constant = q.with_reason("powf_scalar(0)")
    if constant:
        site = spot(constant[0].event, "why.not_reached.power")
    fix = Fix(say("why.not_reached.fix", name=q.name, loss=q.loss), say("why.not_reached.price"))
    return _finding(q, "not_reached", site, spots(*elsewhere), fix, read_note(q), loss=q.loss)


def _replaced(taken: Event) -> list[Spot | None]:
    """Where the name that a parameter's tensor was taken under went to something else."""
    statement, site = statement_of(taken), site_of(taken)
    later = None if statement is None or site is None else next_store(taken, statement)
    if later is None or site is None:
        return []
    lines = text_around(taken)[later.lineno - 1 : later.end_lineno]
    end = len(lines[-1]) if later.end_lineno != later.lineno else later.end_col_offset or 0
    place = Site(site.where, later.lineno, later.end_lineno or later.lineno, later.col_offset, end,
                 "\n".join(lines), site.filename, site.function)  # fmt: skip
    return [marked(place, say("why.not_reached.replaced", name=stored_names(statement)[0]))]


def smooth_instead(op: str) -> str:
    """What to compute in place of an operation that gives ints or truth values."""
    key = "compare_fix" if op in _COMPARISONS else "score_fix"
    return say(f"why.int_round_trip.{key}", op=op)


def _through_int(tree: object, text: str) -> str | None:
    """``x.int().float()`` becomes ``x``; a bare ``x.int()`` stays, for its result is an int."""
    return text.removesuffix(".int().float()") if text.endswith(".int().float()") else None


def _missing(q: Inquiry) -> bool:
    return q.gate is Gate.NOT_IN_CONTAINER


def _other_inputs(cut: Cut) -> list[int]:
    event = cut.event
    return [n for i, n in enumerate(event[INS]) if n != cut.source and event[TRACKED] >> i & 1]


def _finding(
    q: Inquiry,
    key: str,
    site: Spot | None,
    others: tuple[Spot, ...],
    fix: Fix,
    notes: tuple[str, ...] = (),
    **facts: str,
) -> Finding:
    replies = {name: facts.pop(name) for name in ("q2", "q3", "q4") if name in facts}
    title = say(f"why.{key}", none=q.none, name=q.name, **facts)
    notes = (*notes, *_next_cut(q, key))
    return Finding(title, site, others, answers(q, **replies), fix, cuttings(q.cuts), notes)


_MENDED = {
    "late_require_grad": ("late", "old_handle"),
    "late_require_grad.alias": ("late", "old_handle"),
    "off_device": ("inner",),
    "detach": ("detach",),
}


def _next_cut(q: Inquiry, key: str) -> tuple[str, ...]:
    """What cuts the way as well: the verdict after this one's fix."""
    if key not in (*_MENDED, "int_round_trip"):
        return ()
    mended = _MENDED.get(key, WHOLE_NUMBERS)
    others = [cut for cut in q.cuts if cut.reason not in mended]
    if not others:
        return ()
    op = {"read": "to_data", "late": "use"}.get(others[0].reason, others[0].reason)
    place, beside = site_of(others[0].event), site_of(q.cuts[0].event)
    return ("note " + say("why.also_cut", op=op, line=line(place, beside)),)
