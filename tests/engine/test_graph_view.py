"""Dataflow and tape side by side: the edges that the tape lacks, each with its reason."""

import json

import pytest

from gradlab import Device, Tensor, fresh, graph
from gradlab.engine import Requirement, events
from gradlab.engine.numbering import shown

ON, PLAIN = Device.flex().autodiff(), Device.flex()
GRAD, INNER, NONE = Requirement.GRAD, Requirement.GRAD_IN_BACKWARD, Requirement.NONE


@pytest.fixture(autouse=True)
def _empty_ring():
    events.set_capacity(events.CAPACITY)
    yield
    events.set_capacity(events.CAPACITY)


def leaf(device=ON):
    return Tensor.from_floats([1.0, 2.0], device)


def drawn(root, **named):
    """Edges as "source > target" (or, where the tape lacks it, "source >reason> target")."""
    view = graph(root)
    names = {t.number: name for name, t in named.items()} | {root.number: "loss"}
    for node in view.nodes:
        names.setdefault(node.number, node.op)
    return [
        f"{names[e.source]} >{'' if e.recorded else f'{e.reason}>'} {names[e.target]}"
        for e in view.edges
    ]


def states(root):
    return {node.number: node.requirement for node in graph(root).nodes}


# the nine mistakes --------------------------------------------------------------------------------


def test_1_a_plain_tensor_goes_in_untracked():
    w, x = leaf().require_grad(), leaf(PLAIN)
    loss = (x * w).sum()
    assert drawn(loss, x=x, w=w) == ["x >untracked> mul", "w > mul", "mul > loss"]
    assert states(loss)[x.number] is NONE


def test_2_an_unmarked_leaf_goes_in_untracked():
    w, x = leaf().require_grad(), leaf()
    loss = (x * w).sum()
    assert drawn(loss, x=x, w=w) == ["x >untracked> mul", "w > mul", "mul > loss"]


def test_3_a_leaf_marked_after_its_use_is_late_there_and_on_the_tape_elsewhere():
    w, x = leaf().require_grad(), leaf()
    used = x * w
    x = x.require_grad()
    again = x * w
    loss = used + again
    assert drawn(loss, x=x, w=w, used=used, again=again) == [
        "x >late> used",
        "w > used",
        "x > again",
        "w > again",
        "used > loss",
        "again > loss",
    ]
    assert states(loss)[x.number] is GRAD


def test_3_a_use_of_the_old_handle_after_the_mark_is_not_late_but_untracked():
    w, x = leaf().require_grad(), leaf()
    x.require_grad()
    assert drawn(x * w, x=x, w=w) == ["x >untracked> loss", "w > loss"]


def test_4_an_unused_leaf_is_not_in_the_graph():
    w, unused = leaf().require_grad(), leaf().require_grad()
    loss = w.sum()
    assert drawn(loss, w=w) == ["w > loss"]
    assert unused.number not in states(loss)


def test_5_a_detached_leaf_is_cut_from_its_copy_which_is_on_the_tape():
    w, x = leaf().require_grad(), leaf().require_grad()
    copy = x.detach()
    loss = (copy * w).sum()
    assert drawn(loss, x=x, w=w, copy=copy) == [
        "x >detach> copy",
        "copy > mul",
        "w > mul",
        "mul > loss",
    ]
    assert (states(loss)[x.number], states(loss)[copy.number]) == (GRAD, GRAD)


def test_5_the_detached_copy_of_an_intermediate_goes_in_untracked():
    w = leaf().require_grad()
    h = w * w
    copy = h.detach()
    loss = copy * w
    assert drawn(loss, w=w, h=h, copy=copy) == [
        "w > h",
        "w > h",
        "h >detach> copy",
        "copy >untracked> loss",
        "w > loss",
    ]
    assert states(loss)[copy.number] is NONE


def test_6_the_way_through_ints_leaves_the_graph_at_int():
    w, x = leaf().require_grad(), leaf().require_grad()
    loss = x.int().float() * w
    assert drawn(loss, x=x, w=w) == [
        "x >int> int",
        "int >untracked> float",
        "float >untracked> loss",
        "w > loss",
    ]


def test_7_an_intermediate_and_the_loss_pass_gradient_on():
    w = leaf().require_grad()
    h = leaf(PLAIN) * w
    loss = h.sum()
    assert states(loss)[h.number] is states(loss)[loss.number] is INNER
    assert states(loss)[w.number] is GRAD


def test_8_and_9_removing_an_entry_or_another_container_changes_no_graph():
    w = leaf().require_grad()
    loss = (w * 2.0).sum()
    before = graph(loss)
    grads = loss.backward()
    w.grad_remove(grads)
    (w * 3.0).sum().backward()
    assert graph(loss) == before
    assert drawn(loss, w=w) == ["w > mul_scalar", "mul_scalar > loss"]


@pytest.mark.parametrize(
    ("cut", "expected"),
    [
        (lambda x: x.inner(), ["x >inner> inner", "inner >untracked> loss"]),
        (lambda x: x.set_require_grad(False), [
            "x >set_require_grad> set_require_grad",
            "set_require_grad >untracked> loss",
        ]),
        (lambda x: x.powf_scalar(0.0), [
            "x >powf_scalar(0)> powf_scalar(0)",
            "powf_scalar(0) >untracked> loss",
        ]),
        (lambda x: x.argmax(0).float(), [
            "x >argmax> argmax",
            "argmax >untracked> float",
            "float >untracked> loss",
        ]),
        (lambda x: x.to_device(Device.flex(1).autodiff()), [
            "x > to_device",
            "to_device > loss",
        ]),
        (lambda x: x.floor(), ["x > floor", "floor > loss"]),
        (lambda x: x.cast(float), ["x > cast", "cast > loss"]),
    ],
)  # fmt: skip
def test_other_ways_out_of_the_graph_have_their_own_reason_and_recorded_ones_have_none(
    cut, expected
):
    x = leaf().require_grad()
    assert drawn(cut(x) * 1.0, x=x) == expected


def test_a_reason_is_given_exactly_where_the_tape_lacks_the_edge():
    w, x = leaf().require_grad(), leaf()
    loss = x.int().float() * w + x.detach() * w.detach() + x
    edges = graph(loss).edges
    assert {e.recorded for e in edges} == {True, False}
    assert all(e.recorded == (e.reason is None) for e in edges)


def test_where_the_tape_has_an_edge_backward_walks_it():
    """The view against the engine: what recorded edges lead to is what gets a gradient."""
    w, x, y = leaf().require_grad(), leaf(), leaf().require_grad()
    used = x * w
    x = x.require_grad()
    loss = (used + y.detach() * w + y.int().float() + x.exp() * y.detach()).sum()
    view = graph(loss)
    reached, waiting = set(), [loss.number]
    while waiting:
        number = waiting.pop()
        reached.add(number)
        waiting += [e.source for e in view.edges if e.target == number and e.recorded]
    marked = {node.number for node in view.nodes if node.requirement is GRAD}
    assert set(loss.backward().entries) == reached & marked
    assert y.number in marked - reached


# nodes --------------------------------------------------------------------------------------------


def test_nodes_come_in_the_order_of_their_creation_with_operation_shape_and_line():
    w, x = leaf().require_grad(), Tensor.ones([3, 2], ON)
    loss = ((x - x) * w.unsqueeze(2)).sum_dim(0)
    nodes = graph(loss).nodes
    assert [node.number for node in nodes] == sorted(node.number for node in nodes)
    assert [(node.op, node.shape) for node in nodes] == [
        ("leaf", (2,)),
        ("leaf", (3, 2)),
        ("sub", (3, 2)),
        ("unsqueeze", (1, 2)),
        ("mul", (3, 2)),
        ("sum_dim", (1, 2)),
    ]
    assert nodes[-1].site.first_line == "loss = ((x - x) * w.unsqueeze(2)).sum_dim(0)"
    assert nodes[0].site.first_line == "return Tensor.from_floats([1.0, 2.0], device)"
    assert nodes[0].marked[events.OP] == "require_grad"
    assert nodes[1].marked is None
    assert [node.requirement for node in nodes] == [GRAD, NONE, NONE, INNER, INNER, INNER]


def test_a_value_used_twice_by_one_operation_has_two_edges():
    w = leaf().require_grad()
    assert drawn(w * w, w=w) == ["w > loss", "w > loss"]


def test_a_leaf_alone_is_its_whole_graph():
    w = leaf().require_grad()
    view = graph(w)
    assert (view.root, view.edges) == (w.number, ())
    assert [(node.number, node.op, node.shape, node.requirement) for node in view.nodes] == [
        (w.number, "leaf", (2,), GRAD)
    ]


def test_what_was_made_from_the_root_is_not_above_it():
    w = leaf().require_grad()
    h = w * 2.0
    h.sum()
    assert [node.number for node in graph(h).nodes] == [w.number, h.number]


def test_a_gradient_has_no_edge_to_the_tensor_that_was_asked():
    w = leaf().require_grad()
    gradient = w.grad((w * w).sum().backward())
    assert [(node.op, node.shape) for node in graph(gradient).nodes] == [("gradient", (2,))]
    assert graph(gradient).edges == ()


def test_the_graph_of_a_long_chain_is_found_without_recursion():
    x = leaf().require_grad()
    for _ in range(5000):
        x = x * 1.0
    view = graph(x)
    assert (len(view.nodes), len(view.edges)) == (5001, 5000)


@pytest.mark.parametrize("forgotten", [False, True])
def test_a_graph_with_very_many_paths_has_each_value_once(forgotten):
    x = leaf().require_grad()
    for _ in range(64):
        x = x + x
    if forgotten:
        forget()
    assert (len(graph(x).nodes), len(graph(x).edges)) == (65, 128)


def test_as_text_a_line_says_what_went_in_and_what_was_not_recorded():
    fresh()
    w, x = leaf().require_grad(), leaf()
    assert str(graph((x.detach() * w).sum())).splitlines() == [
        "#1 = leaf()  Grad",
        "#2 = leaf()  None",
        "#3 = detach(#2 (untracked, not recorded))  None",
        "#4 = mul(#3 (untracked, not recorded), #1)  GradInBackward",
        "#5 = sum(#4)  GradInBackward",
    ]


def test_as_plain_data_it_survives_json():
    w, x = leaf().require_grad(), leaf()
    loss = x * w
    data = json.loads(json.dumps(graph(loss).to_dict()))
    assert data["root"] == loss.number
    assert [(n["number"], n["op"], n["shape"], n["requirement"]) for n in data["nodes"]] == [
        (w.number, "leaf", [2], "Grad"),
        (x.number, "leaf", [2], "None"),
        (loss.number, "mul", [2], "GradInBackward"),
    ]
    site = data["nodes"][-1]["site"]
    assert site["source"][site["column"] : site["end_column"]] == "x * w"
    assert data["edges"] == [
        {"source": x.number, "target": loss.number, "recorded": False, "reason": "untracked"},
        {"source": w.number, "target": loss.number, "recorded": True, "reason": None},
    ]


# what the recorder does not know ------------------------------------------------------------------


def forget():
    events.set_capacity(events.CAPACITY)


def test_what_was_forgotten_is_an_operation_without_a_name_and_nothing_above_it_is_guessed():
    w, x = leaf().require_grad(), leaf()
    h = x.detach()
    forget()
    loss = h * w
    nodes = {node.number: node for node in graph(loss).nodes}
    assert nodes.keys() == {w.number, h.number, loss.number}  # x is above the forgotten detach
    assert (nodes[h.number].op, nodes[h.number].shape, nodes[h.number].site) == (None, None, None)
    assert nodes[h.number].requirement is NONE
    assert (nodes[w.number].op, nodes[w.number].requirement) == (None, GRAD)
    assert drawn(loss, w=w, h=h) == ["h >untracked> loss", "w > loss"]
    assert nodes[loss.number].shape == (2,)


def test_what_is_still_on_the_tape_is_found_after_it_was_forgotten():
    w = leaf().require_grad()
    h = w * w
    loss = h.sum()
    forget()
    assert drawn(loss, w=w, h=h) == ["w > h", "w > h", "h > loss"]
    nodes = graph(loss).nodes
    assert [node.op for node in nodes] == [None, None, "sum"]  # the loss keeps its own event
    assert [node.requirement for node in nodes] == [GRAD, INNER, INNER]


def test_after_a_backward_the_forgotten_part_of_the_tape_is_gone():
    w = leaf().require_grad()
    loss = (w * w).sum()
    loss.backward()
    forget()
    (h, root) = graph(loss).nodes
    assert (h.op, root.op, root.requirement) == (None, "sum", INNER)
    assert h.requirement is NONE


def test_after_a_backward_the_record_still_has_the_whole_graph():
    w, x = leaf().require_grad(), leaf()
    loss = (x * w * w.detach() + (w * w).detach()).sum()
    before = graph(loss)
    loss.backward()
    assert graph(loss) == before


def test_with_recording_off_the_tape_is_shown_without_names_and_untracked_inputs():
    with events.paused():
        w, x = leaf().require_grad(), leaf()
        h = x * w
        loss = h.sum()
    view = graph(loss)
    assert [(node.op, node.requirement) for node in view.nodes] == [
        (None, GRAD),
        (None, INNER),
        (None, INNER),
    ]
    assert drawn(loss, w=w, h=h) == ["w > h", "h > loss"]
    assert view.nodes[-1].shape == (1,)
    assert [node.site for node in view.nodes] == [None] * 3
    assert json.dumps(view.to_dict())
    assert str(view).splitlines()[1] == f"{shown(h.number)} = ?({shown(w.number)})  GradInBackward"


# the numbers that are shown -----------------------------------------------------------------------


def test_shown_numbers_start_again_and_older_values_are_told_apart():
    old = leaf()
    fresh()
    first, second = leaf(), leaf()
    assert (shown(first.number), shown(second.number)) == ("#1", "#2")
    assert shown(old.number) == f"old#{old.number}"
    assert repr(first).startswith("Tensor #1 [")
    assert repr(old).startswith(f"Tensor old#{old.number} [")
    fresh()
    assert shown(second.number) == f"old#{second.number}"
    assert shown(leaf().number) == "#1"


def test_the_numbers_of_values_are_never_used_again():
    before = [leaf().number for _ in range(3)]
    fresh()
    after = [leaf().number for _ in range(3)]
    assert sorted({*before, *after}) == before + after


def test_containers_and_the_recorder_outlive_fresh_numbers():
    w = leaf().require_grad()
    loss = (w * w).sum()
    grads = loss.backward()
    view = graph(loss)
    fresh()
    assert graph(loss) == view
    assert w.grad(grads).to_data().tolist() == [2.0, 4.0]
    assert list(grads.entries) == [w.number]
    assert repr(grads) == f"<Gradients of old#{loss.number}: holds old#{w.number}>"
