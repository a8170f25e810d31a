"""How the pictures look: one place for colours, shapes, fonts and sizes.

The colours are Okabe and Ito's, darkened for lines and letters and lightened for areas.
Every picture brings its own light card, so that it reads the same on JupyterLab's light
and dark pages, on paper and on a projector.  Colour never stands alone: every state also
has a shape and a word, every edge a line style.
"""

from __future__ import annotations

from dataclasses import dataclass

CARD = "#ffffff"
INK = "#1a1a1a"
QUIET = "#595959"
FAINT = "#767676"
WASH = "#f2f2f2"
CUT = "#a33b00"
CUT_WASH = "#fdeadf"
LIT = "#005a8d"
LIT_WASH = "#dceefa"

FONT = "Arial"
FONT_STACK = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans CJK SC', sans-serif"
SIZE = 13
SMALL = 11.5
LARGE = 15


@dataclass(frozen=True, slots=True)
class Look:
    """How a node of one state is drawn; ``room`` is what its shape takes from the letters."""

    shape: str
    style: str
    fill: str
    line: str
    borders: int = 1
    room: float = 0.0


STATES = {
    "marked": Look("box", "filled", "#d9f0e8", "#00664b", borders=2),
    "intermediate": Look("box", "filled,rounded", "#dceefa", "#005a8d"),
    "untracked": Look("box", "filled,dashed", CARD, QUIET),
    "no_record": Look("box", "filled,dotted", CARD, QUIET),
    "plain": Look("octagon", "filled", WASH, QUIET, room=16),
    "int": Look("hexagon", "filled", "#fdf6cf", "#7a5f00", room=34),
    "bool": Look("hexagon", "filled", "#fdf6cf", "#7a5f00", room=34),
}

GRAPH = {
    "bgcolor": CARD,
    "fontname": FONT,
    "fontcolor": INK,
    "fontsize": str(SIZE),
    "pad": "0.15",
    "nodesep": "0.22",
    "ranksep": "0.36",
}
NODE = {
    "fontname": FONT,
    "fontcolor": INK,
    "fontsize": str(SIZE),
    "penwidth": "1.4",
}
EDGE = {
    "fontname": FONT,
    "fontcolor": INK,
    "fontsize": str(SIZE),
    "color": INK,
    "penwidth": "1.5",
    "arrowsize": "0.7",
}
