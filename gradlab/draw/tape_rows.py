"""A tape in words, as data: rows for values, edges, cuts.  Drawn, written down and compared."""

from __future__ import annotations

from dataclasses import dataclass

from gradlab.draw.containers import Container
from gradlab.draw.entries import Entry


@dataclass(frozen=True, slots=True)
class Row:
    """One value as it is shown; ``inputs`` are (number, recorded?) in the order of use.

    ``name`` is cut to length, ``whole`` is not; ``tags`` say that it is the root or was asked;
    ``on_path`` whether it lies on the way from the asked value to the root.
    """

    key: str
    number: str
    name: str
    whole: str
    op: str
    inputs: tuple[tuple[str, bool], ...]
    shape: str
    state: str
    entry: Entry | None
    place: str
    source: str
    tags: tuple[str, ...]
    is_root: bool
    is_asked: bool
    on_path: bool
    is_folded: bool

    @property
    def title(self) -> str:
        """The name, if it has one, and the number."""
        return f"{self.name} {self.number}" if self.name else self.number


@dataclass(frozen=True, slots=True)
class Edge:
    """``source`` went into ``target``, both given by their rows' keys."""

    source: str
    target: str
    on_path: bool


@dataclass(frozen=True, slots=True)
class Cut(Edge):
    """An edge that the tape lacks: why in two words and in a sentence, and where.

    ``label`` is empty for what only follows: the path was broken further up, or nothing
    below is recorded anyway.
    """

    label: str
    why: str
    place: str


@dataclass(frozen=True, slots=True)
class Tape:
    """What led to the root, in the order of creation, without the values that were folded.

    ``caption`` says which edges are in it, ``told`` what the look-up (or the step) was about;
    ``containers`` are joined to the rows with these keys (empty: to none).
    """

    title: str
    caption: str
    told: tuple[str, ...]
    rows: tuple[Row, ...]
    recorded: tuple[Edge, ...]
    cuts: tuple[Cut, ...]
    containers: tuple[tuple[str, Container], ...]
    left_out: int
