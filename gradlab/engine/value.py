"""What every tensor is made of, and how an operation makes the next one.

Three ways through, all doing the same four things: check, run the rule, keep one
edge per input that is tracked *now*, and record the event.
"""

from __future__ import annotations

from typing import Any, TypeVar

from gradlab.engine.device import Device
from gradlab.engine.errors import DeviceMismatchError, DTypeError, ShapeMismatchError
from gradlab.engine.events import Event, record
from gradlab.engine.node import F32, GRAD, GRAD_IN_BACKWARD, Array, Edge, Node, Requirement
from gradlab.engine.numbering import next_number, shown
from gradlab.engine.rules.registry import Rule
from gradlab.engine.rules.shape import reduce_to

KINDS = {"f": "float", "i": "int", "b": "bool"}


class Value:
    """Numbers, the device they are on, and what autodiff knows of them.

    ``_number`` is never reused and, for a tracked value, is its node's id.  ``_node`` is
    None while nothing tracks the value.
    """

    __slots__ = ("__weakref__", "_data", "_device", "_event", "_node", "_number")

    _data: Array
    _device: Device
    _number: int
    _node: Node | None
    _event: Event | None

    @property
    def shape(self) -> tuple[int, ...]:
        """Size of each dimension; there is always at least one."""
        return self._data.shape

    @property
    def requirement(self) -> Requirement:
        """None, Grad (a marked leaf) or GradInBackward (an intermediate)."""
        return Requirement.NONE if self._node is None else self._node.requirement

    @property
    def kind(self) -> str:
        """ "float", "int" or "bool"."""
        return KINDS[self._data.dtype.kind]


V = TypeVar("V", bound=Value)
_new = object.__new__


def made(
    cls: type[V], data: Array, device: Device, number: int, node: Node | None, event: Event | None
) -> V:
    """A handle from its five parts."""
    value = _new(cls)
    value._data = data
    value._device = device
    value._number = number
    value._node = node
    value._event = event
    return value


def unary(rule: Rule, x: V, *params: Any) -> V:
    """One input and plain parameters."""
    data = x._data
    if data.dtype is not F32:
        check_kind(rule, x)
    out, (function, saved) = rule.run(data, *params)
    number, node = next_number(), x._node
    event = record(rule.name, number, (x._number,), node is not None, out.shape)
    if node is not None:
        node = Node(number, GRAD_IN_BACKWARD, ((node, function, saved),))
    return made(x.__class__, out, x._device, number, node, event)


def elementwise(rule: Rule, a: V, b: V) -> V:
    """Two inputs of equal rank whose sizes agree or are 1."""
    x, y = a._data, b._data
    device = a._device
    if device is not b._device:
        device = common_device(rule.name, (a, b))
    if x.dtype is not F32 or y.dtype is not F32:
        check_kind(rule, a, b)
    same = x.shape == y.shape
    if not same:
        check_broadcast(rule.name, a, b)
    out, (by_x, for_x), (by_y, for_y) = rule.run(x, y)
    if not same:
        by_x, for_x = _then_reduce, (by_x, for_x, x.shape)
        by_y, for_y = _then_reduce, (by_y, for_y, y.shape)
    left, right = a._node, b._node
    number, tracked = next_number(), (left is not None) + 2 * (right is not None)
    shape = None if same else out.shape
    event = record(rule.name, number, (a._number, b._number), tracked, shape)
    edges: tuple[Edge, ...]
    if left is None:
        if right is None:
            return made(a.__class__, out, device, number, None, event)
        edges = ((right, by_y, for_y),)
    elif right is None:
        edges = ((left, by_x, for_x),)
    else:
        edges = ((left, by_x, for_x), (right, by_y, for_y))
    node = Node(number, GRAD_IN_BACKWARD, edges)
    return made(a.__class__, out, device, number, node, event)


def _then_reduce(g: Array, saved: tuple[Any, Any, tuple[int, ...]]) -> Array:
    function, inner, shape = saved
    return reduce_to(g if function is None else function(g, inner), shape)


def several(rule: Rule, inputs: tuple[V, ...], *params: Any, **named: Any) -> V:
    """Any number of inputs; those after the differentiable ones are indices and masks."""
    device = common_device(rule.name, inputs)
    out, *derivatives = rule.run(*(t._data for t in inputs), *params, **named)
    number = next_number()
    event = record(rule.name, number, _numbers(inputs), _tracked(inputs), out.shape)
    edges = tuple(
        (t._node, function, saved)
        for t, (function, saved) in zip(inputs, derivatives, strict=False)
        if t._node is not None
    )
    node = Node(number, GRAD_IN_BACKWARD, edges) if edges else None
    return made(inputs[0].__class__, out, device, number, node, event)


def untaped(rule: Rule, inputs: tuple[V, ...], *params: Any) -> V:
    """A rule without derivatives: indices and truth values are outside the graph."""
    check_kind(rule, *inputs)
    device = common_device(rule.name, inputs)
    out = rule.run(*(t._data for t in inputs), *params)
    return untracked(inputs[0].__class__, rule.name, inputs, out, device)


def untracked(
    cls: type[V], op: str, inputs: tuple[V, ...], data: Array, device: Device, extra: Any = None
) -> V:
    """A new value that nothing tracks, with the event of what made it."""
    number = next_number()
    shape = data.shape if extra is None else extra
    event = record(op, number, _numbers(inputs), _tracked(inputs), shape)
    return made(cls, data, device, number, None, event)


def marked(cls: type[V], op: str, source: V, data: Array, number: int, extra: Any = None) -> V:
    """A leaf that requires a gradient."""
    tracked = _tracked((source,))
    event = record(op, number, (source._number,), tracked, data.shape if extra is None else extra)
    return made(cls, data, source._device, number, Node(number, GRAD, ()), event)


def _numbers(inputs: tuple[V, ...]) -> tuple[int, ...]:
    return tuple([t._number for t in inputs])


def _tracked(inputs: tuple[V, ...]) -> int:
    bits, bit = 0, 1
    for t in inputs:
        if t._node is not None:
            bits |= bit
        bit += bit
    return bits


def common_device(op: str, inputs: tuple[V, ...]) -> Device:
    """The one device of all inputs; autodiff where any of them has it.

    Raises DeviceMismatchError for different hardware.  A plain input next to one on
    autodiff is lifted for this operation as a constant; its handle stays plain.
    """
    device = inputs[0]._device
    for t in inputs:
        if t._device is not device:
            if t._device != device:
                devices = [repr(t._device) for t in inputs]
                raise DeviceMismatchError(
                    op,
                    f"the tensors are on different devices: {' and '.join(devices)}",
                    "build both on one device, or move one: x.to_device(other.device())",
                    inputs=_numbers(inputs),
                    devices=devices,
                )
            device = device if device.is_autodiff() else t._device
    return device


def check_kind(rule: Rule, *inputs: Value) -> None:
    """Raises DTypeError unless all inputs have one dtype that the rule takes."""
    kinds = [t._data.dtype for t in inputs]
    if any(t._data.dtype.kind not in rule.kinds for t in inputs):
        takes = " or ".join(KINDS[kind] for kind in rule.kinds)
        problem = f"takes {takes} tensors, not {' and '.join(t.kind for t in inputs)}"
        way_out = (
            "convert first with x.float() (a new leaf, outside the graph), x.int() or x.bool()"
        )
    elif any(kind != kinds[0] for kind in kinds):
        problem = f"the tensors have different dtypes: {' and '.join(map(str, kinds))}"
        way_out = "bring both to one: x.float() for ints, x.cast(np.float64) between precisions"
    else:
        return
    raise DTypeError(
        rule.name, problem, way_out, inputs=_numbers(inputs), dtypes=list(map(str, kinds))
    )


def check_broadcast(op: str, a: Value, b: Value) -> None:
    """Raises ShapeMismatchError unless ranks are equal and each size agrees or is 1."""
    left, right = a.shape, b.shape
    if left == right:
        return
    if len(left) != len(right):
        problem = f"ranks differ: shapes {list(left)} and {list(right)}"
        way_out = "lift one with x.unsqueeze_dim(dim), x.unsqueeze(rank) or x.reshape(shape)"
    else:
        pairs = enumerate(zip(left, right, strict=True))
        bad = [i for i, (m, n) in pairs if m != n and 1 not in (m, n)]
        if not bad:
            return
        dim = bad[0]
        problem = (
            f"shapes {list(left)} and {list(right)} do not fit: "
            f"dimension {dim} has sizes {left[dim]} and {right[dim]}"
        )
        way_out = "sizes must be equal, or one of them 1; look at a.shape and b.shape"
    numbers = f" (tensors {shown(a._number)} and {shown(b._number)})"
    raise ShapeMismatchError(
        op, problem + numbers, way_out, inputs=_numbers((a, b)), shapes=[left, right]
    )
