"""A guess before the answer: recorded, then shown beside what came out.

>>> predict("x", ...)
x: put None, or numbers such as [7, 8], in place of ...
>>> predict("x", [5, 10])
x: you guess Some([5.0, 10.0])
>>> reveal("x", None, case=4)
x                     guess: Some([5.0, 10.0])    outcome: None
                      a surprise

Nothing here raises for what a learner may type: it says what to type instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from types import EllipsisType
from typing import Any

import numpy as np

from gradlab.diagnose import cause, slug_of
from gradlab.engine import Tensor
from gradlab.engine.interop import numbers_text
from gradlab.engine.node import Array
from gradlab.lab.spelling import as_burn_prints
from gradlab.nn import Param
from gradlab.words import say


@dataclass(frozen=True, slots=True)
class Guess:
    """The numbers of a gradient, or None; with None perhaps which of the nine cases."""

    numbers: Array | None
    case: int | None

    def __str__(self) -> str:
        if self.numbers is not None:
            return f"Some({numbers_text(self.numbers)})"
        return "None" if self.case is None else say("predict.none_of_case", case=self.case)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out, as burn prints it, and the case where it is one of the nine."""

    numbers: Array | None
    text: str
    case: int | None


class Guesses:
    """The guesses and outcomes of one kernel, by label, in the order of their appearance."""

    def __init__(self) -> None:
        self.guesses: dict[str, Guess] = {}
        self.outcomes: dict[str, Outcome] = {}

    def predict(self, label: str = "", outcome: Any = ..., *more: Any, case: Any = None) -> None:
        """Record a guess: None, the numbers of a gradient, or one of the nine causes.

        The cause is ``case=``, its number from 1 to 9 or its name.

        With the three dots still in place it says what to put there.
        """
        if not isinstance(label, str) or not label:
            print(say("predict.label"))
        elif more:
            listed = ", ".join(str(number) for number in (outcome, *more))
            print(say("predict.brackets", label=label, listed=listed))
        elif isinstance(outcome, EllipsisType) and (case is None or case is ...):
            self.guesses.pop(label, None)
            print(say("predict.open", label=label))
        elif isinstance(guess := _guess(outcome, case), str):
            print(say(guess, label=label))
        else:
            self.guesses[label] = guess
            print(say("predict.noted", label=label, guess=guess))

    def reveal(self, label: str = "", outcome: Any = ..., *, case: int | None = None) -> None:
        """Show what came out (a Tensor or None) beside the guess, and keep it for the table."""
        if not isinstance(label, str) or not label:
            print(say("predict.reveal_label"))
        elif not (outcome is None or isinstance(outcome, Tensor)):
            print(say("predict.reveal_outcome", label=label))
        else:
            numbers = None if outcome is None else outcome.to_data()
            came = self.outcomes[label] = Outcome(numbers, as_burn_prints(outcome), case)
            guess = self.guesses.get(label)
            shown = say("predict.nothing") if guess is None else str(guess)
            remark = self._remark(label, guess, came)
            print(say("predict.line", label=label, guess=shown, outcome=came.text))
            if remark:
                print(say("predict.remark", remark=remark))

    def so_far(self) -> None:
        """Print the table of all outcomes until now, each beside its guess."""
        print(say("predict.heading"))
        for label, came in self.outcomes.items():
            guess = self.guesses.get(label, say("predict.nothing"))
            case = "" if came.case is None else came.case
            row = say("predict.row", case=case, label=label, guess=str(guess), outcome=came.text)
            print(row)

    def _remark(self, label: str, guess: Guess | None, came: Outcome) -> str:
        if guess is None:
            open_labels = self.guesses.keys() - self.outcomes.keys()
            near = get_close_matches(label, sorted(open_labels), n=1)
            return say("predict.near", near=near[0]) if near else ""
        if guess.numbers is None or came.numbers is None:
            if guess.numbers is not came.numbers:
                return say("predict.surprise")
            other = None not in (guess.case, came.case) and guess.case != came.case
            return say("predict.other_case", case=came.case) if other else say("predict.right")
        same = guess.numbers.shape == came.numbers.shape and np.allclose(
            guess.numbers, came.numbers, rtol=1e-3, equal_nan=True
        )
        return say("predict.right") if same else say("predict.other_numbers")


def _guess(outcome: Any, case: Any) -> Guess | str:
    """The guess, or the key of the sentence that says why it is none."""
    if isinstance(case, EllipsisType):
        case = None
    if case is not None:
        slug = slug_of(case)
        case = None if slug is None else cause(slug).case
        if case is None:
            return "predict.case_unknown"
    if outcome is None or (isinstance(outcome, EllipsisType) and case is not None):
        return Guess(None, case)
    if case is not None:
        return "predict.case_with_numbers"
    if isinstance(outcome, str):
        return "predict.quotes"
    if isinstance(outcome, Tensor | Param):
        return "predict.is_an_answer"
    try:
        numbers = np.array(outcome, ndmin=1)
    except Exception:  # rows of different lengths, or things with an __array__ of their own
        return "predict.not_numbers"
    if numbers.dtype.kind not in "iuf" or not numbers.size:
        return "predict.not_numbers"
    return Guess(numbers.astype(np.float64), None)


_kernel = Guesses()
predict, reveal, so_far = _kernel.predict, _kernel.reveal, _kernel.so_far
