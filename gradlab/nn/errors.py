"""What parameters, records and optimizers refuse, and the one thing they warn of."""

from __future__ import annotations

from typing import Any

from gradlab.engine.errors import GradlabError
from gradlab.words import say


class HiddenParamWarning(UserWarning):
    """A parameter sits in a dict or a set of a module, where no visit finds it."""


class NnError(GradlabError):
    """The root of them; ``key`` and its twin ``key_fix`` are in the catalogue under ``nn``."""

    def __init__(self, op: str, key: str, **facts: Any) -> None:
        super().__init__(op, say(f"nn.{key}", **facts), say(f"nn.{key}_fix", **facts), **facts)


class ModuleTreeError(NnError):
    """A module that contains itself, or nests deeper than any visit goes."""


class RecordMismatchError(NnError):
    """A record that does not fit the module; nothing of it was loaded."""


class GradientsUsedError(NnError):
    """A GradientsParams that a step or an accumulator has used up, asked again."""


class ArgumentError(NnError, TypeError):
    """An argument of another kind than the one asked for."""
