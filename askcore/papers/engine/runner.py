"""Running a protocol: unit by unit, over several cores, resumed from a journal, stopped at any time.

Papers floor.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from askcore._validation import DataError
from askcore.experiments.running.pool import Pool, on_a_cluster
from askcore.experiments.running.run import Cancelled, Clock, Progress, Run, Watched
from askcore.experiments.running.worker import Ended
from askcore.papers.engine.forecast import Timings
from askcore.papers.engine.journal import Journal, Record, identity
from askcore.papers.engine.protocol import Protocol, Unit
from askcore.papers.engine.result import Found, PaperResult, add_values, resulting
from askcore.papers.engine.workers import Computed, UnitTask, compute_unit, unit_piece


class _Work:
    """Units of a protocol on data; those that the journal answers are not done again.

    Knows nothing of the run that holds it, so that a run that is dropped can stop it.

    Attributes
    ----------
    found : (data set, method, metric) -> repeat -> value.  records : the journal's records behind it.
    problems : what could not be run or saved, and why.  left : units without a record.  finished : all are done.
    """

    def __init__(
        self,
        protocol: Protocol,
        data: Mapping[str, Any],
        digests: Mapping[str, str],
        units: list[Unit],
        options: Mapping[str, Any],
        *,
        journal: Journal,
        timings: Journal | None,
        jobs: int,
        problems: Mapping[str, str],
    ) -> None:
        self._protocol, self._data, self._digests = protocol, data, digests
        self._options, self._journal, self._jobs = options, journal, jobs
        self.found: Found = {}
        self.records: list[Record] = []
        self.problems = {**problems, **_about(journal)}
        self.finished = False
        self._stopped = False
        left = [unit for unit in units if not self._recorded(unit)]
        known = Timings(timings, journal)
        self._costs = {unit: known.seconds(protocol, unit) for unit in left}
        self.left = sorted(
            left, key=lambda unit: -self._costs[unit]
        )  # no core waits long for another at the end
        self._clock = Clock(self._costs, lambda unit: (unit.dataset, unit.methods), jobs=jobs)
        several = jobs > 1 and len(left) > 1
        far = protocol.parallel and on_a_cluster()
        self._workers = Pool(jobs, self._keep) if several or far else None

    @property
    def seconds(self) -> float:
        """Forecast of what is left."""
        return self._clock.remaining()

    def stop(self, patience: float = 0.0) -> None:
        """Call off what is running; units that are finished by then are in the journal."""
        self._stopped = True
        if self._workers is not None:
            self._workers.stop(patience)

    def steps(self) -> Iterator[Progress]:
        """The progress after each unit and, with workers, every half second while none is finished."""
        weights = {unit: max(1, round(10 * cost)) for unit, cost in self._costs.items()}
        done, total, elapsed, started = 0, max(1, sum(weights.values())), 0.0, time.perf_counter()
        label = "starting"
        self._clock.start()
        for kept in self._outcomes():
            if self._workers is not None:
                self._clock.jobs = self._workers.places
            if kept is not None:
                self._take(*kept)
                unit = kept[0].unit
                done += weights[unit]
                label = f"{', '.join(unit.methods)} on {unit.dataset}"
            if self.left:  # the last unit is told together with the result
                elapsed += time.perf_counter() - started
                yield Progress.at(done, total, label, elapsed, self._clock.remaining())
                started = time.perf_counter()
        if self.left:
            raise Cancelled(f"Stopped with {len(self.left)} of {len(weights)} units left.")
        self.finished = True
        yield Progress.at(total, total, "done", elapsed + time.perf_counter() - started, 0.0)

    def _outcomes(self) -> Iterator[tuple[Computed, Record | None] | None]:
        tasks: list[UnitTask] = [
            (self._protocol.compute, self._data[u.dataset], u, self._options) for u in self.left
        ]
        if self._workers is not None:
            try:
                yield from self._workers.outcomes([*map(unit_piece, tasks)])
            except Ended as error:
                raise DataError(error.problem, remedy="Finished units are kept: run it again.") from error
            return
        for task in tasks:
            if self._stopped:
                return
            yield self._keep(compute_unit(task, one_thread=self._protocol.parallel))

    def _keep(self, found: Computed) -> tuple[Computed, Record | None]:
        """Save the values; called in the workers' thread, so that nothing waits for a page to come back."""
        if found.problem:
            return found, None
        unit = found.unit
        try:
            record = self._journal.append(
                self._protocol,
                unit,
                self._digests[unit.dataset],
                self._options,
                found.values,
                found.seconds,
            )
        except OSError as error:
            self.problems["journal"] = (
                f"Results could not be saved ({error.strerror or error}); they are in this table only."
            )
            kept = self._journal.get(self._key(unit))
            assert kept is not None  # in memory
            return found, kept
        return found, record

    def _take(self, found: Computed, record: Record | None) -> None:
        self.left.remove(found.unit)
        self._clock.spent(found.unit, found.seconds)
        if record is None:
            for method in found.unit.methods:
                self.problems[f"{method} on {found.unit.dataset}"] = found.problem
        else:
            self._add(record)

    def _recorded(self, unit: Unit) -> bool:
        record = self._journal.get(self._key(unit))
        if record is not None:
            self._add(record)
        return record is not None

    def _add(self, record: Record) -> None:
        self.records.append(record)
        add_values(self.found, record)

    def _key(self, unit: Unit) -> str:
        return identity(self._protocol, unit, self._digests[unit.dataset], self._options)


def _about(journal: Journal) -> dict[str, str]:
    if journal.unreadable:
        return {"journal": f"Earlier results could not be read ({journal.unreadable}); everything runs anew."}
    if journal.damaged:
        return {"journal": f"{journal.damaged} damaged line(s) were left out; what they held runs anew."}
    return {}


class PaperRun(Run[PaperResult]):
    """A table that is set up and not yet run.

    With ``jobs`` > 1 the workers go on between the steps; they rest when no step was taken for 20 seconds, and when
    the run is closed or dropped.

    Attributes
    ----------
    protocol : what is run.  seconds : forecast of what is left to run, from earlier times where there are any.
    settings : everything that the result depends on.
    result : None until the last step; ``so_far()`` is the table as it stands.

    Examples
    --------
    A table of one's own; ``table`` finds those of the papers.

    >>> from types import SimpleNamespace
    >>> def compute(data, unit, options):
    ...     return {method: {"accuracy": [0.5 + 0.1 * r for r in unit.repeats]} for method in unit.methods}
    >>> toy = Protocol("toy", "no paper", "1", "Toy", "", ("set",), ("one",), ("accuracy",), compute, load=None,
    ...     alike=("two",))
    >>> run = PaperRun(toy, {"set": SimpleNamespace(digest="of the set")}, repeats=3)
    >>> [round(float(step), 2) for step in run]
    [0.17, 0.33, 0.5, 0.67, 0.83, 1.0]
    >>> run.result.table[["method", "reproduced", "std", "repeats"]].round(2).to_dict("list")
    {'method': ['one', 'two'], 'reproduced': [0.6, 0.6], 'std': [0.1, 0.1], 'repeats': [3, 3]}
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
        self._datasets = list(data)
        self._methods = _chosen(protocol.rows, methods)
        count = protocol.full if repeats is None else _at_least_one("repeats", repeats)
        chosen = {**protocol.options, **_known(protocol, options)}
        digests = {name: digest_of(each) for name, each in data.items()}
        self.settings = {
            "table": protocol.key,
            "datasets": digests,
            "methods": list(self._methods),
            "repeats": count,
            "random_state": random_state,
            "options": chosen,
        }
        self._work = _Work(
            protocol,
            dict(data),
            digests,
            [unit for name in data for unit in protocol.units(name, self._methods, count, random_state)],
            chosen,
            journal=Journal() if journal is None else journal,
            timings=timings,
            jobs=_at_least_one("jobs", jobs) if protocol.parallel else 1,
            problems=problems or {},
        )
        self.seconds = self._work.seconds
        Watched.__init__(self, self._work.steps())  # these steps carry their own time left
        weakref.finalize(self, self._work.stop)

    def _step(self) -> Progress:
        at = super()._step()
        if self._work.finished:
            self.result = self.so_far()
        return at

    def run(
        self,
        progress: Callable[[Progress], Any] | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> PaperResult:
        """Run to the end, as ``Watched.run``; whatever ends it, no worker stays behind."""
        try:
            return super().run(progress, cancel)
        finally:
            self.close()

    def close(self, patience: float = 0.0) -> None:
        """Stop the workers, from any thread; the table ``so_far`` stays, and what was finished is in the journal.

        Waits up to ``patience`` seconds until what was running has stopped; without, it stops soon after.
        """
        self._work.stop(patience)

    def so_far(self) -> PaperResult:
        """The table as it stands."""
        return resulting(
            self.protocol,
            self._datasets,
            self._methods,
            self._work.found,
            self.settings,
            dict(self._work.problems),
            tuple(self._work.records),
        )

    @property
    def units_left(self) -> int:
        """Pieces of work that no record answers."""
        return len(self._work.left)


def digest_of(data: Any) -> str:
    """One digest of a data set, or of a pair of training and test set."""
    return "+".join(digest_of(each) for each in data) if isinstance(data, tuple) else str(data.digest)


def _at_least_one(name: str, value: int) -> int:
    if value < 1:
        raise ValueError(f"{name} must be at least 1, got {value}.")
    return value


def _chosen(rows: Sequence[str], methods: Sequence[str] | None) -> tuple[str, ...]:
    if methods is None:
        return tuple(rows)
    if not methods or not set(methods) <= set(rows):
        raise ValueError(f"methods must be among {', '.join(map(repr, rows))}, got {list(methods)}.")
    return tuple(name for name in rows if name in methods)


def _known(protocol: Protocol, options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    allowed = {*protocol.options, *protocol.switches}
    unknown = set(options or {}) - allowed
    if unknown:
        known = ", ".join(sorted(allowed)) or "none"
        raise ValueError(f"{protocol.key} has no option {', '.join(sorted(unknown))}; options: {known}.")
    return options or {}
