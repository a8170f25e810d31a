"""Programs run as a notebook would run them, and every Graphviz that is installed."""

import shutil
import sysconfig
from typing import Any

import pytest

from gradlab.engine.sites import remember

IMPORTS = "from gradlab import Device, Tensor, compare, flowchart, frames, tape\n"
START = IMPORTS + "ad = Device.flex().autodiff()\n"
FOUND = {
    "dot": shutil.which("dot"),
    "graphviz-pure": shutil.which("graphviz-pure", path=sysconfig.get_path("scripts")),
}


def run_cell(source: str, number: int = 1, names: dict[str, Any] | None = None) -> dict[str, Any]:
    """Run ``source`` (after the imports, on line 3 and on) and give its names."""
    text, file = START + source, f"<cell {number}>"
    remember(file, f"Cell In[{number}]", text)
    scope = {"__name__": "__main__"} if names is None else names
    exec(compile(text, file, "exec"), scope)
    return scope


@pytest.fixture
def cell():
    return run_cell


@pytest.fixture(params=[name for name, path in FOUND.items() if path])
def graphviz(request, monkeypatch) -> str:
    """Each installed Graphviz in turn as the one that draws."""
    monkeypatch.setenv("GRADLAB_DOT", FOUND[request.param])
    return request.param
