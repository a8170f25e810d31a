"""Random programs with known mistakes, and without any; every verdict on them is checked.

``make fuzz-why N=10000`` runs that many; each wrong verdict is printed as a program.  The table
counts questions by their true cause: the kind and the line were right; mistakes were undone,
and the gradient moved as the verdict said; its own change of the source was made, and its cause
was gone; it said that it was not sure.
"""

import argparse
import sys
from random import Random

from tqdm import tqdm

from tests.diagnose.fuzz import correct, stories
from tests.diagnose.fuzz.check import Tally, check
from tests.diagnose.fuzz.paths import Writer
from tests.diagnose.fuzz.program import Program

SHOWN = 40


def written(rng: Random) -> Program:
    """Dataflow with mistakes on its edges, one mistake in a story, or nothing wrong."""
    kind = rng.randrange(6)
    if kind < 3:
        return stories.written(rng)
    return Writer(rng).write() if kind < 5 else correct.written(rng)


def one(seed: int, tally: Tally) -> None:
    """The program with this number."""
    rng = Random(seed)
    check(written(rng), tally, f"Again: make fuzz-why N=1 SEED={seed}", rng)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz-why")
    parser.add_argument("n", type=int, help="number of programs")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="the number of the first one")
    asked = parser.parse_args()
    tally = Tally()
    for seed in tqdm(range(asked.seed, asked.seed + asked.n), unit=" programs", mininterval=1):
        one(seed, tally)
    for miss in tally.misses[:SHOWN]:
        print(miss, end="\n\n")
    print(tally)
    print(
        f"{len(tally.misses)} wrong, the first {SHOWN} are shown" if tally.misses else "none wrong"
    )
    return 1 if tally.misses else 0


if __name__ == "__main__":
    sys.exit(main())
