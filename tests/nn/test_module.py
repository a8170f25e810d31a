"""Parameters and modules: ids, flags, devices."""

import numpy as np
import pytest

from gradlab.engine import (
    Device,
    DTypeError,
    GradlabError,
    NonLeafError,
    ReflexError,
    ShapeMismatchError,
    Tensor,
)
from gradlab.engine.events import OP, events
from gradlab.nn import (
    ArgumentError,
    CrossEntropyLoss,
    GradientsParams,
    Linear,
    Module,
    MseLoss,
    Param,
    Relu,
    Sequential,
    SgdConfig,
    Tanh,
)

AD, PLAIN = Device.flex().autodiff(), Device.flex()
AD2 = Device.flex(1).autodiff()


class Net(Module):
    def __init__(self, **fields):
        self.__dict__.update(fields)


def floats(*numbers, device=AD):
    return Tensor.from_floats(numbers, device)


def net(**fields):
    return Net(w=Param.from_tensor(floats(2.0)), b=Param.from_tensor(floats(3.0)), **fields)


def flags(module):
    return [(p.is_require_grad(), p.flag) for p in module.params()]


# parameters ---------------------------------------------------------------------------------


def test_from_tensor_marks_and_gives_a_new_id_each_time():
    tensor = floats(1.0)
    first, second = Param.from_tensor(tensor), Param.from_tensor(tensor)
    assert first.val().is_require_grad()
    assert not tensor.is_require_grad()
    assert second.id > first.id
    assert repr(first.id) == str(first.id) == f"ParamId({int(first.id)})"


def test_from_tensor_of_a_plain_tensor_is_legal_and_train_marks_it():
    module = Net(w=Param.from_tensor(floats(1.0, device=PLAIN)))
    assert flags(module) == [(False, True)]
    assert module.train().w.val().is_require_grad()


def test_from_tensor_refuses_the_result_of_a_recorded_operation():
    with pytest.raises(NonLeafError):
        Param.from_tensor(floats(1.0).require_grad() * 2)


def test_ints_and_bools_are_parameters_that_are_never_trained():
    table = Param.from_tensor(Tensor.from_ints([1], AD))
    mask = Param.from_tensor(Tensor.from_bools([True], AD))
    module = Net(table=table, mask=mask)
    assert module.unfreeze(lambda _: True).table is table
    assert flags(module.valid().train()) == [(False, False)] * 2
    assert module.valid().train().mask.val().kind == "bool"


def test_map_keeps_the_id_and_reads_the_flag_off_the_result():
    before = Param.from_tensor(floats(2.0))
    after = before.map(lambda t: (t.inner() * 3).autodiff())
    assert after.id == before.id
    assert (after.is_require_grad(), after.flag) == (False, False)
    assert before.map(lambda t: t.require_grad()) is before


def test_val_is_the_same_handle_each_time():
    module = net()
    assert module.w.val() is module.w.val()


def test_a_param_is_not_taken_for_its_tensor():
    w = Param.from_tensor(floats(1.0))
    for use in (
        lambda: w * 2,
        lambda: 2 * w,
        lambda: -w,
        lambda: w @ w,
        lambda: w.grad,
        lambda: w[0],
        lambda: np.asarray(w),
    ):
        with pytest.raises(ReflexError) as refusal:
            use()
        assert "m.weight.val()" in refusal.value.way_out
    with pytest.raises(AttributeError, match="wieght"):
        _ = w.wieght
    with pytest.raises(ArgumentError, match="list"):
        Param.from_tensor([1.0])


# what a module call does to value, node, id and flag -----------------------------------------


def test_clone_shares_ids_and_leaves():
    module = net()
    assert [p.val() for p in module.clone().params()] == [p.val() for p in module.params()]


def test_to_device_makes_results_that_cannot_be_trained_and_the_gradient_stays_here():
    module = net(scale=floats(5.0))
    there = module.to_device(AD2)
    assert [p.id for p in there.params()] == [p.id for p in module.params()]
    assert flags(there) == [(False, False)] * 2
    assert there.w.val().is_tracked()
    assert there.scale.device() is AD2
    grads = (there.w.val() * there.b.val() * there.scale).sum().backward()
    assert len(GradientsParams.from_module(grads, there)) == 0
    assert GradientsParams.from_module(grads, module).get(module.w.id).to_data() == [15.0]
    with pytest.raises(NonLeafError):
        there.unfreeze(lambda path: path == "w")


def test_to_device_to_the_same_device_changes_nothing():
    module = net()
    assert [p.val() for p in module.to_device(AD).params()] == [p.val() for p in module.params()]


def test_fork_makes_new_leaves_with_the_flags_of_the_old():
    module = net().freeze(lambda path: path == "b")
    there = module.fork(AD2)
    assert flags(there) == [(True, True), (False, False)]
    assert there.w.id == module.w.id
    assert there.w.val().number != module.w.val().number
    assert there.w.val().device() is AD2
    assert module.fork(AD).w.val().number != module.w.val().number


def test_valid_leaves_autodiff_and_train_leads_back():
    module = net(scale=floats(5.0)).freeze(lambda path: path == "b")
    off = module.valid()
    assert flags(off) == [(False, True), (False, False)]
    assert not (off.w.val() * off.scale).is_autodiff()
    back = off.train()
    assert flags(back) == [(True, True), (False, False)]
    assert back.scale.is_autodiff()
    assert back.w.val().number != module.w.val().number


def test_train_on_a_trained_module_keeps_its_leaves():
    module = net()
    assert module.train().w is module.w


def test_freeze_and_unfreeze_go_by_path_and_thawing_keeps_what_was_trained():
    module = net(inner=net())
    frozen = module.freeze(lambda path: path.startswith("inner."))
    assert flags(frozen) == [(True, True)] * 2 + [(False, False)] * 2
    thawed = frozen.unfreeze(lambda path: path.endswith("w"))
    assert flags(thawed) == [(True, True)] * 3 + [(False, False)]
    assert thawed.w is module.w
    assert thawed.inner.w.val().number == frozen.inner.w.val().number


def test_one_parameter_is_frozen_by_assignment():
    module = net()
    before = module.w.val()
    module.w = module.w.set_require_grad(False)
    assert flags(module) == [(False, False), (True, True)]
    assert before.is_require_grad()
    assert events()[-1][OP] == "set_require_grad"


def test_freezing_off_autodiff_is_remembered():
    module = net().valid().no_grad()
    assert flags(module.train()) == [(False, False)] * 2
    assert flags(module.unfreeze(lambda _: True).train()) == [(True, True)] * 2


# layers and losses ----------------------------------------------------------------------------


def test_linear_starts_uniform_within_one_over_the_root_of_its_inputs():
    layer = Linear(100, 300, AD, seed=3)
    weight, bias = layer.weight.val().to_data(), layer.bias.val().to_data()
    assert (weight.shape, bias.shape) == ((100, 300), (300,))
    assert abs(weight).max() <= 0.1
    assert weight.min() < -0.0999
    assert weight.max() > 0.0999
    assert abs(weight.mean()) < 0.001
    assert weight.std() == pytest.approx(0.1 / np.sqrt(3), rel=0.01)
    assert abs(bias).max() <= 0.1
    np.testing.assert_array_equal(weight, Linear(100, 300, AD, seed=3).weight.val().to_data())
    assert not np.array_equal(weight, Linear(100, 300, AD, seed=4).weight.val().to_data())


def test_linear_is_x_times_weight_plus_bias_at_any_rank():
    layer = Linear(2, 3, AD, seed=1)
    weight, bias = layer.weight.val().to_data(), layer.bias.val().to_data()
    for shape in [(4, 2), (5, 4, 2)]:
        x = Tensor.random(shape, AD, seed=2)
        np.testing.assert_allclose(layer(x).to_data(), x.to_data() @ weight + bias, rtol=1e-6)


def test_sequential_runs_its_layers_in_order():
    x = floats(-1.0, 2.0)
    np.testing.assert_allclose(Sequential(Relu(), Tanh())(x).to_data(), np.tanh([0, 2.0]))
    np.testing.assert_allclose(Sequential(Tanh(), lambda t: t * 2)(x).to_data()[0], -1.5231884)


def test_mse_is_the_mean_of_squares():
    assert MseLoss()(floats(1.0, 5.0), floats(2.0, 2.0)).to_data().tolist() == [5.0]


def test_cross_entropy_is_minus_the_mean_log_probability_of_the_right_class():
    logits = Tensor.from_floats([[1.0, 2.0, 0.5], [0.0, -1.0, 3.0]], AD).require_grad()
    loss = CrossEntropyLoss()(logits, Tensor.from_ints([1, 0], AD))
    numbers = logits.to_data()
    shares = np.exp(numbers) / np.exp(numbers).sum(1, keepdims=True)
    wanted = -np.log([shares[0, 1], shares[1, 0]]).mean()
    assert loss.to_data().tolist() == pytest.approx([wanted])
    gradient = logits.grad((loss * 3).backward()).to_data()
    right = np.array([[0, 1, 0], [1, 0, 0]])
    np.testing.assert_allclose(gradient, 3 * (shares - right) / 2, rtol=1e-6)


@pytest.mark.parametrize(
    ("logits", "targets", "problem"),
    [
        (Tensor.ones((2, 3), AD), Tensor.from_ints([0], AD), "do not fit"),
        (Tensor.ones((2, 3), AD), Tensor.from_ints([[0], [1]], AD), "do not fit"),
        (Tensor.ones((3,), AD), Tensor.from_ints([0, 1, 2], AD), "do not fit"),
        (Tensor.ones((2, 3), AD), Tensor.from_ints([0, 3], AD), "index 3 lies outside"),
        (Tensor.ones((2, 3), AD), Tensor.ones((2,), AD), "expected an int tensor"),
        (Tensor.from_ints([[1], [2]], AD), Tensor.from_ints([0, 0], AD), "takes float"),
    ],
)
def test_cross_entropy_refuses_what_does_not_fit(logits, targets, problem):
    with pytest.raises((ShapeMismatchError, DTypeError)) as refusal:
        CrossEntropyLoss()(logits, targets)
    assert problem in refusal.value.problem


def test_names_of_another_framework_are_answered():
    answers = {
        "parameters": "params",
        "state_dict": "save_file",
        "eval": "valid",
        "zero_grad": "backward",
        "to": "fork",
        "requires_grad_": "freeze",
    }
    for name, answer in answers.items():
        with pytest.raises(ReflexError) as refusal:
            getattr(net(), name)
        assert answer in refusal.value.way_out
    with pytest.raises(ReflexError, match="zero_grad"):
        SgdConfig().init().zero_grad()
    with pytest.raises(AttributeError, match="Net has no attribute 'forward'"):
        net()(1)


def test_a_module_prints_its_parameters_and_their_state():
    module = net(table=Param.from_tensor(Tensor.from_ints([1], AD)), more={"c": net().w})
    module = module.freeze(lambda path: path == "b")
    module.layer = Linear(2, 3, AD2, bias=False).to_device(AD)
    assert repr(module).splitlines() == [
        "Net",
        "  w: [1], trained",
        "  b: [1], frozen",
        "  table: [1], whole numbers",
        "  layer.weight: [2, 3], moved, so it cannot be trained",
        "  more: [1], hidden in a dict or a set, so it cannot be trained",
    ]


@pytest.mark.parametrize(
    "misuse",
    [
        lambda x, p: x * p,
        lambda x, p: x.mul(p),
        lambda x, p: x.unsqueeze(2) @ p,
        lambda x, p: Tensor.cat([x, p], dim=0),
        lambda x, p: p * x,
    ],
)
def test_a_parameter_in_arithmetic_is_told_to_give_its_tensor(misuse):
    x = Tensor.from_floats([1.0, 2.0], AD)
    with pytest.raises(GradlabError) as refused:
        misuse(x, net().w)
    assert refused.value.way_out == "ask it for the tensor: m.weight.val()"


def test_numpy_on_a_parameter_is_told_to_ask_for_its_tensor():
    with pytest.raises(ReflexError, match=r"m\.weight\.val\(\)"):
        np.array(net().w)
    with pytest.raises(ReflexError, match=r"m\.weight\.val\(\)"):
        np.array(net().w, dtype=float, copy=True)
