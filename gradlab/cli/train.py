"""`gradlab train`: a small network learns to read digits, or fails to in one of eight ways."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gradlab.cli.course import Course
from gradlab.cli.mistakes import MISTAKES, right
from gradlab.engine import GradlabError
from gradlab.nn import Module
from gradlab.words import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN, ACROSS = 24, 8  # misread digits, and how many of them in a row


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "train",
        help=say("train.help"),
        description=say("train.about"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(
            say("train.mistake", name=name, what=say(f"train.{name}")) for name in MISTAKES
        ),
    )
    parser.add_argument("--seed", type=_at_least(0), default=0, help=say("train.seed_help"))
    parser.add_argument("--epochs", type=_at_least(1), default=20, help=say("train.epochs_help"))
    parser.add_argument(
        "--out", type=Path, default=Path("gradlab-train"), metavar="DIR", help=say("train.out_help")
    )
    parser.add_argument(
        "--break", choices=MISTAKES, metavar="NAME", dest="mistake", help=say("train.break_help")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Train and leave two pictures; 1 where training is refused or they cannot be written."""
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        print(say("train.not_writable", folder=args.out, reason=reason), file=sys.stderr)
        return 1
    course = Course(args.seed, args.epochs)
    program = MISTAKES[args.mistake] if args.mistake else right
    try:
        model = program(course)
    except GradlabError as refusal:
        if course.losses:
            print(say("train.last_step", health=course.health, loss=course.losses[-1]))
        facts = {"step": len(course.losses) + 1, "name": type(refusal).__name__}
        print(say("train.refused", **facts, refusal=refusal))
        return 1
    if course.trouble is not None:
        first = next(row for row in course.trouble if row.verdict.kind != "ok")
        table = replace(course.trouble, more="")
        print(say("train.trouble", report=table, verdict=first.verdict))
    for name, picture in {
        "loss.png": _loss(course),
        "misread.png": _misread(course, model),
    }.items():
        picture.savefig(args.out / name, metadata={"Software": None})
        print(say("train.picture", path=args.out / name))
    return 0


def _at_least(least: int) -> Callable[[str], int]:
    def whole(text: str) -> int:
        number = int(text)
        if number < least:
            raise argparse.ArgumentTypeError(say("train.too_small", least=least))
        return number

    return whole


def _loss(course: Course) -> Figure:
    """The loss of each step and the mean of each epoch, beside what guessing costs."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot(xlabel=say("train.axis_epochs"), ylabel=say("train.axis_loss"))
    steps = np.arange(1, len(course.losses) + 1) / course.steps
    means = np.reshape(course.losses, (-1, course.steps)).mean(1)
    axes.plot(steps, course.losses, color="0.7", linewidth=1, label=say("train.each_step"))
    axes.plot(np.arange(len(means)) + 0.5, means, "o-", color="C0", label=say("train.each_epoch"))
    axes.axhline(np.log(10), color="C3", linestyle="--", label=say("train.guessing"))
    axes.margins(y=0.1)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title(say("train.accuracy", accuracy=100 * course.accuracies[-1]))
    axes.legend()
    return figure


def _misread(course: Course, model: Module) -> Figure:
    """The first of the held-out digits that the model reads wrongly."""
    from matplotlib.figure import Figure

    read, labels = course.read(model), course.digits.held_out_labels
    wrong = np.flatnonzero(read != labels)
    shown = wrong[:SHOWN]
    rows = max(-(-len(shown) // ACROSS), 1)
    figure = Figure(figsize=(ACROSS, 1.3 * rows + 0.6), layout="constrained")
    key = "train.misread" if len(shown) == len(wrong) else "train.misread_first"
    figure.suptitle(say(key, wrong=len(wrong), number=len(labels), shown=len(shown)))
    for place, axes in enumerate(figure.subplots(rows, ACROSS, squeeze=False).flat):
        axes.axis("off")
        if place < len(shown):
            row = shown[place]
            axes.imshow(
                course.digits.held_out_images[row].reshape(8, 8), cmap="gray_r", vmin=0, vmax=1
            )
            axes.set_title(say("train.read_as", label=labels[row], read=read[row]), fontsize=9)
    return figure
