"""The container that one backward fills."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterator, Mapping
from typing import NoReturn, TypeAlias

import numpy as np

from gradlab.engine.errors import ContainerTakenError, DTypeError
from gradlab.engine.events import Event
from gradlab.engine.node import Array, Edge, Node
from gradlab.engine.numbering import shown

POST_MORTEM_BYTES = 4 << 20
POST_MORTEMS_KEPT = 8


Step: TypeAlias = tuple[Node, tuple[Edge, ...]]
"""One walked operation, and the edges it had before the walk used them up."""


class Gradients:
    """Node id -> gradient, as filled by one ``backward()``.

    Holds exactly the marked leaves that this walk reached.  ``removed`` remembers
    which entries were taken out one by one, ``taken`` who took the whole container, and
    ``steps`` the walked operations with their saved numbers while they are few and recent
    (None otherwise), so that a zero or a NaN can be traced afterwards.
    """

    __slots__ = ("__weakref__", "_entries", "event", "removed", "root", "seed", "steps", "taken")

    def __init__(
        self,
        root: int,
        seed: Array,
        entries: dict[int, Array],
        steps: list[Step] | None,
        event: Event | None,
    ) -> None:
        self.root = root
        self.seed = seed
        self._entries = entries
        self.steps = steps
        self.event = event
        self.removed: dict[int, Event | None] = {}
        self.taken: tuple[str, Event | None] | None = None
        if steps:
            _keep_post_mortem(self)

    @property
    def entries(self) -> Mapping[int, Array]:
        """Node id -> read-only NumPy array, in the order of arrival.

        Gradients may share memory, with each other too, so nothing can be written to them.
        Raises ContainerTakenError once the whole container was handed over.
        """
        self.refuse_if_taken("entries")
        return _ReadOnly(self._entries)

    def refuse_if_taken(self, op: str) -> None:
        """Raises ContainerTakenError once the whole container was handed over."""
        if self.taken is not None:
            raise ContainerTakenError(
                op,
                f"this Gradients was handed over to {self.taken[0]}, which took all of it",
                "read gradients before that call, or take only the module's entries:"
                " GradientsParams.from_module(grads, module)",
                root=self.root,
            )

    def take(self, taker: str, event: Event | None) -> dict[int, Array]:
        """Hand over everything: the entries leave, and the container says who has them."""
        self.refuse_if_taken(taker)
        self.taken = (taker, event)
        entries, self._entries = self._entries, {}
        return entries

    def __reduce__(self) -> NoReturn:
        """Neither copied nor pickled: one backward fills one container."""
        raise DTypeError(
            "Gradients",
            "a container is neither copied nor pickled: its keys mean tensors of this process",
            "take the numbers: x.grad(grads).to_data()",
            root=self.root,
        )

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, number: object) -> bool:
        """As in ``entries``: ``x.number in grads``.  Raises DTypeError for a tensor itself."""
        return number in self.entries

    def __repr__(self) -> str:
        if self.taken is not None:
            return f"<Gradients of {shown(self.root)}: handed over to {self.taken[0]}>"
        held = ", ".join(shown(number) for number in self._entries) or "nothing"
        return f"<Gradients of {shown(self.root)}: holds {held}>"


class _ReadOnly(Mapping[int, Array]):
    """A view of entries that hands out arrays which cannot be written to."""

    def __init__(self, entries: dict[int, Array]) -> None:
        self._entries = entries

    def __getitem__(self, number: int) -> Array:
        view = self._entries[number].view()
        view.flags.writeable = False
        return view

    def __contains__(self, number: object) -> bool:
        """Raises DTypeError for anything but a number: a tensor is never a key."""
        if not isinstance(number, int | np.integer):
            raise DTypeError(
                "entries",
                f"entries are found by number, not by a {type(number).__name__}",
                "x.number in grads.entries",
            )
        return number in self._entries

    def __iter__(self) -> Iterator[int]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return repr({number: array.tolist() for number, array in self._entries.items()})


_recent: deque[weakref.ref[Gradients]] = deque()


def _keep_post_mortem(grads: Gradients) -> None:
    """Only the newest few containers keep their steps."""
    _recent.append(weakref.ref(grads))
    while len(_recent) > POST_MORTEMS_KEPT:
        oldest = _recent.popleft()()
        if oldest is not None:
            oldest.steps = None
