"""Running the programs of exercises: quietly, and under a name of their own."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from typing import Any

from gradlab import nn
from gradlab.diagnose import Verdict, why
from gradlab.engine import Device, GradlabError, Tensor, sites
from gradlab.words import say


def prelude() -> dict[str, Any]:
    """The names that a lesson has from its first cell."""
    names: dict[str, Any] = {name: getattr(nn, name) for name in nn.__all__}
    return names | {
        "__name__": "__main__",  # so that its lines count as a user's
        "Device": Device,
        "Tensor": Tensor,
        "why": why,
        "ad": Device.flex().autodiff(),
        "plain": Device.flex(),
    }


def run(program: str) -> tuple[dict[str, Any], GradlabError | None]:
    """The names that a program leaves behind, and the refusal that ended it, if one did.

    What it prints is swallowed.  Any other exception is the program's own, and passes.
    """
    file = f"<{say('why.program')}>"
    sites.remember(file, say("why.program"), program)
    names = prelude()
    with redirect_stdout(io.StringIO()):
        try:
            exec(compile(program, file, "exec"), names)
        except GradlabError as error:
            return names, error
    return names, None


def verdict_in(names: dict[str, Any], asked: str, grads: str) -> Verdict:
    """``why(asked, grads)``, asked where those names live."""
    scope = prelude() | names
    verdict: Verdict = eval(f"why({asked}, {grads})", scope)
    return verdict
