"""Changing the user's source at a place: the text of a fix, never carried out here."""

from __future__ import annotations

import ast
from collections.abc import Callable

from gradlab.diagnose.verdict import Fix
from gradlab.engine.sites import Site

Rewriter = Callable[[ast.expr, str], "str | None"]
"""The expression's tree and its text -> the new text, or None where it does not apply."""


def at(site: Site | None, rewriter: Rewriter, text: str, price: str) -> Fix:
    """A fix that rewrites the expression at a place; only the sentence where that fails."""
    plain = Fix(text, price)
    if site is None or not site.source.strip():
        return plain
    expression = expression_at(site)
    tree = parsed(expression)
    new = rewriter(tree, expression) if tree is not None else None
    if new is None or new == expression:
        return plain
    lines = site.source.split("\n")
    whole = lines[0][: site.column] + new + lines[-1][site.end_column :]
    return Fix(text, price, site.filename, site.line, tuple(lines), tuple(whole.split("\n")))


def moved_up(first: Site, later: Site, text: str, price: str, lines: list[str]) -> Fix:
    """A fix that moves the statement at ``later`` in front of the one at ``first``.

    ``lines`` is the whole text that both stand in.
    """
    plain = Fix(text, price)
    if first.filename != later.filename or first.line >= later.line or not lines:
        return plain
    block = lines[first.line - 1 : later.end_line]
    moving = block[later.line - first.line :]
    staying = block[: later.line - first.line]
    if _indent(moving[0]) != _indent(staying[0]):
        return plain
    return Fix(text, price, first.filename, first.line, tuple(block), (*moving, *staying))


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


def statement_at(site: Site) -> ast.stmt | None:
    """The statement on the place's lines, if they hold exactly one."""
    try:
        body = ast.parse(site.source.strip()).body
    except SyntaxError:
        return None
    return body[0] if len(body) == 1 else None


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
    """Call another method or function with the same arguments."""

    def rename(tree: ast.expr, text: str) -> str | None:
        if not isinstance(tree, ast.Call):
            return None
        name = tree.func.attr if isinstance(tree.func, ast.Attribute) else ast.unparse(tree.func)
        return text.replace(old, new, 1) if name == old else None

    return rename


def on_autodiff(tree: ast.expr, text: str) -> str | None:
    """Build the tensor on the device's autodiff side, and mark it."""
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
    return f"{text[:at]}{grouped(device)}.autodiff(){text[end:]}.require_grad()"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
