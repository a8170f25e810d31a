"""The decision flowchart: four questions, nine cases, one gradient.

Q1 autodiff device?  Q2 marked?  Q3 did this backward reach it?  Q4 in this container?
Above them in small print Q0, a float?  The numbers are the same wherever the kit speaks of
questions and cases.
"""

from __future__ import annotations

from collections.abc import Iterator

import graphviz

from gradlab.draw import labels, theme
from gradlab.draw.lit import Answer, Lit, Reply, lit
from gradlab.draw.names import callers_names
from gradlab.draw.picture import Picture
from gradlab.engine import Gradients, Tensor
from gradlab.words import say

CASES = {1: (1,), 2: (2, 7), 3: (3, 4, 5, 6), 4: (8, 9)}
"""Question -> the cases in which it is the one that says no."""

_QUESTION_WIDTH = 330
_CASE_WIDTH = 300
_EVIDENCE_COLUMNS = 52


def flowchart(t: Tensor | None = None, grads: Gradients | None = None) -> Picture:
    """The chart of the questions; with a tensor, the path that its look-up took is lit.

    Without ``grads`` the path ends after Q2, since the rest depends on a container.
    """
    if t is None:
        return draw(None)
    return draw(lit(t, grads, callers_names().get(t.number)))


def draw(path: Lit | None) -> Picture:
    """The chart, plain or with a path lit."""
    title = say("draw.flow_title") if path is None else say("draw.flow_lit", asked=path.asked)
    return Picture(_dot(path, title), _text(path, title), title)


def _answer(path: Lit | None, question: int) -> Answer | None:
    asked = path is not None and question < len(path.answers)
    return path.answers[question] if path is not None and asked else None


def _dot(path: Lit | None, title: str) -> str:
    dot = graphviz.Digraph(
        graph_attr=theme.GRAPH | {"newrank": "true", "nodesep": "0.5", "ranksep": "0.32"},
        node_attr=theme.NODE | {"shape": "plain"},
        edge_attr=theme.EDGE,
    )
    dot.node("q0", _question_label(path, 0, title), **{"class": "gl-question"})
    for question in CASES:
        name, answer = f"q{question}", _answer(path, question)
        before = _answer(path, question - 1)
        dot.edge(f"q{question - 1}", name, **_way(path, before, Reply.YES, question > 1))
        with dot.subgraph() as row:
            row.attr(rank="same")
            row.node(name, _question_label(path, question, title), **{"class": "gl-question"})
            row.node(f"none{question}", _cases_label(path, question), **{"class": "gl-none"})
            row.edge(name, f"none{question}", **_way(path, answer, Reply.NO, True))
    dot.node("some", _some_label(path), **{"class": "gl-some"})
    dot.edge("q4", "some", **_way(path, _answer(path, 4), Reply.YES, True))
    source: str = dot.source
    return source


def _way(path: Lit | None, answer: Answer | None, reply: Reply, named: bool) -> dict[str, str]:
    """How the arrow for ``reply`` looks, given what the question answered."""
    look = {"label": f" {say(f'draw.{reply.value}')} "} if named else {}
    if path is None:
        return look
    if answer is not None and answer.reply is reply:
        return look | {
            "class": "gl-lit",
            "color": theme.LIT,
            "fontcolor": theme.LIT,
            "penwidth": "3",
        }
    return look | {"color": theme.FAINT, "fontcolor": theme.FAINT, "style": "dashed"}


def _question_label(path: Lit | None, question: int, title: str) -> str:
    answer = _answer(path, question)
    lit_up = answer is not None
    ink = theme.INK if path is None or lit_up else theme.FAINT
    lines = [_line(say(f"draw.question_{question}"), ink, theme.SIZE, bold=question > 0)]
    if question == 0:
        lines = [
            _line(title, theme.INK, theme.SIZE, bold=True),
            _line(say("draw.question_0"), ink, theme.SMALL),
        ]
    else:
        lines.append(_line(say(f"draw.ask_{question}"), ink, theme.SMALL))
    if answer is not None:
        evidence = f"{say(f'draw.{answer.reply.value}')}: {answer.evidence}"
        lines.append(
            _line(labels.cut(evidence, _EVIDENCE_COLUMNS), theme.LIT, theme.SIZE, bold=True)
        )
    if question == 0:
        return _table(lines, theme.CARD, theme.CARD, _QUESTION_WIDTH)
    fill, line = (theme.LIT_WASH, theme.LIT) if lit_up else (theme.CARD, ink)
    return _table(lines, fill, line, _QUESTION_WIDTH, thick=lit_up)


def _cases_label(path: Lit | None, question: int) -> str:
    answer = _answer(path, question)
    said_no = answer is not None and answer.reply is Reply.NO
    ink = theme.INK if path is None or said_no else theme.FAINT
    lines = [_line(say("draw.none"), ink, theme.SIZE, bold=True)]
    for case in CASES[question]:
        chosen = path is not None and path.case == case
        text = f"{case}  {say(f'draw.case_{case}')}"
        if chosen:
            lines.append(_line(text, theme.CUT, theme.SIZE, bold=True, fill=theme.CUT_WASH))
        else:
            faint = theme.FAINT if path is not None and path.case else ink
            lines.append(_line(text, faint, theme.SIZE))
    return _table(lines, theme.CARD, theme.CUT if said_no else ink, _CASE_WIDTH, thick=said_no)


def _some_label(path: Lit | None) -> str:
    found = None if path is None else path.gradient
    ink = theme.INK if path is None else theme.FAINT if found is None else theme.LIT
    text = say("draw.some") if found is None else say("draw.some_found", numbers=found)
    lines = [_line(labels.cut(text, 44), ink, theme.SIZE, bold=True)]
    fill = theme.CARD if found is None else theme.LIT_WASH
    return _table(lines, fill, ink, _QUESTION_WIDTH, thick=found is not None)


def _line(text: str, ink: str, size: float, bold: bool = False, fill: str | None = None) -> str:
    words = labels.marked_up(text)
    if bold:
        words = f"<B>{words}</B>"
    ground = f' BGCOLOR="{fill}"' if fill else ""
    font = f'<FONT COLOR="{ink}" POINT-SIZE="{size}">{words}</FONT>'
    return f'<TR><TD ALIGN="LEFT"{ground}>{font}</TD></TR>'


def _table(lines: list[str], fill: str, line: str, width: int, thick: bool = False) -> str:
    # Left-aligned in a given width: Graphviz places such text without knowing the font.
    return (
        f'<<TABLE STYLE="ROUNDED" BORDER="{3 if thick else 1}" CELLBORDER="0" CELLSPACING="0"'
        f' CELLPADDING="4" BGCOLOR="{fill}" COLOR="{line}" WIDTH="{width}">'
        f"{''.join(lines)}</TABLE>>"
    )


def _text(path: Lit | None, title: str) -> str:
    return "\n".join([title, "", *_text_lines(path)])


def _text_lines(path: Lit | None) -> Iterator[str]:
    for question in (0, *CASES):
        answer = _answer(path, question)
        line = say(f"draw.question_{question}")
        if answer is not None:
            reply = say(f"draw.{answer.reply.value}")
            line += f"  {reply.upper()}: {answer.evidence}"
        elif path is not None:
            line += f"  ({say('draw.not_asked')})"
        yield line
        for case in CASES.get(question, ()):
            mark = ">>" if path is not None and path.case == case else "  "
            yield f"  {mark} {say('draw.no')}: {say('draw.none')}, {case} {say(f'draw.case_{case}')}"
    found = None if path is None else path.gradient
    yield say("draw.some") if found is None else say("draw.some_found", numbers=found)
