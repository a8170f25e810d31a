"""A verdict as a page: sentences wrap by words, source keeps its carets and scrolls sideways."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from gradlab.diagnose.layout import LABEL

if TYPE_CHECKING:
    from gradlab.diagnose.verdict import Verdict

COLOURS = {"fault": "#b3261e", "note": "#7a5900", "ok": "#1b6e3a"}
_FONT = "font-family:var(--jp-code-font-family,monospace);font-size:var(--jp-code-font-size,13px)"
_PRE = "margin:0;white-space:pre;overflow-x:auto"
_TEXT = "flex:1;min-width:0;overflow-wrap:anywhere"


def as_html(verdict: Verdict) -> str:
    """What ``str()`` of the verdict says, for a browser."""
    title, _, below = str(verdict).partition("\n\n")
    places, _, labelled = below.rpartition("\n\n")
    parts = [f'<p style="margin:0"><b>{_joined(title)}</b></p>']
    if places:
        parts.append(f'<pre style="{_PRE};margin:.7em 0">{html.escape(places)}</pre>')
    parts += (_row(lines, verdict) for lines in _entries(labelled.split("\n")))
    return (
        '<div class="gradlab-verdict" style="border-left:4px solid '
        f'{COLOURS[verdict.level]};padding:2px 0 2px 12px;{_FONT}">{"".join(parts)}</div>'
    )


def _entries(lines: list[str]) -> list[list[str]]:
    """Each label with the lines below it."""
    entries: list[list[str]] = []
    for line in lines:
        if entries and line.startswith(" " * LABEL):
            entries[-1].append(line)
        else:
            entries.append([line])
    return entries


def _row(lines: list[str], verdict: Verdict) -> str:
    prose = [line for line in lines if not _is_code(line, verdict)]
    code = [line[LABEL:] for line in lines if _is_code(line, verdict)]
    label, text = prose[0][:LABEL].strip(), "\n".join(line[LABEL:] for line in prose)
    told = "".join(  # the questions, each in one piece where there is room
        f'<span style="display:inline-block;margin-right:2ch">{_joined(part)}</span>'
        for part in re.split(r"\s+(?=Q[0-4] )", text)
    )
    if code:
        told += f'<pre style="{_PRE}">{html.escape(chr(10).join(code))}</pre>'
    return (
        f'<div style="display:flex"><span style="flex:0 0 {LABEL}ch">{html.escape(label)}</span>'
        f'<div style="{_TEXT}">{told}</div></div>'
    )


def _is_code(line: str, verdict: Verdict) -> bool:
    """Is this a line of the changed source?"""
    diff = () if verdict.fix is None else verdict.fix.diff
    text = line[LABEL:]
    cut = text.removesuffix("...")
    return any(text == one or (cut != text and one.startswith(cut)) for one in diff)


def _joined(text: str) -> str:
    """Wrapped lines in one, to be wrapped by the browser."""
    return html.escape(" ".join(text.split("\n")))
