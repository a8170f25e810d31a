"""Wrong input is refused by the operation's own name, with what was given and a way out.

A row holds the operation's name, a wrong call, a right one, the class of the refusal and
what its text must name.  After a refusal nothing has changed: the right call works, and a
tape that was there before can still be walked.
"""

from decimal import Decimal
from types import SimpleNamespace

import numpy as np
import pytest

from gradlab.engine import (
    ContainerTakenError,
    Device,
    DeviceMismatchError,
    DTypeError,
    GradlabError,
    NoAutodiffError,
    NonLeafError,
    ReflexError,
    ShapeMismatchError,
    TapeConsumedError,
    Tensor,
    UntrackedRootError,
)

PLAIN, AD, AD1 = Device.flex(), Device.flex().autodiff(), Device.flex(1).autodiff()
F, INTS, BOOLS = Tensor.from_floats, Tensor.from_ints, Tensor.from_bools
SHAPE, KIND, DEVICE = ShapeMismatchError, DTypeError, DeviceMismatchError
HUGE = 10**400


def set_first(x):
    x[0] = 1


def delete_first(x):
    del x[0]


def world():
    """Fresh tensors for one row, with a backward that has run and one that has not."""
    x = F([1.0, 2.0, 3.0], AD).require_grad()
    used = (x * 2).sum()
    return SimpleNamespace(
        x=x,
        y=F([4.0, 5.0, 6.0], AD).require_grad(),
        m=F([[1.0, 2.0], [3.0, 4.0]], AD).require_grad(),
        wide=F([[1.0, 2.0, 3.0]], AD),
        i=INTS([0, 1, 2], AD),
        b=BOOLS([True, False, True], AD),
        none=F([], AD),
        plain=F([1.0, 2.0, 3.0], PLAIN),
        double=F([1.0, 2.0, 3.0], AD, np.float64),
        far=F([1.0, 2.0, 3.0], AD1),
        waiting=(x * 2).sum(),
        used=used,
        grads=used.backward(),
    )


ROWS = [
    # shapes and ranks of two tensors
    ("add", lambda t: t.x + t.m, lambda t: t.x + t.y, SHAPE, ["[3]", "[2, 2]", "ranks"]),
    ("mul", lambda t: t.m * t.wide, lambda t: t.m * t.m, SHAPE, ["[2, 2]", "[1, 3]", "2 and 3"]),
    ("sub", lambda t: t.x - t.x[0:2], lambda t: t.x - t.x[0:1], SHAPE, ["[3]", "[2]"]),
    ("div", lambda t: t.none / t.x, lambda t: t.none / t.x[0:1], SHAPE, ["[0]", "[3]"]),
    ("equal", lambda t: t.x.equal(t.m), lambda t: t.x.equal(t.y), SHAPE, ["[3]", "[2, 2]"]),
    (
        "max_pair",
        lambda t: t.x.max_pair(t.m),
        lambda t: t.x.max_pair(t.y),
        SHAPE,
        ["[3]", "[2, 2]"],
    ),
    ("matmul", lambda t: t.m @ t.x, lambda t: t.m @ t.m, SHAPE, ["[2, 2]", "[3]"]),
    ("matmul", lambda t: t.x @ t.x, lambda t: t.m @ t.m, SHAPE, ["[3]"]),
    ("matmul", lambda t: t.m @ t.wide, lambda t: t.m @ t.m, SHAPE, ["[2, 2]", "[1, 3]", "2 and 1"]),
    (
        "matmul",
        lambda t: t.m.expand((2, 2, 2)) @ t.m.expand((3, 2, 2)),
        lambda t: t.m.expand((2, 2, 2)) @ t.m.expand((1, 2, 2)),
        SHAPE,
        ["[2, 2, 2]", "[3, 2, 2]"],
    ),
    (
        "mask_where",
        lambda t: t.x.mask_where(t.b, t.m),
        lambda t: t.x.mask_where(t.b, t.y),
        SHAPE,
        ["[3]", "[2, 2]"],
    ),
    (
        "mask_fill",
        lambda t: t.m.mask_fill(t.b, 0),
        lambda t: t.x.mask_fill(t.b, 0),
        SHAPE,
        ["[2, 2]", "[3]"],
    ),
    (
        "cross_entropy_with_logits",
        lambda t: t.m.cross_entropy_with_logits(t.m[0:1]),
        lambda t: t.m.cross_entropy_with_logits(t.m),
        SHAPE,
        ["[2, 2]", "[1, 2]"],
    ),
    ("cat", lambda t: Tensor.cat([t.x, t.m]), lambda t: Tensor.cat([t.x, t.y]), SHAPE, ["[3]"]),
    (
        "cat",
        lambda t: Tensor.cat([t.m, t.wide]),
        lambda t: Tensor.cat([t.m, t.wide[:, 0:2]]),
        SHAPE,
        ["[2, 2]", "[1, 3]"],
    ),
    (
        "stack",
        lambda t: Tensor.stack([t.m, t.wide]),
        lambda t: Tensor.stack([t.m, t.m]),
        SHAPE,
        ["[2, 2]", "[1, 3]"],
    ),
    ("cat", lambda t: Tensor.cat([]), lambda t: Tensor.cat([t.x]), SHAPE, ["empty"]),
    # dimensions
    ("sum_dim", lambda t: t.m.sum_dim(2), lambda t: t.m.sum_dim(1), SHAPE, ["2", "rank 2"]),
    ("mean_dim", lambda t: t.m.mean_dim(-3), lambda t: t.m.mean_dim(-2), SHAPE, ["-3"]),
    ("softmax", lambda t: t.x.softmax(1), lambda t: t.x.softmax(0), SHAPE, ["1", "rank 1"]),
    ("cumsum", lambda t: t.m.cumsum("0"), lambda t: t.m.cumsum(0), KIND, ["'0'"]),
    ("argmax", lambda t: t.m.argmax(1.0), lambda t: t.m.argmax(1), KIND, ["1.0"]),
    ("max_dim", lambda t: t.m.max_dim(True), lambda t: t.m.max_dim(1), KIND, ["True"]),
    ("min_dim", lambda t: t.m.min_dim(None), lambda t: t.m.min_dim(1), KIND, ["None"]),
    ("cat", lambda t: Tensor.cat([t.x], 1), lambda t: Tensor.cat([t.m], 1), SHAPE, ["1"]),
    ("swap_dims", lambda t: t.m.swap_dims(0, 2), lambda t: t.m.swap_dims(0, 1), SHAPE, ["2"]),
    ("transpose", lambda t: t.x.transpose(), lambda t: t.m.transpose(), SHAPE, ["rank 1"]),
    ("permute", lambda t: t.m.permute([0]), lambda t: t.m.permute([1, 0]), SHAPE, ["[0]"]),
    ("permute", lambda t: t.m.permute([0, -2]), lambda t: t.m.permute([0, -1]), SHAPE, ["twice"]),
    ("permute", lambda t: t.m.permute(1), lambda t: t.x.permute(0), SHAPE, ["[1]"]),
    ("flip", lambda t: t.m.flip([0, 0]), lambda t: t.m.flip(0), SHAPE, ["twice"]),
    ("flip", lambda t: t.m.flip([2]), lambda t: t.m.flip([1]), SHAPE, ["2"]),
    ("flatten", lambda t: t.m.flatten(1, 0), lambda t: t.m.flatten(0, 1), SHAPE, ["1", "0"]),
    ("squeeze", lambda t: t.m.squeeze(0), lambda t: t.wide.squeeze(0), SHAPE, ["[2, 2]"]),
    ("squeeze", lambda t: t.x[0:1].squeeze(0), lambda t: t.x[0:1].squeeze(), SHAPE, ["[1]"]),
    ("unsqueeze", lambda t: t.m.unsqueeze(1), lambda t: t.m.unsqueeze(3), SHAPE, ["2", "1"]),
    ("unsqueeze", lambda t: t.m.unsqueeze(10**9), lambda t: t.m.unsqueeze(3), SHAPE, [str(10**9)]),
    ("unsqueeze_dim", lambda t: t.x.unsqueeze_dim(2), lambda t: t.x.unsqueeze_dim(1), SHAPE, ["2"]),
    # sizes
    ("reshape", lambda t: t.m.reshape((3,)), lambda t: t.m.reshape((4,)), SHAPE, ["4", "[3]"]),
    (
        "reshape",
        lambda t: t.m.reshape((-1, -1)),
        lambda t: t.m.reshape((-1, 4)),
        SHAPE,
        ["[-1, -1]"],
    ),
    ("reshape", lambda t: t.m.reshape((-1, 3)), lambda t: t.m.reshape((-1, 2)), SHAPE, ["[-1, 3]"]),
    ("reshape", lambda t: t.none.reshape((-1, 0)), lambda t: t.none.reshape((3, 0)), SHAPE, ["0"]),
    ("reshape", lambda t: t.m.reshape((-4,)), lambda t: t.m.reshape(4), SHAPE, ["-4"]),
    ("reshape", lambda t: t.m.reshape(()), lambda t: t.m.reshape([4]), KIND, ["()"]),
    ("reshape", lambda t: t.m.reshape((2.0, 2)), lambda t: t.m.reshape((2, 2)), KIND, ["2.0"]),
    ("reshape", lambda t: t.m.reshape("4"), lambda t: t.m.reshape((4,)), KIND, ["'4'"]),
    ("reshape", lambda t: t.m.reshape((1,) * 70), lambda t: t.m.reshape((1, 4)), SHAPE, ["70"]),
    (
        "expand",
        lambda t: t.m.expand((3, 2)),
        lambda t: t.wide.expand((3, 3)),
        SHAPE,
        ["[2, 2]", "[3, 2]"],
    ),
    ("expand", lambda t: t.m.expand((2,)), lambda t: t.m.expand((5, -1, 2)), SHAPE, ["[2]"]),
    ("expand", lambda t: t.wide.expand((-2, 3)), lambda t: t.wide.expand((-1, 3)), SHAPE, ["-2"]),
    ("repeat", lambda t: t.m.repeat((2,)), lambda t: t.m.repeat((2, 1)), SHAPE, ["[2]", "rank 2"]),
    ("repeat", lambda t: t.m.repeat((2, -1)), lambda t: t.m.repeat((2, 0)), SHAPE, ["-1"]),
    # indices and ranges
    ("slice", lambda t: t.x[3], lambda t: t.x[2], SHAPE, ["3"]),
    ("slice", lambda t: t.x[-4], lambda t: t.x[-3], SHAPE, ["-4", "size 3"]),
    ("slice", lambda t: t.x[0:4], lambda t: t.x[0:3], SHAPE, ["4", "size 3"]),
    ("slice", lambda t: t.x[::-1], lambda t: t.x[::2], SHAPE, ["-1"]),
    ("slice", lambda t: t.x[::0], lambda t: t.x[::1], SHAPE, ["0"]),
    ("slice", lambda t: t.m[0, 0, 0], lambda t: t.m[0, 0], SHAPE, ["3", "rank 2"]),
    ("slice", lambda t: t.x[1.0], lambda t: t.x[1], KIND, ["float"]),
    ("slice", lambda t: t.x[True], lambda t: t.x[1], KIND, ["bool"]),
    ("slice", lambda t: t.x[t.b], lambda t: t.x[t.i], KIND, ["Tensor"]),
    ("slice", lambda t: t.x[[0, 1]], lambda t: t.x[0:2], KIND, ["list"]),
    ("slice", lambda t: t.x[None], lambda t: t.x[:], KIND, ["NoneType"]),
    ("slice", lambda t: t.x[0:1.5], lambda t: t.x[0:1], KIND, ["1.5"]),
    ("slice", lambda t: t.x.slice(0, 7), lambda t: t.x.slice(0, 3), SHAPE, ["7"]),
    ("slice", lambda t: t.x.slice(None), lambda t: t.x.slice([(0, 2)]), KIND, ["None"]),
    ("slice", lambda t: t.x.slice((0, 2)), lambda t: t.x.slice(range(2)), SHAPE, ["2 ranges"]),
    ("select", lambda t: t.m.select(0, t.i), lambda t: t.x.select(0, t.i), SHAPE, ["2", "size 2"]),
    ("select", lambda t: t.x.select(0, -t.i), lambda t: t.x.select(0, t.i), SHAPE, ["-2"]),
    (
        "select",
        lambda t: t.x.select(0, t.i.reshape((3, 1))),
        lambda t: t.x.select(0, t.i),
        SHAPE,
        ["[3, 1]", "[3]"],
    ),
    ("select", lambda t: t.x.select(0, t.y), lambda t: t.x.select(0, t.i), KIND, ["int", "float"]),
    ("select", lambda t: t.x.select(0, [0, 1]), lambda t: t.x.select(0, t.i), KIND, ["list"]),
    (
        "gather",
        lambda t: t.m.gather(1, t.i),
        lambda t: t.m.gather(1, INTS([[0], [1]], AD)),
        SHAPE,
        ["[3]", "[2, 2]"],
    ),
    (
        "gather",
        lambda t: t.m.gather(1, INTS([[0]], AD)),
        lambda t: t.m.gather(0, INTS([[0, 1]], AD)),
        SHAPE,
        ["[1, 1]", "[2, 2]"],
    ),
    ("gather", lambda t: t.x.gather(0, t.i + 1), lambda t: t.x.gather(0, t.i), SHAPE, ["3"]),
    ("embedding", lambda t: t.m.embedding(t.i), lambda t: t.m.embedding(t.i[0:2]), SHAPE, ["2"]),
    (
        "embedding",
        lambda t: t.x.embedding(t.i),
        lambda t: t.m.embedding(t.i[0:2]),
        SHAPE,
        ["rank 1"],
    ),
    ("one_hot", lambda t: t.i.one_hot(2), lambda t: t.i.one_hot(3), SHAPE, ["2"]),
    ("one_hot", lambda t: t.i.one_hot(-1), lambda t: t.i.one_hot(3), SHAPE, ["-1"]),
    ("one_hot", lambda t: t.i.one_hot(3.0), lambda t: t.i.one_hot(3), KIND, ["3.0"]),
    ("one_hot", lambda t: t.x.one_hot(4), lambda t: t.x.int().one_hot(4), KIND, ["int", "float"]),
    ("max", lambda t: t.none.max(), lambda t: t.x.max(), SHAPE, ["[0]"]),
    ("argmin", lambda t: t.none.argmin(0), lambda t: t.x.argmin(0), SHAPE, ["[0]"]),
    ("into_scalar", lambda t: t.x.into_scalar(), lambda t: t.x.sum().into_scalar(), SHAPE, ["[3]"]),
    ("into_scalar", lambda t: float(t.x), lambda t: float(t.x.sum()), SHAPE, ["3 numbers"]),
    # kinds and precisions
    ("add", lambda t: t.x + t.i, lambda t: t.x + t.i.float(), KIND, ["float32", "int64"]),
    ("mul", lambda t: t.x * t.double, lambda t: t.x.cast(np.float64) * t.double, KIND, ["float64"]),
    ("matmul", lambda t: t.m @ t.m.int(), lambda t: t.m @ t.m, KIND, ["float and int"]),
    ("div", lambda t: t.i / t.i, lambda t: t.i.float() / 2, KIND, ["int"]),
    ("exp", lambda t: t.i.exp(), lambda t: t.i.float().exp(), KIND, ["int"]),
    ("sum", lambda t: t.b.sum(), lambda t: t.b.float().sum(), KIND, ["bool"]),
    ("mean", lambda t: t.i.mean(), lambda t: t.i.float().mean(), KIND, ["int"]),
    ("bool_and", lambda t: t.x.bool_and(t.x), lambda t: t.b.bool_and(t.b), KIND, ["float"]),
    ("greater", lambda t: t.b.greater(t.b), lambda t: t.i.greater(t.i), KIND, ["bool"]),
    ("cat", lambda t: Tensor.cat([t.x, t.i]), lambda t: Tensor.cat([t.i, t.i]), KIND, ["int64"]),
    (
        "mask_where",
        lambda t: t.x.mask_where(t.i, t.y),
        lambda t: t.x.mask_where(t.b, t.y),
        KIND,
        ["int"],
    ),
    (
        "mask_where",
        lambda t: t.x.mask_where(t.b, t.i),
        lambda t: t.i.mask_where(t.b, t.i),
        KIND,
        ["int64"],
    ),
    ("powi", lambda t: t.x.powi(t.y), lambda t: t.x.powi(t.i), KIND, ["float"]),
    ("powf", lambda t: t.x.powf(t.i), lambda t: t.x.powf(t.y), KIND, ["int"]),
    ("cast", lambda t: t.x.cast(np.float16), lambda t: t.x.cast(np.float64), KIND, ["float16"]),
    # numbers and other things in a tensor's place
    ("add", lambda t: t.x + None, lambda t: t.x + 1, KIND, ["None"]),
    ("add", lambda t: t.x + "1", lambda t: t.x + np.float64(1), KIND, ["str"]),
    ("mul", lambda t: t.x * [1, 2, 3], lambda t: 2 * t.x, KIND, ["list"]),
    ("mul", lambda t: t.x * np.ones(3), lambda t: t.x * np.int8(1), KIND, ["ndarray"]),
    ("mul", lambda t: np.ones(3) * t.x, lambda t: np.float32(1) * t.x, KIND, ["ndarray"]),
    ("sub", lambda t: t.x - 1j, lambda t: t.x - True, KIND, ["complex"]),
    ("div", lambda t: t.x / Decimal(2), lambda t: t.x / 2, KIND, ["Decimal"]),
    ("add", lambda t: t.x + HUGE, lambda t: t.x + 1e300, KIND, ["float32"]),
    ("add", lambda t: t.i + 2**63, lambda t: t.i + 2**62, KIND, ["int64"]),
    ("add", lambda t: t.i + 1.5, lambda t: t.i + 1, KIND, ["1.5"]),
    (
        "mask_fill",
        lambda t: t.x.mask_fill(t.b, HUGE),
        lambda t: t.x.mask_fill(t.b, -1),
        KIND,
        ["large"],
    ),
    (
        "mask_fill",
        lambda t: t.x.mask_fill(t.b, None),
        lambda t: t.b.mask_fill(t.b, True),
        KIND,
        ["None"],
    ),
    ("clamp", lambda t: t.x.clamp("a", 1), lambda t: t.x.clamp(0, 1), KIND, ["str"]),
    ("powf_scalar", lambda t: t.x ** "2", lambda t: t.x**2, KIND, ["str"]),
    ("powi_scalar", lambda t: t.x.powi_scalar(0.5), lambda t: t.x.powi_scalar(3), KIND, ["0.5"]),
    ("powf", lambda t: t.x.powf(2.0), lambda t: t.x**2.0, KIND, ["float"]),
    (
        "greater_equal_elem",
        lambda t: t.x.greater_equal_elem("a"),
        lambda t: t.x.greater_equal_elem(1),
        KIND,
        ["str"],
    ),
    ("equal", lambda t: t.x.equal(2), lambda t: t.x.equal_elem(2), KIND, ["int"]),
    ("matmul", lambda t: t.m @ np.ones((2, 2)), lambda t: t.m @ t.m, KIND, ["ndarray"]),
    ("np.matmul", lambda t: np.ones((2, 2)) @ t.m, lambda t: t.m @ t.m, KIND, ["NumPy"]),
    ("np.exp", lambda t: np.exp(t.x), lambda t: np.exp(t.x.to_data()), KIND, ["NumPy"]),
    ("cat", lambda t: Tensor.cat(3), lambda t: Tensor.cat([t.x]), KIND, ["int"]),
    ("stack", lambda t: Tensor.stack([t.x, 3]), lambda t: Tensor.stack((t.x, t.y)), KIND, ["int"]),
    (
        "from_inner",
        lambda t: Tensor.from_inner(3),
        lambda t: Tensor.from_inner(t.plain),
        KIND,
        ["int"],
    ),
    # making tensors
    ("from_floats", lambda t: F([[1], [2, 3]], AD), lambda t: F([[1], [2]], AD), SHAPE, ["rows"]),
    ("from_floats", lambda t: F(None, AD), lambda t: F(1, AD), KIND, ["object"]),
    ("from_floats", lambda t: F(["a"], AD), lambda t: F([1], AD), KIND, ["float32"]),
    ("from_floats", lambda t: F([1j], AD), lambda t: F([1.0], AD), KIND, ["complex"]),
    ("from_floats", lambda t: F([True], AD), lambda t: BOOLS([True], AD).float(), KIND, ["bool"]),
    (
        "from_floats",
        lambda t: F([1e300], AD),
        lambda t: F([1e300], AD, np.float64),
        KIND,
        ["large"],
    ),
    ("from_floats", lambda t: F([1.0], "cpu"), lambda t: F([1.0], AD), KIND, ["'cpu'"]),
    (
        "from_floats",
        lambda t: F([1.0], AD, np.int32),
        lambda t: F([1.0], AD, "float64"),
        KIND,
        ["int32"],
    ),
    ("from_ints", lambda t: INTS([1.0], AD), lambda t: INTS([1], AD), KIND, ["float64"]),
    ("from_ints", lambda t: INTS([2**64], AD), lambda t: INTS([2**62], AD), KIND, ["int64"]),
    ("from_bools", lambda t: BOOLS([1], AD), lambda t: BOOLS([True], AD), KIND, ["int64"]),
    ("zeros", lambda t: Tensor.zeros((-1,), AD), lambda t: Tensor.zeros((0,), AD), SHAPE, ["-1"]),
    ("ones", lambda t: Tensor.ones((2.0,), AD), lambda t: Tensor.ones(2, AD), KIND, ["2.0"]),
    ("from_ints", lambda t: INTS([2**63], AD), lambda t: INTS([2**63 - 1], AD), KIND, ["int64"]),
    ("from_ints", lambda t: INTS([-(2**64)], AD), lambda t: INTS([-(2**63)], AD), KIND, ["large"]),
    (
        "from_floats",
        lambda t: F([HUGE], AD, np.float64),
        lambda t: F([10**30], AD),
        KIND,
        ["large", "float64"],
    ),
    (
        "from_floats",
        lambda t: F([10**300], AD),
        lambda t: F([10**300], AD, np.float64),
        KIND,
        ["large", "float32"],
    ),
    ("from_floats", lambda t: F([10**30, True], AD), lambda t: F([1], AD), KIND, ["object"]),
    ("from_floats", lambda t: F([1], AD, None), lambda t: F([1], AD, float), KIND, ["None"]),
    ("from_floats", lambda t: F([1], AD, "banana"), lambda t: F([1], AD, "f8"), KIND, ["'banana'"]),
    ("from_floats", lambda t: F([1]), lambda t: F([1], AD), KIND, ["from_floats([1])", "device"]),
    (
        "full",
        lambda t: Tensor.full(2, None, AD),
        lambda t: Tensor.full(2, 1, AD),
        KIND,
        ["None", "not a number"],
    ),
    ("full", lambda t: Tensor.full(2, "a", AD), lambda t: Tensor.full(2, 1.5, AD), KIND, ["str"]),
    (
        "full",
        lambda t: Tensor.full(2, HUGE, AD),
        lambda t: Tensor.full(2, 1e30, AD),
        KIND,
        ["large"],
    ),
    (
        "full",
        lambda t: Tensor.full(2, 1e300, AD),
        lambda t: Tensor.full(2, 1e300, AD, np.float64),
        KIND,
        ["large", "float32"],
    ),
    ("zeros", lambda t: Tensor.zeros(2, 3, AD), lambda t: Tensor.zeros((2, 3), AD), KIND, ["3"]),
    ("ones", lambda t: Tensor.ones(2, AD, None), lambda t: Tensor.ones(2, AD), KIND, ["None"]),
    (
        "random",
        lambda t: Tensor.random(2, AD),
        lambda t: Tensor.random(2, AD, seed=0),
        KIND,
        ["random(2, Device)", "seed"],
    ),
    (
        "random",
        lambda t: Tensor.random(2, AD, seed="a"),
        lambda t: Tensor.random(2, AD, np.int64(7)),
        KIND,
        ["seed", "'a'"],
    ),
    (
        "random",
        lambda t: Tensor.random(2, AD, seed=None),
        lambda t: Tensor.random(2, AD, 2**40),
        KIND,
        ["seed", "None"],
    ),
    ("random", lambda t: Tensor.random(2, AD, -1), lambda t: Tensor.random(2, AD, 0), KIND, ["-1"]),
    (
        "random",
        lambda t: Tensor.random(2, AD, 0, np.int32),
        lambda t: Tensor.random(2, AD, 0, np.float64),
        KIND,
        ["int32"],
    ),
    # calls that do not fit
    ("sum", lambda t: t.m.sum(0), lambda t: t.m.sum_dim(0), KIND, ["x.sum(0)", "no arguments"]),
    ("mean", lambda t: t.m.mean(dim=0), lambda t: t.m.mean_dim(0), KIND, ["x.mean(dim=0)"]),
    (
        "max",
        lambda t: t.m.max(axis=0, keepdims=True),
        lambda t: t.m.max_dim(0),
        KIND,
        ["x.max(axis=0, keepdims=True)"],
    ),
    ("any", lambda t: t.b.any(0), lambda t: t.b.any(), KIND, ["x.any(0)"]),
    ("softmax", lambda t: t.m.softmax(), lambda t: t.m.softmax(1), KIND, ["x.softmax()", "dim"]),
    ("argmax", lambda t: t.m.argmax(), lambda t: t.m.argmax(-1), KIND, ["x.argmax()", "dim"]),
    ("reshape", lambda t: t.m.reshape(2, 2), lambda t: t.m.reshape((2, 2)), KIND, ["(2, 2)"]),
    ("permute", lambda t: t.m.permute(1, 0), lambda t: t.m.permute((1, 0)), KIND, ["(1, 0)"]),
    ("transpose", lambda t: t.m.transpose(0, 1), lambda t: t.m.transpose(), KIND, ["(0, 1)"]),
    ("clamp", lambda t: t.x.clamp(0), lambda t: t.x.clamp_min(0), KIND, ["low, high"]),
    ("add", lambda t: t.x.add(), lambda t: t.x.add(1), KIND, ["x.add()", "other"]),
    ("cat", lambda t: Tensor.cat(t.x, t.y, 0), lambda t: Tensor.cat([t.x, t.y], 0), KIND, ["cat("]),
    (
        "backward",
        lambda t: t.x.sum().backward(retain_graph=True),
        lambda t: t.x.sum().backward(),
        KIND,
        ["retain_graph=True"],
    ),
    ("grad", lambda t: t.x.grad(t.grads, 0), lambda t: t.x.grad(t.grads), ReflexError, ["which"]),
    # operators that are none here
    ("setitem", lambda t: set_first(t.x), lambda t: t.x[0], ReflexError, ["in place"]),
    ("delitem", lambda t: delete_first(t.x), lambda t: t.x[1:], ReflexError, ["in place"]),
    ("floordiv", lambda t: t.x // 2, lambda t: (t.x / 2).floor(), ReflexError, ["no such"]),
    ("floordiv", lambda t: 2 // t.x, lambda t: (2 / t.x).floor(), ReflexError, ["no such"]),
    ("mod", lambda t: t.i % 2, lambda t: t.i - t.i, ReflexError, ["no such"]),
    ("mod", lambda t: 2 % t.x, lambda t: 2 - t.x, ReflexError, ["no such"]),
    ("divmod", lambda t: divmod(t.x, 2), lambda t: t.x / 2, ReflexError, ["no such"]),
    ("divmod", lambda t: divmod(2, t.x), lambda t: 2 / t.x, ReflexError, ["no such"]),
    ("matmul", lambda t: [[1.0]] @ t.m, lambda t: t.m @ t.m, KIND, ["list"]),
    ("bool_and", lambda t: t.x & t.x, lambda t: t.b & t.b, KIND, ["float"]),
    ("bool_or", lambda t: True | t.b, lambda t: t.b | t.b, KIND, ["a bool"]),
    ("bool_not", lambda t: ~t.i, lambda t: ~t.b, KIND, ["int"]),
    ("round", lambda t: round(t.x, 2), lambda t: round(t.x), KIND, ["whole numbers"]),
    ("into_scalar", lambda t: f"{t.x:.2f}", lambda t: f"{t.x}", SHAPE, ["3 numbers"]),
    ("into_scalar", lambda t: int(t.x), lambda t: int(t.x[0]), SHAPE, ["3 numbers"]),
    ("cast", lambda t: t.x.cast("banana"), lambda t: t.x.cast(bool), KIND, ["'banana'"]),
    ("cast", lambda t: t.x.cast(None), lambda t: t.x.cast(int), KIND, ["None"]),
    ("cast", lambda t: t.x.cast(">f4"), lambda t: t.x.cast("f4"), KIND, [">f4"]),
    # devices
    ("add", lambda t: t.x + t.far, lambda t: t.x + t.plain, DEVICE, ["flex()", "flex(1)"]),
    (
        "cat",
        lambda t: Tensor.cat([t.x, t.far]),
        lambda t: Tensor.cat([t.x, t.plain]),
        DEVICE,
        ["flex(1)"],
    ),
    (
        "to_device",
        lambda t: t.x.to_device(PLAIN),
        lambda t: t.x.to_device(AD1),
        DEVICE,
        ["autodiff"],
    ),
    ("to_device", lambda t: t.x.to_device("cuda"), lambda t: t.x.to_device(AD1), KIND, ["'cuda'"]),
    # marking, backward, containers
    (
        "require_grad",
        lambda t: t.plain.require_grad(),
        lambda t: t.plain.autodiff().require_grad(),
        NoAutodiffError,
        ["autodiff is off"],
    ),
    (
        "require_grad",
        lambda t: t.i.require_grad(),
        lambda t: t.i.float().require_grad(),
        NoAutodiffError,
        ["int"],
    ),
    (
        "require_grad",
        lambda t: t.waiting.require_grad(),
        lambda t: t.waiting.detach().require_grad(),
        NonLeafError,
        ["result"],
    ),
    (
        "backward",
        lambda t: t.plain.sum().backward(),
        lambda t: t.x.sum().backward(),
        NoAutodiffError,
        ["flex()"],
    ),
    (
        "backward",
        lambda t: t.far.sum().backward(),
        lambda t: t.x.sum().backward(),
        UntrackedRootError,
        ["no marked leaf"],
    ),
    (
        "backward",
        lambda t: t.used.backward(),
        lambda t: (t.x * 2).backward(),
        TapeConsumedError,
        ["consumed"],
    ),
    ("grad", lambda t: t.x.grad(None), lambda t: t.x.grad(t.grads), KIND, ["NoneType"]),
    ("grad", lambda t: t.x.grad(t.used), lambda t: t.x.grad(t.grads), KIND, ["Tensor"]),
    (
        "grad_remove",
        lambda t: t.x.grad_remove({}),
        lambda t: t.x.grad_remove(t.grads),
        KIND,
        ["dict"],
    ),
    (
        "grad_replace",
        lambda t: t.x.grad_replace(t.grads, t.plain[0:2]),
        lambda t: t.x.grad_replace(t.grads, t.plain),
        SHAPE,
        ["[3]", "[2]"],
    ),
    (
        "grad_replace",
        lambda t: t.x.grad_replace(t.grads, np.ones(3)),
        lambda t: t.x.grad_replace(t.grads, t.plain),
        KIND,
        ["ndarray"],
    ),
]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(
    ("op", "wrong", "right", "refusal", "named"),
    ROWS,
    ids=[f"{op}: {', '.join(named)}" for op, _, _, _, named in ROWS],
)
def test_wrong_input_is_refused_by_name_and_changes_nothing(op, wrong, right, refusal, named):
    t = world()
    with pytest.raises(refusal) as raised:
        wrong(t)
    error = raised.value
    assert error.op == op
    for what in named:
        assert what in error.problem
    assert str(error).startswith(f"{op}: {error.problem}")
    assert str(error).endswith(f"Way out: {error.way_out}")
    assert len(error.way_out) > 5
    assert error.site.where.endswith("test_bad_input.py")

    assert t.x.to_data().tolist() == [1, 2, 3]
    assert t.x.grad(t.grads).to_data().tolist() == [2, 2, 2]
    right(t)
    assert t.x.grad(t.waiting.backward()).to_data().tolist() == [2, 2, 2]


FAR_INTS, FAR_BOOLS = INTS([[7]], AD1), BOOLS([[True]], AD1)
FAR_M = F([[1.0], [2.0], [3.0]], AD1, np.float64)


@pytest.mark.parametrize(
    ("op", "mixed"),
    [
        ("add", lambda t: t.x + FAR_M),
        ("powi", lambda t: t.x.powi(FAR_INTS)),
        ("max_pair", lambda t: t.x.max_pair(FAR_M)),
        ("matmul", lambda t: t.m @ FAR_M),
        ("equal", lambda t: t.x.equal(FAR_M)),
        ("bool_and", lambda t: t.b & FAR_INTS),
        ("cat", lambda t: Tensor.cat([t.x, FAR_M])),
        ("stack", lambda t: Tensor.stack([t.x, FAR_M], 9)),
        ("mask_where", lambda t: t.x.mask_where(t.i, FAR_M)),
        ("mask_where", lambda t: t.x.mask_where(FAR_BOOLS, t.m)),
        ("mask_fill", lambda t: t.x.mask_fill(FAR_INTS, None)),
        ("select", lambda t: t.x.select(9, FAR_INTS)),
        ("gather", lambda t: t.x.gather(9, FAR_M)),
        ("embedding", lambda t: t.x.embedding(FAR_M)),
        ("cross_entropy_with_logits", lambda t: t.m.cross_entropy_with_logits(FAR_M)),
    ],
)
def test_different_hardware_is_told_before_kinds_shapes_and_indices(op, mixed):
    with pytest.raises(DEVICE) as raised:
        mixed(world())
    assert raised.value.op == op
    assert "Device.flex(1).autodiff()" in raised.value.problem


@pytest.mark.parametrize(
    ("miscalled", "way_out"),
    [
        (lambda x: x.sum(0), "x.sum_dim(0)"),
        (lambda x: x.reshape(2, 2), "x.reshape((2, 2))"),
        (lambda x: x.flip(0, 1), "x.flip((0, 1))"),
        (lambda x: x.expand(2, -1), "x.expand((2, -1))"),
        (lambda x: x.transpose(0, 1), "x.swap_dims(0, 1)"),
        (lambda x: x.log_softmax(), "x.log_softmax(dim)"),
        (lambda x: x.softmax(0, 1), "x.softmax(dim)"),
        (lambda x: x.slice(), "x.slice(ranges)"),
        (lambda x: x.clone(memory_format=3), "x.clone()"),
        (lambda x: x.backward(retain_graph=True), "call backward once"),
        (lambda x: Tensor.from_floats([1.0] * 99), "Tensor.from_floats(values, device)"),
    ],
)
def test_a_call_that_does_not_fit_is_told_what_does(miscalled, way_out):
    with pytest.raises(KIND) as raised:
        miscalled(F([[1.0]], AD).require_grad())
    assert way_out in raised.value.way_out
    assert len(raised.value.problem) < 100


def test_a_type_error_from_inside_a_call_stays_what_it_is():
    class Odd:
        def __index__(self):
            raise TypeError("mine")

        def __array__(self, dtype=None, copy=None):
            raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        F(Odd(), AD)


def test_a_refusal_of_shapes_is_a_value_error_and_of_kinds_a_type_error():
    assert issubclass(SHAPE, ValueError)
    assert issubclass(KIND, TypeError)
    for error in (SHAPE, KIND, DEVICE, NonLeafError, ContainerTakenError, TapeConsumedError):
        assert issubclass(error, GradlabError)


def test_a_refusal_carries_its_facts_as_plain_values():
    t = world()
    with pytest.raises(SHAPE) as raised:
        t.x + t.m
    assert raised.value.facts == {
        "inputs": (t.x.number, t.m.number),
        "shapes": [(3,), (2, 2)],
    }


def test_a_refusal_shows_the_users_line():
    t = world()
    with pytest.raises(SHAPE) as raised:
        t.x + t.m  # here
    assert raised.value.site.source.strip() == "t.x + t.m  # here"
    assert "t.x + t.m  # here" in str(raised.value)


@pytest.mark.parametrize("bad", [-1, True, 1.0, "1", None])
def test_a_device_index_is_a_whole_number_from_0(bad):
    with pytest.raises(ValueError, match=r"Device\.flex"):
        Device.flex(bad)


def test_a_device_is_not_made_by_calling_the_class():
    with pytest.raises(TypeError, match=r"Device\.flex\(\)"):
        Device()


def test_entries_are_found_by_number_and_a_tensor_is_refused():
    x, y = F([1.0], AD).require_grad(), F([1.0], AD).require_grad()
    grads = (x * 2).sum().backward()
    for held in (grads, grads.entries):
        assert (x.number in held, y.number in held) == (True, False)
        with pytest.raises(DTypeError, match=r"by number, not by a Tensor(.|\n)*x\.number in"):
            x in held  # noqa: B015
