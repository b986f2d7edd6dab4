"""Running a protocol: unit by unit, over several cores, resumed from a journal, stopped at any time.

Experiment floor.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any

from joblib import Parallel, delayed

from askcore._validation import DataError
from askcore.experiments.papers.journal import Journal, Record, identity
from askcore.experiments.papers.protocol import Protocol, Unit, Values
from askcore.experiments.papers.result import PaperResult, assembled
from askcore.experiments.run import Run, Step

__all__ = ["PaperRun"]

_UNKNOWN = 5.0  # seconds taken for a unit that was never timed


class PaperRun(Run[PaperResult]):
    """A table that is set up and not yet run.

    Attributes
    ----------
    protocol : what is run.  seconds : forecast of what is left to run, from earlier times where there are any.
    result : None until the last step; ``so_far()`` is the table as it stands.
    """

    def __init__(
        self,
        protocol: Protocol,
        data: Mapping[str, Any],
        *,
        methods: Sequence[str] | None = None,
        repeats: int | None = None,
        random_state: int = 0,
        options: Mapping[str, Any] | None = None,
        journal: Journal | None = None,
        timings: Journal | None = None,
        jobs: int = 1,
        problems: Mapping[str, str] | None = None,
    ) -> None:
        self.protocol = protocol
        self._data = dict(data)
        self._methods = _chosen(protocol.rows, methods)
        self._options = {**protocol.options, **_known(protocol, options)}
        self._journal = Journal() if journal is None else journal
        self._jobs = jobs if protocol.parallel else 1
        self._problems = dict(problems or {})
        self._found: dict[tuple[str, str, str], dict[int, float]] = {}
        self._records: list[Record] = []
        count = protocol.full if repeats is None else repeats
        if count < 1:
            raise ValueError(f"repeats must be at least 1, got {count}.")
        self._digests = {name: digest_of(each) for name, each in self._data.items()}
        units = [
            unit for name in self._data for unit in protocol.units(name, self._methods, count, random_state)
        ]
        self._left: list[Unit] = []
        for unit in units:
            record = self._journal.get(self._key(unit))
            if record is None:
                self._left.append(unit)
            else:
                self._take(unit, record)
        known = _Timings(timings, self._journal)
        self._cost = {unit: known.seconds(protocol, unit) for unit in self._left}
        # The longest first, so that no core waits at the end for the other.
        self._left.sort(key=lambda unit: -self._cost[unit])
        self.seconds = sum(self._cost.values()) / max(1, min(self._jobs, len(self._left) or 1))
        settings = {
            "table": protocol.key,
            "datasets": dict(self._digests),
            "methods": list(self._methods),
            "repeats": count,
            "random_state": random_state,
            "options": dict(self._options),
        }
        super().__init__(self._steps(), settings)

    def so_far(self) -> PaperResult:
        """The table as it stands."""
        return PaperResult(
            assembled(self.protocol, list(self._data), list(self._methods), self._found),
            self.settings,
            self.protocol.left_open,
            dict(self._problems),
            tuple(self._records),
        )

    @property
    def units_left(self) -> int:
        """Pieces of work that no record answers."""
        return len(self._left)

    def _steps(self) -> Generator[Step, None, PaperResult]:
        weight = {unit: max(1, round(10 * cost)) for unit, cost in self._cost.items()}
        done, total = 0, sum(weight.values())
        for unit, values, seconds, problem in self._outcomes():
            if problem:
                for method in unit.methods:
                    self._problems[f"{method} on {unit.dataset}"] = problem
            else:
                self._keep(unit, values, seconds)
            done += weight[unit]
            yield done, total, f"{', '.join(unit.methods)} on {unit.dataset}"
        return self.so_far()

    def _outcomes(self) -> Iterator[tuple[Unit, Values, float, str]]:
        tasks = [(self.protocol.compute, self._data[u.dataset], u, self._options) for u in self._left]
        if self._jobs == 1 or len(tasks) < 2:
            yield from (_outcome(*task) for task in tasks)
            return
        # One BLAS thread in each worker: more than cores would wait for each other.
        workers = Parallel(
            n_jobs=self._jobs,
            backend="loky",
            inner_max_num_threads=1,
            return_as="generator_unordered",
            pre_dispatch=self._jobs,
            batch_size=1,
        )
        outcomes = workers(delayed(_outcome)(*task) for task in tasks)
        try:
            yield from outcomes
        finally:
            outcomes.close()

    def _keep(self, unit: Unit, values: Values, seconds: float) -> None:
        try:
            self._journal.append(
                self.protocol, unit, self._digests[unit.dataset], self._options, values, seconds
            )
        except OSError as error:
            self._problems["journal"] = f"Results could not be saved ({error}); they are in this table only."
        record = self._journal.get(self._key(unit))
        assert record is not None
        self._take(unit, record)

    def _take(self, unit: Unit, record: Record) -> None:
        self._records.append(record)
        for method, found in record["values"].items():
            for metric, column in found.items():
                cell = self._found.setdefault((unit.dataset, method, metric), {})
                cell.update(zip(record["repeats"], column, strict=True))

    def _key(self, unit: Unit) -> str:
        return identity(self.protocol, unit, self._digests[unit.dataset], self._options)


class _Timings:
    """Seconds that a unit took before, per repeat."""

    def __init__(self, *journals: Journal | None) -> None:
        self._seconds: dict[tuple[str, str, tuple[str, ...]], float] = {}
        for journal in journals:
            for record in journal or ():
                key = record["table"], record["dataset"], tuple(record["methods"])
                self._seconds[key] = record["seconds"] / len(record["repeats"])

    def seconds(self, protocol: Protocol, unit: Unit) -> float:
        key = protocol.key, unit.dataset, unit.methods
        return self._seconds.get(key, _UNKNOWN) * len(unit.repeats)


def _outcome(
    compute: Callable[..., Values], data: Any, unit: Unit, options: Mapping[str, Any]
) -> tuple[Unit, Values, float, str]:
    """Values of a unit and its seconds; for one whose data do not allow it, the reason."""
    started = time.perf_counter()
    try:
        values = compute(data, unit, options)
    except (DataError, MemoryError) as error:
        return unit, {}, time.perf_counter() - started, str(error) or "not enough memory"
    return unit, values, time.perf_counter() - started, ""


def digest_of(data: Any) -> str:
    """One digest of a data set, or of a pair of training and test set."""
    return "+".join(digest_of(each) for each in data) if isinstance(data, tuple) else str(data.digest)


def _chosen(rows: Sequence[str], methods: Sequence[str] | None) -> tuple[str, ...]:
    if methods is None:
        return tuple(rows)
    if not methods or not set(methods) <= set(rows):
        raise ValueError(f"methods must be among {', '.join(map(repr, rows))}, got {list(methods)}.")
    return tuple(name for name in rows if name in methods)


def _known(protocol: Protocol, options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    unknown = set(options or {}) - set(protocol.options)
    if unknown:
        known = ", ".join(sorted(protocol.options)) or "none"
        raise ValueError(f"{protocol.key} has no option {', '.join(sorted(unknown))}; options: {known}.")
    return options or {}
