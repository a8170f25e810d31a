"""The experiment: five terms, nine reasons for None, and the program that gets all gradients."""

import pytest

from gradlab.engine import Device, Tensor

PLAIN, AD = Device.flex(), Device.flex().autodiff()


@pytest.fixture(scope="module")
def names():
    w = Tensor.from_floats([3.0, 4.0], AD).require_grad()
    unused = Tensor.from_floats([5.0, 5.0], AD).require_grad()
    x_plain = Tensor.from_floats([1.0, 2.0], PLAIN)
    x_nograd = Tensor.from_floats([1.0, 2.0], AD)
    x_late = Tensor.from_floats([1.0, 2.0], AD)
    x_detached = Tensor.from_floats([1.0, 2.0], AD).require_grad()
    x_int = Tensor.from_floats([1.0, 2.0], AD).require_grad()

    h = x_plain * w
    late_term = x_late * w
    x_late = x_late.require_grad()
    copy = x_detached.detach()
    terms = h + x_nograd * w + late_term + copy * w + x_int.int().float() * w
    loss = terms.sum()
    grads = loss.backward()
    other = (unused * 2).sum().backward()
    return locals()


ROWS = {
    "w, marked and on the path": ("w.grad(grads)", [5.0, 10.0]),
    "1 x on a plain device": ("x_plain.grad(grads)", None),
    "2 x never marked": ("x_nograd.grad(grads)", None),
    "3 x marked after its use": ("x_late.grad(grads)", None),
    "4 a leaf the loss does not use": ("unused.grad(grads)", None),
    "5 x behind detach": ("x_detached.grad(grads)", None),
    "5 the detached copy itself": ("copy.grad(grads)", [3.0, 4.0]),
    "6 x through int and float": ("x_int.grad(grads)", None),
    "7 the intermediate h": ("h.grad(grads)", None),
    "7 the loss itself": ("loss.grad(grads)", None),
    "9 w in the other container": ("w.grad(other)", None),
    "unused in the other container": ("unused.grad(other)", [2.0, 2.0]),
}


@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_the_experiment_has_the_measured_outcome(row, names):
    expression, wanted = ROWS[row]
    gradient = eval(expression, {}, names)
    assert (gradient if wanted is None else gradient.to_data().tolist()) == wanted


def test_8_w_after_grad_remove_is_none(names):
    w, grads = names["w"], (names["w"] * 5).sum().backward()
    assert w.grad_remove(grads).to_data().tolist() == [5, 5]
    assert w.grad(grads) is None


def test_the_flags_of_the_experiment(names):
    assert names["x_nograd"].is_require_grad() is False
    assert names["h"].is_tracked() is True
    assert names["h"].is_require_grad() is False
    assert names["x_late"].is_require_grad() is True
    assert names["x_plain"].is_autodiff() is False


def test_the_fix_gives_w_x_and_h_their_gradients_and_nothing_flows_through_h():
    w = Tensor.from_floats([3.0, 4.0], AD).require_grad()
    x = Tensor.from_floats([1.0, 2.0], AD).require_grad()
    h = (x * w).detach().require_grad()
    grads = (h * 2 + x * w).sum().backward()
    assert w.grad(grads).to_data().tolist() == [1, 2]
    assert x.grad(grads).to_data().tolist() == [3, 4]
    assert h.grad(grads).to_data().tolist() == [2, 2]
