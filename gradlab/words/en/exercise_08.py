"""The exercises of lesson 08."""

TEXT: dict[str, str] = {
    "exercise.08.1.task": (
        "put the cause of the None (its number, 1 to 9) and the line of the program above after "
        "which the answer is None in place of the three dots"
    ),
    "exercise.08.1.line_4": (
        "It fills the container, and line 5 finds the gradient there. What happens after that?"
    ),
    "exercise.08.1.line_7": (
        "It only asks, as line 5 does, and line 5 gets the gradient. What happened in between?"
    ),
    "exercise.08.2.task": (
        "change repaired so that w can still be asked for its gradient, and stepped stays"
    ),
    "exercise.08.2.right": (
        "on fresh numbers both gradients are in the container, and stepped is what it was"
    ),
    "exercise.08.3.task": (
        "put the cause of the None of weight and the guilty line in place of the three dots"
    ),
    "exercise.08.3.cause_other_gradients": (
        "question 4 is the right one, but grads3 is the only container of a backward here, and it "
        "did have an entry for weight. Who has it now?"
    ),
    "exercise.08.3.line_8": (
        "val() gives the very tensor that the model computed with. What was done to the container "
        "before?"
    ),
    "exercise.08.4.task": (
        "put the cause, by its name in quotes, and the line to change in place of the three dots"
    ),
    "exercise.08.4.line_7": "It is refused, since there is nothing left to take. Who took it?",
}
