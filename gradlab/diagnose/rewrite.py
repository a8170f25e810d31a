"""Changing the user's source at a place: the text of a fix, never carried out here."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from inspect import getattr_static

from gradlab.diagnose.verdict import Fix
from gradlab.engine import Tensor
from gradlab.engine.sites import Site, run_of
from gradlab.nn import Module

Rewriter = Callable[[ast.expr, str], "str | None"]
"""The expression's tree and its text -> the new text, or None where it does not apply."""


def at(site: Site | None, rewriter: Rewriter, text: str, price: str) -> Fix:
    """A fix that rewrites the expression at a place; only the sentence where that fails."""
    return everywhere((site,), rewriter, text, price)


def everywhere(sites: Iterable[Site | None], rewriter: Rewriter, text: str, price: str) -> Fix:
    """A fix that rewrites the expressions at all these places, which may hold one another."""
    plain = Fix(text, price)
    known = {(s.line, s.column, s.end_line, s.end_column): s for s in sites if s is not None}
    places = sorted(known.values(), key=lambda site: site.line)
    if not places or any(not s.source.strip() for s in places):
        return plain
    if len({site.filename for site in places}) > 1:
        return plain
    lines, above = _lines_around(places), 0
    if not lines and len(places) == 1:
        lines, above = places[0].source.split("\n"), places[0].line - 1
    if not lines:
        return plain
    first = places[0].line - 1 - above
    last = max(site.end_line for site in places) - above
    body = "\n".join(lines)
    spans = [
        (_offset(lines, s.line - above, s.column), _offset(lines, s.end_line - above, s.end_column))
        for s in places
    ]
    while spans:
        spans.sort(key=lambda span: span[0] - span[1], reverse=True)  # the inner ones first
        begin, end = spans.pop(0)
        expression = body[begin:end]
        tree = parsed(expression)
        new = rewriter(tree, expression) if tree is not None else None
        changed = None if new is None or new == expression else _put(body, begin, end, new)
        if changed is None:
            return plain
        longer = len(changed) - len(body)
        body = changed
        spans = [(a + longer * (a >= end), b + longer * (b >= end)) for a, b in spans]
    after = body.split("\n")
    kept = len(lines) - last
    return Fix(
        text, price, places[0].filename, first + above + 1, tuple(lines[first:last]),
        tuple(after[first : len(after) - kept]),
    )  # fmt: skip


def _lines_around(places: list[Site]) -> list[str]:
    """The whole text that places lie in; empty where it is not the text they were made from."""
    filename = places[0].filename
    run = run_of(filename, sys.maxsize)
    text = run.text if run is not None else "".join(linecache.getlines(filename))
    lines = text.split("\n")
    same = all("\n".join(lines[s.line - 1 : s.end_line]) == s.source for s in places)
    return lines if same and _tree(text) is not None else []


def _offset(lines: list[str], line: int, column: int) -> int:
    return sum(len(one) + 1 for one in lines[: line - 1]) + column


def _put(body: str, begin: int, end: int, new: str) -> str | None:
    """The text with ``new`` in place of a part of it, in brackets where it needs them there.

    Brackets leave no trace in a tree: where they change it, they are needed.
    """
    bare = body[:begin] + new + body[end:]
    bracketed = f"{body[:begin]}({new}){body[end:]}"
    if _tree(body) is None:  # a line out of an unknown context
        return bare if parsed(new) is None or grouped(new) == new else bracketed
    if _tree(bracketed) is None or _tree(bare) == _tree(bracketed):
        return bare if _tree(bare) is not None else None
    return bracketed


@lru_cache(maxsize=16)
def _tree(text: str) -> str | None:
    try:
        return ast.dump(ast.parse(text))
    except (SyntaxError, ValueError):
        return None


def moved_up(
    first: Site, later: Site, name: str, text: str, price: str, lines: list[str]
) -> Fix | None:
    """A fix that moves the statement at ``later``, which binds ``name``, before a use of it.

    None where the use at ``first`` would see no change, or ``name`` be read before it is bound.
    ``lines`` is the whole text that both stand in.
    """
    if first.filename != later.filename or not lines:
        return None
    try:
        tree = ast.parse("\n".join(lines))
    except SyntaxError:
        return None
    for owner in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(owner, field, None)
            found = _passed(owner, block, first, later, name) if isinstance(block, list) else None
            if found is not None:
                use, mark, end = found
                staying, moving = lines[use - 1 : mark - 1], lines[mark - 1 : end]
                before, after = (*staying, *moving), (*moving, *staying)
                return Fix(text, price, first.filename, use, before, after)
    return None


def _passed(
    owner: ast.AST, block: list[ast.stmt], first: Site, later: Site, name: str
) -> tuple[int, int, int] | None:
    """The lines where the passed statement and the moving one begin, and where that ends."""
    mark = next((i for i, s in enumerate(block) if _covers(s, later)), None)
    use = next((i for i, s in enumerate(block) if _covers(s, first)), None)
    if mark is None or use is None or use >= mark or not isinstance(block[mark], ast.Assign):
        return None
    begins = block[use].lineno
    crowded = [s for s in block[:use] if (s.end_lineno or 0) >= begins]
    beside = [s for i, s in enumerate(block) if i != mark and _covers(s, later)]
    beside += [s for s in block[mark - 1 : mark] if s.end_lineno == block[mark].lineno]
    arguments = {one.arg for one in ast.walk(owner) if isinstance(one, ast.arg)}
    function = isinstance(owner, ast.FunctionDef)
    bound = any(_names(s, name, ast.Store) for s in block[:use]) or (function and name in arguments)
    rebound = any(_names(s, name, ast.Store) for s in block[use:mark])
    seen = _names(block[use], name, ast.Load)
    if crowded or beside or rebound or not bound or not seen or _is_decorated(block[use]):
        return None
    return begins, block[mark].lineno, block[mark].end_lineno or block[mark].lineno


def _is_decorated(statement: ast.stmt) -> bool:
    """Does it begin above its own line?"""
    return bool(getattr(statement, "decorator_list", ()))


def _covers(statement: ast.stmt, site: Site) -> bool:
    return statement.lineno <= site.line <= (statement.end_lineno or statement.lineno)


def _names(tree: ast.AST, name: str, context: type[ast.expr_context]) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, context)
        for node in ast.walk(tree)
    )


def expression_at(site: Site) -> str:
    """The text of the expression that a place covers."""
    lines = site.source.split("\n")
    if len(lines) == 1:
        return lines[0][site.column : site.end_column]
    return "\n".join([lines[0][site.column :], *lines[1:-1], lines[-1][: site.end_column]])


def parsed(expression: str) -> ast.expr | None:
    """The tree of an expression, or None where the text is no whole expression."""
    try:
        return ast.parse(f"({expression}\n)", mode="eval").body
    except SyntaxError:
        return None


def grouped(expression: str) -> str:
    """The expression as an operand of a method call: in brackets where it needs them."""
    tree = parsed(expression)
    simple = isinstance(tree, ast.Name | ast.Call | ast.Attribute | ast.Subscript)
    return expression if simple else f"({expression})"


def followed_by(call: str) -> Rewriter:
    """Append a method call."""
    return lambda _, text: grouped(text) + call


def without_call(*names: str) -> Rewriter:
    """Drop a method call: ``h.detach()`` becomes ``h``."""

    def drop(tree: ast.expr, text: str) -> str | None:
        if (
            isinstance(tree, ast.Call)
            and isinstance(tree.func, ast.Attribute)
            and tree.func.attr in names
        ):
            return ast.get_source_segment(f"({text}\n)", tree.func.value)
        return None

    return drop


def renamed_call(old: str, new: str) -> Rewriter:
    """Call another method with the same arguments."""

    def rename(tree: ast.expr, text: str) -> str | None:
        if method(tree) != old or not isinstance(tree, ast.Call):
            return None
        whole = ast.get_source_segment(f"({text}\n)", tree.func) or ""
        return text.replace(whole, whole.removesuffix(old) + new, 1)

    return rename


def marked_last(_: ast.expr, text: str) -> str | None:
    """Move the one require_grad() in an expression to its end."""
    call = ".require_grad()"
    return f"{grouped(text.replace(call, '', 1))}{call}" if text.count(call) == 1 else None


def assigned_to_argument(place: int) -> Rewriter:
    """Keep a call's result under the name of its argument at ``place``."""

    def assign(tree: ast.expr, text: str) -> str | None:
        if not isinstance(tree, ast.Call) or len(tree.args) <= place:
            return None
        argument = tree.args[place]
        return f"{argument.id} = {text}" if isinstance(argument, ast.Name) else None

    return assign


def unwrapped(tree: ast.expr, text: str) -> str | None:
    """``F(w.to_data(), ad)`` is ``w``, ``F([a.into_scalar(), b.into_scalar()], ad)`` is a cat."""
    if method(tree) == "require_grad" and isinstance(tree, ast.Call):
        tree = tree.func.value if isinstance(tree.func, ast.Attribute) else tree
    if not isinstance(tree, ast.Call) or not tree.args:
        return None
    values = tree.args[0]
    if isinstance(values, ast.Call):
        return _read_from(values)
    if isinstance(values, ast.List) and len(values.elts) > 1:
        names = [_read_from(element) for element in values.elts]
        if all(names):
            return f"Tensor.cat([{', '.join(str(name) for name in names)}])"
    return None


def _read_from(tree: ast.expr) -> str | None:
    reads = ("to_data", "into_scalar")
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute):
        return ast.unparse(tree.func.value) if tree.func.attr in reads else None
    return None


def returns_tensor(tree: ast.expr, value: Callable[[str], object]) -> bool:
    """Is one tensor what an expression gives, not a module or a list?

    ``value`` looks a name up.
    """
    if not isinstance(tree, ast.Call):
        return True
    if isinstance(tree.func, ast.Name):
        called = value(tree.func.id)
        return not isinstance(called, type) and not (
            called is None and len(tree.func.id) > 1 and tree.func.id[0].isupper()
        )
    name = method(tree)
    if getattr_static(Module, name or "", None) is not None:
        return isinstance(value(receiver(tree) or ""), Tensor)
    known = getattr_static(Tensor, name or "", None)
    gives = getattr(known, "__annotations__", {}).get("return", "Tensor")
    return name != "init" and gives in ("Tensor", "Self")


def of_tensor(rewriter: Rewriter, value: Callable[[str], object]) -> Rewriter:
    """The rewriter, for expressions that give one tensor only."""
    return lambda tree, text: rewriter(tree, text) if returns_tensor(tree, value) else None


def method(tree: ast.expr | None) -> str | None:
    """The name of the method that an expression calls."""
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute):
        return tree.func.attr
    return None


def receiver(tree: ast.expr | None) -> str | None:
    """The plain name that an expression calls a method of."""
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute):
        return tree.func.value.id if isinstance(tree.func.value, ast.Name) else None
    return None


def on_autodiff_of(value: Callable[[str], object]) -> Rewriter:
    """Build on the device's autodiff side; a tensor is marked too, a module marks its own.

    ``value`` looks a name up.
    """

    def build(tree: ast.expr, text: str) -> str | None:
        built = _on_autodiff(tree, text)
        mark = ".require_grad()" if returns_tensor(tree, value) else ""
        return None if built is None else built + mark

    return build


def _on_autodiff(tree: ast.expr, text: str) -> str | None:
    if not isinstance(tree, ast.Call) or not tree.args:
        return None
    whole = f"({text}\n)"
    device = ast.get_source_segment(whole, tree.args[-1])
    if device is None or len(tree.args) < 2 or tree.end_lineno != tree.lineno:
        return None
    at = tree.args[-1].col_offset - 1
    end = (tree.args[-1].end_col_offset or 0) - 1
    if not text.isascii():  # offsets of the tree count bytes
        return None
    return f"{text[:at]}{grouped(device)}.autodiff(){text[end:]}"
