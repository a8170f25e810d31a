"""What a setting's program does: the verdict on its look-up, and the pictures of it."""

from __future__ import annotations

from dataclasses import dataclass

from gradlab.diagnose import Verdict, look_up
from gradlab.diagnose.history import History
from gradlab.diagnose.names import Scope
from gradlab.draw import Picture, flowchart, tape
from gradlab.draw.tape_view import TapePicture
from gradlab.engine import sites
from gradlab.engine.events import SEQ, events, moment
from gradlab.engine.numbering import next_number, shown_from
from gradlab.lab.program import FILENAME, Program, names_of, program, run
from gradlab.lab.spelling import as_burn_prints
from gradlab.lab.switches import Setting
from gradlab.words import say


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """One run.  Its values are numbered from #1, whatever the kernel did before."""

    setting: Setting
    program: Program
    verdict: Verdict
    start: int

    @property
    def value(self) -> str:
        """The answer as burn prints it."""
        return as_burn_prints(self.verdict.value)

    @property
    def line(self) -> int | None:
        """The line that the verdict blames."""
        return None if self.verdict.site is None else self.verdict.site.line

    @property
    def cause(self) -> str:
        """The slug, with the number where it is one of the nine."""
        kind, case = self.verdict.kind, self.verdict.case
        return kind if case is None else say("what.cause_of_nine", kind=kind, case=case)

    def tape(self) -> TapePicture:
        """What led to the loss, what of it was recorded, and where the asked tensor is."""
        with shown_from(self.start):
            return tape(self.verdict)

    def flowchart(self) -> Picture:
        """The questions, with this look-up's way through them."""
        with shown_from(self.start):
            return flowchart(self.verdict)


def outcome(setting: Setting) -> Outcome:
    """Run a setting's program and explain its look-up."""
    of, start, since = program(setting), next_number(), moment()
    sites.remember(FILENAME, say("why.program"), of.text)
    left = run(of.text)
    history = History()  # of this run alone, whatever else the kernel has done
    for event in events():
        if event[SEQ] > since:
            history._enter(event)
    t, grads, scope = left[of.asked], left[of.container], Scope(tuple(left.items()), names_of(left))
    with shown_from(start):
        verdict = look_up(t, grads, of.asked, of.container, scope, history)
    return Outcome(setting, of, verdict, start)
