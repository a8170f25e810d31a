"""The exercises of lesson 11."""

TEXT: dict[str, str] = {
    "exercise.11.1.task": (
        "put partial, zero or nan, in quotes, and the line of the program above that you blame in "
        "place of the three dots"
    ),
    "exercise.11.1.cause_detach": (
        "you found the line. But detach alone would make it None, and w has a gradient: the cut "
        "is on one way of several"
    ),
    "exercise.11.2.task": "change repaired so that w gets the whole slope, and the loss stays",
    "exercise.11.2.right": "on fresh numbers the gradient of w is the slope of the loss",
    "exercise.11.3.task": (
        "run the cell, then put partial, zero or nan, in quotes, and the guilty line in place of "
        "the three dots"
    ),
    "exercise.11.3.line_1": (
        "Zeros are allowed there. Which operation cannot do with the zero that it gets?"
    ),
    "exercise.11.3.line_5": "The loss is a healthy number. Where does its slope break?",
    "exercise.11.4.task": (
        "put the cause of the None of old, 1 to 9, and its line in place of the three dots"
    ),
    "exercise.11.5.task": (
        "put the cause of the None of picture, 1 to 9, and its line in place of the three dots"
    ),
    "exercise.11.6.task": (
        "put the cause of the None of area, 1 to 9, and its line in place of the three dots"
    ),
    "exercise.11.7.task": (
        "put the cause of the None of left, 1 to 9, and its line in place of the three dots"
    ),
    "exercise.11.8.task": (
        "put the cause of the None of force, 1 to 9, and its line in place of the three dots"
    ),
    "exercise.11.9.task": (
        "put the cause of the None of angle, 1 to 9, and its line in place of the three dots"
    ),
}
