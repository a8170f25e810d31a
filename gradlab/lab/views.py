"""One view at a time of what a program did: tape, flowchart, text, before/after."""

from __future__ import annotations

import html
import re
from difflib import ndiff

from gradlab.draw import Picture, compare
from gradlab.lab.outcome import Outcome
from gradlab.words import say

VIEWS = ("tape", "flowchart", "text", "before/after")


def as_text(view: str, now: Outcome, before: Outcome | None) -> str:
    """The view as lines, the same for the same settings."""
    if view == "text":
        return str(now.verdict)
    if view == "before/after":
        if before is None:
            return say("what.no_before")
        told, tapes = _both(now, before)
        return f"{told}\n\n{tapes.text}"
    return _picture(view, now).text


def as_html(view: str, now: Outcome, before: Outcome | None) -> str:
    """The view as the inside of a page's element; text where no Graphviz starts."""
    if view == "text":
        return f"<pre>{html.escape(str(now.verdict))}</pre>"
    if view == "before/after":
        if before is None:
            return html.escape(say("what.no_before"))
        told, tapes = _both(now, before)
        return f"<pre>{html.escape(told)}</pre>{_drawn(tapes)}"
    return _drawn(_picture(view, now))


def _picture(view: str, now: Outcome) -> Picture:
    return now.tape() if view == "tape" else now.flowchart()


def _drawn(picture: Picture) -> str:
    """The drawing with its width for the page's style, which keeps the letters readable."""
    if picture.svg is None:
        return f"<pre>{html.escape(picture.text)}</pre>"
    wide = re.search(r' width="(\d+)"', picture.svg)
    assert wide is not None
    return f'<div class="gl-drawn" style="--wide:{wide[1]}">{picture.svg}</div>'


def _both(now: Outcome, before: Outcome) -> tuple[str, Picture]:
    """The changed lines and the two answers, and the two tapes side by side."""
    lines = [line.rstrip() for line in ndiff(before.program.lines, now.program.lines)]
    told = [line for line in lines if line[:1] in "+-"]
    told += [
        say("what.before", answer=before.value, cause=before.cause),
        say("what.after", answer=now.value, cause=now.cause),
    ]
    return "\n".join(told), compare(before.tape(), now.tape())
