"""The exercises of lesson 06."""

TEXT: dict[str, str] = {
    "exercise.06.1.task": (
        "put the cause of the None of x (its number, 1 to 9) and the line of the program above "
        "that you blame in place of the three dots"
    ),
    "exercise.06.1.line_4": "It computes with steps. What does steps know of x?",
    "exercise.06.2.task": "change repaired so that x gets its gradient, and the loss stays",
    "exercise.06.2.right": "on fresh numbers both gradients are the slopes of the loss",
    "exercise.06.3.task": (
        "put the cause of the None of scores and the guilty line in place of the three dots"
    ),
    "exercise.06.3.cause_not_reached": (
        "scores does decide what is paid, through choice. What kind of number is choice?"
    ),
    "exercise.06.3.line_5": (
        "It looks up a prize, and is on the tape for prizes. What does the index know of scores?"
    ),
    "exercise.06.4.task": (
        "change one line of passed_by so that x has the gradient that it would have without "
        "rounding, and the loss stays"
    ),
    "exercise.06.4.right": "on fresh numbers the loss is the rounded one, and x has a direction",
}
