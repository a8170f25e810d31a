"""HTML-like labels: left-aligned lines of text on a card of a given width.

Graphviz puts left-aligned text in the right place without knowing the reader's font.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradlab.draw import labels, theme

_PADDING = 8


def line(text: str, ink: str, size: float = theme.SIZE, bold: bool = False) -> str:
    """One line of a card."""
    words = labels.marked_up(text)
    words = f"<B>{words}</B>" if bold else words
    return f'<FONT COLOR="{ink}" POINT-SIZE="{size:g}">{words}</FONT>'


def row(content: str, width: int, fill: str | None = None) -> str:
    """A line, ``width`` points wide, on a ground of its own if ``fill`` is given."""
    ground = f' BGCOLOR="{fill}"' if fill else ""
    return f'<TR><TD ALIGN="LEFT" WIDTH="{width - 2 * _PADDING}"{ground}>{content}</TD></TR>'


def card(rows: Sequence[str], fill: str, border: str, thick: bool = False) -> str:
    """Rows below each other in a rounded frame."""
    inner = f'<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="2">{"".join(rows)}</TABLE>'
    return (
        f'<<TABLE STYLE="ROUNDED" BORDER="{3 if thick else 1}" CELLBORDER="0"'
        f' CELLPADDING="{5 if thick else 7}" CELLSPACING="0" BGCOLOR="{fill}" COLOR="{border}">'
        f"<TR><TD>{inner}</TD></TR></TABLE>>"
    )
