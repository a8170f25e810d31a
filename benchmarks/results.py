"""Everything one run measured, and the quotients that are taken from it."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.timing import Workload, ratio


@dataclass
class Results:
    """Timed workloads by name, bytes per operation, seconds of imports."""

    workloads: dict[str, Workload]
    bytes: dict[str, float]
    imports: dict[str, dict[int, float]]

    def over(self, name: str, mine: str, other: str, phase: str) -> float | None:
        """One contender's time over another's."""
        workload = self.workloads[name]
        return ratio(workload.seconds(mine, phase), workload.seconds(other, phase))

    def growth(self, long: str, short: str, contender: str) -> float | None:
        """Time per operation of a long run over a short one, in the rounds that had both."""
        return ratio(
            self.workloads[long].seconds(contender, "total"),
            self.workloads[short].seconds(contender, "total"),
        )

    def import_ratio(self) -> float | None:
        """Import of gradlab over that of NumPy alone."""
        return ratio(self.imports["gradlab"], self.imports["numpy"])
