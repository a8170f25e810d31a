"""The page of `gradlab gallery`: every cause with its program and its pictures.

Everything is worked out when the page is made: the programs run, nothing is stored.  The page
is one file; it needs no server and loads nothing.  Each cause has two screens of a projector, or
two sheets of paper: its mistake, and its fix.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from gradlab.cli.exhibits import Exhibit, exhibits
from gradlab.diagnose import Verdict
from gradlab.draw import Picture
from gradlab.draw.theme import CARD, CUT, CUT_WASH, FONT_STACK, INK, LIT, QUIET, WASH
from gradlab.words import say

# Sizes follow the window, so that one screen of a projector shows one screen of the page; a
# picture fills its height, and never shrinks below what can be read (so zooming helps too).
STYLE = f"""
@page {{ size: A4 landscape; margin: 8mm; }}
:root {{ color-scheme: light; }} * {{ box-sizing: border-box; }}
body {{ margin: 0; background: {WASH}; color: {INK};
  font: clamp(16px, min(1.5vw, 2.67vh), 44px)/1.35 {FONT_STACK}; }}
header {{ max-width: 60em; margin: 0 auto; padding: 1rem 1.5rem; }}
h1 {{ font-size: 2em; }} h2 {{ font-size: 1.45em; margin: 0; }} p {{ margin: .4em 0; }}
h3, summary {{ font-size: .95em; font-weight: bold; margin: .7em 0 .3em; color: {QUIET}; }}
summary {{ cursor: pointer; }} details, figure {{ margin: 0; }}
a {{ color: {LIT}; }} :is(a, summary):focus-visible {{ outline: 3px solid {CUT}; }}
nav ol {{ columns: 22rem; padding: 0; list-style: none; }}
.screen {{ background: {CARD}; min-height: 100vh; padding: .6em 1em; break-after: page;
  break-inside: avoid; border-top: 1px solid {WASH}; display: grid; column-gap: 1.2em;
  grid: auto 1fr / minmax(0, 1fr) auto; }}
.screen h2 {{ grid-column: 1 / -1; }}
.told {{ min-width: 0; }} .told > :first-child {{ margin-top: .7em; }}
pre {{ margin: 0; padding: .4em .6em; background: {WASH}; border-radius: 6px;
  font: .88em/1.4 'DejaVu Sans Mono', Consolas, monospace; white-space: pre-wrap; }}
pre.program {{ counter-reset: line; }}
pre.program span {{ display: block; padding-left: 2.6em; text-indent: -2.6em; }}
pre.program span::before {{ counter-increment: line; content: counter(line); color: {QUIET};
  display: inline-block; width: 1.6em; margin-right: 1em; text-align: right; text-indent: 0; }}
pre.program span.here {{ background: {CUT_WASH}; }}
.verdict {{ border-left: 6px solid {QUIET}; padding-left: .7em; }}
.verdict pre {{ padding: 0; background: none; }} .title {{ font-size: 1.15em; }}
.fault {{ border-color: {CUT}; }} .ok {{ border-color: {LIT}; }}
.verdict ul {{ margin: .4em 0; padding-left: 1.1em; }} .asked {{ color: {QUIET}; }}
.asked li:last-child {{ color: {INK}; font-weight: bold; }}
figure svg {{ display: block; width: auto; margin: 0 auto;
  height: max(100vh - var(--above), var(--tall) * .62px) !important; }}
.mistake {{ --above: 7.7em; --across: 47vw; }} .fixed {{ --above: 5.6em; --across: 64vw; }}
.mistake:has(.flow[open]) {{ --across: 62vw; }}
figure svg {{ max-width: var(--across) !important; }} figure pre {{ max-width: var(--across); }}
@media screen and (max-width: 900px) {{ .screen {{ display: block; }}
  figure svg {{ height: auto !important; max-width: 100% !important; }} }}
@media print {{ body {{ background: {CARD}; font-size: 11pt; }}
  header {{ break-after: page; }} .screen {{ min-height: 0; border: 0; padding: 0; }}
  details:not([open]) {{ display: none; }}
  .mistake {{ --across: 140mm; }} .fixed {{ --across: 175mm; }}
  figure svg {{ height: min(165mm, var(--tall) * 1px) !important; }} }}
"""


def page() -> str:
    """The whole page."""
    shown = exhibits()
    title = html.escape(say("gallery.title"))
    links = "".join(
        f'<li><a href="#{one.slug}">{html.escape(_heading(one))}</a></li>' for one in shown
    )
    sections = "".join("".join(_section(one)) for one in shown)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n"
        f"<body><header><h1>{title}</h1><p>{html.escape(say('gallery.lead'))}</p>"
        f"<pre>{html.escape(say('gallery.prelude'))}</pre>"
        f"<nav><ol>{links}</ol></nav></header>\n<main>{sections}</main></body></html>\n"
    )


def _heading(one: Exhibit) -> str:
    title = say(f"cause.{one.slug}.title")
    if one.case:
        return say("gallery.case", case=one.case, title=title)
    return say("gallery.cause", slug=one.slug, title=title)


def _section(one: Exhibit) -> Iterator[str]:
    """A screen with the mistake, and one with what sets it right."""
    heading = html.escape(_heading(one))
    yield f'\n<section id="{one.slug}"><div class="screen mistake"><h2>{heading}</h2>'
    yield f'<div class="told">{_program(one.source.program, one.verdict)}'
    yield f"{_h3('gallery.verdict')}{_verdict(one.verdict, one.source.ask)}</div><div>"
    # Of details that share a name one is open: tabs that need no script.
    if one.tape is not None:
        yield _tab(one.slug, "tape", one.tape, opened=True)
    yield _tab(one.slug, "flow", one.flowchart, opened=one.tape is None)
    yield "</div></div>"
    if one.after is not None:
        yield f'<div class="screen fixed" id="{one.slug}-fixed">'
        yield f"<h2>{html.escape(say('gallery.fixed', heading=_heading(one)))}</h2>"
        yield f'<div class="told">{_fix(one.verdict)}'
        yield f"{_program(one.source.fixed, one.after)}"
        yield f"{_h3('gallery.verdict')}{_verdict(one.after, one.source.then)}</div>"
        if one.compared is not None:
            yield f"<div>{_h3('gallery.compared')}{_picture(one.compared)}</div>"
        yield "</div>"
    yield "</section>"


def _program(text: str, verdict: Verdict) -> str:
    blamed = None if verdict.site is None else verdict.site.line
    lines = "".join(
        f"<span{' class=here' if number == blamed else ''}>{html.escape(line) or ' '}</span>"
        for number, line in enumerate(text.splitlines(), 1)
    )
    return f'<pre class="program">{lines}</pre>'


def _verdict(verdict: Verdict, ask: str) -> str:
    """What the verdict says but for the fix, set for the back row of a room."""
    spots = [spot for spot in (verdict.site, *verdict.sites) if spot is not None]
    places = [say("gallery.place", line=spot.line, remark=spot.remark) for spot in spots]
    asked = [f"{one.question} {one.text} {one.reply}".rstrip() for one in verdict.answers]
    notes = [note.partition(" ") for note in verdict.notes]
    notes_told = [f"{say(f'why.label_{label}')} {text}" for label, _, text in notes]
    return (
        f'<div class="verdict {verdict.level}"><pre>{html.escape(f">>> {ask}")}</pre>'
        f'<p class="title"><b>{html.escape(verdict.title)}</b></p>'
        + _list("places", places)
        + _list("asked", asked)
        + _list("notes", notes_told)
        + "</div>"
    )


def _list(name: str, lines: list[str]) -> str:
    items = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
    return f'<ul class="{name}">{items}</ul>' if items else ""


def _fix(verdict: Verdict) -> str:
    if verdict.fix is None:
        return ""
    price = say("why.price", price=verdict.fix.price) if verdict.fix.price else ""
    return f"<p>{html.escape(f'{verdict.fix.text} {price}'.strip())}</p>"


def _tab(group: str, name: str, picture: Picture, *, opened: bool) -> str:
    summary = html.escape(say(f"gallery.{name}"))
    return (
        f'<details class="{name}" name="{group}"{" open" if opened else ""}>'
        f"<summary>{summary}</summary>{_picture(picture)}</details>"
    )


def _picture(picture: Picture) -> str:
    if picture.svg is None:
        return f"<figure><pre>{html.escape(picture.text)}</pre></figure>"
    tall = re.search(r' height="(\d+)"', picture.svg)
    assert tall is not None
    return f'<figure style="--tall:{tall[1]}">{picture.svg}</figure>'


def _h3(key: str) -> str:
    return f"<h3>{html.escape(say(key))}</h3>"
