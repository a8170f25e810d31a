"""why(module, ...): whose gradients these are, and which of them never came into a container."""

import pytest

IMPORTS = "from gradlab.nn import Linear\nimg = F([[1.0, 2.0]], ad)\n"
GAN = (
    IMPORTS
    + """\
g = Net(l=Linear(2, 2, ad, seed=1))
d = Net(l=Linear(2, 1, ad, seed=2))
grads = d.l(g.l(img)).mean().backward()
"""
)
ONE = (
    IMPORTS
    + """\
m = Net(l=Linear(2, 1, ad, seed=1))
def loss_of(one):
    return one.l(img).mean()
"""
)
TWO = (
    IMPORTS
    + """\
m = Net(a=Linear(2, 2, ad, seed=1), b=Linear(2, 1, ad, seed=2))
grads = m.b(m.a(img)).mean().backward()
ga = GradientsParams.from_params(grads, m, [p.id for p in m.a.params()])
"""
)


def rows(names, table="table"):
    assert "error" not in names, names["error"]
    return [(row.name, row.verdict.kind, row.outcome != "None") for row in names[table]]


def kinds(names, table="table"):
    return {name: kind for name, kind, _ in rows(names, table)}


@pytest.mark.parametrize("one", ["g", "d"])
def test_the_other_half_of_a_gan_is_no_mistake_of_the_first(run, one):
    names = run(GAN + f"table = why({one}, grads)")
    assert rows(names) == [("l.weight", "ok", True), ("l.bias", "ok", True)]


def test_what_was_taken_for_the_generator_is_not_the_discriminators(run):
    taken = "gg = GradientsParams.from_module(grads, g)\n"
    names = run(GAN + taken + "table, other = why(g, gg), why(d, gg)")
    assert rows(names) == [("l.weight", "ok", True), ("l.bias", "ok", True)]
    assert rows(names, "other") == [("l.weight", "removed", False), ("l.bias", "removed", False)]
    title = names["other"].rows[0].verdict.title
    assert "backward reached d.l.weight" in title
    assert title.endswith("line 6).")


@pytest.mark.parametrize("holder", ["[g, d]", "{'g': g, 'd': d}", "Trainer()"])
def test_modules_in_a_collection_or_an_object_are_modules_too(run, holder):
    head = GAN.replace("g = Net", "def train(ask):\n  g = Net").replace("\nd =", "\n  d =")
    head = head.replace("\ngrads =", "\n  grads =")
    cast = "  class Trainer:\n    def __init__(self): self.g, self.d = g, d\n"
    names = run(
        head + cast + f"  held = {holder}\n  return ask(g, grads, held)\n"
        "def ask(one, grads, held):\n  return why(one, grads)\ntable = train(ask)"
    )
    assert kinds(names) == {"l.weight": "ok", "l.bias": "ok"}


def test_two_optimizers_each_have_their_half_and_the_other_half_was_taken_out(run):
    rest = "gb = GradientsParams.from_params(grads, m, [p.id for p in m.b.params()])\n"
    names = run(TWO + rest + "table, other = why(m, gb), why(m, ga)")
    assert rows(names) == [
        ("a.weight", "removed", False),
        ("a.bias", "removed", False),
        ("b.weight", "ok", True),
        ("b.bias", "ok", True),
    ]
    assert names["table"].rows[0].verdict.title.endswith("line 5.")
    assert {row.verdict.level for row in names["table"]} == {"note", "ok"}
    assert kinds(names, "other") == {
        "a.weight": "ok", "a.bias": "ok", "b.weight": "removed", "b.bias": "removed"
    }  # fmt: skip
    assert names["other"].rows[2].verdict.title.endswith("line 6.")


def test_what_the_first_optimizer_left_is_neither_unreached_nor_there(run):
    verdict = run(TWO + "table = why(m, ga)")["table"].rows[2].verdict
    assert (verdict.kind, verdict.level, verdict.value) == ("removed", "note", None)
    assert "ga was given the gradients of other parameters only" in verdict.title
    assert verdict.title.endswith("line 5).")


def test_a_gradient_removed_from_the_container_was_removed_there(run):
    names = run(
        ONE
        + """\
gp = GradientsParams.from_grads(loss_of(m).backward(), m)
gp.remove(m.l.bias.id)
table = why(m, gp)"""
    )
    assert kinds(names) == {"l.weight": "ok", "l.bias": "removed"}
    assert "line 7" in names["table"].rows[1].verdict.title


def test_a_gradient_that_was_put_in_belongs_to_its_parameter(run):
    names = run(
        ONE
        + """\
gp = GradientsParams.from_grads(loss_of(m).backward(), m)
gp.register(m.l.bias.id, F([5], plain))
table = why(m, gp)"""
    )
    assert rows(names) == [("l.weight", "ok", True), ("l.bias", "ok", True)]
    assert names["table"].rows[1].verdict.value.to_data().tolist() == [5.0]


@pytest.mark.parametrize(
    "copy", ["m.clone()", "m.valid().train()", "m.fork(ad)", "m.fork(ad2).fork(ad)", "m.unfreeze"]
)
def test_a_copy_that_was_not_asked_is_no_stranger(run, copy):
    copy = "m.no_grad().unfreeze(lambda path: True)" if copy == "m.unfreeze" else copy
    ask = f"m2 = {copy}\ngrads = (loss_of(m) + loss_of(m2)).backward()\n"
    names = run(ONE + ask + "def ask(one):\n    m = m2 = None\n    return why(one, grads)\n"
                "keep, mine, m = [m], m2, None\nkeep = m2 = None\ntable = ask(mine)")  # fmt: skip
    assert kinds(names) == {"l.weight": "ok", "l.bias": "ok"}


def test_a_module_with_other_numbers_is_known_by_its_name(run):
    names = run(
        ONE
        + """\
m.save_file("m.npz")
target = m.load_file("m.npz")
grads = (loss_of(m) - loss_of(target)).backward()
table = why(m, grads)"""
    )
    assert kinds(names) == {"l.weight": "ok", "l.bias": "ok"}


def test_a_target_net_off_autodiff_or_frozen_adds_no_rows(run):
    names = run(
        ONE
        + """\
target, look = m.no_grad(), m.valid()
look.l(img.inner())
grads = (loss_of(m) - loss_of(target)).backward()
table = why(m, grads)"""
    )
    assert kinds(names) == {"l.weight": "ok", "l.bias": "ok"}


def test_after_the_step_the_leaves_from_before_it_are_no_strangers(run):
    names = run(
        ONE
        + """\
for _ in range(2):
    grads = loss_of(m).backward()
    m = opt.step(0.1, m, GradientsParams.from_module(grads, m))
grads = loss_of(m).backward()
before, m = m, opt.step(0.1, m, GradientsParams.from_grads(loss_of(m).backward(), m))
before = None
table = why(m, grads)"""
    )
    assert [row.name for row in names["table"]] == ["l.weight", "l.bias"]


def test_a_field_that_is_no_parameter_is_never_stepped_and_an_input_is_only_apart(run):
    names = run(
        ONE
        + """\
m.scale = F([2], ad).require_grad()
x = F([3], ad).require_grad()
grads = (loss_of(m) * m.scale * x).sum().backward()
table = why(m, grads)"""
    )
    found = {row.name: row.verdict for row in names["table"]}
    assert list(found)[:2] == ["l.weight", "l.bias"]
    assert set(found) == {"l.weight", "l.bias", "scale", "x"}
    assert "the optimizer never will" in found["scale"].title
    assert found["x"].title == (
        "x has a gradient and is not a parameter of m: a step of m does not change it."
    )
    assert found["x"].notes == ("meant if it is an input or trained elsewhere, nothing is wrong",)


def test_a_copy_taken_by_hand_is_still_told_of(run):
    names = run(
        ONE
        + """\
copy = m.l.bias.val().detach()
grads = (loss_of(m) * copy).sum().backward()
table = why(m, grads)"""
    )
    assert kinds(names) == {"l.weight": "ok", "l.bias": "partial", "copy": "not_registered"}


def test_layers_in_a_dict_have_a_row_each_with_its_key(run):
    names = run(
        IMPORTS
        + """\
m = Net(d={"a": Linear(2, 2, ad, bias=False), "b": [Linear(2, 1, ad, bias=False)]})
grads = m.d["b"][0](m.d["a"](img)).mean().backward()
table = why(m, grads)"""
    )
    assert rows(names) == [
        ("d['a'].weight", "not_registered", True),
        ("d['b'][0].weight", "not_registered", True),
    ]
    assert "m.d['a'].weight is hidden in a dict" in names["table"].rows[0].verdict.title


ACCUMULATED = (
    ONE
    + """\
m.spare = Param.from_tensor(F([1], ad))
acc = GradientsAccumulator()
for _ in range(2):
    acc.accumulate(m, GradientsParams.from_grads(loss_of(m).backward(), m))
total = acc.grads()
table = why(m, total)
"""
)


def test_a_sum_of_several_backwards_has_no_one_record_and_says_so(run):
    names = run(ACCUMULATED)
    assert rows(names) == [
        ("l.weight", "ok", True),
        ("l.bias", "ok", True),
        ("spare", "no_record", False),
    ]
    spare = names["table"].rows[2].verdict
    assert "total is a sum of several backwards" in spare.title
    assert "old#" not in str(spare)
    assert "set_capacity" not in str(spare)
    assert names["table"].rows[0].verdict.notes == (
        "note no one backward filled this: ask each of them whether a use is missing",
    )


def test_an_empty_container_of_no_backward_is_called_empty(run):
    first = "loss_of(m).backward()\ntable = why(m, GradientsParams())"
    names = run(ONE + first)
    assert kinds(names) == {"l.weight": "no_record", "l.bias": "no_record"}
    assert (
        "GradientsParams() is empty and no backward filled it"
        in names["table"].rows[0].verdict.title
    )


def test_a_report_where_only_modules_have_names_says_how_to_ask_of_them(run):
    names = run(IMPORTS.replace("img", "_img") + """\
m = Net(l=Linear(2, 1, ad))
grads = m.l(_img).mean().backward()
table = report(grads)""")  # fmt: skip
    assert "No tensor has a name here; of the parameters of m ask why(m, grads)." in str(
        names["table"]
    )
