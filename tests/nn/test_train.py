"""`gradlab train`: the run that learns, and what each mistake looks like from outside."""

import argparse
import re
import warnings

import numpy as np
import pytest
from matplotlib.image import imread

from gradlab.cli import train
from gradlab.cli.mistakes import MISTAKES
from gradlab.data import digits, digits_split
from gradlab.engine.events import OP, events
from gradlab.engine.graph_view import site_of
from gradlab.nn import HiddenParamWarning

EPOCH = re.compile(r"epoch +(\d+)  (.*)  loss (\S+)  held-out accuracy +(\S+) %")


def run(tmp_path, *words):
    parser = argparse.ArgumentParser()
    train.add(parser.add_subparsers())
    args = parser.parse_args(["train", "--out", str(tmp_path / "out"), *words])
    return args.run(args)


def rows(text):
    """Health, loss and accuracy of each epoch."""
    found = [EPOCH.fullmatch(line) for line in text.splitlines() if line.startswith("epoch")]
    assert [int(match[1]) for match in found] == list(range(1, len(found) + 1))
    return [(match[2], float(match[3]), float(match[4])) for match in found]


def test_the_right_program_reads_95_percent_of_the_held_out_digits(tmp_path, capsys):
    assert run(tmp_path) == 0
    shown = capsys.readouterr()
    epochs = rows(shown.out)
    assert len(epochs) == 20
    assert {health for health, _, _ in epochs} == {"4 of 4 parameters have a gradient"}
    assert epochs[0][1] > 1.5
    assert epochs[-1][1] < 0.1
    assert epochs[-1][2] >= 95
    assert shown.err == ""  # no progress bar where nobody watches
    for name in ("loss.png", "misread.png"):
        picture = imread(tmp_path / "out" / name)
        assert min(picture.shape[:2]) > 100
        assert 0.02 < (picture[..., :3].min(-1) < 0.9).mean() < 0.5  # ink, but not everywhere


def test_a_seed_decides_everything(tmp_path, capsys):
    def once(folder, seed):
        run(tmp_path / folder, "--epochs", "2", "--seed", seed)
        pictures = sorted((tmp_path / folder / "out").iterdir())
        return rows(capsys.readouterr().out), [path.read_bytes() for path in pictures]

    first = once("a", "3")
    assert once("b", "3") == first
    other = once("c", "4")
    assert other[0] != first[0]
    assert other[1] != first[1]


# health line, least and largest loss, least and largest accuracy of the last of three epochs
SYMPTOMS = {
    "moved": ("0 of 4 parameters have a gradient", 2.2, 2.4, 0, 25),
    "frozen": ("2 of 4 parameters have a gradient, 2 frozen", 1.8, 2.1, 50, 85),
    "detach": ("2 of 4 parameters have a gradient", 1.8, 2.1, 50, 85),
    "dict": ("0 of 0 parameters have a gradient, 4 hidden in a dict or a set", 2.2, 2.4, 0, 25),
    "stale": ("0 of 4 parameters have a gradient", 2.2, 2.4, 0, 25),
    "two-losses": ("2 of 4 parameters have a gradient", 2.2, 2.4, 0, 25),
}
REFUSALS = {
    "argmax": r"Step 1 is refused, so training stops\.\nUntrackedRootError: backward",
    "carried": (
        r"last step  4 of 4 parameters have a gradient  loss 2\.\d{4}\n"
        r"Step 2 is refused, so training stops\.\nTapeConsumedError: backward"
    ),
}


def test_every_mistake_has_a_symptom():
    assert sorted(SYMPTOMS | REFUSALS) == sorted(MISTAKES)


@pytest.mark.parametrize("mistake", SYMPTOMS)
def test_a_mistake_shows_in_the_health_line_the_loss_and_the_accuracy(tmp_path, capsys, mistake):
    health, least, most, worst, best = SYMPTOMS[mistake]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert run(tmp_path, "--break", mistake, "--epochs", "3") == 0
    epochs = rows(capsys.readouterr().out)
    assert {row[0] for row in epochs} == {health}
    assert least < epochs[-1][1] < most
    assert worst <= epochs[-1][2] <= best
    if mistake == "dict":
        assert [warning.category for warning in told] == [HiddenParamWarning]
        assert "DictMlp.layers" in str(told[0].message)


@pytest.mark.parametrize("mistake", REFUSALS)
def test_a_mistake_is_refused_with_a_place_in_the_program(tmp_path, capsys, mistake):
    assert run(tmp_path, "--break", mistake) == 1
    shown = capsys.readouterr().out
    assert re.match(REFUSALS[mistake], shown)
    assert "mistakes.py" in shown
    assert list((tmp_path / "out").iterdir()) == []


def test_the_lines_of_the_programs_count_as_the_users(tmp_path):
    run(tmp_path, "--break", "moved", "--epochs", "1")
    moves = [event for event in events() if event[OP] == "to_device"]
    assert {site_of(event).first_line for event in moves} >= {
        "there = model.to_device(course.device)"
    }


@pytest.mark.parametrize("words", [["--epochs", "0"], ["--seed", "-1"], ["--break", "nothing"]])
def test_arguments_that_make_no_sense_are_refused(tmp_path, words, capsys):
    with pytest.raises(SystemExit) as leaving:
        run(tmp_path, *words)
    assert leaving.value.code == 2
    assert words[0] in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_told(tmp_path, capsys):
    (tmp_path / "out").write_text("a file")
    assert run(tmp_path) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_the_digits_are_the_ones_of_the_repository():
    images, labels = digits()
    assert (images.shape, images.dtype) == ((1797, 8, 8), np.uint8)
    assert (int(images.min()), int(images.max())) == (0, 16)
    assert int(images.sum(dtype=int)) == 561718
    assert np.bincount(labels).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]


def test_the_split_is_fixed_by_its_seed_and_shares_no_row():
    split, again = digits_split(1), digits_split(1)
    assert (len(split.labels), len(split.held_out_labels)) == (1437, 360)
    np.testing.assert_array_equal(split.images, again.images)
    assert not np.array_equal(split.images, digits_split(2).images)
    assert (split.images.dtype, split.labels.dtype) == (np.float32, np.int64)
    assert split.images.max() == 1.0
    assert sorted(np.concatenate([split.labels, split.held_out_labels])) == sorted(digits()[1])
    together = np.concatenate([split.images, split.held_out_images])
    assert len(np.unique(together, axis=0)) == len(np.unique(digits()[0], axis=0))
    with pytest.raises(ValueError, match="held_out"):
        digits_split(0, 1797)


@pytest.mark.parametrize("watched", [True, False])
def test_the_progress_bar_is_drawn_only_in_a_terminal(tmp_path, capsys, monkeypatch, watched):
    monkeypatch.setattr("sys.stderr.isatty", lambda: watched, raising=False)
    run(tmp_path, "--epochs", "1")
    assert ("22/22" in capsys.readouterr().err) is watched
