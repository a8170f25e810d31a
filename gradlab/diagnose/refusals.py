"""Why the engine refused: the same record as for a None, from the facts of an error."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from gradlab.diagnose import rewrite
from gradlab.diagnose.causes import cause
from gradlab.diagnose.copied import carried, probable, proven
from gradlab.diagnose.finding import Finding, line, spots
from gradlab.diagnose.handles import replaced_leaf
from gradlab.diagnose.history import History
from gradlab.diagnose.inquiry import marked, spot
from gradlab.diagnose.leaves import result_is_dropped
from gradlab.diagnose.names import Scope
from gradlab.diagnose.questions import Gate
from gradlab.diagnose.reach import WHOLE_NUMBERS, smooth_instead
from gradlab.diagnose.source import statement_of, stored_names, within
from gradlab.diagnose.verdict import About, Answer, Fix, Spot, Verdict
from gradlab.engine import errors
from gradlab.engine.errors import Refusal
from gradlab.engine.events import EXTRA, OP, OUT, SEQ, TRACKED, Event
from gradlab.engine.graph_view import leaves_graph, sources
from gradlab.engine.numbering import shown
from gradlab.engine.sites import resolve, resolve_caller
from gradlab.words import say


@dataclass(frozen=True, slots=True)
class Refused:
    """A refusal, with the recorder and the names at hand."""

    refusal: Refusal
    history: History
    scope: Scope

    @property
    def here(self) -> Spot | None:
        """The refusing line."""
        site = resolve(self.refusal.place, self.refusal.moment)
        if site is None:
            return None
        caller = resolve_caller(self.refusal.place, self.refusal.moment)
        return marked(site, say("why.refused_here", op=self.refusal.op), caller)

    @property
    def refused(self) -> str:
        """ "was refused"; "would be refused" where nothing has happened yet."""
        happened = self.refusal.place is not None or self.refusal.problem
        return say("why.was_refused" if happened else "why.would_be_refused")

    @property
    def root(self) -> int:
        """The number of the value that backward was called on."""
        return int(self.refusal.facts["root"])


def verdict_of(refusal: Refusal, history: History, scope: Scope) -> Verdict:
    """The explanation of a refusal."""
    r = Refused(refusal, history, scope)
    slug, gate, finding = _explained(r)
    entry = cause(slug)
    return Verdict(
        None,
        "fault",
        str(gate),
        entry.case,
        slug,
        finding.title,
        finding.site,
        finding.sites,
        finding.cuts,
        finding.answers,
        finding.fix,
        say("why.check_refusal"),
        finding.notes,
        _about(r),
    )


def _about(r: Refused) -> About | None:
    """The value that was refused: the used-up node, the root, or the first of the inputs."""
    facts = r.refusal.facts
    root = facts.get("root")
    inputs = facts.get("inputs") or (None,)
    number = next((n for n in (facts.get("node"), facts.get("number"), root, inputs[0]) if n), None)
    return None if number is None else About(number, root, r.scope.numbers)


def _explained(r: Refused) -> tuple[str, Gate, Finding]:
    error = r.refusal.error
    if issubclass(error, errors.TapeConsumedError):
        return "consumed", Gate.NOT_IN_CONTAINER, _consumed(r)
    if issubclass(error, errors.ContainerTakenError):
        return "container_taken", Gate.NOT_IN_CONTAINER, _container_taken(r)
    if issubclass(error, errors.NonLeafError):
        return "req_on_intermediate", Gate.NO_REQUIRE_GRAD, _req_on_intermediate(r)
    if issubclass(error, errors.UntrackedRootError):
        return "root_untracked", Gate.NO_REQUIRE_GRAD, _root_untracked(r)
    if issubclass(error, errors.NoAutodiffError):
        return _no_autodiff(r)
    slug = "reflex"
    if issubclass(error, errors.DeviceMismatchError):
        slug = "device_mismatch"
    elif issubclass(error, errors.ShapeMismatchError):
        slug = "shape_mismatch"
    elif issubclass(error, errors.DTypeError):
        slug = "dtype_mismatch"
    return slug, Gate.NO_AUTODIFF if slug == "device_mismatch" else Gate.FOUND, _plain(r)


def _finding(
    title: str, fix: Fix | None, *places: Spot | None, answers: tuple[Answer, ...] = ()
) -> Finding:
    """What is found, with the first known of the places as its own; each place once."""
    found = spots(*places)
    return Finding(title, found[0] if found else None, found[1:], answers, fix)


def _plain(r: Refused) -> Finding:
    """Errors whose own sentence says it all: places of the inputs are added."""
    given = [
        spot(r.history.made.get(n), "why.input_here", name=r.scope.call(n))
        for n in r.refusal.facts.get("inputs", ())
    ]
    problem = r.refusal.problem
    for number in r.refusal.facts.get("inputs", ()):
        problem = re.sub(rf"{re.escape(shown(number))}(?![0-9])", r.scope.call(number), problem)
    title = say("why.refused", op=r.refusal.op, problem=problem)
    return _finding(title, Fix(r.refusal.way_out, ""), r.here, *given)


def _consumed(r: Refused) -> Finding:
    facts = r.refusal.facts
    node, by = facts["node"], facts["consumed_by"]
    used = next((e for e in r.history.backwards if e[OUT] == by), None)
    backward = spot(used, "why.consumed.backward", node=r.scope.call(node))
    shared = spot(r.history.made.get(node), "why.consumed.node")
    carried = _same_line(backward, r.here)
    site = shared if carried or node != r.root else backward
    fix = Fix(say("why.consumed.fix"), say("why.consumed.price"))
    if carried and node != r.root:
        fix = Fix(say("why.consumed.fix_loop", name=_carried(r, node)), say("why.consumed.cut"))
    key = "why.consumed"
    if node == r.root:
        key = "why.consumed.again" if by == node else "why.consumed.within"
    title = say(
        key, root=r.scope.call(r.root), node=r.scope.call(node), by=r.scope.call(by),
        line=line(backward), refused=r.refused,
    )  # fmt: skip
    others = [s for s in (shared, backward) if s is not site]
    return _finding(title, fix, site, *others, r.here)


def _carried(r: Refused, node: int) -> str:
    """The name under which a value goes from one turn of a loop to the next."""
    made = r.history.made.get(node)
    stored = stored_names(statement_of(made)) if made is not None else []
    return stored[0] if stored else r.scope.call(r.root)


def _same_line(a: Spot | None, b: Spot | None) -> bool:
    return a is not None and b is not None and (a.where, a.line) == (b.where, b.line)


def _container_taken(r: Refused) -> Finding:
    took = [e for e in r.history.takes if e[EXTRA] == r.root]
    site = spot(took[-1] if took else None, "why.container_taken.here", container="it")
    text, price = say("why.container_taken.fix"), say("why.container_taken.price")
    fix = Fix(text, price)
    if _of_another(site, r.here):
        fix = rewrite.at(site, rewrite.renamed_call("from_grads", "from_module"), text, price)
    title = say("why.container_taken.refused", op=r.refusal.op, line=line(site))
    return _finding(title, fix, site, r.here)


def _of_another(took: Spot | None, here: Spot | None) -> bool:
    """Are two places calls that take the gradients of different modules?"""
    if took is None or here is None:
        return False
    calls = [rewrite.parsed(rewrite.expression_at(site)) for site in (took, here)]
    taken = [ast.dump(c.args[1]) for c in calls if isinstance(c, ast.Call) and len(c.args) > 1]
    return len(taken) == 2 and taken[0] != taken[1]


def _req_on_intermediate(r: Refused) -> Finding:
    number = r.refusal.facts["number"]
    made = r.history.made.get(number)
    site = spot(made, "why.req_on_intermediate.here")
    above = sorted(n for n in r.history.ancestors(number) if n in r.history.marks)
    marks = [spot(r.history.marks[n][0], "why.req_on_intermediate.mark") for n in above[:1]]
    fix = Fix(say("why.req_on_intermediate.fix"), say("why.req_on_intermediate.price"))
    if len(above) == 1 and _same_line(marks[0], site):
        fix = rewrite.at(
            site, rewrite.marked_last, fix.text, say("why.req_on_intermediate.moved_price")
        )
    title = say(
        "why.req_on_intermediate", op=r.refusal.op, name=r.scope.call(number), line=line(site)
    )
    return _finding(title, fix, site, *marks, r.here)


def _no_autodiff(r: Refused) -> tuple[str, Gate, Finding]:
    if r.refusal.op != "backward":
        number = r.refusal.facts.get("number")
        made = r.history.made.get(number) if number is not None else None
        state = r.history.states.get(number) if number is not None else None
        slug = "not_float" if state is not None and state.kind != "float" else "plain_device"
        site = spot(made, "why.input_here", name=r.scope.call(number)) if number else None
        fix = Fix(r.refusal.way_out, "")
        if slug == "plain_device":
            fix = rewrite.at(site, rewrite.on_autodiff_of(r.scope.value), fix.text, "")
        title = say("why.refused", op=r.refusal.op, problem=r.refusal.problem)
        gate = Gate.NOT_FLOAT if slug == "not_float" else Gate.NO_AUTODIFF
        return slug, gate, _finding(title, fix, site, r.here)
    above = r.history.ancestors(r.root)
    gradients = sorted(n for n in above if _op(r, n) == "gradient")
    if gradients:
        site = spot(r.history.made[gradients[0]], "why.grad_is_plain.here")
        title = say("why.grad_is_plain.root", root=r.scope.call(r.root), refused=r.refused)
        fix = Fix(say("why.grad_is_plain.fix"), say("why.grad_is_plain.price"))
        finding = Finding(title, site, spots(r.here), (), fix)
        return "grad_is_plain", Gate.NO_AUTODIFF, finding
    return "root_untracked", Gate.NO_AUTODIFF, _root_untracked(r)


def _op(r: Refused, number: int) -> str | None:
    event = r.history.made.get(number)
    return None if event is None else str(event[OP])


def _root_untracked(r: Refused) -> Finding:
    """No marked leaf leads to the root: what stands in the way, nearest to the leaves first."""
    above = sorted(n for n in r.history.ancestors(r.root) if n in r.history.made)
    made = [r.history.made[n] for n in above]
    cuts = [e for e in made if leaves_graph(e) and e[TRACKED]]
    late = [n for n in above if n in r.history.marks]
    updated = [e for e in made if leaves_graph(e) and e[OP] != "set_require_grad"]
    lost = [e for e in updated if _is_update(r, e)]
    places: list[Spot | None] = []
    text, price = say("why.root_untracked.fix"), say("why.root_untracked.price")
    if lost:
        key, places = "lost", [spot(lost[-1], "why.update_lost.here")]
        rewriter = rewrite.of_tensor(rewrite.followed_by(".require_grad()"), r.scope.value)
        fix = rewrite.at(places[0], rewriter, say("why.update_lost.fix"), price)
    elif cuts:
        key, fix = "cut", Fix(say("why.root_untracked.cut_fix"), price)
        whole = [e for e in cuts if e[OP] in WHOLE_NUMBERS - {"int", "bool"}]
        if whole:  # a count of hits: without the operation there is no loss at all
            fix = Fix(smooth_instead(str(whole[0][OP])), say("why.int_round_trip.score_price"))
        places = [spot(e, f"why.root_untracked.{_cut_key(e)}", op=e[OP]) for e in cuts]
        if any(e[OP] == "inner" for e in cuts):
            places += [spot(e, "why.root_untracked.leaf_plain") for e in made if _is_plain(r, e)]
    elif late:
        dropped = [e for n in late for e in r.history.marks[n] if result_is_dropped(e)]
        marks = [r.history.marks[n][0] for n in late]
        other = [e for e in marks if _before_use(r, e)]
        key = "dropped" if dropped else "other" if other else "late"
        events = dropped or other[:1] or marks[:1]
        places = [spot(e, f"why.root_untracked.{key}") for e in events]
        fix = Fix(say(f"why.root_untracked.{key}_fix"), price)
    else:
        key = "unmarked"
        copied = proven(r.history, set(above))
        copied = copied or probable(r.history, r.history.reads, set(above))
        copied = copied or carried(r.history, set(above))
        if copied:
            key = "copied"
            places = [spot(c.read, "why.root_untracked.read") for c in copied]
            fix = Fix(say("why.root_untracked.copied_fix"), price)
        else:
            origins = [e for e in made if not sources(e)]
            plain = [e for e in origins if _is_plain(r, e)]
            key = "plain" if plain and len(plain) == len(origins) else key
            places = [spot(e, f"why.root_untracked.leaf_{key}") for e in (plain or origins)]
            rewriter = rewrite.followed_by(".require_grad()")
            rewriter = rewrite.of_tensor(rewriter, r.scope.value)
            if plain:
                rewriter = rewrite.on_autodiff_of(r.scope.value)
            first = next((p for p in places if p is not None), None)
            fix = Fix(text, price)
            if above == [r.root]:  # numbers alone: to mark the loss itself would teach nothing
                fix = Fix(say("why.root_untracked.made_fix"), price)
            elif not plain or len(origins) == 1:  # one of several cannot change its device alone
                fix = rewrite.at(first, rewriter, text, price)
    found = spots(*places)
    site = found[0] if found else r.here
    title = say(
        f"why.root_untracked.title_{key}",
        root=r.scope.call(r.root),
        line=line(site),
        refused=r.refused,
    )
    answers = (Answer("Q2", say("why.q_root"), say("why.no")),)
    return _finding(title, fix, *found, r.here, answers=answers)


def _is_update(r: Refused, event: Event) -> bool:
    """A new unmarked leaf that took the name of a marked one, as in a step by hand."""
    state = r.history.states[event[OUT]]
    statement = statement_of(event)
    after = any(within(e, statement) for e in r.history.uses.get(event[OUT], ()))
    leaf = state.autodiff and state.kind == "float" and event[OUT] not in r.history.marks
    return leaf and not after and replaced_leaf(r.history, event) is not None


def _before_use(r: Refused, mark: Event) -> bool:
    """Was the mark there before every use?  Then the uses went through another handle."""
    return all(mark[SEQ] < use[SEQ] for use in r.history.uses.get(mark[OUT], ()))


def _is_plain(r: Refused, event: Event) -> bool:
    return event[OP] == "leaf" and not r.history.states[event[OUT]].autodiff


def _cut_key(event: Event) -> str:
    known = {"set_require_grad": "frozen", "inner": "inner", "detach": "detach"}
    return known.get(event[OP], "whole")
