"""The exercises of lesson 05."""

TEXT: dict[str, str] = {
    "exercise.05.1.task": (
        "put the cause of the None (its number, 1 to 9) and the line of the program above that "
        "you blame in place of the three dots"
    ),
    "exercise.05.1.line_4": "It computes with seen. What does seen know of x?",
    "exercise.05.2.task": (
        "change repaired so that x gets its gradient, seen has none, and the loss stays"
    ),
    "exercise.05.2.right": "on fresh numbers x and w have their gradients, and seen is a copy only",
    "exercise.05.3.task": (
        "put the cause of the None of gate and the guilty line in place of the three dots"
    ),
    "exercise.05.3.line_4": (
        "This one is an operation on gate, so it is on the tape. What happens to its result?"
    ),
    "exercise.05.4.task": "change joined so that a and b get their gradients",
    "exercise.05.4.right": "on fresh numbers both leaves have their gradients: cat is an operation",
}
