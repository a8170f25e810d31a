"""gradlab train --break: the verdict names the mistake, and the program without it learns."""

import inspect
import sys
import types

import pytest

from gradlab.cli import mistakes
from gradlab.cli.course import Course
from gradlab.cli.mistakes import MISTAKES
from gradlab.diagnose import explained
from gradlab.engine import GradlabError

KINDS = {
    "moved": "moved",
    "frozen": "frozen",
    "detach": "detach",
    "dict": "not_registered",
    "stale": "stale_handle",
    "two-losses": "other_gradients",
    "argmax": "root_untracked",
    "carried": "consumed",
}
GUILTY = {
    "moved": "model.to_device(course.device)",
    "frozen": 'model.freeze(lambda path: path.startswith("hidden"))',
    "detach": ".relu().detach()",
    "dict": '"hidden": Linear(',
    "stale": "param.val() for param in model.params()",
    "two-losses": "loss.backward()",
    "argmax": "argmax(1)",
    "carried": "smooth.backward()",
}
MENDED = {
    "moved": [("there = model.to_device(", "there = model.fork(")],
    "frozen": [('model.freeze(lambda path: path.startswith("hidden"))', "model")],
    "detach": [(".relu().detach()", ".relu()")],
    "dict": [
        ("self.layers = {", "self.layers = ["),
        ('"hidden": ', ""),
        ('"output": ', ""),
        ("seed=2 * seed + 1),\n        }", "seed=2 * seed + 1),\n        ]"),
        ('self.layers["output"](self.layers["hidden"](', "self.layers[1](self.layers[0]("),
    ],
    "stale": [
        (
            "            hidden = (images",
            "            weight_1, bias_1, weight_2, bias_2 = (p.val() for p in model.params())\n"
            "            hidden = (images",
        )
    ],
    "two-losses": [
        ("            loss.backward()\n", ""),
        ("size.backward()", "(loss + size * 1e-4).backward()"),
    ],
    "carried": [
        ("            course.note(model, loss, gradients)\n            model = optimizer.step"
         "(RATE, model, gradients)\n        course.report(model)\n    return model\n\n\nMISTAKES",
         "            course.note(model, loss, gradients)\n            smooth = smooth.detach()\n"
         "            model = optimizer.step(RATE, model, gradients)\n"
         "        course.report(model)\n    return model\n\n\nMISTAKES"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_the_verdict_names_the_mistake_and_its_line(name):
    course = Course(seed=0, epochs=1)
    try:
        MISTAKES[name](course)
    except GradlabError as refusal:
        verdict = explained(refusal.refusal)
    else:
        assert course.trouble is not None
        verdict = next(row.verdict for row in course.trouble if row.verdict.kind != "ok")
    assert verdict.kind == KINDS[name]
    lines = [site.source for site in (verdict.site, *verdict.sites)]
    assert any(GUILTY[name] in line for line in lines), lines


def trouble(name):
    course = Course(seed=0, epochs=1)
    MISTAKES[name](course)
    assert course.trouble is not None
    return course.trouble


@pytest.mark.parametrize("name", ["moved", "stale"])
def test_the_rows_are_the_parameters_and_no_other_state_of_them(name):
    paths = ["hidden.weight", "hidden.bias", "output.weight", "output.bias"]
    assert [row.name for row in trouble(name)] == paths
    assert {row.verdict.kind for row in trouble(name)} == {KINDS[name]}


def test_what_was_moved_and_what_holds_the_gradient_have_names_of_their_own():
    title = trouble("moved").rows[0].verdict.title
    assert title.startswith("there.hidden.weight.grad(gradients) is None")
    assert "The gradient sits on model.hidden.weight" in title


def test_an_old_handle_is_not_called_the_newer_one():
    fix = trouble("stale").rows[0].verdict.fix
    assert fix.text == "look the tensor up again after every step: model.w.val()"


def test_the_right_program_is_never_in_trouble():
    course = Course(seed=0, epochs=1)
    mistakes.right(course)
    assert course.trouble is None


@pytest.mark.parametrize("name", MENDED)
def test_the_program_learns_again_once_the_mistake_is_mended(name):
    source = inspect.getsource(mistakes)
    for wrong, right in MENDED[name]:
        assert source.count(wrong) == 1, wrong
        source = source.replace(wrong, right)
    mended = types.ModuleType("mended_mistakes")
    sys.modules["mended_mistakes"] = mended
    exec(compile(source, "mended_mistakes.py", "exec"), mended.__dict__)
    course = Course(seed=0, epochs=4)
    mended.MISTAKES[name](course)
    assert course.trouble is None
    assert course.accuracies[-1] > 0.85
