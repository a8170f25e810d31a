"""How long things live: long chains, freed tapes, endless loops, threads, interrupts."""

import gc
import json
import re
import tracemalloc
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gradlab.engine import Device, GradlabError, TapeConsumedError, Tensor, events, walk
from gradlab.engine.node import Node
from gradlab.engine.rules import RULES
from gradlab.engine.value import unary

AD = Device.flex().autodiff()


def leaf(*values):
    return Tensor.from_floats(values or [1.0, 2.0], AD).require_grad()


def nodes_alive():
    return sum(isinstance(thing, Node) for thing in gc.get_objects())


def chain(x, length):
    h = x
    for _ in range(length):
        h = h * 1.0
    return h


# long chains ------------------------------------------------------------------------------------


def test_a_chain_of_100_000_operations_has_its_gradient():
    x = leaf(2.0, 3.0)
    h = x
    for _ in range(50_000):
        h = (h * 0.5).add(h)  # 1.5 h, two edges each
        h = h * (1 / 1.5)
    grads = h.sum().backward()
    np.testing.assert_allclose(h.to_data(), [2, 3], rtol=1e-2)
    np.testing.assert_allclose(x.grad(grads).to_data(), [1, 1], rtol=1e-2)


def test_a_backward_through_a_million_operations_neither_recurses_nor_crashes():
    x = leaf(2.0)
    h = chain(x, 1_000_000)
    grads = h.backward()
    assert x.grad(grads).to_data().tolist() == [1]
    with pytest.raises(TapeConsumedError):
        h.backward()


def test_a_million_linked_nodes_can_be_dropped_unwalked():
    before = nodes_alive()
    with events.paused():
        h = chain(leaf(2.0), 1_000_000)
    del h
    assert nodes_alive() == before


def test_ten_thousand_terms_on_one_leaf_add_up():
    x = leaf(1.0)
    terms = [x * float(k % 8) for k in range(10_000)]
    grads = Tensor.cat(terms).sum().backward()
    assert x.grad(grads).to_data().tolist() == [1_250 * 28]


# memory ------------------------------------------------------------------------------------------


@pytest.fixture
def traced():
    """Bytes in use, with a recorder so small that it is full at once."""
    events.set_capacity(100)
    gc.collect()
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    events.set_capacity(events.CAPACITY)


def test_after_a_backward_the_tape_is_free_though_the_loss_is_held(traced):
    x = Tensor.zeros((500_000,), AD).require_grad()
    before = traced()
    loss = x.exp().sin().exp().sin().exp().sum()
    held = traced() - before
    grads = loss.backward()
    x.grad(grads)
    del grads
    after = traced() - before
    assert held > 3 * x.to_data().nbytes  # what the three exp saved, sin shares
    assert after < 20_000
    assert loss.is_tracked()


def test_a_dropped_tensor_is_gone_at_once_without_the_collector():
    gc.disable()
    try:
        x = leaf()
        h = x * 2
        loss = h.sum()
        seen = [weakref.ref(t) for t in (x, h, loss)]
        grads = loss.backward()
        seen.append(weakref.ref(grads))
        del x, h, loss, grads
        assert [ref() for ref in seen] == [None] * 4
    finally:
        gc.enable()


def training():
    w, x = leaf(0.5, -0.5), Tensor.from_floats([1.0, 2.0], AD)
    while True:
        loss = (w * x - 1.0).square().sum()
        grads = loss.backward()
        w = Tensor.from_inner(w.inner() - w.grad(grads) * 0.1).require_grad()
        yield


def detaching():
    h, w = leaf(), leaf()
    while True:
        h = (h * w * 0.5).detach()
        yield


def marking_again():
    x = leaf()
    while True:
        grads = (x * x).sum().backward()
        x = (x - x.grad(grads) * 0.1).detach().require_grad()
        yield


def forwards_only():
    x = leaf()
    while True:
        (x * x).exp().sum().into_scalar()
        yield


@pytest.mark.parametrize("loop", [training, detaching, marking_again, forwards_only])
def test_an_endless_loop_keeps_memory_flat(loop, traced):
    step = loop()
    for _ in range(300):
        next(step)
    before = traced()
    for _ in range(2_000):
        next(step)
    assert traced() - before < 20_000  # 10 bytes a turn


# threads -----------------------------------------------------------------------------------------


def test_threads_with_graphs_of_their_own_do_not_disturb_each_other():
    def work(k):
        out = []
        for i in range(100):
            x = leaf(float(k), float(i))
            grads = (x * x * float(k)).sum().backward()
            out.append((x.number, x.grad(grads).to_data().tolist(), len(grads)))
        return out

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, range(8)))
    numbers = [number for result in results for number, _, _ in result]
    assert len(set(numbers)) == 800
    for k, result in enumerate(results):
        assert [g for _, g, _ in result] == [[2.0 * k * k, 2.0 * k * i] for i in range(100)]
        assert {size for _, _, size in result} == {1}


def test_one_leaf_may_serve_several_threads():
    w = leaf(3.0, 4.0)

    def work(k):
        return w.grad((w * float(k)).sum().backward()).to_data().tolist()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(200))) == [[float(k)] * 2 for k in range(200)]


# interrupts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", range(5))
def test_an_interrupted_backward_consumes_nothing(step):
    armed = [True]

    def interrupt(g, at):
        if armed[0] and at == step:
            raise KeyboardInterrupt
        return g

    def with_fuse(x, at):
        return unary(replace(RULES["neg"], run=lambda x: (x, (interrupt, at))), x)

    x, y = leaf(2.0, 3.0), leaf(5.0, 7.0)
    h = with_fuse(x * y, 0)
    left, right = with_fuse(h * 2, 1), with_fuse(h * h, 2)
    loss = with_fuse(with_fuse(left + right + h, 3).sum(), 4)
    with pytest.raises(KeyboardInterrupt):
        loss.backward()

    assert y.grad((x * y).sum().backward()).to_data().tolist() == [2, 3]
    armed[0] = False
    grads = loss.backward()
    outer = [2 * 10 + 3, 2 * 21 + 3]
    assert x.grad(grads).to_data().tolist() == [5 * outer[0], 7 * outer[1]]
    assert y.grad(grads).to_data().tolist() == [2 * outer[0], 3 * outer[1]]


def test_an_interrupt_while_the_tape_is_marked_leaves_it_used_up_as_a_whole(monkeypatch):
    use_up, armed = walk._use_up, [True]

    def interrupted(visited, walked):
        if armed and armed.pop():
            use_up(visited[:2], walked)
            raise KeyboardInterrupt
        use_up(visited, walked)

    x = leaf(1.0)
    first = x * 2
    second = first * 3
    loss = second.sum() * 4
    monkeypatch.setattr(walk, "_use_up", interrupted)
    with pytest.raises(KeyboardInterrupt):
        loss.backward()
    for t in (loss, second, first):
        with pytest.raises(TapeConsumedError):
            t.backward()
    assert x.grad((x * 5).backward()).to_data().tolist() == [5]


# recording off ------------------------------------------------------------------------------------

PROGRAMS = json.loads((Path(__file__).parent / "programs.json").read_text())


def outcome(program):
    """What every name holds at the end, and the refusal without its numbers."""
    names = {
        "Tensor": Tensor,
        "F": Tensor.from_floats,
        "ad": AD,
        "ad2": Device.flex(1).autodiff(),
        "plain": Device.flex(),
    }
    refusal = None
    try:
        exec(compile("\n".join(program["program"]), "program", "exec"), names)
    except GradlabError as error:
        refusal = (type(error), error.op, re.sub(r"\d+", "n", error.problem), error.way_out)
        refusal += (sorted(error.facts), error.site.line)
    except AttributeError as error:
        refusal = str(error)
    asked = {expression: eval(expression, names) for expression in program["expect"]}
    held = {**names, **asked}
    return refusal, {
        name: (str(t.to_data()), t.dtype, t.requirement, t.device())
        for name, t in held.items()
        if isinstance(t, Tensor)
    }


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("program", PROGRAMS, ids=[program["id"] for program in PROGRAMS])
def test_answers_and_refusals_are_the_same_with_recording_off(program):
    recorded = outcome(program)
    count = len(events.events())
    with events.paused():
        assert outcome(program) == recorded
    assert len(events.events()) == count


def test_paused_is_this_threads_business_and_ends_with_the_block():
    assert events.is_recording()
    with events.paused(), events.paused(), ThreadPoolExecutor(1) as pool:
        assert not events.is_recording()
        assert pool.submit(events.is_recording).result()
    assert events.is_recording()
