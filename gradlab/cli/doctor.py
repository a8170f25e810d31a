"""`gradlab doctor`: eight checks of this installation, each with the way out where it fails."""

from __future__ import annotations

import argparse
import ast
import locale
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

from gradlab.cli import experiment
from gradlab.cli.lab import default_folder
from gradlab.words import say

LEAST_PYTHON = (3, 11)
WIDGETS = "@jupyter-widgets/jupyterlab-manager"  # JupyterLab's half of ipywidgets
SHOWN = ("gradlab", "numpy", "graphviz", "jupyterlab", "ipywidgets")


class Problem(Exception):
    """A failed check: `key` in the catalogue says what was found, `key`_fix the way out."""

    def __init__(self, key: str, **facts: object) -> None:
        facts["python"] = sys.executable
        super().__init__(say(key, **facts))
        self.fix = say(f"{key}_fix", **facts)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("doctor", help=say("doctor.help"), description=say("doctor.about"))
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    status = 0
    for name, check in CHECKS.items():
        try:
            state, found, fix = "ok", check(), ""
        except Problem as problem:
            state, found, fix = "problem", str(problem), problem.fix
            status = 1
        print(f"{state:7}  {say(f'doctor.{name}'):10}  {found}", flush=True)
        if fix:
            print(f"{'':9}{'':10}  -> {fix}", flush=True)
    return status


def python() -> str:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < LEAST_PYTHON:
        raise Problem("doctor.python_old", found=found, least=".".join(map(str, LEAST_PYTHON)))
    return say("doctor.python_ok", found=found, path=sys.executable)


def kernel() -> str:
    """Start the kernel that the lessons name and ask it where it lives."""
    try:
        from jupyter_client.kernelspec import NoSuchKernel
        from jupyter_client.manager import run_kernel
    except ImportError as error:
        raise Problem("doctor.not_installed", module=error.name) from error
    client: Any
    question = {"prefix": "__import__('sys').prefix"}
    try:
        with run_kernel(kernel_name="python3", stderr=subprocess.DEVNULL) as client:
            reply = client.execute("", user_expressions=question, reply=True, timeout=60)
    except (NoSuchKernel, RuntimeError, TimeoutError, OSError) as error:
        raise Problem("doctor.kernel_dead", reason=error) from error
    answer = reply["content"]["user_expressions"]["prefix"]["data"]["text/plain"]
    prefix = str(ast.literal_eval(answer))
    if os.path.realpath(prefix) != os.path.realpath(sys.prefix):
        raise Problem("doctor.kernel_other", found=prefix, here=sys.prefix)
    return say("doctor.kernel_ok", prefix=prefix)


def widgets() -> str:
    try:
        import ipywidgets
        from jupyter_core.paths import jupyter_path
    except ImportError as error:
        raise Problem("doctor.not_installed", module=error.name) from error
    if not any(Path(place, WIDGETS).is_dir() for place in jupyter_path("labextensions")):
        raise Problem("doctor.widgets_half")
    return say("doctor.widgets_ok", version=ipywidgets.__version__)


def graphviz() -> str:
    """A tiny render with each candidate, in the order in which pictures try them."""
    try:
        from gradlab.draw import backend
    except ImportError as error:
        raise Problem("doctor.not_installed", module=error.name) from error
    binary = backend.drawn_by()
    if binary is None:
        tried = ", ".join(backend.candidates()) or say("doctor.graphviz_not_found")
        raise Problem("doctor.graphviz_none", tried=tried)
    return say("doctor.graphviz_ok", path=binary)


def folder() -> str:
    """Whether `gradlab lab`, called here, could write the lessons."""
    wanted = default_folder()
    existing = next(path for path in (wanted, *wanted.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=existing):
            pass
    except OSError as error:
        reason = error.strerror or error
        raise Problem("doctor.folder_bad", folder=existing, reason=reason) from error
    return say("doctor.folder_ok", folder=wanted)


def letters() -> str:
    """Whether every tool that is handed one of our paths can spell it."""
    encoding = locale.getencoding()
    for path in (str(default_folder()), sys.prefix):
        spelled = path.encode(encoding, "replace").decode(encoding)
        for letter, back in zip(path, spelled, strict=True):
            if letter != back or not letter.isprintable() or letter in f'"{os.pathsep}':
                raise Problem("doctor.letters_odd", path=ascii(path), letter=ascii(letter))
    return say("doctor.letters_ok", encoding=encoding)


def result() -> str:
    """Whether this engine gives what burn gave, outcome by outcome."""
    for row, found in experiment.outcomes().items():
        outcome = experiment.BURN[row]
        if found != outcome:
            raise Problem("doctor.experiment_differs", row=row, found=found, outcome=outcome)
    return say("doctor.experiment_ok", count=len(experiment.BURN))


def versions() -> str:
    """Whether what is installed is what gradlab asked for; Graphviz has a line of its own."""
    from packaging.requirements import Requirement

    for wanted in map(Requirement, metadata.requires("gradlab") or ()):
        asked = wanted.marker is None or wanted.marker.evaluate({"extra": "lab"})
        if not asked or wanted.name == "graphviz-pure":
            continue
        try:
            found = metadata.version(wanted.name)
        except metadata.PackageNotFoundError as error:
            raise Problem("doctor.not_installed", module=wanted.name) from error
        if found not in wanted.specifier:
            raise Problem("doctor.versions_off", found=f"{wanted.name} {found}", wanted=wanted)
    return ", ".join(f"{name} {metadata.version(name)}" for name in SHOWN)


CHECKS: dict[str, Callable[[], str]] = {
    "python": python,
    "kernel": kernel,
    "widgets": widgets,
    "graphviz": graphviz,
    "folder": folder,
    "letters": letters,
    "experiment": result,
    "versions": versions,
}
