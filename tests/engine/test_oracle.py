"""The engine against the oracle: random programs, and proofs that the oracle can tell."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from gradlab.engine import ContainerTakenError, DTypeError, Tensor
from gradlab.engine.rules import arithmetic
from gradlab.engine.value import untracked
from tests.engine.formulas import ONE, TWO
from tests.engine.fuzz import DisagreementError, answers, check
from tests.engine.oracle import Oracle, Place
from tests.engine.programs import programs

AD = Place(0, True)
FORMULAS = {op.text: op for op in (*ONE, *TWO)}
AS_IN_CI = settings(
    max_examples=300,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
    report_multiple_bugs=False,
)
OFTEN = (
    *("Some", "None", "partial", "backward", "taken", "TapeConsumedError", "NoAutodiffError"),
    *("UntrackedRootError", "NonLeafError", "DeviceMismatchError", "ShapeMismatchError"),
)


def test_300_random_programs_get_the_oracles_answers_of_every_kind():
    counted: Counter[str] = Counter()

    @AS_IN_CI
    @given(programs)
    def compare(program):
        counted.update(answers(program))
        check(program)

    compare()
    assert counted["programs"] >= 300
    assert {what: counted[what] for what in OFTEN if counted[what] < 8} == {}


# the oracle alone, where the answers are known ----------------------------------------------------


class Programmed(Oracle):
    """An oracle whose lines give their variable back."""

    def new(self, *values):
        self.leaf(list(values), AD)
        return self.handles[-1]

    def then(self, line, *arguments):
        getattr(self, line)(*arguments)
        return self.handles[-1]

    def by(self, text, *inputs):
        (self.one if len(inputs) == 1 else self.two)(FORMULAS[text], *inputs, 0)
        return self.handles[-1]

    def answers_of(self, root, *asked):
        """Gradients in the backward of ``root`` (lists or None), or the names of its refusals."""
        self.backward(root)
        if self.steps[-1].refused:
            return [kind.__name__ for kind in self.steps[-1].answer]
        found = [self.looked_up(x, self.containers[-1]) for x in asked]
        return [None if g is None else g.round(12).tolist() for g in found]


@pytest.fixture
def oracle():
    return Programmed()


def test_the_oracle_gives_a_late_mark_the_later_uses_only(oracle):
    w, early = oracle.new(3.0, 4.0), oracle.new(1.0, 2.0)
    w = oracle.then("require_grad", w)
    before = oracle.by("{x} * {y}", early, w)
    late = oracle.then("require_grad", early)
    root = oracle.by("{x} + {y}", before, oracle.by("{x} * {y}", late, late))
    assert oracle.answers_of(root, w, early, late) == [[1.0, 2.0], None, [2.0, 4.0]]


def test_the_oracle_gives_the_gradient_of_a_marked_leafs_copy_to_the_copy(oracle):
    x = oracle.then("require_grad", oracle.new(1.0, 2.0))
    copy = oracle.then("detach", x)
    assert oracle.answers_of(oracle.by("{x}.square()", copy), x, copy) == [None, [2.0, 4.0]]


def test_the_oracle_gives_nothing_through_a_cut(oracle):
    x = oracle.then("require_grad", oracle.new(1.3, 2.7))
    whole = oracle.then("to_float", oracle.then("to_int", x))
    oracle.by("{x}.square()", oracle.then("unmark", x))
    assert oracle.answers_of(oracle.handles[-1]) == ["UntrackedRootError"]
    root = oracle.by("{x} + {y}", whole, x)
    assert oracle.answers_of(root, x, whole, root) == [[1.0, 1.0], None, None]


def test_the_oracle_refuses_what_is_used_up_and_keeps_the_fresh_branch(oracle):
    x = oracle.then("require_grad", oracle.new(1.0, 2.0))
    shared, fresh = oracle.by("{x}.square()", x), oracle.by("-{x}", x)
    assert oracle.answers_of(shared, x) == [[2.0, 4.0]]
    assert oracle.answers_of(oracle.by("{x} + {y}", shared, fresh)) == ["TapeConsumedError"]
    assert oracle.answers_of(fresh, x) == [[-1.0, -1.0]]
    assert oracle.answers_of(fresh) == ["TapeConsumedError"]
    check(oracle)


def test_the_oracle_knows_a_replaced_a_removed_and_a_taken_gradient(oracle):
    x = oracle.then("require_grad", oracle.new(1.0, 2.0))
    root = oracle.by("{x}.square()", x)
    assert oracle.answers_of(root, x) == [[2.0, 4.0]]
    container, plain = oracle.containers[0], oracle.then("inner", root)
    oracle.grad_replace(x, container, oracle.then("to_bool", plain))
    assert oracle.steps[-1].answer == (DTypeError,)
    oracle.grad_replace(x, container, plain)
    assert oracle.looked_up(x, container).tolist() == [1.0, 4.0]
    assert oracle.then("grad_remove", x, container).value.tolist() == [1.0, 4.0]
    assert oracle.looked_up(x, container) is None
    oracle.take(container)
    oracle.grad(x, container)
    assert oracle.steps[-1].answer == (ContainerTakenError,)
    check(oracle)


@pytest.mark.parametrize(
    ("text", "x", "gradient"),
    [
        ("{x}.sin()", [0.5], [0.877582561890]),
        ("{x}.tanh()", [0.5], [0.786447732966]),
        ("{x}.sqrt()", [4.0], [0.25]),
        ("{x}.max()", [1.0, 3.0, 2.0], [0.0, 1.0, 0.0]),
        ("{x}.floor()", [1.3], [0.0]),
        ("{x}.softmax({d})", [0.3, 0.7], [0.0, 0.0]),
    ],
)
def test_the_oracles_difference_quotient_is_the_derivative(oracle, text, x, gradient):
    leaf = oracle.then("require_grad", oracle.new(*x))
    assert oracle.answers_of(oracle.by(text, leaf), leaf) == [gradient]


# broken engines, each found within the 300 --------------------------------------------------------


def found():
    """The disagreement that the same 300 programs meet, not shrunk."""

    @settings(AS_IN_CI, phases=[Phase.generate])
    @given(programs)
    def compare(program):
        check(program)

    with pytest.raises(DisagreementError) as raised:
        compare()
    return str(raised.value)


def untracked_copy(tensor):
    return untracked(Tensor, "detach", (tensor,), tensor._data, tensor._device)


def test_a_detach_that_forgets_the_mark_is_found(monkeypatch):
    monkeypatch.setattr(Tensor, "detach", untracked_copy)
    assert "oracle: True" in found()


def test_a_clone_with_a_number_of_its_own_is_found(monkeypatch):
    monkeypatch.setattr(Tensor, "clone", Tensor.detach)
    assert ".clone()\n\nengine:" in found()


def test_a_grad_remove_that_only_looks_is_found(monkeypatch):
    monkeypatch.setattr(Tensor, "grad_remove", lambda tensor, grads: tensor.grad(grads))
    assert "the entries of g" in found()


def test_a_gradient_that_is_slightly_wrong_is_found(monkeypatch):
    monkeypatch.setattr(arithmetic, "_by_sin", lambda g, x: g * np.cos(x + 1e-7))
    assert ".sin()" in found()


def test_a_disagreement_shrinks_to_a_few_lines(monkeypatch):
    monkeypatch.setattr(Tensor, "clone", Tensor.detach)

    @AS_IN_CI
    @given(programs)
    def compare(program):
        check(program)

    with pytest.raises(DisagreementError) as raised:
        compare()
    lines = str(raised.value).split("\n\n")[-2].splitlines()
    assert len(lines) <= 3
    assert lines[-1].endswith(".clone()")
