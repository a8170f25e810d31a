"""Why the engine refused."""

TEXT: dict[str, str] = {
    "why.consumed": (
        "backward {refused}: {root} was computed from {node}, and the backward of {by} ({line}) "
        "has used that up."
    ),
    "why.consumed.again": "backward {refused}: it ran from {root} before ({line}).",
    "why.consumed.within": (
        "backward {refused}: the backward of {by} ({line}) went through {root} and used it up."
    ),
    "why.consumed.backward": "this backward used {node} up",
    "why.consumed.node": "made here; a backward can walk it once",
    "why.consumed.fix": (
        "three ways: run the forward again; add the losses and walk once; or cut the shared "
        "value with detach() before it is used again"
    ),
    "why.consumed.fix_loop": (
        "cut what is carried to the next turn: {name} = {name}.detach() after backward (or add "
        "the losses and walk once, or run the forward again)"
    ),
    "why.consumed.price": "a second forward, one walk for both, or no gradient above the cut",
    "why.consumed.cut": "no gradient into earlier turns",
    "why.req_on_intermediate": (
        "{op} was refused: {name} is the result of an operation ({line}), and only leaves can be "
        "marked."
    ),
    "why.req_on_intermediate.here": "computed here from a marked leaf",
    "why.req_on_intermediate.mark": "marked here, before the computation",
    "why.req_on_intermediate.fix": "compute first and mark last, or cut: h.detach().require_grad()",
    "why.req_on_intermediate.price": "the cut lets nothing through to the leaf above",
    "why.req_on_intermediate.moved_price": "none",
    "why.root_untracked.title_cut": (
        "backward {refused}: no marked leaf leads to {root}; the path is cut on {line}."
    ),
    "why.root_untracked.title_lost": (
        "backward {refused}: no marked leaf leads to {root}; {line} made a new leaf under the name "
        "of a marked one and did not mark it."
    ),
    "why.root_untracked.title_other": (
        "backward {refused}: no marked leaf leads to {root}; {line} marked another handle of what "
        "was used."
    ),
    "why.root_untracked.other": "this returns the marked handle; older handles stay unmarked",
    "why.root_untracked.other_fix": "compute with the handle that require_grad() returned",
    "why.root_untracked.title_late": (
        "backward {refused}: no marked leaf leads to {root}; the mark on {line} came too late."
    ),
    "why.root_untracked.title_dropped": (
        "backward {refused}: no marked leaf leads to {root}; {line} marks a tensor and drops the "
        "result."
    ),
    "why.root_untracked.title_copied": (
        "backward {refused}: no marked leaf leads to {root}; its numbers were read out ({line}) "
        "and came back without a history."
    ),
    "why.root_untracked.title_unmarked": (
        "backward {refused}: no marked leaf leads to {root}; nothing it came from was marked."
    ),
    "why.root_untracked.title_plain": (
        "backward {refused}: everything that {root} came from is on a device without autodiff."
    ),
    "why.root_untracked.whole": "{op} leaves the graph: what comes after it has no history",
    "why.root_untracked.frozen": "frozen here",
    "why.root_untracked.inner": "left autodiff here",
    "why.root_untracked.detach": "detached here: a new, unmarked leaf",
    "why.root_untracked.late": "marked here, after it was used",
    "why.root_untracked.dropped": "the marked tensor is dropped here",
    "why.root_untracked.read": "read out as numbers: from here on there is no history",
    "why.root_untracked.leaf_unmarked": "created here, not marked",
    "why.root_untracked.leaf_plain": "created here, without autodiff",
    "why.root_untracked.fix": "build parameters on the autodiff device and mark them before use",
    "why.root_untracked.cut_fix": "keep the path in the graph: leave out what is underlined on it",
    "why.root_untracked.late_fix": "mark before the first use",
    "why.root_untracked.dropped_fix": "keep the result: w = w.require_grad()",
    "why.root_untracked.copied_fix": "compute with the tensors, read numbers out after backward",
    "why.root_untracked.made_fix": "compute the loss from marked tensors, not from numbers",
    "why.root_untracked.price": "none",
}
