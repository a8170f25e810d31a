"""The tensor towards Python and NumPy: reading out, indexing, printing, habits from elsewhere."""

import copy
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest

import gradlab
from gradlab.engine import Device, DTypeError, ReflexError, ShapeMismatchError, Tensor, fresh
from gradlab.engine.events import OP, SEQ, events, moment
from gradlab.engine.reflexes import ALONG_TOO, ANSWERS, MODULE_ANSWERS, NUMPY_NAMES

PLAIN, AD = Device.flex(), Device.flex().autodiff()


def leaf(*values):
    return Tensor.from_floats(values or [1.0, 2.0, 3.0], AD).require_grad()


# memory ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.float32).reshape(2, 3),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.arange(12.0).reshape(4, 3)[::2],
        np.arange(6.0).reshape(2, 3)[::-1, ::-1],
        np.arange(6, dtype=">f4").reshape(2, 3),
        np.arange(6, dtype=np.float16).reshape(2, 3),
        np.broadcast_to(np.float32(3), (2, 3)),
    ],
    ids=["plain", "fortran", "strided", "reversed", "big-endian", "half", "broadcast"],
)
def test_a_tensor_holds_its_own_copy_of_the_numbers_whatever_their_layout(array):
    t = Tensor.from_floats(array, AD)
    wanted = array.astype(np.float32)
    if array.flags.writeable:
        array[:] = -1
    np.testing.assert_array_equal(t.to_data(), wanted)
    np.testing.assert_array_equal((t + t).reshape((6,)).to_data(), (wanted + wanted).reshape(6))
    assert t.dtype == np.float32


@pytest.mark.parametrize("read", [Tensor.to_data, np.asarray, np.array])
def test_an_array_read_out_is_a_copy(read):
    x = leaf(1.0, 2.0)
    grads = (x * 3).sum().backward()
    for t in (x, x.grad(grads), x.reshape((2, 1)), x.expand((2, 2)), x[0:1]):
        before = t.to_data()
        read(t)[...] = 99
        np.testing.assert_array_equal(t.to_data(), before)
    assert x.grad(grads).to_data().tolist() == [3, 3]


def test_asarray_without_a_copy_is_refused_as_numpys_protocol_wants():
    x = leaf()
    assert x.__array__(copy=True).tolist() == x.__array__(copy=None).tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match=r"x\.to_data\(\)"):
        x.__array__(copy=False)


def test_entries_cannot_be_written_to():
    x, y = leaf(), leaf()
    grads = ((x + y) * 2).backward()  # one array for both
    assert list(grads.entries) == [x.number, y.number]
    assert x.number in grads.entries
    assert leaf().number not in grads.entries
    assert repr(grads.entries) == str({t.number: [2.0, 2.0, 2.0] for t in (x, y)})
    with pytest.raises(ValueError, match="read-only"):
        grads.entries[x.number][0] = 99
    with pytest.raises(TypeError):
        grads.entries[x.number] = np.zeros(3)
    assert x.grad(grads).to_data().tolist() == y.grad(grads).to_data().tolist() == [2, 2, 2]


def test_the_seed_cannot_be_written_to():
    x = leaf()
    grads = x.backward()
    with pytest.raises(ValueError, match="read-only"):
        grads.seed[0] = 99
    assert x.grad(grads).to_data().tolist() == [1, 1, 1]


def test_to_data_keeps_shape_and_dtype():
    for dtype in (np.float32, np.float64):
        data = Tensor.from_floats([[1.0], [2.0]], AD, dtype).to_data()
        assert (data.shape, data.dtype) == ((2, 1), dtype)


def test_asarray_takes_a_dtype():
    assert np.asarray(leaf(), np.float64).dtype == np.float64
    assert np.asarray(leaf(), int).tolist() == [1, 2, 3]


def test_numbers_read_from_tensors_make_a_tensor_without_history():
    a, b = leaf(1.0), leaf(2.0)
    for y in (
        Tensor.from_floats([a.into_scalar(), b.into_scalar()], AD),
        Tensor.from_floats(np.concatenate([a, b]), AD),
    ):
        assert y.to_data().tolist() == [1, 2]
        assert not y.is_tracked()


# Python's protocols ------------------------------------------------------------------------------


def test_one_element_is_a_python_number():
    assert type(leaf(2.5).into_scalar()) is float
    assert (float(leaf(2.5)), math.sqrt(leaf(4.0))) == (2.5, 2)
    assert type(Tensor.from_ints([[3]], AD).into_scalar()) is int
    assert Tensor.from_bools([True], AD).into_scalar() is True


def test_one_element_is_an_int_and_formats_as_a_number():
    loss = leaf(2.7182)
    assert (int(loss), math.trunc(loss), math.floor(loss)) == (2, 2, 2)
    assert (f"{loss:.3f}", f"{loss:8.1e}", f"{loss:>6.2f}") == ("2.718", " 2.7e+00", "  2.72")
    assert "%.2f, %d" % (loss, loss) == "2.72, 2"  # noqa: UP031
    assert f"{Tensor.from_ints([7], AD):03d}" == "007"
    assert f"{loss}" == str(loss) == repr(loss)


def test_a_formatted_tensor_was_read_and_a_printed_one_was_not():
    loss = leaf(1.0)
    for text, ops in ((lambda: f"{loss:.3f}", ["read"]), (lambda: f"{loss}", [])):
        start = moment()
        text()
        assert [event[OP] for event in events() if event[SEQ] > start] == ops


def test_signs_and_rounding_of_pythons_own_are_operations():
    x = leaf(1.5, -2.5)
    assert +x is x
    assert round(x).to_data().tolist() == [2, -2]
    assert round(x).is_tracked()


def test_bool_tensors_have_pythons_bit_operators():
    a = Tensor.from_bools([True, True, False, False], AD)
    b = Tensor.from_bools([True, False, True, False], AD)
    assert (a & b).to_data().tolist() == [True, False, False, False]
    assert (a | b).to_data().tolist() == [True, True, True, False]
    assert (a ^ b).to_data().tolist() == [False, True, True, False]
    assert (~a).to_data().tolist() == [False, False, True, True]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_ints_from_floats_go_towards_zero_and_stop_at_the_ends(dtype):
    floats = [2.9, -2.9, 1e30, -1e30, np.inf, -np.inf, np.nan, 2.0**63, -(2.0**63), 2.0**62]
    low, high = -(2**63), 2**63 - 1
    ints = Tensor.from_floats(floats, AD, dtype).int()
    assert ints.to_data().tolist() == [2, -2, high, low, high, low, 0, high, low, 2**62]
    assert Tensor.from_floats([], AD).int().shape == (0,)


def test_cast_to_bool_is_bool():
    b = leaf(0.0, 2.0).cast(bool)
    assert (b.kind, b.is_tracked(), b.to_data().tolist()) == ("bool", False, [False, True])


def test_ints_of_more_than_64_bits_are_floats_like_any_number():
    for dtype in (np.float32, np.float64):
        assert Tensor.from_floats([10**30, 0.5], AD, dtype).to_data().tolist() == [dtype(1e30), 0.5]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_is_a_clone_however_long_the_graph(copied):
    x = leaf(1.0)
    h = x
    for _ in range(5000):
        h = h + 1
    for t in (x, h, Tensor.from_ints([1], PLAIN)):
        twin = copied(t)
        assert (twin.number, twin.requirement) == (t.number, t.requirement)
        assert twin is not t
        assert twin.to_data().tolist() == t.to_data().tolist()
    grads = copied(h).backward()
    assert copied(x).grad(grads).to_data().tolist() == [1]


def test_a_device_stays_the_one_object_when_copied_or_pickled():
    for device in (PLAIN, AD, Device.flex(3), Device.flex(3).autodiff()):
        for twin in (copy.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))):
            assert twin(device) is device


def test_tensors_are_not_pickled_and_containers_neither_pickled_nor_copied():
    x = leaf()
    grads = (x * 2).sum().backward()
    for refused in (
        lambda: pickle.dumps(x),
        lambda: pickle.dumps({"x": [x]}),
        lambda: pickle.dumps(grads),
        lambda: copy.copy(grads),
        lambda: copy.deepcopy([grads]),
    ):
        with pytest.raises(DTypeError, match="pickle") as refusal:
            refused()
        assert "to_data()" in refusal.value.way_out
    assert x.grad(grads).to_data().tolist() == [2, 2, 2]


def test_len_and_iteration_go_along_the_first_dimension():
    m = Tensor.from_floats([[1.0, 2.0], [3.0, 4.0]], AD).require_grad()
    assert len(m) == 2
    rows = list(m)
    assert [row.to_data().tolist() for row in rows] == [[1, 2], [3, 4]]
    assert m.grad((rows[0] * rows[1]).sum().backward()).to_data().tolist() == [[3, 4], [1, 2]]
    assert [t.shape for t in leaf(1.0, 2.0)] == [(1,), (1,)]
    first, second, third = leaf()
    assert (float(first), float(second), float(third)) == (1, 2, 3)


def test_sum_of_pythons_own_adds_tensors():
    assert sum([leaf(1.0), leaf(2.0)]).to_data().tolist() == [3]


@pytest.mark.parametrize("number", [2, 2.0, np.float32(2), np.float64(2), np.int8(2)])
def test_a_number_may_stand_on_either_side(number):
    x = leaf(1.0, 2.0, 4.0)
    for out, wanted in (
        (number + x, [3, 4, 6]),
        (x + number, [3, 4, 6]),
        (number - x, [1, 0, -2]),
        (x - number, [-1, 0, 2]),
        (number * x, [2, 4, 8]),
        (number / x, [2, 1, 0.5]),
        (x / number, [0.5, 1, 2]),
        (number**x, [2, 4, 16]),
        (x**number, [1, 4, 16]),
    ):
        assert (type(out), out.dtype) == (Tensor, np.float32)
        assert out.to_data().tolist() == wanted
        assert out.is_tracked()


def test_augmented_assignment_rebinds_the_name():
    w = leaf(1.0, 2.0)
    kept = w
    w *= 2
    w += 1
    assert w is not kept
    assert (w.to_data().tolist(), kept.to_data().tolist()) == ([3, 5], [1, 2])


def test_only_none_and_itself_compare_and_only_a_bool_of_one_element_is_true_or_false():
    x = leaf()
    assert (x == x, x != x, x == None, x != None) == (True, False, False, True)  # noqa: E711
    for compare in (
        lambda: x == leaf(),
        lambda: x != 1,
        lambda: x < 1,
        lambda: x >= leaf(),
        lambda: x == np.ones(3),
        lambda: max(leaf(1.0), leaf(2.0)),
        lambda: bool(x),
        lambda: not leaf(1.0),
        lambda: bool(Tensor.from_bools([True, True], AD)),
    ):
        with pytest.raises(ReflexError):
            compare()
    assert bool(Tensor.from_bools([True], AD)) is True
    assert not x.greater_elem(9.0).any()


def test_tensors_are_keys_by_handle():
    x = leaf()
    twin = x.clone()
    assert {x: "x", twin: "twin"}[twin] == "twin"


def test_attributes_are_closed():
    x = leaf()
    for name in ("anything", "shape", "device"):
        with pytest.raises(AttributeError):
            setattr(x, name, 1)


# NumPy's functions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("exp", "x.exp()"),
        ("add", "x.add(other)"),
        ("square", "x.square()"),
        ("maximum", "x.max_pair(other)"),
        ("negative", "x.neg()"),
        ("isnan", "x.is_nan()"),
        ("absolute", "x.abs()"),
        ("logical_not", "x.bool_not()"),
        ("less", "x.lower(other)"),
        ("sum", "x.sum() or x.sum_dim(dim)"),
        ("mean", "x.mean() or x.mean_dim(dim)"),
        ("max", "x.max() or x.max_dim(dim)"),
        ("amin", "x.min() or x.min_dim(dim)"),
        ("argmax", "x.argmax(dim)"),
        ("any", "x.any()"),
        ("round", "x.round()"),
        ("clip", "x.clamp(low, high)"),
        ("reshape", "x.reshape(sizes)"),
        ("where", "x.mask_where(mask, source)"),
    ],
)
def test_a_numpy_function_is_refused_and_the_tensors_own_one_named(name, own):
    function = getattr(np, name)
    more = {"reshape": [(3,)], "clip": [0, 1], "where": [1, 2]}.get(name, [])
    with pytest.raises(DTypeError) as refusal:
        function(leaf(), *more or [2.0] * (getattr(function, "nin", 1) - 1))
    assert refusal.value.op == f"np.{name}"
    assert f"({own})" in refusal.value.way_out
    assert f"np.{name}(x.to_data())" in refusal.value.way_out


@pytest.mark.parametrize("name", [*NUMPY_NAMES.values(), *(f"{name}_dim" for name in ALONG_TOO)])
def test_every_own_name_that_answers_is_a_method(name):
    assert callable(getattr(Tensor, name))


def test_a_numpy_function_without_an_own_operation_names_the_read_out_only():
    for call in (np.arctan, np.add.reduce):
        with pytest.raises(DTypeError) as refusal:
            call(leaf())
        assert refusal.value.way_out == f"{refusal.value.op}(x.to_data())"


def test_numpy_functions_that_join_compare_or_describe_read_the_numbers():
    x = leaf()
    assert np.stack([x, x]).tolist() == [[1, 2, 3]] * 2
    assert np.allclose(x, [1, 2, 3])
    assert (np.shape(x), np.ndim(x), np.size(x)) == ((3,), 1, 3)
    start = moment()
    assert type(np.concatenate([x, [4]])) is np.ndarray
    assert [event[OP] for event in events() if event[SEQ] > start] == ["read"]


def test_inf_and_nan_come_without_warnings():
    program = (
        "from gradlab.engine import Device, Tensor\n"
        "x = Tensor.from_floats([0.0, 1e30], Device.flex().autodiff()).require_grad()\n"
        "y = (1 / x).sqrt() + x.exp() + x.log() + x * 1e30 + x / 0\n"
        "print(x.grad(y.sum().backward()).to_data())\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (run.stderr, run.returncode) == ("", 0)
    assert "nan" in run.stdout


# indexing ----------------------------------------------------------------------------------------

ARRAY = np.arange(24, dtype=np.float32).reshape(2, 3, 4)


@pytest.mark.parametrize(
    "key",
    [
        np.s_[0],
        np.s_[-1],
        np.s_[1, 2],
        np.s_[1, -1, 0:2],
        np.s_[:, 1],
        np.s_[:, :, 0],
        np.s_[0:1],
        np.s_[:, 1:3, ::2],
        np.s_[-1:, :-1],
        np.s_[1:1],
        np.s_[2:1],
        np.s_[:, 0:3:2, 3],
        np.s_[()],
        np.s_[np.int64(1), np.uint8(2)],
    ],
    ids=str,
)
def test_indexing_gives_what_numpy_gives_and_its_gradient_marks_the_chosen(key):
    x = Tensor.from_floats(ARRAY, AD).require_grad()
    out = x[key]
    assert out.shape == ARRAY[key].shape
    np.testing.assert_array_equal(out.to_data(), ARRAY[key])
    chosen = np.zeros_like(ARRAY)
    chosen[key] = 1
    np.testing.assert_array_equal(x.grad(out.backward()).to_data(), chosen)


def test_an_index_of_every_dimension_keeps_shape_1():
    assert Tensor.from_floats(ARRAY, AD)[1, 2, 3].shape == (1,)
    assert leaf()[2].to_data().tolist() == [3]


def test_an_int_tensor_chooses_rows_like_numpys():
    at = [1, 0, 1, 1]
    x = Tensor.from_floats(ARRAY, AD)[Tensor.from_ints(at, AD)]
    np.testing.assert_array_equal(x.to_data(), ARRAY[at])


def test_slice_reads_start_end_pairs_ranges_and_tuples_of_them():
    x = Tensor.from_floats(ARRAY, AD)
    for part, wanted in (
        (x.slice(0, 1), ARRAY[0:1]),
        (x.slice(1), ARRAY[1:]),
        (x.slice([(0, 1), (1, 3)]), ARRAY[0:1, 1:3]),
        (x.slice((slice(None), (0, 3, 2))), ARRAY[:, 0:3:2]),
        (x.slice(range(2)), ARRAY[0:2]),
    ):
        np.testing.assert_array_equal(part.to_data(), wanted)


# printing ----------------------------------------------------------------------------------------


def test_a_repr_tells_number_numbers_shape_state_and_device():
    fresh()
    w = Tensor.from_floats([3.0, 4.0], AD).require_grad()
    x = Tensor.from_floats([[0.1, 1e-10]], PLAIN)
    i = Tensor.from_ints([1, 2], AD)
    h = w * 2
    d = Tensor.from_floats([1 / 3], Device.flex(1).autodiff(), np.float64)
    b = Tensor.from_bools([[True]], PLAIN)
    e = Tensor.from_floats([], AD)
    ad = "Device.flex().autodiff()"
    assert [repr(t) for t in (w, x, i, h, d, b, e)] == [
        f"Tensor #1 [3.0, 4.0] (shape [2], leaf, require_grad, {ad})",
        "Tensor #2 [[0.1, 1e-10]] (shape [1, 2], plain, Device.flex())",
        f"Tensor #3 [1, 2] (shape [2], int, {ad})",
        f"Tensor #4 [6.0, 8.0] (shape [2], intermediate, tracked, {ad})",
        "Tensor #5 [0.3333333333333333] (shape [1], untracked, float64, Device.flex(1).autodiff())",
        "Tensor #6 [[True]] (shape [1, 1], bool, Device.flex())",
        f"Tensor #7 [] (shape [0], untracked, {ad})",
    ]


def test_a_long_tensor_is_cut_after_twelve_numbers():
    long = repr(Tensor.zeros((4, 5), AD))
    assert long.count("0.0") == 12
    assert "... 20 in all]" in long


def test_nan_inf_and_minus_zero_print_as_such():
    t = Tensor.from_floats([np.nan, np.inf, -np.inf, -0.0], AD)
    assert "[nan, inf, -inf, -0.0]" in repr(t)


def test_fresh_restarts_the_shown_numbers_only():
    fresh()
    w = leaf()
    number = w.number
    fresh()
    x = leaf()
    assert repr(w).startswith("Tensor old#")
    assert repr(x).startswith("Tensor #1 ")
    assert w.number == number < x.number
    assert w.grad((w * 2).backward()).to_data().tolist() == [2, 2, 2]


# habits from elsewhere ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ANSWERS)
def test_a_foreign_name_answers_what_to_write_here_on_reading_and_assigning(name):
    x = leaf()
    for touch in (
        lambda: getattr(x, name),
        lambda: getattr(x, name)(),
        lambda: setattr(x, name, True),
    ):
        with pytest.raises(ReflexError) as reflex:
            touch()
        assert reflex.value.op == f"Tensor.{name}"
        assert reflex.value.way_out == ANSWERS[name]
    assert not hasattr(x, name)
    assert name not in dir(x)


def test_dir_lists_what_is_there():
    assert {"grad", "backward", "require_grad", "to_data", "shape"} <= set(dir(leaf()))
    assert all(hasattr(leaf(), name) for name in dir(leaf()))


@pytest.mark.parametrize("name", MODULE_ANSWERS)
def test_a_foreign_name_of_the_package_answers_what_to_write_here(name):
    with pytest.raises(ReflexError) as reflex:
        getattr(gradlab, name)
    assert reflex.value.way_out == MODULE_ANSWERS[name]
    assert not hasattr(gradlab, name)


def test_an_unknown_name_is_an_ordinary_attribute_error():
    for owner in (leaf(), gradlab):
        with pytest.raises(AttributeError) as unknown:
            owner.banana  # noqa: B018
        assert not isinstance(unknown.value, ReflexError)


def test_grad_without_a_call_says_how_to_call_it():
    x = leaf()
    assert repr(x.grad) == (
        "<not a gradient yet: call x.grad(grads) with what loss.backward() returned>"
    )
    for use in (
        lambda: x.grad(),
        lambda: bool(x.grad),
        lambda: x.grad.data,
        lambda: x.grad.zero_(),
        lambda: 0.05 * x.grad,
        lambda: x.grad * 0.05,
        lambda: x.grad @ x,
        lambda: -x.grad,
        lambda: x.grad[0],
        lambda: x.grad > 0,
        lambda: len(x.grad),
        lambda: list(x.grad),
        lambda: float(x.grad),
        lambda: np.asarray(x.grad),
        lambda: np.sqrt(x.grad),
        lambda: np.float64(0.05) * x.grad,
        lambda: setattr(x, "grad", None),
    ):
        with pytest.raises(ReflexError) as reflex:
            use()
        assert reflex.value.op == "grad"
        assert "x.grad" in reflex.value.way_out


def test_grad_without_a_call_is_no_operand_of_a_tensor():
    x = leaf()
    for use in (lambda: x - x.grad, lambda: x.matmul(x.grad)):
        with pytest.raises(DTypeError) as refused:
            use()
        assert "a GradMethod" in refused.value.refusal.problem
        assert refused.value.way_out == "grads = loss.backward(), then x.grad(grads)"


def test_a_tensor_is_not_made_by_calling_the_class():
    for make in (lambda: Tensor([1.0]), lambda: Tensor([1.0], requires_grad=True)):
        with pytest.raises(ReflexError, match="from_floats"):
            make()


def test_a_scalar_of_many_elements_is_refused():
    with pytest.raises(ShapeMismatchError):
        float(leaf())
