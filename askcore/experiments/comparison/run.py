"""Does direction pay? Every method on the same splits, tuned by the same inner folds over the same candidates.

Experiment floor. A comparison is a run that can be watched and stopped: iterate over it step by step, or call
``run``. Nothing of a split's test part is read before its methods are tuned and trained.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from threadpoolctl import ThreadpoolController

from askcore._random import draw_seeds
from askcore.datasets.protocol import Dataset
from askcore.experiments import tuning
from askcore.experiments.comparison.forecast import check_affordable, fold_seconds
from askcore.experiments.comparison.result import ComparisonResult, summarise
from askcore.experiments.comparison.verdict import METRIC_NAMES
from askcore.experiments.methods import METHODS, SPECTRAL_LIMIT, Method
from askcore.experiments.pace import pace
from askcore.experiments.problem import Problem
from askcore.experiments.run import Clock, Progress, Watched
from askcore.experiments.scores import score
from askcore.experiments.split import Split, class_codes, holdout_split
from askcore.experiments.svm import CAPPED
from askcore.experiments.tuning import (
    FULL_GRID,
    METRICS,
    SMALL_GRID,
    Candidate,
    Grid,
    Task,
    Tuned,
    tuning_steps,
    under_each_kernel,
)

__all__ = ["Comparison", "compare"]

_NOT_IN_NULL = ("svc",)  # slow; what the null is compared with leaves it out, too
_ORDINARY = "ordinary"  # reads no direction, and is not what the null is about


def compare(
    data: Dataset | Problem,
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
    of features; SVC has one parameter, C, which takes the values of gamma. Ordinary methods, which do without the
    kernel, have their own candidates: the largest class; for tables logistic regression, an RBF-SVM and k nearest
    neighbours; for graphs label propagation and the vote of the neighbours. Kernels are bound, features scaled
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
    data : GraphData, TableData or a square MatrixData, labelled at least in part; BagData with a kernel over the
        bags; or a ``Problem``, which has its kernel.
    kernel : None (D^-1 (A + I) for a graph, SNE for a table, a matrix itself), a ``KernelChoice``, what estimators
        take, or a mapping of names to one of these.
    methods : names in ``METHODS``; by default all that the data allow. AsK-LS is always among them.
    n_splits : at least 2.
    train_size : share for training, in (0, 1).
    inner_folds : at least 2.
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

    References
    ----------
    M. He, F. He, L. Shi, X. Huang, J. A. K. Suykens: Learning with Asymmetric Kernels: Least Squares and Feature
    Interpretation, 2022.

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


@dataclass(frozen=True, eq=False)
class _Trial:
    """One method on one split; ``flip`` is None, or the seed of the drawn directions."""

    method: Method
    number: int
    split: Split
    flip: int | None
    folds: list[tuple[np.ndarray, np.ndarray]]
    forecast: float

    @property
    def steps(self) -> int:
        """A step per fold, and the test."""
        return len(self.folds) + 1


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
        data: Dataset | Problem,
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
        _check_terms(n_splits, train_size, inner_folds, metric)
        self._problems = _problems(data, kernel, kernel_params)
        self._problem = next(iter(self._problems.values()))
        self._family = isinstance(kernel, Mapping)
        labels = self._problem.labels
        self._codes, _ = class_codes(labels)
        seeds = draw_seeds(random_state, 2 * n_splits)
        flips = seeds[n_splits:]
        self.splits = [
            holdout_split(labels, train_size=train_size, random_state=seed) for seed in seeds[:n_splits]
        ]
        self._folds = [
            tuning.inner_folds(self._codes[split.train], inner_folds, seed)
            for split, seed in zip(self.splits, seeds[:n_splits], strict=True)
        ]
        self._metric = metric
        self._chosen = _chosen_methods(methods, self._problem, self._family)
        first = self.splits[0].train
        m = len(first)
        bound = self._problem.bound(first)
        sparse = sp.issparse(bound.source(first[:1]))
        self._direct = sparse and m > SPECTRAL_LIMIT
        self._grid = grid or (SMALL_GRID if self._direct else FULL_GRID)
        reasons = [problem.no_direction(first) for problem in self._problems.values()]
        self.no_direction = reasons[0] if all(reasons) else ""
        self._null_splits = 0 if not null or self.no_direction else (n_splits + 1) // 2
        null_methods = [
            method
            for method in self._chosen
            if method.name not in _NOT_IN_NULL and method.family != _ORDINARY
        ]
        self._trials = [self._trial(method, r, None) for r in range(n_splits) for method in self._chosen]
        self._trials += [
            self._trial(method, r, flips[r]) for r in range(self._null_splits) for method in null_methods
        ]
        seconds = sum(trial.forecast for trial in self._trials)
        check_affordable(seconds, m, dense=not self._direct)
        self.seconds = seconds * pace()
        self._rows: list[dict[str, Any]] = []
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
            "kernel": repr(self._problem.kernel),
            "kernel_params": dict(self._problem.kernel_params),
            "bandwidth": self._problem.choice.bandwidth,
            "standardise": self._problem.standardise,
            "n_train": m,
            "n_test": len(self.splits[0].test),
            "chance": float(np.mean([_largest(self._codes[split.test]) for split in self.splits])),
            "digest": self._problem.data.digest,
            "data": self._problem.data.kind,
        }
        if self._family:
            self._settings["kernels"] = list(self._problems)
        super().__init__(self._steps())

    @property
    def partial(self) -> pd.DataFrame | None:
        """Mean score of each method over the splits that are done, and how many these are; None before the first."""
        rows = [row for row in self._rows if row["flip"] == -1]
        if not rows:
            return None
        by = pd.DataFrame(rows).groupby("method", sort=False)[self._metric]
        return pd.DataFrame(
            {
                "method": [METHODS[name].label for name in by.groups],
                "splits done": by.size().to_numpy(),
                METRIC_NAMES[self._metric]: [f"{100 * mean:.1f} %" for mean in by.mean()],
            }
        )

    def _trial(self, method: Method, r: int, flip: int | None) -> _Trial:
        split = self.splits[r]
        m, kernels = len(split.train), 1 if method.own else len(self._problems)
        n, folds = len(self._offered(method)) // kernels, self._folds[r]
        inner_m = round(m * (len(folds) - 1) / len(folds))
        cost = kernels * len(folds) * fold_seconds(method, inner_m, n, direct=self._direct)
        cost += fold_seconds(method, m, 1, direct=self._direct)
        return _Trial(method, r, split, flip, folds, cost)

    def _offered(self, method: Method) -> list[Candidate]:
        return method.offered(self._grid, list(self._problems))

    def _steps(self) -> Iterator[Progress]:
        """Every trial, a fold at a time; one BLAS thread, because small matrices on many threads wait more
        than they compute."""
        threads = ThreadpoolController()
        problems: dict[int | None, dict[str, Problem]] = {None: self._problems}
        rows = self._rows
        total, done = sum(trial.steps for trial in self._trials), 0
        clock = Clock({trial: trial.forecast for trial in self._trials}, lambda trial: trial.method.name)
        for trial in self._trials:
            with threads.limit(limits=1):
                if trial.flip not in problems and trial.flip is not None:
                    problems[trial.flip] = {
                        name: problem.without_direction(trial.flip)
                        for name, problem in self._problems.items()
                    }
            work, tuned, spent = self._tuning(trial, problems[trial.flip]), None, 0.0
            while tuned is None:
                started = time.perf_counter()
                with threads.limit(limits=1):
                    try:
                        next(work)
                    except StopIteration as end:
                        tuned = end.value
                seconds = time.perf_counter() - started
                clock.spent(trial, seconds, 1 / trial.steps)
                spent += seconds
                done += 1
                if tuned is not None:
                    rows.append(self._row(trial, tuned, spent))
                label = trial.method.label + (", directions flipped" if trial.flip is not None else "")
                if done < total:
                    yield Progress.at(done, total, label, clock.elapsed, clock.remaining())
        self.result = self._summary(pd.DataFrame(rows))
        yield Progress.at(total, total, "done", clock.elapsed, 0.0)

    def _tuning(self, trial: _Trial, problems: Mapping[str, Problem]) -> Generator[None, None, Tuned]:
        """One method tuned on the folds of one split, trained and tested, a fold at a time."""
        method, codes = trial.method, self._codes
        return tuning_steps(
            Task(trial.split.train, trial.split.test, codes[trial.split.train], int(codes.max()) + 1),
            self._offered(method),
            under_each_kernel(
                method.decide, lambda kernel: problems.get(kernel, next(iter(problems.values())))
            ),
            trial.folds,
            metric=self._metric,
            name=method.label,
        )

    def _row(self, trial: _Trial, tuned: Tuned, seconds: float) -> dict[str, Any]:
        """A row of the table, with what is read of the test part."""
        method, chosen = trial.method, tuned.chosen
        return {
            "method": method.name,
            "family": method.family,
            "split": trial.number,
            **score(self._codes[trial.split.test], tuned.outcome.codes),
            "inner_score": tuned.score,
            "kernel": chosen.kernel,
            "variant": chosen.variant,
            "gamma": chosen.gamma,
            "damping": chosen.damping if method.damped else np.nan,
            "capped": bool(tuned.outcome.beside.get(CAPPED, 0.0)),
            "seconds": seconds,
            "flip": -1 if trial.flip is None else trial.flip,
        }

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


def _problems(
    data: Dataset | Problem, kernel: Any, kernel_params: Mapping[str, Any] | None = None
) -> dict[str, Problem]:
    """The problem of each member of a family of kernels, by its name; of a single kernel under the name ""."""
    if not isinstance(kernel, Mapping):
        return {"": Problem.of(data, kernel, kernel_params)}
    if not kernel:
        raise ValueError("A family of kernels needs at least one, got none.")
    return {str(name): Problem.of(data, member, kernel_params) for name, member in kernel.items()}


def _check_terms(n_splits: int, train_size: float, inner_folds: int, metric: str) -> None:
    """Raise a ValueError for numbers out of their range, or an unknown metric."""
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


def _chosen_methods(names: Sequence[str] | None, problem: Problem, family: bool) -> list[Method]:
    """The chosen methods in the order of ``METHODS``, AsK-LS always among them."""
    unknown = set(names or ()) - set(METHODS)
    if unknown:
        raise ValueError(f"Unknown methods {sorted(unknown)}; known are {', '.join(METHODS)}.")
    for name in names or ():
        missing = METHODS[name].lacks(problem, family=family)
        if missing:
            raise ValueError(f"{name} needs {missing}; leave it out.")
    wanted = {*(METHODS if names is None else names), "askls"}
    return [m for m in METHODS.values() if m.name in wanted and not m.lacks(problem, family=family)]


def _largest(codes: np.ndarray) -> float:
    """Share of the most frequent class: what always naming it gets."""
    return float(np.bincount(codes).max() / len(codes))
