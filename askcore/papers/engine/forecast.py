"""How long a table will take, from the times of earlier runs.

Papers floor.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, median

from askcore.papers.engine.journal import Journal
from askcore.papers.engine.protocol import Protocol, Unit

__all__ = ["Clock", "Forecast", "Timings", "forecast", "in_parallel", "longest_first"]

_UNKNOWN = 5.0  # seconds per repeat where nothing of a table was ever timed


@dataclass(frozen=True)
class Forecast:
    """Seconds that a table will take, and the share of its units that was timed before (0: a mere guess)."""

    seconds: float
    timed: float


class Timings:
    """Seconds per repeat that units took before.

    For a unit that was never run: the mean of the same methods on other sets, else of the table, else 5 seconds.
    """

    def __init__(self, *journals: Journal | None) -> None:
        taken: dict[tuple[str, str, tuple[str, ...]], list[float]] = {}
        for journal in journals:
            for record in journal or ():
                key = record["table"], record["dataset"], tuple(record["methods"])
                taken.setdefault(key, []).append(record["seconds"] / max(1, len(record["repeats"])))
        self._exact = {key: median(seconds) for key, seconds in taken.items()}

    def knows(self, protocol: Protocol, unit: Unit) -> bool:
        """Whether these methods were timed on this data set."""
        return (protocol.key, unit.dataset, unit.methods) in self._exact

    def seconds(self, protocol: Protocol, unit: Unit) -> float:
        """Forecast of one unit."""
        return self._per_repeat(protocol.key, unit) * len(unit.repeats)

    def _per_repeat(self, table: str, unit: Unit) -> float:
        exact = self._exact.get((table, unit.dataset, unit.methods))
        if exact is not None:
            return exact
        same_table = {key: value for key, value in self._exact.items() if key[0] == table}
        alike = [value for key, value in same_table.items() if key[2] == unit.methods]
        return mean(alike or list(same_table.values()) or [_UNKNOWN])


def forecast(
    protocol: Protocol,
    *,
    datasets: Sequence[str] | None = None,
    methods: Sequence[str] | None = None,
    repeats: int | None = None,
    jobs: int = 1,
    timings: Timings | None = None,
) -> Forecast:
    """How long a table will take from nothing, before any data are loaded.

    Parameters are those of ``table``; ``timings`` are by default none.
    """
    known = Timings() if timings is None else timings
    units = [
        unit
        for name in (protocol.datasets if datasets is None else datasets)
        for unit in protocol.units(name, methods or protocol.rows, repeats or protocol.full, 0)
    ]
    timed = sum(known.knows(protocol, unit) for unit in units) / max(1, len(units))
    return Forecast(
        in_parallel([known.seconds(protocol, unit) for unit in units], jobs if protocol.parallel else 1),
        timed,
    )


def in_parallel(costs: Sequence[float], jobs: int) -> float:
    """Seconds of the work on several cores: never less than the longest piece."""
    return max(sum(costs) / max(1, jobs), max(costs, default=0.0))


class Clock:
    """Seconds left in a run: the forecasts of the units that are left, corrected by what came in.

    A unit like one that this run has finished takes as long as that one; the other forecasts are multiplied by the
    ratio of seconds taken to seconds forecast so far.
    """

    def __init__(self, costs: dict[Unit, float], jobs: int) -> None:
        self._left, self._jobs = dict(costs), jobs
        self._taken: dict[tuple[str, tuple[str, ...]], list[float]] = {}
        self._actual = self._forecast = 0.0
        self._since: float | None = None

    def start(self) -> None:
        """The first units begin now."""
        self._since = time.monotonic()

    def spent(self, unit: Unit, seconds: float) -> None:
        """Count a finished unit."""
        self._forecast += self._left.pop(unit)
        self._actual += seconds
        self._taken.setdefault((unit.dataset, unit.methods), []).append(seconds / len(unit.repeats))
        self._since = time.monotonic()

    def remaining(self) -> float:
        """Seconds left; counts down while units are running."""
        ratio = self._actual / self._forecast if self._forecast else 1.0
        costs = [self._cost(unit, ratio) for unit in self._left]
        waiting = self._since is not None and self._jobs > 1 and costs
        running = time.monotonic() - (self._since or 0.0) if waiting else 0.0
        # A unit that outlasts its forecast is not about to end: it is given a tenth of its time more, and more.
        return max(running / 10, in_parallel(costs, self._jobs) - running)

    def _cost(self, unit: Unit, ratio: float) -> float:
        taken = self._taken.get((unit.dataset, unit.methods))
        return mean(taken) * len(unit.repeats) if taken else self._left[unit] * ratio


def longest_first(units: Iterable[Unit], costs: dict[Unit, float]) -> list[Unit]:
    """The order in which no core waits long for another at the end."""
    return sorted(units, key=lambda unit: -costs[unit])
