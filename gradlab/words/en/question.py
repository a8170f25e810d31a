"""The questions of a look-up, put by hand; lines of the engine."""

TEXT: dict[str, str] = {
    "question.line": "Q{number}  {text:36}  {reply}",
    "question.q1": "on an autodiff device?",
    "question.q2": "marked with require_grad?",
    "question.q3": "did this backward reach it?",
    "question.q4": "is it in this container?",
    "question.unknown": "question: there are four, 1 to 4; the flowchart shows them",
    "question.open": "put the code that asks it in place of ...",
    "question.brackets": "that is the question, not the answer: add the brackets ()",
    "question.literal": "that is a guess: put the code that asks the tensor there",
    "question.not_bool": "the answer is True or False",
    "question.yes": "yes, on to the next",
    "question.no": "no: the look-up stops here, with None",
    "question.no_source": "excerpt: {given} has no source here; it takes a function or a class",
    "question.no_text": "excerpt: the first line is found by a piece of its text, not by {given}",
    "question.no_line": "no line of {name} has {text!r}",
}
