"""Numbers that were read out and came back."""

TEXT: dict[str, str] = {
    "why.values_copied": (
        "{none}: {line} copies numbers out of the graph and back; {leaf} is a new leaf "
        "without a history."
    ),
    "why.values_copied.probably": (
        "{none}: probably copied. {leaf} ({line}) has exactly the numbers that were "
        "read from {name} before."
    ),
    "why.values_copied.read_only": (
        "{none}: nothing that leads to {loss} uses {name}. Its numbers were read "
        "({line}); what became of them is not on record."
    ),
    "why.values_copied.also_read": (
        "numbers of {name} were read on {line}; a number that is printed or compared has no "
        "gradient to give"
    ),
    "why.values_copied.number": (
        "{name} is a plain number, not a tensor: numbers were read out of the graph on {line}, and "
        "a number has no backward."
    ),
    "why.values_copied.number_fix": (
        "add and scale the tensors, call backward on the result, read numbers out after that"
    ),
    "why.values_copied.here": "a new leaf from numbers that were read out in the same call",
    "why.values_copied.equal": "a new leaf with the very numbers that were read before",
    "why.values_copied.read": "the numbers of {name} are read here: no history from here on",
    "why.values_copied.fix": "compute with the tensor itself; read numbers out after backward",
    "why.values_copied.fix_or_copy": (
        "compute with the tensor itself, or ask the copy: {leaf}.grad({container})"
    ),
    "why.values_copied.price": "these operations are recorded until backward",
}
