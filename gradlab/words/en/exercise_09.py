"""The exercises of lesson 09."""

TEXT: dict[str, str] = {
    "exercise.09.1.task": (
        "put the cause of the None (its number, 1 to 9) and the line with the backward that did "
        "reach w in place of the three dots"
    ),
    "exercise.09.1.cause_not_reached": (
        "the walk that filled others did not reach w, that is true. But another walk did: "
        "w.number in grads.entries is True"
    ),
    "exercise.09.1.line_6": "This backward filled others and reached x only. Which one reached w?",
    "exercise.09.1.line_7": "It asks in the wrong place. Which line filled the right container?",
    "exercise.09.2.task": (
        "change repaired so that one container has the gradients of the sum of both losses"
    ),
    "exercise.09.2.right": "on fresh numbers one container has the slopes of the sum",
    "exercise.09.3.task": (
        "put the cause of the None of price and the line with the backward that did reach price "
        "in place of the three dots"
    ),
    "exercise.09.3.cause_not_reached": (
        "the last walk did not reach price, that is true. But does another line begin with "
        "grads3 = ?"
    ),
    "exercise.09.3.line_7": "It adds numbers. No backward starts from total.",
    "exercise.09.3.line_8": (
        "It fills the container that line 9 asks, and its walk starts at rent_error. Which "
        "backward reached price?"
    ),
    "exercise.09.4.task": "change whole so that one container has the gradient of all batches",
    "exercise.09.4.right": "on fresh numbers v has the slope of the whole loss",
}
