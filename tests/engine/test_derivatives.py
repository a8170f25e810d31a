"""Every rule's derivative against central differences in float64.

A recipe draws inputs and names the call.  The loss is a weighted sum of the result, the
weights being drawn too, so that no derivative hides behind a cotangent of ones.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from gradlab.engine import Device, Tensor
from gradlab.engine.events import OP
from gradlab.engine.rules import RULES, activation
from gradlab.engine.value import several

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # the mean of nothing is NaN
AD = Device.flex().autodiff()

ZEROS = st.sampled_from([0.0, -0.0])
HALVES = st.integers(-40, 40).map(lambda n: n / 2)  # no two nearer than any step
BETWEEN = HALVES.map(lambda x: x + 0.23)  # never whole, never half


def within(low, high):
    return st.floats(low, high, allow_subnormal=False)


def apart_from_zero(least, most):
    return st.one_of(within(least, most), within(-most, -least))


ANY = st.one_of(within(-9, 9), within(-1e6, 1e6), ZEROS)
MILD = st.one_of(within(-9, 9), ZEROS)
POSITIVE = within(0.01, 1e4)


def array(draw, elements, shape, unique=False):
    return draw(arrays(np.float64, shape, elements=elements, unique=unique))


def shape_of(draw, least_side=0, least_rank=1):
    return draw(array_shapes(min_dims=least_rank, max_dims=3, min_side=least_side, max_side=3))


def squashed(draw, shape):
    """The shape of an operand that broadcasts to ``shape``: some sizes are 1."""
    return tuple(draw(st.sampled_from([size, 1])) for size in shape)


def a_dim(draw, shape):
    return draw(st.integers(-len(shape), len(shape) - 1))


def one(call, elements=ANY):
    return lambda draw: ([array(draw, elements, shape_of(draw))], call)


def one_with(call, numbers, elements=MILD):
    def recipe(draw):
        number = draw(st.sampled_from(numbers))
        return [array(draw, elements, shape_of(draw))], lambda x: call(x, number)

    return recipe


def two(call, left=ANY, right=None):
    def recipe(draw):
        shape = shape_of(draw)
        x = array(draw, left, squashed(draw, shape))
        return [x, array(draw, left if right is None else right, squashed(draw, shape))], call

    return recipe


def along(call, elements=MILD, least_side=0, unique=False):
    def recipe(draw):
        shape = shape_of(draw, least_side)
        dim = a_dim(draw, shape)
        return [array(draw, elements, shape, unique)], lambda x: call(x, dim)

    return recipe


def extreme(call):
    return lambda draw: ([array(draw, HALVES, shape_of(draw, least_side=1), unique=True)], call)


def matmul(draw):
    m, k, n = (draw(st.integers(0, 3)) for _ in range(3))
    lead = shape_of(draw)[: draw(st.integers(0, 2))]
    x = array(draw, MILD, (*squashed(draw, lead), m, k))
    return [x, array(draw, MILD, (*squashed(draw, lead), k, n))], Tensor.matmul


def cross_entropy(draw):
    shape = shape_of(draw)
    inputs = [array(draw, MILD, shape), array(draw, within(0, 1), shape)]
    return inputs, Tensor.cross_entropy_with_logits


def cross_entropy_of_classes(draw):
    rows, classes = draw(st.integers(0, 4)), draw(st.integers(1, 5))
    right = draw(arrays(np.int64, rows, elements=st.integers(0, classes - 1)))
    targets = Tensor.from_ints(right, AD)
    logits = array(draw, MILD, (rows, classes))
    return [logits], lambda x: several(activation.cross_entropy, (x, targets))


def reshape(draw):
    x = array(draw, ANY, shape_of(draw))
    target = draw(st.sampled_from([x.shape[::-1], (x.size,), (1, x.size, 1)]))
    return [x], lambda x: x.reshape(target)


def flatten(draw):
    x = array(draw, ANY, shape_of(draw))
    first, last = sorted(draw(st.integers(0, x.ndim - 1)) for _ in range(2))
    return [x], lambda x: x.flatten(first, last)


def unsqueeze(draw):
    x = array(draw, ANY, shape_of(draw))
    at = draw(st.integers(-x.ndim - 1, x.ndim))
    return [x], draw(st.sampled_from([lambda x: x.unsqueeze(4), lambda x: x.unsqueeze_dim(at)]))


def squeeze(draw):
    shape = (*shape_of(draw), 1)
    return [array(draw, ANY, shape)], draw(
        st.sampled_from([Tensor.squeeze, lambda x: x.squeeze(-1)])
    )


def swap_dims(draw):
    x = array(draw, ANY, shape_of(draw))
    first, second = a_dim(draw, x.shape), a_dim(draw, x.shape)
    return [x], lambda x: x.swap_dims(first, second)


def permute(draw):
    x = array(draw, ANY, shape_of(draw))
    order = draw(st.permutations(range(x.ndim)))
    return [x], lambda x: x.permute(order)


def expand(draw):
    shape = shape_of(draw)
    x = array(draw, ANY, squashed(draw, shape))
    target = (*draw(st.sampled_from([(), (2,), (1, 3)])), *shape)
    return [x], lambda x: x.expand(target)


def repeat(draw):
    x = array(draw, ANY, shape_of(draw))
    times = [draw(st.integers(0, 2)) for _ in x.shape]
    return [x], lambda x: x.repeat(times)


def flip(draw):
    x = array(draw, ANY, shape_of(draw))
    dims = draw(st.lists(st.integers(0, x.ndim - 1), unique=True))
    return [x], lambda x: x.flip(dims)


def slice_(draw):
    x = array(draw, ANY, shape_of(draw))
    spans = []
    for size in x.shape:
        start, end = sorted(draw(st.integers(0, size)) for _ in range(2))
        spans.append(slice(start, end, draw(st.integers(1, 3))))
    return [x], lambda x: x.slice(tuple(spans))


def cat(draw):
    shape = shape_of(draw)
    dim = a_dim(draw, shape)
    sizes = draw(st.lists(st.integers(0, 3), min_size=1, max_size=3))
    at = dim % len(shape)
    parts = [array(draw, ANY, (*shape[:at], size, *shape[at + 1 :])) for size in sizes]
    return parts, lambda *parts: Tensor.cat(parts, dim)


def stack(draw):
    shape = shape_of(draw)
    dim = draw(st.integers(-len(shape) - 1, len(shape)))
    parts = [array(draw, ANY, shape) for _ in range(draw(st.integers(1, 3)))]
    return parts, lambda *parts: Tensor.stack(parts, dim)


def places(draw, shape, size):
    return Tensor.from_ints(draw(arrays(np.int64, shape, elements=st.integers(0, size - 1))), AD)


def select(draw):
    x = array(draw, ANY, shape_of(draw, least_side=1))
    dim = a_dim(draw, x.shape)
    at = places(draw, draw(st.integers(0, 4)), x.shape[dim])
    return [x], lambda x: x.select(dim, at)


def gather(draw):
    x = array(draw, ANY, shape_of(draw, least_side=1))
    dim = a_dim(draw, x.shape) % x.ndim
    at = places(draw, (*x.shape[:dim], draw(st.integers(0, 4)), *x.shape[dim + 1 :]), x.shape[dim])
    return [x], lambda x: x.gather(dim, at)


def embedding(draw):
    words = draw(st.integers(1, 3))
    at = places(draw, shape_of(draw), words)
    return [array(draw, ANY, (words, draw(st.integers(0, 3))))], lambda w: w.embedding(at)


def a_mask(draw, shape):
    return Tensor.from_bools(draw(arrays(np.bool_, squashed(draw, shape))), AD)


def mask_where(draw):
    shape = shape_of(draw)
    mask = a_mask(draw, shape)
    inputs = [array(draw, ANY, squashed(draw, shape)) for _ in range(2)]
    return inputs, lambda x, source: x.mask_where(mask, source)


def mask_fill(draw):
    shape = shape_of(draw)
    mask = a_mask(draw, shape)
    return [array(draw, ANY, squashed(draw, shape))], lambda x: x.mask_fill(mask, 7.0)


OFF_ZERO = apart_from_zero(0.01, 100)
DIVISORS = apart_from_zero(0.1, 1e3)
STEPS = {"cast": 2.0**-10, "sum": 1.0, "mean": 1.0}  # linear: any step will do
NUMBERS = [-2.5, 0.0, -0.0, 0.3, 1.0, 1e3]
RECIPES = {
    "add": two(lambda x, y: x + y),
    "sub": two(lambda x, y: x - y),
    "mul": two(lambda x, y: x * y),
    "div": two(lambda x, y: x / y, ANY, DIVISORS),
    "powf": two(lambda x, y: x**y, within(0.1, 5), within(-3, 3)),
    "max_pair": two(Tensor.max_pair, HALVES, BETWEEN),
    "min_pair": two(Tensor.min_pair, HALVES, BETWEEN),
    "add_scalar": one_with(lambda x, n: n + x, NUMBERS),
    "sub_scalar": one_with(lambda x, n: x - n, NUMBERS),
    "scalar_sub": one_with(lambda x, n: n - x, NUMBERS),
    "mul_scalar": one_with(lambda x, n: n * x, NUMBERS),
    "div_scalar": one_with(lambda x, n: x / n, [-2.5, 0.3, 1.0, 1e3]),
    "scalar_div": one_with(lambda x, n: n / x, NUMBERS, DIVISORS),
    "powf_scalar": one_with(lambda x, n: x**n, [-2, -1, -0.5, 0.5, 2, 3], within(0.1, 9)),
    "scalar_pow": one_with(lambda x, n: n**x, [0.5, 1.0, 2, 3.0]),
    "neg": one(lambda x: -x),
    "abs": one(abs, OFF_ZERO),
    "square": one(Tensor.square),
    "sqrt": one(Tensor.sqrt, POSITIVE),
    "recip": one(Tensor.recip, DIVISORS),
    "exp": one(Tensor.exp, within(-20, 20)),
    "log": one(Tensor.log, POSITIVE),
    "log1p": one(Tensor.log1p, within(-0.9, 1e4)),
    "sin": one(Tensor.sin, MILD),
    "cos": one(Tensor.cos, MILD),
    "tan": one(Tensor.tan, within(-1.3, 1.3)),
    "tanh": one(Tensor.tanh, MILD),
    "sign": one(Tensor.sign, OFF_ZERO),
    "floor": one(Tensor.floor, BETWEEN),
    "ceil": one(Tensor.ceil, BETWEEN),
    "round": one(Tensor.round, BETWEEN),
    "trunc": one(Tensor.trunc, BETWEEN),
    "clamp": lambda draw: (
        [array(draw, BETWEEN, shape_of(draw))],
        draw(
            st.sampled_from(
                [lambda x: x.clamp(-3, 4), lambda x: x.clamp_min(1), lambda x: x.clamp_max(0)]
            )
        ),
    ),
    "cast": one(lambda x: x.cast(np.float32), HALVES),
    "to_device": one(lambda x: x.to_device(Device.flex(1).autodiff())),
    "relu": one(Tensor.relu, OFF_ZERO),
    "leaky_relu": one_with(Tensor.leaky_relu, [0.01, 0.2, -0.5, 0.0], OFF_ZERO),
    "gelu": one(Tensor.gelu, MILD),
    "sigmoid": one(Tensor.sigmoid, within(-30, 30)),
    "log_sigmoid": one(Tensor.log_sigmoid, within(-30, 30)),
    "softplus": one_with(Tensor.softplus, [0.5, 1.0, 2], within(-15, 15)),
    "softmax": along(Tensor.softmax),
    "log_softmax": along(Tensor.log_softmax),
    "cross_entropy_with_logits": cross_entropy,
    "cross_entropy": cross_entropy_of_classes,
    "matmul": matmul,
    "reshape": reshape,
    "flatten": flatten,
    "unsqueeze": unsqueeze,
    "squeeze": squeeze,
    "swap_dims": swap_dims,
    "transpose": lambda draw: ([array(draw, ANY, shape_of(draw, least_rank=2))], Tensor.transpose),
    "permute": permute,
    "expand": expand,
    "repeat": repeat,
    "flip": flip,
    "cat": cat,
    "stack": stack,
    "slice": slice_,
    "select": select,
    "gather": gather,
    "embedding": embedding,
    "mask_where": mask_where,
    "mask_fill": mask_fill,
    "sum": one(Tensor.sum),
    "mean": one(Tensor.mean),
    "sum_dim": along(Tensor.sum_dim),
    "mean_dim": along(Tensor.mean_dim),
    "max": extreme(Tensor.max),
    "min": extreme(Tensor.min),
    "max_dim": along(Tensor.max_dim, HALVES, least_side=1, unique=True),
    "min_dim": along(Tensor.min_dim, HALVES, least_side=1, unique=True),
    "cumsum": along(Tensor.cumsum),
}


def test_no_rule_with_a_derivative_goes_untested():
    assert set(RECIPES) == {rule.name for rule in RULES.values() if rule.taped}


@pytest.mark.parametrize("name", RECIPES)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_the_derivative_agrees_with_central_differences(name, data):
    inputs, call = RECIPES[name](data.draw)
    given_before = [x.copy() for x in inputs]
    leaves = [Tensor.from_floats(x, AD, np.float64).require_grad() for x in inputs]
    out = call(*leaves)
    assert out._event[OP] == name
    weights = data.draw(arrays(np.float64, out.shape, elements=st.sampled_from([1, -2, 0.5, 3])))
    grads = (out * Tensor.from_floats(weights, out.device(), out.dtype)).sum().backward()
    step = STEPS.get(name, 1e-5)
    for i, leaf in enumerate(leaves):
        got = leaf.grad(grads).to_data()
        wanted = _central_differences(call, inputs, i, weights, step)
        assert (got.shape, got.dtype) == (leaf.shape, np.float64)
        scale = np.abs(wanted).max(initial=1.0)
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6 * scale)
        np.testing.assert_array_equal(leaf.to_data(), given_before[i])


def _central_differences(call, inputs, i, weights, step):
    wanted = np.zeros(inputs[i].shape)
    for at in np.ndindex(wanted.shape):
        ends = []
        for side in (+step, -step):
            moved = inputs[i].copy()
            moved[at] += side * max(1.0, abs(moved[at]))
            others = [moved if j == i else x for j, x in enumerate(inputs)]
            tensors = [Tensor.from_floats(x, AD, np.float64) for x in others]
            ends.append((call(*tensors).to_data().astype(np.float64), moved[at]))
        (above, high), (below, low) = ends
        wanted[at] = (weights * ((above - below) / (high - low))).sum()
    return wanted


@pytest.mark.parametrize("name", RECIPES)
@settings(max_examples=5, deadline=None)
@given(st.data())
def test_float32_stays_float32_there_and_back(name, data):
    inputs, call = RECIPES[name](data.draw)
    leaves = [Tensor.from_floats(x, AD).require_grad() for x in inputs]
    if name == "cast":
        call = lambda x: x.cast(np.float64).cast(np.float32)  # noqa: E731
    out = call(*leaves)
    assert out.dtype == np.float32
    grads = out.backward()
    assert [leaf.grad(grads).dtype for leaf in leaves] == [np.dtype(np.float32)] * len(leaves)
