"""The page of `gradlab gallery`: every cause with its program and its pictures.

Everything is worked out when the page is made: the programs run, nothing is stored.  The page
is one file with large type; it needs no server and loads nothing.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from gradlab.cli.exhibits import Exhibit, exhibits
from gradlab.diagnose import Verdict
from gradlab.draw import Picture
from gradlab.draw.theme import CARD, CUT, CUT_WASH, FONT_STACK, INK, LIT, QUIET, WASH
from gradlab.words import say

STYLE = f"""
:root {{ color-scheme: light; }}
body {{ margin: 0 auto; max-width: 58em; padding: 1rem 1.5rem 4rem; background: {WASH};
  color: {INK}; font: clamp(18px, 1.3vw, 30px)/1.45 {FONT_STACK}; }}
h1 {{ font-size: 2.2em; }} h2 {{ font-size: 1.6em; margin: 0 0 .6em; }}
h3 {{ font-size: 1.05em; margin: 1.4em 0 .4em; color: {QUIET}; }}
a {{ color: {LIT}; }} a:focus-visible {{ outline: 3px solid {CUT}; }}
nav ol {{ columns: 22rem; padding: 0; list-style: none; }}
section {{ background: {CARD}; border-radius: 10px; padding: 1.2rem 1.5rem; margin: 1.5rem 0; }}
pre {{ overflow-x: auto; margin: 0; padding: .8rem 1rem; background: {WASH}; border-radius: 6px;
  font: .78em/1.45 'DejaVu Sans Mono', Consolas, monospace; }}
pre.program {{ counter-reset: line; }} pre.program span {{ display: block; }}
pre.program span::before {{ counter-increment: line; content: counter(line); color: {QUIET};
  display: inline-block; width: 1.6em; margin-right: 1em; text-align: right; }}
pre.program span.here {{ background: {CUT_WASH}; }}
pre.verdict {{ white-space: pre-wrap; border-left: 6px solid {QUIET}; }}
pre.fault {{ border-color: {CUT}; }} pre.ok {{ border-color: {LIT}; }}
svg {{ max-width: 100%; height: auto; }}
@media (min-width: 1500px) {{ svg {{ zoom: 1.4; }} }}
@media print {{ section {{ break-inside: avoid; }} body {{ background: {CARD}; }} }}
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
        f"<body><h1>{title}</h1><p>{html.escape(say('gallery.lead'))}</p>"
        f"<pre>{html.escape(say('gallery.prelude'))}</pre>"
        f"<nav><ol>{links}</ol></nav>\n<main>{sections}</main></body></html>\n"
    )


def _heading(one: Exhibit) -> str:
    title = say(f"cause.{one.slug}.title")
    if one.case:
        return say("gallery.case", case=one.case, title=title)
    return say("gallery.cause", slug=one.slug, title=title)


def _section(one: Exhibit) -> Iterator[str]:
    yield f'\n<section id="{one.slug}"><h2>{html.escape(_heading(one))}</h2>'
    yield _program(one.source.program, one.verdict)
    yield _verdict(one.verdict, one.source.ask)
    yield _picture("gallery.flowchart", one.flowchart)
    if one.tape is not None:
        yield _picture("gallery.tape", one.tape)
    if one.after is not None:
        yield _h3("gallery.fixed") + _program(one.source.fixed, one.after)
        yield _verdict(one.after, one.source.then)
    if one.compared is not None:
        yield _picture("gallery.compared", one.compared)
    yield "</section>"


def _program(text: str, verdict: Verdict) -> str:
    blamed = None if verdict.site is None else verdict.site.line
    lines = "".join(
        f"<span{' class=here' if number == blamed else ''}>{html.escape(line) or ' '}</span>"
        for number, line in enumerate(text.splitlines(), 1)
    )
    return f'<pre class="program">{lines}</pre>'


def _verdict(verdict: Verdict, ask: str) -> str:
    text = html.escape(f">>> {ask}\n{verdict}")
    return f'{_h3("gallery.verdict")}<pre class="verdict {verdict.level}">{text}</pre>'


def _picture(key: str, picture: Picture) -> str:
    return _h3(key) + (picture.svg or f"<pre>{html.escape(picture.text)}</pre>")


def _h3(key: str) -> str:
    return f"<h3>{html.escape(say(key))}</h3>"
