"""The recorder has forgotten the beginning: less is said then, and nothing wrong."""

from random import Random

from tests.diagnose.fuzz.looking import UNSURE
from tests.diagnose.fuzz.program import Ask, Program, answer, run

WEAKER = {
    "discarded": ("not_marked",),  # that a mark or a step was made is what was forgotten
    "update_lost": ("not_marked",),
    "leaf_overwritten": ("intermediate",),
    "moved": ("intermediate",),
    "grad_is_plain": ("plain_device",),
    "wrong_tensor": ("not_reached",),  # of which tensor it was made
    "stale_handle": ("other_gradients",),
    "late_partial": ("partial",),
    "subgradient": ("zero",),
}
"""What is still true of a value by itself when the newest events are all there is."""


def forgotten(program: Program, rng: Random) -> list[tuple[Ask, str]]:
    """Questions whose answers became wrong, and those answers."""
    names = run(program.text(), capacity=rng.randint(1, 25))
    found = []
    for ask in program.asks:
        try:
            verdict = answer(names, ask)
        except Exception as error:
            found.append((ask, f"{type(error).__name__}: {error}"))
            continue
        allowed = {*ask.kinds, *ask.true, "no_record", *WEAKER.get(ask.kinds[0], ())}
        kind = getattr(verdict, "kind", "no verdict")
        if kind == "ok" and verdict.notes:  # it says that it cannot tell
            continue
        if kind not in allowed and not UNSURE.search(verdict.title):
            found.append((ask, f"the kind is {kind}\n{verdict}"))
    return found
