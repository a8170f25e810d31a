"""The program that a setting of the switches stands for: real source, and that source run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

from gradlab.engine import Tensor, last
from gradlab.engine.events import paused
from gradlab.lab.switches import Setting

FILENAME = "<what if>"

_PATHS = {
    "direct": ("h = x * w",),
    "detach": ("copy = x.detach()", "h = copy * w"),
    "int and back": ("h = x.int().float() * w",),
    "inner and back": ("h = Tensor.from_inner(x.inner()) * w",),
    "argmax": ("h = x.argmax(0).float() * w",),
    "read out and wrapped": ("h = Tensor.from_floats(x.to_data(), ad) * w",),
    "to_device": ("x = x.to_device(ad)", "h = x * w"),
    "branch on the plain device": ("h = (x.inner() * w.inner()).autodiff()",),
    "unused": ("h = w * 2.0",),
}
_SECOND = {"direct": "k = x * 5.0", "cut": "k = x.detach() * 5.0"}
_ELSEWHERE = (
    "v = Tensor.from_floats([1.0, 1.0], ad).require_grad()",
    "loss2 = (v * 2.0).sum()",
    "other = loss2.backward()",
)


@dataclass(frozen=True, slots=True)
class Program:
    """Source lines, the line that each switch stands beside (from 1), and what is asked where.

    ``asked`` and ``container`` are the two names in the last line, the look-up.
    """

    lines: tuple[str, ...]
    beside: Mapping[str, int]
    asked: str
    container: str

    @property
    def text(self) -> str:
        """The source as it is compiled."""
        return "\n".join(self.lines) + "\n"


def program(setting: Setting) -> Program:
    """The source of a setting, with the place of every switch in it."""
    lines = ["from gradlab import Device, Tensor", "ad = Device.flex().autodiff()"]
    beside: dict[str, int] = {}

    def add(switch: str, *added: str) -> None:
        beside.setdefault(switch, len(lines) + 1)
        lines.extend(added)

    device = {"autodiff": "ad", "plain": "plain"}[setting.device]
    if setting.path == "to_device":
        device = "far"
        lines.append(f"far = Device.flex(1){'.autodiff()' * (setting.device == 'autodiff')}")
    elif setting.device == "plain":
        lines.append("plain = Device.flex()")
    lines.append("w = Tensor.from_floats([3.0, 4.0], ad).require_grad()")
    add("device", f"x = Tensor.from_floats([1.0, 2.0], {device})")
    mark = "x = x.require_grad()"
    if setting.mark == "never":
        add("mark", "# x is never marked")
    if setting.mark == "before use":
        add("mark", mark)
    add("path", *_PATHS[setting.path])
    if setting.mark == "between two uses":
        add("mark", mark)
    second = _SECOND.get(setting.second)
    if second is not None:
        lines.append(second)
    if setting.mark == "after use":
        add("mark", mark)
    add("second", f"loss = (h + {'k + ' if second else ''}w).sum()")
    lines.append("grads = loss.backward()")
    asked, container = setting.asked.removeprefix("the "), "grads"
    if setting.container == "another's":
        lines.extend(_ELSEWHERE)
        container = "other"
    if setting.container == "after grad_remove":
        lines.append(f"{asked}.grad_remove(grads)")
    beside["container"] = len(lines)
    add("asked", f"gradient = {asked}.grad({container})")
    return Program(tuple(lines), beside, asked, container)


def run(text: str) -> dict[str, Any]:
    """The names that a program leaves.  What ``why()`` thinks was asked last stays as it was."""
    names: dict[str, Any] = {"__name__": "__main__"}
    before = last.subject()
    try:
        exec(_compiled(text), names)
    finally:
        if before is not None:
            last.note(before)
    return names


def names_of(left: Mapping[str, Any]) -> dict[int, str]:
    """Number of a tensor -> the first of the names that a run left for it."""
    names: dict[int, str] = {}
    for name, value in left.items():
        if isinstance(value, Tensor):
            names.setdefault(value.number, name)
    return names


@lru_cache(maxsize=512)
def _compiled(text: str) -> CodeType:
    return compile(text, FILENAME, "exec")


def gives_gradient(of: Program) -> bool:
    """Is there a gradient?  Found by running it, without a trace in the recorder."""
    with paused():
        return run(of.text)["gradient"] is not None
