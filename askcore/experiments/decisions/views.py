"""One training of AsK-LS and what its two views decide: fitted, or at any gamma and damping without a refit.

Experiment floor. ``Prepared`` holds everything that neither gamma nor damping changes: the kernel matrix of the
training samples, its blocks with the test samples, and their decomposition, each made once, when asked for.
``path_views`` gives from it what AsKLSClassifier gives, with "stack" and "joint" learned from the views of each tenth
by the model without it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore._lazy import made_once
from askcore._moved import without
from askcore._random import check_random_state
from askcore._validation import check_fourth_powers, read_only
from askcore.estimators._merging import Merger, fold_views, learn_merger
from askcore.estimators._views import Coefficients, KernelViews
from askcore.experiments.merging import LEARNED, merger_by_tenths
from askcore.experiments.problem import Problem
from askcore.experiments.scores import chance_level, score
from askcore.experiments.split import Split
from askcore.kernels.binding import BoundKernel
from askcore.solvers.labels import both_signs, one_vs_rest
from askcore.solvers.path import DualPath
from askcore.solvers.systems.dual import DualSolution

ROLE_ORDER = ("source", "target", "merged")


@dataclass(frozen=True)
class Views:
    """The two decisions of a trained AsK-LS on the test samples of a split, and the one merged from them.

    Decisions are (n, n_classes), with two classes -f and f; ``merged``, whose largest decides, is (f_s + f_t)/2 for the
    rule "mean", one view alone for "source" and "target", probabilities for "stack" and "joint". ``predicted`` and
    ``scores`` are by role: "source", "target", "merged". ``coefficients`` have one column for two classes, else one per
    class. ``condition``, of the undamped system, is not a number where nobody has asked for it: of a damped system of
    more than ``PATH_LIMIT`` training samples it takes many times as long as the solution.
    """

    __getattr__ = without(plot="askcore.plot(found)")

    classes: np.ndarray = field(repr=False)
    truth: np.ndarray = field(repr=False)
    f_source: np.ndarray = field(repr=False)
    f_target: np.ndarray = field(repr=False)
    merged: np.ndarray = field(repr=False)
    merge: str
    predicted: Mapping[str, np.ndarray] = field(repr=False)
    scores: pd.DataFrame = field(repr=False)
    chance: float
    coefficients: Coefficients
    condition: float
    damping: float
    solver: str
    symmetric: bool
    messages: tuple[str, ...] = field(repr=False)
    seconds: float

    @property
    def disagree(self) -> np.ndarray:
        """(n,) mask of test samples to which the two views give different classes."""
        return self.predicted["source"] != self.predicted["target"]


def decide_views(
    problem: Problem,
    split: Split,
    *,
    gamma: float = 1.0,
    damping: float | str = "auto",
    merge: str = "mean",
    prepared: Prepared | None = None,
) -> Views:
    """Train AsK-LS on ``split.train`` and decide the samples of ``split.test`` from both views.

    Parameters
    ----------
    problem : kernel, samples and labels; only labels of the split are read.
    split : which samples are trained on and which are decided.
    gamma : weight of the errors.
    damping : lambda, or "auto": none, and 1 at a resonance.
    merge : "mean", "source", "target", or learned from ten folds: "stack", "joint".
    prepared : this problem on this split, where it is at hand.

    Returns
    -------
    Views

    Raises
    ------
    numpy.linalg.LinAlgError : damping is 0 and the system singular.
    """
    prepared = prepare(problem, split) if prepared is None else prepared
    if problem.swapped is not None:  # no estimator makes these pairs from samples
        return path_views(prepared, gamma=gamma, damping=damping, merge=merge)
    start = time.perf_counter()
    bound = prepared.bound
    training, Y = KernelViews(bound, "auto", TOLERANCE), prepared.Y
    solution = training.solve(Y, gamma, damping)
    coefficients = Coefficients.of(solution)
    rows, columns = bound.source(split.test), bound.target(split.test).T

    def views(of: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        return rows @ of.c + of.b_source, columns @ of.a + of.b_target

    merged = None
    if merge in LEARNED:
        again = solution.damping if solution.damping > 0 else damping
        merger, mean = merger_by_refits(training, prepared, gamma=gamma, damping=again, merge=merge)
        merged = merger.probabilities(*views(mean))
    f_s, f_t = views(coefficients)
    return assemble(
        prepared.classes,
        prepared.truth,
        both_signs(f_s),
        both_signs(f_t),
        merged,
        merge=merge,
        coefficients=coefficients,
        condition=_condition(solution, bound),
        damping=solution.damping,
        solver=solution.solver,
        symmetric=solution.symmetric,
        # A merger that learns from ten folds may have the same to say in each of them.
        messages=tuple(dict.fromkeys(map(str, training.notes))),
        seconds=time.perf_counter() - start,
    )


def merger_by_refits(
    training: KernelViews, prepared: Prepared, *, gamma: float, damping: Any, merge: str
) -> tuple[Merger, Coefficients]:
    """Learn "stack" or "joint" from ten models that leave a tenth out each, as ``AsKLSClassifier`` does."""
    f_s, f_t, mean = fold_views(
        training,
        prepared.codes,
        prepared.Y,
        gamma=gamma,
        damping=damping,
        folds=10,
        random_state=check_random_state(0),
    )
    joint = merge == "joint"
    return learn_merger(f_s, f_t, prepared.codes, len(prepared.classes), joint=joint), mean


def _condition(solution: DualSolution, bound: BoundKernel) -> float:
    """Of the undamped system, where it decided something or costs little."""
    known = solution.is_judged or len(bound.samples()) <= PATH_LIMIT
    return solution.condition.value if known else np.nan


def assemble(
    classes: np.ndarray,
    truth: np.ndarray,
    f_source: np.ndarray,
    f_target: np.ndarray,
    merged: np.ndarray | None,
    *,
    merge: str,
    **more: Any,
) -> Views:
    """Views (n, n_classes) with what they predict and how well; ``merged`` where the rule had to be learned."""
    if merged is None:
        merged = {"source": f_source, "target": f_target}.get(merge, (f_source + f_target) / 2)
    decisions = {"source": f_source, "target": f_target, "merged": merged}
    predicted = {role: read_only(classes[f.argmax(axis=1)]) for role, f in decisions.items()}
    return Views(
        classes=classes,
        truth=read_only(truth),
        f_source=read_only(f_source),
        f_target=read_only(f_target),
        merged=read_only(merged),
        merge=merge,
        predicted=predicted,
        scores=pd.DataFrame([{"role": role, **score(truth, predicted[role])} for role in ROLE_ORDER]),
        chance=chance_level(truth),
        **more,
    )


TOLERANCE = 1e-10  # of the iterative solver, as AsKLSClassifier has it
PATH_LIMIT = 1200  # training samples up to which the decomposition takes no more than a second


@dataclass(frozen=True, eq=False)
class Prepared:
    """A training set and the samples to decide: blocks and decomposition, each made once, when asked for."""

    problem: Problem
    split: Split

    @property
    def bound(self) -> BoundKernel:
        """The kernel bound to the training samples; it hands out the blocks below."""
        return _Kept(self, self._plain)

    @made_once
    def _plain(self) -> BoundKernel:
        return self.problem.bound(self.split.train)

    @made_once
    def K(self) -> Any:
        """K(train, train), (m, m), dense or sparse; a DataError where its numbers are too large or small to compare."""
        K = self._plain.train()
        check_fourth_powers(K)
        return K

    @made_once
    def source_block(self) -> Any:
        """K(test, train), (n, m)."""
        return self._plain.source(self.split.test)

    @made_once
    def target_block(self) -> Any:
        """K(train, test), (m, n)."""
        return self._plain.target(self.split.test)

    @made_once
    def path(self) -> DualPath:
        """The decomposition of K(train, train)."""
        return DualPath(self.K)

    @made_once
    def classes(self) -> np.ndarray:
        """(n_classes,) labels in the training part, sorted."""
        return read_only(np.unique(self.problem.labels[self.split.train]))

    @made_once
    def codes(self) -> np.ndarray:
        """(m,) positions of the training labels among the classes."""
        return read_only(np.searchsorted(self.classes, self.problem.labels[self.split.train]))

    @made_once
    def Y(self) -> np.ndarray:
        """(m, k) one class against the rest."""
        return read_only(one_vs_rest(self.codes, len(self.classes)))

    @made_once
    def truth(self) -> np.ndarray:
        """(n,) labels of the test samples."""
        return read_only(self.problem.labels[self.split.test])


@dataclass(frozen=True)
class _Kept:
    """A kernel whose training block is that of a ``Prepared``, and its test blocks, too, where it holds them: larger
    ones than of ``PATH_LIMIT`` training samples are not held on account of being asked for here."""

    prepared: Prepared
    inner: BoundKernel

    def train(self) -> Any:
        return self.prepared.K

    def source(self, X: Any, among: np.ndarray | None = None) -> Any:
        held = self._holds(X, among, "source_block")
        return self.prepared.source_block if held else self.inner.source(X, among)

    def target(self, X: Any, among: np.ndarray | None = None) -> Any:
        held = self._holds(X, among, "target_block")
        return self.prepared.target_block if held else self.inner.target(X, among)

    def samples(self) -> np.ndarray:
        return self.inner.samples()

    def _holds(self, X: Any, among: np.ndarray | None, block: str) -> bool:
        split = self.prepared.split
        small = len(split.train) <= PATH_LIMIT
        return X is split.test and among is None and (small or block in vars(self.prepared))


def prepare(problem: Problem, split: Split) -> Prepared:
    """What serves every gamma and damping: blocks of the kernel matrix and their decomposition.

    Parameters
    ----------
    problem : kernel, samples and labels.
    split : training and test samples.

    Returns
    -------
    Prepared : nothing of it computed yet.
    """
    return Prepared(problem, split)


def with_decomposition(prepared: Prepared) -> Prepared:
    """The same training set with its blocks and their decomposition made: for another process to do."""
    _ = prepared.K, prepared.source_block, prepared.target_block, prepared.path
    return prepared


def path_views(
    prepared: Prepared, *, gamma: float = 1.0, damping: Any = "auto", merge: str = "mean"
) -> Views:
    """``decide_views`` from the decomposition; "stack" and "joint" decide by the views of the one model.

    Parameters
    ----------
    prepared : training and test samples.
    gamma : weight of the errors.
    damping : lambda, or "auto".
    merge : "mean", "source", "target", "stack" or "joint".

    Returns
    -------
    Views

    Raises
    ------
    numpy.linalg.LinAlgError : damping is 0 and the system singular.
    """
    start = time.perf_counter()
    path = prepared.path
    lam, note = path.decide_damping(gamma, damping)
    a, c, b_source, b_target = path.solve(prepared.Y, gamma, lam)
    f_s = prepared.source_block @ c + b_source
    f_t = prepared.target_block.T @ a + b_target
    merged = None
    if merge in LEARNED:
        merger = merger_by_tenths(
            path, prepared.codes, prepared.Y, gamma=gamma, damping=lam, joint=merge == "joint"
        )
        merged = merger.probabilities(f_s, f_t)
    return assemble(
        prepared.classes,
        prepared.truth,
        both_signs(f_s),
        both_signs(f_t),
        merged,
        merge=merge,
        coefficients=Coefficients(*(read_only(part) for part in (c, a, b_source, b_target))),
        condition=path.condition(gamma),
        damping=lam,
        solver="path",
        symmetric=path.symmetric,
        messages=() if note is None else (str(note),),
        seconds=time.perf_counter() - start,
    )
