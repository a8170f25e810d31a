"""Programs in which nothing is wrong: no leaf that should learn may be called a fault."""

from collections.abc import Callable
from random import Random

from tests.diagnose.fuzz.paths import Writer
from tests.diagnose.fuzz.program import Program
from tests.diagnose.fuzz.stories import Story

CORRECT: list[Callable[[Story], None]] = []
FINE = "ok"
MAY_BE_MEANT = "ok/partial"
WITH_CORNERS = "ok/subgradient/zero"


def correct(write: Callable[[Story], None]) -> Callable[[Story], None]:
    CORRECT.append(write)
    return write


def _smooth(s: Story) -> str:
    return s.one_of(".softplus()", " * 0.5", " + 0.25", " - 0.25")


@correct
def plain_dataflow(s: Story) -> None:
    s.program = Writer(s.rng, mistakes=False).write()


@correct
def training_by_hand(s: Story) -> None:
    s.add(f"w = {s.leaf()}")
    s.add(f"for turn in range({s.rng.randint(1, 6)}):")
    s.program.add("    miss = w * c - z")
    s.program.add("    grads = (miss * miss).sum().backward()")
    s.program.add(
        "    w = "
        + s.one_of(
            "Tensor.from_inner(w.inner() - w.grad(grads) * 0.05)",
            "(w - w.grad(grads) * 0.05).detach()",
            "F(w.to_data() - 0.05 * w.grad(grads).to_data(), ad)",
        )
        + ".require_grad()"
    )
    s.end(f"(w * c){_smooth(s)}")
    s.why("w", FINE, there=True)
    s.why("z", FINE, there=True)


@correct
def training_with_a_module(s: Story) -> None:
    s.add("net = Sequential(Linear(3, 4, ad, seed=1), " + s.one_of("Tanh()", "Relu()")
          + ", Linear(4, 2, ad, seed=2))")  # fmt: skip
    s.add(f"x = F([{s.numbers()}, {s.numbers()}], ad)")
    s.add("sgd = " + s.one_of("SgdConfig().init()", "SgdConfig(momentum=0.9).init()"))
    s.add("log = []")
    s.add(f"for turn in range({s.rng.randint(1, 4)}):")
    s.program.add("    loss = (net(x) * net(x)).mean()")
    s.program.add("    log.append(" + s.one_of("loss.into_scalar()", "loss.detach()", "1.0") + ")")
    s.program.add("    grads = loss.backward()")
    take = s.one_of("from_grads", "from_module")
    s.program.add(f"    net = sgd.step(0.1, net, GradientsParams.{take}(grads, net))")
    if s.rng.randrange(2):
        s.add("score = net.valid()(x.inner()).sum().into_scalar()")
    s.add("loss = net(x).sum()")
    s.add("grads = loss.backward()")
    question = "why(net, grads)"
    if s.rng.randrange(2):
        s.add("gp = GradientsParams.from_module(grads, net)")
        question = "why(net, gp)"
    for row in ("layers[0].weight", "layers[2].weight", "layers[2].bias"):
        s.ask(question, WITH_CORNERS, there=True, row=row)


@correct
def a_target_network(s: Story) -> None:
    s.add(f"online = {s.leaf()}")
    copy = s.one_of(
        "online.detach().set_require_grad(False)",
        "online.set_require_grad(False)",
        "Tensor.from_inner(online.inner())",
        "F(online.to_data(), ad)",
    )
    s.add(f"target = {copy}")
    s.add("aim = (target * c * 0.9 + 1.0)" + s.one_of(".detach()", ""))
    s.add("miss = online * c - aim")
    s.end("miss * miss")
    s.why("online", MAY_BE_MEANT, there=True)


@correct
def a_target_module(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    how = s.one_of("no_grad()", "valid()", "fork(ad)", "fork(ad).no_grad()", "no_grad().clone()")
    s.add(f"target = m.{how}")
    s.add("aim = target.w.val() * c + 1.0")
    s.end("(m.w.val() * c - aim) * (m.w.val() * c + 3.0)")
    s.why("m.w.val()", MAY_BE_MEANT, there=True)


@correct
def a_straight_through_estimator(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    op = s.one_of("round", "floor", "sign", "trunc")
    s.add(f"passed = x + (x.{op}() - x).detach()")
    s.end("passed * c")
    s.why("x", MAY_BE_MEANT, there=True)


@correct
def a_frozen_trunk(s: Story) -> None:
    how = s.one_of("no_grad()", "freeze(lambda path: True)")
    s.add(f"trunk = Net(w=Param.from_tensor(F({s.numbers()}, ad))).{how}")
    s.add(f"head = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    s.add("features = (trunk.w.val() * c).tanh()")
    s.end("features * head.w.val()")
    s.why("head.w.val()", FINE, there=True)
    s.why("trunk.w.val()", "frozen", level="note")
    s.ask("why(head, grads)", FINE, there=True, row="w")


@correct
def gradients_added_up(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    s.add("sums = GradientsAccumulator()")
    s.add(f"for half in ({s.numbers()}, {s.numbers()}):")
    s.program.add("    grads = (m.w.val() * F(half, ad)).sum().backward()")
    s.program.add("    sums.accumulate(m, GradientsParams.from_module(grads, m))")
    s.add("gp = sums.grads()")
    if s.rng.randrange(2):
        s.add("m = opt.step(0.1, m, gp)")
        s.end("m.w.val() * c")
        s.why("m.w.val()", FINE, there=True)
    else:
        s.ask("why(m, gp)", FINE, there=True, row="w")


@correct
def a_penalty_on_a_slope(s: Story) -> None:
    s.add(f"w = {s.leaf()}")
    s.add("slope = w * w")
    s.add("penalty = ((slope - 1.0) * (slope - 1.0)).sum()")
    s.end("w * w * c + penalty")
    s.why("w", FINE, there=True)


@correct
def a_gradient_as_a_constant(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    s.add("g = x.grad((x * x).sum().backward())")
    s.end("x * g * c")
    s.why("x", FINE, there=True)


@correct
def masks(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    s.add("mask = x.greater_elem(0.55)")
    used = s.one_of(
        "x.mask_fill(mask, 0.5) + x",
        "x * mask.float() + x",
        "x.mask_where(mask, c) + x * 2.0",
        "x * x.argmax(0).one_hot(3).float().reshape((3,)) + x",
        "x / (x.max().detach() + 1.0)",
    )
    s.end(used)
    s.why("x", MAY_BE_MEANT if "detach" in used else FINE, there=True)


@correct
def rows_of_a_table(s: Story) -> None:
    s.add(f"table = F([{s.numbers()}, {s.numbers()}, {s.numbers()}], ad).require_grad()")
    s.add("tokens = Tensor.from_ints([2, 0, 2], ad)")
    s.add("rows = table." + s.one_of("select(0, tokens)", "select(1, tokens)"))
    s.end(f"rows.sum_dim(0).reshape((3,)){_smooth(s)} * c")
    s.why("table", FINE, there=True)


@correct
def plain_constants(s: Story) -> None:
    s.add(f"w = {s.leaf()}")
    s.add(f"mean, scale = F({s.numbers()}, plain), F({s.numbers()}, plain)")
    s.end("(w - mean) / scale")
    s.why("w", FINE, there=True)


@correct
def two_losses_with_two_containers(s: Story) -> None:
    s.add(f"a = {s.leaf()}")
    s.add(f"b = {s.leaf()}")
    s.add("ga = (a * c).softplus().sum().backward()")
    s.add("gb = (b * a * c).sum().backward()")
    s.ask("why(a, ga)", FINE, there=True)
    s.ask("why(a, gb)", FINE, there=True)
    s.ask("why(b, gb)", FINE, there=True)


@correct
def two_networks_in_turn(s: Story) -> None:
    s.add(f"G = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    s.add(f"D = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    s.add("d_grads = (D.w.val() * (G.w.val() * c).detach()).sum().backward()")
    s.add("D = opt.step(0.1, D, GradientsParams.from_module(d_grads, D))")
    s.end("D.w.val() * G.w.val() * c")
    s.why("G.w.val()", FINE, there=True)
    s.why("D.w.val()", FINE, there=True)


@correct
def numbers_for_a_log(s: Story) -> None:
    s.add(f"w, log, kept = {s.leaf()}, [], []")
    s.add(f"for turn in range({s.rng.randint(1, 4)}):")
    s.program.add("    loss = (w * w * c).sum()")
    s.program.add("    log.append(" + s.one_of("float(loss)", "loss.into_scalar()") + ")")
    s.program.add("    kept.append(loss.detach())")
    s.program.add("    grads = loss.backward()")
    s.program.add("    text = str(w), w.to_data().max()")
    s.program.add("    w = Tensor.from_inner(w.inner() - w.grad(grads) * 0.01).require_grad()")
    s.end("w * c")
    s.why("w", FINE, there=True)


@correct
def a_recurrent_state_cut_between_batches(s: Story) -> None:
    s.add(f"w = {s.leaf()}")
    s.add("state = F([1.0, 1.0, 1.0], ad)")
    s.add(f"for turn in range({s.rng.randint(1, 4)}):")
    s.program.add(
        "    state = (state" + s.one_of(".detach()", ".detach().clone()") + " * w).tanh()"
    )
    s.program.add("    grads = (state * c + z).sum().backward()")
    s.ask("why(w, grads)", MAY_BE_MEANT, there=True)


@correct
def leaves_moved_before_they_are_marked(s: Story) -> None:
    s.add(f"w = F({s.numbers()}, ad).to_device(ad2).require_grad()")
    s.add("loss = (w * c.to_device(ad2)).sum()")
    s.add("grads = loss.backward()")
    s.why("w", FINE, there=True)


def written(rng: Random) -> Program:
    """One of the correct programs."""
    s = Story(rng)
    rng.choice(CORRECT)(s)
    return s.program
