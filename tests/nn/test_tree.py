"""How the parameters of a module are found, and how another module is made of them."""

import warnings
from collections import namedtuple

import numpy as np
import pytest

from gradlab.engine import Device, Tensor
from gradlab.nn import (
    GradientsParams,
    HiddenParamWarning,
    Linear,
    Module,
    ModuleTreeError,
    Param,
    SgdConfig,
)

AD = Device.flex().autodiff()


class Net(Module):
    def __init__(self, **fields):
        self.__dict__.update(fields)


def param(*numbers):
    return Param.from_tensor(Tensor.from_floats(numbers or [1.0], AD))


def paths(module):
    return [path for path, _ in module.named_params()]


def test_a_visit_enters_fields_modules_lists_and_tuples_in_their_order():
    net = Net(b=param(), a=Net(w=param()), many=[param(), (None, Net(w=param())), 3], none=None)
    assert paths(net) == ["b", "a.w", "many[0]", "many[1][1].w"]
    assert net.params() == [net.b, net.a.w, net.many[0], net.many[1][1].w]


def test_a_parameter_in_two_fields_counts_once_under_the_first():
    shared = param(1, 2, 3)
    net = Net(encoder=Net(w=shared), decoder=shared)
    assert paths(net) == ["encoder.w"]
    assert net.num_params() == 3


def test_a_shared_parameter_stays_shared_after_a_step():
    shared = param(2)
    net = Net(a=shared, b=shared)
    gradients = GradientsParams.from_grads((net.a.val() * net.b.val()).sum().backward(), net)
    after = SgdConfig().init().step(0.1, net, gradients)
    assert after.a is after.b
    assert after.a.val().to_data() == pytest.approx([1.6])


def test_num_params_counts_numbers_of_every_kind():
    net = Net(w=Linear(3, 2, AD), table=Param.from_tensor(Tensor.from_ints([1, 2], AD)))
    assert net.num_params() == 3 * 2 + 2 + 2


@pytest.mark.parametrize(
    ("field", "number"),
    [
        ({"first": param(), "second": [param()]}, 2),
        ({param(), param(), param()}, 3),
        (frozenset([Net(w=param())]), 1),
        ({"deep": {"deeper": (Net(w=param()),)}}, 1),
    ],
)
def test_parameters_in_a_dict_or_set_are_not_found_but_told_of_by_field(field, number):
    net = Net(inner=Net(layers=field), w=param())
    with pytest.warns(HiddenParamWarning, match=rf"Net\.inner\.layers .*\({number}\)") as told:
        assert paths(net) == ["w"]
    assert told[0].filename == __file__
    assert [path for path, _ in net.hidden_params()] == ["inner.layers"] * number


def test_a_field_is_told_of_once_also_by_the_modules_made_of_this_one():
    net = Net(layers={"a": param()})
    with pytest.warns(HiddenParamWarning, match="layers"):
        net.params()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        net.params()
        net.clone().no_grad().params()
        net.more = {"b": param()}
        with pytest.raises(HiddenParamWarning, match=r"Net\.more"):
            net.params()


def test_hidden_parameters_of_a_set_come_in_the_order_of_their_ids():
    made = [param() for _ in range(20)]
    net = Net(many=set(made))
    assert [hidden for _, hidden in net.hidden_params()] == made


def test_what_is_found_elsewhere_is_not_hidden():
    net = Net(layers=[Net(w=param())])
    net.by_name = {"first": net.layers[0], "whole": net}
    assert net.hidden_params() == []
    assert len(net.params()) == 1


def ring():
    net = Net(child=Net(w=param()))
    net.child.parent = net
    return net


def loop():
    net = Net(w=param(), items=[])
    net.items.append(net.items)
    return net


def chain(levels):
    net = Net(w=param())
    for _ in range(levels - 1):
        net = Net(child=net)
    return net


@pytest.mark.parametrize(
    ("net", "where"),
    [(ring(), "itself at child.parent"), (loop(), "itself at items[0]"), (chain(101), "levels")],
)
@pytest.mark.parametrize("call", [Net.params, Net.clone, Net.no_grad, Net.num_params])
def test_a_module_that_never_ends_is_refused(net, where, call):
    with pytest.raises(ModuleTreeError) as refusal:
        call(net)
    assert where in refusal.value.problem
    assert "\n" not in repr(net)


def test_a_hundred_levels_are_fine():
    assert len(chain(100).params()) == 1
    assert chain(100).no_grad().params()[0].is_require_grad() is False


Pair = namedtuple("Pair", "left right")


def test_a_module_made_of_another_has_its_class_its_kinds_of_lists_and_shares_the_rest():
    net = Net(pair=Pair(param(), 1), row=(param(),), many=[param()], log=[1.0], note={"a": 1})
    net.activation = np.tanh
    after = net.no_grad()
    assert type(after) is Net
    assert isinstance(after.pair, Pair)
    assert after.pair.right == 1
    assert isinstance(after.row, tuple)
    assert after.many is not net.many
    assert after.log is net.log
    assert after.note is net.note
    assert after.activation is np.tanh
    assert net.many[0].is_require_grad()


def test_changing_a_clone_changes_nothing_here():
    net = Net(layers=[param()], child=Net(w=param()))
    other = net.clone()
    other.layers[0], other.child.w = param(), param()
    assert other.layers[0].id != net.layers[0].id
    assert other.child.w.id != net.child.w.id


def test_a_cleared_layer_of_none_is_no_parameter():
    net = Linear(2, 3, AD, bias=False)
    assert paths(net) == ["weight"]
    assert net(Tensor.ones((1, 2), AD)).shape == (1, 3)
