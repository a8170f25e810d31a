"""Where a verdict points: cells, files, exec, the prompt, threads, functions, long expressions."""

import os
import re
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient

from gradlab import why
from gradlab.engine import sites

BACK = """\
w = F([3, 4], ad).require_grad()
x = F([1, 2], ad)
loss = (x * w).sum()
grads = loss.backward()
"""
START = """\
from gradlab import Device, Tensor, flowchart, report, tape, why
ad = Device.flex().autodiff()
F = Tensor.from_floats"""
MADE = "w = F([3, 4], ad).require_grad()\nx = F([1, 2], ad)"
WALKED = "loss = (x * w).sum()\ngrads = loss.backward()"


def underlined(verdict):
    """What each place covers, as text."""
    found = []
    for site in (verdict.site, *verdict.sites):
        lines = site.source.split("\n")
        lines[-1] = lines[-1][: site.end_column]
        lines[0] = lines[0][site.column :]
        found.append("\n".join(lines))
    return found


# notebooks ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def notebook():
    """A running notebook: run(cell, source) runs a cell (again, with another text) and shows."""
    cells = [nbformat.v4.new_code_cell() for _ in range(60)]
    book = nbformat.v4.new_notebook(cells=cells)
    client = NotebookClient(book, kernel_name="python3", allow_errors=True)
    count = iter(range(1, 1000))

    def run(cell, source):
        book.cells[cell].source = source
        number = next(count)
        client.execute_cell(book.cells[cell], cell, execution_count=number)
        shown = []
        for output in book.cells[cell].outputs:
            if output.output_type == "error":
                shown += output.traceback
            else:
                shown.append(output.get("text") or output.data["text/plain"])
        return number, re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(shown))

    with client.setup_kernel():
        run(0, START)
        yield run


def test_a_verdict_points_into_the_cell_by_its_number(notebook):
    made, _ = notebook(1, MADE)
    notebook(2, WALKED)
    _, text = notebook(3, "why(x, grads)")
    assert f"Cell In[{made}]\n  2 | x = F([1, 2], ad)\n" in text
    assert text.startswith("x.grad(grads) is None")


def test_places_in_several_cells_stand_under_their_cells(notebook):
    notebook(1, MADE)
    walked, _ = notebook(2, WALKED)
    refused, text = notebook(3, "loss.backward()")
    assert text.startswith("TapeConsumedError: backward was refused: it ran from loss before")
    assert f"Cell In[{walked}]\n  1 | loss = (x * w).sum()" in text
    assert f"Cell In[{refused}]\n  1 | loss.backward()" in text
    assert "Traceback" not in text
    _, again = notebook(4, "why()")
    assert again == text.removeprefix("TapeConsumedError: ")


def test_a_cell_that_was_edited_is_shown_with_the_text_that_ran(notebook):
    made, _ = notebook(1, MADE)
    notebook(2, WALKED + "\nold = x")
    notebook(1, "# another text\n\n" + MADE.replace("ad)", "ad).require_grad()"))
    _, text = notebook(3, "why(old, grads)")
    assert f"Cell In[{made}]\n  2 | x = F([1, 2], ad)\n" in text


@pytest.mark.parametrize(
    ("later", "said"),
    [("# another text\n" + MADE, "edited and run again since"), (MADE, "run again since")],
)
def test_a_cell_that_ran_again_since_is_said_to_have(later, said):
    scope = {}
    exec(START, scope)
    for number, text in enumerate((MADE, WALKED, later), 1):
        name = f"<cell of {hash(text)}>"
        sites.remember(name, f"Cell In[{number}]", text, cell=str(number % 2))
        exec(compile(text, name, "exec"), scope)
        if number == 2:
            old, grads = scope["x"], scope["grads"]
    text = " ".join(str(why(old, grads)).split())
    assert f"Cell In[1] was {said}, as Cell In[3]" in text


def test_a_leaf_from_a_cell_that_ran_again_is_not_the_one_that_the_loss_used(notebook):
    notebook(1, MADE)
    notebook(2, WALKED)
    later, _ = notebook(1, MADE)
    _, text = notebook(3, "v = why(w, grads); print(v.kind); v")
    assert text.startswith("stale_handle")
    assert f"Cell In[{later}]" in text


def test_a_cell_that_ran_again_has_its_newest_number_for_what_happens_then(notebook):
    notebook(1, MADE)
    made, _ = notebook(1, MADE)
    notebook(2, WALKED)
    _, text = notebook(3, "why(x, grads)")
    assert f"Cell In[{made}]" in text


def test_a_function_of_one_cell_called_in_another_shows_both(notebook):
    defined, _ = notebook(1, "def forward(x, w):\n    cut = x.detach()\n    return (cut * w).sum()")
    called, _ = notebook(
        2,
        "w = F([3, 4], ad).require_grad()\nx = F([1, 2], ad).require_grad()\nloss = forward(x, w)",
    )
    _, text = notebook(3, "grads = loss.backward()\nwhy(x, grads)")
    assert f"Cell In[{defined}]\n  2 | cut = x.detach()\n" in text
    assert f"called from Cell In[{called}], line 3" in " ".join(text.replace("|", " ").split())


def test_a_report_in_a_notebook_names_the_lines(notebook):
    notebook(1, "%reset -f\n")
    notebook(0, START)
    made, _ = notebook(1, MADE)
    notebook(2, WALKED)
    _, text = notebook(3, "report(grads)")
    assert [line.split()[0] for line in text.split("\n")[1:]] == ["w", "x", "loss"]
    assert f"not_marked (case 2), Cell In[{made}], line 2" in text


ALONE = ("x = F([1, 2], ad)", "h = x * F([3, 4], ad).require_grad()", "x = x.require_grad()")


def test_one_line_cells_are_told_apart_by_their_numbers(notebook):
    notebook(0, START)
    (_, _), (used, _), (marked, _) = [notebook(at, text) for at, text in enumerate(ALONE, 1)]
    notebook(4, "loss = h.sum()\ngrads = loss.backward()")
    _, text = notebook(5, "print(why(x, grads).title)")
    late = f"x was marked on Cell In[{marked}], line 1, after Cell In[{used}], line 1 had already"
    assert late in text
    _, text = notebook(6, "print(flowchart(x, grads).text)")
    evidence = f"yes: marked on Cell In[{marked}], line 1, but not yet at Cell In[{used}], line 1"
    assert evidence in text
    _, text = notebook(7, "print(tape(why(x, grads)).text)")
    assert f"it was marked on Cell In[{marked}] line 1, after this use" in text
    removed, _ = notebook(8, "w = F([3, 4], ad).require_grad()\ng = (w * w).sum().backward()")
    taken, _ = notebook(9, "w.grad_remove(g)")
    _, text = notebook(10, "print(flowchart(w, g).text)\nprint(tape(why(w, g)).text)")
    assert f"yes: marked on Cell In[{removed}], line 1" in text
    assert f"no: taken out on Cell In[{taken}], line 1; it stops here" in text
    assert f"taken out, Cell In[{taken}] line 1" in text
    _, text = notebook(11, "print(report(g))")
    assert f"removed (case 8), Cell In[{taken}], line 1" in text


# files, exec, the prompt -------------------------------------------------------------------------


def test_a_script_is_named_by_its_path_below_the_working_folder(tmp_path):
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "train.py").write_text(f"{START}\n{BACK}print(why(x, grads))\n")
    done = subprocess.run(
        [sys.executable, "src/train.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "\nsrc/train.py\n  5 | x = F([1, 2], ad)\n" in done.stdout
    assert str(tmp_path) not in done.stdout


def test_a_module_that_is_imported_is_shown_with_the_line_that_called_it(run, tmp_path):
    (tmp_path / "helper.py").write_text(
        "def halve(t):\n    small = t.detach()\n    return small * 0.5\n"
    )
    names = run(
        f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nimport helper\n"
        + BACK.replace("(x * w)", "(helper.halve(x) * w)").replace(
            "ad)\nl", "ad).require_grad()\nl"
        )
        + "sys.path.pop(0)\nanswer = why(x, grads)"
    )
    site = names["answer"].site
    assert (site.where, site.line, site.function) == ("helper.py", 2, "halve")
    assert (site.caller.where, site.caller.line) == ("program.py", 6)
    sys.modules.pop("helper")


def test_source_from_exec_is_unknown_and_the_verdict_still_has_its_line(run):
    names = run(f"exec({BACK!r})\nanswer = why(x, grads)")
    answer = names["answer"]
    assert (answer.kind, answer.site.where, answer.site.line) == ("not_marked", "<string>", 2)
    assert answer.site.source == ""
    assert answer.fix.before == ()
    row = "<string>\n  2 | (the text of this line is not kept) created here, not marked\n"
    assert row in str(answer)


@pytest.mark.skipif(sys.version_info < (3, 13), reason="earlier prompts keep no source")
def test_the_prompt_shows_what_was_typed():
    assert "x = F([1, 2], ad)" in _prompt()


def test_the_prompt_gets_a_verdict():
    text = _prompt()
    assert "x.grad(grads) is None" in text or "#2.grad(grads) is None" in text
    assert "not_marked (case 2)" in text
    assert "Traceback" not in text


def _prompt():
    typed = f"{START}\n{BACK}why(x, grads)\n"
    done = subprocess.run(
        [sys.executable, "-i", "-q"],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHON_BASIC_REPL": "1"},
    )
    return done.stdout


def test_without_any_source_the_name_is_found_in_the_scope(run):
    names = run(f"exec({BACK + 'answer = why(x, grads)'!r})")
    assert names["answer"].title.startswith("x.grad(grads) is None")


# threads and functions ---------------------------------------------------------------------------


def test_what_a_thread_recorded_is_pointed_at_in_its_function(run):
    names = run(
        """\
import threading
made = {}
def work():
    w = F([3, 4], ad).require_grad()
    x = F([1, 2], ad)
    made["x"], made["grads"] = x, (x * w).sum().backward()
thread = threading.Thread(target=work)
thread.start()
thread.join()
answer = why(made["x"], made["grads"])"""
    )
    site = names["answer"].site
    assert (site.where, site.line, site.function) == ("program.py", 5, "work")


@pytest.mark.parametrize(
    ("program", "line", "covered", "caller"),
    [
        ("def cut(t): return t.detach()\nd = cut(x)", 3, "t.detach()", 4),
        ("cut = lambda t: t.detach()\nd = cut(x)", 3, "t.detach()", 4),
        ("d = [t.detach() for t in [x]][0]", 3, "t.detach()", None),
        ("d = next(t.detach() for t in [x])", 3, "t.detach()", None),
        ("d = (\n    x\n    .detach()\n)", 5, "detach()", None),
        ("d = (x * (\n    x.detach()\n)) - x * x", 4, "x.detach()", None),
        ("d = x.clone() if not x else x.detach()", 3, "x.detach()", None),
        ("\u00e9t\u00e9 = 'a\u00e7\u00e3o'; d = x.detach()", 3, "x.detach()", None),
        ("for d in [x.detach()]:\n    pass", 3, "x.detach()", None),
        ("class Net2:\n    def cut(self, t):\n        return t.detach()\nd = Net2().cut(x)", 5,
         "t.detach()", 6),
        ("from functools import partial\ndef cut(t, n):\n    return t.detach() * n\n"
         "d = partial(cut, n=2)(x)", 5, "t.detach()", 6),
        ("if True: d = x.detach()", 3, "x.detach()", None),
        ("d = x.detach(); e = x.clone()", 3, "x.detach()", None),
    ],
)  # fmt: skip
def test_the_underline_covers_exactly_the_expression(run, program, line, covered, caller):
    program = program.replace("x.clone() if not x else ", "None or ")
    names = run(
        "w = F([3, 4], ad).require_grad()\nx = F([1, 2], ad).require_grad()\n"
        + program
        + "\nloss = (d * w).sum()\ngrads = loss.backward()\nanswer = why(x, grads)"
    )
    assert "error" not in names, names["error"]
    answer = names["answer"]
    site = answer.site
    assert answer.kind in ("detach", "partial")
    assert site.line == line
    assert underlined(answer)[0] == covered
    if caller is not None or "for t in" not in program:  # a comprehension is called where it stands
        assert (site.caller.line if site.caller else None) == caller
    if "\n" not in covered:
        drawn = str(answer).split("\n")
        at = next(i for i, text in enumerate(drawn) if re.match(r"\s*\d+ \| ", text))
        begin = drawn[at].index(covered)
        assert drawn[at + 1][begin - 1 : begin + len(covered) + 1].strip() == "^" * len(covered)


def test_a_comprehension_is_not_said_to_be_called_from_its_own_line(run):
    answer = run(BACK + "d = next(why(t.detach(), grads) for t in [x])\nanswer = d")["answer"]
    assert answer.site.line == 5
    assert "called from" not in str(answer)


def test_an_expression_over_several_lines_is_underlined_to_the_end_of_its_first(run):
    answer = run(
        """\
w = F([1, 2], ad).require_grad()
bias = F(
    [0.5, 0.5],
    ad,
)
grads = (w * bias).sum().backward()
answer = why(bias, grads)"""
    )["answer"]
    assert underlined(answer) == ["F(\n    [0.5, 0.5],\n    ad,\n)"]
    assert "  2 | bias = F(\n    |        ^^ created here" in str(answer)


def test_three_functions_deep_the_place_and_who_called_it(run):
    answer = run(
        """\
def inner(t):
    return t.int().float()
def middle(t):
    return inner(t) * 2
def outer(t):
    return middle(t) + 1
w = F([1, 2], ad).require_grad()
b = F([1, 2], ad).require_grad()
grads = (outer(w) * b).sum().backward()
answer = why(w, grads)"""
    )["answer"]
    assert (answer.kind, answer.site.line, answer.site.caller.line) == ("int_round_trip", 2, 4)


def test_a_loop_points_at_the_line_once(run):
    answer = run(
        """\
w = F([1, 2], ad).require_grad()
b = F([1, 2], ad).require_grad()
loss = b.sum()
for turn in range(5):
    loss = loss + w.detach().sum()
grads = loss.backward()
answer = why(w, grads)"""
    )["answer"]
    assert (answer.kind, answer.site.line) == ("detach", 5)
    assert str(answer).count("loss = loss + w.detach().sum()") <= 3  # the place, and a change
    assert len(answer.cuts) == 5
