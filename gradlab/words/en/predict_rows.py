"""Guesses, recorded before the answer and shown beside it."""

TEXT: dict[str, str] = {
    "predict.open": "{label}: put None, or numbers such as [7, 8], in place of ...",
    "predict.noted": "{label}: you guess {guess}",
    "predict.none_of_case": "None, case {case}",
    "predict.label": 'predict: which row? Its name comes first, in quotes: predict("w", None)',
    "predict.quotes": "{label}: write None or [7, 8] without quotes. Nothing noted yet",
    "predict.is_an_answer": "{label}: that is an answer already. A guess is None or numbers",
    "predict.not_numbers": "{label}: a guess is None or numbers such as [7, 8]. Nothing noted yet",
    "predict.brackets": "{label}: numbers go into brackets: [{listed}]. Nothing noted yet",
    "predict.case_unknown": (
        "{label}: a case is a whole number from 1 to 9, or its name. Nothing noted yet"
    ),
    "predict.case_with_numbers": (
        "{label}: a case is a reason for None, so it goes with no numbers. Nothing noted yet"
    ),
    "predict.reveal_label": (
        'reveal: which row? Its name comes first, in quotes: reveal("w", w.grad(grads))'
    ),
    "predict.reveal_outcome": (
        "{label}: reveal takes the answer, a Tensor or None, such as x.grad(grads) with its "
        "brackets"
    ),
    "predict.line": "{label:20}  guess: {guess:19}  outcome: {outcome}",
    "predict.remark": "                      {remark}",
    "predict.heading": "case  row                         your guess           outcome",
    "predict.row": "{case:<4}  {label:26}  {guess:19}  {outcome}",
    "predict.nothing": "-",
    "predict.right": "as you guessed",
    "predict.surprise": "a surprise",
    "predict.other_numbers": "there, as you guessed, with other numbers",
    "predict.other_case": "None, as you guessed, but case {case}",
    "predict.near": "no guess under this name, but one under '{near}'",
}
