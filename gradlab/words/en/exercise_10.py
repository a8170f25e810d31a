"""The exercises of lesson 10."""

TEXT: dict[str, str] = {
    "exercise.10.1.task": (
        "put the cause of the None of w, by its name in quotes, and the line of the program above "
        "in place of the three dots"
    ),
    "exercise.10.1.cause_intermediate": (
        "right by mechanism: w is a result. But a marked leaf was turned into it, and there is a "
        "name for that way of doing it"
    ),
    "exercise.10.1.line_2": "It marks start, as it should. Which line makes w?",
    "exercise.10.2.task": (
        "change trained_there so that the w it returns has its gradient, and the loss stays"
    ),
    "exercise.10.2.right": "on fresh numbers w is a marked leaf with its gradient",
    "exercise.10.3.task": (
        "put the cause of the None of weight, by its name in quotes, and the guilty line in place "
        "of the three dots"
    ),
    "exercise.10.3.cause_not_reached": (
        "the walk did not reach this leaf, that is true. But weight of the model is in the loss: "
        "compare weight.number with model.weight.val().number"
    ),
    "exercise.10.3.line_6": (
        "It takes the container of the first backward. The second has one of its own. What does "
        "the model consist of after the next line?"
    ),
    "exercise.10.4.task": (
        "put the cause of the None of best, by its name in quotes, and the line that made it so "
        "in place of the three dots"
    ),
    "exercise.10.4.cause_not_reached": (
        "best is not in the loss, that is true, but grad does not get as far as asking. What "
        "kind of numbers does best hold?"
    ),
    "exercise.10.5.task": (
        "put the cause, by its name in quotes, and the line whose result both walks need in place "
        "of the three dots"
    ),
    "exercise.10.5.line_5": "It walks, and may. Over which result, that line 6 needs too?",
    "exercise.10.5.line_6": "It is the one that is refused. Which result has been used up before?",
    "exercise.10.6.task": "change apart so that w has the gradient of loss alone, and seen stays",
    "exercise.10.6.right": "on fresh numbers both gradients are there, each of its own loss",
}
