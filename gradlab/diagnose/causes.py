"""The registry: one entry per cause, in the order in which causes are preferred.

Several causes can fit one None.  The first entry that recognises it gives the verdict.
The long form of each entry (rule, evidence, fix, price, the same mistake elsewhere) stands
in the catalogue of sentences under ``cause.<slug>``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gradlab.diagnose import copied, found, handles, leaves, reach, values
from gradlab.diagnose.finding import Finding
from gradlab.diagnose.inquiry import Inquiry


@dataclass(frozen=True, slots=True)
class Cause:
    """A cause: its slug, its number among the nine (or None), and how serious it is.

    ``recognise`` finds it in a look-up; None for causes that only a refusal can have.
    """

    slug: str
    case: int | None = None
    level: str = "fault"
    recognise: Callable[[Inquiry], Finding | None] | None = None


CAUSES = (
    Cause("container_taken", None, "fault", reach.container_taken),
    Cause("not_float", None, "fault", leaves.not_float),
    Cause("grad_is_plain", None, "fault", leaves.grad_is_plain),
    Cause("plain_device", 1, "fault", leaves.plain_device),
    Cause("discarded", None, "fault", leaves.discarded),
    Cause("frozen", None, "note", leaves.frozen),
    Cause("update_lost", None, "fault", handles.update_lost),
    Cause("not_marked", 2, "fault", leaves.not_marked),
    Cause("moved", None, "fault", handles.moved),
    Cause("leaf_overwritten", None, "fault", handles.leaf_overwritten),
    Cause("intermediate", 7, "fault", leaves.intermediate),
    Cause("discarded", None, "fault", handles.dropped_step),
    Cause("removed", 8, "fault", reach.removed),
    Cause("late_require_grad", 3, "fault", reach.late_require_grad),
    Cause("stale_handle", None, "fault", handles.stale_handle),
    Cause("values_copied", None, "fault", copied.values_copied),
    Cause("off_device", None, "fault", reach.off_device),
    Cause("int_round_trip", 6, "fault", reach.int_round_trip),
    Cause("detach", 5, "fault", reach.detach),
    Cause("frozen", None, "note", reach.frozen_path),
    Cause("wrong_tensor", None, "fault", handles.wrong_tensor),
    Cause("other_gradients", 9, "fault", reach.other_gradients),
    Cause("no_record", None, "fault", reach.no_record),
    Cause("values_copied", None, "fault", copied.read_only),
    Cause("not_reached", 4, "fault", reach.not_reached),
    Cause("nan", None, "fault", values.nan),
    Cause("late_partial", None, "note", found.late_partial),
    Cause("partial", None, "note", found.partial),
    Cause("zero", None, "note", values.zero),
    Cause("subgradient", None, "note", values.subgradient),
    Cause("ok", None, "ok", found.ok),
    Cause("not_registered", None, "note"),
    Cause("retained", None, "note"),
    Cause("root_untracked"),
    Cause("consumed"),
    Cause("req_on_intermediate"),
    Cause("device_mismatch"),
    Cause("shape_mismatch"),
    Cause("dtype_mismatch"),
    Cause("reflex"),
)


def cause(slug: str) -> Cause:
    """The entry of a slug.  Raises KeyError for an unknown one."""
    return next((entry for entry in CAUSES if entry.slug == slug), None) or _unknown(slug)


def by_number(case: int) -> Cause:
    """The entry of one of the nine.  Raises KeyError for another number."""
    return next((entry for entry in CAUSES if entry.case == case), None) or _unknown(case)


def slug_of(given: object) -> str | None:
    """The slug of a cause that a learner gave by its number or its name; None for neither."""
    if isinstance(given, str):
        name = given.strip().lower().removeprefix("case").strip().replace("-", "_")
        if not name.isdecimal():
            name = name.replace(" ", "_")
            return name if any(entry.slug == name for entry in CAUSES) else None
        given = int(name)
    if type(given) is not int:
        return None
    return next((entry.slug for entry in CAUSES if entry.case == given), None)


def _unknown(what: object) -> Cause:
    raise KeyError(what)


def recognise(q: Inquiry) -> tuple[Cause, Finding]:
    """The preferred cause of a look-up."""
    for entry in CAUSES:
        if entry.recognise is not None and (finding := entry.recognise(q)) is not None:
            return entry, finding
    raise AssertionError("every look-up has a cause: not_reached and ok take what is left")
