"""How long a table takes, by the times of earlier runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean, median

from askcore.papers.engine.journal import Record
from askcore.papers.engine.protocol import Protocol, Unit

QUICK = 120.0  # seconds that a first look at a table may take
_UNKNOWN = 5.0  # seconds per repeat where nothing of a table was ever timed


class Timings:
    """Seconds per repeat that units took before, by records of runs.

    For a unit that was never run: the mean of the same methods on other sets, else of the table, else 5 seconds.
    """

    def __init__(self, *journals: Iterable[Record] | None) -> None:
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
        """Seconds that one unit may take."""
        exact = self._exact.get((protocol.key, unit.dataset, unit.methods))
        if exact is None:
            same_table = {key: value for key, value in self._exact.items() if key[0] == protocol.key}
            alike = [value for key, value in same_table.items() if key[2] == unit.methods]
            exact = mean(alike or list(same_table.values()) or [_UNKNOWN])
        return exact * len(unit.repeats)


def units_left(units: Iterable[Unit], records: Iterable[Record]) -> list[Unit]:
    """The units that no record answers."""
    done = {(each["dataset"], tuple(each["methods"]), tuple(each["repeats"])) for each in records}
    return [unit for unit in units if (unit.dataset, unit.methods, unit.repeats) not in done]


def in_parallel(costs: Sequence[float], jobs: int) -> float:
    """Seconds of the work on several cores: never less than the longest piece."""
    return max(sum(costs) / max(1, jobs), max(costs, default=0.0))


def affordable(costs: Mapping[str, Sequence[float]], seconds: float, jobs: int = 1) -> tuple[str, ...]:
    """The data sets that are run within some seconds, the quickest first, one at least; ``costs`` of their units."""

    def taken(names: Iterable[str]) -> float:
        return in_parallel([each for name in names for each in costs[name]], jobs)

    chosen: list[str] = []
    for name in sorted(costs, key=lambda name: taken([name])):
        if chosen and costs[name] and taken([*chosen, name]) > seconds:
            break
        chosen.append(name)
    return tuple(name for name in costs if name in chosen)
