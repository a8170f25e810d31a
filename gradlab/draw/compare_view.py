"""Two tapes side by side with what changed from one to the other: a program before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import graphviz

from gradlab.diagnose.verdict import Verdict
from gradlab.draw import cards, labels, theme
from gradlab.draw.picture import Picture
from gradlab.draw.subject import expect
from gradlab.draw.tape_rows import Edge, Row, Tape
from gradlab.draw.tape_view import TapePicture, as_text, draw_into, lines_of, tape
from gradlab.engine import Tensor
from gradlab.words import say

_WIDTH = 330
_COLUMNS = 50
_MOST = 12
_ACROSS = 13.0  # inches, as wide as a notebook; beyond that one tape stands above the other


@dataclass(frozen=True, slots=True)
class Change:
    """One difference in words, and the rows that it is about (empty key: not on that side)."""

    text: str
    before: str
    after: str


def compare(
    before: TapePicture | Verdict | Tensor, after: TapePicture | Verdict | Tensor
) -> Picture:
    """Two tapes side by side, and below them what changed.

    Each side is what ``tape`` gave, or what it takes.  Values are the same on both sides where
    they have the same name or, without one, come in the same place among those of their
    operation.  Keep ``tape(...)`` from before a change, since it knows the names of its time.
    Raises DTypeError for other things.
    """
    for side in (before, after):
        expect("compare", side, (Tensor, TapePicture, Verdict))
    old, new = (side if isinstance(side, TapePicture) else tape(side) for side in (before, after))
    found = tuple(changes(old.record, new.record))
    return Picture(_dot(old.record, new.record, found), _text(old, new, found), _title(old))


def changes(old: Tape, new: Tape) -> Iterator[Change]:
    """What differs, value by value and then edge by edge."""
    was, now = _by_identity(old), _by_identity(new)
    for identity, row in was.items():
        if identity not in now:
            yield Change(say("draw.gone", name=row.title), row.key, "")
    for identity, row in now.items():
        earlier = was.get(identity)
        if earlier is None:
            yield Change(say("draw.added", name=row.title), "", row.key)
        else:
            yield from _row_changes(earlier, row)
    yield from _edge_changes(old, new, was, now)


def _row_changes(was: Row, now: Row) -> Iterator[Change]:
    states = say(f"draw.state_{was.state}"), say(f"draw.state_{now.state}")
    entries = tuple("" if row.entry is None else row.entry.text for row in (was, now))
    for a, b in (states, entries):
        if a != b:
            text = say("draw.changed", name=now.title, was=a or say("draw.nothing"),
                       now=b or say("draw.nothing"))  # fmt: skip
            yield Change(text, was.key, now.key)


def _edge_changes(
    old: Tape, new: Tape, was: dict[object, Row], now: dict[object, Row]
) -> Iterator[Change]:
    """Edges between values of both sides: recorded now and not before, or the other way round."""
    before, after = _edges(old.recorded, was), _edges(new.recorded, now)
    cut = _edges(new.cuts, now)
    found = {ends: "draw.now_recorded" for ends in after if ends not in before}
    found |= {ends: "draw.now_cut" for ends in cut if ends in before}
    for (source, target), key in found.items():
        if source in was and target in was:
            text = say(key, source=now[source].title, target=now[target].title)
            yield Change(text, was[target].key, now[target].key)


def _edges(edges: tuple[Edge, ...], rows: dict[object, Row]) -> list[tuple[object, object]]:
    identities = {row.key: identity for identity, row in rows.items()}
    ends = [(identities[edge.source], identities[edge.target]) for edge in edges]
    return list(dict.fromkeys(ends))


def _by_identity(seen: Tape) -> dict[object, Row]:
    count: Counter[str] = Counter()
    found: dict[object, Row] = {}
    for row in seen.rows:
        count[row.op] += not row.whole
        found[("name", row.whole) if row.whole else (row.op, count[row.op])] = row
    return found


# drawn ---------------------------------------------------------------------------------


def _dot(old: Tape, new: Tape, found: tuple[Change, ...]) -> str:
    dot = graphviz.Digraph(
        graph_attr=theme.GRAPH | {"label": _told(found), "labelloc": "b", "labeljust": "l"},
        node_attr=theme.NODE,
        edge_attr=theme.EDGE,
    )
    sides = (("a", "draw.before", old), ("b", "draw.after", new))
    for prefix, key, seen in sides:
        changed = frozenset(c.before if prefix == "a" else c.after for c in found)
        with dot.subgraph(name=f"cluster_{prefix}") as side:
            side.attr(**_side(say(key), seen))
            draw_into(side, seen, prefix, changed)
    if _across(old) + _across(new) > _ACROSS:
        last = f"aheld{len(old.containers) - 1}" if old.containers else f"a{old.rows[-1].key}"
        for row in new.rows:
            if not row.inputs:
                dot.edge(last, f"b{row.key}", style="invis")
    source: str = dot.source
    return source


def _across(seen: Tape) -> float:
    """How wide a tape will be, in inches: what has no inputs stands side by side at the top."""
    tops = [row for row in seen.rows if not row.inputs]
    return sum(float(labels.box(lines_of(row), theme.SIZE)["width"]) for row in tops)


def _side(word: str, seen: Tape) -> dict[str, str]:
    lines = [cards.line(f"{word}: {seen.title}", theme.INK, theme.LARGE, bold=True)]
    for text in seen.told:
        lines += [cards.line(part, theme.INK) for part in labels.fold(text, _COLUMNS, 2)]
    rows = [cards.row(line, _WIDTH) for line in lines]
    return {
        "label": cards.card(rows, theme.CARD, theme.CARD),
        "labeljust": "l",
        "labelloc": "t",
        "color": theme.FAINT,
        "style": "rounded",
        "class": "gl-side",
        "id": f"side-{word}",
        "tooltip": labels.plain([word]),
    }


def _told(found: tuple[Change, ...]) -> str:
    lines = [cards.line(say("draw.changes"), theme.INK, bold=True)]
    texts = [change.text for change in found] or [say("draw.no_changes")]
    if len(texts) > _MOST:
        texts[_MOST - 1 :] = [say("draw.more_changes", count=len(texts) - _MOST + 1)]
    for text in texts:
        lines += [cards.line(part, theme.INK) for part in labels.fold(text, 2 * _COLUMNS, 2)]
    rows = [cards.row(line, 2 * _WIDTH) for line in lines]
    return cards.card(rows, theme.CARD, theme.CARD)


# written down --------------------------------------------------------------------------


def _title(old: TapePicture) -> str:
    return say("draw.compare_title", title=old.title)


def _text(old: TapePicture, new: TapePicture, found: tuple[Change, ...]) -> str:
    told = [change.text for change in found] or [say("draw.no_changes")]
    return "\n".join(
        [
            say("draw.before"),
            as_text(old.record),
            "",
            say("draw.after"),
            as_text(new.record),
            "",
            say("draw.changes"),
            *(f"  {text}" for text in told),
        ]
    )
