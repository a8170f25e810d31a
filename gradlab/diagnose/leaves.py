"""Causes found at the asked handle itself: not a float, no autodiff, not marked."""

from __future__ import annotations

import ast
import dis

from gradlab.diagnose import rewrite
from gradlab.diagnose.finding import Finding, answers, line, spots
from gradlab.diagnose.inquiry import Inquiry, spot
from gradlab.diagnose.names import users_frame
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.source import operands, statement_of
from gradlab.diagnose.verdict import Fix, Spot
from gradlab.engine.events import INS, OP, PLACE, TRACKED, Event
from gradlab.engine.graph_view import sources
from gradlab.words import say


def not_float(q: Inquiry) -> Finding | None:
    """Question 0: ints and bools have no gradient, wherever they are."""
    if q.gate is not Gate.NOT_FLOAT:
        return None
    site = spot(q.made, "why.not_float.here", kind=q.t.kind)
    lost = q.made is not None and q.made[OP] in ("int", "bool") and q.made[TRACKED]
    text, price = say("why.not_float.fix"), say("why.not_float.price")
    fix = Fix(text, price)
    if lost and _marked_before(q):
        fix = rewrite.at(site, rewrite.without_call("int", "bool"), text, price)
    title = say("why.not_float", none=q.none, name=q.name, kind=q.t.kind)
    by_kind = None if lost else "note"  # labels, indices and masks have no gradient by nature
    asked = answers(q, q0=say("why.not_float.q0", kind=q.t.kind))
    return Finding(title, site, (), asked, fix, level=by_kind, final=True)


def grad_is_plain(q: Inquiry) -> Finding | None:
    """Question 1 asked of a gradient, or of something computed from gradients."""
    if q.gate is not Gate.NO_AUTODIFF or q.made is None:
        return None
    if q.made[OP] == "gradient":
        site = spot(q.made, "why.grad_is_plain.here")
        title = say("why.grad_is_plain", none=q.none, name=q.name)
    else:
        came = [n for n in q.history.ancestors(q.number) if _op(q, n) == "gradient"]
        if not came:
            return None
        site = spot(q.history.made[max(came)], "why.grad_is_plain.here")
        title = say("why.grad_is_plain.from", none=q.none, name=q.name)
    fix = Fix(say("why.grad_is_plain.fix"), say("why.grad_is_plain.price"))
    return Finding(title, site, (), answers(q), fix, level="note", final=True)


def plain_device(q: Inquiry) -> Finding | None:
    """Case 1: the tensor's device has autodiff off, so nothing about it is recorded."""
    if q.gate is not Gate.NO_AUTODIFF:
        return None
    device = repr(q.t.device())
    op = q.made[OP] if q.made else None
    key = "inner" if op == "inner" else "here" if op == "leaf" else "result"
    site = spot(q.made, f"why.plain_device.{key}", device=device)
    rewriter = rewrite.without_call("inner", "without_autodiff")
    if op == "leaf":
        rewriter = rewrite.on_autodiff_of(q.scope.value)
    fix = Fix(say("why.plain_device.fix"), say("why.plain_device.price"))
    if not _plain_partners(q):
        fix = rewrite.at(site, rewriter, fix.text, fix.price)
    sources_of = [] if op in ("leaf", "inner", None) else _leaves(q)
    others = [spot(q.history.made[n], "why.plain_device.here", device=device) for n in sources_of]
    title = say("why.plain_device", none=q.none, name=q.name, device=device)
    return Finding(title, site, spots(*others), answers(q), fix)


def discarded(q: Inquiry) -> Finding | None:
    """A statement that only calls require_grad: its result, the marked handle, was dropped."""
    marks = q.history.marks.get(q.number, ()) if _unmarked(q) else ()
    dropped = next((event for event in marks if result_is_dropped(event)), None)
    if dropped is None:
        return None
    site = spot(dropped, "why.discarded.here")
    rewriter = _assigned(q.name)
    fix = Fix(say("why.discarded.fix"), say("why.discarded.price"))
    if asked_there(dropped):
        fix = rewrite.at(site, rewriter, fix.text, fix.price)
    title = say("why.discarded", none=q.none, name=q.name, line=line(site))
    return Finding(title, site, (), answers(q, q2=say("why.discarded.q2")), fix)


def frozen(q: Inquiry) -> Finding | None:
    """set_require_grad(False): meant, so a note."""
    if not _unmarked(q) or q.made is None or q.made[OP] != "set_require_grad":
        return None
    site = spot(q.made, "why.frozen.here")
    title = say("why.frozen", none=q.none, name=q.name, line=line(site))
    fix = thawing(site)
    meant = "meant " + say("why.frozen.meant")
    thawed = [e for n in q.history.reached(q.number)[1:] for e in q.history.marks.get(n, ())]
    again = spots(spot(thawed[0], "why.frozen.thawed")) if thawed else ()
    return Finding(title, site, again, answers(q), fix, notes=(meant,))


def thawing(site: Spot | None) -> Fix:
    """Leave out the call that froze, by the name that the program calls."""
    tree = rewrite.parsed(rewrite.expression_at(site)) if site is not None else None
    called = rewrite.method(tree)
    call = say("why.frozen.call" if called in (None, "set_require_grad") else "why.frozen.named",
               call=called)  # fmt: skip
    return Fix(say("why.frozen.fix", call=call), say("why.frozen.price"))


def not_marked(q: Inquiry) -> Finding | None:
    """Case 2: on an autodiff device, but this handle was never marked."""
    if not _unmarked(q):
        return None
    marks = q.history.marks.get(q.number, ())
    if marks:
        site = spot(marks[0], "why.not_marked.other_handle")
        title = say("why.not_marked.alias", none=q.none, name=q.name, line=line(site))
        fix = Fix(say("why.not_marked.alias_fix"), say("why.not_marked.price"))
        return Finding(title, site, spots(spot(q.made, "why.not_marked.here")), answers(q), fix)
    op = q.made[OP] if q.made else None
    constant = _only_from_whole(q)
    if op in _CONVERTED:
        key = "converted"
    elif op in _FRESH or op is None:
        key = "here"
    else:
        key = "result"
    site = spot(q.made, f"why.not_marked.{key}", op=op)
    title = say("why.not_marked", none=q.none, name=q.name)
    if constant:  # a mask, a one-hot label: untracked by nature, so there is nothing to mend
        title = say("why.not_marked.constant", none=q.none, name=q.name)
        return Finding(title, site, (), answers(q), level="note", final=True)
    rewriter = rewrite.of_tensor(rewrite.followed_by(".require_grad()"), q.scope.value)
    fix = rewrite.at(site, rewriter, say("why.not_marked.fix"), say("why.not_marked.price"))
    cut = _cut_off(q)
    if cut is not None:  # a state carried on, a baseline: to mark it is rarely what was meant
        site = spot(cut, "why.not_marked.cut_here", op=cut[OP])
        title = say("why.not_marked.cut", none=q.none, name=q.name, op=cut[OP], line=line(site))
        fix = Fix(say("why.not_marked.cut_fix"), say("why.not_marked.cut_price"))
        meant = "meant " + say("why.not_marked.cut_meant")
        return Finding(title, site, (), answers(q), fix, notes=(meant,), level="note")
    return Finding(title, site, (), answers(q), fix)


def intermediate(q: Inquiry) -> Finding | None:
    """Case 7: the result of a recorded operation; its gradient passes through and is dropped."""
    if q.gate is not Gate.NO_REQUIRE_GRAD or q.t._node is None:
        return None
    if q.number == q.grads.root:
        site = spot(q.grads.event, "why.intermediate.root_here")
        title = say("why.intermediate.root", none=q.none, name=q.name)
        fix = Fix(say("why.intermediate.root_fix"), say("why.intermediate.root_price"))
        reply = say("why.intermediate.root_q2")
        return Finding(title, site, (), answers(q, q2=reply), fix, final=True)
    site = spot(q.made, "why.intermediate.here")
    leaf = _updated(q)
    if leaf is not None:
        fix = Fix(say("why.intermediate.update_fix", leaf=leaf), say("why.intermediate.root_price"))
    else:
        rewriter = rewrite.followed_by(".detach().require_grad()")
        rewriter = rewrite.of_tensor(rewriter, q.scope.value)
        price = say("why.intermediate.price", name=q.name)
        text = say("why.intermediate.fix", name=q.name, leaves=_leaves_above(q))
        fix = rewrite.at(site, rewriter, text, price)
    title = say("why.intermediate", none=q.none, name=q.name, line=line(site))
    reply = say("why.intermediate.q2")
    return Finding(title, site, (), answers(q, q2=reply), fix)


def asked_there(event: Event) -> bool:
    """Does a name bound where an event happened exist where the question is asked?"""
    code, frame = event[PLACE].code if event[PLACE] else None, users_frame()
    asking = frame.f_code if frame is not None else None
    return code is not None and (code.co_name == "<module>" or code is asking)


def result_is_dropped(event: Event) -> bool:
    """Does the instruction after the recorded one throw its result away (or only print it)?"""
    place = event[PLACE]
    if place is None:
        return False
    after = (i for i in dis.get_instructions(place.code) if i.offset > place.lasti)
    follows = next(after, None)
    if follows is None:
        return False
    if follows.opname in {"LIST_APPEND", "SET_ADD"}:  # by a comprehension that nothing keeps
        statement = statement_of(event)
        whole = statement.value if isinstance(statement, ast.Expr) else None
        return isinstance(whole, ast.ListComp | ast.SetComp)
    if follows.opname == "CALL_INTRINSIC_1":
        return follows.argrepr == "INTRINSIC_PRINT"
    return follows.opname in {"POP_TOP", "PRINT_EXPR"}


_FRESH = frozenset({"leaf", "from_inner", "autodiff", "detach", "to_device"})
_CONVERTED = frozenset({"float"})


def _leaves_above(q: Inquiry) -> str:
    """The marked leaves that an intermediate came from, by name where they have one."""
    above = sorted(n for n in q.history.ancestors(q.number) if n in q.history.marks)
    named = [name for n in above if (name := q.scope.name(n))]
    return say("why.intermediate.leaves", names=", ".join(named[:3])) if named else ""


def _updated(q: Inquiry) -> str | None:
    """What a statement calls the leaf that it takes a multiple of a gradient from."""
    made = q.made
    if made is None or made[OP] not in ("sub", "add"):
        return None
    named = zip(made[INS], operands(made), strict=False)
    leaf = next((name for number, name in named if name and number in q.history.marks), None)
    above = q.history.ancestors(q.number, copies=True)
    return leaf if any(_op(q, number) == "gradient" for number in above) else None


def _only_from_whole(q: Inquiry) -> bool:
    """Does everything about this value come from ints and bools?"""
    number = q.number
    while (event := q.history.made.get(number)) is not None and event[INS]:
        number = event[INS][0]
        state = q.history.states.get(number)
        if state is not None and state.kind != "float":
            return True
    return False


def _plain_partners(q: Inquiry) -> bool:
    """Does the value, or what came from it, meet other plain floats?  One alone cannot move."""
    reached = set(q.history.reached(q.number))
    used = [q.history.made[number] for number in reached if number in q.history.made]
    others = {number for event in used for number in event[INS]} - reached
    states = [q.history.states.get(number) for number in others - set(_origin(q))]
    return any(s is not None and s.kind == "float" and not s.autodiff for s in states)


def _origin(q: Inquiry) -> tuple[int, ...]:
    return q.made[INS] if q.made is not None else ()


def _marked_before(q: Inquiry) -> bool:
    """Is the value a conversion of a marked leaf that is only ever used as a float again?"""
    source = q.made[INS][0] if q.made is not None else None
    back = all(event[OP] == "float" for event in q.history.uses.get(q.number, ()))
    return source in q.history.marks and back


def _cut_off(q: Inquiry) -> Event | None:
    """The newest cut above the asked value; None for new numbers that a gradient went into."""
    above = q.history.ancestors(q.number, copies=True)
    if any(_op(q, n) == "gradient" for n in above):
        return None
    made = [e for n in above if (e := q.history.made.get(n)) is not None]
    cuts = [e for e in made if e[OP] in ("detach", "inner") and e[TRACKED]]
    return max(cuts, default=None)


def _assigned(name: str) -> rewrite.Rewriter:
    """Keep what a method of this very name returned."""
    return lambda tree, text: f"{name} = {text}" if rewrite.receiver(tree) == name else None


def _unmarked(q: Inquiry) -> bool:
    return q.gate is Gate.NO_REQUIRE_GRAD and q.t._node is None


def _op(q: Inquiry, number: int) -> str | None:
    event = q.history.made.get(number)
    return None if event is None else str(event[OP])


def _leaves(q: Inquiry) -> list[int]:
    """The values above the asked one that came from nowhere, in creation order."""
    made = q.history.made
    above = q.history.ancestors(q.number)
    return sorted(n for n in above if n in made and not sources(made[n]) and not made[n][INS])
