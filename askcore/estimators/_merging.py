"""Two views, one decision: learned from views that no sample helped to train.

``stack`` is the published rule (He et al. 2022, their code): per class one unpenalised logistic regression on (f_s,
f_t). ``joint`` is one multinomial regression on the views of all classes. Both learn from out-of-fold views, or from
exact leave-one-out views instead of refits.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore._machine import cores, in_threads
from askcore._random import Seed
from askcore._threads import one_thread
from askcore.estimators._views import Coefficients, KernelViews, TrainingViews
from askcore.operators.matrix import SHARED

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline

UNPENALISED = 1e6  # scikit-learn's C; its default of 1 costs 0.03 on Cora
JOINT_C = 10.0
STEPS = 1000


@dataclass(frozen=True)
class Merger:
    """Learned merging: ``probabilities`` turns views (n, k) into class probabilities (n, n_classes)."""

    models: list[Pipeline]
    joint: bool
    n_classes: int

    @property
    def capped(self) -> bool:
        """Whether a regression stopped before it had converged."""
        return any(int(model[-1].n_iter_.max()) >= STEPS for model in self.models)

    def scores(self, f_s: np.ndarray, f_t: np.ndarray) -> np.ndarray:
        """Log-odds: (n,) for two classes, else (n, n_classes)."""
        if self.joint:
            return self.models[0].decision_function(np.hstack([f_s, f_t]))
        odds = [model.decision_function(_pair(f_s, f_t, j)) for j, model in enumerate(self.models)]
        return odds[0] if self.n_classes == 2 else np.column_stack(odds)

    def probabilities(self, f_s: np.ndarray, f_t: np.ndarray) -> np.ndarray:
        """(n, n_classes), rows summing to 1; one-vs-rest probabilities are scaled to that."""
        if self.joint:
            return self.models[0].predict_proba(np.hstack([f_s, f_t]))
        each = [model.predict_proba(_pair(f_s, f_t, j))[:, 1] for j, model in enumerate(self.models)]
        yes = np.column_stack(each)
        if self.n_classes == 2:
            return np.column_stack([1.0 - yes[:, 0], yes[:, 0]])
        total = yes.sum(axis=1, keepdims=True)
        return np.divide(yes, total, out=np.full_like(yes, 1.0 / self.n_classes), where=total > 0)


def fold_views(
    training: TrainingViews,
    codes: np.ndarray,
    Y: np.ndarray,
    *,
    gamma: float,
    damping: Any,
    folds: Any,
    random_state: Seed,
) -> tuple[np.ndarray, np.ndarray, Coefficients]:
    """Out-of-fold f_s and f_t of the training samples, and the mean model of the folds for new samples.

    ``folds`` is a number of shuffled, stratified ones, or the pairs (fit, held) themselves.
    """
    f_s, f_t = np.empty_like(Y), np.empty_like(Y)
    known = len(training.notes)

    def fitted(fold: tuple[np.ndarray, np.ndarray]) -> tuple[Coefficients, tuple[Warning, ...]]:
        fit, held = fold
        solution: Any = training.solve(Y[fit], gamma, damping, fit)  # what the same object takes again
        f_s[held], f_t[held] = training.inside(held, solution, fit)
        return training.coefficients(solution, fit), solution.notes

    parts = _folds(codes, folds, random_state) if isinstance(folds, int) else folds
    models, notes = zip(*in_threads(fitted, parts, _threads(training, Y)), strict=True)
    training.notes[known:] = chain.from_iterable(notes)  # in the order of the folds
    return f_s, f_t, Coefficients.mean(models)


def _threads(training: TrainingViews, Y: np.ndarray) -> int:
    """Folds to be solved at a time: products with a sparse matrix take one core each, unless they are large."""
    K: Any = training.K if isinstance(training, KernelViews) else None
    return cores() if sp.issparse(K) and K.nnz * Y.shape[1] < SHARED else 1


def learn_merger(
    f_s: np.ndarray,
    f_t: np.ndarray,
    codes: np.ndarray,
    n_classes: int,
    *,
    joint: bool,
    sample_weight: np.ndarray | None = None,
) -> Merger:
    """Learn to merge two views (m, k), from views that each sample's own label did not help to make.

    ``joint``: one multinomial regression on the views of all classes, rather than one regression per class (stacking,
    He et al. 2022, section 4). ``sample_weight`` (m,) weighs the losses.
    """
    if joint:
        model = _regression(JOINT_C, np.hstack([f_s, f_t]), codes, sample_weight)
        return Merger([model], joint=True, n_classes=n_classes)
    targets = [codes == 1] if n_classes == 2 else [codes == j for j in range(n_classes)]
    pairs = [_pair(f_s, f_t, j) for j in range(len(targets))]
    models = [_regression(UNPENALISED, *one, sample_weight) for one in zip(pairs, targets, strict=True)]
    return Merger(models, joint=False, n_classes=n_classes)


def _pair(f_s: np.ndarray, f_t: np.ndarray, j: int) -> np.ndarray:
    return np.column_stack([f_s[:, j], f_t[:, j]])


@one_thread()
def _regression(
    C: float, views: np.ndarray, target: np.ndarray, sample_weight: np.ndarray | None
) -> Pipeline:
    """Fitted step by step: to hand weights to the steps of a pipeline depends on scikit-learn's routing."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(views, sample_weight=sample_weight)
    regression = LogisticRegression(C=C, max_iter=STEPS)
    return make_pipeline(scaler, regression.fit(scaler.transform(views), target, sample_weight=sample_weight))


def _folds(codes: np.ndarray, folds: int, random_state: Any) -> list[tuple[np.ndarray, np.ndarray]]:
    n_splits = min(folds, len(codes), int(np.bincount(codes).max()))
    if n_splits < 2:
        raise ValueError(
            "merge='stack' or 'joint' learns from folds, but no class has two members. Use cv='loo', or "
            "merge='mean'."
        )
    return stratified_folds(codes, n_splits, random_state)


def given_folds(cv: Any, y: ArrayLike, kept: np.ndarray | None) -> list[tuple[np.ndarray, np.ndarray]]:
    """The folds of a splitter, or those given, as positions among the samples with a weight, ``kept`` of all."""
    from sklearn.model_selection import check_cv

    y = np.ravel(y)
    kept = np.arange(len(y)) if kept is None else kept
    place = np.full(len(y), -1)
    place[kept] = np.arange(len(kept))
    pairs = check_cv(cv, y, classifier=True).split(np.zeros((len(y), 1)), y)
    folds = [tuple(part[part >= 0] for part in (place[fit], place[held])) for fit, held in pairs]
    if not np.array_equal(np.sort(np.concatenate([held for _, held in folds])), np.arange(len(kept))):
        raise ValueError(
            "merge='stack' or 'joint' needs folds in cv that hold out every sample exactly once."
        )
    return [(fit, held) for fit, held in folds if len(held)]


def stratified_folds(
    codes: np.ndarray, n_folds: int, random_state: Any
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Shuffled, stratified folds; a class with fewer members than folds is missing from some."""
    from sklearn.model_selection import StratifiedKFold

    folds = StratifiedKFold(n_folds, shuffle=True, random_state=random_state)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The least populated class", category=UserWarning)
        return list(folds.split(codes, codes))
