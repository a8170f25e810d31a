"""Random programs with known mistakes; every verdict on them is checked.

``make fuzz-why N=10000`` runs that many; each wrong verdict is printed as a program.
"""

import argparse
import sys
from random import Random

from tqdm import tqdm

from tests.diagnose.fuzz.check import Tally, check
from tests.diagnose.fuzz.paths import Writer
from tests.diagnose.fuzz.stories import written


def one(seed: int, tally: Tally) -> None:
    """Program number ``seed``."""
    rng = Random(seed)
    again = f"Again: make fuzz-why N=1 SEED={seed}"
    program = written(rng) if seed % 2 else Writer(rng).write()
    check(program, tally, again, rng)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz-why")
    parser.add_argument("n", type=int, help="number of programs")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="the first one's number")
    asked = parser.parse_args()
    tally = Tally()
    for seed in tqdm(range(asked.seed, asked.seed + asked.n), unit=" programs"):
        one(seed, tally)
    print("\n\n".join(tally.misses[:20]))
    print(tally)
    return 1 if tally.misses else 0


if __name__ == "__main__":
    sys.exit(main())
