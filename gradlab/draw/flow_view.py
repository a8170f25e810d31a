"""The decision flowchart: four questions, nine cases, one gradient.

Q1 autodiff device?  Q2 marked?  Q3 did this backward reach it?  Q4 in this container?
Above them in small print Q0, a float?  The numbers are the same wherever the kit speaks of
questions and cases.
"""

from __future__ import annotations

from collections.abc import Iterator

import graphviz

from gradlab.draw import labels, theme
from gradlab.draw.cards import card, line, row
from gradlab.draw.lit import Answer, Lit, Reply, lit
from gradlab.draw.names import callers_names
from gradlab.draw.picture import Picture
from gradlab.engine import Gradients, Tensor
from gradlab.words import say

CASES = {1: (1,), 2: (2, 7), 3: (3, 4, 5, 6), 4: (8, 9)}
"""Question -> the cases in which it is the one that says no."""

_QUESTION_WIDTH = 400
_CASE_WIDTH = 310
_COLUMNS = 44
_EVIDENCE_LINES = 2
_INKS = {Reply.YES: theme.LIT, Reply.NO: theme.CUT, Reply.OPEN: theme.INK}


def flowchart(t: Tensor | None = None, grads: Gradients | None = None) -> Picture:
    """The chart of the questions; with a tensor, the path that its look-up took is lit.

    Without ``grads`` the path ends after Q2, since the rest depends on a container.
    """
    return draw(None if t is None else lit(t, grads, callers_names().get(t.number)))


def draw(path: Lit | None) -> Picture:
    """The chart, plain or with a path lit."""
    chart = _Chart(path)
    return Picture(chart.dot(), chart.text(), chart.title)


class _Chart:
    def __init__(self, path: Lit | None) -> None:
        self.path = path
        self.name = "t" if path is None else labels.cut(path.name, 24)
        self.title = say("draw.flow_title" if path is None else "draw.flow_lit", t=self.name)
        self.answers = () if path is None else path.answers
        self.case = None if path is None else path.case
        self.found = None if path is None else path.gradient

    def answer(self, question: int) -> Answer | None:
        """What the question answered; None where it was not put."""
        return self.answers[question] if question < len(self.answers) else None

    def may_stop_at(self, question: int) -> bool:
        """Did this question say no, or can it not be told yet?  In the plain chart, all may."""
        if self.path is None:
            return True
        at = len(self.answers) - 1
        if self.is_open():
            return at <= question <= max(CASES)
        return question == at and self.answers[at].reply is Reply.NO

    def is_open(self) -> bool:
        """Can it not be told from here which of the remaining questions said no?"""
        return self.path is not None and self.answers[-1].reply is Reply.OPEN

    # drawn -----------------------------------------------------------------------------

    def dot(self) -> str:
        """The questions below each other, beside each its None with the cases."""
        dot = graphviz.Digraph(
            graph_attr=theme.GRAPH | {"newrank": "true", "nodesep": "0.6", "ranksep": "0.34"},
            node_attr=theme.NODE | {"shape": "plain"},
            edge_attr=theme.EDGE,
        )
        dot.node("q0", self._question(0), **{"class": "gl-question"})
        for question in CASES:
            this, none = f"q{question}", f"none{question}"
            before = f"q{question - 1}"
            dot.edge(before, this, **self._way(question - 1, Reply.YES))
            with dot.subgraph() as level:
                level.attr(rank="same")
                level.node(this, self._question(question), **{"class": "gl-question"})
                level.node(none, self._none(question), **{"class": "gl-none"})
                level.edge(this, none, **self._way(question, Reply.NO))
        dot.node("some", self._some(), **{"class": "gl-some"})
        dot.edge("q4", "some", **self._way(4, Reply.YES))
        source: str = dot.source
        return source

    def _way(self, question: int, reply: Reply) -> dict[str, str]:
        """The arrow that leaves a question with this reply."""
        # The blanks keep the word off a vertical line; Q0 is small print and has none.
        look = {"label": f"  {say(f'draw.{reply.value}')}  "} if question else {}
        answer = self.answer(question)
        if answer is not None and answer.reply is reply:
            ink = _INKS[reply]
            return look | {"class": "gl-lit", "color": ink, "fontcolor": ink, "penwidth": "3"}
        leads_on = self.is_open() and self.may_stop_at(question + (reply is Reply.YES))
        if self.path is None or leads_on:
            return look
        return look | {"color": theme.FAINT, "fontcolor": theme.FAINT, "style": "dashed"}

    def _question(self, question: int) -> str:
        answer = self.answer(question)
        lit_up = answer is not None
        ink = theme.INK if lit_up or self.may_stop_at(question) else theme.FAINT
        heading = say(f"draw.question_{question}")
        if question:
            test = say(f"draw.ask_{question}", t=self.name)
            lines = [line(heading, ink, bold=True), line(test, ink, theme.SMALL)]
        else:
            lines = [line(self.title, theme.INK, theme.LARGE, bold=True)]
            lines.append(line(heading, ink, theme.SMALL))
        if answer is not None:
            ink = _INKS[answer.reply]
            lines += [
                line(part, ink, bold=True)
                for part in labels.fold(_evidence(answer), _COLUMNS, _EVIDENCE_LINES)
            ]
        rows = [row(content, _QUESTION_WIDTH) for content in lines]
        if question == 0:
            return card(rows, theme.CARD, theme.CARD)
        fill, border = (theme.LIT_WASH, theme.LIT) if lit_up else (theme.CARD, ink)
        return card(rows, fill, border, thick=lit_up)

    def _none(self, question: int) -> str:
        stops = self.may_stop_at(question)
        ink = theme.INK if stops else theme.FAINT
        rows = [row(line(say("draw.none"), ink, bold=True), _CASE_WIDTH)]
        for case in CASES[question]:
            text = f"{case}  {say(f'draw.case_{case}')}"
            if case == self.case:
                rows.append(row(line(text, theme.CUT, bold=True), _CASE_WIDTH, theme.CUT_WASH))
            else:
                rows.append(row(line(text, theme.FAINT if self.case else ink), _CASE_WIDTH))
        here = self.path is not None and stops and self.answers[-1].reply is Reply.NO
        return card(rows, theme.CARD, theme.CUT if here else ink, thick=here)

    def _some(self) -> str:
        lit_up = self.found is not None
        ink = theme.LIT if lit_up else theme.INK if self.path is None else theme.FAINT
        text = labels.cut(self._result(), _COLUMNS)
        fill = theme.LIT_WASH if lit_up else theme.CARD
        return card([row(line(text, ink, bold=True), _QUESTION_WIDTH)], fill, ink, thick=lit_up)

    def _result(self) -> str:
        if self.found is None:
            return say("draw.some")
        return say("draw.some_found", numbers=self.found)

    # written down ----------------------------------------------------------------------

    def text(self) -> str:
        """The questions with their evidence; where the path may end, the cases that end there."""
        return "\n".join([self.title, "", *self._lines()])

    def _lines(self) -> Iterator[str]:
        for question in (0, *CASES):
            answer = self.answer(question)
            yield say(f"draw.question_{question}")
            if answer is not None:
                yield f"    {_evidence(answer)}"
            elif self.path is not None:
                yield f"    {say('draw.not_asked')}"
            if self.may_stop_at(question):
                for case in CASES.get(question, ()):
                    mark = ">>" if case == self.case else "  "
                    title = say(f"draw.case_{case}")
                    yield f" {mark} {say('draw.stops', case=case, title=title)}"
        yield self._result()


def _evidence(answer: Answer) -> str:
    return f"{say(f'draw.{answer.reply.value}')}: {labels.clean(answer.evidence)}"
