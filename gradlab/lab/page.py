"""What the panels need of a page beyond widgets: style, keys of their own, a live region."""

from __future__ import annotations

import html
from importlib.resources import files

import ipywidgets

# A key that a control answers would otherwise be a command of the notebook around it:
# JupyterLab asks the focused element itself.
_OWN_KEYS = (
    "this.closest('.gl-panel').addEventListener('focusin', event =>"
    " event.target.setAttribute('data-lm-suppress-shortcuts', ''))"
)

# A live region is heard only if it was there before its text changed, and a widget's own
# element stays while its inside is replaced: so that element is made the region.
_LIVE = (
    "const region = this.closest('.gl-live'); region.setAttribute('role', 'status');"
    " region.setAttribute('aria-live', 'polite'); region.setAttribute('aria-atomic', 'true')"
)


def box(children: list[ipywidgets.Widget], name: str) -> ipywidgets.VBox:
    """A panel of class gl-``name``, with its style and with keys that stay inside it."""
    css = files("gradlab.lab").joinpath("panels.css").read_text("utf-8")
    style = ipywidgets.HTML(f'<style onload="{_OWN_KEYS}">{css}</style>')
    style.layout.height = "0"
    panel = ipywidgets.VBox([style, *children])
    panel.add_class("gl-panel")
    panel.add_class(f"gl-{name}")
    return panel


def live_region() -> ipywidgets.HTML:
    """An element whose text a screen reader says whenever ``say_in`` changes it."""
    region = ipywidgets.HTML()
    region.add_class("gl-live")
    return region


def say_in(region: ipywidgets.HTML, sentence: str) -> None:
    """Show a sentence, and have it said."""
    region.value = f'<style onload="{_LIVE}"></style>{html.escape(sentence)}'
