"""The exercises of lesson 02."""

TEXT: dict[str, str] = {
    "exercise.02.1.task": (
        "put the cause of the None of x (its number, 1 to 9) and the line of the program above "
        "that you blame in place of the three dots"
    ),
    "exercise.02.1.cause_intermediate": (
        "question 2 is the right one. But x.is_tracked() is False: x was built, not computed, so "
        "it is no result in the middle"
    ),
    "exercise.02.1.line_3": (
        "It multiplies, and keeps those inputs that are on the tape. Which line makes x?"
    ),
    "exercise.02.2.task": "change repaired so that x gets its gradient, y has none, the loss stays",
    "exercise.02.2.right": "on fresh numbers x and w have their gradients, and y is data only",
    "exercise.02.3.task": (
        "put the cause of the None of gain, by its name in quotes, and the guilty line in place "
        "of the three dots"
    ),
    "exercise.02.3.cause_not_marked": (
        "true of the tensor that gain means: gain.is_require_grad() is False. But line 4 marks "
        "one. What became of it?"
    ),
    "exercise.02.3.line_2": "A tensor is born unmarked, which is no mistake. Who marks it later?",
    "exercise.02.4.task": "change both so that a and b get their gradients, and the loss stays",
    "exercise.02.4.right": "on fresh numbers all three have their gradients",
}
