"""One interleaved run of all workloads: a table on the screen, the same as JSON in a file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks import (
    chain,
    drawing,
    experiment,
    imports,
    matrices,
    memory,
    one_leaf,
    shown,
    training,
    verdict,
)
from benchmarks.results import Results
from benchmarks.timing import measure

RARELY = 5  # long runs take part in each fifth round


def main() -> None:
    """Parse, measure, print, write."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--json", type=Path, default=Path("build/benchmarks.json"))
    options = parser.parse_args()
    workloads = [
        experiment.workload(),
        chain.workload(1_000, every=1),
        chain.workload(10_000, every=RARELY),
        chain.workload(100_000, every=RARELY),
        one_leaf.workload(every=RARELY),
        training.workload(),
        matrices.workload(every=RARELY),
        drawing.workload(15, every=1),
        drawing.workload(500, every=1),
        drawing.workload(10_000, every=RARELY),
        verdict.workload(1_000, every=1),
        verdict.workload(10_000, every=RARELY),
        verdict.workload(100_000, every=RARELY),
    ]
    measure(workloads, options.rounds)
    results = Results(
        {workload.name: workload for workload in workloads},
        memory.bytes_per_op(),
        imports.seconds(max(options.rounds // 2, 1)),
    )
    data = shown.as_data(results)
    print(shown.as_text(data, results))
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(data, indent=2) + "\n", "utf-8")


main()
