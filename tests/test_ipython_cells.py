"""Cells in real kernels and in the terminal: their numbers, and the text that ran."""

import os
import subprocess
import sys
from ast import literal_eval

import nbformat
import pytest
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from traitlets.config import Config

FIRST = """\
from gradlab import Device, Tensor
x = Tensor.ones([2], Device.flex().autodiff()).require_grad()
y = x * x
"""
AT = """\
from gradlab.engine import sites
from gradlab.engine.events import OP, PLACE, SEQ, events
from gradlab.engine.graph_view import site_of

def last():
    return [event for event in events() if event[OP] == "mul"][-1]

def at(event):
    s = site_of(event)
    print((s.where, s.line, s.source))

def later(event):
    run = sites.run_of(event[PLACE].code.co_filename, event[SEQ])
    print([other.where for other in sites.later_runs(run)])
"""


class Kernel:
    """A kernel as a front end sees it: cells have ids, and are numbered by the kernel."""

    def __init__(self):
        # Sockets with names: free port numbers would be a race between kernels.
        self.manager = KernelManager(kernel_name="python3", transport="ipc")
        self.manager.start_kernel()
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=60)

    def run(self, text, cell="cell", history=True):
        """What the cell printed."""
        content = {"code": text, "silent": False, "store_history": history, "allow_stdin": False}
        request = self.client.session.msg("execute_request", content, metadata={"cellId": cell})
        self.client.shell_channel.send(request)
        printed = ""
        while True:
            message = self.client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") != request["header"]["msg_id"]:
                continue
            if message["msg_type"] == "stream" and message["content"]["name"] == "stdout":
                printed += message["content"]["text"]
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return printed

    def at(self, event="last()"):
        """Where an event was, asked by a cell of its own."""
        return literal_eval(self.run(f"at({event})", cell="asking"))

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def kernel():
    kernel = Kernel()
    kernel.run(FIRST)
    kernel.run(AT)
    yield kernel
    kernel.close()


@pytest.fixture
def cell(kernel):
    """Run a text and say where its last product was; @ stands for the cell's own number."""

    def run(text, **named):
        counted = kernel.run("print(len(In) - 1)", cell="counting")
        kernel.run(text, **named)
        where, line, source = kernel.at()
        return where.replace(f"In[{int(counted) + 1}]", "In[@]"), line, source

    return run


@pytest.mark.parametrize("first", [FIRST, FIRST.rstrip(), "%%time\n" + FIRST])
def test_the_cell_that_imports_gradlab_has_its_number_and_text_already(first):
    kernel = Kernel()
    kernel.run("a = 1")
    kernel.run(first)
    kernel.run(AT)
    where = kernel.at()
    kernel.close()
    assert where == ("Cell In[2]", first.rstrip().count("\n") + 1, "y = x * x")


def test_an_import_by_a_function_belongs_to_the_cell_that_called_it():
    kernel = Kernel()
    kernel.run("def use():\n    import gradlab")
    kernel.run("use()\n" + FIRST)
    kernel.run(AT)
    where = kernel.at()
    kernel.close()
    assert where == ("Cell In[2]", 4, "y = x * x")


def test_a_line_of_a_cell_has_the_cells_number(cell):
    assert cell("a = 1\n\nz = x * x  # third") == ("Cell In[@]", 3, "z = x * x  # third")
    assert cell("z = (x\n     * x)") == ("Cell In[@]", 1, "z = (x\n     * x)")


def test_a_cell_that_runs_again_gets_a_new_number_and_older_events_keep_theirs(kernel):
    kernel.run("again = x * x; first = last()")
    first = kernel.at("first")
    kernel.run("seen = [first]")
    for _ in range(3):
        kernel.run("again = x * x; seen.append(last())")
    number = int(first[0][8:-1])
    where = [kernel.at(f"seen[{n}]")[0] for n in range(4)]
    assert where == [f"Cell In[{number + n}]" for n in (0, 3, 4, 5)]
    assert kernel.at("first") == first


def test_an_edited_cell_keeps_the_text_that_ran_and_is_known_to_have_run_since(kernel):
    kernel.run("edited = x * x\nthen = last()", cell="edited")
    before = kernel.at("then")
    kernel.run("other = x * x", cell="other")
    kernel.run("a = 1\nedited = 2.0 * x", cell="edited")
    number = int(before[0][8:-1])
    assert kernel.at("then") == before == (f"Cell In[{number}]", 1, "edited = x * x")
    assert kernel.run("later(then)") == f"['Cell In[{number + 3}]']\n"


def test_a_cell_that_failed_is_on_record_up_to_the_failure(cell):
    assert cell("z = x * x\nraise KeyError\n") == ("Cell In[@]", 1, "z = x * x")


def test_a_function_keeps_the_cell_that_defined_it(kernel):
    kernel.run("def square(t):\n    return t * t")
    defined = int(kernel.run("print(len(In) - 1)")) - 1
    kernel.run("z = square(x)")
    assert kernel.at() == (f"Cell In[{defined}]", 2, "    return t * t")


@pytest.mark.parametrize(
    ("text", "line", "source"),
    [
        ("%%time\na = 1\nz = x * x", 3, "z = x * x"),
        ("%%time\nx * x", 2, "x * x"),
        ("%%timeit -n1 -r1\na = 1\nx * x", 3, "x * x"),
        ("%%capture\na = 1\nz = x * x", 3, "z = x * x"),
        ("a = 1\n%time z = x * x", 2, "z = x * x"),
        ("for i in range(2):\n    %time z = x * x", 2, "z = x * x"),
        ("!true\nnames = !echo a\nz = x * x", 3, "z = x * x"),
        ("%xmode Plain\nz = x * x", 2, "z = x * x"),
        ("z = x * x\n?", 1, "z = x * x"),
        ("    a = 1\n    z = x * x", 2, "    z = x * x"),
        ("z = x * x;", 1, "z = x * x;"),
        ("async def f():\n    return x * x\nz = await f()", 2, "    return x * x"),
    ],
)
def test_magics_and_ipythons_own_syntax_leave_the_line_as_it_is_in_the_cell(
    cell, text, line, source
):
    assert cell(text) == ("Cell In[@]", line, source)


def test_of_several_timed_statements_in_a_cell_it_is_not_claimed_which(cell):
    assert cell("a = 1\n%time z = x * x\n%time z = x * x") == ("Cell In[@], a %time", 1, "")


def test_a_cell_with_a_timed_statement_is_not_taken_for_an_earlier_one(cell):
    assert cell("%%time\nz = x * x") == ("Cell In[@]", 2, "z = x * x")
    assert cell("a = 1\nb = 2\n%time z = x * x") == ("Cell In[@]", 3, "z = x * x")


def test_code_that_a_front_end_runs_beside_the_cells_has_a_text_but_no_number(cell):
    assert cell("z = x * x", history=False) == ("Cell", 1, "z = x * x")
    assert cell("get_ipython().run_cell('z = 1.0 * (x * x)')") == ("Cell", 1, "z = 1.0 * (x * x)")


def test_a_notebook_that_is_executed_without_a_front_end_has_numbered_cells():
    texts = [FIRST, AT, "at(y._event)", "z = x * x", "at(z._event)"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in texts])
    sockets = Config({"KernelManager": {"transport": "ipc"}})
    NotebookClient(notebook, kernel_name="python3", config=sockets).execute()
    assert [cell.outputs[0].text for cell in notebook.cells if cell.outputs] == [
        "('Cell In[1]', 3, 'y = x * x')\n",
        "('Cell In[4]', 1, 'z = x * x')\n",
    ]


def test_ipython_in_a_terminal_numbers_its_inputs_too(tmp_path):
    lines = [
        "from gradlab import Device, Tensor; from gradlab.engine.graph_view import site_of",
        "x = Tensor.ones([2], Device.flex().autodiff())",
        "y = x * x",
        "z = (x",
        "     * x)",
        "",
        "s = site_of(y._event); print('>', (s.where, s.line, s.source))",
        "s = site_of(z._event); print('>', (s.where, s.line, s.source))",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "IPython", "--simple-prompt", "--no-banner", "--colors=NoColor"],
        input="\n".join(lines) + "\n",
        env=os.environ | {"IPYTHONDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    shown = [line.split("> ", 1)[1] for line in done.stdout.splitlines() if "> (" in line]
    assert [literal_eval(where) for where in shown] == [
        ("Cell In[3]", 1, "y = x * x"),
        ("Cell In[4]", 1, "z = (x\n     * x)"),
    ]


def test_outside_ipython_cells_are_not_watched():
    program = """
import sys, gradlab
assert "IPython" not in sys.modules
import IPython
from gradlab.ipython import watch_cells
watch_cells()
x = gradlab.Tensor.ones([1], gradlab.Device.flex())
"""
    subprocess.run([sys.executable, "-c", program], check=True)
