"""Every refusal of the engine: a class, a short complete sentence, and the facts.

``str(error)`` is the short sentence, unless somebody set ``explain``: a function
from a refusal to a longer text.  The engine never needs it, and if it fails the short
sentence stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gradlab.engine import last, sites
from gradlab.engine.events import Place, here, moment, users_frame
from gradlab.engine.numbering import names_of_values

explain: Callable[[Refusal], Any] | None = None
"""Hook: refusal -> a record whose ``str()`` is a longer explanation; None in a bare engine."""


class Refusal(NamedTuple):
    """What a refusal leaves behind: plain values, no traceback and so no frames."""

    error: type[GradlabError]
    op: str
    problem: str
    way_out: str
    facts: dict[str, Any]
    place: Place | None
    moment: int
    names: dict[int, str]
    """Numbers of values -> the names that the user had for them."""


class GradlabError(Exception):
    """The root of all refusals.

    ``op`` is the operation that refused, ``facts`` what was given (numbers, shapes,
    devices as plain values), ``way_out`` what to write instead, ``site`` the user's line.
    """

    def __init__(self, op: str, problem: str, way_out: str, **facts: Any) -> None:
        super().__init__(op, problem, way_out)
        place, names = here(), names_of_values(users_frame())
        self.refusal = Refusal(type(self), op, problem, way_out, facts, place, moment(), names)
        if not isinstance(self, AttributeError):  # hasattr and completion raise those too
            last.note((self.refusal,))

    @property
    def op(self) -> str:
        """The operation that refused."""
        return self.refusal.op

    @property
    def problem(self) -> str:
        """What does not fit."""
        return self.refusal.problem

    @property
    def way_out(self) -> str:
        """What to write instead."""
        return self.refusal.way_out

    @property
    def facts(self) -> dict[str, Any]:
        """What was given: numbers of values, shapes, devices, dtypes."""
        return self.refusal.facts

    @property
    def site(self) -> sites.Site | None:
        """The user's line, resolved now; None where no source is known."""
        return sites.resolve(self.refusal.place, self.refusal.moment)

    @property
    def verdict(self) -> Any:
        """The full explanation as a record; None in a bare engine."""
        return explain(self.refusal) if explain is not None else None

    @property
    def short(self) -> str:
        """Operation, problem, place and way out, in at most three lines."""
        site = self.site
        lines = [f"{self.op}: {self.problem}"]
        if site is not None:
            lines.append(f"  {site.where}, line {site.line}: {site.first_line}".removesuffix(": "))
        lines.append(f"  Way out: {self.way_out}")
        return "\n".join(lines)

    def __str__(self) -> str:
        try:
            verdict = self.verdict
            return self.short if verdict is None else str(verdict)
        except Exception:  # an explanation that fails must not hide the refusal
            return self.short

    def _render_traceback_(self) -> list[str]:
        """What IPython prints: the message alone, no stack of the engine's frames."""
        return [f"{type(self).__name__}: {self}"]


class TapeConsumedError(GradlabError):
    """backward reached an operation that an earlier backward has used up."""


class UntrackedRootError(GradlabError):
    """backward on a value that no marked leaf leads to."""


class NoAutodiffError(GradlabError):
    """An autodiff call on a tensor whose device has autodiff off, or that is no float."""


class NonLeafError(GradlabError):
    """require_grad on the result of a recorded operation."""


class DeviceMismatchError(GradlabError):
    """Tensors on different devices, or a move between autodiff and plain."""


class ShapeMismatchError(GradlabError, ValueError):
    """Shapes, ranks, dimensions or indices that do not fit the operation."""


class DTypeError(GradlabError, TypeError):
    """A kind or precision of number, or a type of argument, that the operation does not take."""


class ContainerTakenError(GradlabError):
    """A Gradients that was handed over as a whole, asked again."""


class ReflexError(GradlabError, AttributeError, TypeError):
    """A habit from another framework; the text names what it is called here."""
