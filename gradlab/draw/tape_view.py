"""The tape drawn, and beside it everything that was computed but not recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import graphviz

from gradlab.diagnose.names import Scope, users_frame
from gradlab.diagnose.verdict import Verdict
from gradlab.draw import cards, labels, theme
from gradlab.draw.containers import Container
from gradlab.draw.picture import Picture
from gradlab.draw.subject import expect, of_tensor, of_verdict
from gradlab.draw.tape_record import record
from gradlab.draw.tape_rows import Cut, Edge, Row, Tape
from gradlab.engine import Gradients, Tensor
from gradlab.words import say

_LINE_COLUMNS = 30
_HEADING_WIDTH = 300
_HEADING_COLUMNS = 46
_CONTAINER_WIDTH = 260
_CONTAINER_COLUMNS = 38


class TapePicture(Picture):
    """A picture of a tape, with the record that it was made from."""

    def __init__(self, seen: Tape) -> None:
        super().__init__(_dot(seen), as_text(seen), seen.title)
        self.record = seen


def tape(
    subject: Tensor | Verdict, grads: Gradients | None = None, *, only_recorded: bool = False
) -> TapePicture:
    """What a loss was computed from (dashed) and what autodiff recorded of it (solid).

    With the container of a backward, also what it holds: the leaves' gradients, and what
    passed through and was not kept.  Of a verdict: the tape that it speaks of, with the asked
    tensor and the way from it to the loss.  ``only_recorded`` leaves out what is not on the
    tape.  Tensors appear under the caller's variable names.

    Raises DTypeError for a verdict on a refusal that names no tensor, and for other things.
    """
    expect("tape", subject, (Tensor, Verdict), grads)
    scope = Scope.of(users_frame())
    if isinstance(subject, Verdict):
        return TapePicture(record(of_verdict(subject, scope), only_recorded))
    return TapePicture(record(of_tensor(subject, grads, scope), only_recorded))


# drawn ---------------------------------------------------------------------------------


def _dot(seen: Tape) -> str:
    dot = graphviz.Digraph(
        graph_attr=theme.GRAPH | {"label": _heading(seen), "labelloc": "t", "labeljust": "l"},
        node_attr=theme.NODE,
        edge_attr=theme.EDGE,
    )
    draw_into(dot, seen)
    source: str = dot.source
    return source


def draw_into(
    dot: graphviz.Digraph, seen: Tape, prefix: str = "", changed: frozenset[str] = frozenset()
) -> None:
    """Values, edges, cuts and containers; ``prefix`` keeps two tapes in one drawing apart."""
    for value in seen.rows:
        if value.key in changed:
            value = replace(value, tags=(*value.tags, say("draw.is_changed")))
        _draw_value(dot, value, prefix)
    for edge in seen.recorded:
        dot.edge(
            prefix + edge.source,
            prefix + edge.target,
            **{"class": "gl-recorded", "tooltip": labels.plain([say("draw.recorded")])},
            **_way(edge),
        )
    for at, cut in enumerate(seen.cuts):
        _draw_cut(dot, f"{prefix}cut{at}", cut, prefix)
    for at, (root, container) in enumerate(seen.containers):
        _draw_container(dot, f"{prefix}held{at}", container, root and prefix + root)


def _way(edge: Edge) -> dict[str, str]:
    """An edge on the way from the asked value to the root is a thick one."""
    return {"penwidth": "3.2"} if edge.on_path else {}


def _heading(seen: Tape) -> str:
    lines = [
        cards.line(seen.title, theme.INK, theme.LARGE, bold=True),
        cards.line(seen.caption, theme.INK),
    ]
    for text in filter(None, (*seen.told, _left_out(seen))):
        lines += [cards.line(part, theme.INK) for part in labels.fold(text, _HEADING_COLUMNS, 3)]
    return cards.card(
        [cards.row(content, _HEADING_WIDTH) for content in lines], theme.CARD, theme.CARD
    )


def _draw_value(dot: graphviz.Digraph, row: Row, prefix: str) -> None:
    look = theme.STATES[row.state]
    lines = lines_of(row)
    attributes = {
        "class": " ".join(_classes(row)),
        "tooltip": labels.plain(_tooltip(row)),
        "shape": look.shape,
        "style": look.style,
        "fillcolor": look.fill,
        "color": theme.CUT if row.is_asked else look.line,
        "peripheries": str(look.borders + row.is_folded),
        **labels.box(lines, theme.SIZE, look.room),
    }
    if row.is_root or row.is_asked:
        attributes["penwidth"] = "3"
    dot.node(prefix + row.key, labels.plain(lines), **attributes)


def lines_of(row: Row) -> list[str]:
    """The lines in a value's box."""
    lines = [
        _tagged(row.title, row),
        labels.cut(f"{row.op} {row.shape}".strip(), _LINE_COLUMNS * (1 + row.is_folded)),
        say(f"draw.state_{row.state}"),
    ]
    if row.entry is not None:
        lines.append(labels.cut(row.entry.text, _LINE_COLUMNS))
    return lines


def _tagged(text: str, row: Row) -> str:
    return f"{text} ({', '.join(row.tags)})" if row.tags else text


def _classes(row: Row) -> Iterator[str]:
    yield "gl-value"
    yield f"gl-{row.state}"
    told = (
        ("gl-root", row.is_root),
        ("gl-asked", row.is_asked),
        ("gl-path", row.on_path),
        ("gl-folded", row.is_folded),
        ("gl-changed", say("draw.is_changed") in row.tags),
    )
    yield from (name for name, holds in told if holds)
    if row.entry is not None:
        yield "gl-held" if row.entry.held else "gl-ghost"


def _tooltip(row: Row) -> Iterator[str]:
    title = f"{row.whole} {row.number}".lstrip()
    yield f"{title} = {_formula(row)} {row.shape}".rstrip()
    if row.entry is not None:
        yield row.entry.text
    yield f"{row.place}: {row.source}" if row.source else row.place


def _draw_cut(dot: graphviz.Digraph, key: str, cut: Cut, prefix: str) -> None:
    """A bar, what cut the edge and where, a bar; or just a dashed edge for what follows."""
    source, target = prefix + cut.source, prefix + cut.target
    tooltip = labels.plain([cut.why, cut.place])
    if not cut.label:
        dot.edge(
            source,
            target,
            **{"class": "gl-unrecorded", "tooltip": tooltip, "style": "dashed"},
            **_way(cut),
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
    dot.edge(source, key, **half, **_way(cut), arrowhead="tee")
    dot.edge(key, target, **half, **_way(cut), dir="both", arrowtail="tee")


def _draw_container(dot: graphviz.Digraph, key: str, container: Container, root: str) -> None:
    lines = [cards.line(labels.cut(container.title, _CONTAINER_COLUMNS), theme.INK, bold=True)]
    for entry in container.lines:
        text = labels.cut(entry.text, _CONTAINER_COLUMNS)
        lines.append(cards.line(text, theme.INK if entry.held else theme.CUT))
    rows = [cards.row(content, _CONTAINER_WIDTH) for content in lines]
    tooltip = labels.plain([container.title, *(entry.text for entry in container.lines)])
    attributes = {"class": "gl-container", "tooltip": tooltip, "shape": "plain"}
    dot.node(key, cards.card(rows, theme.WASH, theme.QUIET), **attributes)
    if root:
        fills = {"class": "gl-fills", "tooltip": labels.plain([say("draw.fills")])}
        dot.edge(root, key, **fills, style="dotted", color=theme.QUIET)


# written down --------------------------------------------------------------------------


def as_text(seen: Tape) -> str:
    """The text twin: a line for each value, for each cut, for each line of a container."""
    rows = [
        (
            f"{'> ' if row.on_path else '  '}{row.number}",
            row.name,
            f"{_formula(row)} {row.shape}".rstrip(),
            _tagged(say(f"draw.state_{row.state}"), row),
            "" if row.entry is None else row.entry.text,
        )
        for row in seen.rows
    ]
    lines = [f"{seen.title}: {seen.caption}"]
    lines += [text for text in (*seen.told, _left_out(seen)) if text]
    lines += ["", *labels.columns(rows, indent="")]
    if cuts := list(_cut_lines(seen)):
        lines += ["", say("draw.tape_cuts"), *cuts]
    for _, container in seen.containers:
        lines += ["", container.title, *(f"  {entry.text}" for entry in container.lines)]
    return "\n".join(lines)


def _left_out(seen: Tape) -> str:
    if not seen.left_out:
        return ""
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
