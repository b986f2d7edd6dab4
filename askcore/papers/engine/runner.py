"""Running a protocol: unit by unit, over several cores, resumed from a journal, stopped at any time.

Each unit is computed with one BLAS thread: more threads than cores would wait for each other.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from threadpoolctl import threadpool_limits

from askcore._validation import DataError
from askcore.experiments.running.jobs import Ended
from askcore.experiments.running.pool import Piece, Pool, on_a_cluster
from askcore.experiments.running.run import Cancelled, Run, Step
from askcore.papers.engine.journal import Journal, Record, identity
from askcore.papers.engine.protocol import Compute, Protocol, Unit, Values
from askcore.papers.engine.result import Found, PaperResult, add_values, resulting


@dataclass(frozen=True)
class Computed:
    """Values of a unit and its seconds; or, for one that its data do not allow, the problem."""

    unit: Unit
    values: Values
    seconds: float
    problem: str = ""


def compute_unit(
    data: Any, compute: Compute, unit: Unit, options: Mapping[str, Any], *, one_thread: bool = True
) -> Computed:
    """Compute a unit; a DataError or MemoryError is its problem, any other error is raised."""
    started = time.perf_counter()
    try:
        with threadpool_limits(1 if one_thread else None):
            values = compute(data, unit, options)
    except (DataError, MemoryError) as error:
        return Computed(unit, {}, time.perf_counter() - started, str(error) or "Not enough memory.")
    seconds = time.perf_counter() - started
    lengths = {len(column) for found in values.values() for column in found.values()}
    if set(values) != set(unit.methods) or not lengths <= {len(unit.repeats)}:
        raise ValueError(
            f"The protocol must give {len(unit.repeats)} value(s) for each of {', '.join(unit.methods)} on "
            f"{unit.dataset}; it gave {', '.join(values) or 'nothing'} with {sorted(lengths)} value(s)."
        )
    return Computed(unit, values, seconds)


class PaperRun(Run[PaperResult]):
    """A table that is set up and not yet run.

    With ``jobs`` > 1 the workers go on between the steps; they rest when no step was taken for 20 seconds, and when
    the run is closed or dropped.

    Attributes
    ----------
    protocol : what is run.
    settings : everything that the result depends on.
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
        jobs: int = 1,
        problems: Mapping[str, str] | None = None,
    ) -> None:
        self.protocol, self._data = protocol, dict(data)
        rows = _chosen(protocol.rows, methods)
        self._journal = Journal() if journal is None else journal
        self._problems = {**(problems or {}), **_about(self._journal)}
        self._found: Found = {}
        self._records: list[Record] = []
        self._stopped = False
        count = protocol.full if repeats is None else _at_least_one("repeats", repeats)
        jobs = _at_least_one("jobs", jobs) if protocol.parallel else 1
        settings = {
            "table": protocol.key,
            "datasets": {name: digest_of(each) for name, each in data.items()},
            "methods": rows,
            "repeats": count,
            "random_state": random_state,
            "options": {**protocol.options, **_known(protocol, options)},
        }
        self._left: list[Unit] = []
        for unit in [u for name in data for u in protocol.units(name, rows, count, random_state)]:
            if (record := _record_of(unit, protocol, self._journal, settings)) is None:
                self._left.append(unit)
            else:
                self._add(record)
        self._keep = partial(_keep, protocol, self._journal, settings, self._problems)
        self._pool: Pool | None = None
        if (jobs > 1 and len(self._left) > 1) or (protocol.parallel and on_a_cluster()):
            self._pool = Pool(
                jobs, self._keep
            )  # knows nothing of the run, so that one that is dropped stops it
            weakref.finalize(self, self._pool.stop)
        super().__init__(self._steps(), settings)

    def _steps(self) -> Generator[Step, None, PaperResult]:
        """A step after each unit and, with workers, every half second while none is finished."""
        done, total, label = 0, len(self._left), "starting"
        for kept in self._outcomes():
            if kept is not None:
                (found, record), unit = kept, kept[0].unit
                self._left.remove(unit)
                if record is None:
                    where = [f"{method} on {unit.dataset}" for method in unit.methods]
                    self._problems |= dict.fromkeys(where, found.problem)
                else:
                    self._add(record)
                done += 1
                label = f"{', '.join(unit.methods)} on {unit.dataset}"
            yield done, total, label
        if self._left:
            raise Cancelled(f"Stopped with {len(self._left)} of {total} units left.")
        return self.so_far()

    def _outcomes(self) -> Iterator[tuple[Computed, Record | None] | None]:
        options = self.settings["options"]
        tasks = [(self._data[unit.dataset], self.protocol.compute, unit, options) for unit in self._left]
        if self._pool is not None:
            try:
                yield from self._pool.outcomes([Piece(compute_unit, task[0], task[1:]) for task in tasks])
            except Ended as error:
                raise DataError(error.problem, remedy="Finished units are kept: run it again.") from error
            return
        for task in tasks:
            if self._stopped:
                return
            yield self._keep(compute_unit(*task, one_thread=self.protocol.parallel))

    def _add(self, record: Record) -> None:
        self._records.append(record)
        add_values(self._found, record)

    def close(self, patience: float = 0.0) -> None:
        """Stop the workers, from any thread, and wait up to ``patience`` seconds until they have stopped."""
        self._stopped = True
        if self._pool is not None:
            self._pool.stop(patience)

    def so_far(self) -> PaperResult:
        """The table as it stands."""
        found, records, problems = self._found, self._records, self._problems
        return resulting(self.protocol, list(self._data), found, self.settings, records, problems)

    @property
    def units_left(self) -> int:
        """Pieces of work that no record answers."""
        return len(self._left)


def _record_of(
    unit: Unit, protocol: Protocol, journal: Journal, settings: Mapping[str, Any]
) -> Record | None:
    return journal.get(identity(protocol, unit, settings["datasets"][unit.dataset], settings["options"]))


def _keep(
    protocol: Protocol,
    journal: Journal,
    settings: Mapping[str, Any],
    problems: dict[str, str],
    found: Computed,
) -> tuple[Computed, Record | None]:
    """Save the values; called in the workers' thread, so that nothing waits for a page to come back."""
    if found.problem:
        return found, None
    digest = settings["datasets"][found.unit.dataset]
    try:
        journal.append(protocol, found.unit, digest, settings["options"], found.values, found.seconds)
    except OSError as error:
        problems["journal"] = (
            f"Results could not be saved ({error.strerror or error}); they are in this table only."
        )
    return found, _record_of(found.unit, protocol, journal, settings)  # in memory at least


def _about(journal: Journal) -> dict[str, str]:
    if journal.unreadable:
        return {"journal": f"Earlier results could not be read ({journal.unreadable}); everything runs anew."}
    if journal.damaged:
        return {"journal": f"{journal.damaged} damaged line(s) were left out; what they held runs anew."}
    return {}


def digest_of(data: Any) -> str:
    """One digest of a data set, or of a pair of training and test set."""
    return "+".join(digest_of(each) for each in data) if isinstance(data, tuple) else str(data.digest)


def _at_least_one(name: str, value: int) -> int:
    if value < 1:
        raise ValueError(f"{name} must be at least 1, got {value}.")
    return value


def _chosen(rows: Sequence[str], methods: Sequence[str] | None) -> list[str]:
    if methods is None:
        return list(rows)
    if not methods or not set(methods) <= set(rows):
        raise ValueError(f"methods must be among {', '.join(map(repr, rows))}, got {list(methods)}.")
    return [name for name in rows if name in methods]


def _known(protocol: Protocol, options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    allowed = {*protocol.options, *protocol.switches}
    unknown = set(options or {}) - allowed
    if unknown:
        known = ", ".join(sorted(allowed)) or "none"
        raise ValueError(f"{protocol.key} has no option {', '.join(sorted(unknown))}; options: {known}.")
    return options or {}
