"""The switches of ``WhatIf``: their choices, a position of all of them, presets."""

from __future__ import annotations

from dataclasses import dataclass

CHOICES = {
    "device": ("autodiff", "plain"),
    "path": (
        "direct",
        "detach",
        "int and back",
        "inner and back",
        "argmax",
        "read out and wrapped",
        "to_device",
        "branch on the plain device",
        "unused",
    ),
    "mark": ("never", "before use", "after use", "between two uses"),
    "second": ("none", "direct", "cut"),
    "asked": ("x", "h", "loss", "the copy", "w"),
    "container": ("this one", "another's", "after grad_remove"),
}
"""Switch -> its choices.  What a choice means may depend on the switches before its own only."""

FIRST = ("device", "mark", "path")
MORE = ("second", "asked", "container")


@dataclass(frozen=True, slots=True)
class Setting:
    """One position of every switch."""

    device: str = "autodiff"
    path: str = "direct"
    mark: str = "never"
    second: str = "none"
    asked: str = "x"
    container: str = "this one"

    def __str__(self) -> str:
        return ", ".join(f"{name}: {getattr(self, name)}" for name in CHOICES)


PRESETS = {
    "ok": Setting(mark="before use"),
    "plain_device": Setting(device="plain"),
    "not_marked": Setting(),
    "late_require_grad": Setting(mark="after use"),
    "not_reached": Setting(mark="before use", path="unused"),
    "detach": Setting(mark="before use", path="detach"),
    "int_round_trip": Setting(mark="before use", path="int and back"),
    "intermediate": Setting(mark="before use", asked="h"),
    "removed": Setting(mark="before use", container="after grad_remove"),
    "other_gradients": Setting(mark="before use", container="another's"),
    "moved": Setting(mark="before use", path="to_device"),
    "off_device": Setting(mark="before use", path="inner and back"),
    "values_copied": Setting(mark="before use", path="read out and wrapped"),
    "late_partial": Setting(mark="between two uses", second="direct"),
    "partial": Setting(mark="before use", second="cut"),
}
"""Cause -> the switches that give it, by slug; the nine in their order, then what reports add."""
