"""What the user calls things: names of values in the scope that asked."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import FrameType
from typing import Any

from executing import Source

from gradlab.engine import Gradients, Tensor
from gradlab.engine.numbering import names_of_values, shown
from gradlab.engine.value import Value
from gradlab.nn import GradientsParams, Module, Param
from gradlab.nn.tree import search


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of one frame: its own before the module's, each in order of binding."""

    values: tuple[tuple[str, Any], ...]
    numbers: Mapping[int, str]

    @classmethod
    def remembered(cls, numbers: Mapping[int, str]) -> Scope:
        """Names of values only, as a refusal remembers them."""
        return cls((), numbers)

    @classmethod
    def of(cls, frame: FrameType | None) -> Scope:
        """The scope of a frame; names with a leading underscore do not count."""
        if frame is None:
            return cls((), {})
        spaces = [frame.f_locals]
        if frame.f_globals is not frame.f_locals:
            spaces.append(frame.f_globals)
        seen: dict[str, Any] = {}
        for space in spaces:
            for name, value in list(space.items()):  # another thread may bind names meanwhile
                if not name.startswith("_"):
                    seen.setdefault(name, value)
        numbers = names_of_values(frame)
        for name, value in seen.items():
            for path, param in search(value)[0] if isinstance(value, Module) else ():
                numbers.setdefault(param._value.number, f"{name}.{path}")
        return cls(tuple(seen.items()), numbers)

    def tensors(self) -> Iterator[tuple[str, Tensor]]:
        """Every name of a tensor."""
        return ((name, value) for name, value in self.values if isinstance(value, Tensor))

    def containers(self) -> Iterator[tuple[str, Gradients]]:
        """Every name of a Gradients."""
        return ((name, value) for name, value in self.values if isinstance(value, Gradients))

    def filled_from(self, grads: object) -> str | None:
        """The first name of a container of parameters to which ``grads`` was handed over."""
        if not isinstance(grads, Gradients) or grads.taken is None:
            return None
        held = ((name, value) for name, value in self.values if isinstance(value, GradientsParams))
        return next((name for name, value in held if value.origin is grads), None)

    def params(self) -> Iterator[Param]:
        """The parameters of every named module."""
        modules = (value for _, value in self.values if isinstance(value, Module))
        return (param for module in modules for _, param in search(module)[0])

    def value(self, name: str) -> Any:
        """What a name is bound to; None where it is not bound."""
        return next((value for bound, value in self.values if bound == name), None)

    def name(self, number: int) -> str | None:
        """The first name bound to the value with this number."""
        return self.numbers.get(number)

    def call(self, number: int) -> str:
        """The value's name, or its number where it has none."""
        return self.name(number) or shown(number)

    def called(self, thing: object) -> str | None:
        """The first name bound to this very object."""
        return next((name for name, value in self.values if value is thing), None)


def users_frame() -> FrameType | None:
    """The innermost frame outside the package."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _ours(frame.f_globals.get("__name__")):
        frame = frame.f_back
    return frame


def _ours(module: object) -> bool:
    return isinstance(module, str) and (module == "gradlab" or module.startswith("gradlab."))


def arguments(frame: FrameType | None) -> list[str]:
    """The source text of the positional arguments of the call that ``frame`` is at."""
    if frame is None:
        return []
    try:
        found = Source.executing(frame)
        node = found.node
        if not isinstance(node, ast.Call):
            return []
        if any(isinstance(one, ast.Starred) for one in node.args):
            return []
        return [ast.get_source_segment(found.source.text, one) or "" for one in node.args]
    except Exception:  # no source, or one that cannot be parsed: names are found otherwise
        return []


def named(value: Value, scope: Scope, text: str | None) -> str:
    """How to speak of an asked value: as the user wrote it if short, else its name or number."""
    if text and len(text) <= 20 and "\n" not in text:
        return text
    return scope.call(value._number)
