"""A comparison of methods as a run: its splits, its jobs in their order, their forecast and the summary.

Experiment floor. Iterate over it step by step, or call ``run``; see ``compare``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from threadpoolctl import ThreadpoolController

from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.experiments.arena import Arena, build_arenas
from askcore.experiments.built_problem import Dataset
from askcore.experiments.comparison.forecast import check_affordable, fold_seconds
from askcore.experiments.comparison.jobs import Clock, Job
from askcore.experiments.comparison.play import play
from askcore.experiments.comparison.result import ComparisonResult, summarise
from askcore.experiments.comparison.terms import check_terms, chosen_methods
from askcore.experiments.methods import SPECTRAL_LIMIT, Method
from askcore.experiments.run import Progress, Watched
from askcore.experiments.split import holdout_split, labelled_samples
from askcore.experiments.tuning import FULL_GRID, SMALL_GRID, Candidate, Grid, candidates, inner_folds

__all__ = ["Comparison"]

_KINDS = {GraphData: "graph", TableData: "table", MatrixData: "matrix", BagData: "bags"}
_NOT_IN_NULL = ("svc",)  # slow; what the null is compared with leaves it out, too


class Comparison(Watched[ComparisonResult]):
    """A comparison that is set up and not yet run; see ``compare``.

    Iterating yields a ``Progress`` after every inner fold and every test. The run goes on where it was left,
    so a page may be interrupted between steps; after the last one ``result`` is there.

    Attributes
    ----------
    seconds : forecast of the whole run.  result : None until then.  splits : training and test samples.
    no_direction : why the data have no direction; empty if they have one.
    """

    def __init__(
        self,
        data: Dataset | BagData,
        kernel: Any,
        kernel_params: Mapping[str, Any] | None,
        methods: Sequence[str] | None,
        n_splits: int,
        train_size: float,
        inner_folds: int,
        metric: str,
        null: bool,
        grid: Grid | None,
        random_state: int,
    ) -> None:
        check_terms(n_splits, train_size, inner_folds, metric)
        self._arenas = build_arenas(data, kernel, kernel_params)
        self._arena = next(iter(self._arenas.values()))
        self._family = isinstance(kernel, Mapping)
        self._known = labelled_samples(self._arena.labels)
        _, codes = np.unique(self._arena.labels[self._known], return_inverse=True)
        self._codes = np.full(len(self._arena.labels), -1)
        self._codes[self._known] = codes
        seeds = np.random.SeedSequence(random_state).generate_state(2 * n_splits).astype(int) % 2**31
        self._seeds = seeds[:n_splits].tolist()
        flips = seeds[n_splits:].tolist()
        self.splits = [
            holdout_split(self._arena.labels, train_size=train_size, random_state=seed)
            for seed in self._seeds
        ]
        self._inner, self._metric, self._train_size = inner_folds, metric, train_size
        self._chosen = chosen_methods(methods, self._arena, self._family)
        first = self.splits[0].train
        m = len(first)
        bound = self._arena.bound(first)
        sparse = sp.issparse(bound.source(first[:1]))
        self._direct = sparse and m > SPECTRAL_LIMIT
        self._grid = grid or (SMALL_GRID if self._direct else FULL_GRID)
        reasons = [arena.no_direction(first) for arena in self._arenas.values()]
        self.no_direction = reasons[0] if all(reasons) else ""
        self._null_splits = 0 if not null or self.no_direction else (n_splits + 1) // 2
        jobs = [(method, r, None) for r in range(n_splits) for method in self._chosen]
        jobs += [
            (method, r, flips[r])
            for r in range(self._null_splits)
            for method in self._chosen
            if method.name not in _NOT_IN_NULL
        ]
        self._jobs = [self._job(*job) for job in jobs]
        self.seconds = sum(job.forecast for job in self._jobs)
        check_affordable(self.seconds, m, dense=not self._direct)
        self._settings = {
            "methods": [method.name for method in self._chosen],
            "n_splits": n_splits,
            "train_size": train_size,
            "inner_folds": inner_folds,
            "metric": metric,
            "null": bool(null),
            "random_state": random_state,
            "gammas": list(self._grid.gammas),
            "dampings": list(self._grid.dampings),
            "kernel": repr(self._arena.kernel),
            "kernel_params": dict(self._arena.kernel_params),
            "standardise": self._arena.standardise,
            "n_train": m,
            "n_test": len(self.splits[0].test),
            "chance": float(np.mean([_largest(self._codes[split.test]) for split in self.splits])),
            "digest": data.digest,
            "data": _KINDS[type(data)],
        }
        if self._family:
            self._settings["kernels"] = list(self._arenas)
        super().__init__(self._steps())

    def _job(self, method: Method, r: int, flip: int | None) -> Job:
        split = self.splits[r]
        m, n = len(split.train), len(self._candidates(method))
        folds = len(inner_folds(self._codes[split.train], self._inner, self._seeds[r]))
        inner_m = round(m * (folds - 1) / folds)
        cost = len(self._arenas) * folds * fold_seconds(method, inner_m, n, direct=self._direct)
        cost += fold_seconds(method, m, 1, direct=self._direct)
        return Job(method, r, split, flip, folds + 1, cost)

    def _candidates(self, method: Method) -> list[Candidate]:
        return candidates(self._grid, method.variants, damped=method.damped)

    def _steps(self) -> Iterator[Progress]:
        """Every job, a fold at a time; one BLAS thread, because small matrices on many threads wait more
        than they compute."""
        threads = ThreadpoolController()
        arenas: dict[int | None, dict[str, Arena]] = {None: self._arenas}
        rows: list[dict[str, Any]] = []
        total, done = sum(job.steps for job in self._jobs), 0
        clock = Clock(self._jobs)
        for job in self._jobs:
            with threads.limit(limits=1):
                if job.flip not in arenas and job.flip is not None:
                    arenas[job.flip] = {
                        name: arena.without_direction(job.flip) for name, arena in self._arenas.items()
                    }
            work = play(
                job,
                arenas[job.flip],
                rows,
                self._candidates(job.method),
                codes=self._codes,
                inner=self._inner,
                seed=self._seeds[job.number],
                metric=self._metric,
            )
            while True:
                started = time.perf_counter()
                with threads.limit(limits=1):
                    finished = next(work, None) is None
                clock.spent(job, time.perf_counter() - started)
                if finished:
                    break
                done += 1
                label = job.method.label + (", directions flipped" if job.flip is not None else "")
                if done < total:
                    yield Progress.at(done, total, label, clock.elapsed, clock.remaining())
        self.result = self._summary(pd.DataFrame(rows))
        yield Progress.at(total, total, "done", clock.elapsed, 0.0)

    def _summary(self, table: pd.DataFrame) -> ComparisonResult:
        order = ["micro_f1", "macro_f1", "accuracy", "balanced_accuracy", "inner_score"]
        if self._family:
            order.append("kernel")
        table = table[
            ["method", "family", "split", *order, "variant", "gamma", "damping", "capped", "seconds", "flip"]
        ]
        main = table[table["flip"] == -1].drop(columns="flip").reset_index(drop=True)
        flipped = table[table["flip"] != -1].reset_index(drop=True)
        why = self.no_direction or ("" if self._null_splits else "It was left out.")
        return summarise(main, flipped, self._settings, why_no_null=why, no_direction=self.no_direction)


def _largest(codes: np.ndarray) -> float:
    """Share of the most frequent class: what always naming it gets."""
    return float(np.bincount(codes).max() / len(codes))
