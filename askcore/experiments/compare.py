"""Does direction pay? Every method on the same splits, tuned by the same inner folds over the same candidates.

Experiment floor. A comparison is a run that can be watched and stopped: iterate over it step by step, or call
``run``. Nothing of a split's test part is read before its methods are tuned and trained.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from threadpoolctl import ThreadpoolController

from askcore._validation import DataError
from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.experiments.arena import Arena, build_arenas
from askcore.experiments.contenders import METHODS, SPECTRAL_LIMIT, Method, Outcome, Task
from askcore.experiments.forecast import check_affordable, fold_seconds
from askcore.experiments.grid import (
    FULL_GRID,
    METRICS,
    SMALL_GRID,
    Candidate,
    Grid,
    candidates,
    choose,
    inner_folds,
)
from askcore.experiments.jobs import Clock, Job
from askcore.experiments.outcome import ComparisonResult, summarise
from askcore.experiments.problem import Dataset
from askcore.experiments.run import Progress, Watched
from askcore.experiments.split import holdout_split, labelled_samples
from askcore.experiments.views import score

__all__ = ["Comparison", "compare"]

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
        _check(n_splits, train_size, inner_folds, metric)
        self._arenas = build_arenas(data, kernel, kernel_params)
        self._arena = next(iter(self._arenas.values()))
        self._family = isinstance(kernel, Mapping)
        self._known = labelled_samples(self._arena.labels)
        classes, codes = np.unique(self._arena.labels[self._known], return_inverse=True)
        self._classes = classes
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
        self._chosen = _methods(methods, self._arena, self._family)
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
            work = self._play(job, arenas[job.flip], rows)
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

    def _play(self, job: Job, arenas: dict[str, Arena], rows: list[dict[str, Any]]) -> Iterator[bool]:
        """Tune one method on one split, train, test, and add a row; yields after each fold and the test."""
        started = time.perf_counter()
        method, train, test = job.method, job.split.train, job.split.test
        codes, settings = self._codes[train], self._candidates(job.method)
        offered = [(name, candidate) for name in arenas for candidate in settings]
        guesses = np.full((len(offered), len(train)), -1)
        usable = np.ones(len(offered), dtype=bool)
        spent = time.perf_counter() - started
        for fit, held in inner_folds(codes, self._inner, self._seeds[job.number]):
            started = time.perf_counter()
            task = Task(train[fit], train[held], codes[fit], len(self._classes))
            outcomes = [found for arena in arenas.values() for found in method.decide(arena, task, settings)]
            for i, outcome in enumerate(outcomes):
                usable[i] &= outcome is not None
                if outcome is not None:
                    guesses[i, held] = outcome.codes
            spent += time.perf_counter() - started
            yield True
        started = time.perf_counter()
        scores = [
            score(codes, guess)[self._metric] if fine else np.nan
            for guess, fine in zip(guesses, usable, strict=True)
        ]
        task = Task(train, test, codes, len(self._classes))
        at, outcome = self._train(method, arenas, task, offered, scores)
        spent += time.perf_counter() - started
        kernel, chosen = offered[at]
        rows.append(
            {
                "method": method.name,
                "family": method.family,
                "split": job.number,
                **score(self._codes[test], outcome.codes),
                "inner_score": scores[at],
                "kernel": kernel,
                "variant": chosen.variant,
                "gamma": chosen.gamma,
                "damping": chosen.damping if method.damped else np.nan,
                "capped": outcome.capped,
                "seconds": spent,
                "flip": -1 if job.flip is None else job.flip,
            }
        )
        yield True

    @staticmethod
    def _train(
        method: Method,
        arenas: dict[str, Arena],
        task: Task,
        offered: list[tuple[str, Candidate]],
        scores: list[float],
    ) -> tuple[int, Outcome]:
        """The best candidate that can be trained on the whole training part."""
        for at in choose(scores):
            name, candidate = offered[at]
            outcome = method.decide(arenas[name], task, [candidate])[0]
            if outcome is not None:
                return at, outcome
        raise DataError(
            f"{method.label} could not be trained at any setting of the grid",
            remedy="Check the kernel for entries of very different size, or scale the features.",
        )

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


def compare(
    data: Dataset | BagData,
    kernel: Any = None,
    *,
    methods: Sequence[str] | None = None,
    n_splits: int = 5,
    train_size: float = 0.6,
    inner_folds: int = 5,
    metric: str = "micro_f1",
    null: bool = True,
    random_state: int = 0,
    kernel_params: Mapping[str, Any] | None = None,
    grid: Grid | None = None,
) -> Comparison:
    r"""Set up the comparison of AsK-LS with its rivals; ``.run()`` runs it.

    The same stratified repeated splits for every method. On each, every method is tuned by the same inner
    folds of the training part over the same grid of gamma and damping (ties go to the more regularised),
    trained on the whole training part and scored on the test part once. AsK-LS is tuned over two decision
    rules as well (mean of the views; a regression on the views of all classes), embeddings over two numbers
    of features; SVC has one parameter, C, which takes the values of gamma. Kernels are bound, features scaled
    and reference sets taken within each training part. Products over all nodes, the undirected graph and
    embeddings read the whole graph, test nodes included, and no label of theirs.

    In a sparse graph few inner folds favour embeddings: K between fewer training nodes holds fewer links, and the
    features of an embedding do not suffer (Cora with two folds: the folds choose HOPE, 0.71, where K K^T gets
    0.78). Use five or more there.

    The null draws every direction anew and repeats the comparison on the first splits: an advantage that
    stays comes from no direction. For tables and given matrices it swaps K_ij and K_ji at random per pair.

    A mapping of names to kernels is a family, such as exp(-a D) at several a: the inner folds then choose among
    its members, too, for every method alike, and the table has a column ``kernel`` with the name. Where scores
    tie, the earlier member is taken.

    Parameters
    ----------
    data : GraphData, TableData or a square MatrixData, labelled at least in part; or BagData with a kernel over the
        bags.
    kernel : None (D^-1 (A + I) for a graph, SNE for a table, a matrix itself), a ``KernelChoice``, what estimators
        take, or a mapping of names to one of these.
    methods : names in ``METHODS``; by default all that the data allow. AsK-LS is always among them.
    n_splits : at least 2.  train_size : share for training, in (0, 1).  inner_folds : at least 2.
    metric : "micro_f1", "macro_f1", "accuracy" or "balanced_accuracy"; tunes and compares.
    null : whether to repeat with directions drawn anew, on half of the splits.
    random_state : seed of splits, folds and directions.
    kernel_params : of a named kernel or a callable.
    grid : candidates; by default ``FULL_GRID``, or ``SMALL_GRID`` for sparse kernels on more than 1,500 training
        samples, which are solved one by one.

    Returns
    -------
    Comparison : ``.run(progress=None, cancel=None)`` gives a ``ComparisonResult``; iterating over it gives a
    ``Progress`` per step.

    Raises
    ------
    DataError : no labels, or a forecast of time or memory that is not met.
    ValueError : an argument out of its range, a method that is unknown or needs a graph.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> run = compare(load_sample("teaching_graph"), methods=["mean"], n_splits=2, inner_folds=2, null=False)
    >>> sorted(run.run().table["method"].unique())
    ['askls', 'mean']
    """
    return Comparison(
        data,
        kernel,
        kernel_params,
        methods,
        n_splits,
        train_size,
        inner_folds,
        metric,
        null,
        grid,
        random_state,
    )


def _check(n_splits: int, train_size: float, inner_folds: int, metric: str) -> None:
    if n_splits < 2 or inner_folds < 2:
        raise ValueError(
            f"n_splits and inner_folds must be at least 2, got {n_splits} and {inner_folds}: an interval "
            "needs two splits, tuning two folds."
        )
    if not 0 < train_size < 1:
        raise ValueError(
            f"train_size must lie between 0 and 1, got {train_size}: scores need held-out samples."
        )
    if metric not in METRICS:
        raise ValueError(f"metric must be one of {', '.join(map(repr, METRICS))}, got {metric!r}.")


def _largest(codes: np.ndarray) -> float:
    """Share of the most frequent class: what always naming it gets."""
    return float(np.bincount(codes).max() / len(codes))


def _methods(names: Sequence[str] | None, arena: Arena, family: bool) -> list[Method]:
    """The chosen methods in the order of ``METHODS``, AsK-LS always among them."""
    unknown = set(names or ()) - set(METHODS)
    if unknown:
        raise ValueError(f"Unknown methods {sorted(unknown)}; known are {', '.join(METHODS)}.")
    if names is not None and not arena.is_graph:
        wrong = [name for name in names if METHODS[name].needs_graph]
        if wrong:
            raise ValueError(f"{', '.join(wrong)} need a graph; leave them out for a table.")
    if names is not None and not family:
        wrong = [name for name in names if METHODS[name].needs_family]
        if wrong:
            raise ValueError(
                f"{', '.join(wrong)} need a family of kernels exp(-a D): give a mapping of them."
            )
    wanted = {*(METHODS if names is None else names), "askls"}
    return [
        m
        for m in METHODS.values()
        if m.name in wanted and (arena.is_graph or not m.needs_graph) and (family or not m.needs_family)
    ]
