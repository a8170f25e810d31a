"""A gradient that is there: complete, or not what it should be."""

TEXT: dict[str, str] = {
    "why.late_partial": (
        "{asked} is there, but of later uses only: {name} was marked on {mark}, after {use} had "
        "already used it."
    ),
    "why.late_partial.use": "used while not marked: this use gives no gradient",
    "why.partial": (
        "{asked} is there, but the gradient is cut at {count} {edges} ({line}): what goes "
        "through there is not in it."
    ),
    "why.partial.one": "place",
    "why.partial.many": "places",
    "why.partial.more": "and {count} more",
    "why.partial.here": "{reason}: no gradient comes back through here",
    "why.partial.fix": "to let it through, leave out what is underlined",
    "why.partial.price": "the gradient then contains what was cut",
    "why.partial.meant": "if learning was to stop here, nothing is wrong",
    "why.ok": "{asked} is there: {numbers}.",
    "why.ok.replaced": (
        "grad_replace ({line}) put these numbers there: they are not those of the backward"
    ),
    "why.ok.overwritten": (
        "the recorder keeps the newest events only: it cannot tell whether a use is missing"
    ),
    "why.ok.paused": "the recorder was paused on the way: it cannot tell whether a use is missing",
    "why.ok.several": "no one backward filled this: ask each of them whether a use is missing",
}
