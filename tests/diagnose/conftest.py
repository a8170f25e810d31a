"""Programs run from a file, as a user runs them, so that every line can be pointed at."""

import linecache
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gradlab import Device, Tensor, fresh, report, why
from gradlab.engine import events
from gradlab.nn import GradientsAccumulator, GradientsParams, Module, Param, SgdConfig


class Net(Module):
    """A module with the fields it is given."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


def prelude() -> dict[str, Any]:
    """What every program finds."""
    return {
        "__name__": "__main__",
        "Device": Device,
        "Tensor": Tensor,
        "F": Tensor.from_floats,
        "Net": Net,
        "Param": Param,
        "GradientsParams": GradientsParams,
        "GradientsAccumulator": GradientsAccumulator,
        "opt": SgdConfig().init(),
        "ad": Device.flex().autodiff(),
        "ad2": Device.flex(1).autodiff(),
        "plain": Device.flex(),
        "why": why,
        "report": report,
    }


Run = Callable[[str | Sequence[str]], dict[str, Any]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Run lines as program.py in an empty folder; the names they leave behind.

    An exception comes back under the name "error".
    """
    monkeypatch.chdir(tmp_path)

    def go(lines: str | Sequence[str]) -> dict[str, Any]:
        fresh()
        events.set_capacity(events.CAPACITY)  # a program starts without a past
        text = (lines if isinstance(lines, str) else "\n".join(lines)) + "\n"
        file = tmp_path / "program.py"
        file.write_text(text, encoding="utf-8")
        linecache.checkcache(str(file))
        names = prelude()
        try:
            exec(compile(text, str(file), "exec"), names)
        except Exception as error:
            names["error"] = error
        return names

    yield go
    events.set_capacity(events.CAPACITY)  # whatever a program has set
