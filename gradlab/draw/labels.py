"""Text on its way into a picture: made harmless, cut to length, measured.

What people name their variables and write on their lines may hold anything.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from unicodedata import east_asian_width

import graphviz

_POINTS_PER_INCH = 72


def clean(text: str) -> str:
    r"""One line of printable characters; the others are spelled out.

    >>> print(clean("a\nb\x00"))
    a\nb\x00
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def cut(text: str, columns: int) -> str:
    """``clean`` text of at most so many columns, with ... where something is missing.

    >>> cut("a_rather_long_name", 10)
    'a_rathe...'
    """
    text = clean(text)
    if width(text) <= columns:
        return text
    while width(text) > columns - 3:
        text = text[:-1]
    return text + "..."


def fold(text: str, columns: int, lines: int) -> list[str]:
    """``clean`` text broken between words; ... where the last of the lines does not hold it.

    >>> fold("the result of a recorded operation", 13, 2)
    ['the result of', 'a recorded...']
    """
    folded, words = [""], clean(text).split(" ")
    for at, word in enumerate(words):
        longer = f"{folded[-1]} {word}" if folded[-1] else word
        if width(longer) <= columns or not folded[-1]:
            folded[-1] = longer
        elif len(folded) < lines:
            folded.append(word)
        else:
            folded[-1] += " " + " ".join(words[at:])
            break
    return [cut(line, columns) for line in folded]


def width(text: str) -> int:
    """Columns of a terminal: wide characters, such as Chinese and emoji, take two.

    >>> width("w"), width("\\u6743\\u91cd")
    (1, 4)
    """
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def plain(lines: Iterable[str]) -> str:
    """Lines as a DOT label or tooltip in which nothing is an escape, an entity or HTML."""
    escaped = graphviz.escape("\n".join(clean(line) for line in lines))
    safe: str = graphviz.nohtml(escaped.replace("&", "&amp;"))
    return safe


def marked_up(text: str) -> str:
    """Text for the inside of an HTML-like label; Graphviz replaces backslashes there too."""
    return html.escape(clean(text).replace("\\", "\\\\"))


def box(lines: Sequence[str], size: float, room: float = 0.0) -> dict[str, str]:
    """Node attributes for a box in inches that fits ``lines`` in any usual font.

    Graphviz cannot measure the reader's fonts (and graphviz-pure no Chinese at all), so
    the size is given: 0.62 em for each column of text, 0.68 for the first, bold line.
    """
    columns = max(width(line) * (0.62 if i else 0.68) for i, line in enumerate(lines))
    across = columns * size + 18 + room
    down = len(lines) * size * 1.25 + 12
    return {
        "width": f"{across / _POINTS_PER_INCH:.2f}",
        "height": f"{down / _POINTS_PER_INCH:.2f}",
        "fixedsize": "true",
    }


def columns(rows: Sequence[Sequence[str]], indent: str = "  ", gap: str = "  ") -> list[str]:
    """Rows of cells as lines of aligned text."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        (
            indent
            + gap.join(
                cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True)
            )
        ).rstrip()
        for row in rows
    ]
