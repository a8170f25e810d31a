"""A verdict as text: sentence first, slug last, at most 16 lines of 88 columns."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from gradlab.words import say

if TYPE_CHECKING:
    from gradlab.diagnose.verdict import Fix, Spot, Verdict

COLUMNS, LINES, LABEL = 88, 16, 8


def as_text(verdict: Verdict) -> str:
    """The whole explanation; what does not fit is left out from the least important up."""
    spots = [spot for spot in (verdict.site, *verdict.sites) if spot is not None]
    shown = len(spots)
    diff = 4
    while True:
        lines = _lines(verdict, spots[:shown], diff)
        if len(lines) <= LINES or (shown <= 1 and not diff):
            return "\n".join([*lines[: LINES - 1], lines[-1]] if len(lines) > LINES else lines)
        if shown > 2:
            shown -= 1
        elif diff:
            diff = 0 if diff <= 2 else 2
        else:
            shown -= 1


def _lines(verdict: Verdict, spots: list[Spot], diff: int) -> list[str]:
    lines = wrap(verdict.title, COLUMNS, break_on_hyphens=False)
    if spots:
        lines += ["", *_places(spots)]
    lines.append("")
    if verdict.answers:
        asked = "   ".join(f"{a.question} {a.text} {a.reply}".rstrip() for a in verdict.answers)
        lines += _labelled("why.label_asked", asked)
    again = next((spot.again for spot in spots if spot.again), "")
    for note in (*verdict.notes, *(["note " + again] if again else [])):
        label, _, text = note.partition(" ")
        lines += _labelled(f"why.label_{label}", text)
    if verdict.fix is not None:
        lines += _fix(verdict.fix, diff)
    if verdict.check:
        lines += _labelled("why.label_check", verdict.check)
    known = f" ({say('why.case', case=verdict.case)})" if verdict.case else ""
    more = say("why.more", what=verdict.case or verdict.kind)
    return [*lines, *_labelled("why.label_cause", f"{verdict.kind}{known}, {more}")]


def _labelled(key: str, text: str) -> list[str]:
    body = wrap(text, COLUMNS - LABEL, break_on_hyphens=False)
    return [(say(key) if i == 0 else "").ljust(LABEL) + line for i, line in enumerate(body)]


def _places(spots: list[Spot]) -> list[str]:
    lines = []
    ordered = sorted(spots, key=lambda spot: (spot.where != spots[0].where, spot.where, spot.line))
    for where, group in groupby(ordered, key=lambda spot: spot.where):
        lines.append(where)
        for line, same in groupby(group, key=lambda spot: spot.line):
            marked = list(same)
            lines += _marked(line, marked)
    return lines


def _marked(line: int, spots: list[Spot]) -> list[str]:
    source = spots[0].source.split("\n", 1)[0]
    if not source.strip():
        told = (say("why.no_source", remark=spot.remark) for spot in spots)
        return [f"{line:3} | {text}"[:COLUMNS] for text in told]
    indent = len(source) - len(source.lstrip())
    room = COLUMNS - 6
    text = source[indent:]
    shift = indent
    start = min(spot.column for spot in spots) - indent
    if len(text) > room:  # keep what is underlined in view
        cut = max(0, min(start - 10, len(text) - room + 3))
        text = ("..." if cut else "") + text[cut + (3 if cut else 0) :]
        shift += cut
        text = text if len(text) <= room else text[: room - 3] + "..."
    lines = [f"{line:3} | {text}"]
    for spot in spots:
        begin = max(spot.column - shift, 0)
        last = spot.end_column if spot.end_line == spot.line else len(source)
        width = max(min(last - shift, len(text)) - begin, 1)
        lines += _underlined(begin, width, spot)
    return lines


def _underlined(begin: int, width: int, spot: Spot) -> list[str]:
    remark = spot.remark
    if spot.caller is not None and spot.caller.line != spot.line:
        called = say("why.called_from", where=spot.caller.where, line=spot.caller.line)
        remark = f"{remark} ({called})"
    lead = "    | " + " " * begin + "^" * width
    if len(lead) + 1 + len(remark) <= COLUMNS:
        return [f"{lead} {remark}"]
    return [lead, *(f"    |   {part}" for part in wrap(remark, COLUMNS - 8))]


def _short(line: str, room: int) -> str:
    return line if len(line) <= room else line[: room - 3] + "..."


def _fix(fix: Fix, most: int) -> list[str]:
    price = say("why.price", price=fix.price) if fix.price else ""
    lines = _labelled("why.label_fix", f"{fix.text} {price}".strip())
    diff = fix.diff
    if len(diff) > most:
        diff = tuple(line for line in diff if line[:1] in "+-")
    if len(diff) <= most:
        lines += [" " * LABEL + _short(line, COLUMNS - LABEL) for line in diff]
    return lines
