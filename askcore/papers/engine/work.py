"""The work behind a table: which units are left, what came in, and the way from one to the other.

Papers floor. Knows nothing of the ``PaperRun`` that holds it, so that a run that is dropped can stop it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from askcore._validation import DataError
from askcore.experiments.run import Cancelled, Progress
from askcore.papers.engine.forecast import Clock, Timings, longest_first
from askcore.papers.engine.journal import Journal, Record, identity
from askcore.papers.engine.outcome import Outcome, Task, outcome
from askcore.papers.engine.protocol import Protocol, Unit
from askcore.papers.engine.workers import Workers

__all__ = ["Work"]

Found = dict[tuple[str, str, str], dict[int, float]]


class Work:
    """Units of a protocol on data; those that the journal answers are not done again.

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
        self.left = longest_first(left, self._costs)
        self._clock = Clock(self._costs, jobs)
        self._workers = Workers(jobs, self._keep) if jobs > 1 and len(left) > 1 else None

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

    def _outcomes(self) -> Iterator[tuple[Outcome, Record | None] | None]:
        tasks: list[Task] = [
            (self._protocol.compute, self._data[u.dataset], u, self._options) for u in self.left
        ]
        if self._workers is not None:
            try:
                yield from self._workers.outcomes(tasks)
            except BrokenProcessPool as error:
                raise DataError(
                    "a worker process died, most likely for lack of memory",
                    remedy="Finished units are kept; go on with one process (jobs=1).",
                ) from error
            return
        for task in tasks:
            if self._stopped:
                return
            yield self._keep(outcome(task, one_thread=self._protocol.parallel))

    def _keep(self, found: Outcome) -> tuple[Outcome, Record | None]:
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

    def _take(self, found: Outcome, record: Record | None) -> None:
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


def add_values(found: Found, record: Record) -> None:
    """Put the values of a record where they belong."""
    for method, metrics in record["values"].items():
        for metric, column in metrics.items():
            cell = found.setdefault((record["dataset"], method, metric), {})
            cell.update(zip(record["repeats"], column, strict=True))


def _about(journal: Journal) -> dict[str, str]:
    if journal.unreadable:
        return {"journal": f"Earlier results could not be read ({journal.unreadable}); everything runs anew."}
    if journal.damaged:
        return {"journal": f"{journal.damaged} damaged line(s) were left out; what they held runs anew."}
    return {}
