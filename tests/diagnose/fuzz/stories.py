"""Short programs around one mistake each, with random numbers and surroundings.

A story writes its lines through ``Story.add``, which puts lines in between that must not matter.
"""

from collections.abc import Callable
from random import Random

from tests.diagnose.fuzz.program import Ask, Piece, Program

STORIES: list[Callable[["Story"], None]] = []


def story(write: Callable[["Story"], None]) -> Callable[["Story"], None]:
    """Enter a story into the list."""
    STORIES.append(write)
    return write


class Story:
    """A program in the making.

    ``c`` is a constant and ``z`` a leaf that is always fine; ``device`` is where they are.
    """

    def __init__(self, rng: Random, device: str = "ad") -> None:
        self.rng, self.program, self.device = rng, Program(), device
        self.names = 0
        if rng.randrange(4) == 0:
            self.program.go_inside()
        self.add(f"z = {self.leaf()}")
        self.constant = self.add(f"c = F({self.numbers()}, {device})")

    def numbers(self) -> list[float]:
        return [self.rng.randint(2, 14) / 4 for _ in range(3)]

    def leaf(self) -> str:
        return f"F({self.numbers()}, {self.device}).require_grad()"

    def one_of(self, *choices: str) -> str:
        return self.rng.choice(choices)

    def mistake(self, right: str, wrong: str) -> Piece:
        return Piece(right, wrong, "the mistake")

    def add(self, *pieces: "str | Piece") -> int:
        if len(self.program.lines) > 2 and self.rng.randrange(4) == 0:
            self.program.add(self.noise())
        simple = not str(pieces[0]).startswith(("for ", "def ", "import "))
        if simple and self.rng.randrange(8) == 0:
            pieces = ("beside = 1.0; ", *pieces, "; beside = 2.0")
        return self.program.add(*pieces)

    def noise(self) -> str:
        self.names += 1
        n = f"n{self.names}"
        return self.one_of(
            f"{n} = {self.leaf()}",
            f"{n} = ({self.leaf()} * 2.0).sum().backward()",
            f"{n} = str(z)",
            f"{n} = z.to_data().sum()",
            f"{n} = z.clone()",
            f"{n} = (c * 2.0).sum()",
            f"{n} = (z.detach() * c).tanh()",
            f"{n} = z.grad((z * 1.0).sum().backward())",
            f"{n} = str(why(z)), str(why(c))",
            f"{n} = report((z * 1.0).sum().backward())",
        )

    def end(self, used: str) -> None:
        """A loss and its backward, through nothing that is flat anywhere."""
        shape = self.one_of("({0}).sum()", "({0}).mean()", "(({0}) * 2.0).sum()")
        h = self.one_of("", " * 1.5", " + 1.0", ".softplus()")
        self.add(f"h = ({used}){h}")
        self.add(f"loss = {shape.format('h + z')}")
        self.add("grads = loss.backward()")

    def ask(
        self,
        question: str,
        kinds: str,
        lines: int | set[int] | None = None,
        also: set[int] | None = None,
        there: bool | None = False,
        level: str | None = None,
        cure: str = "",
        row: str | None = None,
    ) -> None:
        wanted = {lines} if isinstance(lines, int) else lines or set()
        self.program.asks.append(
            Ask(
                question,
                tuple(kinds.split("/")),
                frozenset(wanted),
                frozenset(also or ()),
                there,
                level,
                cure=cure,
                row=row,
            )
        )

    def why(
        self, name: str, kinds: str, lines: int | set[int] | None = None, **more: object
    ) -> None:
        self.ask(f"why({name}, grads)", kinds, lines, **more)  # type: ignore[arg-type]


# the name is not the leaf -------------------------------------------------------------------------


@story
def the_name_is_overwritten(s: Story) -> None:
    made = s.add(f"x = {s.leaf()}")
    s.add(f"y = {s.leaf()}")
    new = s.one_of(
        "x = x - c * 0.1",
        "x = x.reshape((3,))",
        "x = x * 0.5",
        "x *= 0.5",
        "x += c",
        "x -= c * 0.1",
        "x /= 2.0",
        "x = c * x",
        "x = x.tanh() * 0.5",
        "x = (x + y).softplus()",
        "x = x.flip([0])",
        "x = Tensor.cat([x, y]).reshape((2, 3)).sum_dim(0).reshape((3,))",
        "x = Tensor.stack([x, y]).sum_dim(0).reshape((3,))",
        "x = x.expand((2, 3)).mean_dim(0).reshape((3,))",
        "x: Tensor = x * 2.0",
        "x = -x",
    )
    line = s.add(s.mistake("pass", new))
    s.end("x * c")
    s.why("x", "leaf_overwritten", line, also={made}, level="fault", cure="x.grad(grads)")
    s.why("y", "ok/not_reached/leaf_overwritten", there=None)


@story
def the_name_is_overwritten_in_a_loop(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    s.add(f"for turn in range({s.rng.randint(1, 4)}):")
    line = s.program.add("    x = " + s.one_of("x * 0.9", "x - c * 0.1", "x.tanh()", "x + c"))
    s.end("x * c")
    s.why("x", "leaf_overwritten", line)


@story
def a_helpers_result_takes_the_name(s: Story) -> None:
    s.program.add(f"def scaled(t, by): return {s.one_of('t * by', '(t * by).softplus()')}")
    made = s.add(f"x = {s.leaf()}")
    line = s.add("x = scaled(x, c)")
    s.end("x * c")
    s.why("x", "leaf_overwritten", line, also={made})


@story
def a_mark_under_another_name(s: Story) -> None:
    s.add(f"x = F({s.numbers()}, ad)")
    s.add(f"y = F({s.numbers()}, ad)")
    if s.rng.randrange(2):
        s.add("for p in (x, y):")
        line = s.program.add("    p = p.require_grad()")
    else:
        line = s.add("marked = [p.require_grad() for p in (x, y)]")
    s.end("x * c + y")
    s.why("x", "not_marked", line)
    s.why("y", "not_marked/late_require_grad", line, also=set())


@story
def a_leaf_is_frozen(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    line = s.add("x = x.set_require_grad(False)")
    s.end("x * c")
    s.why("x", "frozen", line, level="note")


@story
def a_parameter_of_what_was_used_before(s: Story) -> None:
    s.add(f"x = F({s.numbers()}, ad)")
    use = s.add("used = " + s.one_of("x * c", "x.softplus()", "x + z"))
    mark = s.add("m = Net(w=Param.from_tensor(x))")
    s.end("used")
    s.why("m.w.val()", "late_require_grad", use, also={mark})
    s.ask("why(m, grads)", "late_require_grad", use, also={mark}, row="w")


@story
def numbers_are_read_and_wrapped_later(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    read = s.add("v = " + s.one_of("x.to_data()", "x.to_data().tolist()", "np.asarray(x)"))
    line = s.add("k = F(v, ad)")
    s.end("k * c")
    s.why("x", "values_copied", {line, read}, also={line, read})


@story
def a_number_goes_through_python(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    read = s.add("v = " + s.one_of("x.sum().into_scalar()", "float(x.mean())", "x.to_data()[0]"))
    s.end("c * float(v)")
    s.why("x", "values_copied", read)


@story
def marked_and_computed_at_once(s: Story) -> None:
    wrong = s.one_of(
        f"{s.leaf()} * 0.5", f"({s.leaf()} + c).tanh()", f"{s.leaf()}.flip([0])", f"-{s.leaf()}"
    )
    line = s.add("x = ", s.mistake(s.leaf(), wrong))
    s.end("x * c")
    s.why("x", "leaf_overwritten", line, cure="x.grad(grads)")


@story
def an_update_by_hand_is_not_marked(s: Story) -> None:
    s.add(f"w = {s.leaf()}")
    s.add("g = w.grad((w * c).sum().backward())")
    new = s.one_of(
        "Tensor.from_inner(w.inner() - g * 0.1)",
        "(w.inner() - g * 0.1).autodiff()",
        "(w - g * 0.1).detach()",
        "F(w.to_data() - 0.1 * g.to_data(), ad)",
        "(w.set_require_grad(False) * 0.9)",
    )
    line = s.add(f"w = {new}", s.mistake(".require_grad()", ""))
    s.end("w * c")
    s.why("w", "update_lost", line, level="fault", cure="w.grad(grads)")


@story
def an_update_in_a_loop_is_not_marked(s: Story) -> None:
    s.add(f"w = {s.leaf()}")
    s.add("for turn in range(1):")
    s.program.add("    loss = ((w - c) * (w - c) + z).sum()")
    s.program.add("    grads = loss.backward()")
    s.program.add("    g = w.grad(grads)")
    new = s.one_of("Tensor.from_inner(w.inner() - 0.1 * g)", "(w - 0.1 * g).detach()")
    line = s.program.add(f"    w = {new}", s.mistake(".require_grad()", ""))
    s.end("w * c")
    s.why("w", "update_lost", line, cure="w.grad(grads)")


@story
def a_tensor_is_moved(s: Story) -> None:
    s.add(f"y = {s.leaf()}")
    s.add("z2, c2 = z.to_device(ad2), c.to_device(ad2)")
    line = s.add("x = y", s.mistake(".to_device(ad2).detach().require_grad()", ".to_device(ad2)"))
    s.add("loss = (x * c2 + z2).sum()")
    s.add("grads = loss.backward()")
    s.why("x", "moved", line, cure="x.grad(grads)")
    s.why("y", "ok", there=True)


@story
def a_module_is_moved(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    name = s.one_of("m", "m2")
    line = s.add(f"{name} = m.", s.mistake("fork", "to_device"), "(ad2)")
    s.add(f"loss = ({name}.w.val() * 2.0).sum()")
    s.add("grads = loss.backward()")
    s.why(f"{name}.w.val()", "moved", line, cure=f"{name}.w.val().grad(grads)")
    s.ask(f"why({name}, grads)", "moved", line, row="w")


@story
def a_handle_from_before_a_step(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    s.add("old = m.w.val()")
    steps = set()
    for _ in range(s.rng.randint(1, 3)):
        s.add("first = (m.w.val() * c).sum().backward()")
        take = s.one_of("from_module", "from_grads")
        steps.add(s.add(f"m = opt.step(0.1, m, GradientsParams.{take}(first, m))"))
    s.end("m.w.val() * c")
    s.why("old", "stale_handle", steps)
    s.why("m.w.val()", "ok", there=True)


@story
def a_handle_from_before_a_loop_of_steps(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    s.add("old = m.w.val()")
    s.add(f"for turn in range({s.rng.randint(2, 4)}):")
    s.program.add("    grads = (m.w.val() * c + z).sum().backward()")
    line = s.program.add("    m = opt.step(0.1, m, GradientsParams.from_module(grads, m))")
    s.why("old", "stale_handle", line)


@story
def the_loss_used_an_older_handle(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    old = s.add("old = m.w.val()")
    s.add("first = (m.w.val() * c).sum().backward()")
    s.add("m = opt.step(0.1, m, GradientsParams.from_module(first, m))")
    s.end("old * c")
    s.why("m.w.val()", "stale_handle", old)


@story
def a_handle_of_another_copy(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    how = s.one_of("fork(ad)", "valid().train()")
    line = s.add(f"copy = m.{how}")
    s.end("copy.w.val() * c")
    s.why("m.w.val()", "stale_handle", line)
    s.why("copy.w.val()", "ok", there=True)


@story
def a_handle_of_an_earlier_turn(s: Story) -> None:
    s.add(f"w, kept = {s.leaf()}, []")
    s.add(f"for turn in range({s.rng.randint(2, 4)}):")
    if s.rng.randrange(2):
        line = s.program.add(f"    w = {s.leaf()}")
        kinds = "stale_handle"
    else:
        line = s.program.add("    w = Tensor.from_inner(w.inner() * 0.9).require_grad()")
        kinds = "stale_handle/off_device"
    s.program.add("    kept.append(w)")
    s.program.add("    grads = (w * c + z).sum().backward()")
    s.ask("why(kept[0], grads)", kinds, line)


@story
def a_step_is_dropped(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    s.add("grads = (m.w.val() * c).sum().backward()")
    take = s.one_of("from_module", "from_params")
    more = ", [m.w.id]" if take == "from_params" else ""
    s.add(f"gp = GradientsParams.{take}(grads, m{more})")
    line = s.add("opt.step(0.1, m, gp)")
    if s.rng.randrange(2):
        s.end("m.w.val() * c")
        s.why("m.w.val()", "discarded", line, there=None)
    s.ask("why(m, gp)", "discarded", line, row="w", there=None)


@story
def a_leaf_made_from_the_one_that_is_used(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    new = s.one_of(
        "x.detach()",
        "x[0:2].detach().require_grad()",
        "Tensor.from_inner(x.inner() * 2.0).require_grad()",
        "F(x.to_data(), ad).require_grad()",
        "(x * c).detach().require_grad()",
    )
    line = s.add(f"t = {new}")
    s.end("x * c")
    s.why("t", "wrong_tensor", line)
    s.why("x", "ok", there=True)


# the container ------------------------------------------------------------------------------------


@story
def an_entry_is_taken(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    s.end("x * c")
    line = s.add("g = x.", s.mistake("grad", "grad_remove"), "(grads)")
    s.why("x", "removed", line, cure="x.grad(grads)", level="fault")
    s.why("z", "ok", there=True)


@story
def a_modules_entries_are_taken(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    s.end("m.w.val() * c")
    take = s.one_of("from_module(grads, m)", "from_params(grads, m, [m.w.id])")
    line = s.add(f"gp = GradientsParams.{take}")
    s.why("m.w.val()", "removed", line)
    s.ask("why(m, gp)", "ok", there=True, row="w")
    s.why("z", "ok", there=True)


@story
def the_whole_container_is_taken(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    s.end("m.w.val() * c")
    line = s.add("gp = GradientsParams.", s.mistake("from_params", "from_grads"), "(grads, m",
                 s.mistake(", []", ""), ")")  # fmt: skip
    s.why("m.w.val()", "container_taken", line, cure="m.w.val().grad(grads)")
    s.why("z", "container_taken", line)
    s.why("h", "container_taken", line)


@story
def the_container_of_another_backward(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    before = s.rng.randrange(2)
    line = s.add("other = (x * c).sum().backward()") if before else 0
    s.end("c * 2.0")
    line = line or s.add("other = (x * c).sum().backward()")
    s.why("x", "other_gradients", line)
    s.ask("why(x, other)", "ok", there=True)


@story
def an_unused_leaf(s: Story) -> None:
    line = s.add(f"x = {s.leaf()}")
    also = set()
    if s.rng.randrange(2):
        also.add(s.add("side = " + s.one_of("x * c", "x.tanh()", "x.detach() * z")))
    s.end("c * 2.0")
    s.why("x", "not_reached", line, also=also, level="fault")


@story
def one_layer_of_a_loop_is_not_used(s: Story) -> None:
    s.add("layers = []")
    s.add("for turn in range(3):")
    line = s.program.add(f"    w = {s.leaf()}")
    s.program.add("    layers.append(w)")
    out = s.rng.randrange(3)
    s.end(" * ".join(f"layers[{i}]" for i in range(3) if i != out))
    s.ask(f"why(layers[{out}], grads)", "not_reached", line)
    s.ask(f"why(layers[{(out + 1) % 3}], grads)", "ok", there=True)


# at the handle itself -----------------------------------------------------------------------------


@story
def a_result_and_the_loss_are_asked(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    line = s.add("mid = " + s.one_of("x * c", "x.tanh()", "x + z", "(x * c).sum()"))
    s.end("mid * c")
    backward = len(s.program.lines)
    s.why("mid", "intermediate", line, level="fault")
    s.why("loss", "intermediate", backward)


@story
def a_whole_number_is_asked(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    line = s.add("k = " + s.one_of("x.int()", "x.argmax(0)", "x.greater_elem(1.0)", "x.bool()"))
    s.end("x * c")
    s.why("k", "not_float", line)


@story
def a_label_is_asked(s: Story) -> None:
    line = s.add("k = Tensor.from_ints([1, 0, 2], ad)")
    s.end("c.gather(0, k)")
    s.why("k", "not_float", line, level="note")


@story
def a_gradient_is_asked(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    s.end("x * c")
    line = s.add("g = x.grad(grads)")
    if s.rng.randrange(2):
        s.add("g = g * 2.0")
    s.why("g", "grad_is_plain", line, level="note")


# a gradient that is there -------------------------------------------------------------------------


@story
def every_unit_is_off(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    off = s.one_of(
        "(x - 9.0).relu()",
        "(x * -1.0).relu()",
        "x.round()",
        "x.floor()",
        "x.ceil()",
        "x.trunc()",
        "x.sign()",
        "x.clamp(8.0, 9.0)",
        "(x + 9.0).clamp_max(2.0)",
        "x * 0.0",
        "x.mask_fill(x.greater_elem(0.1), 1.0)",
        "x.min_pair(c - 9.0)",
    )
    line = s.add(f"dead = {off}")
    s.end("dead * c")
    s.why("x", "zero", line, there=True, level="note")
    s.why("z", "ok", there=True)


@story
def a_derivative_is_singular(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    s.add("y = F([0.0, 1.0, 2.0], ad).require_grad()")
    bad = s.one_of(
        "y.log()",
        "y.sqrt()",
        "x / y",
        "y / y",
        "1.0 / y",
        "y.recip()",
        "y.powf_scalar(0.5)",
        "y.powf_scalar(-1.0)",
        "(y - 1.0).log1p()",
        "(y * 900.0).exp()",
        "y.log().mask_fill(y.equal_elem(0.0), 0.0)",
        "(y * 900.0).exp().mask_fill(y.greater_elem(0.5), 0.0)",
        "(x / y).mask_where(y.equal_elem(0.0), c)",
        "(y - 1.5).sqrt()",
    )
    line = s.add(f"bad = {bad}")
    s.end("bad * c")
    s.why("y", "nan", line, there=True)


@story
def a_kink_is_met(s: Story) -> None:
    s.add("x = F([0.0, 2.0, 2.0], ad).require_grad()")
    kink = s.one_of(
        "x.relu()",
        "x.leaky_relu(0.1)",
        "x.abs()",
        "x.clamp(0.0, 1.0)",
        "x.clamp_max(2.0)",
        "x.max() * c",
        "(-x).min() * c",
        "x.max_dim(0) * c",
        "x.max_pair(F([0.0, 1.0, 3.0], ad))",
        "x.min_pair(F([1.0, 2.0, 1.0], ad))",
        "(x - 2.0).relu() + x",
    )
    line = s.add(f"bent = {kink}")
    s.end("bent * c")
    s.why("x", "subgradient", line, there=True, level="note")


# modules and lists --------------------------------------------------------------------------------


@story
def a_field_is_no_parameter(s: Story) -> None:
    line = s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)), t={s.leaf()})")
    s.add("loss = (m.w.val() * m.t).sum()")
    s.add("grads = loss.backward()")
    question = "why(m, grads)"
    if s.rng.randrange(2):
        s.add("gp = GradientsParams.from_module(grads, m)")
        question = "why(m, gp)"
    s.ask(question, "not_registered", line, row="t", there=True, level="note")
    s.ask(question, "ok", row="w", there=True)


@story
def a_parameter_in_a_dict(s: Story) -> None:
    line = s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)), "
                 f"more=dict(k=Param.from_tensor(F({s.numbers()}, ad))))")  # fmt: skip
    s.add("loss = (m.w.val() * m.more['k'].val()).sum()")
    s.add("grads = loss.backward()")
    s.ask("why(m, grads)", "not_registered", line, row="more['k']", there=True)
    s.ask("why(m, grads)", "ok", row="w", there=True)


@story
def one_parameter_is_frozen(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)), "
          f"b=Param.from_tensor(F({s.numbers()}, ad)))")  # fmt: skip
    line = s.add(
        "m = m." + s.one_of("freeze(lambda path: path == 'b')", "freeze(lambda p: 'b' in p)")
    )
    s.end("m.w.val() * c + m.b.val()")
    s.ask("why(m, grads)", "frozen", line, row="b", level="note")
    s.ask("why(m, grads)", "ok", row="w", there=True)
    s.why("m.b.val()", "frozen", line)


@story
def losses_are_kept(s: Story) -> None:
    s.add(f"x, kept = {s.leaf()}, []")
    s.add(f"for turn in range({s.rng.randint(2, 5)}):")
    line = s.program.add("    loss = (x * c).sum()")
    how = s.one_of("append", "insert")
    s.program.add("    kept.append(loss)" if how == "append" else "    kept.insert(0, loss)")
    s.end("x * c")
    s.ask("report(grads)", "retained", line, row="kept", level="note")


# long loops, of which the recorder keeps the end --------------------------------------------------


def _long(s: Story) -> None:
    """Room for a few turns; more turns than that."""
    s.program.capacity = s.rng.randint(60, 120)
    s.add(f"for turn in range({s.rng.randint(20, 60)}):")


@story
def a_long_training(s: Story) -> None:
    s.add(f"m = Net(w=Param.from_tensor(F({s.numbers()}, ad)))")
    s.add("old = m.w.val()")
    spare = s.add(f"spare = {s.leaf()}")
    _long(s)
    s.program.add("    grads = (m.w.val() * c + z).sum().backward()")
    step = s.program.add("    m = opt.step(0.001, m, GradientsParams.from_module(grads, m))")
    s.end("m.w.val() * c")
    s.why("m.w.val()", "ok", there=True)
    s.why("z", "ok", there=True)
    s.why("old", "stale_handle", step)
    s.why("spare", "not_reached", spare)
    s.ask("why(m, grads)", "ok", row="w", there=True)


@story
def a_long_training_with_a_cut(s: Story) -> None:
    slug = s.one_of("detach", "off_device", "values_copied", "int_round_trip", "partial")
    cut = {
        "detach": "w.detach()",
        "off_device": "w.inner().autodiff()",
        "values_copied": "F(w.to_data(), ad)",
        "int_round_trip": "w.int().float()",
        "partial": "w + w.detach()",
    }[slug]
    inside = s.rng.randrange(2)
    s.add(f"w = {s.leaf()}")
    _long(s)
    if inside:
        s.program.add(f"    w = {s.leaf()}")
    line = s.program.add(f"    k = {cut}")
    s.program.add("    loss = (k * c + z).sum()")
    s.program.add("    grads = loss.backward()")
    s.why("w", slug, line, there=slug == "partial")
    s.why("z", "ok", there=True)


@story
def a_long_loop_before_everything_else(s: Story) -> None:
    s.add(f"x = F({s.numbers()}, ad)")
    s.add(f"w = {s.leaf()}")
    late = {s.add("early = (w.detach() * x).tanh()"), s.add("used = x * c")}
    s.add("x = x.require_grad()")
    _long(s)
    s.program.add("    more = (z * c).sum().backward()")
    s.end("used + early")
    s.ask("why(x, grads)", "late_require_grad", late)
    s.ask("why(w, grads)", "detach", None)


# refusals -----------------------------------------------------------------------------------------


@story
def a_tape_is_walked_twice(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    shared = s.add("mid = " + s.one_of("x * c", "(x * z).tanh()", "x.softplus()"))
    first = s.add(
        "first = " + s.one_of("mid.sum()", "(mid * c).sum()", "mid.mean()") + ".backward()"
    )
    again = s.add("second = (mid * z).sum().backward()")
    s.ask("error", "consumed", {shared, first}, also={shared, first, again})


@story
def a_loss_is_walked_twice(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    s.end("x * c")
    line = len(s.program.lines)
    again = s.add("more = loss.backward()")
    s.ask("error", "consumed", line, also={again})


@story
def a_state_is_carried_over(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    s.add("state = F([1.0, 1.0, 1.0], ad)")
    s.add("for turn in range(2):")
    line = s.program.add("    state = (state * x).tanh()")
    walk = s.program.add("    grads = (state + z).sum().backward()")
    s.ask("error", "consumed", {line, walk}, also={walk})


@story
def no_marked_leaf_leads_to_the_loss(s: Story) -> None:
    forms = {
        "unmarked": ["x = F({}, ad)"],
        "plain": ["x = F({}, plain).inner()"],
        "dropped": ["x = F({}, ad)", "x.require_grad()"],
        "cut": ["x = F({}, ad).require_grad()"],
    }
    form = s.one_of(*forms)
    lines = [s.add(line.format(s.numbers())) for line in forms[form]]
    cut = s.one_of(
        ".detach().set_require_grad(False)",
        ".int().float()",
        ".inner()",
        ".set_require_grad(False)",
    )
    if form == "cut":
        lines = [s.add(f"k = x{cut}")]
    used = "k" if form == "cut" else "x"
    s.add(f"loss = ({used} * {s.one_of('2.0', 'c.inner()') if form == 'plain' else 'c'}).sum()")
    s.add("grads = loss.backward()")
    blamed = {lines[-1]}
    leaves = {s.constant, *lines} if form in ("unmarked", "plain") else blamed
    s.ask("error", "root_untracked", leaves, also=blamed)


@story
def numbers_are_all_that_leads_to_the_loss(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    line = s.add("k = " + s.one_of("F(x.to_data() ** 2, ad)", "F(np.asarray(x), ad)"))
    s.add("loss = (k * c).sum()")
    s.add("grads = loss.backward()")
    s.ask("error", "root_untracked", line)


@story
def a_mark_too_late_for_the_root(s: Story) -> None:
    s.add(f"x = F({s.numbers()}, ad)")
    s.add("mid = x * c")
    line = s.add("x = x.require_grad()")
    s.add("loss = mid.sum()")
    s.add("grads = loss.backward()")
    s.ask("error", "root_untracked", line)


@story
def a_result_is_marked(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    line = s.add("mid = " + s.one_of("x * c", "x.tanh()", "x + z"))
    again = s.add("mid = mid.require_grad()")
    s.ask("error", "req_on_intermediate", line, also={again})


@story
def devices_and_shapes_that_do_not_fit(s: Story) -> None:
    s.add(f"x = {s.leaf()}")
    wrong, kind = s.rng.choice(
        [
            ("F([1.0, 2.0, 3.0], ad2)", "device_mismatch"),
            ("F([1.0, 2.0], ad)", "shape_mismatch"),
            ("Tensor.from_ints([1, 2, 3], ad)", "dtype_mismatch"),
        ]
    )
    made = s.add(f"y = {wrong}")
    line = s.add("h = " + s.one_of("x * y", "x + y", "y - x"))
    s.ask("error", kind, line, also={made} if kind != "x" else set())


def written(rng: Random) -> Program:
    """One of the stories."""
    s = Story(rng)
    write = rng.choice(STORIES)
    write(s)
    return s.program
