"""The panel of ``Stepper``: slider, buttons and play over one picture."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import ipywidgets

from gradlab.lab import page
from gradlab.words import say

if TYPE_CHECKING:
    from gradlab.lab.stepper import Stepper

_MILLISECONDS = 1500  # a step of play: time to read a sentence


def panel(model: Stepper) -> ipywidgets.VBox:
    """A new panel that shows a model, and moves it."""
    return _Panel(model).box


class _Panel:
    def __init__(self, model: Stepper) -> None:
        self.model = model
        ends = {"min": 1, "max": len(model), "value": model.step}
        self.slider = ipywidgets.IntSlider(description=say("stepper.label_step"), **ends)
        self.play = ipywidgets.Play(interval=_MILLISECONDS, show_repeat=False, **ends)
        self.back = ipywidgets.Button(description=say("stepper.label_back"))
        self.on = ipywidgets.Button(description=say("stepper.label_on"))
        for button in (self.back, self.on):
            button.layout.width = "70px"
        self.said = page.live_region()
        self.seen, self.held = ipywidgets.HTML(), ipywidgets.HTML()
        self.seen.add_class("gl-view")
        self.held.add_class("gl-holds")
        moves = ipywidgets.HBox([self.back, self.on, self.slider, self.play])
        self.box = page.box([moves, self.said, self.seen, self.held], "stepper")
        self._show()
        self._listen()

    def _listen(self) -> None:
        self.model.watch(self._show)
        for widget in (self.slider, self.play):
            widget.observe(lambda change: self._move(change["new"]), "value")
        self.back.on_click(lambda _: self._move(self.model.step - 1))
        self.on.on_click(lambda _: self._move(self.model.step + 1))

    def _move(self, step: int) -> None:
        if step != self.model.step and 1 <= step <= len(self.model):
            self.model.step = step

    def _show(self) -> None:
        step, last = self.model.step, len(self.model)
        self.slider.value = self.play.value = step
        # Not disabled at the ends: a button that has the focus would lose it.
        picture = self.model.picture()
        where = say("stepper.where", step=step, last=last)
        page.say_in(self.said, f"{where}: {self.model.happened()}")
        self.seen.value = picture.svg or f"<pre>{html.escape(picture.text)}</pre>"
        self.held.value = f"<pre>{html.escape(chr(10).join(self.model.told()))}</pre>"
