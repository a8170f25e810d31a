"""The recorder: bounded, keeps nothing alive, changes no answer; the order of what happened."""

import gc
import threading
import weakref
from types import CodeType

import numpy as np
import pytest

from gradlab import Device, GradlabError, Tensor
from gradlab.engine import events
from gradlab.engine.events import EXTRA, INS, OP, OUT, PLACE, SEQ, TRACKED
from gradlab.engine.sites import resolve, resolve_caller

ON = Device.flex().autodiff()


@pytest.fixture(autouse=True)
def _empty_ring():
    events.set_capacity(events.CAPACITY)
    yield
    events.set_capacity(events.CAPACITY)


def leaf(numbers=(1.0, 2.0)):
    return Tensor.from_floats(list(numbers), ON)


def recorded(op):
    return [event for event in events.events() if event[OP] == op]


def contents(value):
    """A value and, for tuples, everything inside."""
    return (
        [value, *[part for each in value for part in contents(each)]]
        if isinstance(value, tuple)
        else [value]
    )


# what an event is ---------------------------------------------------------------------------------


def test_an_event_names_the_operation_its_numbers_and_which_of_them_were_tracked():
    w, x = leaf().require_grad(), leaf()
    y = x * w
    event = events.events()[-1]
    assert (event[OP], event[OUT], event[INS]) == ("mul", y.number, (x.number, w.number))
    assert event[TRACKED] == 0b10
    assert event[EXTRA] is None  # the shape is the first input's
    assert y._event is event


def test_untracked_and_plain_operations_are_on_record_too():
    x = leaf()
    plain = x.inner()
    total = plain + plain
    assert [event[OP] for event in events.events()] == ["leaf", "inner", "add"]
    assert events.events()[-1][OUT] == total.number
    assert events.events()[-1][TRACKED] == 0


def test_a_leaf_records_its_shape_a_digest_of_its_numbers_its_device_and_its_kind():
    x, same, other = leaf(), leaf(), leaf([1.0, 2.5])
    digests = [event[EXTRA][1] for event in recorded("leaf")]
    assert digests[0] == digests[1] != digests[2]
    assert recorded("leaf")[0][EXTRA] == ((2,), digests[0], ON, "f")
    assert [event[OUT] for event in recorded("leaf")] == [x.number, same.number, other.number]


def test_values_of_more_than_4096_numbers_have_no_digest():
    Tensor.zeros([4096], ON)
    Tensor.zeros([4097], ON)
    assert [event[EXTRA][1] is None for event in recorded("leaf")] == [False, True]


def everything_that_is_recorded():
    w, x = leaf().require_grad(), leaf()
    late = x * w
    x = x.require_grad()
    loss = late + x.detach() * w + x.int().float() * w + w.set_require_grad(False) * x
    loss = loss.sum() + w.select(0, Tensor.from_ints([0], ON))
    loss = loss + Tensor.cat([w, x.clamp(0, 1)]).max()
    grads = loss.backward()
    w.grad(grads)
    w.grad_replace(grads, leaf().inner())
    w.grad_remove(grads)
    np.asarray(loss)
    x.greater_elem(0.0).any()


def test_events_hold_numbers_names_code_and_devices_but_no_tensor_array_or_frame():
    everything_that_is_recorded()
    held = [part for event in events.events() for part in contents(event)]
    kinds = {type(part) for part in held} - {events.Place}
    assert kinds == {tuple, int, bool, str, type(None), CodeType, Device}


def test_the_ring_keeps_no_tensor_array_node_or_container_alive():
    w = leaf().require_grad()
    h = w * w
    loss = h.sum()
    grads = loss.backward()
    gradient = w.grad(grads)
    gradient.to_data()
    watched = [weakref.ref(t) for t in (w, h, loss, grads, gradient)]
    watched += [weakref.ref(t._data) for t in (w, h, loss, gradient)]
    before = len(events.events())
    del w, h, loss, grads, gradient
    gc.collect()
    assert len(events.events()) == before == 7
    assert [ref() for ref in watched] == [None] * 9


def test_locals_of_the_users_function_do_not_outlive_it():
    class Local:
        pass

    def forward():
        local = Local()
        leaf() * leaf()
        return weakref.ref(local)

    assert forward()() is None
    assert recorded("mul")


# bounded ------------------------------------------------------------------------------------------


def test_the_oldest_events_go_first():
    events.set_capacity(3)
    x = leaf()
    numbers = [(x * 1.0).number for _ in range(5)]
    assert [event[OUT] for event in events.events()] == numbers[-3:]


def test_the_ring_says_whether_it_has_forgotten_anything():
    events.set_capacity(3)
    x = leaf()
    x + x
    assert not events.forgotten()
    x + x
    x + x
    assert events.forgotten()
    assert [event[OP] for event in events.events()] == ["add"] * 3


def test_a_long_loop_keeps_as_many_events_as_fit():
    events.set_capacity(100)
    x = leaf()
    for _ in range(1000):
        x = x * 1.0
    held = events.events()
    assert len(held) == 100
    assert [event[SEQ] for event in held] == sorted(event[SEQ] for event in held)
    assert held[-1][OUT] == x.number


def test_a_loop_over_one_line_makes_one_place():
    x = leaf()
    for _ in range(100):
        x = x * 1.0
    assert len({id(event[PLACE]) for event in recorded("mul_scalar")}) == 1


@pytest.mark.parametrize("bad", ["a", 1.5, True, None, 0, -1, 10**12])
def test_a_capacity_that_is_no_number_or_too_large_is_refused_and_changes_nothing(bad):
    x = leaf()
    with pytest.raises(ValueError, match="a whole number from 1 to 10,000,000, not "):
        events.set_capacity(bad)
    assert [event[OUT] for event in events.events()] == [x.number]


def test_an_event_with_its_number_takes_at_most_240_bytes():
    x = leaf()
    y = x * x
    size = y._event.__sizeof__() + 16 + y._event[SEQ].__sizeof__() + y._event[OUT].__sizeof__()
    assert size <= 240


# off ----------------------------------------------------------------------------------------------


def answers():
    """Numbers, flags, gradients and refusals of a program with every kind of cut."""
    w, x = leaf([3.0, 4.0]).require_grad(), leaf()
    late = x * w
    marked = x.require_grad()
    copy = marked.detach()
    loss = (late + copy * w + marked.int().float() * w + marked * 2.0).sum()
    grads = loss.backward()
    asked = [w, x, marked, copy, late, loss]
    found = [t.grad(grads) for t in asked]
    said = [None if g is None else g.to_data().tolist() for g in found]
    flags = [(t.is_tracked(), t.is_require_grad(), t.requirement.value) for t in asked]
    refusals = []
    for refused in (loss.backward, late.require_grad, leaf().backward, leaf().inner().backward):
        with pytest.raises(GradlabError) as caught:
            refused()
        refusals.append(type(caught.value).__name__)
    removed = w.grad_remove(grads).to_data().tolist(), w.grad(grads), len(grads)
    return said, flags, refusals, removed


def test_every_answer_is_the_same_with_recording_off():
    on = answers()
    events.set_capacity(events.CAPACITY)
    with events.paused():
        off = answers()
    assert off == on
    assert events.events() == []
    assert on[0] == [[3.0, 6.0], None, [2.0, 2.0], [3.0, 4.0], None, None]
    assert on[2] == ["TapeConsumedError", "NonLeafError", "UntrackedRootError", "NoAutodiffError"]


def test_what_is_made_while_recording_is_off_has_no_event():
    with events.paused():
        assert not events.is_recording()
        y = leaf() * leaf()
    assert y._event is None
    assert events.is_recording()
    assert (y * y)._event is events.events()[-1]


def test_pauses_nest_and_end_with_an_error_too():
    def fail():
        with events.paused():
            with events.paused():
                pass
            assert not events.is_recording()
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert events.is_recording()
    leaf()
    assert len(recorded("leaf")) == 1


# reading numbers out ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "read",
    [
        lambda t: t.to_data(),
        lambda t: t.into_scalar(),
        lambda t: np.asarray(t),
        lambda t: np.array(t),
        lambda t: float(t),
    ],
    ids=["to_data", "into_scalar", "np.asarray", "np.array", "float"],
)
def test_a_read_leaves_one_event_with_number_shape_and_digest(read):
    x = leaf([7.0]).require_grad()
    assert np.ravel(read(x)).tolist() == [7.0]
    (event,) = recorded("read")
    assert (event[OUT], event[INS], event[TRACKED]) == (x.number, (x.number,), 1)
    assert event[EXTRA] == ((1,), recorded("leaf")[0][EXTRA][1])
    assert resolve(event[PLACE], event[SEQ]).first_line.startswith("lambda t: ")


def test_numbers_read_out_and_put_in_again_have_the_same_digest():
    x = leaf([0.1, 0.2]).require_grad()
    Tensor.from_floats(x.to_data(), ON)
    (read,), (_, again) = recorded("read"), recorded("leaf")
    assert read[EXTRA][1] == again[EXTRA][1]


def test_a_refused_read_leaves_no_event():
    with pytest.raises(Exception, match="holds 2 numbers"):
        leaf().into_scalar()
    assert recorded("read") == []


# what a backward keeps ----------------------------------------------------------------------------


def walked(size=2):
    w = Tensor.ones([size], ON).require_grad()
    return (w * w).sum().backward()


def test_a_small_tape_is_kept_for_afterwards_newest_operation_first():
    w = leaf([3.0, 4.0]).require_grad()
    h = w * w
    loss = h.sum()
    grads = loss.backward()
    assert [node.id for node, _ in grads.steps] == [loss.number, h.number]
    by_left, by_right = grads.steps[1][1]
    assert by_left[0].id == by_right[0].id == w.number
    assert by_left[2].tolist() == [3.0, 4.0]


@pytest.mark.parametrize(("floats", "kept"), [(500_000, True), (550_000, False)])
def test_a_tape_that_saved_more_than_4_mb_is_not_kept(floats, kept):
    grads = walked(floats)  # the product saves its two inputs: 8 bytes per element
    assert (grads.steps is not None) is kept


def test_only_the_newest_eight_tapes_are_kept():
    held = [walked() for _ in range(10)]
    assert [grads.steps is not None for grads in held] == [False] * 2 + [True] * 8
    assert len(held[0]) == 1


def test_dropping_a_container_frees_its_tape():
    w = leaf().require_grad()
    h = w * w
    grads = (h * h).sum().backward()
    saved = weakref.ref(h._data)
    del h
    gc.collect()
    assert saved() is not None
    del grads
    gc.collect()
    assert saved() is None


# order --------------------------------------------------------------------------------------------


def test_a_mark_comes_after_the_uses_before_it_and_before_those_after_it():
    w, x = leaf().require_grad(), leaf()
    x * w
    x = x.require_grad()
    x * w
    early, late = recorded("mul")
    mark = recorded("require_grad")[-1]
    assert mark[OUT] == x.number == early[INS][0] == late[INS][0]
    assert early[SEQ] < mark[SEQ] < late[SEQ]
    assert (early[TRACKED], late[TRACKED]) == (0b10, 0b11)


def test_a_moment_lies_between_what_was_before_and_what_comes_after():
    x = leaf()
    between = events.moment()
    y = x * 1.0
    assert x._event[SEQ] < between < y._event[SEQ]


# where --------------------------------------------------------------------------------------------


def helper(x):
    return x * 2.0


def test_the_place_of_a_helper_function_has_the_line_in_it_and_the_line_that_called_it():
    y = helper(leaf())
    event = y._event
    inside, outside = resolve(event[PLACE], event[SEQ]), resolve_caller(event[PLACE], event[SEQ])
    assert inside.first_line == "return x * 2.0"
    assert outside.first_line == "y = helper(leaf())"
    assert inside.function == "helper"
    assert outside.function.startswith("test_the_place_of")


def test_here_is_the_line_that_asked():
    def ask():
        return events.here()

    assert resolve(ask(), events.moment()).first_line == "return events.here()"


# threads ------------------------------------------------------------------------------------------


def in_threads(*jobs):
    failures = []

    def guarded(job):
        try:
            job()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_numbers_and_order_are_unique_across_threads():
    def train():
        w = leaf().require_grad()
        for _ in range(50):
            grads = (w * w).sum().backward()
            assert w.grad(grads).to_data().tolist() == [2.0, 4.0]

    in_threads(*[train] * 4)
    held = events.events()
    assert len({event[SEQ] for event in held}) == len(held) == 4 * (2 + 50 * 5)
    made = [event[OUT] for event in held if event[OP] in ("mul", "sum", "gradient", "leaf")]
    assert len(set(made)) == len(made)


def test_a_pause_in_one_thread_leaves_the_others_recording():
    paused, seen = threading.Event(), threading.Event()

    def quiet():
        with events.paused():
            paused.set()
            assert seen.wait(10)
            assert (leaf() * leaf())._event is None

    def loud():
        assert paused.wait(10)
        x = leaf()
        assert events.is_recording()
        assert [event[OUT] for event in events.events()] == [x.number]
        seen.set()

    in_threads(quiet, loud)
    assert [event[OP] for event in events.events()] == ["leaf"]
