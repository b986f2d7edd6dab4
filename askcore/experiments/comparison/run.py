"""Does direction pay? Every method on the same splits, tuned on the same training samples over the same candidates.

A comparison is a run that can be watched and stopped: iterate over it step by step, or call ``run``. Nothing of a
split's test part is read before its methods are tuned and trained.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore._threads import one_thread
from askcore._validation import DataError, check_memory, check_whole
from askcore.datasets.protocol import Dataset
from askcore.experiments.comparison import plan
from askcore.experiments.comparison.result import ComparisonResult, summarise
from askcore.experiments.comparison.verdict import METRIC_NAMES
from askcore.experiments.evaluation import BANDWIDTHS, Grid, SplitTask, chance_level, score
from askcore.experiments.judging import AWARE, FOLDS, Method, Rule, rule_of, stratified, tuned
from askcore.experiments.methods import METHODS
from askcore.experiments.problem import Problem
from askcore.experiments.running.pool import Piece, Pool, on_a_cluster
from askcore.experiments.running.run import Progress, ProgressIterator
from askcore.experiments.split import Split, class_codes
from askcore.experiments.svm import CAPPED


def compare(
    data: Dataset | Problem,
    kernel: Any = None,
    *,
    methods: Sequence[str] | None = None,
    folds: int = 10,
    repeats: int = 3,
    n_splits: int | None = None,
    train_size: float | None = None,
    inner_folds: int | None = None,
    metric: str = "micro_f1",
    null: bool = True,
    random_state: int = 0,
    kernel_params: Mapping[str, Any] | None = None,
    grid: Grid | None = None,
    bandwidths: Sequence[float] = BANDWIDTHS,
    max_samples: int | None = None,
    brief: bool = False,
    jobs: int = 1,
) -> Comparison:
    r"""Set up the comparison of AsK-LS with other methods; ``.run()`` runs it.

    The comparison uses repeated stratified cross-validation with the same splits for every method. The intervals use
    Bouckaert and Frank's correction for splits that share samples. On each split, every method is tuned only on the
    training part, over the same grid of gamma and damping. If the kernel has a bandwidth, the same multiples of it are
    also candidates. Among settings less than a quarter of a standard error behind the best, the most regularised is
    chosen. Then the method is trained on the whole training part and scored once on the test part. For AsK-LS and the
    corresponding methods without direction, two decision rules are also candidates (mean of the views; a regression on
    the views of all classes). For embeddings, two numbers of features are candidates. SVC has one parameter, C, which
    takes the values of gamma. Baselines do not use the kernel and have their own candidates. ``METHODS`` describes each
    method, and whether it uses direction.

    Kernels are bound, features scaled and reference sets chosen within each training part. Products over all nodes, the
    undirected graph and embeddings use the whole graph, test nodes included, but not the labels of test nodes.

    Every method is tuned with the same five folds of at most 400 training samples, or 300 with several bandwidths, in
    closed form if it has one. Sparse kernels on more than 600 training samples are solved by products. In this case,
    the same quarter of the samples is used for validation with all methods.

    The null comparison draws random directions once for each split and repeats the comparison. An advantage that
    remains is not an effect of direction. For tables and given matrices, K_ij and K_ji are swapped at random for each
    pair. This cannot change methods without direction, so they are not run again. The worth of direction is the
    advantage minus the advantage in the null comparison, split by split.

    A mapping from names to kernels is a family, such as exp(-a D) for several a, or a catalogue. The tuning then also
    chooses among its members, for all methods in the same way, and the table has a column ``kernel`` with the name. If
    scores are equal, the earlier member is chosen.

    Parameters
    ----------
    data : GraphData, TableData or a square MatrixData, with at least some labels; BagData with a kernel on the bags; or
        a ``Problem``, which includes its kernel.
    kernel : None (D^-1 (A^T + I) for a graph, SNE for a table, the matrix itself for a matrix), a ``KernelChoice``, a
        kernel as for estimators, or a mapping from names to such kernels.
    methods : names in ``METHODS``; by default, all methods that suit the data. AsK-LS is always included.
    folds, repeats : folds of the cross-validation, at least 2 (fewer if no class has so many members), and the number
        of repetitions in a different order.
    n_splits, train_size : if one of them is given, this number of random splits (5, at least 2) with this share for
        training (0.6, in (0, 1)) instead of folds.
    inner_folds : folds for tuning, at least 2; by default 5.
    metric : "micro_f1", "macro_f1", "accuracy" or "balanced_accuracy", for tuning and for the comparison.
    null : whether to repeat the comparison with random directions.
    random_state : seed of splits, folds and directions.
    kernel_params : parameters of a named kernel or a callable.
    grid : candidates; by default ``GRID``, or ``SOLVED_GRID`` if a quarter of the samples is used for validation.
    bandwidths : candidate multiples of the bandwidth, if the kernel has one. In a tie, the first is chosen.
    max_samples : compare at most this number of labelled samples, at least 200: a fixed random part, stratified by
        class. A graph keeps all its nodes and links, but not all labels.
    brief : a first look, without SVC and HOPE. Above 2,000 nodes, it also omits embeddings that have to be computed
        again with random directions, and every other setting of the baselines. Methods that you name are all included.
    jobs : number of splits at a time, each in its own process. If ``ASKCORE_SCHEDULER`` is set, the splits run on that
        cluster, as many at a time as it has threads. Only the seconds in the result depend on it.

    Returns
    -------
    Comparison : ``.run(progress=None, cancel=None)`` returns a ``ComparisonResult``. Iterating over the object yields a
        ``Progress`` for each step.

    Raises
    ------
    DataError : there are no labels, or there are more training samples than memory allows.
    ValueError : an argument is out of range, or a method is unknown or needs a graph.

    References
    ----------
    M. He, F. He, L. Shi, X. Huang, J. A. K. Suykens: Learning with Asymmetric Kernels: Least Squares and Feature
    Interpretation, 2022. R. R. Bouckaert, E. Frank: Evaluating the Replicability of Significance Tests for Comparing
    Learning Algorithms, PAKDD 2004.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> run = compare(load_sample("teaching_graph"), methods=["undirected_mean"], folds=2, repeats=1, null=False)
    >>> sorted(run.run().table["method"].unique())
    ['askls', 'undirected_mean']
    """
    plan.check_terms(folds, repeats, n_splits, train_size, inner_folds, metric)
    check_whole(1, jobs=jobs)
    if max_samples is not None:
        check_whole(plan.FEWEST, max_samples=max_samples)
    family = isinstance(kernel, Mapping)
    problems = plan.problems_of(data, kernel, kernel_params, bandwidths)
    first = next(iter(problems.values()))
    codes, _ = class_codes(first.labels)
    known = np.flatnonzero(codes >= 0)
    n = len(known) if max_samples is None else min(max_samples, len(known))
    part = known[stratified(codes[known], n)]
    if n < len(known):
        problems = {name: plan.of_part(problem, part) for name, problem in problems.items()}
    labels = plan.labels_within(next(iter(problems.values())), part, known)
    splits = plan.splits_of(labels, folds, repeats, n_splits, train_size, random_state)
    asked = {
        "inner_folds": inner_folds,
        "metric": metric,
        "null": null,
        "random_state": random_state,
        "n_labelled": len(known),
        "n_compared": len(part),
        "family": family,
    }
    chosen = plan.chosen_methods(methods, first, family, brief)
    return Comparison(problems, chosen, part, splits, asked, grid, jobs)


@dataclass(frozen=True)
class Outlook:
    """Preview of a comparison before it runs.

    ``kernels`` are the members of the family that are tried; ``n_compared`` of ``n_labelled`` samples are compared.
    """

    kernels: tuple[str, ...] = field(repr=False)
    n_compared: int
    n_labelled: int
    no_direction: str


def comparison_outlook(data: Dataset | Problem, kernel: Any = None, **terms: Any) -> Outlook:
    """Set up a comparison without running it; on a large graph this alone takes seconds."""
    run = compare(data, kernel, **terms)
    return Outlook(tuple(run.kernels), len(run.part), run.n_labelled, run.no_direction)


@dataclass(frozen=True, eq=False)
class _Round:
    """Methods on split ``number`` under a rule; ``flip`` is None, or the seed of directions drawn for all of them."""

    number: int
    flip: int | None
    methods: Sequence[Method]
    rule: Rule


_Done = tuple[int, list[dict[str, Any]], dict[str, str]]  # place, rows, and why methods cannot be used


def _round(given: tuple[Mapping[str, Problem], np.ndarray], place: int, one: _Round) -> _Done:
    """Rows of the table: each method tuned on the training part, trained, and tested once.

    ``given`` are the problems by kernel, and the class codes of all samples.
    """
    problems, codes = given
    if one.flip is not None:
        with one_thread():
            problems = {name: problem.without_direction(one.flip) for name, problem in problems.items()}
    rows, refused = [], {}
    for method in one.methods:
        started = time.perf_counter()
        try:
            with one_thread():  # small matrices on many threads wait more than they compute
                found = tuned(method, problems, one.rule)
        except DataError as error:
            if method.family == "askls":
                raise
            refused[method.name] = method.needs or str(error)
            continue
        gamma, damping = found.outcome.setting or (found.chosen.gamma, found.chosen.damping)
        row = {
            "method": method.name,
            "family": method.family,
            "split": one.number,
            **score(codes[one.rule.task.held], found.outcome.codes),
            "inner_score": found.score,
            "kernel": found.chosen.kernel,
            "variant": found.chosen.variant,
            "gamma": gamma,
            "damping": damping if method.damped else np.nan,
            "capped": bool(found.outcome.beside.get(CAPPED, 0.0)),
            "seconds": time.perf_counter() - started,
            "flip": -1 if one.flip is None else one.flip,
        }
        rows.append(row)
    return place, rows, refused


class Comparison(ProgressIterator[ComparisonResult]):
    """A comparison that is set up and not yet run; see ``compare``.

    Iterating yields a ``Progress`` after every split. The run goes on where it was left, so a page may be interrupted
    between steps; after the last one ``result`` is there. ``part`` are indices of the samples that are compared.
    ``no_direction`` says why the data have no direction, empty if they have one; ``left_out`` has the kernels of a
    family and the methods that cannot be used, with the reason.
    """

    def __init__(
        self,
        problems: Mapping[str, Problem],
        methods: Sequence[Method],
        part: np.ndarray,
        splits: Sequence[tuple[Split, int]],
        asked: Mapping[str, Any],
        grid: Grid | None,
        jobs: int,
    ) -> None:
        self._asked, self._chosen, self._given_grid, self._jobs = asked, list(methods), grid, jobs
        self._pool: Pool | None = None
        self.splits, self.part, self.n_labelled = [split for split, _ in splits], part, asked["n_labelled"]
        first, family = self.splits[0].train, asked["family"]
        self._problems, self.left_out, reasons = plan.usable(problems, first, family)
        self.no_direction = reasons[0] if all(reasons) else ""
        self._problem = next(iter(self._problems.values()))
        self._several = len(self._problems) > 1 or family
        self._codes, _ = class_codes(self._problem.labels)
        rules = [self._rule(r, split) for r, split in enumerate(self.splits)]
        self._grid = rules[0].grid
        if not rules[0].held_back:  # a decomposition that is worked on, and what is kept under each kernel
            m, what = len(first), f"The comparison on {len(first):,} training samples"
            check_memory((45.0 + 60.0 * len(self._problems)) * m * m, what, "Compare a sample of the rows.")
        self._with_null = asked["null"] and not self.no_direction
        self._rounds = [_Round(r, None, methods, rule) for r, rule in enumerate(rules)]
        if self._with_null:
            aware = [method for method in methods if method.family in AWARE]
            self._rounds += [_Round(r, flip, aware, rules[r]) for r, (_, flip) in enumerate(splits)]
        self._rows: list[dict[str, Any]] = []
        self._settings = {
            **asked,
            "methods": [method.name for method in methods],
            "n_splits": len(splits),
            "gammas": list(self._grid.gammas),
            "dampings": list(self._grid.dampings),
            "relative": self._grid.relative,
            "kernel": repr(self._problem.kernel),
            "kernel_params": dict(self._problem.kernel_params),
            "bandwidth": self._problem.choice.bandwidth,
            "standardise": self._problem.standardise,
            "n_train": round(np.mean([len(split.train) for split in self.splits])),
            "n_test": round(np.mean([len(split.test) for split in self.splits])),
            "held_back": rules[0].held_back,
            "chance": float(np.mean([chance_level(self._codes[split.test]) for split in self.splits])),
            "digest": self._problem.data.digest,
            "data": self._problem.data.kind,
        }
        if self._several:
            self._settings["kernels"] = list(self._problems)
        super().__init__(self._steps())

    @property
    def kernels(self) -> list[str]:
        """The members of the family that are tried, by name."""
        return [*self._problems]

    @property
    def partial(self) -> pd.DataFrame | None:
        """Mean score of each method over the splits that are done, and how many these are; None before the first."""
        rows = [row for row in self._rows if row["flip"] == -1]
        if not rows:
            return None
        by = pd.DataFrame(rows).groupby("method", sort=False)[self._asked["metric"]]
        return pd.DataFrame(
            {
                "method": [METHODS[name].label for name in by.groups],
                "splits done": by.size().to_numpy(),
                METRIC_NAMES[self._asked["metric"]]: [f"{100 * mean:.1f}%" for mean in by.mean()],
            }
        )

    def _rule(self, r: int, split: Split) -> Rule:
        """Rule by which every method is tuned on a split."""
        codes = self._codes
        task = SplitTask(split.train, split.test, codes[split.train], int(codes.max()) + 1)
        dense = (problem for problem in self._problems.values() if not problem.has_few_entries)
        return rule_of(
            next(dense, self._problem),
            task,
            n_kernels=len(self._problems),
            n_folds=self._asked["inner_folds"] or FOLDS,
            grid=self._given_grid,
            metric=self._asked["metric"],
            seed=self._asked["random_state"] + r,
        )

    def close(self) -> None:
        """End what other processes or a cluster do for it, from any thread; a step that is taken later goes on."""
        if self._pool is not None:
            self._pool.stop()

    def _steps(self) -> Iterator[Progress]:
        """Every split, and every drawing of directions: one after the other, or as pieces of work elsewhere."""
        found: dict[int, _Done] = {}
        rounds, began, label = self._rounds, time.perf_counter(), "starting"
        total = sum(len(one.methods) for one in rounds)

        def at() -> Progress:
            done, elapsed = sum(len(rounds[i].methods) for i in found), time.perf_counter() - began
            return Progress.after(
                done, total, label, elapsed, elapsed / done * (total - done) if done else None
            )

        yield at()
        while len(found) < len(rounds):
            for kept in self._outcomes([i for i in range(len(rounds)) if i not in found]):
                if kept is not None:
                    one = rounds[kept[0]]
                    label = f"split {one.number + 1}" + ("" if one.flip is None else ", directions flipped")
                    found[kept[0]] = kept
                    self._rows[:] = [row for i in sorted(found) for row in found[i][1]]
                if len(found) < len(rounds):
                    yield at()
            if len(found) < len(rounds):  # it was stopped: the next step goes on
                yield at()
        for i in range(len(rounds)):
            for name, why in found[i][2].items():
                self.left_out.setdefault(name, why)
        self.result = self._summary(pd.DataFrame(self._rows))
        yield Progress.after(total, total, "done", time.perf_counter() - began, 0.0)

    def _outcomes(self, places: Sequence[int]) -> Iterator[_Done | None]:
        """Results of rounds; None now and then while other processes work."""
        given = self._problems, self._codes
        if self._jobs == 1 and not on_a_cluster():
            yield from (_round(given, i, self._rounds[i]) for i in places)
        else:
            self._pool = Pool(self._jobs)
            yield from self._pool.outcomes([Piece(_round, given, (i, self._rounds[i])) for i in places])

    def _summary(self, table: pd.DataFrame) -> ComparisonResult:
        order = ["micro_f1", "macro_f1", "accuracy", "balanced_accuracy", "inner_score"]
        if self._several:
            order.append("kernel")
        table = table[~table["method"].isin(self.left_out)][
            ["method", "family", "split", *order, "variant", "gamma", "damping", "capped", "seconds", "flip"]
        ]
        main = table[table["flip"] == -1].drop(columns="flip").reset_index(drop=True)
        flipped = table[table["flip"] != -1]
        if len(flipped):
            blind = main[main["family"] == "blind"]
            flips = flipped.groupby("split")["flip"].first()
            flipped = pd.concat([flipped, blind.assign(flip=blind["split"].map(flips))])
            flipped = flipped.sort_values("split", kind="stable")
        why = self.no_direction or ("" if self._with_null else "It was left out.")
        return summarise(
            main,
            flipped.reset_index(drop=True),
            {**self._settings, "left_out": dict(self.left_out)},
            why_no_null=why,
            no_direction=self.no_direction,
        )
