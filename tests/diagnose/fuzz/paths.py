"""Random dataflow from leaves to a loss, with mistakes on its edges and at its leaves.

The answers come from the graph that is drawn here, never from the engine: which edges lie
between a leaf and the loss, and which of them the tape lacks.  Numbers stay positive and
every operation grows with its inputs, so no two parts of a gradient can cancel.
"""

from random import Random
from typing import NamedTuple

import numpy as np

from tests.diagnose.fuzz.program import Ask, Piece, Program

CUTS = {
    "detach": ("{u}.detach()", "{u}.clone().detach()"),
    "int_round_trip": ("{u}.int().float()",),
    "score": (
        "({u}.greater_elem(1.5).float() + 1.0)",
        "({u}.argmax(0).float() + 1.0).expand((3,))",
        "({u}.argmax(0).one_hot(3).float().reshape((3,)) + 1.0)",
        "({u}.equal({u}).float() + 1.0)",
        "F([1.5, 2.5, 0.5], ad).mask_fill({u}.lower_elem(1.5), 0.25)",
        "F([1.5, 2.5, 0.5], ad).gather(0, {u}.argmin(0)).expand((3,))",
    ),
    "off_device": (
        "Tensor.from_inner({u}.inner())",
        "{u}.inner().autodiff()",
        "Tensor.from_inner({u}.inner() * 1.0)",
        "{u}.without_autodiff()",
    ),
    "frozen": ("{u}.set_require_grad(False)",),
    "values_copied": (
        "F({u}.to_data(), ad)",
        "F(np.asarray({u}), ad)",
        "F({u}.to_data().tolist(), ad)",
        "F({u}.to_data() * 1.0, ad)",
        "F([{u}[0].into_scalar(), {u}[1].into_scalar(), float({u}[2])], ad)",
    ),
}
"""What stands in place of an operand, by the cause that it is."""
HARMLESS = frozenset({"score", "frozen"})
"""A mask and a freeze are no loss, nor is what only goes on from there."""
PRECEDENCE = ("late", "values_copied", "off_device", "int_round_trip", "score", "detach", "frozen")
SLUGS = {"late": "late_require_grad", "score": "int_round_trip"}
STATES = ("good",) * 11 + ("late",) * 4 + ("late_alias", "unmarked", "plain", "discarded")


class Value(NamedTuple):
    """A name with numbers in the mistake-free and in the actual program."""

    name: str
    right: np.ndarray
    wrong: np.ndarray
    whole: bool
    plain: bool = False  # in the actual program, where further cuts would leave no trace


class Edge(NamedTuple):
    """``source`` goes into ``target`` on a line; ``cause`` is what is wrong with that."""

    source: str
    target: str
    line: int
    cause: str | None = None
    mistake: str = ""


class Writer:
    """Writes one program."""

    def __init__(self, rng: Random, mistakes: bool = True) -> None:
        self.rng, self.program = rng, Program()
        self.faulty = mistakes
        self.edges: list[Edge] = []
        self.values: list[Value] = []
        self.leaves: dict[str, str] = {}  # name -> state
        self.made: dict[str, set[int]] = {}
        self.marked: dict[str, int] = {}  # the line of a late or dropped mark
        self.due: list[str] = []  # late leaves that are not marked yet

    def one_in(self, n: int) -> bool:
        return self.rng.randrange(n) == 0

    # leaves -----------------------------------------------------------------------------------

    def numbers(self) -> list[float]:
        return [float(self.rng.randint(1, 3)) for _ in range(3)]

    def leaf(self, name: str, state: str) -> None:
        values = self.numbers()
        made, mistake = f"{name} = F({values}, ad)", f"{name}: {state}"
        mark = ".require_grad()"
        if state == "good":
            line = self.program.add(made + mark)
        elif state == "plain":
            line = self.program.add(
                f"{name} = F({values}, ", Piece("ad)" + mark, "plain)", mistake)
            )
        else:
            line = self.program.add(made, Piece(mark, "", mistake))
        self.enter(name, state, values, {line})
        if state == "discarded":
            self.marked[name] = self.program.add(Piece("", f"{name}.require_grad()", mistake))
        if state in ("late", "late_alias"):
            self.due.append(name)

    def enter(self, name: str, state: str, values: list[float], lines: set[int]) -> None:
        numbers = np.float64(values)
        self.values.append(Value(name, numbers, numbers, True, state == "plain"))
        self.leaves[name], self.made[name] = state, lines

    def together(self, names: list[str]) -> None:
        """Several leaves from one place: a loop, a comprehension, a helper."""
        values = [self.numbers() for _ in names]
        form = self.rng.randrange(3)
        if form == 0:
            line = self.program.add(
                f"{', '.join(names)} = [F(v, ad).require_grad() for v in {values}]"
            )
            lines = {line}
        elif form == 1:
            self.program.add("made = []")
            self.program.add(f"for v in {values}:")
            lines = {self.program.add("    made.append(F(v, ad).require_grad())")}
            lines.add(self.program.add(f"{', '.join(names)} = made"))
        else:
            lines = {self.program.add("def new(v): return F(v, ad).require_grad()")}
            for name, given in zip(names, values, strict=True):
                lines.add(self.program.add(f"{name} = new({given})"))
        for name, given in zip(names, values, strict=True):
            self.enter(name, "good", given, lines)

    def mark(self, name: str) -> None:
        self.due.remove(name)
        mistake = f"{name}: {self.leaves[name]}"
        call = self.rng.choice([".require_grad()", ".set_require_grad(True)"])
        if self.leaves[name] == "late":
            line = self.program.add(Piece("", f"{name} = {name}{call}", mistake))
        else:
            line = self.program.add(
                f"{name}_marked = {name}", Piece("", ".require_grad()", mistake)
            )
        self.marked[name] = line

    # operations -------------------------------------------------------------------------------

    def operand(self, target: str, line: int) -> tuple["str | Piece", Value]:
        """One of the values so far, perhaps behind a mistake: its text, and what it is."""
        there = self.values
        u = there[-1 - min(self.rng.randrange(len(there)), self.rng.randrange(len(there)))]
        if self.faulty and not u.plain and self.one_in(4) and (cut := self.cut(u)) is not None:
            cause, text, wrong = cut
            mistake = f"{u.name} on line {line}: {cause}"
            right = f"({u.name}.sigmoid() + 1.0)" if cause == "score" else u.name
            self.edges.append(Edge(u.name, target, line, cause, mistake))
            by = 1 + 1 / (1 + np.exp(-u.right)) if cause == "score" else u.right
            plain, whole = "without_autodiff" in text, u.whole and cause != "score"
            return Piece(right, text, mistake), Value(u.name, by, wrong, whole, plain)
        self.edges.append(Edge(u.name, target, line))
        return u.name, u

    def cut(self, u: Value) -> tuple[str, str, np.ndarray] | None:
        cause = self.rng.choice(list(CUTS))
        if cause == "int_round_trip" and not u.whole:
            return None
        # masks and freezes of what is marked later are nobody's loss and nobody's cure
        unmarked = u.name in self.due or self.leaves.get(u.name) == "late_alias"
        if cause in HARMLESS and unmarked:
            return None
        text = self.rng.choice(CUTS[cause]).format(u=u.name)
        wrong = u.wrong
        if cause == "score":
            wrong = {
                "gre": (u.wrong > 1.5) + 1.0,
                "arg": np.float64(3 * [u.wrong.argmax() + 1]),
                "one": np.eye(3)[u.wrong.argmax()] + 1,
                "equ": np.full(3, 2.0),
                "mas": np.where(u.wrong < 1.5, 0.25, [1.5, 2.5, 0.5]),
                "gat": np.float64(3 * [[1.5, 2.5, 0.5][u.wrong.argmin()]]),
            }[self.score(text)]
        return cause, text, wrong

    @staticmethod
    def score(text: str) -> str:
        for sign, key in (("one_hot", "one"), ("greater", "gre"), (".equal", "equ")):
            if sign in text:
                return key
        return "mas" if "mask" in text else "gat" if "gather" in text else "arg"

    def line(self) -> None:
        """An operation, or an operand behind a mistake under a name of its own."""
        number, at = len(self.values), len(self.program.lines) + 1
        name = f"h{number}"
        first, u = self.operand(name, at)
        if isinstance(first, Piece) and self.one_in(2):
            self.program.add(f"{name} = ", first)
            self.values.append(u._replace(name=name))
            return
        kind = self.rng.randrange(8)
        if kind < 5:
            before = len(self.edges)
            faulty, self.faulty = self.faulty, self.faulty and not isinstance(first, Piece)
            second, v = self.operand(name, at)
            self.faulty = faulty
            sign = "*" if kind < 2 and self.small(u.right * v.right, u.wrong * v.wrong) else "+"
            right = u.right * v.right if sign == "*" else u.right + v.right
            wrong = u.wrong * v.wrong if sign == "*" else u.wrong + v.wrong
            if self.small(right, wrong):
                self.program.add(f"{name} = ", first, f" {sign} ", second)
                whole, plain = u.whole and v.whole, u.plain and v.plain
                self.values.append(Value(name, right, wrong, whole, plain))
                return
            del self.edges[before:]
        text, function = self.rng.choice(
            [
                (" * 0.5", lambda x: x * 0.5),
                (".softplus()", lambda x: np.log1p(np.exp(x))),
                (".sqrt()", np.sqrt),
                (".flip([0])", lambda x: x[::-1]),
                (".log1p()", np.log1p),
                (".repeat((2,))[0:3]", lambda x: x),
            ]
        )
        self.program.add(f"{name} = ", first, text)
        whole = u.whole and text[1] in "fr"
        right, wrong = function(u.right), function(u.wrong)
        self.values.append(Value(name, right, wrong, whole, u.plain))

    @staticmethod
    def small(*numbers: np.ndarray) -> bool:
        return all(x.max() < 30 for x in numbers)

    # a program ----------------------------------------------------------------------------------

    def write(self) -> Program:
        if self.one_in(4):
            self.program.go_inside()
        self.leaf("z", "good")
        names = list("abcd")[: self.rng.randint(2, 4)]
        if len(names) > 2 and self.one_in(4):
            self.together([names.pop(), names.pop()])
        for name in names:
            self.leaf(name, self.rng.choice(STATES) if self.faulty else "good")
        for _ in range(self.rng.randint(2, 7)):
            if self.due and self.one_in(3):
                self.mark(self.rng.choice(self.due))
            self.noise()
            self.line()
        after = [name for name in self.due if self.one_in(6)]
        for name in list(self.due):
            if name not in after:
                self.mark(name)
        at = len(self.program.lines) + 1
        used = self.rng.sample(self.values[1:], min(len(self.values) - 1, self.rng.randint(1, 3)))
        if self.values[-1] not in used:
            used.append(self.values[-1])
        self.edges += [Edge(v.name, "loss", at) for v in (*used, self.values[0])]
        self.program.add(f"loss = ({' + '.join(v.name for v in used)} + z).sum()")
        self.noise()
        self.program.add("grads = loss.backward()")
        for name in after:
            self.mark(name)
        for name in self.leaves:
            self.program.asks.append(self.ask(name))
            if self.leaves[name] == "late_alias":
                self.program.asks.append(self.ask_alias(name))
        return self.program

    def noise(self) -> None:
        """Lines that must not matter."""
        if not self.one_in(3):
            return
        name = self.rng.choice(self.values).name
        self.program.add(
            self.rng.choice(
                [
                    f"log = str({name})",
                    f"log = {name}.to_data().sum()",
                    f"kept = {name}.detach()",
                    f"shown = {name}.clone()",
                    "other = F([7., 8., 9.], ad).require_grad()",
                    "more = (F([7., 8., 9.], ad).require_grad() * 2).sum().backward()",
                    f"hits = {name}.greater_elem(1.25)",
                ]
            )
        )

    # answers ------------------------------------------------------------------------------------

    def between(self, leaf: str, closed: frozenset[str] = frozenset()) -> list[Edge]:
        """The edges that lie on any way from a leaf to the loss, past no cause in ``closed``."""
        edges = [edge for edge in self.edges if edge.cause not in closed]
        down, up = {leaf}, {"loss"}
        for edge in edges:
            if edge.source in down:
                down.add(edge.target)
        for edge in reversed(edges):
            if edge.target in up:
                up.add(edge.source)
        found = []
        for edge in edges:
            if edge.source not in down or edge.target not in up:
                continue
            late = edge._replace(cause="late", mistake=f"{leaf}: {self.leaves[leaf]}")
            if edge.source == leaf and self.is_late(edge) and edge.cause not in HARMLESS:
                found.append(late)
            if edge.cause or late not in found:
                found.append(edge)
        return found

    def is_late(self, edge: Edge) -> bool:
        state = self.leaves.get(edge.source)
        return state == "late_alias" or (state == "late" and edge.line < self.marked[edge.source])

    def reached(self, leaf: str, edges: list[Edge]) -> bool:
        there = {leaf}
        for edge in edges:
            if edge.source in there and edge.cause is None:
                there.add(edge.target)
        return "loss" in there

    def ask(self, name: str) -> Ask:
        state, question = self.leaves[name], f"why({name}, grads)"
        if state in ("plain", "unmarked", "discarded", "late_alias"):
            slug = {"plain": "plain_device", "discarded": "discarded"}.get(state, "not_marked")
            line = self.marked[name] if name in self.marked else min(self.made[name])
            return Ask(question, (slug,), frozenset({line}), there=False, level="fault")
        return self.judged(question, name, name)

    def ask_alias(self, name: str) -> Ask:
        """The marked handle, where the program went on with the unmarked one."""
        return self.judged(f"why({name}_marked, grads)", name, f"{name}_marked")

    def judged(self, question: str, name: str, leaf: str) -> Ask:
        edges = self.between(name)
        causes = {e.cause for e in edges if e.cause}
        there = self.reached(name, edges)
        wrong = [e for e in edges if e.cause]
        mistakes = frozenset(e.mistake for e in wrong)
        first: tuple[str, ...]
        also: frozenset[int] = frozenset()
        if there:
            kept = [e for e in self.between(name, HARMLESS) if e.cause]
            causes = {e.cause for e in kept}
            slug = "ok" if not kept else "late_partial" if "late" in causes else "partial"
            mistakes = frozenset(e.mistake for e in kept)
            decisive = [e for e in kept if slug != "late_partial" or e.cause == "late"]
            first = (slug,)
            also = frozenset(e.line for e in kept) if len(kept) < 3 else also
        elif causes:
            best = next(c for c in PRECEDENCE if c in causes)
            same = (
                {best, "int_round_trip", "score"} if best in ("int_round_trip", "score") else {best}
            )
            decisive = [e for e in wrong if e.cause in same]
            first = (SLUGS.get(best, best),)
            if best == "late":
                also = frozenset({self.marked[name]})
        else:
            lines = frozenset(self.made[name])
            return Ask(question, ("not_reached",), lines, there=False, level="fault")
        level = "ok" if first == ("ok",) else "note" if there or first == ("frozen",) else "fault"
        lines = frozenset(e.line for e in decisive)
        where = {(e.line, e.cause == "late"): e.mistake for e in wrong}
        true = frozenset(SLUGS.get(cause, cause) for cause in causes - {"frozen"} if not there)
        return Ask(question, first, lines, also, there, level, leaf, mistakes, where, true)
