"""Gradients by parameter: what is taken, what stays, what is used up, what is on record."""

import re

import pytest

from gradlab.engine import ContainerTakenError, Device, ShapeMismatchError, Tensor
from gradlab.engine.events import EXTRA, INS, OP, TRACKED, events
from gradlab.engine.graph_view import graph, site_of
from gradlab.nn import (
    AdamConfig,
    ArgumentError,
    GradientsAccumulator,
    GradientsParams,
    GradientsUsedError,
    Module,
    Param,
    SgdConfig,
)

AD = Device.flex().autodiff()


class Net(Module):
    def __init__(self, **fields):
        self.__dict__.update(fields)


def floats(*numbers, device=AD):
    return Tensor.from_floats(numbers, device)


def pair():
    return Net(a=Param.from_tensor(floats(2.0)), b=Param.from_tensor(floats(3.0)))


def backward(module):
    return (module.a.val() * module.b.val()).sum().backward()


def last(op):
    return next(event for event in reversed(events()) if event[OP] == op)


# taking -------------------------------------------------------------------------------------


def test_from_grads_takes_the_whole_container():
    module = pair()
    other = floats(1.0).require_grad()
    grads = (module.a.val() * other).sum().backward()
    gradients = GradientsParams.from_grads(grads, module)
    assert gradients.get(module.a.id).to_data() == [1.0]
    assert list(gradients.unclaimed) == [other.number]
    with pytest.raises(ContainerTakenError, match="from_grads"):
        other.grad(grads)
    with pytest.raises(ContainerTakenError):
        GradientsParams.from_module(grads, module)


def test_from_module_takes_the_modules_entries_and_leaves_the_rest():
    module = pair()
    other = floats(7.0).require_grad()
    grads = (module.a.val() * other).sum().backward()
    gradients = GradientsParams.from_module(grads, module)
    assert (len(gradients), gradients.len(), gradients.ids()) == (1, 1, [module.a.id])
    assert module.a.val().grad(grads) is None
    assert other.grad(grads).to_data() == [2.0]
    assert GradientsParams.from_module(grads, module).len() == 0


def test_from_params_takes_the_entries_of_these_ids():
    module = pair()
    grads = backward(module)
    gradients = GradientsParams.from_params(grads, module, [module.b.id])
    assert gradients.ids() == [module.b.id]
    assert module.a.val().grad(grads).to_data() == [3.0]


def test_frozen_parameters_are_skipped_even_if_an_entry_is_there():
    module = pair()
    grads = backward(module)
    frozen = module.freeze(lambda path: path == "a")
    assert GradientsParams.from_module(grads, frozen).ids() == [module.b.id]
    assert GradientsParams.from_module(grads, module).ids() == [module.a.id]


def test_an_unmarked_handle_takes_nothing_though_its_number_has_an_entry():
    unmarked = floats(1.0)
    marked = unmarked.require_grad()
    module = Net(w=Param.initialized(Param.from_tensor(marked).id, unmarked))
    grads = (marked * 2).sum().backward()
    assert GradientsParams.from_module(grads, module).len() == 0
    assert marked.grad(grads).to_data() == [2.0]


def test_each_taking_is_on_record_with_its_place_and_what_it_took():
    module = pair()
    grads = (module.b.val() * 2).sum().backward()
    gradients = GradientsParams.from_module(grads, module)
    event = last("from_module")
    assert gradients.event is event
    assert gradients.root == grads.root
    assert grads.removed == {module.b.val().number: event}
    assert event[EXTRA] == grads.root
    assert event[INS] == (module.a.val().number, module.b.val().number)
    assert event[TRACKED] == 0b10
    assert site_of(event).first_line == "gradients = GradientsParams.from_module(grads, module)"
    taken = backward(module)
    GradientsParams.from_grads(taken, module)
    assert taken.taken == ("from_grads", last("from_grads"))


def test_taking_leaves_no_trace_in_the_dataflow():
    module = pair()
    loss = (module.a.val() * module.b.val()).sum()
    before = str(graph(loss))
    GradientsParams.from_module(loss.backward(), module)
    after = graph(loss)
    assert [node.op for node in after.nodes if node.number == loss.number] == ["sum"]
    assert before.count("\n") == str(after).count("\n")


@pytest.mark.parametrize("take", [GradientsParams.from_grads, GradientsParams.from_module])
def test_arguments_of_another_kind_are_refused_and_the_container_stays(take):
    module = pair()
    grads = backward(module)
    for args in [(module, grads), (grads, module.a), (None, module)]:
        with pytest.raises(ArgumentError):
            take(*args)
    assert len(grads) == 2


# looking, changing, using up ----------------------------------------------------------------


def test_looking_takes_nothing_out():
    module = pair()
    gradients = GradientsParams.from_grads(backward(module), module)
    for _ in range(2):
        assert len(gradients) == 2
        assert gradients.health(module) == "2 of 2 parameters have a gradient"
        assert gradients.get(module.a.id).to_data() == [3.0]
        assert not gradients.get(module.a.id).is_autodiff()


def test_remove_takes_out_and_register_replaces():
    module = pair()
    gradients = GradientsParams.from_grads(backward(module), module)
    assert gradients.remove(module.a.id).to_data() == [3.0]
    assert gradients.remove(module.a.id) is None
    gradients.register(module.b.id, floats(9.0))
    assert gradients.get(module.b.id).to_data() == [9.0]
    assert not gradients.get(module.b.id).is_autodiff()
    with pytest.raises(ArgumentError):
        gradients.get(module.b)


def test_health_tells_frozen_and_hidden_parameters_apart_from_missing_ones():
    module = pair().freeze(lambda path: path == "a")
    module.unused = Param.from_tensor(floats(1.0))
    module.table = Param.from_tensor(Tensor.from_ints([1], AD))
    gradients = GradientsParams.from_grads(backward(module), module)
    assert gradients.health(module) == "1 of 3 parameters have a gradient, 1 frozen"
    module.more = {"c": Param.from_tensor(floats(1.0))}
    with pytest.warns(match="more"):
        line = gradients.health(module)
    assert line.endswith("1 frozen, 1 hidden in a dict or a set")


def test_to_device_moves_the_modules_gradients():
    module, other = pair(), pair()
    gradients = GradientsParams()
    gradients.register(module.a.id, floats(1.0))
    gradients.register(other.a.id, floats(2.0))
    moved = gradients.to_device(Device.flex(1), module)
    assert moved.get(module.a.id).device() is Device.flex(1)
    assert moved.get(other.a.id).device() is Device.flex()


def test_gradients_are_used_once():
    module, optimizer = pair(), SgdConfig().init()
    gradients = GradientsParams.from_grads(backward(module), module)
    after = optimizer.step(0.1, module, gradients)
    for again in (
        lambda: optimizer.step(0.1, after, gradients),
        lambda: GradientsAccumulator().accumulate(module, gradients),
        lambda: gradients.register(module.a.id, floats(1.0)),
        lambda: gradients.remove(module.a.id),
    ):
        with pytest.raises(GradientsUsedError) as refusal:
            again()
        assert re.search(
            r"by step \(.*test_gradients_params\.py, line \d+\)", refusal.value.problem
        )
    assert len(gradients) == 2
    assert after.a.val().to_data() == pytest.approx([1.7])


def test_an_accumulator_adds_what_the_module_owns_and_starts_again():
    module, other = pair(), pair()
    accumulator = GradientsAccumulator()
    accumulator.accumulate(module, GradientsParams.from_grads(backward(module), module))
    first = (module.a.val() * 10).sum().backward()
    accumulator.accumulate(module, GradientsParams.from_grads(first, module))
    accumulator.accumulate(module, GradientsParams.from_grads(backward(other), other))
    assert len(accumulator) == accumulator.len() == 2
    total = accumulator.grads()
    assert total.get(module.a.id).to_data() == [13.0]
    assert total.get(module.b.id).to_data() == [2.0]
    assert accumulator.grads().len() == 0


# the step -----------------------------------------------------------------------------------


def test_a_step_makes_new_leaves_where_there_is_a_gradient_and_touches_nothing_else():
    module, optimizer = pair(), AdamConfig().init()
    grads = (module.a.val() * 2).sum().backward()
    after = optimizer.step(0.1, module, GradientsParams.from_grads(grads, module))
    assert after.b is module.b
    assert after.a.id == module.a.id
    assert after.a.val().number != module.a.val().number
    assert after.a.val().is_require_grad()
    assert module.a.val().to_data() == [2.0]
    assert list(optimizer.state) == [module.a.id]


def test_a_step_is_on_record_with_the_value_before_and_the_parameter():
    module = pair()
    gradients = GradientsParams.from_grads((module.a.val() * 2).sum().backward(), module)
    after = SgdConfig().init().step(0.1, module, gradients)
    event = last("step")
    assert event[2] == after.a.val().number
    assert event[INS] == (module.a.val().number,)
    assert event[EXTRA] == ((1,), module.a.id)
    assert site_of(event).first_line == "after = SgdConfig().init().step(0.1, module, gradients)"


def test_a_parameter_frozen_after_backward_is_still_updated_and_stays_frozen():
    module = pair()
    gradients = GradientsParams.from_grads(backward(module), module)
    after = SgdConfig().init().step(0.1, module.no_grad(), gradients)
    assert after.a.val().to_data() == pytest.approx([1.7])
    assert not after.a.is_require_grad()


def test_the_gradients_of_a_fork_update_the_original_on_the_gradients_hardware():
    module = pair()
    there = module.fork(Device.flex(1).autodiff())
    gradients = GradientsParams.from_grads(backward(there), there)
    after = SgdConfig().init().step(0.1, module, gradients)
    assert after.a.val().to_data() == pytest.approx([1.7])
    assert after.a.val().device() is Device.flex(1).autodiff()
    assert after.a.is_require_grad()


def test_a_gradient_that_does_not_fit_changes_nothing():
    module, optimizer = pair(), AdamConfig().init()
    gradients = GradientsParams.from_grads(backward(module), module)
    gradients.register(module.b.id, floats(1.0, 2.0))
    with pytest.raises(ShapeMismatchError) as refusal:
        optimizer.step(0.1, module, gradients)
    assert refusal.value.problem == "the gradient of b has shape (2,), its parameter (1,)"
    assert len(optimizer.state) == 0
    gradients.register(module.b.id, floats(1.0))
    assert optimizer.step(0.1, module, gradients).a.val().to_data() == pytest.approx([1.9])


def test_step_takes_rate_module_gradients_in_this_order():
    module, optimizer = pair(), SgdConfig().init()
    grads = backward(module)
    with pytest.raises(ArgumentError, match="GradientsParams"):
        optimizer.step(0.1, module, grads)
    gradients = GradientsParams.from_grads(grads, module)
    with pytest.raises(ArgumentError, match="learning rate"):
        optimizer.step(module, 0.1, gradients)
    assert len(optimizer.step(1, module, gradients).params()) == 2
