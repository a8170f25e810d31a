"""What ``check`` says of an answer."""

TEXT: dict[str, str] = {
    "check.right": "{number} right: {text}",
    "check.wrong": "{number} not yet: {text}",
    "check.open": "{number} open: {text}",
    # still open
    "check.blank": "{task}",
    "check.unknown_exercise": "there is no such exercise. There are {known}",
    "check.takes_program": (
        'this one takes the repaired function: check("{number}", repaired). {task}'
    ),
    "check.takes_diagnosis": (
        'this one takes a cause and a line: check("{number}", cause=..., line=...). {task}'
    ),
    "check.cause_unknown": (
        "no cause is called {cause!r}. Put its number, 1 to 9, or its name, such as "
        '"not_marked"; `gradlab explain` in a terminal lists all'
    ),
    "check.cause_near": "no cause is called {cause!r}. Did you mean {near!r}?",
    "check.line_missing": "{cause} is right. Now its line, in place of the three dots",
    "check.line_unknown": (
        "line={line!r} is no line of the program, which has {last}. Count from 1 at the top of "
        "its cell; Shift+L shows the numbers"
    ),
    # a wrong line
    "check.line": "the cause is right, the line is another. Line {line} is: {source}. {look}",
    "check.line_look": "Which line would you change, so that the gradient comes?",
    "check.line_makes": "Which line makes {asked}?",
    "check.line_cuts": "Which line cuts?",
    "check.empty_line": "an empty line",
    # a wrong cause
    "check.passed_0": "{cause} would be a no to question 0, but {asked} holds floats",
    "check.passed_1": (
        "{cause} would be a no to question 1, but {asked}.device().is_autodiff() is True"
    ),
    "check.passed_2": "{cause} would be a no to question 2, but {asked}.is_require_grad() is True",
    "check.passed_3": (
        "{cause} would be a no to question 3, but this backward did reach {asked}: its entry was "
        "in a container, and is not in this one"
    ),
    "check.passed_3_elsewhere": (
        "{cause} would be a no to question 3, but another backward reached {asked} (line {line}); "
        "{container} was filled by a different one"
    ),
    "check.computed": (
        "question 2 is the right one, and nobody marked {asked}. But {asked}.is_tracked() is "
        "True: it was computed, so there was nothing to mark"
    ),
    "check.stopped_0": "{asked} holds {kind}s",
    "check.stopped_1": "{asked}.device().is_autodiff() is False",
    "check.stopped_2": "{asked}.is_require_grad() is False",
    "check.stopped_3": "this backward did not reach {asked}",
    "check.stopped_4": "the entry of {asked} is not in this container",
    "check.not_as_far": (
        "the look-up does not get as far as {cause}: {shown}, which is a no to question {said_no}"
    ),
    "check.no_such_call": (
        "the questions fit, but {cause} takes a call of {call}() or the like, and the program has "
        "none"
    ),
    "check.same_question": (
        "question {would} is the right one, but it is another cause than {cause}. Follow {asked} "
        "line by line: what happens to it before the loss?"
    ),
    "check.same_found": (
        "{asked} has a gradient, so all questions were answered yes, but it is another cause than "
        "{cause}. Compare its numbers with those you expect"
    ),
    "check.there": "{cause} would make it None, but {asked} has a gradient: print it",
    "check.refused": (
        "not {cause}: the program does not get as far as an answer, it stops with {error}"
    ),
    # a program
    "check.no_function": "put your function there, without brackets: check(..., repaired)",
    "check.stops": "on fresh numbers it stops with {error}: {message}",
    "check.returns": "on fresh numbers it does not return {wanted}. Leave its last line as it was",
    "check.returns_other": (
        "the place of {name} in what it returns has {kind}. It should end: return {wanted}"
    ),
    "check.other_loss": (
        "the loss is not the one that the task asks for. For {given} it should be {expected}, "
        "yours is {got}"
    ),
    "check.other_tensor": (
        "the {name} that it returns holds other numbers. For {given} it should hold {expected}, "
        "yours holds {got}"
    ),
    "check.should_be_none": "{name} has a gradient, and was to stay without",
    "check.incomplete": ("{title} For {given} the gradient should be {expected}, it is {got}"),
    "check.other_gradient": (
        "the gradient of {name} is not the one that the task asks for. For {given} it should be "
        "{expected}, it is {got}"
    ),
}
