"""A picture: one drawing as DOT, as SVG and as the text that says the same."""

from __future__ import annotations

from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from gradlab.draw import backend, svg
from gradlab.words import say


class Picture:
    """What ``tape`` and ``flowchart`` give.

    ``dot`` is the Graphviz source and ``text`` the text twin: both are there without
    Graphviz, and the same for the same program.
    """

    def __init__(self, dot: str, text: str, title: str) -> None:
        self.dot = dot
        self.text = text
        self.title = title

    @cached_property
    def svg(self) -> str | None:
        """The drawing as an ``<svg>`` element; None where no Graphviz starts."""
        drawn = backend.render(self.dot, "svg")
        return None if drawn is None else svg.dress(drawn, self.title, self.text)

    def save(self, path: str | PathLike[str]) -> Path:
        """Write it as what the name ends in: .svg, .png, .dot or .txt.

        Raises ValueError for another ending, RuntimeError where a drawing is asked for
        and no Graphviz starts.
        """
        file = Path(path)
        content: str | bytes | None
        match file.suffix.lower():
            case ".dot":
                content = self.dot
            case ".txt":
                content = self.text + "\n"
            case ".svg":
                content = self.svg
            case ".png":
                content = backend.render(self.dot, "png")
            case other:
                raise ValueError(say("draw.unknown_ending", ending=other or file.name))
        if content is None:
            raise RuntimeError(say("draw.no_graphviz"))
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        # As text/html, since JupyterLab shows image/svg+xml as an image without tooltips.
        if self.svg is None:
            return {"text/plain": f"{self.text}\n\n{say('draw.no_graphviz')}"}
        return {
            "text/plain": self.text,
            "text/html": f'<div class="gradlab-picture">{self.svg}</div>',
        }
