"""Places in the user's source: exact lines and columns, and the text that ran."""

import linecache
import textwrap
from itertools import count

import pytest

from gradlab import Device, Tensor
from gradlab.engine import events, sites
from gradlab.engine.events import OP, PLACE, SEQ
from gradlab.engine.sites import Run, resolve, resolve_caller
from gradlab.nn import Linear, Sequential

ON = Device.flex().autodiff()
names = (f"<program {n}>" for n in count())


@pytest.fixture(autouse=True)
def _empty_ring():
    events.set_capacity(events.CAPACITY)


def run(text, **variables):
    """Execute a program under a name of its own, with its text known; what it defined."""
    text, name = textwrap.dedent(text), next(names)
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    given = {"Tensor": Tensor, "ON": ON, "x": Tensor.ones([2], ON), "w": Tensor.ones([2], ON)}
    scope = {"__name__": "program", **given, **variables}
    exec(compile(text, name, "exec"), scope)
    return scope


def last(op="mul"):
    return [event for event in events.events() if event[OP] == op][-1]


def site(op="mul"):
    """Where the last such operation was."""
    event = last(op)
    return resolve(event[PLACE], event[SEQ])


def caller(op="mul"):
    event = last(op)
    return resolve_caller(event[PLACE], event[SEQ])


def underlined(found):
    """Lines and the exact text from the first to the last column."""
    lines = found.source.split("\n")
    lines[-1] = lines[-1][: found.end_column]
    lines[0] = lines[0][found.column :]
    return found.line, found.end_line, "\n".join(lines)


# which part of which line -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "op", "expected"),
    [
        ("y = x * w", "mul", (1, 1, "x * w")),
        ("y = (x + w) * (x - w)", "sub", (1, 1, "x - w")),
        ("y = (x + w) * (x - w)", "mul", (1, 1, "(x + w) * (x - w)")),
        ("y = x.exp().sum()", "exp", (1, 1, "x.exp()")),
        ("y = x.exp().sum()", "sum", (1, 1, "x.exp().sum()")),
        ("x *= w", "mul", (1, 1, "x *= w")),
        ("y = -x", "neg", (1, 1, "-x")),
        ("y = x[0]", "slice", (1, 1, "x[0]")),
        ("a = 1; y = x * w; b = 2", "mul", (1, 1, "x * w")),
        ("y = [t * w for t in [x, x]]", "mul", (1, 1, "t * w")),
        ("y = {n: t * w for n, t in enumerate([x])}", "mul", (1, 1, "t * w")),
        ("y = list(t * w for t in [x])", "mul", (1, 1, "t * w")),
        ("f = lambda t: t * w\ny = f(x)", "mul", (1, 1, "t * w")),
        ("y = list(map(lambda t: t * w, [x]))", "mul", (1, 1, "t * w")),
        ("a = 1\n\n\ny = x * w  # a comment", "mul", (4, 4, "x * w")),
        ("if (y := x * w) is not None:\n    pass", "mul", (1, 1, "x * w")),
        ("assert (x * w) is not None, 'no'", "mul", (1, 1, "x * w")),
        ("for i in range(3):\n    x = x * w\n", "mul", (2, 2, "x * w")),
        ("try:\n    1 / 0\nexcept ZeroDivisionError:\n    y = x * w", "mul", (4, 4, "x * w")),
        ("with open(__import__('os').devnull):\n    y = x * w", "mul", (2, 2, "x * w")),
        ("class Net:\n    scale = x * w\n", "mul", (2, 2, "x * w")),
        ("y = x.detach()", "detach", (1, 1, "x.detach()")),
        ("y = Tensor.from_floats([1.0], ON)", "leaf", (1, 1, "Tensor.from_floats([1.0], ON)")),
    ],
)
def test_the_columns_are_those_of_the_very_expression(text, op, expected):
    run(text)
    assert underlined(site(op)) == expected


def test_an_expression_over_several_lines_has_first_and_last_line_and_both_columns():
    run("""
        y = (
            x
            * w
        ).sum(
        )
    """)
    assert underlined(site("mul")) == (3, 4, "x\n    * w")
    assert underlined(site("sum")) == (5, 6, "sum(\n)")  # Python's choice for such a call
    assert site("mul").source == "    x\n    * w"
    assert (site("mul").column, site("mul").end_column) == (4, 7)


def test_an_expression_inside_an_f_string_has_the_line_of_the_string():
    run("""
        a = 1
        text = f"{(x * w).sum().into_scalar():.2f}"
    """)
    assert (site().line, site().first_line) == (
        3,
        'text = f"{(x * w).sum().into_scalar():.2f}"',
    )


@pytest.mark.parametrize(
    "text",
    ["größe = '→ 勾配'; y = x * w", "y, s = x * w, '勾配'", "勾配 = x; y = '😀', x * w"],
)
def test_columns_count_characters_not_bytes(text):
    run(text)
    assert underlined(site()) == (1, 1, "x * w")
    assert site().column == text.index("x * w")


def test_the_first_line_is_shown_without_its_indentation():
    run("if True:\n    y = x * w\n")
    assert site().source == "    y = x * w"
    assert site().first_line == "y = x * w"


def test_after_many_operations_on_long_lines_the_place_is_still_exact():
    terms = " + ".join(f"(x * {n}.0)" for n in range(400))  # offsets beyond one byte
    run(f"y = {terms}")
    mul = site("mul_scalar")
    assert underlined(mul) == (1, 1, "x * 399.0")


# functions ----------------------------------------------------------------------------------------


def test_a_helper_has_its_own_line_and_that_of_its_caller():
    run("""
        def double(t):
            return t * w

        y = double(x)
        z = double(x).sum()
    """)
    assert underlined(site()) == (3, 3, "t * w")
    assert underlined(caller()) == (6, 6, "double(x)")
    assert (site().function, caller().function) == ("double", "<module>")


def test_two_calls_of_one_helper_are_told_apart():
    run("""
        def double(t):
            return t * w
        y = double(x)
        z = double(x)
    """)
    both = [event for event in events.events() if event[OP] == "mul"]
    assert [resolve_caller(event[PLACE], event[SEQ]).line for event in both] == [4, 5]
    assert [resolve(event[PLACE], event[SEQ]).line for event in both] == [3, 3]


def test_at_the_top_level_there_is_no_caller():
    run("y = x * w")
    assert caller() is None


def test_a_decorated_function_has_its_own_line_and_the_decorators_as_caller():
    run("""
        def logged(f):
            def wrapper(t):
                return f(t)
            return wrapper

        @logged
        def double(t):
            return t * w

        y = double(x)
    """)
    assert underlined(site()) == (9, 9, "t * w")
    assert underlined(caller()) == (4, 4, "f(t)")


def test_a_generator_has_its_own_line_and_the_caller_that_advanced_it():
    run("""
        def scaled():
            t = x
            while True:
                t = t * w
                yield t

        source = scaled()
        next(source)
        y = next(source)
    """)
    assert underlined(site()) == (5, 5, "t * w")
    assert underlined(caller()) == (10, 10, "next(source)")


def test_a_method_of_a_class_has_its_own_line():
    run("""
        class Net:
            def forward(self, t):
                return (t
                        * w)
        y = Net().forward(x)
    """)
    assert underlined(site()) == (4, 5, "t\n                * w")
    assert caller().first_line == "y = Net().forward(x)"


def test_recursion_has_the_inner_call_as_caller():
    run("""
        def power(t, n):
            return t if n == 0 else power(t * w, n - 1)
        y = power(x, 3)
    """)
    assert underlined(site()) == (3, 3, "t * w")
    assert underlined(caller()) == (3, 3, "power(t * w, n - 1)")


# frames of the package ----------------------------------------------------------------------------


def test_what_a_layer_computes_is_on_the_line_that_called_the_layer():
    run(
        """
        a = 1
        y = layer(x.reshape([1, 2]))
        """,
        layer=Linear(2, 3, ON),
    )
    for op in ("matmul", "add"):
        assert underlined(site(op)) == (3, 3, "layer(x.reshape([1, 2]))")


def test_layers_inside_layers_count_the_line_outside_all_of_them():
    inner = Sequential(Linear(2, 3, ON), Linear(3, 1, ON))
    run("y = model(x.reshape([1, 2]))", model=Sequential(inner))
    assert underlined(site("matmul")) == (1, 1, "model(x.reshape([1, 2]))")


def test_a_users_function_called_by_a_layer_has_its_own_line_and_the_users_caller():
    run(
        """
        def double(t):
            return t * w
        y = Sequential(double)(x)
        """,
        Sequential=Sequential,
    )
    assert underlined(site()) == (3, 3, "t * w")
    assert underlined(caller()) == (4, 4, "Sequential(double)(x)")


@pytest.mark.parametrize(
    ("text", "op"),
    [
        ("y = x.mean()", "mean"),
        ("y = Tensor.zeros([2], ON)", "leaf"),
        ("y = Tensor.stack([x, w])", "stack"),
        ("y = 2.0 - x", "scalar_sub"),
        ("y = x.powi_scalar(3)", "powf_scalar"),
        ("y = x.clamp_min(0.0)", "clamp"),
        ("y = x.set_require_grad(False)", "set_require_grad"),
        ("y = x.require_grad()", "require_grad"),
        ("y = x.to_device(Device.flex(1).autodiff())", "to_device"),
        ("y = x.int().float()", "float"),
        ("y = [t for t in x]", "slice"),
        ("v = x.require_grad(); y = (v * v).sum().backward()", "backward"),
        ("y = x.to_data()", "read"),
    ],
)
def test_however_deep_in_the_package_it_happens_it_is_the_users_line(text, op):
    run(text, Device=Device)
    assert (site(op).where[:9], site(op).first_line) == ("<program ", text)


# where the text comes from ------------------------------------------------------------------------


def test_a_file_is_named_by_its_path_below_the_working_folder(tmp_path, monkeypatch):
    script = tmp_path / "lesson" / "train.py"
    script.parent.mkdir()
    script.write_text("def f(x):\n    return x * x\n", "utf-8")
    scope = {}
    exec(compile(script.read_text("utf-8"), str(script), "exec"), scope)
    scope["f"](Tensor.ones([2], ON))
    monkeypatch.chdir(tmp_path)
    assert site().where == "lesson/train.py"
    monkeypatch.chdir(script.parent.parent.parent)
    assert site().where == f"{tmp_path.name}/lesson/train.py"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert site().where == "train.py"
    assert underlined(site()) == (2, 2, "x * x")


def test_text_executed_without_a_source_has_line_and_name_but_no_text():
    exec(compile("\n\ny = x * x", "<string>", "exec"), {"x": Tensor.ones([2], ON)})
    found = site()
    assert (found.where, found.line, found.source, found.first_line) == ("<string>", 3, "", "")


def test_a_line_beyond_the_known_text_has_no_text():
    name = next(names)
    sites.remember(name, "Cell In[1]", "only one line")
    exec(compile("\n\ny = x * x", name, "exec"), {"x": Tensor.ones([2], ON)})
    assert (site().where, site().line, site().source) == ("Cell In[1]", 3, "")


def test_without_a_users_frame_there_is_no_site():
    assert resolve(None, 1) is None
    assert resolve_caller(None, 1) is None


# cells --------------------------------------------------------------------------------------------


def cell(number, text, name, identity="a", **scope):
    sites.remember(name, f"Cell In[{number}]", text, identity)
    exec(compile(text, name, "exec"), {"x": Tensor.ones([2], ON), **scope})
    return last()


def shown(event):
    found = resolve(event[PLACE], event[SEQ])
    return found.where, found.line, found.source


def test_a_cell_that_runs_again_gets_the_new_number_and_older_events_keep_the_old():
    name = next(names)
    first = cell(1, "y = x * x", name)
    second = cell(5, "y = x * x", name)
    assert shown(first) == ("Cell In[1]", 1, "y = x * x")
    assert shown(second) == ("Cell In[5]", 1, "y = x * x")


def test_an_edited_cell_keeps_the_text_that_ran():
    before, after = next(names), next(names)
    first = cell(1, "y = x * x", before)
    second = cell(2, "\ny = 2.0 * (x * x)", after)
    assert shown(first) == ("Cell In[1]", 1, "y = x * x")
    assert shown(second) == ("Cell In[2]", 2, "y = 2.0 * (x * x)")


def test_later_runs_of_a_cell_are_found_across_an_edit_and_those_of_others_are_not():
    one, two, three = next(names), next(names), next(names)
    first = cell(1, "y = x * x", one)
    cell(2, "y = x * x", three, identity="b")
    cell(3, "y = x * x * 1.0", two)
    cell(4, "y = x * x", one)
    run_then = sites.run_of(one, first[SEQ])
    assert run_then.where == "Cell In[1]"
    assert [later.where for later in sites.later_runs(run_then)] == ["Cell In[3]", "Cell In[4]"]
    assert sites.later_runs(Run(0, "Cell In[1]", "", None)) == []


def test_a_function_from_an_earlier_cell_keeps_that_cells_number_when_called_later():
    first, second = next(names), next(names)
    text = "def f(t):\n    return t * t"
    sites.remember(first, "Cell In[1]", text)
    scope = {"x": Tensor.ones([2], ON)}
    exec(compile(text, first, "exec"), scope)
    sites.remember(second, "Cell In[2]", "y = f(x)")
    exec(compile("y = f(x)", second, "exec"), scope)
    assert shown(last()) == ("Cell In[1]", 2, "    return t * t")
    assert caller().where == "Cell In[2]"


def test_what_ran_before_the_cells_were_watched_has_no_number():
    name = next(names)
    exec(compile("y = x * x", name, "exec"), {"x": Tensor.ones([2], ON)})
    early = last()
    sites.remember(name, "Cell In[9]", "y = x * x")
    assert shown(early) == (name, 1, "")


def test_of_a_text_that_runs_again_and_again_the_newest_50_runs_are_kept():
    name = next(names)
    seen = [cell(n, "y = x * x", name) for n in range(1, 53)]
    assert shown(seen[-1])[0] == "Cell In[52]"
    assert shown(seen[2])[0] == "Cell In[3]"
    assert shown(seen[1])[0] == name


def test_lines_that_stand_above_what_was_compiled_are_counted():
    name = next(names)
    sites.remember(name, "Cell In[1]", "%%time\na = 1\ny = (x\n  * x)", above=1)
    exec(compile("a = 1\ny = (x\n  * x)", name, "exec"), {"x": Tensor.ones([2], ON)})
    assert underlined(site()) == (3, 4, "x\n  * x")
    assert site().source == "y = (x\n  * x)"


def test_only_line_ends_that_python_knows_end_a_line():
    text = "a = '\u2028 \x0c'\ny = x * x"
    event = cell(1, text, next(names))
    assert shown(event) == ("Cell In[1]", 2, "y = x * x")
