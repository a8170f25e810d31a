"""`%why` and `%%tape` in a shell, and in a notebook."""

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from traitlets.config import Config

from gradlab.diagnose import Report, Verdict
from gradlab.draw import Picture

PROGRAM = """\
from gradlab import Device, Tensor, fresh
from gradlab.nn import GradientsParams, Linear
fresh()
ad = Device.flex().autodiff()
w = Tensor.from_floats([3., 4.], ad).require_grad()
x = Tensor.from_floats([1., 2.], ad)
used = x * w
x = x.require_grad()
loss = used.sum()
"""


@pytest.fixture
def shell(tmp_path):
    config = Config()
    config.HistoryManager.hist_file = ":memory:"
    shell = InteractiveShell.instance(config=config, ipython_dir=str(tmp_path))
    run(shell, "%load_ext gradlab")
    run(shell, PROGRAM)
    yield shell
    run(shell, "%unload_ext gradlab")
    shell.history_manager.end_session()
    InteractiveShell.clear_instance()


LATE = "x.grad(grads) is None: x was marked on Cell In[2], line 8"


def run(shell, text):
    """What the cell's last line gave."""
    done = shell.run_cell(text, store_history=True)
    assert done.success
    return done.result


def drawn(shell, text):
    """The picture that the cell showed last."""
    run(shell, text)
    kept = shell.user_ns["Out"]  # not _, which IPython leaves alone once a doctest has bound it
    picture = kept[max(kept)]
    assert isinstance(picture, Picture)
    return picture


def refused(shell, capsys, text):
    """The one line that the cell was refused with."""
    capsys.readouterr()
    done = shell.run_cell(text, store_history=True)
    assert not done.success
    shown = capsys.readouterr()
    return (shown.out + shown.err).strip().splitlines()[-1]


def test_why_names_the_variable_the_container_and_the_lines(shell):
    run(shell, "grads = loss.backward()")
    verdict = run(shell, "%why x grads")
    assert (verdict.kind, verdict.case, verdict.value) == ("late_require_grad", 3, None)
    assert verdict.title.startswith(LATE)
    assert (verdict.site.where, verdict.site.line) == ("Cell In[2]", 7)
    assert verdict.site.source == "used = x * w"


def test_a_comma_between_them_is_the_same(shell):
    run(shell, "grads = loss.backward()")
    assert str(run(shell, "%why x, grads")) == str(run(shell, "%why x grads"))


def test_without_a_container_the_newest_is_asked(shell):
    run(shell, "first = loss.backward()")
    run(shell, "another = (w * 2).sum().backward()\nsame = first")
    assert run(shell, "%why w").title == "w.grad(another) is there: [2.0, 2.0]."
    assert run(shell, "%why w first").title == "w.grad(first) is there: [1.0, 2.0]."


def test_before_a_backward_why_speaks_of_the_next_one(shell):
    verdict = run(shell, "%why loss")
    assert verdict.title == "backward from loss would run; marked leaves that it reaches: w."


def test_an_expression_is_named_as_it_was_written(shell):
    run(shell, "m = Linear(2, 1, ad, seed=1)")
    run(shell, "out = m(Tensor.from_floats([[1., 2.]], ad)).sum()\ngrads = out.backward()")
    verdict = run(shell, "%why m.weight.val() grads")
    assert verdict.title == "m.weight.val().grad(grads) is there: [[1.0], [2.0]]."
    assert run(shell, "%why m.weight.val()").title == verdict.title


def test_an_expression_may_hold_spaces_itself(shell):
    run(shell, "def second(a, b):\n    return b\ngrads = loss.backward()")
    verdict = run(shell, "%why second(x, w) grads")
    assert verdict.title == "second(x, w).grad(grads) is there: [1.0, 2.0]."


def test_a_module_gets_its_table_from_the_newest_container_of_either_kind(shell):
    run(shell, "m = Linear(2, 1, ad, seed=1)")
    run(shell, "out = m(Tensor.from_floats([[1., 2.]], ad)).sum()\ngrads = out.backward()")
    before = run(shell, "%why m")
    run(shell, "taken = GradientsParams.from_grads(grads, m)")
    after = run(shell, "%why m")
    assert isinstance(before, Report)
    assert [[row.name for row in table] for table in (before, after)] == [["weight", "bias"]] * 2
    assert str(after).startswith("2 of 2 trainable parameters have a gradient")


def test_why_alone_explains_the_last_none(shell):
    run(shell, "grads = loss.backward()\nx.grad(grads)")
    assert run(shell, "%why").title.startswith(LATE)


def test_why_of_a_caught_refusal_needs_no_container(shell):
    run(shell, "grads = loss.backward()")
    run(shell, "try:\n    loss.backward()\nexcept Exception as error:\n    kept = error")
    assert run(shell, "%why kept").kind == "consumed"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("%why losss", "UsageError: %why: there is no losss here; near: loss"),
        ("%why losss grads", "UsageError: %why: there is no losss here; near: loss"),
        ("%why xyzzy", "UsageError: %why: there is no xyzzy here"),
        (
            "%why x grads more",
            "UsageError: %why takes a tensor or a module and, if you like, the container: "
            "%why x grads",
        ),
        (
            "%why x =",
            "UsageError: %why takes a tensor or a module and, if you like, the container: "
            "%why x grads",
        ),
        ("%%tape losss\n1", "UsageError: %%tape: there is no losss here; near: loss"),
        (
            "%%tape a b c\n1",
            "UsageError: %%tape takes the name of a tensor and, if you like, of a container: "
            "%%tape loss grads",
        ),
        (
            "%%tape\nk = 1",
            "UsageError: %%tape: the cell ends with no tensor and binds none; name one: "
            "%%tape loss",
        ),
        (
            "%%tape\n1 / 0",
            "UsageError: %%tape: the cell did not finish, so there is no tape to draw",
        ),
    ],
)
def test_a_typo_gets_one_clear_line(shell, capsys, line, message):
    run(shell, "grads = loss.backward()")
    assert refused(shell, capsys, line) == message


def test_an_undefined_name_inside_the_users_function_keeps_its_traceback(shell, capsys):
    run(shell, "def broken():\n    return nowhere")
    last = refused(shell, capsys, "%why broken()")
    assert "NameError" in last
    assert last.endswith(": name 'nowhere' is not defined")


def test_tape_draws_what_the_last_line_gives(shell):
    picture = drawn(shell, "%%tape\na = w * 3\n(a * 2).sum()")
    rows = [line.split() for line in picture.text.splitlines() if line.startswith("  #")]
    assert [row[1] for row in rows] == ["w", "a", "mul_scalar(#5)", "sum(#6)"]
    assert run(shell, "a.to_data().tolist()") == [9.0, 12.0]


def test_tape_draws_the_last_tensor_that_the_cell_binds(shell):
    picture = drawn(shell, "%%tape\na = w * 3\nend = a.sum()\ngrads = end.backward()\nn = 1")
    assert picture.text.startswith("Tape of end #")


def test_tape_draws_a_named_tensor_with_the_gradients_of_a_container(shell):
    assert drawn(shell, "%%tape used\nend = (w * 3).sum()").text.startswith("Tape of used #3")
    picture = drawn(shell, "%%tape loss grads\ngrads = loss.backward()")
    assert "gradient [1.0, 2.0]" in picture.text
    assert "line 7: it was marked on line 8, after this use" in picture.text


def test_lines_under_tape_count_from_the_top_of_the_cell(shell):
    run(shell, "%%tape\ncut = w.detach()\nend = (cut * 2).sum()\ngrads = end.backward()")
    verdict = run(shell, "%why w")
    assert verdict.kind == "detach"
    assert (verdict.site.where, verdict.site.line) == ("Cell In[3]", 2)


def test_unloading_takes_both_magics_away(shell, capsys):
    run(shell, "%unload_ext gradlab")
    assert refused(shell, capsys, "%why x") == "UsageError: Line magic function `%why` not found."
    assert "`%%tape` not found" in refused(shell, capsys, "%%tape\n1")
    run(shell, "%load_ext gradlab")
    assert isinstance(run(shell, "%why x"), Verdict)


def test_a_notebook_shows_the_verdict_as_html_and_the_tape_as_a_picture():
    cells = ["%load_ext gradlab", PROGRAM, "grads = loss.backward()", "%why x", "%%tape\nw.sum()"]
    notebook = new_notebook(cells=[new_code_cell(text) for text in cells])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    nbformat.validate(notebook)
    verdict = notebook.cells[3].outputs[0].data
    assert verdict["text/plain"].startswith(LATE)
    assert "Cell In[2]\n  7 | used = x * w" in verdict["text/plain"]
    assert verdict["text/html"].startswith('<div class="gradlab-verdict"')
    tape = notebook.cells[4].outputs[-1].data
    assert tape["text/plain"].startswith("Tape of #")


def test_why_of_an_answer_explains_the_last_none(shell):
    run(shell, "grads = loss.backward()")
    verdict = run(shell, "%why x.grad(grads)")
    assert (verdict.kind, verdict.value) == ("late_require_grad", None)


def test_a_refused_question_shows_what_was_asked_and_no_line_of_the_kit(shell, capsys):
    capsys.readouterr()
    assert not shell.run_cell("%why 'x'", store_history=True).success
    shown = capsys.readouterr()
    text = shown.out + shown.err
    assert "%why\n  1 | why('x')" in text
    assert "_ask" not in text
