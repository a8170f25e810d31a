"""report(grads): the table of everything that has a name, in the order of creation."""

import pytest

from gradlab.engine import DTypeError

EXPERIMENT = """\
w = F([3, 4], ad).require_grad()
x_plain = F([1, 2], plain)
x_nograd = F([1, 2], ad)
x_late = F([1, 2], ad)
late = x_late * w
x_late = x_late.require_grad()
unused = F([5, 5], ad).require_grad()
x_cut = F([1, 2], ad).require_grad()
copy = x_cut.detach()
x_int = F([1, 2], ad).require_grad()
back = x_int.int().float()
h = x_plain * w
loss = (h + x_nograd * w + late + copy * w + back * w).sum()
grads = loss.backward()
other = (unused * 2).sum().backward()
"""


def rows(names, table="table"):
    return [(r.name, r.outcome, r.verdict.kind, r.verdict.case) for r in names[table]]


def test_the_experiment_row_by_row(run):
    names = run(EXPERIMENT + "table = report(grads)")
    assert rows(names) == [
        ("w", "[5.0, 10.0]", "ok", None),
        ("x_plain", "None", "plain_device", 1),
        ("x_nograd", "None", "not_marked", 2),
        ("x_late", "None", "late_require_grad", 3),
        ("late", "None", "intermediate", 7),
        ("unused", "None", "other_gradients", 9),
        ("x_cut", "None", "detach", 5),
        ("copy", "[3.0, 4.0]", "ok", None),
        ("x_int", "None", "int_round_trip", 6),
        ("back", "None", "not_marked", 2),
        ("h", "None", "intermediate", 7),
        ("loss", "None", "intermediate", 7),
    ]
    assert names["x_nograd"].is_require_grad() is False
    assert (names["h"].is_tracked(), names["h"].is_require_grad()) == (True, False)


def test_the_row_of_a_leaf_that_no_backward_reached_is_case_4(run):
    names = run(
        EXPERIMENT.replace("other = (unused * 2).sum().backward()\n", "table = report(grads)")
    )
    assert ("unused", "None", "not_reached", 4) in rows(names)


def test_after_grad_remove_the_row_is_case_8(run):
    names = run(EXPERIMENT + "w.grad_remove(grads)\ntable = report(grads)")
    assert rows(names)[0] == ("w", "None", "removed", 8)


def test_another_container_has_another_table(run):
    names = run(EXPERIMENT + "table = report(other)")
    found = {name: (outcome, kind) for name, outcome, kind, _ in rows(names)}
    assert found["unused"] == ("[2.0, 2.0]", "ok")
    assert found["w"] == ("None", "other_gradients")
    assert found["x_plain"] == ("None", "plain_device")


def test_the_table_as_text_has_a_line_per_name_with_cause_and_line(run):
    text = str(run(EXPERIMENT + "table = report(grads)")["table"])
    lines = text.split("\n")
    assert lines[0] == "name, gradient in grads, cause"
    assert len(lines) == 13
    assert max(map(len, lines)) <= 88
    assert lines[1].split() == ["w", "[5.0,", "10.0]", "ok"]
    assert lines[4].split() == ["x_late", "None", "late_require_grad", "(case", "3),", "line", "5"]


def test_rows_come_in_the_order_of_creation_not_of_binding(run):
    names = run(
        """\
b = F([1], ad).require_grad()
a = F([2], ad).require_grad()
b, a = a, b
grads = (a * b).sum().backward()
table = report(grads)"""
    )
    assert [(name, outcome) for name, outcome, *_ in rows(names)] == [
        ("a", "[2.0]"),
        ("b", "[1.0]"),
    ]


def test_two_names_of_one_handle_are_one_row(run):
    names = run(
        """\
a = F([1], ad).require_grad()
b = a
c = a.clone()
grads = (a * 2).sum().backward()
table = report(grads)"""
    )
    assert rows(names) == [("a", "[2.0]", "ok", None)]


def test_a_handle_from_before_the_mark_has_a_row_of_its_own(run):
    names = run(
        """\
x = F([1], ad)
marked = x.require_grad()
grads = (marked * 2).sum().backward()
table = report(grads)"""
    )
    assert rows(names) == [("x", "None", "not_marked", 2), ("marked", "[2.0]", "ok", None)]


def test_a_function_reports_its_own_names_and_the_globals(run):
    names = run(
        """\
w = F([1], ad).require_grad()
def train():
    x = F([3], ad)
    loss = (w * x).sum()
    grads = loss.backward()
    return report(grads)
table = train()"""
    )
    assert [row.name for row in names["table"]] == ["w", "x", "loss"]
    assert rows(names)[0] == ("w", "[3.0]", "ok", None)


def test_names_with_an_underscore_in_front_are_left_out(run):
    names = run(
        "_w = F([1], ad).require_grad()\ngrads = (_w * 2).sum().backward()\ntable = report(grads)"
    )
    assert list(names["table"]) == []
    assert "No tensor has a name here." in str(names["table"])


def test_a_long_gradient_is_cut_short_and_a_report_takes_nothing(run):
    names = run(
        """\
w = F(range(50), ad).require_grad()
grads = (w * 2).sum().backward()
table = report(grads)"""
    )
    assert max(map(len, str(names["table"]).split("\n"))) <= 88
    assert names["w"].grad(names["grads"]).to_data().tolist() == [2.0] * 50


def test_a_report_as_data_has_a_version_and_a_verdict_per_row(run):
    table = run(EXPERIMENT + "table = report(grads)")["table"]
    data = table.to_dict()
    assert data["version"] == 1
    assert data["container"] == "grads"
    assert [row["verdict"]["kind"] for row in data["rows"]] == [row.verdict.kind for row in table]


@pytest.mark.parametrize("wrong", ["w", "None", "3", "loss"])
def test_anything_but_a_container_is_refused(run, wrong):
    error = run(EXPERIMENT + f"report({wrong})")["error"]
    assert isinstance(error, DTypeError)
    assert "backward()" in str(error)


def told_of(run, second):
    names = run(
        f"""\
from gradlab.nn import Linear, Module
class Net(Module):
    def __init__(self):
        self.a, self.b = Linear(2, 2, ad, seed=1, bias=False), Linear(2, 1, {second}, bias=False)
    def forward(self, rows):
        return self.a(rows)
net = Net()
grads = net(F([[1.0, 2.0]], ad)).sum().backward()
told = str(why(net, grads))"""
    )
    *told, more = names["told"].splitlines()
    assert more == "More: why(net.b.weight, grads)"
    return [line.split("  ")[-1].strip() for line in told]


def test_what_all_parameters_share_is_said_once(run):
    _, *told = told_of(run, "ad, seed=2")
    assert told == ["each parameter: trained, Device.flex().autodiff()", "ok", told[2]]
    assert told[2].startswith("not_reached (case 4), ")
    assert "trained" not in told[2]


def test_a_device_or_a_state_that_differs_stands_in_its_row(run):
    _, a, b = told_of(run, "plain, seed=2")
    assert a == "ok, trained, Device.flex().autodiff()"
    assert b.startswith("plain_device (case 1), ")
    assert b.endswith(", plain, Device.flex()")
