"""What a backward had found, seen from the container of parameters that was filled from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gradlab.diagnose.history import History
from gradlab.engine import Gradients
from gradlab.engine.events import INS, OP, SEQ, TRACKED
from gradlab.nn import GradientsParams


def behind(
    container: Gradients | GradientsParams, params: Mapping[Any, int], history: History
) -> Gradients:
    """What the backward had found, and what of it never came into the container asked about.

    ``params`` are those asked about: id -> number of the value.
    """
    if isinstance(container, Gradients):
        return container
    taking = container.event
    asked = () if taking is None else taking[INS]
    held = {  # what was put in by hand counts for the parameter, not for where it came from
        number: entry.numbers
        for id, entry in container._entries.items()
        if (number := entry.source if entry.source in asked else params.get(id)) is not None
    }
    origin = container.origin
    if origin is None:  # a sum of several: no one backward to look into, only the entries
        return Gradients(0, np.ones(1, np.float32), held, None, None)
    left = container.unclaimed.keys() & params.values() - held.keys()
    others = {n: data for n, data in container.unclaimed.items() if n not in left}
    whole = Gradients(origin.root, origin.seed, {**others, **held}, None, origin.event)
    whole.steps = origin.steps
    whole.removed = {**dict.fromkeys(left, taking), **origin.removed}
    takes = {e[INS][0]: e for e in history.made.values() if e[OP] == "gradient"}
    for at, number in enumerate(asked):  # found by the backward, taken out of the container since
        if taking is not None and taking[TRACKED] >> at & 1:
            take = takes.get(number, taking)
            whole.removed[number] = take if take[SEQ] > taking[SEQ] else taking
    return whole
