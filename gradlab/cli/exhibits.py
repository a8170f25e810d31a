"""The program of each cause, run: its verdict and pictures, and the same after the fix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gradlab import nn
from gradlab.data.causes import Program, programs
from gradlab.diagnose import CAUSES, Report, Verdict, cause, report, why
from gradlab.draw import Picture, compare, flowchart, tape
from gradlab.engine import Device, GradlabError, Tensor, events, fresh
from gradlab.engine.sites import remember


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A cause with its program and what came of it; ``tape`` is None where no tensor is named.

    ``after`` and ``compared`` are of the right program, None where nothing is wrong.
    """

    slug: str
    case: int | None
    source: Program
    verdict: Verdict
    flowchart: Picture
    tape: Picture | None
    after: Verdict | None
    compared: Picture | None


def exhibits() -> list[Exhibit]:
    """Every cause of the registry: the nine by their numbers, then the others.

    Every program starts with an empty recorder.
    """
    entries = {entry.slug: entry.case for entry in CAUSES}
    order = sorted(entries, key=lambda slug: entries[slug] or len(entries))
    return [exhibit(slug) for slug in order]


def exhibit(slug: str) -> Exhibit:
    """One of them."""
    source, case = programs()[slug], cause(slug).case
    names = _run(f"{slug}.py", source.program)
    verdict = _asked(names, source.ask, slug)
    chart = flowchart(verdict)
    picture = _tape(names, verdict)
    after, compared = None, None
    if source.fixed:
        names = _run(f"{slug}_fixed.py", source.fixed)
        if "error" in names:
            raise names["error"]
        after = _asked(names, source.then, "ok")
        fixed = _tape(names, after)
        compared = None if picture is None or fixed is None else compare(picture, fixed)
    return Exhibit(slug, case, source, verdict, chart, picture, after, compared)


def prelude() -> dict[str, Any]:
    """What every program finds: the kit's names, two autodiff devices and a plain one."""
    return {
        "__name__": "__main__",
        "Device": Device,
        "Tensor": Tensor,
        "ad": Device.flex().autodiff(),
        "other": Device.flex(1).autodiff(),
        "paused": events.paused,
        "plain": Device.flex(),
        "report": report,
        "why": why,
        **{name: getattr(nn, name) for name in nn.__all__},
    }


def _run(where: str, text: str) -> dict[str, Any]:
    """The names that a program leaves; what it raised is one of them, ``error``."""
    fresh()
    events.set_capacity(events.CAPACITY)
    names, filename = prelude(), f"<gallery {where}>"
    remember(filename, where, text)
    try:
        exec(compile(text, filename, "exec"), names)
    except GradlabError as error:
        names["error"] = error
    return names


def _asked(names: dict[str, Any], ask: str, slug: str) -> Verdict:
    answer = eval(ask, names)
    if isinstance(answer, Report):
        return next(row.verdict for row in answer if row.verdict.kind == slug)
    assert isinstance(answer, Verdict)
    return answer


def _tape(names: dict[str, Any], verdict: Verdict) -> Any:
    """Drawn among the program's own names, so that containers are called as there."""
    if verdict.about is None:
        return None
    return eval("_tape(_verdict)", names | {"_tape": tape, "_verdict": verdict})
