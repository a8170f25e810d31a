"""A module's numbers as a file: an npz with one array per parameter, named by its path."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping
from os import PathLike
from pathlib import Path

import numpy as np

from gradlab.engine import Tensor
from gradlab.engine.node import Array
from gradlab.nn.errors import RecordMismatchError
from gradlab.words import say

_MOST_TOLD = 4


def write(path: str | PathLike[str], tensors: Mapping[str, Tensor]) -> None:
    """Write an npz whose bytes depend on the numbers only; an old file stays until it is whole."""
    target = Path(path)
    unfinished = target.with_name(target.name + ".part")
    try:
        with zipfile.ZipFile(unfinished, "w") as archive:
            for name, tensor in tensors.items():
                # Members opened by name have a fixed date; np.savez refuses one named "file".
                with archive.open(f"{name}.npy", "w") as member:
                    np.lib.format.write_array(member, tensor._data, allow_pickle=False)
        os.replace(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)


def read(path: str | PathLike[str], wanted: Mapping[str, Tensor]) -> dict[str, Array]:
    """The arrays of such a file, if they fit the wanted tensors in name, shape and dtype.

    Raises RecordMismatchError otherwise, OSError where the file cannot be read.
    """
    try:
        with np.load(path, allow_pickle=False) as archive:
            found = {name: np.asarray(archive[name]) for name in archive.files}
    except (ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise RecordMismatchError("load_file", "no_record", file=Path(path).name) from error
    problems = [say("nn.record_lacks", name=name) for name in wanted if name not in found]
    problems += [say("nn.record_extra", name=name) for name in found if name not in wanted]
    problems += [
        say("nn.record_differs", name=name, found=_kind(found[name]), wanted=_kind(tensor._data))
        for name, tensor in wanted.items()
        if name in found and _kind(found[name]) != _kind(tensor._data)
    ]
    if problems:
        if len(problems) > _MOST_TOLD:
            problems[_MOST_TOLD:] = [say("nn.record_more", number=len(problems) - _MOST_TOLD)]
        text = "; ".join(problems)
        raise RecordMismatchError("load_file", "record", file=Path(path).name, problems=text)
    return found


def _kind(array: Array) -> str:
    return f"{array.dtype.name} {list(array.shape)}"
