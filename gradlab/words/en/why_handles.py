"""The name is not the leaf, or not the one that was used."""

TEXT: dict[str, str] = {
    "why.moved": (
        "{none}: {name} is the output of to_device ({line}), an intermediate. The "
        "gradient sits on {before}, which was moved."
    ),
    "why.moved.here": "moving a marked tensor is a recorded operation",
    "why.moved.fork": "fork the module: new leaves there, with the same parameter ids",
    "why.moved.fix": "move first and mark last, or ask the tensor that was moved",
    "why.moved.price": "none",
    "why.leaf_overwritten.taken_title": (
        "{none}: on {line} the name of the marked leaf went to the result of an operation."
    ),
    "why.leaf_overwritten.at_once_title": (
        "{none}: {line} marks a leaf and computes with it at once, so {name} is the "
        "result and the leaf has no name."
    ),
    "why.leaf_overwritten.taken": "the result takes the name {name}; nothing changes in place",
    "why.leaf_overwritten.at_once": "marked, then used in the same statement",
    "why.leaf_overwritten.leaf": "the leaf, which holds the gradient",
    "why.leaf_overwritten.leaf_none": "the leaf that had this name before",
    "why.leaf_overwritten.held": "NO, an intermediate; the leaf it came from has the gradient",
    "why.leaf_overwritten.taken_fix": (
        "give the result a name of its own and ask the leaf; to update a leaf: {name} = "
        "Tensor.from_inner({name}.inner() - step).require_grad()"
    ),
    "why.leaf_overwritten.at_once_fix": "compute first and mark last",
    "why.leaf_overwritten.ask_other": "ask the leaf by its other name: {other}.grad({container})",
    "why.leaf_overwritten.price": "none",
    "why.update_lost": (
        "{none}: {line} made a new leaf under the name of a marked one and did not mark it."
    ),
    "why.update_lost.here": "new numbers, a new leaf: the mark of the old one is not carried over",
    "why.update_lost.fix": "mark the new leaf",
    "why.update_lost.price": "none",
    "why.discarded.step": (
        "{name} learned nothing: step returns the new module, and {line} drops it."
    ),
    "why.discarded.step_here": "returns the stepped module, and nothing keeps it",
    "why.discarded.step_fix": "keep the result",
    "why.stale_handle.step": (
        "{none}: {name} is the leaf from before the step ({line}), and the loss used the new one."
    ),
    "why.stale_handle.older": (
        "{none}: the loss used the leaf from before a step, which was looked up on {line}."
    ),
    "why.stale_handle.older_here": "the handle that the loss used was taken here",
    "why.stale_handle.older_fix": "look the tensor up again after every step: model.w.val()",
    "why.stale_handle.q3_older": "NO, it reached the older leaf; it stops here",
    "why.stale_handle.after": (
        "{none}: the step on {line} made {name} after this backward; the loss had used the leaf "
        "from before."
    ),
    "why.stale_handle.after_here": "a new leaf, made after the backward",
    "why.stale_handle.after_fix": "nothing to mend: ask before the step",
    "why.stale_handle.anew": (
        "{none}: {line} made {name} anew after the loss had used the leaf from before."
    ),
    "why.stale_handle.anew_here": "a new leaf, which the loss has not seen",
    "why.stale_handle.anew_fix": "run the forward and backward again with the new leaf",
    "why.stale_handle.copy": (
        "{none}: {name} belongs to the module that was copied ({line}); the loss used "
        "the copy's leaf."
    ),
    "why.stale_handle.turn": (
        "{none}: {name} is from an earlier turn of the loop; the loss used the leaf "
        "that {line} made later."
    ),
    "why.stale_handle.step_here": "made a new leaf for this parameter",
    "why.stale_handle.copy_here": "the copy has leaves of its own",
    "why.stale_handle.turn_here": "makes a new leaf in every turn",
    "why.stale_handle.made": "the asked leaf",
    "why.stale_handle.q3": "NO, it reached the newer leaf; it stops here",
    "why.stale_handle.fix_named": "ask the newer handle: {name}.grad({container})",
    "why.stale_handle.step_fix": "take model.w.val() again after every step",
    "why.stale_handle.copy_fix": "ask the parameters of the module that computed the loss",
    "why.stale_handle.turn_fix": "ask the handle of the same turn",
    "why.stale_handle.price": "none",
    "why.wrong_tensor": (
        "{none}: {name} is another leaf, made from the numbers of {source}; {loss} used {source}."
    ),
    "why.wrong_tensor.here": "a new leaf from the numbers of {name}",
    "why.wrong_tensor.use": "the loss uses {name} here",
    "why.wrong_tensor.fix": "compute the loss from {name}, or ask {source}",
    "why.wrong_tensor.price": "none",
    "why.wrong_tensor.after": "{none}: {line} made {name} anew after this backward.",
    "why.wrong_tensor.after_here": "a new leaf for the next turn: its backward is still to come",
    "why.wrong_tensor.after_fix": "nothing to mend: ask before the step",
}
