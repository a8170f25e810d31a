"""Every way to ask: before and after a backward, of a refusal, of nothing, from anywhere."""

import subprocess
import sys

import pytest

from gradlab.diagnose import Verdict
from gradlab.engine import DTypeError, errors, last

START = """\
w = F([3, 4], ad).require_grad()
x = F([1, 2], ad)
loss = (x * w).sum()
"""
BACK = START + "grads = loss.backward()\n"


@pytest.fixture(autouse=True)
def _nothing_asked(monkeypatch):
    monkeypatch.setattr(last, "_last", type(last._last)())


# why() and why(None): the last thing that was asked in vain --------------------------------------


def test_why_before_anything_was_asked_says_so(run):
    assert run("answer = why()")["answer"].startswith("Nothing to explain yet")
    assert run("answer = why(None)")["answer"].startswith("Nothing to explain yet")


def test_why_alone_explains_the_last_none(run):
    names = run(BACK + "x.grad(grads)\nw.grad(grads)\nanswer = why()")
    assert (names["answer"].kind, names["answer"].site.line) == ("not_marked", 2)
    assert names["answer"].title.startswith("x.grad(grads) is None")


def test_why_of_none_explains_the_same_and_says_that_none_has_no_history(run):
    names = run(BACK + "g = x.grad(grads)\nanswer = why(g)")
    assert names["answer"].kind == "not_marked"
    assert "None itself has no history" in str(names["answer"])
    assert len(str(names["answer"]).split("\n")) <= 16


def test_an_answer_in_place_of_the_tensor_is_the_last_none(run):
    names = run(BACK + "answer = why(x.grad(grads), grads)")
    assert names["answer"].kind == "not_marked"
    assert names["answer"].title.startswith("x.grad(grads) is None")
    assert "None itself has no history" in str(names["answer"])


def test_a_question_that_is_none_leaves_the_last_none_to_be_explained(run):
    names = run(BACK + "x.grad(grads)\ntry:\n    why('x', grads)\nexcept TypeError:\n    pass\n"
                "answer = why()")  # fmt: skip
    assert names["answer"].kind == "not_marked"


def test_a_number_with_a_container_is_a_number_that_was_read_out(run):
    names = run(BACK + "n = loss.into_scalar()\nanswer = why(n, grads)")
    assert names["answer"].kind == "values_copied"


def test_why_alone_explains_the_last_refusal(run):
    names = run(
        START + "try:\n    x.backward()\nexcept Exception as e:\n    kept = e\nanswer = why()"
    )
    assert names["answer"].kind == "root_untracked"
    assert str(names["answer"]) == str(names["kept"])


def test_a_later_none_takes_the_place_of_an_earlier_refusal(run):
    names = run(
        BACK + "try:\n    x.backward()\nexcept Exception:\n    pass\nx.grad(grads)\nanswer = why()"
    )
    assert names["answer"].kind == "not_marked"


def test_looking_at_an_attribute_that_is_not_there_is_no_refusal_to_explain(run):
    names = run(BACK + "x.grad(grads)\nhasattr(x, 'numpy')\nanswer = why()")
    assert names["answer"].kind == "not_marked"


def test_each_thread_has_its_own_last_question(run):
    names = run(
        BACK
        + """\
import threading
found = []
def ask():
    found.append(why())
    w.inner().grad(grads)
    found.append(why())
x.grad(grads)
thread = threading.Thread(target=ask)
thread.start()
thread.join()
answer = why()"""
    )
    assert names["found"][0].startswith("Nothing to explain yet")
    assert names["found"][1].kind == "plain_device"
    assert names["answer"].kind == "not_marked"


# why(error) --------------------------------------------------------------------------------------


def test_an_error_its_verdict_and_why_say_the_same(run):
    names = run(
        BACK + "try:\n    loss.backward()\nexcept Exception as e:\n    kept = e\nanswer = why(kept)"
    )
    assert isinstance(names["answer"], Verdict)
    assert str(names["answer"]) == str(names["kept"]) == str(names["kept"].verdict)
    assert names["answer"].kind == "consumed"


def test_a_refusal_speaks_of_the_names_of_its_program_even_when_read_elsewhere(run):
    error = run(BACK + "loss.backward()")["error"]
    assert error.verdict.title.startswith("backward was refused: it ran from loss before")


def test_names_are_those_of_the_function_that_was_refused(run):
    error = run(
        START + "def go(y):\n    again = (y * 2).sum()\n    return again.backward()\ngo(x)"
    )["error"]
    assert "again" in error.verdict.title


def test_an_explanation_that_fails_leaves_the_short_message(run, monkeypatch):
    error = run(BACK + "loss.backward()")["error"]

    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(errors, "explain", broken)
    assert str(error) == error.short
    assert "program.py, line 5: loss.backward()" in error.short
    monkeypatch.setattr(errors, "explain", None)
    assert str(error) == error.short
    assert error.verdict is None


def test_the_bare_engine_has_short_messages_and_imports_no_diagnosis():
    program = """
import sys
from gradlab.engine import Device, Tensor
x = Tensor.from_floats([1.0], Device.flex().autodiff())
try:
    x.backward()
except Exception as error:
    assert error.verdict is None
    print(error)
assert not any(name.startswith("gradlab.diagnose") for name in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.strip().split("\n")) <= 3
    assert done.stdout.startswith("backward: ")


# before a backward, and after --------------------------------------------------------------------


def test_a_leaf_that_is_used_and_marked_in_time_is_ok_before_backward(run):
    answer = run(START + "answer = why(w)")["answer"]
    assert (answer.kind, answer.level) == ("ok", "ok")
    assert "a backward from loss will reach it" in answer.title
    assert "why(x, grads)" in answer.check


def test_an_unused_leaf_and_a_late_mark_are_told_before_backward(run):
    names = run(
        START
        + """\
spare = F([1], ad).require_grad()
x = x.require_grad()
first = why(spare)
second = why(x)"""
    )
    assert (names["first"].kind, names["first"].case, names["first"].level) == (
        "not_reached",
        4,
        "note",
    )
    assert (names["second"].kind, names["second"].site.line) == ("late_require_grad", 3)
    assert [site.line for site in names["second"].sites] == [5]


def test_an_unmarked_leaf_alone_is_case_2_and_no_look_up_is_claimed(run):
    answer = run(START + "answer = why(x)")["answer"]
    assert (answer.kind, answer.case) == ("not_marked", 2)
    assert "grads" not in answer.title


def test_a_result_alone_is_judged_as_a_root(run):
    answer = run(START + "answer = why(loss)")["answer"]
    assert answer.kind == "ok"
    assert answer.title == "backward from loss would run; marked leaves that it reaches: w."


@pytest.mark.parametrize(
    ("line", "kind", "site"),
    [
        ("root = (x * 2).sum()", "root_untracked", 2),
        ("root = (F([1], plain) * 2).sum()", "root_untracked", 4),
        ("root = (w.int().float() * 2).sum()", "root_untracked", 4),
    ],
)
def test_a_root_whose_backward_would_be_refused_says_why_without_calling_it(run, line, kind, site):
    names = run(START + line + "\nanswer = why(root)\nlast = why()")
    answer = names["answer"]
    assert (answer.kind, answer.level, answer.site.line) == (kind, "fault", site)
    assert {spot.where for spot in (answer.site, *answer.sites)} == {"program.py"}
    assert "would be refused" in answer.title
    assert isinstance(names["last"], str)  # nothing was refused


def test_a_root_that_an_earlier_backward_used_up_would_be_refused(run):
    answer = run(BACK + "answer = why(loss)")["answer"]
    assert answer.kind == "consumed"
    assert "would be refused" in answer.title


def test_after_a_backward_why_of_a_leaf_speaks_of_the_next_and_offers_the_last(run):
    answer = run(BACK + "second = (w * 3).sum()\nanswer = why(w)")["answer"]
    assert "why(w, grads)" in answer.check
    assert "second" in answer.title
    assert "loss" not in answer.title  # it has been used up


# wrong questions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call", ["why(3)", "why('x')", "why(w, w)", "why(grads)", "why(grads, w)", "why(w, 3)"]
)
def test_a_question_that_cannot_be_asked_is_refused_on_the_users_line(run, call):
    error = run(BACK + call)["error"]
    assert isinstance(error, DTypeError)
    assert "why(tensor, grads)" in str(error)
    assert (error.site.where, error.site.line) == ("program.py", 5)


# from anywhere -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        "answer = why(x, grads)",
        "answer = why(x, grads=grads)",
        "answer = why(subject=x, grads=grads)",
        "answer = why(*[x, grads])",
        "answer = [why(t, grads) for t in [x]][0]",
        "pass; answer = why(x, grads); pass",
    ],
)
def test_the_name_is_found_however_the_call_is_written(run, call):
    answer = run(BACK + call)["answer"]
    assert answer.kind == "not_marked"
    assert answer.title.split(".grad(")[0] in ("x", "t")


def test_a_function_speaks_of_its_own_names(run):
    answer = run(BACK + "def f(a, g):\n    return why(a, g)\nanswer = f(x, grads)")["answer"]
    assert answer.title.startswith("a.grad(g) is None")
    assert answer.site.line == 2


def test_a_method_speaks_of_the_field(run):
    answer = run(
        BACK
        + """\
class Task:
    def __init__(self):
        self.x = F([1, 2], ad)
        self.grads = (self.x * w).sum().backward()
    def ask(self):
        return why(self.x, self.grads)
answer = Task().ask()"""
    )["answer"]
    assert answer.title.startswith("self.x.grad(self.grads) is None")
    assert (answer.site.line, answer.site.function) == (7, "__init__")


def test_a_thread_asks_for_itself(run):
    names = run(
        BACK
        + """\
import threading
def ask():
    global answer
    answer = why(x, grads)
thread = threading.Thread(target=ask)
thread.start()
thread.join()"""
    )
    assert names["answer"].title.startswith("x.grad(grads) is None")


def test_a_tensor_without_a_name_is_called_as_it_was_written_or_by_number(run):
    names = run(
        BACK
        + """\
class Box:
    pass
box = Box()
box.field_with_a_really_long_name = F([1], ad)
answer = why(box.field_with_a_really_long_name, grads)
short = why([x][0], grads)"""
    )
    assert names["answer"].title.startswith("#")
    assert names["short"].title.startswith("[x][0].grad(grads) is None")


def test_asking_takes_nothing_and_keeps_no_frame(run):
    names = run(BACK + "first = str(why(w, grads))\nsecond = str(why(w, grads))")
    assert names["first"] == names["second"]
    assert names["w"].grad(names["grads"]).to_data().tolist() == [1.0, 2.0]


def test_a_recorder_that_has_forgotten_says_so_and_claims_nothing(run):
    answer = run(
        BACK.replace("(x * w)", "(x.int().float() * w)").replace(
            "x = F([1, 2], ad)", "x = F([1, 2], ad).require_grad()"
        )
        + """\
from gradlab.engine import events
events.set_capacity(8)
for _ in range(8):
    w + w
answer = why(x, grads)"""
    )["answer"]
    assert (answer.kind, answer.case) == ("no_record", None)
    assert "no record" in str(answer)
