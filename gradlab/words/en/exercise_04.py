"""The exercises of lesson 04."""

TEXT: dict[str, str] = {
    "exercise.04.1.task": (
        "put the cause of the None (its number, 1 to 9) and the line of the program above that "
        "you would change in place of the three dots"
    ),
    "exercise.04.1.line_4": "It uses x, as it should. Who uses penalty?",
    "exercise.04.2.task": "change repaired so that the penalty counts and x gets its gradient",
    "exercise.04.2.right": "on fresh numbers both terms are in the loss and both leaves learn",
    "exercise.04.3.task": (
        "put the cause of the None of gate and the line that you would change in place of the "
        "three dots"
    ),
    "exercise.04.3.line_4": "It uses gate, and gives level. Which level does line 7 use?",
    "exercise.04.3.line_5": "Its result comes from gate. Who uses smooth?",
    "exercise.04.4.task": (
        "put the cause of the None of first, by its name in quotes, and the line in place of the "
        "three dots"
    ),
    "exercise.04.4.cause_not_reached": (
        "this backward did not reach first, that is true. But it reached a tensor that has the "
        "same number: what is first to that one?"
    ),
    "exercise.04.4.cause_detach": (
        "there is a detach(), but not between first and the loss: it stands before first. Does "
        "the loss use first at all?"
    ),
}
