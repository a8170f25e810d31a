"""Values and gradients where the derivative jumps, ties, overflows or is undefined: tables."""

import numpy as np
import pytest

from gradlab.engine import Device, Tensor

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # inf and NaN are results
AD = Device.flex().autodiff()
INF, NAN = np.inf, np.nan


def leaf(values, dtype=np.float64):
    return Tensor.from_floats(values, AD, dtype).require_grad()


# function, where, value, gradient
KINKS = {
    "relu at 0": (Tensor.relu, [-1.0, -0.0, 0.0, 1.0], [0, 0, 0, 1], [0, 0, 0, 1]),
    "relu of inf": (Tensor.relu, [-INF, INF], [0, INF], [0, 1]),
    "leaky_relu at 0": (
        lambda x: x.leaky_relu(0.25),
        [-4.0, -0.0, 0.0, 4.0],
        [-1, 0, 0, 4],
        [0.25, 1, 1, 1],
    ),
    "abs at 0": (Tensor.abs, [-2.0, -0.0, 0.0, 2.0], [2, 0, 0, 2], [-1, 0, 0, 1]),
    "sign at 0": (Tensor.sign, [-2.0, -0.0, 0.0, 2.0], [-1, 0, 0, 1], [0, 0, 0, 0]),
    "round to even": (Tensor.round, [-1.5, -0.5, 0.5, 1.5, 2.5], [-2, 0, 0, 2, 2], [0] * 5),
    "floor": (Tensor.floor, [-1.5, -1.0, 1.0, 1.5], [-2, -1, 1, 1], [0] * 4),
    "ceil": (Tensor.ceil, [-1.5, -1.0, 1.0, 1.5], [-1, -1, 1, 2], [0] * 4),
    "trunc": (Tensor.trunc, [-1.5, -1.0, 1.0, 1.5], [-1, -1, 1, 1], [0] * 4),
    "clamp on its bounds": (
        lambda x: x.clamp(-1, 1),
        [-1.5, -1.0, 0.0, 1.0, 1.5],
        [-1, -1, 0, 1, 1],
        [0, 1, 1, 1, 0],
    ),
    "clamp_min on its bound": (lambda x: x.clamp_min(0), [-1.0, 0.0, 1.0], [0, 0, 1], [0, 1, 1]),
    "clamp_max on its bound": (lambda x: x.clamp_max(0), [-1.0, 0.0, 1.0], [-1, 0, 0], [1, 1, 0]),
    "clamp of inf": (lambda x: x.clamp(-1, 1), [-INF, INF], [-1, 1], [0, 0]),
    "max with ties": (Tensor.max, [1.0, 4.0, 4.0], [4], [0, 1, 0]),
    "min with ties": (Tensor.min, [1.0, 1.0, 4.0], [1], [1, 0, 0]),
    "max of one": (Tensor.max, [-3.0], [-3], [1]),
    "max_dim with ties": (
        lambda x: x.max_dim(1),
        [[2.0, 2.0], [1.0, 3.0]],
        [[2], [3]],
        [[1, 0], [0, 1]],
    ),
    "min_dim with ties": (
        lambda x: x.min_dim(0),
        [[2.0, 2.0], [2.0, 1.0]],
        [[2, 1]],
        [[1, 0], [0, 1]],
    ),
    "global max of a matrix": (Tensor.max, [[1.0, 7.0], [7.0, 0.0]], [7], [[0, 1], [0, 0]]),
    "sqrt at 0": (Tensor.sqrt, [0.0, 4.0], [0, 2], [INF, 0.25]),
    "sqrt below 0": (Tensor.sqrt, [-1.0], [NAN], [NAN]),
    "recip at 0": (Tensor.recip, [0.0, -0.0], [INF, -INF], [-INF, -INF]),
    "log at 0": (Tensor.log, [0.0, 1.0], [-INF, 0], [INF, 1]),
    "log1p at -1": (Tensor.log1p, [-1.0, 0.0], [-INF, 0], [INF, 1]),
    "square at -0": (Tensor.square, [-0.0, 0.0], [0, 0], [0, 0]),
    "powf_scalar 2 at 0": (lambda x: x**2, [0.0, -3.0], [0, 9], [0, -6]),
    "powf_scalar 0.5 at 0": (lambda x: x**0.5, [0.0], [0], [INF]),
    "powf_scalar of a negative": (lambda x: x**0.5, [-1.0], [NAN], [NAN]),
    "a power of 0 as base": (lambda x: 0.0**x, [1.0, 2.0], [0, 0], [NAN, NAN]),
    "softplus far out": (Tensor.softplus, [-1e4, 1e4], [0, 1e4], [0, 1]),
    "sigmoid far out": (Tensor.sigmoid, [-1e4, 1e4], [0, 1], [0, 0]),
    "log_sigmoid far out": (Tensor.log_sigmoid, [-1e4, 1e4], [-1e4, 0], [1, 0]),
    "tanh far out": (Tensor.tanh, [-1e4, 1e4], [-1, 1], [0, 0]),
    "gelu far out": (Tensor.gelu, [-1e3, 1e3], [0, 1e3], [0, 1]),
    "exp far out": (Tensor.exp, [-1e4, 1e4], [0, INF], [0, INF]),
    "softmax far out": (lambda x: x.softmax(0), [1e4, -1e4], [1, 0], [0, 0]),
    "softmax with -inf": (lambda x: x.softmax(0), [0.0, -INF], [1, 0], [0, 0]),
}


@pytest.mark.parametrize("kink", KINKS)
def test_at_a_kink_value_and_gradient_follow_the_table(kink):
    function, where, value, gradient = KINKS[kink]
    x = leaf(where)
    out = function(x)
    np.testing.assert_array_equal(out.to_data(), np.array(value, float))
    np.testing.assert_array_equal(x.grad(out.backward()).to_data(), np.array(gradient, float))


# function of two, left, right, value, gradient of the left, of the right
PAIRS = {
    "max_pair": (
        Tensor.max_pair,
        [1.0, 7.0, 9.0],
        [2.0, 7.0, 3.0],
        [2, 7, 9],
        [0, 1, 1],
        [1, 0, 0],
    ),
    "min_pair": (
        Tensor.min_pair,
        [1.0, 7.0, 9.0],
        [2.0, 7.0, 3.0],
        [1, 7, 3],
        [1, 1, 0],
        [0, 0, 1],
    ),
    "max_pair of -0 and 0": (Tensor.max_pair, [-0.0], [0.0], [0], [1], [0]),
    "max_pair with NaN": (Tensor.max_pair, [NAN, 1.0], [1.0, NAN], [NAN, NAN], [0, 0], [1, 1]),
    "div by 0": (lambda x, y: x / y, [1.0, 0.0], [0.0, 0.0], [INF, NAN], [INF, INF], [-INF, NAN]),
    "powf 0 ** 2": (lambda x, y: x**y, [0.0], [2.0], [0], [0], [NAN]),
    "powf 1 ** y": (lambda x, y: x**y, [1.0], [3.0], [1], [3], [0]),
    "powf of a negative": (lambda x, y: x**y, [-2.0], [2.0], [4], [-4], [NAN]),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_at_a_kink_of_two_inputs_both_gradients_follow_the_table(pair):
    function, left, right, value, by_left, by_right = PAIRS[pair]
    x, y = leaf(left), leaf(right)
    out = function(x, y)
    grads = out.backward()
    np.testing.assert_array_equal(out.to_data(), value)
    np.testing.assert_array_equal(x.grad(grads).to_data(), by_left)
    np.testing.assert_array_equal(y.grad(grads).to_data(), by_right)


@pytest.mark.parametrize(
    ("function", "gradient"),
    [
        (Tensor.max, [0, 1, 0]),
        (Tensor.min, [0, 1, 0]),
        (lambda x: x.max_dim(0), [0, 1, 0]),
        (lambda x: x.min_dim(0), [0, 1, 0]),
    ],
)
def test_a_nan_is_the_extreme_and_gets_the_gradient(function, gradient):
    x = leaf([3.0, NAN, 1.0])
    out = function(x)
    assert np.isnan(out.to_data()).all()
    assert x.grad(out.backward()).to_data().tolist() == gradient


def test_argmax_takes_the_first_of_equals_and_the_first_nan():
    x = Tensor.from_floats([[1.0, 4.0, 4.0], [2.0, NAN, NAN]], AD)
    assert x.argmax(1).to_data().tolist() == [[1], [1]]
    assert Tensor.from_floats([3.0, 1.0, 1.0], AD).argmin(0).to_data().tolist() == [1]


@pytest.mark.parametrize("function", [Tensor.relu, lambda x: x.clamp(-1, 1)])
def test_a_nan_passes_through_with_gradient_1(function):
    x = leaf([NAN])
    out = function(x)
    assert np.isnan(out.to_data()).all()
    assert x.grad(out.backward()).to_data().tolist() == [1]


def test_what_a_mask_does_not_choose_gets_an_exact_zero_even_from_inf():
    x, source = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    mask = Tensor.from_bools([True, False], AD)
    out = x.mask_where(mask, source)
    grads = (out * Tensor.from_floats([INF, INF], AD, np.float64)).sum().backward()
    assert out.to_data().tolist() == [3, 2]
    assert x.grad(grads).to_data().tolist() == [0, INF]
    assert source.grad(grads).to_data().tolist() == [INF, 0]


def test_relu_off_passes_an_exact_zero_even_from_inf():
    x = leaf([-1.0, 1.0])
    grads = (x.relu() * Tensor.from_floats([INF, INF], AD, np.float64)).sum().backward()
    assert x.grad(grads).to_data().tolist() == [0, INF]


@pytest.mark.parametrize("op", ["select", "gather", "embedding"])
def test_a_repeated_index_accumulates(op):
    w = leaf([[1.0], [2.0], [3.0]])
    at = Tensor.from_ints([2, 0, 2, 2], AD)
    out = {
        "select": lambda: w.select(0, at),
        "gather": lambda: w.gather(0, at.reshape((4, 1))),
        "embedding": lambda: w.embedding(at),
    }[op]()
    assert out.to_data().ravel().tolist() == [3, 1, 3, 3]
    assert w.grad(out.backward()).to_data().tolist() == [[1], [0], [3]]


# operation, shape of its result, its value, gradient of [0]-shaped x
EMPTY = {
    "sum": (Tensor.sum, [0.0]),
    "mean": (Tensor.mean, [NAN]),
    "exp": (Tensor.exp, []),
    "softmax": (lambda x: x.softmax(0), []),
    "cumsum": (lambda x: x.cumsum(0), []),
    "cat with numbers": (lambda x: Tensor.cat([x, leaf([5.0])]), [5.0]),
    "select nothing": (lambda x: x.select(0, Tensor.from_ints([], AD)), []),
    "broadcast to nothing": (lambda x: x * leaf([5.0]), []),
    "sum_dim": (lambda x: x.sum_dim(0), [0.0]),
}


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_tensor_has_an_empty_gradient(name):
    function, value = EMPTY[name]
    x = leaf([])
    out = function(x)
    np.testing.assert_array_equal(out.to_data(), value)
    gradient = x.grad(out.backward()).to_data()
    assert (gradient.shape, gradient.dtype) == ((0,), np.float64)


def test_an_operand_broadcast_to_nothing_has_gradient_0():
    x, nothing = leaf([5.0]), leaf([])
    grads = (x * nothing).backward()
    assert x.grad(grads).to_data().tolist() == [0]


def test_any_of_nothing_is_false_and_all_of_nothing_true():
    nothing = Tensor.from_bools([], AD)
    assert nothing.any().to_data().tolist() == [False]
    assert nothing.all().to_data().tolist() == [True]
    assert Tensor.from_floats([0.0, NAN], AD).any().to_data().tolist() == [True]


def test_float32_overflows_to_inf_where_float64_does_not():
    assert (leaf([2.0**100], np.float32) * 2.0**100).to_data().tolist() == [INF]
    assert (leaf([2.0**100]) * 2.0**100).to_data().tolist() == [2.0**200]
