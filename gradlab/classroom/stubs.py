"""From a solved cell to the learner's: what stands between two marks becomes a stub.

    # BEGIN SOLUTION
    x = x.require_grad()
    used = x * w
    # STUB used = x * w
    # STUB x = x.require_grad()
    # END SOLUTION

becomes what its STUB lines say.  Without any, each call of ``predict``, ``question`` or ``check``
in it keeps its first argument and gets three dots for the others.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

BEGIN, END, STUB = "# BEGIN SOLUTION", "# END SOLUTION", "# STUB"


def learners(source: str) -> str:
    """The learner's text of a cell.  Raises ValueError where a mark lacks its other half."""
    lines = iter(source.split("\n"))
    return "\n".join(_stubbed(lines))


def _stubbed(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if line.strip() == BEGIN:
            yield from _region(lines)
        elif line.strip() == END:
            raise ValueError(f"{END} without {BEGIN}")
        else:
            yield line


def _region(lines: Iterator[str]) -> Iterator[str]:
    solved: list[str] = []
    stub: list[str] = []
    for line in lines:
        if line.strip() == END:
            yield from stub or [blank(line) for line in solved]
            return
        marked = re.match(rf"(\s*){STUB} ?(.*)", line)
        if marked:
            stub.append(marked[1] + marked[2] if marked[2] else "")
        else:
            solved.append(line)
    raise ValueError(f"{BEGIN} without {END}")


def blank(call: str) -> str:
    """``predict("x", None, case=3)`` as ``predict("x", ..., case=...)``.

    Raises ValueError for anything but such a call on one line.
    """
    try:
        tree = ast.parse(call.strip(), mode="eval").body
    except SyntaxError:
        tree = None
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        raise ValueError(f"without {STUB} lines, a solution is calls on one line, not {call!r}")
    first = [ast.get_source_segment(call.strip(), one) or "" for one in tree.args[:1]]
    others = ["..." for _ in tree.args[1:]]
    named = [f"{keyword.arg}=..." for keyword in tree.keywords]
    return f"{tree.func.id}({', '.join(first + others + named)})"
