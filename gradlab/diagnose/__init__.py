"""Which cause, which line, which fix: records that decide, without drawing anything."""

from gradlab.diagnose.asking import explained, why
from gradlab.diagnose.causes import CAUSES, Cause, by_number, cause, slug_of
from gradlab.diagnose.look_up import look_up
from gradlab.diagnose.table import Report, report
from gradlab.diagnose.verdict import About, Verdict

__all__ = [
    "CAUSES",
    "About",
    "Cause",
    "Report",
    "Verdict",
    "by_number",
    "cause",
    "explained",
    "look_up",
    "report",
    "slug_of",
    "why",
]
