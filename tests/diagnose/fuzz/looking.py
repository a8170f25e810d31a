"""Every question that can be put to a program: none raises, none changes anything."""

import json
import re
from collections.abc import Iterator
from typing import Any

from gradlab.diagnose import Report, Verdict
from gradlab.engine import Gradients, Tensor
from gradlab.nn import GradientsParams, Module

UNSURE = re.compile("probably|what became of them is not on record")
"""What a verdict says that does not claim to be sure."""


def looked(names: dict[str, Any]) -> list[str]:
    """What is wrong with the answers to all of the questions."""
    before = _held(names)
    problems = [f"{question}: {problem}" for question, problem in _problems(names)]
    if _held(names) != before:
        problems.append("looking changed a container")
    return problems


def _questions(names: dict[str, Any]) -> Iterator[str]:
    tensors = [name for name, value in names.items() if isinstance(value, Tensor)]
    for name in tensors:
        yield f"why({name})"
    for container, value in names.items():
        if isinstance(value, Gradients):
            yield f"report({container})"
            yield from (f"why({name}, {container})" for name in tensors)
        if isinstance(value, Gradients | GradientsParams):
            modules = [name for name, value in names.items() if isinstance(value, Module)]
            yield from (f"why({name}, {container})" for name in modules)


def _problems(names: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for question in list(_questions(names)):
        try:
            found = eval(question, names)
        except Exception as error:
            yield question, f"{type(error).__name__}: {error}"
            continue
        rows = [row.verdict for row in found] if isinstance(found, Report) else [found]
        for verdict in rows:
            if not isinstance(verdict, Verdict):
                yield question, f"no verdict but {verdict!r}"
            else:
                yield from ((question, problem) for problem in malformed(verdict))


def _held(names: dict[str, Any]) -> list[Any]:
    found: list[Any] = []
    for name, value in names.items():
        if isinstance(value, Gradients):
            entries = {number: array.tolist() for number, array in value._entries.items()}
            found.append((name, str(entries), sorted(value.removed), value.taken is None))
        elif isinstance(value, GradientsParams):
            kept = [(int(id), value.get(id).to_data().tolist()) for id in value.ids()]
            found.append((name, str(kept), value.used is None))
        elif isinstance(value, Tensor):
            node = value._node
            used = node is not None and node.consumed_by is not None
            found.append((name, value.number, value.requirement, used))
    return found


def malformed(verdict: Verdict) -> Iterator[str]:
    """Does a verdict fit its frame, without holes, and survive as data?"""
    lines = str(verdict).split("\n")
    if len(lines) > 16 or max(map(len, lines)) > 88:
        yield f"{len(lines)} lines of up to {max(map(len, lines))} columns"
    if re.search(r"\{\w*\}", lines[0]):
        yield "a sentence with a hole"
    json.dumps(verdict.to_dict(), allow_nan=True)
