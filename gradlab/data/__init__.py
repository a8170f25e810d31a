"""Data that comes with the kit; source and licence stand beside it in ``digits.txt``."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

BRIGHTEST = 16


class Split(NamedTuple):
    """Rows to train on and rows held out.

    Images are float32 [rows, 64] from 0 to 1, labels int64 [rows] from 0 to 9.
    """

    images: NDArray[np.float32]
    labels: NDArray[np.int64]
    held_out_images: NDArray[np.float32]
    held_out_labels: NDArray[np.int64]


def digits() -> tuple[NDArray[Any], NDArray[Any]]:
    """1,797 handwritten digits: images uint8 [1797, 8, 8] from 0 to 16, labels uint8 [1797].

    >>> images, labels = digits()
    >>> images.shape, labels[:4].tolist()
    ((1797, 8, 8), [0, 1, 2, 3])
    """
    with files(__package__).joinpath("digits.npz").open("rb") as file, np.load(file) as archive:
        return archive["images"], archive["labels"]


def digits_split(seed: int = 0, held_out: int = 360) -> Split:
    """The digits, shuffled by the seed, with ``held_out`` of them kept for the test.

    Raises ValueError unless 0 < held_out < 1797.
    """
    images, labels = digits()
    if not 0 < held_out < len(labels):
        raise ValueError(f"digits_split: held_out is between 1 and {len(labels) - 1}")
    order = np.random.default_rng(seed).permutation(len(labels))
    rows = images.reshape(len(images), -1)[order].astype(np.float32) / np.float32(BRIGHTEST)
    numbers = labels[order].astype(np.int64)
    return Split(rows[held_out:], numbers[held_out:], rows[:held_out], numbers[:held_out])
