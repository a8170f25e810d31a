"""The exercises of lesson 01."""

TEXT: dict[str, str] = {
    "exercise.01.1.task": (
        "put the cause of the None (its number, 1 to 9) and the line of the program above that "
        "you blame in place of the three dots"
    ),
    "exercise.01.1.cause_not_marked": (
        "x is not marked, that is true. But the look-up does not get as far as question 2: "
        "x.device().is_autodiff() is False"
    ),
    "exercise.01.1.line_1": "It only makes a device. Which tensor is built there?",
    "exercise.01.2.task": "change repaired so that x gets its gradient, and the loss stays",
    "exercise.01.2.right": "on fresh numbers both gradients are the slopes of the loss",
    "exercise.01.3.task": (
        "put the cause of the None of demand and the guilty line in place of the three dots. The "
        "last two lines of the cell do not count"
    ),
    "exercise.01.3.line_2": (
        "It builds stock off autodiff, and stock is counted, not learnt. Which line builds demand?"
    ),
    "exercise.01.4.task": "change trained so that the parameter of the model gets its gradient",
    "exercise.01.4.right": "on fresh numbers the parameter of the model has its gradient",
}
