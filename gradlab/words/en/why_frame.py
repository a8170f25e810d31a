"""What every verdict says, whatever its cause, and what is said before a backward."""

TEXT: dict[str, str] = {
    # the sentences of a verdict
    "why.label_asked": "Asked",
    "why.label_fix": "Fix",
    "why.label_check": "Check",
    "why.label_cause": "Cause",
    "why.label_meant": "Meant?",
    "why.label_also": "Also",
    "why.label_note": "Note",
    "why.asked": "{name}.grad({container})",
    "why.none": "{name}.grad({container}) is None",
    "why.none_yet": "{name} would get no gradient",
    "why.was_refused": "was refused",
    "why.would_be_refused": "would be refused",
    "why.run_again": "{where} was run again since, as {again}",
    "why.edited": "{where} was edited and run again since, as {again}",
    "why.case": "case {case}",
    "why.more": "more: gradlab explain {what}",
    "why.price": "(price: {price})",
    "why.check": "run it again; why({name}, {container}) should say ok",
    "why.check_refusal": "run it again: the call should go through",
    "why.no_source": "(the text of this line is not kept) {remark}",
    "why.called_from": "called from {where}, line {line}",
    "why.line": "line {line}",
    "why.line_in": "{where}, line {line}",
    "why.line_of": "line {line} of {where}",
    "why.program": "the program",
    "why.unknown_line": "a line that is not on record",
    "why.yes": "yes",
    "why.no": "NO, it stops here",
    "why.q0": "a float?",
    "why.q1": "autodiff device?",
    "why.q2": "marked (require_grad)?",
    "why.q3": "did this backward reach it?",
    "why.q4": "in this container?",
    "why.q_root": "does a marked leaf lead here?",
    "why.refused": "{op} was refused: {problem}.",
    "why.refused_here": "{op} refused here",
    "why.input_here": "{name} was made here",
    "why.nothing_asked": (
        "Nothing to explain yet: no look-up in this thread gave None and nothing was refused. "
        "Ask why(x, grads)."
    ),
    "why.none_has_no_history": (
        "None itself has no history, so this explains the last None or refusal. "
        "Ask with the tensor: why(x, grads)."
    ),
    "why.not_askable": "cannot explain ({given})",
    "why.not_askable_fix": "why(tensor, grads), why(tensor), why(error) or why()",
    # before a backward
    "why.prospect.q3": "no backward yet",
    "why.prospect.late_require_grad": (
        "{name} is marked, but too late: {use} used it before {mark}, and nothing has since."
    ),
    "why.prospect.late_partial": (
        "{name} is marked, but {use} used it before {mark}: only later uses will count."
    ),
    "why.prospect.cut": ("{name} is marked, but its only use so far is cut by {op} ({line})."),
    "why.prospect.unused": "{name} is marked, and nothing has used it so far.",
    "why.prospect.walked": (
        "{name} is marked in time and used; every result so far has been walked by a backward."
    ),
    "why.prospect.walked_from": (
        "another backward, from {name} itself, would be refused: a backward can walk it once"
    ),
    "why.prospect.ok": "{name} is marked in time and used: a backward from {roots} will reach it.",
    "why.prospect.root": "backward from {name} would run; marked leaves that it reaches: {leaves}.",
    "why.prospect.nothing": "none on record",
    "why.prospect.made": "the root of the next backward",
    "why.prospect.check": "after backward, ask with its container: why(x, grads)",
    "why.prospect.offer": (
        "this speaks of the next backward; for the last one ask why({name}, {container})"
    ),
}
