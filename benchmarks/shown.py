"""A run's results as a text table, and as data for JSON."""

from __future__ import annotations

import platform
from typing import Any

import numpy as np

from benchmarks.goals import GOALS
from benchmarks.peers import GRADLAB, NUMPY, TORCH, anp, torch
from benchmarks.results import Results
from benchmarks.timing import spread


def as_data(results: Results) -> dict[str, Any]:
    """Versions, times in microseconds, bytes, imports in milliseconds, goals."""
    return {
        "versions": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "torch": torch and torch.__version__,
            "autograd": anp is not None,
        },
        "microseconds": [
            {
                "workload": name,
                "contender": contender,
                "phase": phase,
                "samples": len(samples),
                **dict(zip(("median", "min", "max"), _scaled(samples, 1e6), strict=True)),
                "over_numpy": results.over(name, contender, NUMPY, phase),
                "over_pytorch": results.over(name, contender, TORCH, phase),
            }
            for name, workload in results.workloads.items()
            for (contender, phase), samples in sorted(workload.samples.items())
        ],
        "bytes_per_op": results.bytes,
        "import_milliseconds": {
            name: dict(zip(("median", "min", "max"), _scaled(samples, 1e3), strict=True))
            for name, samples in results.imports.items()
        },
        "goals": [
            {"goal": goal.what, "at_most": goal.at_most, "measured": goal.measured(results)}
            for goal in GOALS
        ],
    }


def as_text(data: dict[str, Any], results: Results) -> str:
    """The same, to be read."""
    lines = []
    for name, workload in results.workloads.items():
        rows = [row for row in data["microseconds"] if row["workload"] == name]
        lines += ["", f"{name}: {workload.about} (us; {rows[0]['samples']} rounds)"]
        lines.append(f"{'':26}{'median':>10}{'min':>10}{'max':>10}{'/ NumPy':>9}{'/ PyTorch':>10}")
        for row in rows:
            what = row["contender"] + ("" if row["phase"] == "total" else f", {row['phase']}")
            times = "".join(f"{row[key]:10.2f}" for key in ("median", "min", "max"))
            quotients = f"{_number(row['over_numpy']):>9}{_number(row['over_pytorch']):>10}"
            lines.append(f"  {what:24}{times}{quotients}")
    lines += ["", "W6: bytes per operation of a chain of 100,000"]
    lines += [f"  {what:45}{held:8.2f}" for what, held in data["bytes_per_op"].items()]
    lines += ["", "Imports in fresh processes (ms)"]
    for name, row in data["import_milliseconds"].items():
        lines.append(f"  {name:24}" + "".join(f"{row[key]:10.1f}" for key in row))
    lines += ["", f"{GRADLAB}'s goals{'':32}at most  measured"]
    for row in data["goals"]:
        met = "" if row["measured"] is None else "  met" if _met(row) else "  MISSED"
        lines.append(f"  {row['goal']:46}{row['at_most']:7.2f}{_number(row['measured']):>10}{met}")
    return "\n".join(lines[1:])


def _met(row: dict[str, Any]) -> bool:
    return bool(row["measured"] <= row["at_most"])


def _scaled(samples: dict[int, float], factor: float) -> list[float]:
    return [factor * seconds for seconds in spread(samples.values())]


def _number(measured: float | None) -> str:
    return "-" if measured is None else f"{measured:.2f}"
