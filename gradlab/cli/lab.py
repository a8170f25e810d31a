"""`gradlab lab`: the lessons into the learner's folder, then JupyterLab on the first of them."""

from __future__ import annotations

import argparse
import os
import sys
import sysconfig
from importlib.resources import files
from pathlib import Path

from gradlab.cli import lessons
from gradlab.words import say


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("lab", help=say("lab.help"), description=say("lab.about"))
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help=say("lab.folder_help"))
    parser.add_argument("--reset", metavar="NN", help=say("lab.reset_help"))
    parser.add_argument("--port", type=int, help=say("lab.port_help"))
    parser.add_argument("--no-browser", action="store_true", help=say("lab.no_browser_help"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    folder = (args.folder or default_folder()).expanduser().resolve()
    if folder == lessons.source().resolve():
        return _fail("lab.own_source", folder=folder)
    try:
        start = _prepare(folder, args.reset)
        if start is None:
            return 1
        _serve(folder, start, args.port, browser=not args.no_browser and has_display())
    except ImportError as error:
        return _fail("lab.not_installed", module=error.name, python=sys.executable)
    except OSError as error:
        return _fail("lab.not_writable", folder=folder, reason=error.strerror or error)
    return 0


def default_folder() -> Path:
    """`gradlab-lessons` here, or here itself when this is such a folder already."""
    here = Path.cwd()
    return here if (here / lessons.MANIFEST).exists() else here / "gradlab-lessons"


def has_display() -> bool:
    """Whether a browser window could appear; text browsers, which Python may find, do not count."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _prepare(folder: Path, reset: str | None) -> str | None:
    """Deliver the lessons and say what became of them; the lesson to open, None after a failure."""
    known = {lesson.name: lesson for lesson in lessons.lessons()}
    if not known:
        _fail("lab.no_lessons", folder=lessons.source())
        return None
    start = next(iter(known))
    if reset is not None:
        chosen = next((name for name in known if name.startswith(f"{reset:0>2}-")), None)
        if chosen is None:
            _fail("lab.no_such_lesson", number=reset, numbers=", ".join(n[:2] for n in known))
            return None
        start = chosen
        kept = lessons.reset(folder, known[start])
        print(say("lab.reset", name=start))
        if kept:
            print(say("lab.reset_kept", name=kept.name))
    outcomes = lessons.deliver(folder)
    for name, outcome in outcomes.items():
        if outcome in ("updated", "outdated"):
            print(say(f"lab.{outcome}", name=name, number=name[:2]))
    if edited := [name for name, outcome in outcomes.items() if outcome == "edited"]:
        print(say("lab.edited", names=", ".join(edited), number=edited[0][:2]))
    print(say("lab.opens", folder=folder), flush=True)
    return start


def _serve(folder: Path, start: str, port: int | None, *, browser: bool) -> None:
    """JupyterLab in this very process, so that kernels run this Python; it prints its address."""
    from jupyterlab.labapp import LabApp

    options = [
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{start}",
        "--Application.log_level=WARN",
    ]
    if port is not None:
        options.append(f"--ServerApp.port={port}")
    if not browser:
        options.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # containers; Jupyter refuses root otherwise
        options.append("--allow-root")
    prepare_environment()
    LabApp.launch_instance(options)


def prepare_environment() -> None:
    """For this process and its kernels: `gradlab` on the PATH, and no box that offers news.

    The settings are defaults of this session: what a learner has set in JupyterLab still wins.
    """
    first = {
        "PATH": sysconfig.get_path("scripts"),
        "JUPYTER_CONFIG_PATH": str(files("gradlab.data") / "jupyter"),
    }
    for name, folder in first.items():
        os.environ[name] = os.pathsep.join(filter(None, [folder, os.environ.get(name)]))


def _fail(key: str, **facts: object) -> int:
    print(say(key, **facts), file=sys.stderr)
    return 1
