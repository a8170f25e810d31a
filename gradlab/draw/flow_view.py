"""The decision flowchart: four questions, nine cases, one gradient.

Q1 autodiff device?  Q2 marked?  Q3 did this backward reach it?  Q4 in this container?
Above them in small print Q0, a float?  The numbers are the same wherever the kit speaks of
questions and cases.
"""

from __future__ import annotations

from collections.abc import Iterator

import graphviz

from gradlab.diagnose.history import History
from gradlab.diagnose.look_up import look_up
from gradlab.diagnose.names import Scope, arguments, named, users_frame
from gradlab.diagnose.verdict import Verdict
from gradlab.draw import labels, theme
from gradlab.draw.cards import card, line, row
from gradlab.draw.lit import Answer, Lit, Reply, lit, lit_so_far
from gradlab.draw.picture import Picture
from gradlab.draw.subject import expect
from gradlab.engine import Gradients, Tensor
from gradlab.words import say

CASES = {1: (1,), 2: (2, 7), 3: (3, 4, 5, 6), 4: (8, 9)}
"""Question -> the cases in which it is the one that says no."""

_QUESTION_WIDTH = 400
_CASE_WIDTH = 310
_COLUMNS = 44
_CASE_COLUMNS = 34
_EVIDENCE_LINES = 2
_INKS = {Reply.YES: theme.LIT, Reply.NO: theme.CUT, Reply.OPEN: theme.INK}


def flowchart(subject: Tensor | Verdict | None = None, grads: Gradients | None = None) -> Picture:
    """The chart of the questions; with a tensor, the path that its look-up took is lit.

    ``flowchart(verdict)`` lights the path that the verdict is on.  Of a tensor without
    ``grads`` the path ends after Q2, since the rest depends on a container.  Raises DTypeError
    for other things; the None of a look-up gives the plain chart.
    """
    expect("flowchart", subject, (Tensor, Verdict, type(None)), grads)
    if subject is None:
        return draw(None)
    if isinstance(subject, Verdict):
        return draw(lit(subject))
    frame = users_frame()
    scope, texts = Scope.of(frame), arguments(frame)
    name = named(subject, scope, texts[0] if texts else None)
    if grads is None:
        return draw(lit_so_far(subject, name))
    container = texts[1] if len(texts) > 1 else scope.called(grads) or "grads"
    return draw(lit(look_up(subject, grads, name, container, scope, History.now())))


def draw(path: Lit | None) -> Picture:
    """The chart, plain or with a path lit."""
    chart = _Chart(path)
    return Picture(chart.dot(), chart.text(), chart.title)


class _Chart:
    def __init__(self, path: Lit | None) -> None:
        self.path = path
        self.name = labels.cut(path.name if path and path.name else "t", 24)
        container = labels.cut(path.container if path else "", 24)
        self.title = say(_title(path), t=self.name, container=container)
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
        if not self.answers:
            return False
        at = len(self.answers) - 1
        if self.is_open():
            return at <= question <= max(CASES)
        return question == at and self.answers[at].reply is Reply.NO

    def is_open(self) -> bool:
        """Can it not be told from here which of the remaining questions said no?"""
        return bool(self.answers) and self.answers[-1].reply is Reply.OPEN

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
            if self.path is not None and not self.answers:
                lines += [line(part, theme.CUT, bold=True) for part in self._refused()]
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
        lit_here = self.cause_at(question)
        for case in CASES[question]:
            text = f"{case}  {say(f'draw.case_{case}')}"
            if case == self.case and stops:
                rows.append(row(line(text, theme.CUT, bold=True), _CASE_WIDTH, theme.CUT_WASH))
            else:
                dimmed = self.case or lit_here
                rows.append(row(line(text, theme.FAINT if dimmed else ink), _CASE_WIDTH))
        if lit_here:
            rows += [
                row(line(part, theme.CUT, bold=True), _CASE_WIDTH, theme.CUT_WASH)
                for part in labels.fold(f"+  {lit_here}", _CASE_COLUMNS, _EVIDENCE_LINES)
            ]
        here = bool(self.answers) and stops and self.answers[-1].reply is Reply.NO
        return card(rows, theme.CARD, theme.CUT if here else ink, thick=here)

    def cause_at(self, question: int) -> str:
        """A cause beyond the nine, where it is this question that it answers with no."""
        if self.path is None or self.case or not self.may_stop_at(question):
            return ""
        return self.path.cause if question == len(self.answers) - 1 else ""

    def _refused(self) -> list[str]:
        cause = "" if self.path is None else self.path.cause
        return labels.fold(say("draw.refused", cause=cause), _COLUMNS, _EVIDENCE_LINES)

    def _some(self) -> str:
        lit_up = self.found is not None
        ink = theme.LIT if lit_up else theme.INK if self.path is None else theme.FAINT
        lines = [line(labels.cut(self._result(), _COLUMNS), ink, bold=True)]
        if lit_up and self.path is not None and self.path.cause:
            but = say("draw.but", cause=self.path.cause)
            lines += [line(part, theme.CUT, bold=True) for part in labels.fold(but, _COLUMNS, 2)]
        rows = [row(content, _QUESTION_WIDTH) for content in lines]
        return card(rows, theme.LIT_WASH if lit_up else theme.CARD, ink, thick=lit_up)

    def _result(self) -> str:
        if self.found is None:
            return say("draw.some")
        return say("draw.some_found", numbers=self.found)

    # written down ----------------------------------------------------------------------

    def text(self) -> str:
        """The questions with their evidence; where the path may end, the cases that end there."""
        return "\n".join([self.title, "", *self._lines()])

    def _lines(self) -> Iterator[str]:
        if self.path is not None and not self.answers:
            yield say("draw.refused", cause=self.path.cause)
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
            if cause := self.cause_at(question):
                yield f" >> {say('draw.stops_beyond', title=cause)}"
        yield self._result()
        if self.found is not None and self.path is not None and self.path.cause:
            yield f" >> {say('draw.but', cause=self.path.cause)}"


def _title(path: Lit | None) -> str:
    if path is None:
        return "draw.flow_title"
    return "draw.flow_lit" if path.answers else "draw.flow_refused"


def _evidence(answer: Answer) -> str:
    return f"{say(f'draw.{answer.reply.value}')}: {labels.clean(answer.evidence)}"
