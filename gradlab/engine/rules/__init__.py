"""The operations: one registry, filled by the modules of this package."""

from gradlab.engine.rules import activation, arithmetic, index, reduce, shape
from gradlab.engine.rules.registry import RULES, SAME, Rule, rule

__all__ = [
    "RULES",
    "SAME",
    "Rule",
    "activation",
    "arithmetic",
    "index",
    "reduce",
    "rule",
    "shape",
]
