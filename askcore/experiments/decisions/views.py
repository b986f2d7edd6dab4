"""One training of AsK-LS and what its two views decide: fitted, or at any gamma and damping without a refit.

``Prepared`` holds everything that neither gamma nor damping changes: the kernel matrix of the training samples, its
blocks with the test samples, and their decomposition, each made once, when asked for. ``path_views`` gives from it what
AsKLSClassifier gives, with "stack" and "joint" learned from the views of each tenth by the model without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore._lazy import cached_property, is_cached
from askcore._machine import in_threads
from askcore._random import check_random_state
from askcore._removed import without
from askcore._validation import check_fourth_powers, read_only
from askcore.estimators._merging import fold_views, learn_merger
from askcore.estimators._views import Coefficients, KernelViews
from askcore.experiments.direction import IndexedKernel
from askcore.experiments.evaluation import chance_level, score
from askcore.experiments.fitted import LEARNED, merger_by_tenths
from askcore.experiments.problem import Problem
from askcore.experiments.running.workers import cores
from askcore.experiments.split import Split
from askcore.kernels.binding import BoundKernel
from askcore.solvers.labels import both_signs, merged_decision, one_vs_rest
from askcore.solvers.path import DualPath
from askcore.solvers.systems.shifts import DampedSolutions

ROLE_ORDER = ("source", "target", "merged")


class TwoViews:
    """Decisions (n, n_classes) of two views and the merged one, whose largest decides; with two classes -f and f."""

    classes: np.ndarray
    f_source: np.ndarray
    f_target: np.ndarray
    merged: np.ndarray

    @cached_property
    def predicted(self) -> dict[str, np.ndarray]:
        """Role ("source", "target", "merged") to predicted labels (n,)."""
        values = self.f_source, self.f_target, self.merged
        return {
            role: read_only(self.classes[f.argmax(axis=1)])
            for role, f in zip(ROLE_ORDER, values, strict=True)
        }

    @property
    def disagree(self) -> np.ndarray:
        """(n,) mask of samples to which the two views give different classes."""
        return np.asarray(self.predicted["source"] != self.predicted["target"])


@dataclass(frozen=True)
class Views(TwoViews):
    """The two decisions of a trained AsK-LS on the test samples of a split, and the one merged from them.

    ``merged`` is (f_s + f_t)/2 for the rule "mean", one view alone for "source" and "target", probabilities for "stack"
    and "joint". ``coefficients`` have one column for two classes, else one per class. ``condition``, of the undamped
    system, is not a number unless it was requested: of a damped system of more than ``PATH_LIMIT`` training
    samples it takes many times as long as the solution.
    """

    __getattr__ = without(plot="askcore.plot(found)")

    classes: np.ndarray = field(repr=False)
    truth: np.ndarray = field(repr=False)
    f_source: np.ndarray = field(repr=False)
    f_target: np.ndarray = field(repr=False)
    merged: np.ndarray = field(repr=False)
    merge: str
    coefficients: Coefficients
    condition: float
    damping: float
    solver: str
    symmetric: bool
    messages: tuple[str, ...]

    @cached_property
    def scores(self) -> pd.DataFrame:
        """A row for each role, with the numbers of ``score``."""
        return pd.DataFrame(
            [{"role": role, **score(self.truth, self.predicted[role])} for role in ROLE_ORDER]
        )

    @cached_property
    def chance(self) -> float:
        """Accuracy of always guessing the most common class."""
        return chance_level(self.truth)


def decide_views(
    problem: Problem,
    split: Split,
    *,
    gamma: float = 1.0,
    damping: float | str = "auto",
    merge: str = "mean",
    class_weight: str | None = None,
    solver: str = "auto",
    prepared: Prepared | None = None,
) -> Views:
    """Train AsK-LS on ``split.train`` and compute both views of the samples in ``split.test``.

    Parameters
    ----------
    problem : kernel, samples and labels; only labels of the split are used.
    split : training samples and test samples.
    gamma : weight of the errors.
    damping : lambda, or "auto": 0, or 1 at a resonance.
    merge : "mean", "source", "target", or learned from ten folds: "stack", "joint".
    class_weight : "balanced" gives each training sample a weight inversely proportional to the frequency of its class
        in the training part, as in ``AsKLSClassifier``. The weight applies to its error, to its loss in a learned
        merging, and to parameters that the kernel computes from the training set, such as a bandwidth. None gives all
        samples the same weight.
    solver : as in ``AsKLSClassifier``.
    prepared : the prepared problem on this split, if available.

    Returns
    -------
    Views

    Raises
    ------
    ValueError : ``class_weight`` has another value.
    numpy.linalg.LinAlgError : damping is 0 and the system is singular.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> from askcore.experiments import KernelChoice, holdout_split
    >>> data = load_sample("iris")
    >>> problem, split = Problem(data, KernelChoice("sne")), holdout_split(data.y)
    >>> views = decide_views(problem, split, gamma=10.0, damping=0.1, class_weight="balanced")
    >>> bool(views.scores["balanced_accuracy"].min() > 0.9)
    True
    """
    prepared = prepare(problem, split) if prepared is None else prepared
    weight = sample_weights(prepared.codes, class_weight)
    if weight is not None and isinstance(prepared.bound, IndexedKernel):
        prepared = Prepared(problem, split, weight)
    training = KernelViews(prepared.bound, solver, TOLERANCE, weight)
    vars(training)["K"] = prepared.K
    rows, columns = prepared.read("source"), prepared.read("target").T
    solution = training.solve(prepared.Y, gamma, damping)
    coefficients = Coefficients.from_solution(solution)

    def views(coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        return rows @ coefficients.c + coefficients.b_source, columns @ coefficients.a + coefficients.b_target

    merged = None
    if merge in LEARNED:
        again = solution.damping if solution.damping > 0 else damping
        f_s, f_t, mean = fold_views(
            training,
            prepared.codes,
            prepared.Y,
            gamma=gamma,
            damping=again,
            folds=10,
            random_state=check_random_state(0),
        )
        joint, n_classes = merge == "joint", len(prepared.classes)
        merger = learn_merger(f_s, f_t, prepared.codes, n_classes, joint=joint, sample_weight=weight)
        merged = merger.probabilities(*views(mean))
    return _assembled(
        prepared,
        *views(coefficients),
        merge=merge,
        merged=merged,
        coefficients=coefficients,
        # Of the undamped system, where it decided something or costs little.
        condition=solution.condition.value if solution.is_judged or prepared.is_small else np.nan,
        damping=solution.damping,
        solver=solution.solver,
        symmetric=solution.symmetric,
        # A merger that learns from ten folds may have the same to say in each of them.
        messages=tuple(dict.fromkeys(map(str, training.notes))),
    )


def sample_weights(codes: np.ndarray, class_weight: str | None) -> np.ndarray | None:
    """Weights of samples by their class, (m,), as ``class_weight`` of ``AsKLSClassifier`` gives them; None for ones."""
    if class_weight not in (None, "balanced"):
        raise ValueError(f"class_weight must be 'balanced' or None, got {class_weight!r}.")
    of_classes = np.bincount(codes)
    return None if class_weight is None else (of_classes.mean() / of_classes)[codes]


def weighted_bound(problem: Problem, train: np.ndarray, class_weight: str | None) -> BoundKernel:
    """The kernel bound to training samples that are weighted by their class."""
    codes = np.unique(problem.labels[train], return_inverse=True)[1]
    return problem.bound(train, sample_weights(codes, class_weight))


def _assembled(
    prepared: Prepared, f_s: np.ndarray, f_t: np.ndarray, *, merge: str, merged: Any = None, **more: Any
) -> Views:
    """Views of the test samples; ``merged`` where the rule had to be learned."""
    f_source, f_target = both_signs(f_s), both_signs(f_t)
    merged = merged_decision(f_source, f_target, merge) if merged is None else merged
    f_source, f_target, merged = (read_only(f) for f in (f_source, f_target, merged))
    return Views(prepared.classes, prepared.truth, f_source, f_target, merged, merge, **more)


TOLERANCE = 1e-10  # of the iterative solver, as AsKLSClassifier has it
BASIS = 60e6  # bytes of the basis that serves every gamma at one damping
PATH_LIMIT = 1200  # training samples up to which the decomposition takes no more than a second


@dataclass(frozen=True, eq=False)
class Prepared:
    """A training set and the samples to decide: blocks and decomposition, each made once, when asked for.

    ``weight`` (m,) of the training samples counts in what the kernel learns of them, where it learns anything.
    """

    problem: Problem
    split: Split
    weight: np.ndarray | None = None

    @cached_property
    def bound(self) -> BoundKernel:
        """The kernel bound to the training samples."""
        return self.problem.bound(self.split.train, self.weight)

    def deciding(self, split: Split) -> Prepared:
        """The same training samples with those of another split to decide; what is there of K is shared."""
        for name in ("K", "path") if self.is_small else ():
            getattr(self, name)
        other, shared = (
            Prepared(self.problem, split, self.weight),
            ("bound", "K", "path", "classes", "codes", "Y"),
        )
        vars(other).update({name: vars(self)[name] for name in shared if is_cached(self, name)})
        return other

    @property
    def is_small(self) -> bool:
        """Whether a decomposition takes no more than a second."""
        return len(self.split.train) <= PATH_LIMIT

    def read(self, side: str) -> Any:
        """The "source" or "target" block: past ``PATH_LIMIT`` training samples not held on account of this call."""
        if self.is_small or f"{side}_block" in vars(self):
            return getattr(self, f"{side}_block")
        return getattr(self.bound, side)(self.split.test)

    @cached_property
    def K(self) -> Any:
        """K(train, train), (m, m), dense or sparse; a DataError where its numbers are too large or small to compare."""
        K = self.bound.train()
        check_fourth_powers(K)
        return K

    @cached_property
    def source_block(self) -> Any:
        """K(test, train), (n, m)."""
        return self.bound.source(self.split.test)

    @cached_property
    def target_block(self) -> Any:
        """K(train, test), (m, n)."""
        return self.bound.target(self.split.test)

    @cached_property
    def path(self) -> DualPath:
        """The decomposition of K(train, train)."""
        return DualPath(self.K)

    @cached_property
    def classes(self) -> np.ndarray:
        """(n_classes,) labels in the training part, sorted."""
        return read_only(np.unique(self.problem.labels[self.split.train]))

    @cached_property
    def codes(self) -> np.ndarray:
        """(m,) positions of the training labels among the classes."""
        return read_only(np.searchsorted(self.classes, self.problem.labels[self.split.train]))

    @cached_property
    def Y(self) -> np.ndarray:
        """(m, k) one class against the rest."""
        return read_only(one_vs_rest(self.codes, len(self.classes)))

    @cached_property
    def truth(self) -> np.ndarray:
        """(n,) labels of the test samples."""
        return read_only(self.problem.labels[self.split.test])


def prepare(problem: Problem, split: Split) -> Prepared:
    """Compute the blocks of the kernel matrix and their decomposition, which serve every gamma and damping.

    Parameters
    ----------
    problem : kernel, samples and labels.
    split : training and test samples.

    Returns
    -------
    Prepared : an object whose parts are computed on first use.
    """
    return Prepared(problem, split)


def path_views(
    prepared: Prepared, *, gamma: float = 1.0, damping: Any = "auto", merge: str = "mean"
) -> Views:
    """Compute ``decide_views`` from a stored decomposition. "stack" and "joint" use the views of this one model.

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
    numpy.linalg.LinAlgError : damping is 0 and the system is singular.
    """
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
    return _assembled(
        prepared,
        f_s,
        f_t,
        merge=merge,
        merged=merged,
        coefficients=Coefficients(*(read_only(part) for part in (c, a, b_source, b_target))),
        condition=path.condition(gamma),
        damping=lam,
        solver="path",
        symmetric=path.symmetric,
        messages=() if note is None else (str(note),),
    )


def damped_solutions(
    problem: Problem, split: Split, damping: float, largest: float = np.inf
) -> DampedSolutions | None:
    """AsK-LS at one damping and every gamma up to ``largest``, past ``PATH_LIMIT``; None if no basis is enough."""
    prepared = prepare(problem, split)
    try:
        return DampedSolutions(prepared.K, prepared.Y, damping, tol=TOLERANCE, at_most=BASIS, largest=largest)
    except ArithmeticError:
        return None


def damped_views(
    prepared: Prepared, solutions: DampedSolutions, *, gamma: float = 1.0, merge: str = "mean"
) -> Views:
    """``decide_views`` from ``damped_solutions``, for a rule of merging that nothing is learned for."""
    a, c, b_source, b_target = solutions.solve(gamma)
    rows, columns = in_threads(prepared.read, ("source", "target"), min(2, cores()))
    return _assembled(
        prepared,
        rows @ c + b_source,
        columns.T @ a + b_target,
        merge=merge,
        coefficients=Coefficients(*(read_only(part) for part in (c, a, b_source, b_target))),
        condition=np.nan,
        damping=solutions.damping,
        solver="iterative",
        symmetric=solutions.symmetric,
        messages=(),
    )
