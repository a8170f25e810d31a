"""The command line. Each subcommand is a module with `add(commands)` and `run(args) -> status`."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from gradlab.cli import doctor, experiment, explain, gallery, lab, train, wheelhouse
from gradlab.engine import errors
from gradlab.words import say

COMMANDS = (lab, experiment, explain, gallery, train, doctor, wheelhouse)  # as in `gradlab --help`


def main(argv: Sequence[str] | None = None) -> int:
    """Run the subcommand that `argv` (default: the process's arguments) names; its exit status."""
    parser = argparse.ArgumentParser(prog="gradlab", description=say("cli.about"))
    parser.add_argument("--version", action="version", version=f"gradlab {version('gradlab')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    args = parser.parse_args(argv)
    errors.explain = _explain
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _explain(refusal: errors.Refusal) -> Any:
    from gradlab.diagnose import explained  # when the first refusal is read

    return explained(refusal)
