"""Numbers on their way through Python, as far as the source shows it: by names and lists."""

from __future__ import annotations

import ast

from gradlab.diagnose.inquiry import text_around
from gradlab.diagnose.source import in_order, statement_of, stored_names
from gradlab.engine.events import PLACE, Event, Place


def carries(read: Event, event: Event) -> bool:
    """Does the source lead from a read-out to a later event that took numbers?

    It does within one statement, and over the names that the statements in between bind;
    numbers that are only printed or compared lead nowhere.
    """
    start, end = _outside(read, ast.Return), statement_of(event)
    first = statement_of(start)
    if first is None or end is None:
        return False
    if first is end:
        return True
    names = _receives(first)
    if text_around(start) == text_around(event):
        for node in in_order("\n".join(text_around(start)) + "\n"):
            if first.lineno < node.lineno < end.lineno:
                names = names | _receives(node) if names & _used(node) else names - _bound(node)
    calling = statement_of(caller) if (caller := as_called(event)) is not None else None
    return any(names & _used(node) for node in (end, calling) if node is not None)


def as_called(event: Event) -> Event | None:
    """The event as seen from the call of the user's function that it happened in."""
    place = event[PLACE]
    if place is None or place.caller is None:
        return None
    call = Place(place.caller, place.caller_lasti, None, 0)
    return (*event[:PLACE], call, *event[PLACE + 1 :])


def _outside(event: Event, kind: type[ast.stmt]) -> Event:
    """The event, or as seen from its caller where the statement is of a kind that hands over."""
    return (as_called(event) or event) if isinstance(statement_of(event), kind) else event


_COLLECT = frozenset({"append", "extend", "insert", "add", "update", "setdefault", "appendleft"})


def _receives(statement: ast.stmt) -> set[str]:
    """The names that a statement puts what it computes under, or into."""
    names = _bound(statement)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in _COLLECT
    ):
        names |= {node.id for node in ast.walk(call.func) if isinstance(node, ast.Name)}
    return names


def _bound(statement: ast.stmt) -> set[str]:
    walrus = (node.target.id for node in ast.walk(statement) if isinstance(node, ast.NamedExpr))
    return {*stored_names(statement), *walrus}


def _used(statement: ast.stmt) -> set[str]:
    bound = isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value
    inside = bound if isinstance(bound, ast.expr) else statement
    return {node.id for node in ast.walk(inside) if isinstance(node, ast.Name)}
