"""The tape drawn, and beside it everything that was computed but not recorded."""

from __future__ import annotations

from collections.abc import Iterator

import graphviz

from gradlab.draw import cards, labels, theme
from gradlab.draw.entries import entries
from gradlab.draw.names import callers_names
from gradlab.draw.picture import Picture
from gradlab.draw.tape_record import Cut, Row, Tape, record
from gradlab.engine import Gradients, Tensor, graph
from gradlab.words import say

_LINE_COLUMNS = 30
_HEADING_WIDTH = 300


def tape(root: Tensor, grads: Gradients | None = None) -> Picture:
    """What ``root`` was computed from (dashed) and what autodiff recorded of it (solid).

    With the container of a backward, also what it holds: the leaves' gradients, and what
    passed through and was not kept.  Tensors appear under the caller's variable names.
    """
    seen = graph(root)
    return draw(record(seen, callers_names(), entries(root, seen, grads)))


def draw(seen: Tape) -> Picture:
    """A tape's record as a picture."""
    return Picture(_dot(seen), _text(seen), seen.title)


def _dot(seen: Tape) -> str:
    dot = graphviz.Digraph(
        graph_attr=theme.GRAPH | {"label": _heading(seen), "labelloc": "t", "labeljust": "l"},
        node_attr=theme.NODE,
        edge_attr=theme.EDGE,
    )
    for value in seen.rows:
        _draw_value(dot, value)
    for edge in seen.recorded:
        dot.edge(
            edge.source,
            edge.target,
            **{"class": "gl-recorded", "tooltip": labels.plain([say("draw.recorded")])},
        )
    for at, cut in enumerate(seen.cuts):
        _draw_cut(dot, f"cut{at}", cut)
    source: str = dot.source
    return source


def _heading(seen: Tape) -> str:
    lines = [
        cards.line(seen.title, theme.INK, theme.LARGE, bold=True),
        cards.line(say("draw.tape_caption"), theme.INK),
    ]
    if seen.left_out:
        lines.append(cards.line(_left_out(seen), theme.INK))
    return cards.card(
        [cards.row(content, _HEADING_WIDTH) for content in lines], theme.CARD, theme.CARD
    )


def _draw_value(dot: graphviz.Digraph, row: Row) -> None:
    look = theme.STATES[row.state]
    root = f" ({say('draw.root')})" if row.is_root else ""
    lines = [
        f"{row.title}{root}",
        f"{row.op} {row.shape}".strip(),
        say(f"draw.state_{row.state}"),
    ]
    if row.entry is not None:
        lines.append(labels.cut(row.entry.text, _LINE_COLUMNS))
    attributes = {
        "class": " ".join(_classes(row)),
        "tooltip": labels.plain(_tooltip(row)),
        "shape": look.shape,
        "style": look.style,
        "fillcolor": look.fill,
        "color": look.line,
        "peripheries": str(look.borders),
        **labels.box(lines, theme.SIZE, look.room),
    }
    if row.is_root:
        attributes["penwidth"] = "3"
    dot.node(row.key, labels.plain(lines), **attributes)


def _classes(row: Row) -> Iterator[str]:
    yield "gl-value"
    yield f"gl-{row.state}"
    if row.is_root:
        yield "gl-root"
    if row.entry is not None:
        yield "gl-held" if row.entry.held else "gl-ghost"


def _tooltip(row: Row) -> Iterator[str]:
    yield f"{row.title} = {_formula(row)} {row.shape}".rstrip()
    if row.entry is not None:
        yield row.entry.text
    yield f"{row.place}: {row.source}" if row.source else row.place


def _draw_cut(dot: graphviz.Digraph, key: str, cut: Cut) -> None:
    """A bar, what cut the edge and where, a bar; or just a dashed edge for what follows."""
    tooltip = labels.plain([cut.why, cut.place])
    if not cut.label:
        dot.edge(
            cut.source,
            cut.target,
            **{"class": "gl-unrecorded", "tooltip": tooltip, "style": "dashed"},
            color=theme.QUIET,
        )
        return
    lines = [cut.label, cut.place]
    dot.node(
        key,
        labels.plain(lines),
        **{"class": "gl-cut", "tooltip": tooltip, "shape": "box", "style": "filled"},
        **labels.box(lines, theme.SMALL),
        fillcolor=theme.CUT_WASH,
        color=theme.CUT_WASH,
        fontcolor=theme.CUT,
        fontsize=str(theme.SMALL),
    )
    half = {"class": "gl-unrecorded", "tooltip": tooltip, "style": "dashed", "color": theme.CUT}
    dot.edge(cut.source, key, **half, arrowhead="tee")
    dot.edge(key, cut.target, **half, dir="both", arrowtail="tee")


def _text(seen: Tape) -> str:
    rows = [
        (
            row.number,
            row.name,
            f"{_formula(row)} {row.shape}".rstrip(),
            say(f"draw.state_{row.state}") + (f" ({say('draw.root')})" if row.is_root else ""),
            "" if row.entry is None else row.entry.text,
        )
        for row in seen.rows
    ]
    lines = [f"{seen.title}: {say('draw.tape_caption')}"]
    if seen.left_out:
        lines.append(_left_out(seen))
    lines += ["", *labels.columns(rows)]
    if cuts := list(_cut_lines(seen)):
        lines += ["", say("draw.tape_cuts"), *cuts]
    return "\n".join(lines)


def _left_out(seen: Tape) -> str:
    return say("draw.left_out", shown=len(seen.rows), all=len(seen.rows) + seen.left_out)


def _formula(row: Row) -> str:
    inputs = ", ".join(n if recorded else f"-/- {n}" for n, recorded in row.inputs)
    return f"{row.op}({inputs})" if row.inputs else row.op


def _cut_lines(seen: Tape) -> Iterator[str]:
    titles = {row.key: row.title for row in seen.rows}
    rows = [
        (f"{titles[cut.source]} -/- {titles[cut.target]}", f"{cut.place}: {cut.why}")
        for cut in seen.cuts
        if cut.label
    ]
    if rows:
        yield from labels.columns(rows)
