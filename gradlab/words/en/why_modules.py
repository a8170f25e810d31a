"""What no visit of a module finds, and what is kept alive."""

TEXT: dict[str, str] = {
    "why.not_registered": (
        "{name} has a gradient, but no visitor of the module sees it: the optimizer never will."
    ),
    "why.not_registered.apart": (
        "{name} has a gradient and is not a parameter of {module}: a step of {module} does not "
        "change it."
    ),
    "why.not_registered.meant": "if it is an input or trained elsewhere, nothing is wrong",
    "why.not_registered.hidden": (
        "{name} is hidden in a dict or set, which no visitor enters: the optimizer never sees it."
    ),
    "why.not_registered.here": "made here, and no parameter of the module",
    "why.not_registered.fix": (
        "make it a parameter of the module, once, where the module is built: Param.from_tensor"
    ),
    "why.not_registered.hidden_fix": "keep them in a list, or in a field for each",
    "why.not_registered.price": "it is trained from then on",
    "why.not_registered.check": "why(model, grads) lists it among the parameters",
    "why.retained": (
        "{name} keeps {count} recorded results alive: {ops} operations and {size} that no "
        "backward will walk."
    ),
    "why.retained.here": "recorded, then kept in {name}",
    "why.retained.fix": "log numbers (x.into_scalar()) or look off autodiff: x.inner()",
    "why.retained.price": "none",
    "why.retained.meant": "if a backward is still to come, nothing is wrong",
}
