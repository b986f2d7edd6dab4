"""Running a protocol: unit by unit, over several cores, resumed from a journal, stopped at any time.

Each unit is computed with one BLAS thread: more threads than cores would wait for each other.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from threadpoolctl import threadpool_limits

from askcore._validation import DataError
from askcore.experiments.running.jobs import Ended
from askcore.experiments.running.pool import Piece, Pool, on_a_cluster
from askcore.experiments.running.run import Cancelled, Run, Step
from askcore.papers.engine.journal import Journal, Record, settings_of
from askcore.papers.engine.protocol import Compute, Protocol, Unit, Values
from askcore.papers.engine.result import PaperResult, resulting, settings_for


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
    return Computed(unit, values, time.perf_counter() - started)


class PaperRun(Run[PaperResult]):
    """A run of a table, before and while it is computed.

    With ``jobs`` > 1, the workers continue between steps until the run is closed.

    Attributes
    ----------
    protocol : the table.
    settings : everything on which the result depends.
    problems : data sets and methods that failed, and why.
    result : None until the last step; ``so_far()`` returns the table of the finished units.
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
    ) -> None:
        self.protocol, self._data = protocol, dict(data)
        _check(protocol, methods, repeats, options or (), jobs)
        digests = {name: digest_of(each) for name, each in data.items()}
        settings = settings_for(protocol, digests, methods, repeats, random_state, options)
        self._journal = Journal() if journal is None else journal
        self.problems: dict[str, str] = {}
        self._records: list[Record] = []
        self._left: dict[Unit, Record] = {}
        for name, digest in digests.items():
            for unit in protocol.units(name, settings["methods"], settings["repeats"], random_state):
                asked = settings_of(protocol, unit, digest, settings["options"])
                if record := self._journal.get(asked["id"]):
                    self._records.append(record)
                else:
                    self._left[unit] = asked
        apart = protocol.parallel and ((jobs > 1 and len(self._left) > 1) or on_a_cluster())
        self._pool = Pool(jobs) if apart else None
        super().__init__(self._steps(), settings)

    def _steps(self) -> Generator[Step, None, PaperResult]:
        """A step after each unit and, with workers, every half second while none is finished."""
        done, total, label = 0, len(self._left), "starting"
        for found in self._outcomes():
            if found is not None:
                self._keep(found)
                done, label = done + 1, f"{', '.join(found.unit.methods)} on {found.unit.dataset}"
            yield done, total, label
        if self._left:
            raise Cancelled(f"Stopped with {len(self._left)} of {total} units left.")
        return self.so_far()

    def _outcomes(self) -> Iterator[Computed | None]:
        options, compute = self.settings["options"], self.protocol.compute
        tasks = [(self._data[unit.dataset], compute, unit, options) for unit in self._left]
        if self._pool is None:
            yield from (compute_unit(*task, one_thread=self.protocol.parallel) for task in tasks)
            return
        try:
            yield from self._pool.outcomes([Piece(compute_unit, task[0], task[1:]) for task in tasks])
        except Ended as error:
            raise DataError(error.problem, remedy="Finished units are kept: run it again.") from error

    def _keep(self, found: Computed) -> None:
        """Save the values of a unit."""
        unit, settings = found.unit, self._left.pop(found.unit)
        if found.problem:
            self.problems |= {f"{method} on {unit.dataset}": found.problem for method in unit.methods}
        else:
            self._records.append(self._journal.append(settings, found.values, found.seconds))

    def close(self) -> None:
        """Stop the workers, from any thread."""
        if self._pool is not None:
            self._pool.stop()

    def so_far(self) -> PaperResult:
        """Return the table of the finished units."""
        trouble = {"journal": self._journal.trouble} if self._journal.trouble else {}
        problems = self.problems | trouble
        return resulting(self.protocol, list(self._data), self._records, self.settings, problems)

    @property
    def units_left(self) -> int:
        """Number of units without a record."""
        return len(self._left)


def _check(
    protocol: Protocol, methods: Sequence[str] | None, repeats: int | None, options: Iterable[str], jobs: int
) -> None:
    """ValueError for what the table does not know."""
    rows = protocol.rows
    if methods is not None and (not methods or not set(methods) <= set(rows)):
        raise ValueError(f"methods must be among {', '.join(map(repr, rows))}, got {list(methods)}.")
    for name, value in (("repeats", repeats), ("jobs", jobs)):
        if value is not None and value < 1:
            raise ValueError(f"{name} must be at least 1, got {value}.")
    allowed = {*protocol.options, *protocol.switches}
    if unknown := set(options) - allowed:
        known = ", ".join(sorted(allowed)) or "none"
        raise ValueError(f"{protocol.key} has no option {', '.join(sorted(unknown))}; options: {known}.")


def digest_of(data: Any) -> str:
    """One digest of a data set, or of a pair of training and test set."""
    return "+".join(digest_of(each) for each in data) if isinstance(data, tuple) else str(data.digest)
