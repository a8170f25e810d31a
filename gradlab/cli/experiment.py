"""`gradlab experiment`: nine ways to None and what burn printed for them, run on this engine."""

from __future__ import annotations

import argparse

from gradlab.engine import Device, Tensor
from gradlab.lab.spelling import as_burn_prints
from gradlab.words import say

# What burn 0.22.1 printed. Nothing below is computed from it: it is what an installation is
# compared with.
BURN = {
    "w": "Some([5.0, 10.0])",
    "plain": "None",
    "not_marked": "None",
    "late": "None",
    "unused": "None",
    "detached": "None",
    "copy": "Some([3.0, 4.0])",
    "int": "None",
    "h": "None",
    "loss": "None",
    "removed": "None",
    "other": "None",
    "unused_in_other": "Some([2.0, 2.0])",
    "flag_not_marked": "false",
    "flag_h_tracked": "true",
    "flag_h": "false",
    "fix_w": "Some([1.0, 2.0])",
    "fix_x": "Some([3.0, 4.0])",
    "fix_h": "Some([2.0, 2.0])",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = say("experiment.about")
    parser = commands.add_parser("experiment", help=say("experiment.help"), description=about)
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    print(say("experiment.spelling"), end="\n\n")
    for key, outcome in rows().items():
        print(say("experiment.row", row=say(f"experiment.{key}"), outcome=outcome))
    print(say("experiment.flags", **flags()), end="\n\n")
    print(say("experiment.fix"), end="\n\n")
    for key, outcome in fix().items():
        print(say("experiment.row", row=say(f"experiment.{key}"), outcome=outcome))
    uncut = fix(cut=False)
    print(say("experiment.price", w=uncut["fix_w"], x=uncut["fix_x"]))
    return 0


def outcomes() -> dict[str, str]:
    """Everything that this installation gives, under the keys of `BURN` and in their order."""
    return rows() | flags() | fix()


def rows() -> dict[str, str]:
    """The table: five ways of x into one loss, two containers, and who has a gradient there."""
    t = _Tensors()
    found = {
        "w": t.w.grad(t.grads),
        "plain": t.plain.grad(t.grads),
        "not_marked": t.not_marked.grad(t.grads),
        "late": t.late.grad(t.grads),
        "unused": t.unused.grad(t.grads),
        "detached": t.detached.grad(t.grads),
        "copy": t.copy.grad(t.grads),
        "int": t.rounded.grad(t.grads),
        "h": t.h.grad(t.grads),
        "loss": t.loss.grad(t.grads),
    }
    t.w.grad_remove(t.grads)
    found["removed"] = t.w.grad(t.grads)
    other = (t.unused * 2.0).sum().backward()
    found["other"] = t.w.grad(other)
    found["unused_in_other"] = t.unused.grad(other)
    return {key: as_burn_prints(gradient) for key, gradient in found.items()}


def flags() -> dict[str, str]:
    """Marked or not, tracked or not, as Rust spells true and false."""
    t = _Tensors()
    found = {
        "flag_not_marked": t.not_marked.is_require_grad(),
        "flag_h_tracked": t.h.is_tracked(),
        "flag_h": t.h.is_require_grad(),
    }
    return {key: str(flag).lower() for key, flag in found.items()}


def fix(*, cut: bool = True) -> dict[str, str]:
    """The gradient of an intermediate by way of a marked copy; without the cut, what it costs."""
    device = Device.flex().autodiff()
    w = Tensor.from_floats([3.0, 4.0], device).require_grad()
    x = Tensor.from_floats([1.0, 2.0], device).require_grad()
    h = x * w
    if cut:
        h = h.detach().require_grad()
    grads = (h * 2.0 + x * w).sum().backward()
    found = {"fix_w": w.grad(grads), "fix_x": x.grad(grads), "fix_h": h.grad(grads)}
    return {key: as_burn_prints(gradient) for key, gradient in found.items()}


class _Tensors:
    """The experiment after its forward and its first backward."""

    def __init__(self) -> None:
        on = Device.flex().autodiff()
        numbers = [1.0, 2.0]
        self.w = w = Tensor.from_floats([3.0, 4.0], on).require_grad()
        self.plain = Tensor.from_floats(numbers, Device.flex())
        self.not_marked = Tensor.from_floats(numbers, on)
        late = Tensor.from_floats(numbers, on)
        self.unused = Tensor.from_floats([5.0, 5.0], on).require_grad()
        self.detached = Tensor.from_floats(numbers, on).require_grad()
        self.rounded = Tensor.from_floats(numbers, on).require_grad()
        self.h = self.plain * w
        used = late * w
        self.late = late.require_grad()
        self.copy = self.detached.detach()
        back = self.rounded.int().float()
        self.loss = (self.h + self.not_marked * w + used + self.copy * w + back * w).sum()
        self.grads = self.loss.backward()
