"""Causes of a marked leaf without an entry: not reached, or asked elsewhere."""

TEXT: dict[str, str] = {
    # the container
    "why.container_taken": (
        "{asked} cannot be answered: {taker} took all of {container}, so it holds nothing more."
    ),
    "why.container_taken.refused": "{op} was refused: the container was handed over on {line}.",
    "why.container_taken.here": "takes the whole container",
    "why.container_taken.fix": "take only the module's entries with from_module, or read first",
    "why.container_taken.price": "none",
    "why.container_taken.read_first": "read with grad before the container is handed over",
    "why.container_taken.ask": "ask what it was handed over to: why({name}, {params})",
    "why.removed": "{none}: the entry was taken out on {line}.",
    "why.removed.here": "took the gradient of {name} out of the container",
    "why.removed.q4": "NO, taken out on {line}; it stops here",
    "why.removed.fix": "read with grad, which takes nothing, or use what that call returned",
    "why.removed.price": "none",
    "why.removed.left": (
        "{none}: backward reached {name}, but {container} was given the gradients of other "
        "parameters only ({line})."
    ),
    "why.removed.left.here": "takes the gradients of other parameters",
    "why.removed.left.q4": "NO, others were taken on {line}; it stops here",
    "why.removed.left.fix": (
        "take it where the others are taken: from_module(grads, model), or its id in from_params"
    ),
    "why.other_gradients": (
        "{none}: {container} comes from the backward of {loss}, and {name} was reached "
        "by another one ({line})."
    ),
    "why.other_gradients.other": "this backward reached {name}",
    "why.other_gradients.this": "{container} was filled here, by another walk",
    "why.other_gradients.q3": "another one did",
    "why.other_gradients.q4": "NO, {container} belongs to {loss}; it stops here",
    "why.other_gradients.fix": "ask the container of that backward: {name}.grad({container})",
    "why.other_gradients.add": "keep what that backward returned, or add the losses and walk once",
    "why.other_gradients.price": "none",
    # case 3
    "why.late_require_grad": (
        "{none}: {name} was marked on {mark}, after {use} had already used it."
    ),
    "why.late_require_grad.alias": (
        "{none}: {use} used a handle of {name} from before {mark} marked it."
    ),
    "why.late_require_grad.use": "used while not marked{kept}",
    "why.late_require_grad.kept": ": the result kept {names} as its only parent",
    "why.late_require_grad.old_handle": "this handle of {name} is not the marked one",
    "why.late_require_grad.mark": "counts for later operations only",
    "why.late_require_grad.q2": "yes, but not yet at {line}",
    "why.late_require_grad.old_q2": "yes, but another handle was used",
    "why.late_require_grad.q3": "NO, it stops here",
    "why.late_require_grad.fix": "mark it before its first use",
    "why.late_require_grad.old_fix": "use the handle that require_grad() returned",
    "why.late_require_grad.price": "none",
    # the path is cut
    "why.off_device": (
        "{none}: the path from {name} leaves autodiff on {line} and comes back as a new leaf."
    ),
    "why.off_device.here": "off autodiff from here: what is computed from this is not recorded",
    "why.off_device.back": "back on autodiff as a new leaf without a history",
    "why.off_device.fix": "compute with the tensors themselves, without inner() and from_inner()",
    "why.off_device.price": "these operations are recorded and take memory until backward",
    "why.int_round_trip": (
        "{none}: {name} reaches the loss only through {op} ({line}), which leaves the graph."
    ),
    "why.int_round_trip.here": "{op} leaves the graph here",
    "why.int_round_trip.back": "a new, unmarked leaf with the same numbers",
    "why.int_round_trip.fix": "stay with floats, or add the rounding as a constant: "
    "x + (x.trunc() - x).detach()",
    "why.int_round_trip.price": "without the conversion the numbers are no longer whole",
    "why.int_round_trip.score_fix": (
        "compute the loss from the scores themselves (softmax, cross entropy); keep {op} for "
        "counting hits"
    ),
    "why.int_round_trip.compare_fix": (
        "use a smooth step in the formula, sigmoid of the difference times a steepness; keep "
        "{op} for masks and counts"
    ),
    "why.also_cut": "{op} on {line} cuts the way too: mend it next",
    "why.int_round_trip.score_price": "the loss is another, smooth one",
    "why.detach": ("{none}: {name} reaches the loss only through detach() ({line})."),
    "why.detach.leaf": "the copy is a new leaf of its own: the gradient stops here",
    "why.detach.here": "{name} goes on as a new leaf without a history: the gradient stops here",
    "why.detach.fix": "leave detach() out",
    "why.detach.fix_or_copy": "leave detach() out, or ask the copy: {copy}.grad({container})",
    "why.detach.price": "gradient flows through here again, perhaps kept out on purpose",
    # case 4, and nothing on record
    "why.not_reached": "{none}: nothing that leads to {loss} uses {name}.",
    "why.not_reached.unused": "made here, and used by nothing on the way to the loss",
    "why.not_reached.used_elsewhere": "made here; its uses do not lead to the loss",
    "why.not_reached.taken": "taken here, and used by nothing after that",
    "why.not_reached.replaced": "the name {name} goes to another tensor here",
    "why.not_reached.use": "used here, but not on a way to {loss}",
    "why.not_reached.power": "a power of 0 is the constant 1: it depends on nothing",
    "why.not_reached.fix": "use {name} in the formula of {loss}, or ask the tensor that was used",
    "why.not_reached.price": "none",
    "why.no_record.overwritten": (
        "{none}, and there is no record of the way to {loss} any more: the recorder "
        "keeps the newest events only."
    ),
    "why.no_record.paused": (
        "{none}, and there is no record of the whole way to {loss}: the recorder was paused "
        "meanwhile."
    ),
    "why.no_record.several": (
        "{none}: {container} is a sum of several backwards (or put together by hand), none of "
        "which gave {name} a gradient; of the ways to their losses it keeps no record."
    ),
    "why.no_record.empty": (
        "{none}: {container} is empty and no backward filled it, so there is no record of a way "
        "to look into."
    ),
    "why.no_record.here": "made here",
    "why.no_record.q3": "no record",
    "why.no_record.overwritten.fix": (
        "ask right after one forward and backward, or keep more events: "
        "gradlab.engine.events.set_capacity(n)"
    ),
    "why.no_record.overwritten.price": "at most 240 bytes an event",
    "why.no_record.paused.fix": "run forward and backward again without paused(), then ask",
    "why.no_record.paused.price": "none",
    "why.no_record.several.fix": (
        "ask after each backward, before its gradients are added: why(model, grads)"
    ),
    "why.no_record.several.price": "none",
    "why.no_record.empty.fix": (
        "fill it from a backward: GradientsParams.from_grads(grads, model)"
    ),
    "why.no_record.empty.price": "none",
}
