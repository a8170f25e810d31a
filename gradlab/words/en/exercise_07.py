"""The exercises of lesson 07."""

TEXT: dict[str, str] = {
    "exercise.07.1.task": (
        "put the cause of the None of h (its number, 1 to 9) and the line of the program above "
        "that you blame in place of the three dots"
    ),
    "exercise.07.2.task": "change one line of look so that h has a gradient, and the loss stays",
    "exercise.07.2.right": "on fresh numbers h has the gradient that arrives there",
    "exercise.07.3.task": (
        "put the cause of the None of bias, by its name in quotes, and the guilty line in place "
        "of the three dots"
    ),
    "exercise.07.3.cause_intermediate": (
        "true of the tensor that bias means at the end: it is a result. But a leaf called bias "
        "was marked. What became of it?"
    ),
    "exercise.07.3.cause_not_marked": (
        "bias.is_require_grad() is False, but bias.is_tracked() is True, and line 2 marks it. "
        "Which tensor has the name at the end?"
    ),
    "exercise.07.3.line_2": "It makes a marked leaf, as it should. Which line gives its name away?",
    "exercise.07.4.task": "change start so that bias is scaled and has a gradient",
    "exercise.07.4.right": "on fresh numbers the scaled bias is a marked leaf with its gradient",
}
