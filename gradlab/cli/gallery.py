"""`gradlab gallery DIR`: one page with every cause, its program and its pictures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gradlab.words import say

PAGE = "index.html"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = say("gallery.about")
    parser = commands.add_parser("gallery", help=say("gallery.help"), description=about)
    parser.add_argument("folder", type=Path, metavar="DIR", help=say("gallery.folder_help"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the page; 1 where the folder cannot be written."""
    from gradlab.cli.gallery_page import page  # takes a while: it may draw

    target = args.folder / PAGE
    try:
        args.folder.mkdir(parents=True, exist_ok=True)
        target.write_text(page(), "utf-8")
    except OSError as error:
        print(say("gallery.not_written", path=target, why=error.strerror), file=sys.stderr)
        return 1
    print(say("gallery.written", path=target))
    return 0
