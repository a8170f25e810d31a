"""A gradient that is there and strange: not finite, zero, or taken at a kink."""

TEXT: dict[str, str] = {
    "why.values_gone": (
        "the walk's numbers are gone (a large tape, or an old one); ask right after backward, "
        "on a smaller input"
    ),
    "why.nan": "{asked} is there but holds {what}: the derivative of {op} ({line}) is not finite.",
    "why.nan.somewhere": "{asked} is there but holds {what}; the line is not on record.",
    "why.nan.here": "{op}: a finite gradient comes in here and leaves as NaN or inf",
    "why.nan_fix": "keep this operation's input away from the point where it has no derivative",
    "why.nan.div_fix": "mask the divisor before the division, not the result after it",
    "why.nan.div_scalar_fix": "mask the divisor before the division, not the result after it",
    "why.nan.exp_fix": "limit the input of exp before it, not the result after it",
    "why.nan.sqrt_fix": "add a small number inside the root: (x + 1e-12).sqrt()",
    "why.nan.log_fix": "keep the input of log above 0: (x + 1e-12).log(), or log1p",
    "why.nan.price": "slightly different numbers near that point",
    "why.zero": "{asked} is there, and all of it is zero: {op} ({line}) passes nothing on.",
    "why.zero.somewhere": "{asked} is there, and all of it is zero; the line is not on record.",
    "why.zero.here": "{op}: a gradient comes in here and leaves as zero",
    "why.zero.cancel": (
        "{asked} is there, and all of it is zero: the parts that come to {name} cancel each other."
    ),
    "why.zero.part": "one of the parts comes through {op} here",
    "why.zero.cancel_fix": "look at the formula: one use takes away what another one adds",
    "why.zero.cancel_price": "the loss is then another function",
    "why.replaced": "{asked} is there, but grad_replace ({line}) put {what} in its place.",
    "why.replaced.zeros": "zeros",
    "why.replaced.here": "the gradient of {name} is replaced here",
    "why.replaced.fix": "look at what is put there; leave grad_replace out to see the gradient",
    "why.replaced.price": "the gradient is then the one of the backward",
    "why.zero_fix": "look at the numbers that come in here: the operation is flat there",
    "why.zero.relu_fix": (
        "every unit is off: another start, a bias, or leaky_relu keep some of them on"
    ),
    "why.zero.round_fix": "let it through as a constant: x + (x.round() - x).detach()",
    "why.zero.floor_fix": "let it through as a constant: x + (x.floor() - x).detach()",
    "why.zero.ceil_fix": "let it through as a constant: x + (x.ceil() - x).detach()",
    "why.zero.trunc_fix": "let it through as a constant: x + (x.trunc() - x).detach()",
    "why.zero.sign_fix": "use a smooth step such as tanh, or let sign through as a constant",
    "why.zero.price": "the derivative is then one of another function",
    "why.zero.meant": "a flat function has a gradient of zero: then nothing is wrong",
    "why.subgradient": (
        "{asked} is there, but {op} ({line}) has no single derivative at these numbers."
    ),
    "why.subgradient.somewhere": "{asked} is there, but a kink was met; the line is not on record.",
    "why.subgradient.here": "{op}: a kink or a tie is met exactly",
    "why.subgradient.convention_relu": "relu has derivative 0 at 0, by convention",
    "why.subgradient.convention_leaky_relu": "leaky_relu has derivative 1 at 0, by convention",
    "why.subgradient.convention_abs": "abs has derivative 0 at 0, by convention",
    "why.subgradient.convention_clamp": "clamp lets the gradient through on its bounds",
    "why.subgradient.convention_max": "of equal maxima the first gets all of the gradient",
    "why.subgradient.convention_min": "of equal minima the first gets all of the gradient",
    "why.subgradient.convention_max_dim": "of equal maxima the first gets all of the gradient",
    "why.subgradient.convention_min_dim": "of equal minima the first gets all of the gradient",
    "why.subgradient.convention_max_pair": "of an equal pair the left one gets all of the gradient",
    "why.subgradient.convention_min_pair": "of an equal pair the left one gets all of the gradient",
    "why.subgradient.meant": "other frameworks may choose otherwise here; nothing is lost",
}
