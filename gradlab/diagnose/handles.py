"""The name is not the leaf: moved, overwritten, updated, from before a step, a look-alike."""

from __future__ import annotations

from dataclasses import replace
from inspect import CO_NEWLOCALS

from gradlab.diagnose import rewrite
from gradlab.diagnose.carried import as_called
from gradlab.diagnose.finding import Finding, answers, line, spots
from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import Inquiry, spot
from gradlab.diagnose.leaves import asked_there, result_is_dropped
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.source import (
    loaded_names,
    operands,
    same_statement,
    statement_of,
    stored_names,
    within,
)
from gradlab.diagnose.verdict import Fix
from gradlab.engine import Tensor
from gradlab.engine.events import INS, OP, OUT, PLACE, SEQ, TRACKED, Event
from gradlab.engine.graph_view import sources
from gradlab.nn import Module
from gradlab.words import say


def moved(q: Inquiry) -> Finding | None:
    """The output of to_device: an intermediate; the gradient sits on what was moved."""
    if not _intermediate(q) or q.made is None or q.made[OP] != "to_device":
        return None
    site = spot(q.made, "why.moved.here")
    before = q.call(q.made[INS][0])
    tree = rewrite.parsed(rewrite.expression_at(site)) if site is not None else None
    receiver = rewrite.receiver(tree)
    module = receiver is not None and isinstance(q.scope.value(receiver), Module)
    if module:
        rewriter = rewrite.renamed_call("to_device", "fork")
        fix = rewrite.at(site, rewriter, say("why.moved.fork"), say("why.moved.price"))
    else:
        fix = Fix(say("why.moved.fix"), say("why.moved.price"))
    title = say("why.moved", none=q.none, name=q.name, line=line(site), before=before)
    return Finding(title, site, (), answers(q, q2=say("why.intermediate.q2")), fix)


def leaf_overwritten(q: Inquiry) -> Finding | None:
    """The statement that computed it took the leaf's name, or marked and computed at once."""
    if not _intermediate(q) or q.made is None or q.number == q.grads.root:
        return None
    made, statement = q.made, statement_of(q.made)
    stored = stored_names(statement)
    names = [name for name in stored if name in loaded_names(statement) and name == q.name]
    taken = _known_as(q.history, replaced_leaf(q.history, made, names), made)
    if not stored and (called := as_called(made)) is not None:
        made, statement = called, statement_of(called)
        stored = stored_names(statement)
        names = [name for name in stored if name in loaded_names(statement) and name == q.name]
        taken = _known_as(q.history, _marked_as(q, names), made)
    own = [n for n in q.history.ancestors(q.number) if n in q.history.marks] if stored else []
    at_once = [
        n for n in own if within(q.history.marks[n][0], statement) and _same_text(q, n, made)
    ]
    if taken is None and not at_once:
        return None
    leaf, key = (max(at_once), "at_once") if taken is None else (taken, "taken")
    site = spot(made, f"why.leaf_overwritten.{key}", name=stored[0])
    marks = q.history.marks.get(leaf)
    held = q.number != leaf and leaf in q.grads._entries
    remark = "why.leaf_overwritten.leaf" if held else "why.leaf_overwritten.leaf_none"
    mark = spot(marks[0] if marks else q.history.made.get(leaf), remark)
    other = q.scope.name(leaf)
    reply = say("why.leaf_overwritten.held" if held else "why.intermediate.q2")
    text = say(f"why.leaf_overwritten.{key}_fix", name=stored[0])
    if other is not None and other != stored[0]:
        text = say("why.leaf_overwritten.ask_other", other=other, container=q.container)
    price = say("why.leaf_overwritten.price")
    fix = Fix(text, price)
    if key == "at_once" and mark is not None and site is not None:
        if len([n for n in q.history.ancestors(q.number) if n in q.history.marks]) == 1:
            fix = rewrite.at(site, rewrite.marked_last, text, price)
        if (mark.where, mark.line) == (site.where, site.line):
            mark = None  # one expression, underlined once
    title = say(f"why.leaf_overwritten.{key}_title", none=q.none, name=q.name, line=line(site))
    return Finding(title, site, spots(mark), answers(q, q2=reply), fix)


def update_lost(q: Inquiry) -> Finding | None:
    """A hand-written update made a new leaf under the old name, and did not mark it."""
    if q.gate is not Gate.NO_REQUIRE_GRAD or q.t._node is not None or q.made is None:
        return None
    if q.number in q.history.marks or replaced_leaf(q.history, q.made) is None:
        return None
    site = spot(q.made, "why.update_lost.here")
    text, price = say("why.update_lost.fix"), say("why.update_lost.price")
    rewriter = rewrite.of_tensor(rewrite.followed_by(".require_grad()"), q.scope.value)
    fix = rewrite.at(site, rewriter, text, price)
    title = say("why.update_lost", none=q.none, name=q.name, line=line(site))
    return Finding(title, site, (), answers(q), fix)


def dropped_step(q: Inquiry) -> Finding | None:
    """The parameter was stepped, and the new module was thrown away."""
    asked_as_a_leaf = q.gate in (Gate.NOT_IN_CONTAINER, Gate.FOUND)
    step = q.history.steps.get(q.number) if asked_as_a_leaf else None
    if step is None or not result_is_dropped(step):
        return None
    site = spot(step, "why.discarded.step_here")
    text, price = say("why.discarded.step_fix"), say("why.discarded.price")
    fix = Fix(text, price)
    if asked_there(step):
        fix = rewrite.at(site, rewrite.assigned_to_argument(1), text, price)
    title = say("why.discarded.step", name=q.name, line=line(site))
    return Finding(title, site, (), answers(q), fix)


def stale_handle(q: Inquiry) -> Finding | None:
    """From before a step, of another copy of the model, or of an earlier turn of the loop."""
    if q.gate is not Gate.NOT_IN_CONTAINER:
        return None
    above = q.history.ancestors(q.grads.root)
    step, newest = None, q.number
    while newest in q.history.steps:
        step = step or q.history.steps[newest]
        newest = q.history.steps[newest][OUT]
        if newest in above:
            return _stale(q, step, newest, "step")
    older = _before_steps(q, above)
    if older is not None:
        step = _step_since(q, older)
        if step is not None:
            return _stale(q, step, older, "after")
        taken = _taken(q, older, above)
        return _stale(q, taken or q.history.made[q.number], older, "older")
    copy = next((c for c in q.cuts if module_copy(c.event)), None)
    if copy is not None:
        return _stale(q, copy.event, copy.target, "copy")
    if q.path:
        return None
    newer = _later_turn(q, above)
    if newer is not None:
        return _stale(q, q.history.made[newer], newer, "turn")
    earlier = _earlier_run(q, above)
    return None if earlier is None else _stale(q, q.history.made[q.number], earlier, "anew")


def _before_steps(q: Inquiry, above: set[int]) -> int | None:
    """The leaf of the same parameter, from before one or more steps, that the loss used."""
    number = q.number
    while (event := q.history.made.get(number)) is not None and event[OP] == "step":
        number = event[INS][0]
        if number in above:
            return int(number)
    return None


def _step_since(q: Inquiry, older: int) -> Event | None:
    """The step that came after the backward: the loss could not have used what it made."""
    root = q.grads.event or q.history.made.get(q.grads.root)
    step = q.history.steps.get(older)
    late = root is not None and step is not None and step[SEQ] > root[SEQ]
    return step if late else None


def _taken(q: Inquiry, older: int, above: set[int]) -> Event | None:
    """Where the handle that the loss used was taken: under the name that its use speaks of."""
    uses = [use for use in q.history.uses.get(older, ()) if use[OUT] in above]
    last = max((use[SEQ] for use in uses), default=0)
    taken = [val for val in q.history.vals.get(older, []) if val[SEQ] < last]
    spoken = {name for use in uses for name in loaded_names(statement_of(use))}
    named = [val for val in taken if spoken & set(stored_names(statement_of(val)))]
    return next(reversed(named or taken), None)


def _later_turn(q: Inquiry, above: set[int]) -> int | None:
    """A leaf that the same statement made later, under the name that the asked one had.

    Without a backward in between the two stand side by side, as the layers of a network do.
    """
    made = q.history.made.get(q.number)
    if made is None or made[PLACE] is None or sources(made):
        return None
    names = stored_names(statement_of(made))
    for number in sorted(n for n in above if n > q.number):
        other = q.history.made.get(number)
        if other is None or (other[PLACE], other[OP]) != (made[PLACE], made[OP]):
            continue
        walked = any(made[SEQ] < event[SEQ] < other[SEQ] for event in q.history.backwards)
        if walked and any(_holds(q, name, number) for name in names):
            return number
    return None


def _earlier_run(q: Inquiry, above: set[int]) -> int | None:
    """A leaf that the same statement made earlier, which the loss used: the asked one is new."""
    made = q.history.made.get(q.number)
    if made is None or made[PLACE] is None or sources(made):
        return None
    names = stored_names(statement_of(made))
    for number in sorted((n for n in above if n < q.number), reverse=True):
        other = q.history.made.get(number)
        if other is None or other[PLACE] is None or sources(other) or other[OP] != made[OP]:
            continue
        used = (use for use in q.history.uses.get(number, ()) if use[OUT] in above)
        if all(use[SEQ] > made[SEQ] for use in used):
            continue  # both were there when the loss chose one of them, as layers are
        if same_statement(made, other) and names == stored_names(statement_of(other)) != []:
            return number
    return None


def _holds(q: Inquiry, name: str, number: int) -> bool:
    value = q.scope.value(name)
    return isinstance(value, Tensor) and value.number >= number


def _stale(q: Inquiry, event: Event, newer: int, key: str) -> Finding:
    site = spot(event, f"why.stale_handle.{key}_here")
    made = spot(q.history.made.get(q.number), "why.stale_handle.made")
    name = q.scope.name(newer)
    fix = Fix(
        say("why.stale_handle.fix_named", name=name, container=q.container)
        if name and key in ("step", "copy", "turn")  # the others made the asked one later
        else say(f"why.stale_handle.{key}_fix"),
        say("why.stale_handle.price"),
    )
    title = say(f"why.stale_handle.{key}", none=q.none, name=q.name, line=line(site))
    older = key in ("older", "after", "anew")
    reply = say("why.stale_handle.q3_older" if older else "why.stale_handle.q3")
    others = () if key in ("after", "anew") else spots(made)
    finding = Finding(title, site, others, answers(q, q3=reply), fix)
    return replace(finding, level="note", final=True) if key == "after" else finding


def wrong_tensor(q: Inquiry) -> Finding | None:
    """A leaf made from another tensor's numbers; the loss used the other one."""
    if q.gate is not Gate.NOT_IN_CONTAINER or q.path:
        return None
    above = q.history.ancestors(q.grads.root)
    origins = q.history.ancestors(q.number, copies=True) - {q.number}
    used = [n for n in origins if n in above]
    if not used:
        return None
    source = max(used)
    if q.scope.name(source) is None and _made_since(q):
        site = spot(q.made, "why.wrong_tensor.after_here")
        title = say("why.wrong_tensor.after", none=q.none, name=q.name, line=line(site))
        fix = Fix(say("why.wrong_tensor.after_fix"), say("why.wrong_tensor.price"))
        return Finding(title, site, (), answers(q), fix, level="note", final=True)
    site = spot(q.history.made.get(q.number), "why.wrong_tensor.here", name=q.call(source))
    use = [e for e in q.history.uses.get(source, ()) if e[OUT] in above]
    used_here = spot(use[0], "why.wrong_tensor.use", name=q.call(source)) if use else None
    text = say("why.wrong_tensor.fix", name=q.name, source=q.call(source))
    fix = Fix(text, say("why.wrong_tensor.price"))
    title = say("why.wrong_tensor", none=q.none, name=q.name, source=q.call(source),
                loss=q.loss)  # fmt: skip
    return Finding(title, site, spots(used_here), answers(q), fix)


def _made_since(q: Inquiry) -> bool:
    """Is the asked leaf newer than the backward, as after an update by hand?"""
    made, walked = q.made, q.grads.event
    return made is not None and walked is not None and bool(made[SEQ] > walked[SEQ])


def _intermediate(q: Inquiry) -> bool:
    return q.gate is Gate.NO_REQUIRE_GRAD and q.t._node is not None


def _stepped(history: History, number: int) -> bool:
    event = history.made.get(number)
    return event is not None and event[OP] == "step" and bool(event[TRACKED])


def _known_as(history: History, leaf: int | None, event: Event) -> int | None:
    """The leaf, if its name was one of the frame in which the event happened.

    A parameter of a helper is a name of its own: to bind it anew takes nothing from the caller.
    """
    place = event[PLACE]
    if leaf is None or place is None or not place.code.co_flags & CO_NEWLOCALS:
        return leaf
    about = [*history.marks.get(leaf, ()), *history.vals.get(leaf, ()), history.made.get(leaf)]
    places = [other[PLACE] for other in about if other is not None]
    return leaf if any(other and other.code is place.code for other in places) else None


def _same_text(q: Inquiry, number: int, event: Event) -> bool:
    place, own = q.history.marks[number][0][PLACE], event[PLACE]
    return place is not None and own is not None and place.code is own.code


def _marked_as(q: Inquiry, names: list[str]) -> int | None:
    """The newest leaf above the asked value that was marked under one of these names."""
    return max(
        (
            number
            for number in q.history.ancestors(q.number)
            if number in q.history.marks
            and set(names) & set(stored_names(statement_of(q.history.marks[number][0])))
        ),
        default=None,
    )


def replaced_leaf(
    history: History, event: Event | None, names: list[str] | None = None
) -> int | None:
    """The marked leaf that the event's statement used, and whose name it gave to its result.

    Turns of a loop are gone back through.  ``names`` are those that count, all if not given.
    """
    if event is None:
        return None
    if names is None:
        statement = statement_of(event)
        names = [name for name in stored_names(statement) if name in loaded_names(statement)]
    current: Event | None = event if names else None
    while current is not None:
        number = _named_input(history, current, names)
        if number is None or number in history.marks or _stepped(history, number):
            return number
        before = history.made.get(number)
        current = None if before is None or before[PLACE] != event[PLACE] else before
    return None


def _named_input(history: History, event: Event, names: list[str]) -> int | None:
    """The input that the statement knew under one of these names."""
    for number, name in zip(event[INS], operands(event), strict=False):
        if name in names:
            return int(number)
    statement = statement_of(event)
    reads = history.copied.get(event[OUT], []) if event[OP] == "leaf" else []
    made = [e for number in event[INS] if (e := history.made.get(number)) is not None]
    for inner in (*reads, *made):
        earlier = inner[SEQ] < event[SEQ] and inner[PLACE] != event[PLACE]
        if earlier and inner[OP] != "gradient" and within(inner, statement):
            found = _named_input(history, inner, names)
            if found is not None:
                return found
    return None


def module_copy(event: Event) -> bool:
    """Was a leaf copied by a module's own method (fork, train, valid, no_grad)?"""
    site = spot(event, "why.input_here", name="")
    if site is None:
        return False
    tree = rewrite.parsed(rewrite.expression_at(site))
    return rewrite.method(tree) in ("fork", "train", "valid", "no_grad")
