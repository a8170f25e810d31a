"""The tensor's arithmetic: operators, functions, activations, comparisons."""

from __future__ import annotations

from typing import Self

from gradlab.engine import checks, decided
from gradlab.engine.errors import DTypeError
from gradlab.engine.rules import activation, arithmetic, index
from gradlab.engine.rules.registry import Rule
from gradlab.engine.value import (
    Value,
    check_broadcast,
    check_kind,
    elementwise,
    several,
    unary,
    untaped,
    untracked,
)


class Elementwise(Value):
    """Operations that work element by element.

    Two tensors need equal rank; per dimension equal sizes, or one of them 1.  Raises
    ShapeMismatchError, DeviceMismatchError or DTypeError otherwise.  Numbers fit any shape.
    """

    __slots__ = ()

    def __add__(self, other: Self | float) -> Self:
        if isinstance(other, Value):
            return elementwise(arithmetic.add, self, other)
        return unary(arithmetic.add_scalar, self, checks.number("add", self, other))

    __radd__ = __add__
    add = __add__

    def __sub__(self, other: Self | float) -> Self:
        if isinstance(other, Value):
            return elementwise(arithmetic.sub, self, other)
        return unary(arithmetic.sub_scalar, self, checks.number("sub", self, other))

    sub = __sub__

    def __rsub__(self, other: float) -> Self:
        return unary(arithmetic.scalar_sub, self, checks.number("sub", self, other))

    def __mul__(self, other: Self | float) -> Self:
        if isinstance(other, Value):
            return elementwise(arithmetic.mul, self, other)
        return unary(arithmetic.mul_scalar, self, checks.number("mul", self, other))

    __rmul__ = __mul__
    mul = __mul__

    def __truediv__(self, other: Self | float) -> Self:
        if isinstance(other, Value):
            return elementwise(arithmetic.div, self, other)
        return unary(arithmetic.div_scalar, self, checks.number("div", self, other))

    div = __truediv__

    def __rtruediv__(self, other: float) -> Self:
        return unary(arithmetic.scalar_div, self, checks.number("div", self, other))

    def __pow__(self, exponent: Self | float) -> Self:
        if isinstance(exponent, Value):
            return Elementwise.powf(self, exponent)
        return Elementwise.powf_scalar(self, exponent)

    def __rpow__(self, base: float) -> Self:
        return unary(arithmetic.scalar_pow, self, checks.number("powf", self, base))

    def powf(self, exponent: Self) -> Self:
        """Element-wise power; derivative b * a**(b-1) in the base, a**b * ln a in the exponent."""
        return elementwise(arithmetic.powf, self, checks.tensor("powf", exponent, "float"))

    def powf_scalar(self, exponent: float) -> Self:
        """Power with a number.  Exponent 1 gives the same handle; 0 leaves the graph (ones)."""
        power = checks.number("powf_scalar", self, exponent)
        decision = decided.power(self, power)
        return unary(arithmetic.powf_scalar, self, power) if decision is None else decision

    def powi(self, exponent: Self) -> Self:
        """Power with whole exponents: an int tensor of equal rank."""
        checks.together("powi", self, exponent)
        whole = checks.tensor("powi", exponent, "int")
        powers = whole._data.astype(self._data.dtype)
        return elementwise(
            arithmetic.powf, self, untracked(type(self), "float", (whole,), powers, whole._device)
        )

    def powi_scalar(self, exponent: int) -> Self:
        """Power with one whole number."""
        return self.powf_scalar(checks.whole("powi_scalar", "the exponent", exponent))

    def max_pair(self, other: Self) -> Self:
        """The larger of each pair; on a tie the left operand gets the whole gradient."""
        return elementwise(arithmetic.max_pair, self, checks.tensor("max_pair", other))

    def min_pair(self, other: Self) -> Self:
        """The smaller of each pair; on a tie the left operand gets the whole gradient."""
        return elementwise(arithmetic.min_pair, self, checks.tensor("min_pair", other))

    def __neg__(self) -> Self:
        return unary(arithmetic.neg, self)

    neg = __neg__

    def __pos__(self) -> Self:
        return self

    def abs(self) -> Self:
        """Absolute value; derivative 0 at 0."""
        return unary(arithmetic.abs_, self)

    __abs__ = abs

    def sign(self) -> Self:
        """-1, 0 or 1; stays in the graph with a gradient of exactly 0."""
        return unary(arithmetic.sign, self)

    def square(self) -> Self:
        """x * x."""
        return unary(arithmetic.square, self)

    def sqrt(self) -> Self:
        """Square root; the derivative is inf at 0."""
        return unary(arithmetic.sqrt, self)

    def recip(self) -> Self:
        """1 / x."""
        return unary(arithmetic.recip, self)

    def exp(self) -> Self:
        """e to the power x."""
        return unary(arithmetic.exp, self)

    def log(self) -> Self:
        """Natural logarithm."""
        return unary(arithmetic.log, self)

    def log1p(self) -> Self:
        """log(1 + x), exact for small x."""
        return unary(arithmetic.log1p, self)

    def sin(self) -> Self:
        """Sine of radians."""
        return unary(arithmetic.sin, self)

    def cos(self) -> Self:
        """Cosine of radians."""
        return unary(arithmetic.cos, self)

    def tan(self) -> Self:
        """Tangent of radians."""
        return unary(arithmetic.tan, self)

    def tanh(self) -> Self:
        """Hyperbolic tangent."""
        return unary(arithmetic.tanh, self)

    def floor(self) -> Self:
        """Next whole number below; gradient exactly 0."""
        return unary(arithmetic.floor, self)

    def ceil(self) -> Self:
        """Next whole number above; gradient exactly 0."""
        return unary(arithmetic.ceil, self)

    def round(self) -> Self:
        """Nearest whole number, halves to even; gradient exactly 0."""
        return unary(arithmetic.round_, self)

    def __round__(self, digits: None = None) -> Self:
        if digits is not None:
            raise DTypeError("round", "rounds to whole numbers only", "to print: f'{x.sum():.2f}'")
        return self.round()

    def trunc(self) -> Self:
        """Whole part; gradient exactly 0."""
        return unary(arithmetic.trunc, self)

    def clamp(self, low: float, high: float) -> Self:
        """Values limited to [low, high]; the gradient passes on a bound, 0 strictly outside."""
        return self._clamp("clamp", low, high)

    def clamp_min(self, low: float) -> Self:
        """Values of at least ``low``."""
        return self._clamp("clamp_min", low, None)

    def clamp_max(self, high: float) -> Self:
        """Values of at most ``high``."""
        return self._clamp("clamp_max", None, high)

    def _clamp(self, op: str, low: float | None, high: float | None) -> Self:
        ends = [None if end is None else checks.number(op, self, end) for end in (low, high)]
        return unary(arithmetic.clamp, self, *ends)

    def relu(self) -> Self:
        """max(x, 0); derivative 0 at 0."""
        return unary(activation.relu, self)

    def leaky_relu(self, slope: float = 0.01) -> Self:
        """x, or slope * x below 0."""
        return unary(activation.leaky_relu, self, checks.number("leaky_relu", self, slope))

    def gelu(self) -> Self:
        """x times the normal distribution function of x, exact in forward and derivative."""
        return unary(activation.gelu, self)

    def sigmoid(self) -> Self:
        """1 / (1 + exp(-x))."""
        return unary(activation.sigmoid, self)

    def log_sigmoid(self) -> Self:
        """log(sigmoid(x)), without overflow."""
        return unary(activation.log_sigmoid, self)

    def softplus(self, beta: float = 1.0) -> Self:
        """log(1 + exp(beta * x)) / beta, without overflow."""
        return unary(activation.softplus, self, checks.number("softplus", self, beta))

    def softmax(self, dim: int) -> Self:
        """exp(x) divided by its sum along ``dim``."""
        return unary(activation.softmax, self, checks.dim("softmax", dim, len(self.shape)))

    def log_softmax(self, dim: int) -> Self:
        """log(softmax(x)), without overflow."""
        return unary(activation.log_softmax, self, checks.dim("log_softmax", dim, len(self.shape)))

    def equal(self, other: Self) -> Self:
        """Bool tensor: equal element by element."""
        return self._compare(index.equal, other)

    def not_equal(self, other: Self) -> Self:
        """Bool tensor: different element by element."""
        return self._compare(index.not_equal, other)

    def greater(self, other: Self) -> Self:
        """Bool tensor: self > other."""
        return self._compare(index.greater, other)

    def greater_equal(self, other: Self) -> Self:
        """Bool tensor: self >= other."""
        return self._compare(index.greater_equal, other)

    def lower(self, other: Self) -> Self:
        """Bool tensor: self < other."""
        return self._compare(index.lower, other)

    def lower_equal(self, other: Self) -> Self:
        """Bool tensor: self <= other."""
        return self._compare(index.lower_equal, other)

    def equal_elem(self, number: float) -> Self:
        """Bool tensor: equal to one number."""
        return untaped(index.equal, (self,), checks.number("equal_elem", self, number))

    def not_equal_elem(self, number: float) -> Self:
        """Bool tensor: different from one number."""
        return untaped(index.not_equal, (self,), checks.number("not_equal_elem", self, number))

    def greater_elem(self, number: float) -> Self:
        """Bool tensor: self > number."""
        return untaped(index.greater, (self,), checks.number("greater_elem", self, number))

    def greater_equal_elem(self, number: float) -> Self:
        """Bool tensor: self >= number."""
        limit = checks.number("greater_equal_elem", self, number)
        return untaped(index.greater_equal, (self,), limit)

    def lower_elem(self, number: float) -> Self:
        """Bool tensor: self < number."""
        return untaped(index.lower, (self,), checks.number("lower_elem", self, number))

    def lower_equal_elem(self, number: float) -> Self:
        """Bool tensor: self <= number."""
        return untaped(index.lower_equal, (self,), checks.number("lower_equal_elem", self, number))

    def _compare(self, rule: Rule, other: Self) -> Self:
        checks.together(rule.name, self, other)
        check_broadcast(rule.name, self, other)
        return untaped(rule, (self, other))

    def bool_and(self, other: Self) -> Self:
        """Both true."""
        return self._compare(index.bool_and, other)

    def bool_or(self, other: Self) -> Self:
        """At least one true."""
        return self._compare(index.bool_or, other)

    def bool_xor(self, other: Self) -> Self:
        """Exactly one true."""
        return self._compare(index.bool_xor, other)

    def bool_not(self) -> Self:
        """The opposite."""
        return untaped(index.bool_not, (self,))

    __and__ = __rand__ = bool_and
    __or__ = __ror__ = bool_or
    __xor__ = __rxor__ = bool_xor
    __invert__ = bool_not

    def is_nan(self) -> Self:
        """Bool tensor: not a number."""
        return untaped(index.is_nan, (self,))

    def mask_where(self, mask: Self, source: Self) -> Self:
        """``source`` where the bool tensor ``mask`` is true, ``self`` elsewhere."""
        checks.together("mask_where", self, source, mask)
        checks.tensor("mask_where", mask, "bool")
        check_kind(index.mask_where, self, source)
        check_broadcast("mask_where", self, source)
        check_broadcast("mask_where", self, mask)
        return several(index.mask_where, (self, source, mask))

    def mask_fill(self, mask: Self, value: float) -> Self:
        """``value`` where the bool tensor ``mask`` is true, ``self`` elsewhere."""
        checks.together("mask_fill", self, mask)
        check_broadcast("mask_fill", self, checks.tensor("mask_fill", mask, "bool"))
        return several(index.mask_fill, (self, mask), checks.number("mask_fill", self, value))

    def cross_entropy_with_logits(self, targets: Self) -> Self:
        """Loss of shape [1]: minus the mean over rows of sum(targets * log_softmax(self)).

        Logits and target probabilities have one shape [..., classes].
        """
        rule = activation.cross_entropy_with_logits
        checks.together(rule.name, self, targets)
        check_kind(rule, self, targets)
        checks.same_shape(rule.name, self, targets)
        return several(rule, (self, targets))
