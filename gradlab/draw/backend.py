"""DOT source to SVG or PNG, by the first Graphviz that starts."""

from __future__ import annotations

import os
import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from subprocess import CalledProcessError
from threading import Lock

import graphviz
from graphviz.backend import dot_command

_binary_lock = Lock()


def candidates() -> Iterator[str]:
    """Where Graphviz may be, in the order of trying.

    $GRADLAB_DOT, ``dot`` on the PATH, and the ``graphviz-pure`` that pip puts into the
    scripts folder (which a notebook's kernel often does not have on its PATH).
    """
    if named := os.environ.get("GRADLAB_DOT"):
        yield named
    for program, path in (("dot", None), ("graphviz-pure", sysconfig.get_path("scripts"))):
        if found := shutil.which(program, path=path):
            yield found


def render(dot: str, format: str) -> bytes | None:
    """``dot`` drawn as "svg" or "png"; None where no Graphviz starts."""
    for binary in candidates():
        try:
            return _run(binary, dot, format)
        except (graphviz.ExecutableNotFound, CalledProcessError, OSError):
            continue
    return None


def drawn_by() -> str | None:
    """The Graphviz that draws the pictures, or None."""
    for binary in candidates():
        try:
            _run(binary, "digraph {}", "svg")
        except (graphviz.ExecutableNotFound, CalledProcessError, OSError):
            continue
        return binary
    return None


def _run(binary: str, dot: str, format: str) -> bytes:
    # The graphviz package knows one name for its program, process-wide; quiet, because
    # Graphviz talks about fonts on stderr and a notebook would store that.
    with _binary_lock:
        usual, dot_command.DOT_BINARY = dot_command.DOT_BINARY, Path(binary)
        try:
            drawn: bytes = graphviz.Source(dot).pipe(format=format, quiet=True)
        finally:
            dot_command.DOT_BINARY = usual
    return drawn
