"""Causes found at the asked handle itself: not a float, no autodiff, not marked."""

TEXT: dict[str, str] = {
    # not a float
    "why.not_float": "{none}: {name} holds {kind}s, and only floats have gradients.",
    "why.not_float.here": "made here as {kind}",
    "why.not_float.q0": "NO, it is {kind}; it stops here",
    "why.not_float.fix": "ask the float tensor that this came from, or build it as floats",
    "why.not_float.price": "floats made from ints or bools are a new leaf: nothing flows back",
    # a gradient asked for its gradient
    "why.grad_is_plain": (
        "{none}: {name} is itself a gradient, a plain tensor without a history. "
        "It is the answer; nothing is missing from it."
    ),
    "why.grad_is_plain.from": (
        "{none}: {name} was computed from gradients, which are plain tensors."
    ),
    "why.grad_is_plain.root": (
        "backward {refused}: {root} was computed from gradients, and those are plain tensors "
        "without a history."
    ),
    "why.grad_is_plain.here": "a gradient is plain numbers: autodiff is off, no history",
    "why.grad_is_plain.fix": (
        "use it as data; a derivative of a derivative is not recorded, write it by hand"
    ),
    "why.grad_is_plain.price": "a formula of your own",
    # case 1
    "why.plain_device": "{none}: {name} is on {device}, where autodiff is off.",
    "why.plain_device.here": "built on {device}: nothing about it is recorded",
    "why.plain_device.inner": "left autodiff here: a plain copy",
    "why.plain_device.result": "computed from plain tensors only, so it is plain too",
    "why.plain_device.fix": "build it on the autodiff device and mark it before its first use",
    "why.plain_device.price": "none",
    # a dropped result
    "why.discarded": (
        "{none}: {line} marks {name} and drops the result. "
        "Methods return a new handle; {name} itself stays unmarked."
    ),
    "why.discarded.here": "returns the marked tensor, and nothing keeps it",
    "why.discarded.q2": "NO: the marked handle was dropped; it stops here",
    "why.discarded.fix": "keep the result",
    "why.discarded.price": "none",
    # frozen
    "why.frozen": "{none}: {name} was frozen on {line}.",
    "why.frozen.path": ("{none}: {name} reaches the loss only through a frozen copy ({line})."),
    "why.frozen.thawed": "a new leaf with these numbers, marked: this one learns",
    "why.frozen.here": "frozen here: a new leaf that learns nothing",
    "why.frozen.fix": "leave out {call} for what should learn",
    "why.frozen.call": "set_require_grad(False)",
    "why.frozen.named": "{call}()",
    "why.frozen.price": "it learns again",
    "why.frozen.meant": "if it was to stop learning, nothing is wrong",
    # case 2
    "why.not_marked": "{none}: {name} was never marked with require_grad().",
    "why.not_marked.constant": (
        "{none}: {name} was made from ints or bools, so it is a constant by nature."
    ),
    "why.not_marked.alias": (
        "{none}: {name} is a handle from before the mark; {line} marked another handle."
    ),
    "why.not_marked.here": "created here, not marked",
    "why.not_marked.result": "none of its inputs was marked, so neither is the result of {op}",
    "why.not_marked.converted": "made from ints or bools: a new leaf, not marked",
    "why.not_marked.other_handle": "this returns the marked handle; older handles stay unmarked",
    "why.not_marked.fix": "mark it where it is created, before its first use",
    "why.not_marked.alias_fix": "use, and ask, the handle that require_grad() returned",
    "why.not_marked.price": "none",
    "why.not_marked.cut": (
        "{none}: {name} goes on from {op}() ({line}): a new leaf, which nothing has marked."
    ),
    "why.not_marked.cut_here": "{op}() cuts here; what comes after it has no history",
    "why.not_marked.cut_fix": "leave out the cut, or mark the new leaf if it is to learn by itself",
    "why.not_marked.cut_price": "without the cut backward goes on into what was before it",
    "why.not_marked.cut_meant": "a state or a baseline that is to be cut off is right as it is",
    # case 7
    "why.intermediate": (
        "{none}: {name} is the result of an operation ({line}). Its gradient passes "
        "through on the way to the leaves and is dropped."
    ),
    "why.intermediate.root": (
        "{none}: {name} is where the walk starts. Its own gradient is 1 and is not kept."
    ),
    "why.intermediate.here": "computed from a marked leaf: an intermediate, kept by nobody",
    "why.intermediate.root_here": "the walk started here",
    "why.intermediate.leaves": " ({names})",
    "why.intermediate.root_q2": "NO, it is where the walk starts",
    "why.intermediate.q2": "NO, it is an intermediate; it stops here",
    "why.intermediate.fix": (
        "ask the leaves it came from{leaves}; to look at {name} once, detach and mark it"
    ),
    "why.intermediate.price": "nothing flows back through {name} then; not for training",
    "why.intermediate.update_fix": (
        "to update a leaf: Tensor.from_inner({leaf}.inner() - step).require_grad()"
    ),
    "why.intermediate.root_fix": "nothing to mend: ask the leaves",
    "why.intermediate.root_price": "none",
}
