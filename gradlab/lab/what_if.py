"""``WhatIf``: a program whose mistake can be moved around, and what each change does.

>>> w = WhatIf()
>>> w.mark = "after use"
>>> w.view = "text"
>>> print(w)  # doctest: +ELLIPSIS
 1  from gradlab import Device, Tensor
 2  ad = Device.flex().autodiff()
 3  w = Tensor.from_floats([3.0, 4.0], ad).require_grad()
 4  x = Tensor.from_floats([1.0, 2.0], ad)                 device: autodiff
 5  h = x * w                                              path: direct
 6  x = x.require_grad()                                   mark: after use
 7  loss = (h + w).sum()                                   second: none
 8  grads = loss.backward()                                container: this one
 9  gradient = x.grad(grads)                               asked: x
<BLANKLINE>
x.grad(grads) is None: x was marked on line 6 of the program, after line 5 had already
used it.
...
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from gradlab.draw import labels
from gradlab.lab import views
from gradlab.lab.advising import Advice, advice
from gradlab.lab.meaning import preset_of, reason, turned
from gradlab.lab.outcome import Outcome, outcome
from gradlab.lab.switches import CHOICES, PRESETS, Setting
from gradlab.words import say

STATES_KEPT = 5


class _Switch:
    """One switch as an attribute: its choice; setting it runs the changed program."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, what_if: WhatIf | None, owner: type) -> str:
        return "" if what_if is None else getattr(what_if.setting, self.name)

    def __set__(self, what_if: WhatIf, choice: str) -> None:
        what_if.change(turned(what_if.setting, self.name, choice))


class WhatIf:
    """A program of nine lines or so, and switches in the lines that they change.

    As a cell's last value it is a panel of switches.  Every switch is an attribute too, so
    a plain cell can turn one and print the answer: ``w.mark = "after use"; print(w)``.
    ``CHOICES`` of ``gradlab.lab.switches`` lists them; a choice that means nothing where the
    others stand raises ValueError, which says why.
    """

    device = _Switch()
    mark = _Switch()
    path = _Switch()
    second = _Switch()
    asked = _Switch()
    container = _Switch()

    def __init__(self, preset: str = "not_marked") -> None:
        self.setting = _preset(preset)
        self.now: Outcome = outcome(self.setting)
        self.states: deque[Outcome] = deque(maxlen=STATES_KEPT)
        self.said = self.now.verdict.title
        self._view = views.VIEWS[0]
        self._against = 1
        self._watchers: list[Callable[[], None]] = []
        self._panel: Any = None

    @property
    def preset(self) -> str:
        """The cause whose preset the switches show, or an empty text."""
        return preset_of(self.setting)

    @preset.setter
    def preset(self, slug: str) -> None:
        self.change(_preset(slug))

    @property
    def view(self) -> str:
        """Which view is shown: tape, flowchart, text or before/after."""
        return self._view

    @view.setter
    def view(self, view: str) -> None:
        if view not in views.VIEWS:
            choices = ", ".join(repr(one) for one in views.VIEWS)
            raise ValueError(say("what.no_choice", switch="view", choice=view, choices=choices))
        self._view = view
        self._tell()

    @property
    def against(self) -> int:
        """Which earlier state before/after compares with: 1 is the one before this, at most 5."""
        return self._against

    @against.setter
    def against(self, steps_back: int) -> None:
        if steps_back not in range(1, STATES_KEPT + 1):
            raise ValueError(say("what.no_state", kept=STATES_KEPT))
        self._against = steps_back
        self._tell()

    @property
    def before(self) -> Outcome | None:
        """The state that before/after compares with; None where there is none so far back."""
        return self.states[-self.against] if self.against <= len(self.states) else None

    def change(self, setting: Setting) -> None:
        """Run the program of a setting; what was shown until now joins the kept states."""
        if setting == self.setting:
            return
        turns = [
            say("what.turned", switch=switch, choice=getattr(setting, switch))
            for switch in CHOICES
            if getattr(setting, switch) != getattr(self.setting, switch)
        ]
        self.states.append(self.now)
        self.setting, self.now, self._against = setting, outcome(setting), 1
        self.said = say("what.said", turns=", ".join(turns), title=self.now.verdict.title)
        self._tell()

    def advice(self) -> Advice:
        """The least that makes the gradient appear; prints as a sentence."""
        return advice(self.now)

    def notes(self) -> dict[str, str]:
        """Switch -> why choices are missing from its list, where some are."""
        return {name: line for name in CHOICES if (line := reason(self.setting, name))}

    def as_cell(self) -> str:
        """The program with a ``why`` below it, to be pasted into a cell."""
        asked = self.now.program
        ask = f"from gradlab import why\n\nwhy({asked.asked}, {asked.container})\n"
        return f"{asked.text}\n{ask}"

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call this after every change."""
        self._watchers.append(watcher)

    def _tell(self) -> None:
        for watcher in self._watchers:
            watcher()

    def __str__(self) -> str:
        of = self.now.program
        beside = {line: switch for switch, line in of.beside.items()}
        rows = [
            (f"{at:2}", line, f"{beside[at]}: {getattr(self, beside[at])}" if at in beside else "")
            for at, line in enumerate(of.lines, 1)
        ]
        lines = labels.columns(rows, indent="")
        if self.view != "text":
            lines += ["", self.now.verdict.title, say("what.cause", cause=self.now.cause)]
        return "\n".join([*lines, "", views.as_text(self.view, self.now, self.before)])

    __repr__ = __str__

    def _repr_mimebundle_(self, **named: Any) -> Any:
        from gradlab.lab.panel import panel

        if self._panel is None:
            self._panel = panel(self)
        bundle = self._panel._repr_mimebundle_(**named)
        # What a notebook keeps, and what is compared when it is run again.
        return bundle | {"text/plain": str(self)}


def _preset(slug: str) -> Setting:
    if not isinstance(slug, str) or slug not in PRESETS:
        choices = ", ".join(repr(one) for one in PRESETS)
        raise ValueError(say("what.no_choice", switch="preset", choice=slug, choices=choices))
    return PRESETS[slug]
