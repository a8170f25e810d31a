"""What each setting of the switches must come to, worked out by rule and in closed form.

Knows the choices and the text of the program, and nothing of ``why``.
"""

from typing import NamedTuple

X, W = [1.0, 2.0], [3.0, 4.0]
CUT_BY = {
    "detach": "detach",
    "int and back": "int_round_trip",
    "argmax": "int_round_trip",
    "inner and back": "off_device",
    "branch on the plain device": "off_device",
    "read out and wrapped": "values_copied",
}
PRECEDENCE = ("late_require_grad", "values_copied", "off_device", "int_round_trip", "detach")
PARTNER = {"argmax": [1.0, 1.0], "unused": [2.0, 2.0], "branch on the plain device": [0.0, 0.0]}


class Expected(NamedTuple):
    value: list[float] | None
    kind: str
    line: int | None


def expected(setting, lines) -> Expected:
    """The gradient, the cause and the blamed line."""
    tensor = {"x": _x, "h": _h, "loss": _loss, "the copy": _copy, "w": _w}[setting.asked]
    found = tensor(setting, lines)
    if found.value is None or setting.container == "this one":
        return found
    if setting.container == "another's":
        return Expected(None, "other_gradients", _line(lines, "grads = "))
    return Expected(None, "removed", _line(lines, f"{setting.asked.split()[-1]}.grad_remove"))


def _x(s, lines):
    moved, made = _line(lines, "x = x.to_device"), _line(lines, "x = Tensor")
    if s.device == "plain":
        return Expected(None, "plain_device", moved or made)
    if s.mark == "never":
        return Expected(None, "not_marked", moved or made)
    if moved and s.mark == "before use":
        return Expected(None, "moved", moved)
    parts, lost = [], []  # lost: cause, line, whether the gradient is then too small
    h = _line(lines, "copy = ") or _line(lines, "h = ")
    if s.path == "argmax":
        lost.append((CUT_BY[s.path], h, False))  # an index is a constant, whenever it is taken
    elif s.path in CUT_BY:
        early = s.mark == "before use"
        lost.append((CUT_BY[s.path] if early else "late_require_grad", h, True))
    elif s.path != "unused":
        if s.mark == "before use":
            parts.append(W)
        else:
            lost.append(("late_require_grad", h, True))
    k = _line(lines, "k = ")
    if s.second == "cut":
        lost.append(("late_require_grad" if s.mark == "after use" else "detach", k, True))
    elif s.second == "direct":
        if s.mark == "after use":
            lost.append(("late_require_grad", k, True))
        else:
            parts.append([5.0, 5.0])
    if not parts:
        for kind in PRECEDENCE:
            for cause, line, _ in lost:
                if cause == kind:
                    return Expected(None, kind, line)
        return Expected(None, "not_reached", made)
    value = [sum(numbers) for numbers in zip(*parts, strict=True)]
    late = [line for cause, line, _ in lost if cause == "late_require_grad"]
    short = [line for _, line, matters in lost if matters]
    if late:
        return Expected(value, "late_partial", late[0])
    return Expected(value, "partial" if short else "ok", short[0] if short else None)


def _h(s, lines):
    plain_branch = s.path == "branch on the plain device"
    return Expected(None, "not_marked" if plain_branch else "intermediate", _line(lines, "h = "))


def _loss(s, lines):
    return Expected(None, "intermediate", _line(lines, "grads = "))


def _copy(s, lines):
    if s.device == "plain":  # off autodiff detach() is the tensor itself
        return Expected(None, "plain_device", _line(lines, "x = Tensor"))
    if s.mark != "before use":
        return Expected(None, "not_marked", _line(lines, "copy = "))
    return Expected(W, "ok", None)


def _w(s, lines):
    value = [1.0 + factor for factor in PARTNER.get(s.path, X)]
    if s.path == "branch on the plain device":
        return Expected(value, "partial", _line(lines, "h = "))
    return Expected(value, "ok", None)


def _line(lines, start):
    """The number of the first line that starts so; None where there is none."""
    return next((at for at, line in enumerate(lines, 1) if line.startswith(start)), None)
