"""How long a table will take, from the times of earlier runs.

Papers floor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median

from askcore.experiments.running.run import in_parallel
from askcore.papers.engine.journal import Journal, Record
from askcore.papers.engine.protocol import Protocol, Unit

QUICK = 120.0  # seconds that a first look at a table may take
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

    Parameters
    ----------
    protocol : whose table it is.
    datasets, methods, repeats, jobs : as for ``table``.
    timings : what units took before, by default nothing is known.

    Returns
    -------
    Forecast : in seconds.
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


def unit_seconds(
    protocol: Protocol,
    datasets: Sequence[str],
    *,
    methods: Sequence[str],
    repeats: int,
    seed: int,
    price: Callable[[Protocol, Unit], float],
    records: Iterable[Record] = (),
) -> dict[str, list[float]]:
    """Of each data set the seconds of its units; those that ``records`` answer are left out."""
    done = {(each["dataset"], tuple(each["methods"]), tuple(each["repeats"])) for each in records}
    return {
        name: [
            price(protocol, unit)
            for unit in protocol.units(name, methods, repeats, seed)
            if (unit.dataset, unit.methods, unit.repeats) not in done
        ]
        for name in datasets
    }


def affordable(costs: Mapping[str, Sequence[float]], seconds: float, jobs: int = 1) -> tuple[str, ...]:
    """The data sets that are run within some seconds, the quickest first; one at least.

    Parameters
    ----------
    costs : of each data set the seconds of its units.
    seconds : that they may take together.
    jobs : processes.

    Returns
    -------
    tuple of str : in the order of ``costs``; those without units are among them.
    """

    def taken(names: Iterable[str]) -> float:
        return in_parallel([each for name in names for each in costs[name]], jobs)

    chosen: list[str] = []
    for name in sorted(costs, key=lambda name: taken([name])):
        if chosen and costs[name] and taken([*chosen, name]) > seconds:
            break
        chosen.append(name)
    return tuple(name for name in costs if name in chosen)
