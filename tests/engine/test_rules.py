"""burn's rules, one fact per test: devices, marking, cutting, kinds, backward, containers."""

import numpy as np
import pytest

from gradlab.engine import (
    ContainerTakenError,
    Device,
    DeviceMismatchError,
    Gradients,
    NoAutodiffError,
    NonLeafError,
    Requirement,
    TapeConsumedError,
    Tensor,
    UntrackedRootError,
)

PLAIN, AD = Device.flex(), Device.flex().autodiff()
PLAIN1, AD1 = Device.flex(1), Device.flex(1).autodiff()
NONE, GRAD, IN_BACKWARD = Requirement.NONE, Requirement.GRAD, Requirement.GRAD_IN_BACKWARD


def constant(*values, device=AD):
    return Tensor.from_floats(values or (1.0, 2.0), device)


def leaf(*values, device=AD):
    return constant(*values, device=device).require_grad()


def numbers(tensor):
    return None if tensor is None else tensor.to_data().tolist()


# devices -----------------------------------------------------------------------------------------


def test_autodiff_and_inner_of_a_device_can_be_called_twice():
    assert AD.autodiff() is AD
    assert PLAIN.inner() is PLAIN
    assert AD.inner() is AD.without_autodiff() is PLAIN
    assert (AD.is_autodiff(), PLAIN.is_autodiff()) == (True, False)


def test_device_equality_ignores_autodiff_but_not_the_hardware():
    assert PLAIN == AD
    assert (PLAIN != AD) is False
    assert hash(PLAIN) == hash(AD)
    assert AD != AD1
    assert AD != "flex"


@pytest.mark.parametrize("device", [AD, PLAIN])
def test_a_new_tensor_is_an_untracked_leaf_wherever_it_is(device):
    made = [
        Tensor.from_floats([1.0], device),
        Tensor.zeros((1,), device),
        Tensor.ones((1,), device),
        Tensor.full((1,), 3.0, device),
        Tensor.random((1,), device, seed=0),
        Tensor.from_ints([1], device),
        Tensor.from_bools([True], device),
    ]
    for t in made:
        assert t.device() is device
        assert t.is_autodiff() == device.is_autodiff()
        assert (t.requirement, t.is_tracked(), t.is_require_grad()) == (NONE, False, False)


def test_floats_are_float32_unless_float64_is_asked_for():
    assert Tensor.from_floats(np.float64([1.0]), AD).dtype == np.float32
    assert Tensor.from_floats([1], AD, np.float64).dtype == np.float64
    assert Tensor.from_ints(np.int8([1]), AD).dtype == np.int64
    assert Tensor.from_bools([True], AD).dtype == np.bool_


def test_the_same_seed_gives_the_same_numbers_in_0_to_1():
    a, b = (Tensor.random((50,), AD, seed=3).to_data() for _ in range(2))
    assert a.tolist() == b.tolist()
    assert 0 <= a.min() < a.max() < 1
    assert Tensor.random((50,), AD, seed=4).to_data().tolist() != a.tolist()


# mixing devices in one operation -----------------------------------------------------------------

MIXES = {
    "elementwise": lambda a, b: a * b,
    "matmul": lambda a, b: a.reshape((1, 2)) @ b.reshape((2, 1)),
    "cat": lambda a, b: Tensor.cat([a, b]),
    "stack": lambda a, b: Tensor.stack([a, b]),
    "mask_where": lambda a, b: a.mask_where(Tensor.from_bools([True, False], b.device()), b),
    "comparison": lambda a, b: a.greater(b),
    "cross entropy": lambda a, b: a.cross_entropy_with_logits(b),
}


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize(
    ("left", "right"), [(AD, AD1), (AD, PLAIN1), (PLAIN, AD1), (PLAIN, PLAIN1)]
)
def test_different_hardware_in_one_operation_is_refused_with_both_devices_named(mix, left, right):
    with pytest.raises(DeviceMismatchError) as refusal:
        MIXES[mix](constant(device=left), constant(device=right))
    assert repr(left) in refusal.value.problem
    assert repr(right) in refusal.value.problem


def test_different_hardware_is_noticed_before_shape_and_kind():
    with pytest.raises(DeviceMismatchError):
        leaf(1.0, 2.0) * Tensor.from_ints([[1]], AD1)


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize(
    ("left", "right", "device"),
    [(AD, PLAIN, AD), (PLAIN, AD, AD), (AD, AD, AD), (PLAIN, PLAIN, PLAIN)],
)
def test_a_plain_input_is_lifted_for_the_operation_and_stays_plain(mix, left, right, device):
    a, b = constant(device=left), constant(device=right)
    out = MIXES[mix](a, b)
    assert out.device() is device
    assert out.requirement is NONE
    assert (a.device(), b.device()) == (left, right)
    assert (a.is_autodiff(), b.is_autodiff()) == (left is AD, right is AD)


def test_a_plain_input_is_a_constant_without_gradient():
    x, w = constant(1, 2, device=PLAIN), leaf(3, 4)
    grads = (x * w).sum().backward()
    assert numbers(w.grad(grads)) == [1, 2]
    assert x.grad(grads) is None
    assert (x.is_tracked(), x.is_autodiff()) == (False, False)


def test_indices_and_masks_must_be_on_the_same_hardware():
    with pytest.raises(DeviceMismatchError):
        leaf().select(0, Tensor.from_ints([0], AD1))
    with pytest.raises(DeviceMismatchError):
        leaf().mask_fill(Tensor.from_bools([True, False], PLAIN1), 0.0)
    assert numbers(leaf().select(0, Tensor.from_ints([1], PLAIN))) == [2]


# the requirement of a result ---------------------------------------------------------------------


def test_a_result_is_intermediate_as_soon_as_one_input_is_tracked():
    w, x = leaf(), constant()
    for out in (w * x, x * w, w * w, w.exp(), Tensor.cat([x, w]), (w * 2).sum()):
        assert out.requirement is IN_BACKWARD
        assert (out.is_tracked(), out.is_require_grad()) == (True, False)
    for out in (x * x, x.exp(), Tensor.cat([x, x]), x.sum()):
        assert out.requirement is NONE
        assert out.is_autodiff()


def test_every_result_has_a_number_of_its_own_larger_than_its_inputs():
    w, x = leaf(), constant()
    y = w * x
    z = y + w
    assert max(w.number, x.number) < y.number < z.number


def test_a_value_used_twice_by_one_operation_contributes_twice():
    x = leaf(3.0)
    assert numbers(x.grad((x * x).backward())) == [6]


def test_a_cotangent_that_two_inputs_share_is_not_added_to_in_place():
    a, b, c = leaf(1, 2), leaf(3, 4), leaf(5, 6)
    grads = ((a + b) + a * 3 + (b + c)).sum().backward()
    assert numbers(a.grad(grads)) == [4, 4]
    assert numbers(b.grad(grads)) == [2, 2]
    assert numbers(c.grad(grads)) == [1, 1]


# marking -----------------------------------------------------------------------------------------


def test_require_grad_gives_a_new_handle_with_the_same_number_and_leaves_the_old_alone():
    x0 = constant()
    x = x0.require_grad()
    assert x is not x0
    assert x.number == x0.number
    assert (x.requirement, x0.requirement) == (GRAD, NONE)


def test_require_grad_on_a_marked_leaf_is_the_same_handle():
    x = leaf()
    assert x.require_grad() is x
    assert x.set_require_grad(True) is x


def test_an_untracked_result_can_be_marked_and_is_a_leaf_then():
    c, w = constant(1, 2), leaf(3, 4)
    h = c * 2
    marked = h.require_grad()
    assert marked.number == h.number
    grads = (marked * w).sum().backward()
    assert numbers(marked.grad(grads)) == [3, 4]
    assert h.grad(grads) is None


@pytest.mark.parametrize("mark", [Tensor.require_grad, lambda t: t.set_require_grad(True)])
def test_a_recorded_result_cannot_be_marked(mark):
    with pytest.raises(NonLeafError, match=r"h\.detach"):
        mark(leaf() * 2)


@pytest.mark.parametrize("mark", [Tensor.require_grad, lambda t: t.set_require_grad(True)])
@pytest.mark.parametrize(
    "t",
    [
        constant(device=PLAIN),
        Tensor.from_ints([1], AD),
        Tensor.from_bools([True], AD),
        Tensor.from_ints([1], PLAIN),
    ],
    ids=["plain float", "int", "bool", "plain int"],
)
def test_only_a_float_on_autodiff_can_be_marked(mark, t):
    with pytest.raises(NoAutodiffError):
        mark(t)


def test_marked_after_its_only_use_a_leaf_gets_nothing():
    x, w = constant(1, 2), leaf(3, 4)
    used = x * w
    x = x.require_grad()
    grads = used.sum().backward()
    assert x.is_require_grad()
    assert x.grad(grads) is None
    assert numbers(w.grad(grads)) == [1, 2]


def test_marked_before_its_only_use_a_leaf_gets_everything():
    x, w = constant(1, 2), leaf(3, 4)
    x = x.require_grad()
    assert numbers(x.grad((x * w).sum().backward())) == [3, 4]


def test_marked_between_uses_a_leaf_gets_only_the_later_part():
    x, w = constant(1, 2), leaf(3, 4)
    before = x * w
    x = x.require_grad()
    grads = (before + x * 10).sum().backward()
    assert numbers(x.grad(grads)) == [10, 10]


def test_a_handle_from_before_the_mark_never_counts_and_never_answers():
    old = constant(1, 2)
    x = old.require_grad()
    grads = (old * 5 + x * 3).sum().backward()
    assert numbers(x.grad(grads)) == [3, 3]
    assert old.grad(grads) is None
    assert old.grad_remove(grads) is None
    assert numbers(x.grad_remove(grads)) == [3, 3]


def test_a_clone_shares_number_and_gradient():
    x = leaf(1, 2)
    twin = x.clone()
    assert twin is not x
    assert twin.number == x.number
    grads = (x * twin).sum().backward()
    assert numbers(x.grad(grads)) == numbers(twin.grad(grads)) == [2, 4]


# cutting -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "requirement"),
    [(leaf, GRAD), (lambda: leaf() * 2, NONE), (constant, NONE)],
    ids=["leaf", "intermediate", "constant"],
)
def test_detach_makes_a_new_leaf_that_keeps_only_a_leafs_mark(make, requirement):
    t = make()
    copy = t.detach()
    assert copy.number > t.number
    assert copy.requirement is requirement
    assert copy.device() is AD
    assert numbers(copy) == numbers(t)


def test_detach_off_autodiff_and_of_ints_is_the_same_handle():
    for t in (constant(device=PLAIN), Tensor.from_ints([1], AD), Tensor.from_bools([True], AD)):
        assert t.detach() is t


def test_the_gradient_through_detach_goes_to_the_copy_of_the_leaf():
    x, w = leaf(1, 2), leaf(3, 4)
    copy = x.detach()
    grads = (copy * w).sum().backward()
    assert x.grad(grads) is None
    assert numbers(copy.grad(grads)) == [3, 4]
    assert numbers(w.grad(grads)) == [1, 2]


def test_a_detached_and_marked_intermediate_has_a_gradient_and_passes_none_up():
    w, x = leaf(3, 4), leaf(1, 2)
    h = (x * w).detach().require_grad()
    grads = (h * 2 + x * w).sum().backward()
    assert numbers(h.grad(grads)) == [2, 2]
    assert numbers(w.grad(grads)) == [1, 2]
    assert numbers(x.grad(grads)) == [3, 4]


@pytest.mark.parametrize(
    "make", [leaf, lambda: leaf() * 2, constant], ids=["leaf", "h", "constant"]
)
def test_set_require_grad_false_always_makes_a_new_untracked_leaf(make):
    t = make()
    cut = t.set_require_grad(False)
    assert cut.number > t.number
    assert (cut.requirement, cut.device()) == (NONE, AD)
    assert numbers(cut) == numbers(t)


def test_set_require_grad_false_off_autodiff_and_on_ints_does_nothing():
    for t in (constant(device=PLAIN), Tensor.from_ints([1], AD)):
        assert t.set_require_grad(False) is t


def test_set_require_grad_false_cuts_the_graph():
    w = leaf(3, 4)
    cut = (w * 2).set_require_grad(False)
    grads = (cut * w).sum().backward()
    assert numbers(w.grad(grads)) == [6, 8]


# entering and leaving autodiff -------------------------------------------------------------------


@pytest.mark.parametrize("leave", [Tensor.inner, Tensor.without_autodiff])
def test_inner_gives_a_plain_constant_and_is_idempotent(leave):
    x = leaf()
    plain = leave(x)
    assert plain.device() is PLAIN
    assert (plain.is_tracked(), plain.number > x.number) == (False, True)
    assert leave(plain) is plain
    assert numbers(plain) == numbers(x)
    assert leave(Tensor.from_ints([1], AD)).device() is PLAIN


@pytest.mark.parametrize("enter", [Tensor.from_inner, Tensor.autodiff])
def test_entering_autodiff_gives_an_untracked_leaf_and_is_idempotent(enter):
    plain = constant(device=PLAIN)
    there = enter(plain)
    assert there.device() is AD
    assert (there.requirement, there.number > plain.number) == (NONE, True)
    for t in (leaf(), leaf() * 2, constant()):
        assert enter(t) is t


def test_a_path_through_inner_and_back_gets_nothing():
    v, x = leaf(1.0), leaf(2.0)
    back = Tensor.from_inner(v.inner() + x.inner()).require_grad()
    grads = (back * back).sum().backward()
    assert (x.grad(grads), v.grad(grads)) == (None, None)
    assert numbers(back.grad(grads)) == [6]


# operations that leave the graph, or are none ----------------------------------------------------


def test_powers_0_and_1_are_no_operations():
    x, w = leaf(2, 3), leaf(5, 7)
    for one in (x.powf_scalar(1.0), x**1, x.powi_scalar(1)):
        assert one is x
    for zero in (x.powf_scalar(0.0), x**0, x.powi_scalar(0)):
        assert (zero.requirement, numbers(zero)) == (NONE, [1, 1])
        grads = (zero * w).sum().backward()
        assert x.grad(grads) is None
        assert numbers(w.grad(grads)) == [1, 1]


@pytest.mark.parametrize(
    ("power", "gradient"),
    [(2, [4, 8]), (3, [12, 48]), (-1, [-0.25, -0.0625]), (-2, [-0.25, -0.03125])],
)
def test_other_whole_powers_stay_in_the_graph(power, gradient):
    x = leaf(2, 4)
    assert numbers(x.grad((x**power).backward())) == gradient
    y = leaf(2, 4)
    assert numbers(y.grad(y.powi(Tensor.from_ints([power] * 2, AD)).backward())) == gradient


@pytest.mark.parametrize(
    ("leave", "values"),
    [
        (lambda x: x.argmax(0), [1]),
        (lambda x: x.argmin(0), [0]),
        (lambda x: x.greater_elem(1.0), [False, True]),
        (lambda x: x.equal(x), [True, True]),
        (lambda x: x.is_nan(), [False, False]),
        (lambda x: x.int(), [1, 2]),
        (lambda x: x.cast(np.int64), [1, 2]),
        (lambda x: x.bool(), [True, True]),
    ],
    ids=["argmax", "argmin", "greater_elem", "equal", "is_nan", "int", "cast", "bool"],
)
def test_ints_and_bools_are_outside_the_graph_but_report_their_device(leave, values):
    x, w = leaf(1, 2), leaf(1.0)
    out = leave(x)
    assert numbers(out) == values
    assert (out.is_tracked(), out.device()) == (False, AD)
    back = out.float()
    assert (back.requirement, back.device(), back.dtype) == (NONE, AD, np.float32)
    grads = (back.sum() * w).backward()
    assert x.grad(grads) is None
    assert out.grad(grads) is None
    assert leave(x.inner()).device() is PLAIN
    assert leave(x.inner()).float().device() is PLAIN


def test_int_goes_towards_zero():
    assert numbers(constant(-1.7, 1.7, -0.2).int()) == [-1, 1, 0]


def test_one_hot_of_autodiff_ints_stays_on_autodiff():
    hot = Tensor.from_ints([0, 1], AD).one_hot(2)
    assert (hot.kind, hot.device(), numbers(hot)) == ("int", AD, [[1, 0], [0, 1]])
    assert hot.float().device() is AD


@pytest.mark.parametrize("op", ["sign", "round", "floor", "ceil", "trunc"])
def test_a_flat_function_stays_in_the_graph_and_gives_zeros_not_none(op):
    x = leaf(1.3, -2.6)
    out = getattr(x, op)()
    assert out.requirement is IN_BACKWARD
    assert numbers(x.grad(out.backward())) == [0, 0]


def test_cast_is_recorded_and_casts_the_gradient_back():
    x = leaf(1, 2)
    out = x.cast(np.float64)
    assert (out.dtype, out.requirement) == (np.float64, IN_BACKWARD)
    gradient = x.grad((out * out).sum().backward())
    assert (gradient.dtype, numbers(gradient)) == (np.float32, [2, 4])
    assert x.cast(np.float32) is x
    assert x.float() is x


# shapes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("op", ["sum", "mean", "max", "min"])
def test_a_whole_reduction_has_shape_1_and_a_dim_reduction_keeps_its_dimension(op):
    m = Tensor.from_floats([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], AD)
    assert getattr(m, op)().shape == (1,)
    assert getattr(m, f"{op}_dim")(0).shape == (1, 3)
    assert getattr(m, f"{op}_dim")(-1).shape == (2, 1)


def test_the_gradient_of_a_broadcast_operand_has_the_operands_shape():
    a = Tensor.from_floats([[1.0], [2.0]], AD).require_grad()
    b = Tensor.from_floats([[1.0, 2.0, 3.0]], AD).require_grad()
    grads = (a * b).sum().backward()
    assert numbers(a.grad(grads)) == [[6], [6]]
    assert numbers(b.grad(grads)) == [[3, 3, 3]]


def test_a_number_fits_any_shape_and_keeps_it():
    m = Tensor.from_floats([[1.0, 2.0]], AD)
    for out in (m + 1, 1 - m, m * 2, 1 / m, m**2, 2**m):
        assert out.shape == (1, 2)


# to_device ---------------------------------------------------------------------------------------


def test_a_moved_leaf_is_an_intermediate_and_the_leaf_gets_the_gradient_at_home():
    x = leaf(1, 2)
    moved = x.to_device(AD1)
    assert (moved.requirement, moved.device()) == (IN_BACKWARD, AD1)
    assert moved.number > x.number
    grads = (moved * 3).sum().backward()
    assert moved.grad(grads) is None
    gradient = x.grad(grads)
    assert (numbers(gradient), gradient.device()) == ([3, 3], PLAIN)
    with pytest.raises(NonLeafError):
        moved.require_grad()


def test_a_moved_constant_is_a_new_constant_that_can_be_marked():
    x = constant(1, 2)
    moved = x.to_device(AD1)
    assert (moved.requirement, moved.device(), moved.number > x.number) == (NONE, AD1, True)
    marked = moved.require_grad()
    gradient = marked.grad((marked * 3).sum().backward())
    assert (numbers(gradient), gradient.device()) == ([3, 3], PLAIN1)


def test_a_move_to_the_same_device_is_the_same_handle():
    for t in (leaf(), constant(), leaf() * 2, Tensor.from_ints([1], AD)):
        assert t.to_device(AD) is t
    plain = constant(device=PLAIN)
    assert plain.to_device(PLAIN) is plain
    assert plain.to_device(AD) is plain


def test_a_plain_tensor_stays_plain_wherever_it_moves():
    assert constant(device=PLAIN).to_device(AD1).device() is PLAIN1
    assert constant(device=PLAIN).to_device(PLAIN1).device() is PLAIN1


@pytest.mark.parametrize("target", [PLAIN, PLAIN1])
def test_a_move_from_autodiff_to_plain_is_refused(target):
    with pytest.raises(DeviceMismatchError, match="autodiff"):
        leaf().to_device(target)


# backward ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "root",
    [constant(device=PLAIN), Tensor.from_ints([1], AD), Tensor.from_bools([True], AD)],
    ids=["plain", "int", "bool"],
)
def test_backward_needs_a_float_on_autodiff(root):
    with pytest.raises(NoAutodiffError, match="autodiff is disabled for this tensor"):
        root.backward()


@pytest.mark.parametrize(
    "root",
    [
        constant(),
        constant() * 2,
        Tensor.cat([constant(), constant()]),
        leaf().set_require_grad(False),
    ],
    ids=["constant", "result of a constant", "cat", "frozen"],
)
def test_backward_needs_a_marked_leaf_above_it(root):
    with pytest.raises(UntrackedRootError, match="requires a tracked tensor"):
        root.backward()


def test_backward_on_a_leaf_gives_ones_any_number_of_times():
    x = leaf(5, 6)
    for _ in range(2):
        grads = x.backward()
        assert numbers(x.grad(grads)) == [1, 1]
        assert len(grads) == 1


def test_a_root_of_many_elements_counts_as_their_sum():
    x = leaf(1, 2, 3)
    assert numbers(x.grad((x * x).backward())) == [2, 4, 6]


def test_nothing_accumulates_from_one_backward_to_the_next():
    x = leaf(1, 2)
    first, second = (x * 2).sum().backward(), (x * 3).sum().backward()
    assert numbers(x.grad(first)) == [2, 2]
    assert numbers(x.grad(second)) == [3, 3]


def test_a_container_holds_exactly_the_reached_leaves_dropped_handles_included():
    w, unused, x = leaf(3, 4), leaf(5, 5), constant()
    hidden = w.detach().number
    loss = (w * x + w.detach() * leaf(7, 7)).sum()
    grads = loss.backward()
    assert isinstance(grads, Gradients)
    assert len(grads) == 3
    assert w.number in grads.entries
    assert not {unused.number, x.number, loss.number, hidden} & set(grads.entries)


def test_is_tracked_survives_the_backward_that_used_the_tape():
    loss = (leaf() * 2).sum()
    loss.backward()
    assert loss.is_tracked()


def test_a_walked_tape_cannot_be_walked_again_not_even_through_a_clone():
    loss = leaf().sum()
    twin = loss.clone()
    loss.backward()
    for again in (loss, twin):
        with pytest.raises(TapeConsumedError, match="graph tape has already been consumed"):
            again.backward()


@pytest.mark.parametrize("built", ["before", "after"])
@pytest.mark.parametrize("kept", [True, False])
def test_a_loss_on_a_used_up_intermediate_is_refused(built, kept):
    p = leaf(2, 3)
    shared = p * p
    if built == "before":
        loss = (shared * 3 + p).sum()
    shared.sum().backward()
    if built == "after":
        loss = (shared * 3 + p).sum()
    if not kept:
        del shared
    with pytest.raises(TapeConsumedError) as refusal:
        loss.backward()
    assert refusal.value.facts["root"] == loss.number


def test_the_refusal_names_the_used_up_node_and_who_used_it():
    p = leaf(2, 3)
    shared = p * p
    first = shared.sum()
    first.backward()
    loss = (shared * 3 + p).sum()
    with pytest.raises(TapeConsumedError) as refusal:
        loss.backward()
    assert refusal.value.facts == {
        "root": loss.number,
        "node": shared.number,
        "consumed_by": first.number,
    }


@pytest.mark.parametrize("order", ["fresh first", "stale first"])
def test_a_refused_backward_consumes_nothing(order):
    x = leaf(2, 3)
    stale = x * 2
    stale.sum().backward()
    fresh = x * x
    pair = (fresh, stale) if order == "fresh first" else (stale, fresh)
    with pytest.raises(TapeConsumedError):
        (pair[0] + pair[1]).sum().backward()
    assert numbers(x.grad(fresh.sum().backward())) == [4, 6]


def test_a_used_up_node_far_above_is_noticed_before_a_near_branch_is_consumed():
    x = leaf(2, 3)
    stale = x * 2
    stale.sum().backward()
    deep = stale
    for _ in range(50):
        deep = deep + 1.0
    near = x * x
    with pytest.raises(TapeConsumedError):
        (near + deep).sum().backward()
    assert numbers(x.grad(near.backward())) == [4, 6]


def test_two_losses_on_one_intermediate_can_be_added_first():
    x = leaf(2, 3)
    shared = x * x
    grads = (shared.sum() + (shared * 3).sum()).backward()
    assert numbers(x.grad(grads)) == [16, 24]


def test_two_graphs_that_share_only_a_leaf_are_independent():
    x = leaf(2, 3)
    first, second = (x * 2).sum(), (x * 5).sum()
    number = x.number
    del x
    assert first.backward().entries[number].tolist() == [2, 2]
    assert second.backward().entries[number].tolist() == [5, 5]


def test_a_detached_and_marked_copy_of_a_used_up_node_starts_a_new_lineage():
    x = leaf(2, 3)
    shared = x * x
    shared.sum().backward()
    again = shared.detach().require_grad()
    assert numbers(again.grad((again * 3).sum().backward())) == [3, 3]


# reading and changing containers -----------------------------------------------------------------


def test_grad_can_be_asked_any_number_of_times():
    x = leaf(1, 2)
    grads = (x * 3).sum().backward()
    assert numbers(x.grad(grads)) == numbers(x.grad(grads)) == [3, 3]


def test_an_intermediate_and_the_loss_have_no_gradient():
    w = leaf()
    h = w * 2
    loss = h.sum()
    grads = loss.backward()
    assert h.grad(grads) is None
    assert loss.grad(grads) is None


def test_a_gradient_is_plain_and_has_none_itself():
    x = leaf(1, 2, device=AD1)
    grads = (x * 3).sum().backward()
    g = x.grad(grads)
    assert (g.device(), g.is_tracked()) == (PLAIN1, False)
    assert g.grad(grads) is None
    assert (g * g).device() is PLAIN1
    with pytest.raises(NoAutodiffError):
        (g * g).sum().backward()


def test_a_gradient_next_to_a_tracked_tensor_is_a_constant():
    x = leaf(2.0)
    g = x.grad((x * 3).backward())
    assert numbers(x.grad((x * g).backward())) == [3]


def test_grad_remove_takes_the_entry_once():
    w, v = leaf(3, 4), leaf(1, 1)
    grads = (w * v).sum().backward()
    assert numbers(w.grad_remove(grads)) == [1, 1]
    assert w.grad_remove(grads) is None
    assert w.grad(grads) is None
    assert numbers(v.grad(grads)) == [3, 4]
    assert list(grads.removed) == [w.number]


def test_another_backwards_container_answers_only_for_the_leaves_it_reached():
    w, unused = leaf(3, 4), leaf(5, 5)
    (w * 2).sum().backward()
    other = (unused * 2).sum().backward()
    assert w.grad(other) is None
    assert numbers(unused.grad(other)) == [2, 2]


def test_grad_replace_changes_an_entry_and_adds_none():
    w, v = leaf(3, 4), leaf(1, 1)
    grads = (w * 2).sum().backward()
    w.grad_replace(grads, constant(7, 8, device=PLAIN))
    v.grad_replace(grads, constant(7, 8, device=PLAIN))
    assert numbers(w.grad(grads)) == [7, 8]
    assert v.grad(grads) is None
    assert len(grads) == 1


def test_grad_replace_takes_only_plain_gradients_of_autodiff_tensors():
    w = leaf(3, 4)
    grads = (w * 2).sum().backward()
    with pytest.raises(NoAutodiffError, match=r"g\.inner\(\)"):
        w.grad_replace(grads, constant(7, 8))
    with pytest.raises(NoAutodiffError):
        w.inner().grad_replace(grads, constant(7, 8, device=PLAIN))
    assert numbers(w.grad(grads)) == [2, 2]


def test_a_container_that_was_handed_over_refuses_everything_and_says_to_whom():
    w = leaf(3, 4)
    grads = (w * 2).sum().backward()
    entries = grads.take("somebody", None)
    assert entries[w.number].tolist() == [2, 2]
    for ask in (
        lambda: w.grad(grads),
        lambda: w.grad_remove(grads),
        lambda: w.grad_replace(grads, constant(1, 1, device=PLAIN)),
        lambda: grads.take("somebody else", None),
        lambda: grads.entries,
    ):
        with pytest.raises(ContainerTakenError, match="somebody"):
            ask()


def test_a_container_refuses_even_those_who_would_get_none():
    w = leaf(3, 4)
    grads = (w * 2).sum().backward()
    grads.take("somebody", None)
    with pytest.raises(ContainerTakenError):
        constant().grad(grads)


def test_a_containers_repr_says_whose_it_is_and_what_it_holds():
    from gradlab.engine import fresh

    fresh()
    w = leaf(3, 4)
    grads = (w * 2).backward()
    assert repr(grads) == "<Gradients of #2: holds #1>"
    w.grad_remove(grads)
    assert repr(grads) == "<Gradients of #2: holds nothing>"
    grads.take("somebody", None)
    assert repr(grads) == "<Gradients of #2: handed over to somebody>"
