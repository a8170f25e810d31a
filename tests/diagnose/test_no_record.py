"""What happened unrecorded is never explained: paused, overwritten, or no one backward."""

from threading import Thread

import pytest

from gradlab.engine import events

PAUSED = "from gradlab.engine.events import paused\n"
LEAVES = PAUSED + "x = F([1, 2], ad).require_grad()\nb = F([3, 4], ad).require_grad()\n"
ASK = "grads = loss.backward()\nanswer = why(x, grads)\n"


@pytest.fixture(autouse=True)
def whole_ring():
    yield
    events.set_capacity(events.CAPACITY)


def answer(run, *lines):
    names = run(LEAVES + "\n".join(lines) + "\n" + ASK)
    assert "error" not in names, names["error"]
    return names["answer"]


def test_a_cut_made_while_paused_is_not_called_unused(run):
    verdict = answer(run, "with paused(): d = x.detach()", "loss = (d * 2 + b).sum()")
    assert (verdict.kind, verdict.case, verdict.level) == ("no_record", None, "fault")
    assert "paused" in verdict.title
    assert "newest" not in verdict.title
    assert "without paused()" in verdict.fix.text


def test_a_gradient_with_a_paused_part_beside_it_does_not_claim_to_be_whole(run):
    verdict = answer(run, "with paused(): h = x.detach() * 3", "loss = (h + x).sum()")
    assert verdict.kind == "ok"
    assert verdict.notes == (
        "note the recorder was paused on the way: it cannot tell whether a use is missing",
    )


def test_a_gradient_whose_way_is_all_on_record_is_plainly_ok(run):
    verdict = answer(run, "with paused(): (b * 2).sum()", "loss = (x * 3 + b).sum()")
    assert (verdict.kind, verdict.notes) == ("ok", ())


def test_a_pause_beside_the_way_does_not_hide_that_nothing_used_the_leaf(run):
    verdict = answer(run, "with paused(): y = x * 2", "loss = (b * 2).sum()")
    assert (verdict.kind, verdict.case) == ("not_reached", 4)


def test_what_was_paused_before_the_leaf_was_made_cannot_have_used_it(run):
    names = run(
        PAUSED
        + """\
b = F([3, 4], ad).require_grad()
with paused():
    h = b * 2
x = F([1, 2], ad).require_grad()
loss = (h * b).sum()
"""
        + ASK
    )
    assert (names["answer"].kind, names["answer"].case) == ("not_reached", 4)


def test_another_backward_is_no_explanation_where_the_way_to_this_one_is_unknown(run):
    first = "first = (x * 2).sum().backward()"
    paused = "with paused(): d = x.detach()"
    assert answer(run, first, paused, "loss = (d * b).sum()").kind == "no_record"
    assert answer(run, first, "loss = (b * b).sum()").kind == "other_gradients"


def test_numbers_read_out_while_paused_may_be_what_a_later_leaf_holds(run):
    read = "with paused(): numbers = x.to_data()"
    copied = answer(run, read, "c = F(numbers, ad)", "loss = (c * b).sum()")
    assert (copied.kind, "paused" in copied.title) == ("no_record", True)
    assert answer(run, read, "loss = (b * b).sum()").kind == "not_reached"


def test_a_mark_made_while_paused_leaves_open_why_an_earlier_use_is_missing(run):
    names = run(
        PAUSED
        + """\
x = F([1, 2], ad)
early = x * 3
with paused():
    x = x.require_grad()
loss = (early + x).sum()
"""
        + ASK
    )
    assert (names["answer"].kind, len(names["answer"].notes)) == ("ok", 1)
    assert "paused" in names["answer"].notes[0]


def test_a_loss_made_while_paused_has_no_record_of_its_way(run):
    verdict = answer(run, "with paused(): loss = (b * 2).sum()")
    assert (verdict.kind, "paused" in verdict.title) == ("no_record", True)


def test_a_leaf_made_by_a_paused_step_is_not_called_unused(run):
    names = run(
        PAUSED
        + """\
m = Net(w=Param.from_tensor(F([1, 2], ad)))
grads = m.w.val().sum().backward()
with paused():
    m = opt.step(0.1, m, GradientsParams.from_module((m.w.val() * 2).sum().backward(), m))
answer = why(m.w.val(), grads)"""
    )
    assert (names["answer"].kind, "paused" in names["answer"].title) == ("no_record", True)


def test_a_module_built_while_paused_is_asked_like_any_other(run):
    names = run(
        PAUSED
        + """\
with paused():
    m = Net(w=Param.from_tensor(F([1, 2], ad)), spare=Param.from_tensor(F([1], ad)))
grads = (m.w.val() * 3).sum().backward()
table = why(m, grads)"""
    )
    assert [(row.verdict.kind, row.verdict.notes) for row in names["table"]] == [
        ("ok", ()),
        ("not_reached", ()),
    ]


def test_a_pause_in_another_thread_leaves_the_same_hole(run):
    names = run(LEAVES)

    def apart():
        with events.paused():
            names["d"] = names["x"].detach()

    thread = Thread(target=apart)
    thread.start()
    thread.join()
    exec("loss = (d * 2 + b).sum()\n" + ASK, names)
    assert (names["answer"].kind, "paused" in names["answer"].title) == ("no_record", True)


def test_what_another_thread_recorded_is_no_hole(run):
    names = run(LEAVES)
    thread = Thread(target=lambda: names.update(d=names["x"].detach()))
    thread.start()
    thread.join()
    exec("loss = (d * 2 + b).sum()\n" + ASK, names)
    assert (names["answer"].kind, names["answer"].case) == ("detach", 5)


OVERFLOW = """\
from gradlab.engine import events
x = F([1, 2], ad).require_grad()
b = F([3, 4], ad).require_grad()
events.set_capacity(12)
d = x.detach()
for _ in range(30):
    d = d * 1
loss = (d * b).sum()
"""


def test_an_overwritten_cut_is_said_to_be_overwritten_and_the_remedy_has_an_address(run):
    verdict = run(OVERFLOW + ASK)["answer"]
    assert verdict.kind == "no_record"
    assert "newest events only" in verdict.title
    assert "paused" not in verdict.title
    assert "gradlab.engine.events.set_capacity(n)" in verdict.fix.text


def test_a_pause_elsewhere_does_not_take_the_blame_for_an_overflow(run):
    verdict = run(OVERFLOW + PAUSED + "with paused(): b * 2\n" + ASK)["answer"]
    assert "newest events only" in verdict.title


def test_a_new_ring_has_forgotten_the_pauses_before_it(run):
    run(LEAVES + "with paused(): x.to_data()")
    assert events.missed()
    assert len(events.unseen_reads()) == 1
    events.set_capacity(events.CAPACITY)
    assert (events.missed(), events.unseen_reads()) == (False, {})
