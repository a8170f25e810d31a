"""The statement around a recorded place: what it stores, loads and calls."""

from __future__ import annotations

import ast
from functools import lru_cache

from gradlab.diagnose.inquiry import text_around
from gradlab.engine.events import OP, PLACE, SEQ, Event
from gradlab.engine.graph_view import site_of
from gradlab.engine.sites import Site, run_of


@lru_cache(maxsize=64)
def _statements(text: str) -> tuple[ast.stmt, ...]:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.stmt))


def statement_of(event: Event) -> ast.stmt | None:
    """The innermost statement that an event happened in; None where no source is known."""
    site = site_of(event)
    lines = text_around(event)
    if site is None or not lines:
        return None
    around = [
        node
        for node in _statements("\n".join(lines) + "\n")
        if _holds(node, site)
        and not isinstance(node, ast.For | ast.While | ast.If | ast.With | ast.Try)
        and not isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    return max(around, key=lambda node: (node.lineno, node.col_offset), default=None)


def in_order(text: str) -> list[ast.stmt]:
    """The simple statements of a text, from the first line to the last."""
    simple = (node for node in _statements(text) if not hasattr(node, "body"))
    return sorted(simple, key=lambda node: (node.lineno, node.col_offset))


def same_statement(a: Event, b: Event) -> bool:
    """Did two events happen at one place, perhaps in two runs of a cell (even if edited)?"""
    if a[PLACE] is None or b[PLACE] is None:
        return False
    code, other = a[PLACE].code, b[PLACE].code
    if (code.co_filename, code.co_name) == (other.co_filename, other.co_name):
        return bool(a[PLACE].lasti == b[PLACE].lasti)
    runs = run_of(code.co_filename, a[SEQ]), run_of(other.co_filename, b[SEQ])
    return runs[0] is not None and runs[1] is not None and runs[0].cell == runs[1].cell is not None


def next_store(event: Event, statement: ast.stmt) -> ast.stmt | None:
    """The next statement of the same text that binds the same name without using it."""
    names = stored_names(statement)
    text = "\n".join(text_around(event)) + "\n"
    after = sorted(
        (node for node in _statements(text) if node.lineno > statement.lineno),
        key=lambda node: node.lineno,
    )
    for node in after if names else ():
        if names[0] in loaded_names(node):
            return None
        if names[0] in stored_names(node):
            return node
    return None


def stored_names(statement: ast.stmt | None) -> list[str]:
    """The plain names that an assignment binds."""
    if isinstance(statement, ast.Assign):
        targets: list[ast.expr] = statement.targets
    elif isinstance(statement, ast.AugAssign | ast.AnnAssign):
        targets = [statement.target]
    else:
        return []
    return [
        node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)
    ]


def loaded_names(statement: ast.stmt | None) -> set[str]:
    """The names whose values an assignment uses."""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        return {statement.target.id} | _names(statement.value)
    if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
        return _names(statement.value)
    return set()


def _names(tree: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def within(event: Event, statement: ast.stmt | None) -> bool:
    """Did an event happen within a statement (of the same text)?"""
    site = site_of(event)
    return site is not None and statement is not None and _holds(statement, site)


def _holds(statement: ast.stmt, site: Site) -> bool:
    """Does a place begin in a statement?  Columns of the tree count bytes."""
    begin = site.line, len(site.source.split("\n", 1)[0][: site.column].encode())
    end = statement.end_lineno or statement.lineno, statement.end_col_offset or 0
    return (statement.lineno, statement.col_offset) <= begin < end


def operands(event: Event) -> list[str | None]:
    """The plain names among the operands of a recorded operation, None for other operands.

    In the order of the event's inputs: the receiver, then the arguments, lists opened.
    """
    tree = _expression(site_of(event))
    found: list[ast.expr] = []
    if isinstance(tree, ast.BinOp):
        found = [tree.left, tree.right]
    elif isinstance(tree, ast.Call):
        if isinstance(tree.func, ast.Attribute) and event[OP] not in _OF_THE_CLASS:
            found.append(tree.func.value)
        for argument in tree.args:
            opened = argument.elts if isinstance(argument, ast.List | ast.Tuple) else [argument]
            found.extend(opened)
    elif isinstance(tree, ast.Subscript):
        found = [tree.value]
    elif isinstance(tree, ast.UnaryOp):
        found = [tree.operand]
    return [node.id if isinstance(node, ast.Name) else None for node in found]


_OF_THE_CLASS = frozenset({"cat", "stack", "from_inner"})


def _expression(site: Site | None) -> ast.expr | None:
    from gradlab.diagnose.rewrite import expression_at, parsed

    if site is None or not site.source.strip():
        return None
    text = expression_at(site)
    tree = parsed(text)
    if tree is not None:
        return tree
    try:  # an augmented assignment is recorded as a whole
        body = ast.parse(text).body
    except SyntaxError:
        return None
    if len(body) == 1 and isinstance(body[0], ast.AugAssign):
        target = body[0].target
        load = ast.Name(target.id) if isinstance(target, ast.Name) else target
        return ast.BinOp(load, body[0].op, body[0].value)
    return None
