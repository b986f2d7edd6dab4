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
from askcore.papers.engine.journal import Journal, Record, settings_of
from askcore.papers.engine.protocol import Compute, Protocol, Unit, Values
from askcore.papers.engine.result import PaperResult, resulting


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
        settings = _settings(protocol, data, methods, repeats, random_state, options)
        if jobs < 1:
            raise ValueError(f"jobs must be at least 1, got {jobs}.")
        journal = Journal() if journal is None else journal
        self._problems = {**(problems or {}), **_about(journal)}
        self._records: list[Record] = []
        self._left: dict[Unit, Record] = {}
        for name, digest in settings["datasets"].items():
            for unit in protocol.units(name, settings["methods"], settings["repeats"], random_state):
                asked = settings_of(protocol, unit, digest, settings["options"])
                if record := journal.get(asked["id"]):
                    self._records.append(record)
                else:
                    self._left[unit] = asked
        # Knows nothing of the run, so that one that is dropped stops its workers.
        self._keep = partial(_keep, journal, dict(self._left), self._problems)
        self._stopped = False
        self._pool: Pool | None = None
        if protocol.parallel and ((jobs > 1 and len(self._left) > 1) or on_a_cluster()):
            self._pool = Pool(jobs, self._keep)
            weakref.finalize(self, self._pool.stop)
        super().__init__(self._steps(), settings)

    def _steps(self) -> Generator[Step, None, PaperResult]:
        """A step after each unit and, with workers, every half second while none is finished."""
        done, total, label = 0, len(self._left), "starting"
        for kept in self._outcomes():
            if kept is not None:
                found, record = kept
                del self._left[found.unit]
                where = [f"{method} on {found.unit.dataset}" for method in found.unit.methods]
                if record is None:
                    self._problems |= dict.fromkeys(where, found.problem)
                else:
                    self._records.append(record)
                done, label = done + 1, f"{', '.join(found.unit.methods)} on {found.unit.dataset}"
            yield done, total, label
        if self._left:
            raise Cancelled(f"Stopped with {len(self._left)} of {total} units left.")
        return self.so_far()

    def _outcomes(self) -> Iterator[tuple[Computed, Record | None] | None]:
        options = self.settings["options"]
        tasks = [(self._data[unit.dataset], (self.protocol.compute, unit, options)) for unit in self._left]
        if self._pool is not None:
            try:
                yield from self._pool.outcomes([Piece(compute_unit, *task) for task in tasks])
            except Ended as error:
                raise DataError(error.problem, remedy="Finished units are kept: run it again.") from error
            return
        for data, task in tasks:
            if self._stopped:
                return
            yield self._keep(compute_unit(data, *task, one_thread=self.protocol.parallel))

    def close(self, patience: float = 0.0) -> None:
        """Stop the workers, from any thread, and wait up to ``patience`` seconds until they have stopped."""
        self._stopped = True
        if self._pool is not None:
            self._pool.stop(patience)

    def so_far(self) -> PaperResult:
        """The table as it stands."""
        return resulting(self.protocol, list(self._data), self._records, self.settings, self._problems)

    @property
    def units_left(self) -> int:
        """Pieces of work that no record answers."""
        return len(self._left)


def _settings(
    protocol: Protocol,
    data: Mapping[str, Any],
    methods: Sequence[str] | None,
    repeats: int | None,
    random_state: int,
    options: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Everything that the result depends on; ValueError for what the table does not know."""
    rows = protocol.rows
    if methods is not None and (not methods or not set(methods) <= set(rows)):
        raise ValueError(f"methods must be among {', '.join(map(repr, rows))}, got {list(methods)}.")
    if repeats is not None and repeats < 1:
        raise ValueError(f"repeats must be at least 1, got {repeats}.")
    allowed = {*protocol.options, *protocol.switches}
    if unknown := set(options or {}) - allowed:
        known = ", ".join(sorted(allowed)) or "none"
        raise ValueError(f"{protocol.key} has no option {', '.join(sorted(unknown))}; options: {known}.")
    return {
        "table": protocol.key,
        "datasets": {name: digest_of(each) for name, each in data.items()},
        "methods": [name for name in rows if methods is None or name in methods],
        "repeats": protocol.full if repeats is None else repeats,
        "random_state": random_state,
        "options": {**protocol.options, **(options or {})},
    }


def digest_of(data: Any) -> str:
    """One digest of a data set, or of a pair of training and test set."""
    return "+".join(digest_of(each) for each in data) if isinstance(data, tuple) else str(data.digest)


def _keep(
    journal: Journal, asked: Mapping[Unit, Record], problems: dict[str, str], found: Computed
) -> tuple[Computed, Record | None]:
    """Save the values; called in the workers' thread, so that nothing waits for a page to come back."""
    if found.problem:
        return found, None
    settings = asked[found.unit]
    try:
        return found, journal.append(settings, found.values, found.seconds)
    except OSError as error:
        why = error.strerror or error
        problems["journal"] = f"Results could not be saved ({why}); they are in this table only."
        return found, journal.get(settings["id"])


def _about(journal: Journal) -> dict[str, str]:
    if journal.unreadable:
        return {
            "journal": f"Earlier results could not be read ({journal.unreadable}); everything runs again."
        }
    if journal.damaged:
        return {"journal": f"{journal.damaged} damaged line(s) were left out; what they held runs again."}
    return {}
