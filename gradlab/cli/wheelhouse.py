"""`gradlab wheelhouse DIR`: all that an installation needs, for a room without a network."""

from __future__ import annotations

import argparse
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from gradlab.words import say

MEGABYTE = 1_000_000


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = say("wheelhouse.about")
    parser = commands.add_parser("wheelhouse", help=say("wheelhouse.help"), description=about)
    parser.add_argument("folder", type=Path, metavar="DIR", help=say("wheelhouse.folder_help"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Collect the wheels and print the line that installs them; 1 where pip is missing or fails."""
    folder: Path = args.folder.expanduser()
    if find_spec("pip") is None:
        return _fail("wheelhouse.no_pip", python=sys.executable)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return _fail("wheelhouse.not_writable", folder=folder, reason=error.strerror or error)
    if subprocess.run(collecting(folder)).returncode:
        return _fail("wheelhouse.failed", folder=folder)
    wheels = list(folder.glob("*.whl"))
    size = sum(wheel.stat().st_size for wheel in wheels) / MEGABYTE
    fits = f"Python {sys.version_info[0]}.{sys.version_info[1]}, {sysconfig.get_platform()}"
    print(say("wheelhouse.done", count=len(wheels), size=size, folder=folder, fits=fits))
    return 0


def collecting(folder: Path) -> list[str]:
    """The command that puts wheels of gradlab and of all it needs into a folder."""
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", str(folder)]
    return [*wheel, "--find-links", str(folder), _gradlab()]


def _gradlab() -> str:
    """This checkout, or the version that is installed, with what the lessons need."""
    checkout = Path(__file__).parents[2]
    if (checkout / "pyproject.toml").is_file():
        return f"{checkout}[lab]"
    return f"gradlab[lab]=={version('gradlab')}"


def _fail(key: str, **facts: object) -> int:
    print(say(key, **facts), file=sys.stderr)
    return 1
