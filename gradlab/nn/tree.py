"""The tree that a module is: how its parameters are found, and how another tree is made.

Visits enter fields, nested modules, lists and tuples, in the order in which they were
set.  Dicts and sets have no counterpart in burn, where such a module would not compile;
what they hide is told once per field.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Self, TypeAlias

from gradlab.engine import Tensor
from gradlab.engine.events import here, moment
from gradlab.engine.sites import resolve
from gradlab.nn.errors import HiddenParamWarning, ModuleTreeError
from gradlab.nn.param import Param
from gradlab.words import say

DEEPEST = 100
"""Levels of modules, lists and tuples; far below Python's own limit."""

NamedParam: TypeAlias = tuple[str, Param]
SEQUENCES = (list, tuple)
HIDING = (dict, set, frozenset)
CONTAINERS = (*SEQUENCES, *HIDING)


class Tree:
    """Fields that hold parameters, other trees, lists and tuples of them, or anything else."""

    def named_params(self) -> list[NamedParam]:
        """Every parameter with its path, such as ``("layers[0].weight", Param)``, each once.

        A parameter in two fields counts under the first.  Warns (HiddenParamWarning, once per
        field) of parameters in dicts and sets.  Raises ModuleTreeError for a module that
        contains itself or nests deeper than 100 levels.
        """
        found, hidden = search(self)
        if hidden:
            _tell(self, hidden)
        return found

    def params(self) -> list[Param]:
        """Every parameter, each once."""
        return [param for _, param in self.named_params()]

    def hidden_params(self) -> list[NamedParam]:
        """Parameters that no visit finds, each with the dict or set field that hides it."""
        return search(self)[1]

    def map_params(
        self,
        change: Callable[[str, Param], Param],
        constant: Callable[[Tensor], Tensor] | None = None,
    ) -> Self:
        """A module of the same class with every parameter changed; all else is shared.

        ``change`` gets path and parameter, one in two fields once.  ``constant`` changes the
        tensors that are no parameters.
        """
        return _Rebuilding(change, constant).of(self, "")  # type: ignore[no-any-return]


CHANGED = (Param, Tree, Tensor, *SEQUENCES)


def search(root: Tree) -> tuple[list[NamedParam], list[NamedParam]]:
    """The parameters that a visit finds, and those in dicts and sets."""
    found: dict[int, NamedParam] = {}
    hiding: list[tuple[str, Any]] = []
    for path, value in _walk(root, "", set()):
        if isinstance(value, Param):
            found.setdefault(id(value), (path, value))
        else:
            hiding.append((path, value))
    hidden: dict[int, NamedParam] = {}
    for path, value in hiding:
        for param in _buried(value):
            if id(param) not in found:
                hidden.setdefault(id(param), (path, param))
    return list(found.values()), list(hidden.values())


def _walk(value: Any, path: str, trail: set[int]) -> Iterator[tuple[str, Any]]:
    """Every Param, and every dict or set, with its path."""
    if not isinstance(value, (Tree, *SEQUENCES)):
        yield path, value
        return
    _enter(value, path, trail)
    for name, child in _children(value):
        if isinstance(child, (Param, Tree, *CONTAINERS)):
            yield from _walk(child, _join(path, name), trail)
    trail.remove(id(value))


def _children(value: Any) -> Iterable[tuple[str | int, Any]]:
    return vars(value).items() if isinstance(value, Tree) else enumerate(value)


def _join(path: str, name: str | int) -> str:
    if isinstance(name, int):
        return f"{path}[{name}]"
    return f"{path}.{name}" if path else name


def _enter(value: Any, path: str, trail: set[int]) -> None:
    """One level down; the trail has the ids of all that is above."""
    if id(value) in trail:
        raise ModuleTreeError("visit", "contains_itself", path=path)
    if len(trail) >= DEEPEST:
        raise ModuleTreeError("visit", "too_deep", path=f"{path[:40]}...", deepest=DEEPEST)
    trail.add(id(value))


def _buried(container: Any) -> list[Param]:
    """Every Param below a dict or set, in the order of their ids."""
    found: dict[int, Param] = {}
    seen: set[int] = set()
    waiting = [container]
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Param):
            found[id(value)] = value
        elif isinstance(value, Tree):
            waiting += vars(value).values()
        elif isinstance(value, CONTAINERS):
            waiting += value
            waiting += value.values() if isinstance(value, dict) else ()
    return sorted(found.values(), key=lambda param: param.id)


_TOLD = "_told_of"  # in the module's own dict, where its descendants share it


def _tell(root: Tree, hidden: list[NamedParam]) -> None:
    told: frozenset[str] = vars(root).get(_TOLD, frozenset())
    fields = {path: sum(path == other for other, _ in hidden) for path, _ in hidden}
    vars(root)[_TOLD] = told | fields.keys()
    for path, number in fields.items():
        if path not in told:
            _warn(say("nn.hidden", owner=type(root).__name__, path=path, number=number))


def _warn(text: str) -> None:
    """Warn at the user's line."""
    site = resolve(here(), moment())
    if site is None:
        warnings.warn(text, HiddenParamWarning, stacklevel=2)
    else:
        warnings.warn_explicit(text, HiddenParamWarning, site.filename, site.line)


class _Rebuilding:
    """One pass that makes a new tree.  What occurs twice in the old one does so in the new."""

    def __init__(
        self,
        change: Callable[[str, Param], Param],
        constant: Callable[[Tensor], Tensor] | None,
    ) -> None:
        self.change = change
        self.constant = constant
        self.done: dict[int, Any] = {}
        self.trail: set[int] = set()

    def of(self, value: Any, path: str) -> Any:
        if isinstance(value, SEQUENCES):
            return self._sequence(value, path)
        if isinstance(value, Tensor):
            return value if self.constant is None else self.constant(value)
        new = self.done.get(id(value))
        if new is None:
            is_param = isinstance(value, Param)
            new = self.change(path, value) if is_param else self._tree(value, path)
            self.done[id(value)] = new
        return new

    def _tree(self, tree: Tree, path: str) -> Tree:
        new = object.__new__(type(tree))
        vars(new).update(self._each(tree, path))
        return new

    def _sequence(self, old: Any, path: str) -> Any:
        new = [value for _, value in self._each(old, path)]
        if not any(a is not b or isinstance(b, Param) for a, b in zip(new, old, strict=True)):
            return old
        if isinstance(old, tuple):
            return old._make(new) if hasattr(old, "_make") else tuple(new)
        return new

    def _each(self, old: Any, path: str) -> list[tuple[Any, Any]]:
        """The children by name or index, changed."""
        _enter(old, path, self.trail)
        children = [
            (name, self.of(child, _join(path, name)) if isinstance(child, CHANGED) else child)
            for name, child in _children(old)
        ]
        self.trail.remove(id(old))
        return children
