"""Gradients by parameter: what an optimizer step uses up."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, Self

from gradlab.engine import Device, Gradients, Tensor
from gradlab.engine.events import Event, Place, here, moment, record
from gradlab.engine.node import Array
from gradlab.engine.numbering import next_number
from gradlab.engine.sites import resolve
from gradlab.engine.value import made
from gradlab.nn.errors import ArgumentError, GradientsUsedError
from gradlab.nn.module import Module
from gradlab.nn.param import Param, ParamId
from gradlab.words import say


class Entry(NamedTuple):
    """One gradient: its numbers, where they live, and the value whose gradient they are."""

    numbers: Array
    device: Device
    source: int


class GradientsParams:
    """ParamId -> gradient (a plain tensor), taken out of one backward's Gradients.

    Holds an entry for each parameter that is trained and was reached; the rest are left
    out without a word, so compare ``len`` with the number of parameters, or read
    ``health``.  ``root`` and ``event`` tell which backward it came from and how;
    ``unclaimed`` are the gradients of leaves, by number, that are none of the module's
    parameters.  ``origin`` is the container it was taken from, None for a sum of several.
    """

    __slots__ = ("_entries", "event", "origin", "root", "unclaimed", "used")

    def __init__(self) -> None:
        self._entries: dict[ParamId, Entry] = {}
        self.root: int | None = None
        self.event: Event | None = None
        self.origin: Gradients | None = None
        self.unclaimed: dict[int, Array] = {}
        self.used: tuple[str, Place | None, int] | None = None

    @classmethod
    def from_grads(cls, grads: Gradients, module: Module) -> Self:
        """Take the whole container: ``grads`` cannot be asked any more.

        Raises ContainerTakenError if it was handed over before.
        """
        _check("from_grads", grads, module)
        grads.refuse_if_taken("from_grads")
        params = module.params()
        made = cls()
        made._describe("from_grads", grads, params)
        made._fill(params, grads.take("from_grads", made.event))
        return made

    @classmethod
    def from_module(cls, grads: Gradients, module: Module) -> Self:
        """Take the module's entries out of ``grads``; the others stay.

        Raises ContainerTakenError if ``grads`` was handed over before.
        """
        _check("from_module", grads, module)
        return cls._removed("from_module", grads, module.params())

    @classmethod
    def from_params(cls, grads: Gradients, module: Module, ids: Collection[ParamId]) -> Self:
        """Take the entries of the module's parameters with these ids; the others stay.

        Raises ContainerTakenError if ``grads`` was handed over before.
        """
        _check("from_params", grads, module)
        wanted = [_id("from_params", id) for id in ids]
        return cls._removed(
            "from_params", grads, [param for param in module.params() if param.id in wanted]
        )

    @classmethod
    def _removed(cls, op: str, grads: Gradients, params: list[Param]) -> Self:
        grads.refuse_if_taken(op)
        made = cls()
        made._describe(op, grads, params)
        for number in made._fill(params, grads._entries):
            grads.removed[number] = made.event
        return made

    def _describe(self, op: str, grads: Gradients, params: list[Param]) -> None:
        numbers = tuple([param._value.number for param in params])
        found = sum(
            1 << i
            for i, param in enumerate(params)
            if param.is_require_grad() and numbers[i] in grads.entries
        )
        self.root, self.origin = grads.root, grads
        self.event = record(op, grads.root, numbers, found, grads.root, depth=1)

    def _fill(self, params: list[Param], entries: dict[int, Array]) -> list[int]:
        """Move what is found from node ids to parameter ids; the node ids."""
        taken = []
        for param in params:
            leaf = param._value
            number = leaf.number
            if leaf.is_require_grad() and number in entries:
                self._entries[param.id] = Entry(entries.pop(number), leaf.device().inner(), number)
                taken.append(number)
        self.unclaimed = dict(entries)
        return taken

    def len(self) -> int:
        """How many parameters have a gradient.  Looking takes nothing out."""
        return len(self._entries)

    __len__ = len

    def ids(self) -> list[ParamId]:
        """The parameters that have a gradient."""
        return list(self._entries)

    def get(self, id: ParamId) -> Tensor | None:
        """The gradient of a parameter, which stays here; None where there is none."""
        entry = self._entries.get(_id("get", id))
        return None if entry is None else _tensor(entry)

    def remove(self, id: ParamId) -> Tensor | None:
        """The gradient of a parameter, which is here no more."""
        self.refuse_if_used("remove")
        entry = self._entries.pop(_id("remove", id), None)
        return None if entry is None else _tensor(entry)

    def register(self, id: ParamId, gradient: Tensor) -> None:
        """Put a gradient in, in place of what was there."""
        if not isinstance(gradient, Tensor):
            raise ArgumentError("register", "tensor_wanted", found=type(gradient).__name__)
        self.refuse_if_used("register")
        self._entries[_id("register", id)] = Entry(
            gradient._data, gradient.device().inner(), gradient.number
        )

    def to_device(self, device: Device, module: Module) -> Self:
        """The gradients of this module's parameters moved to another plain device."""
        self.refuse_if_used("to_device")
        made = type(self)()
        made.root, made.event, made.origin = self.root, self.event, self.origin
        made.unclaimed = self.unclaimed
        ids = {param.id for param in module.params()}
        made._entries = {
            id: entry._replace(device=device.inner()) if id in ids else entry
            for id, entry in self._entries.items()
        }
        return made

    def entry(self, id: ParamId) -> Entry | None:
        """What is held for a parameter, as arrays; the optimizer's view of it."""
        return self._entries.get(id)

    def health(self, module: Module) -> str:
        """One line to look at before each step, such as "4 of 4 parameters have a gradient"."""
        params = [param for param in module.params() if param._value.kind == "float"]
        found = sum(param.id in self._entries for param in params)
        frozen = sum(param.state == "frozen" and param.id not in self._entries for param in params)
        hidden = len(module.hidden_params())
        line = say("nn.health", found=found, number=len(params))
        line += say("nn.health_frozen", number=frozen) if frozen else ""
        return line + (say("nn.health_hidden", number=hidden) if hidden else "")

    def use_up(self, op: str) -> None:
        """Refuse to be stepped with or changed from now on; what is held can still be read."""
        self.used = (op, here(), moment())

    def refuse_if_used(self, op: str) -> None:
        """Raises GradientsUsedError after a step or an accumulator has used this up."""
        if self.used is not None:
            by, place, at = self.used
            site = resolve(place, at)
            line = "" if site is None else say("nn.used_at", where=site.where, line=site.line)
            raise GradientsUsedError(op, "used", by=by, line=line)

    def __repr__(self) -> str:
        held = ", ".join(map(repr, self._entries)) or say("nn.nothing")
        return f"<GradientsParams: {held}>"


def _tensor(entry: Entry) -> Tensor:
    number, shape = next_number(), entry.numbers.shape
    event = record("gradient", number, (entry.source,), 1, shape)
    return made(Tensor, entry.numbers, entry.device, number, None, event)


def _id(op: str, given: object) -> ParamId:
    if not isinstance(given, ParamId):
        raise ArgumentError(op, "id_wanted", found=type(given).__name__)
    return given


def _check(op: str, grads: object, module: object) -> None:
    if not isinstance(grads, Gradients):
        raise ArgumentError(op, "gradients_wanted", found=type(grads).__name__)
    if not isinstance(module, Module):
        raise ArgumentError(op, "module_wanted", found=type(module).__name__)
