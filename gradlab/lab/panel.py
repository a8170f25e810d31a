"""The panel of ``WhatIf`` in a notebook: native selects beside the lines that they change."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import ipywidgets

from gradlab.diagnose import cause
from gradlab.lab import page, views
from gradlab.lab.meaning import possible
from gradlab.lab.switches import CHOICES, FIRST, MORE, PRESETS
from gradlab.words import say

if TYPE_CHECKING:
    from gradlab.lab.outcome import Outcome
    from gradlab.lab.what_if import WhatIf

_LINE = "28px"
_GUTTER, _LETTER = 46, 7.25  # px, of panels.css: before the code, and one letter of it


def panel(model: WhatIf) -> ipywidgets.VBox:
    """A new panel that shows a model, and turns its switches."""
    return _Panel(model).box


class _Panel:
    def __init__(self, model: WhatIf) -> None:
        self.model = model
        self.changing = False
        self.switches = {name: _select(say(f"what.label_{name}")) for name in CHOICES}
        self.preset = _select(say("what.label_preset"), "250px")
        self.view = _select(say("what.label_view"))
        self.against = _select(say("what.label_against"), "280px")
        self.more = ipywidgets.Checkbox(description=say("what.label_more"), indent=False)
        self.ask = ipywidgets.Button(description=say("what.label_advice"))
        self.ask.layout.width = "auto"
        self.source, self.seen, self.notes, self.advice, self.cell = (
            ipywidgets.HTML() for _ in range(5)
        )
        self.answer = page.live_region()
        self.box = self._box()
        self._show()
        self._listen()

    def _box(self) -> ipywidgets.VBox:
        program = ipywidgets.GridBox([self.source, *self.switches.values()])
        program.layout.grid_template_columns = "minmax(0, 1fr)"
        program.layout.grid_auto_rows = _LINE
        top = ipywidgets.HBox([self.preset, self.view, self.against, self.more])
        columns = ipywidgets.HBox([program, self.seen])
        bottom = ipywidgets.HBox([self.ask, self.advice, self.cell])
        for widget, name in {
            top: "wrapped", bottom: "wrapped", columns: "columns", program: "program",
            self.seen: "view", self.notes: "notes", self.advice: "advice",
        }.items():  # fmt: skip
            widget.add_class(f"gl-{name}")
        for name, widget in {**self.switches, "preset": self.preset, "view": self.view}.items():
            widget.add_class(f"gl-switch-{name}")
        return page.box([top, self.answer, columns, self.notes, bottom], "whatif")

    def _listen(self) -> None:
        self.model.watch(self._show)
        for name, widget in self.switches.items():
            widget.observe(self._turn(name), "value")
        for name in ("preset", "view", "against"):
            getattr(self, name).observe(self._turn(name), "value")
        self.more.observe(lambda _: self._show(), "value")
        self.ask.on_click(lambda _: self._advise())

    def _turn(self, name: str) -> Callable[[Any], None]:
        """What a select does: set the attribute of that name, unless it is being set by it."""

        def turn(change: Any) -> None:
            if not self.changing and change["new"] not in (None, ""):
                setattr(self.model, name, change["new"])

        return turn

    def _advise(self) -> None:
        self.advice.value = html.escape(str(self.model.advice()))

    def _show(self) -> None:
        """Everything as the model has it now."""
        self.changing = True
        try:
            self._show_switches()
        finally:
            self.changing = False
        now, model = self.model.now, self.model
        # The code goes over all rows; a select stands in its line's row, right of the code.
        self.source.layout.grid_area = f"1 / 1 / span {len(now.program.lines)} / 2"
        self.source.value = _source(now.program.lines, now.line)
        page.say_in(self.answer, model.said)
        self.seen.value = views.as_html(model.view, now, model.before)
        self.notes.value = "<br>".join(html.escape(line) for line in self._missing())
        self.advice.value = ""
        self.cell.value = _copy(model.as_cell())

    def _show_switches(self) -> None:
        setting, of = self.model.setting, self.model.now.program
        moved = any(getattr(setting, name) != CHOICES[name][0] for name in MORE)
        for name, widget in self.switches.items():
            options = [(say(f"what.{name}.{one}"), one) for one in possible(setting, name)]
            _set(widget, options, getattr(setting, name))
            row = of.beside[name]
            widget.layout.grid_area = f"{row} / 1"
            taken = _GUTTER + _LETTER * len(of.lines[row - 1])
            widget.layout.max_width = f"calc(100% - {taken:.0f}px)"
            shown = name in FIRST or self.more.value or moved
            widget.layout.display = None if shown else "none"
        own = [(say("what.own"), "")]
        _set(self.preset, own + [(_cause(slug), slug) for slug in PRESETS], self.model.preset)
        _set(self.view, [(say(f"what.view.{one}"), one) for one in views.VIEWS], self.model.view)
        kept = [(_state(at, one), at) for at, one in enumerate(reversed(self.model.states), 1)]
        _set(self.against, kept, self.model.against if kept else None)
        compares = bool(kept) and self.model.view == "before/after"
        self.against.layout.display = None if compares else "none"

    def _missing(self) -> list[str]:
        shown = [name for name, one in self.switches.items() if one.layout.display is None]
        return [line for name, line in self.model.notes().items() if name in shown]


def _select(label: str, width: str = "auto") -> ipywidgets.Dropdown:
    select = ipywidgets.Dropdown(description=label)
    select.style.description_width = "initial"
    select.layout.width = width
    return select


def _set(select: ipywidgets.Dropdown, options: list[tuple[str, Any]], value: Any) -> None:
    """New options only where they differ: a browser builds the list anew then."""
    if list(select.options) != options:
        select.options = options
    select.value = value


def _cause(slug: str) -> str:
    case = cause(slug).case
    return slug if case is None else say("what.cause_of_nine", kind=slug, case=case)


def _state(at: int, one: Outcome) -> str:
    return say("what.state", at=at, answer=one.value, cause=one.cause)


def _source(lines: tuple[str, ...], blamed: int | None) -> str:
    rows = [
        f'<div{_BLAMED if at == blamed else ""}><span class="gl-number">{at}</span>'
        f"{html.escape(line)}</div>"
        for at, line in enumerate(lines, 1)
    ]
    return f'<div class="gl-source">{"".join(rows)}</div>'


def _copy(cell: str) -> str:
    """The program to be copied: by a button where the page may, and by hand everywhere."""
    return (
        f"<details><summary>{html.escape(say('what.copy'))}</summary>"
        '<button type="button"'
        ' onclick="navigator.clipboard.writeText(this.nextElementSibling.value)">'
        f"{html.escape(say('what.copy_now'))}</button>"
        f'<textarea readonly rows="{cell.count(chr(10))}"'
        f' aria-label="{html.escape(say("what.copy"))}">{html.escape(cell)}</textarea></details>'
    )


_BLAMED = ' class="gl-blamed"'
