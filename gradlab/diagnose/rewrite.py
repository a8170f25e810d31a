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
