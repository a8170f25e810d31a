"""Programs in which nothing is wrong: no leaf that should learn is called a fault."""

import pytest

PROGRAMS = {
    "training by hand, with new leaves": (
        """\
w = F([2.0], ad).require_grad()
x = F([3.0], ad)
y = F([12.0], ad)
for turn in range(20):
    miss = w * x - y
    grads = (miss * miss).sum().backward()
    w = Tensor.from_inner(w.inner() - w.grad(grads) * 0.05).require_grad()
miss = w * x - y
loss = (miss * miss).sum() + (w * 1).sum()
grads = loss.backward()
""",
        {"w": "ok"},
    ),
    "a target network": (
        """\
online = F([2.0], ad).require_grad()
target = online.detach().set_require_grad(False)
state = F([1.5], ad)
aim = (target * state * 0.9 + 1.0).detach()
miss = online * state - aim
grads = (miss * miss).sum().backward()
""",
        {"online": ("ok", "partial")},
    ),
    "a straight-through estimator": (
        """\
x = F([0.3, 1.7], ad).require_grad()
rounded = x + (x.round() - x).detach()
loss = (rounded * F([2, 5], ad)).sum()
grads = loss.backward()
""",
        {"x": ("ok", "partial")},
    ),
    "two networks, two losses": (
        """\
G = Net(w=Param.from_tensor(F([2.0], ad)))
D = Net(w=Param.from_tensor(F([3.0], ad)))
noise = F([1.0], ad)
d_loss = (D.w.val() * (G.w.val() * noise).detach()).sum()
d_grads = d_loss.backward()
D2 = opt.step(0.1, D, GradientsParams.from_module(d_grads, D))
g_loss = (D2.w.val() * G.w.val() * noise).sum()
grads = g_loss.backward()
""",
        {"G.w.val()": "ok", "D2.w.val()": "ok"},
    ),
    "gradients of two halves of a batch added up": (
        """\
m = Net(w=Param.from_tensor(F([1.0, 2.0], ad)))
sums = GradientsAccumulator()
for half in ([1.0, 3.0], [2.0, 5.0]):
    grads = (m.w.val() * F(half, ad)).sum().backward()
    sums.accumulate(m, GradientsParams.from_module(grads, m))
m = opt.step(0.1, m, sums.grads())
grads = (m.w.val() * 2).sum().backward()
""",
        {"m.w.val()": "ok"},
    ),
    "a frozen trunk under a head that learns": (
        """\
trunk = Net(w=Param.from_tensor(F([[1.0, 2.0]], ad))).no_grad()
head = Net(w=Param.from_tensor(F([[0.5], [0.5]], ad)))
features = (trunk.w.val() * F([[3.0, 1.0]], ad)).tanh()
loss = features.matmul(head.w.val()).sum()
grads = loss.backward()
""",
        {"head.w.val()": "ok", "trunk.w.val()": "frozen"},
    ),
    "a mask made from the values it masks": (
        """\
x = F([-1.0, 2.0, 3.0], ad).require_grad()
mask = x.greater_elem(0.5)
loss = (x.mask_fill(mask, 0.0) + x * mask.float()).sum()
grads = loss.backward()
""",
        {"x": "ok"},
    ),
    "looking up rows of an embedding": (
        """\
table = F([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], ad).require_grad()
tokens = Tensor.from_ints([2, 0], ad)
loss = table.select(0, tokens).sum()
grads = loss.backward()
""",
        {"table": "ok"},
    ),
    "constants that are plain": (
        """\
w = F([1.0, 2.0], ad).require_grad()
mean, scale = F([0.5, 0.5], plain), F([2.0, 2.0], plain)
loss = ((w - mean) / scale).sum()
grads = loss.backward()
""",
        {"w": "ok"},
    ),
    "numbers read and detached for a log": (
        """\
w = F([1.0, 2.0], ad).require_grad()
log, kept = [], []
for turn in range(3):
    loss = (w * w).sum()
    log.append(loss.into_scalar())
    kept.append(loss.detach())
    grads = loss.backward()
    print(float(w.to_data()[0]), loss)
    w = Tensor.from_inner(w.inner() - w.grad(grads) * 0.1).require_grad()
loss = (w * w).sum()
grads = loss.backward()
""",
        {"w": "ok"},
    ),
    "an input that is optimised, with a fixed network": (
        """\
m = Net(w=Param.from_tensor(F([2.0, -1.0], ad))).no_grad()
image = F([0.4, 0.6], ad).require_grad()
score = (m.w.val() * image).sum()
grads = score.backward()
""",
        {"image": "ok"},
    ),
    "a recurrent state that is cut in every turn": (
        """\
w = F([0.5, 0.2], ad).require_grad()
state = F([0.0, 0.0], ad)
for turn in range(3):
    state = (state * w + 1.0).tanh()
    grads = state.sum().backward()
    state = state.detach()
""",
        {"w": "partial", "state": "not_marked"},
    ),
    "a running baseline": (
        """\
w = F([0.5, 0.2], ad).require_grad()
base = F([0.0], ad)
for turn in range(3):
    reward = (w * w).sum()
    grads = (reward - base).backward()
    base = base * 0.9 + reward.detach() * 0.1
""",
        {"w": ("ok", "partial"), "base": "not_marked"},
    ),
    "a gradient that is clipped": (
        """\
w = F([5.0, 0.2], ad).require_grad()
grads = (w * w).sum().backward()
w.grad_replace(grads, w.grad(grads).clamp(-1.0, 1.0))
""",
        {"w": "ok"},
    ),
    "a gradient penalty written by hand": (
        """\
w = F([2.0], ad).require_grad()
x = F([3.0], ad)
slope = w * w
loss = (w * w * x).sum() + ((slope - 1.0) ** 2).sum()
grads = loss.backward()
""",
        {"w": "ok"},
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_correct_program_gets_no_fault(run, name):
    source, wanted = PROGRAMS[name]
    for leaf, kinds in wanted.items():
        names = run(source + f"verdict = why({leaf}, grads)")
        assert "error" not in names, names["error"]
        verdict = names["verdict"]
        assert verdict.level in ("ok", "note"), str(verdict)
        assert verdict.kind in kinds if isinstance(kinds, tuple) else verdict.kind == kinds


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_report_of_a_correct_program_has_a_fault_at_no_marked_leaf(run, name):
    names = run(PROGRAMS[name][0] + "table = report(grads)")
    faults = {row.name: row.verdict.kind for row in names["table"] if row.verdict.level == "fault"}
    leaves = [n for n in faults if names.get(n) is not None and names[n].is_require_grad()]
    assert {n: faults[n] for n in leaves} == {}
