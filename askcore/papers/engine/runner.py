"""Running a protocol: unit by unit, over several cores, resumed from a journal, stopped at any time.

Papers floor.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from askcore.experiments.run import Progress, Run, Watched
from askcore.papers.engine.journal import Journal
from askcore.papers.engine.protocol import Protocol
from askcore.papers.engine.result import PaperResult, resulting
from askcore.papers.engine.work import Work

__all__ = ["PaperRun"]


class PaperRun(Run[PaperResult]):
    """A table that is set up and not yet run.

    Its steps may be taken in different threads; one waits for the other. With ``jobs`` > 1 the workers go on between
    the steps; they rest when no step was taken for 20 seconds, and when the run is closed or dropped.

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
        self._work = Work(
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
        self._one_at_a_time = threading.Lock()
        Watched.__init__(self, self._work.steps())  # these steps carry their own time left
        weakref.finalize(self, self._work.stop)

    def __iter__(self) -> Iterator[Progress]:
        """The steps that are left."""
        return _Steps(self)

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


class _Steps(Iterator[Progress]):
    """The steps of a run, which holds on to it: only who has neither has dropped the run."""

    def __init__(self, run: PaperRun) -> None:
        self._run = run

    def __next__(self) -> Progress:
        run = self._run
        with run._one_at_a_time:  # a page that starts over may find its predecessor within a step
            at = next(run._generator)
        if run._work.finished:
            run.result = run.so_far()
        return at


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
    unknown = set(options or {}) - set(protocol.options)
    if unknown:
        known = ", ".join(sorted(protocol.options)) or "none"
        raise ValueError(f"{protocol.key} has no option {', '.join(sorted(unknown))}; options: {known}.")
    return options or {}
