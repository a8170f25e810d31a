"""Habits from PyTorch about modules, parameters and optimizers, each with the answer here."""

from __future__ import annotations

from typing import Any, NoReturn

from gradlab.engine.errors import ReflexError
from gradlab.engine.reflexes import answer
from gradlab.words import say

_TO_DEVICE = ("to", "cpu", "cuda")
MODULE = {
    **dict.fromkeys(("parameters", "named_parameters"), "nn.reflex_parameters"),
    **dict.fromkeys(("state_dict", "load_state_dict"), "nn.reflex_state_dict"),
    **dict.fromkeys(_TO_DEVICE, "nn.reflex_to"),
    "eval": "nn.reflex_eval",
    "requires_grad_": "nn.reflex_requires_grad",
    "zero_grad": "nn.reflex_zero_grad",
}
OPTIMIZER = {"zero_grad": "nn.reflex_zero_grad", "param_groups": "nn.reflex_param_groups"}


def refuse(owner: object, name: str, table: dict[str, str]) -> NoReturn:
    """Raise what reading ``name`` deserves: a ReflexError or an AttributeError."""
    answers = {name: say(table[name])} if name in table else {}
    answer(type(owner).__name__, name, answers)


def not_a_tensor(owner: object, *_: Any, **__: Any) -> NoReturn:
    """An operation on a Param that only its tensor has, Python's or NumPy's."""
    raise ReflexError(type(owner).__name__, say("nn.not_a_tensor"), say("nn.not_a_tensor_fix"))
