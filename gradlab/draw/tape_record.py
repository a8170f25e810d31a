"""The tape as a record: every value as a row, every edge that the tape lacks as a cut.

Drawing it and writing it down are two views of this one record.
"""

from __future__ import annotations

from collections.abc import Mapping

from gradlab.draw.containers import containers
from gradlab.draw.entries import Entry, entries
from gradlab.draw.fold import MOST, fold
from gradlab.draw.reader import Reader, key
from gradlab.draw.subject import Subject
from gradlab.draw.tape_rows import Row, Tape
from gradlab.draw.turns import fold_turns
from gradlab.engine import Requirement
from gradlab.engine.graph_view import Graph
from gradlab.words import say


def record(
    subject: Subject,
    only_recorded: bool = False,
    told: Mapping[int, Entry] | None = None,
) -> Tape:
    """A subject put into words.

    ``only_recorded`` leaves out what autodiff does not know of; ``told`` is said of the values'
    gradients in place of what the container holds, and nothing that fits is folded then.
    """
    seen = _only_recorded(subject) if only_recorded else subject.seen
    reader = Reader(seen, subject)
    apart = reader.apart if told is None or len(seen.nodes) > MOST else reader.nodes.keys()
    turned, units = fold_turns(seen, apart, reader.cut_ends)
    if told is None:
        told = entries(seen, subject.grads, subject.used)
    kept = fold(turned, {node.number: reader.worth(node.number) for node in turned.nodes})
    reader.look_at(kept, units)
    rows = tuple(reader.row(node, told) for node in kept.nodes)
    root = next(row for row in rows if row.is_root)
    asked = next((row for row in rows if row.is_asked), None)
    keys = {row.key for row in rows}
    return Tape(
        say("draw.tape_title", root=root.title),
        say("draw.tape_only" if only_recorded else "draw.tape_caption"),
        () if asked is None or asked is root else (_asked(asked, root),),
        rows,
        tuple(reader.edge(edge) for edge in kept.edges if edge.recorded),
        tuple(reader.cut(edge) for edge in kept.edges if not edge.recorded),
        tuple((key(c.root) * (key(c.root) in keys), c) for c in containers(subject, reader.place)),
        len(turned.nodes) - len(rows),
    )


def _asked(asked: Row, root: Row) -> str:
    key = "draw.tape_asked" if asked.on_path else "draw.tape_asked_apart"
    return say(key, asked=asked.title, tag=asked.tags[-1], root=root.title)


def _only_recorded(subject: Subject) -> Graph:
    seen = subject.seen
    edges = tuple(edge for edge in seen.edges if edge.recorded)
    ends = {seen.root, subject.asked, *(edge.source for edge in edges)}
    nodes = tuple(
        node
        for node in seen.nodes
        if node.requirement is not Requirement.NONE or node.number in ends
    )
    return Graph(seen.root, nodes, edges)
