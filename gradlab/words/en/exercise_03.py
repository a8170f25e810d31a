"""The exercises of lesson 03."""

TEXT: dict[str, str] = {
    "exercise.03.1.task": (
        "put the cause of the None (its number, 1 to 9) and the line of the program above that "
        "you blame in place of the three dots"
    ),
    "exercise.03.2.task": "change repaired so that x gets its gradient, and the loss stays",
    "exercise.03.2.right": "on fresh numbers both gradients are the slopes of the loss",
    "exercise.03.3.task": (
        "put the cause of the None and the guilty line in place of the three dots. The last two "
        "lines of the cell do not count"
    ),
    "exercise.03.3.cause_not_reached": (
        "pixels is used: line 3 computes scaled from it, and scaled is in the loss. But what did "
        "line 3 know of pixels when it ran?"
    ),
    "exercise.03.4.task": (
        "put the cause, by its name in quotes, and the line in place of the three dots"
    ),
    "exercise.03.3.line_7": "The containers and the loss are fine: kernel has its gradient.",
}
