"""Evaluate features: classes of nodes by the linear LS-SVM, and classes or numbers of table rows.

The tasks of Tao et al. 2023, table 1 and tables 3 and 6. A choice, such as of several bandwidths, is
made by folds of the training samples (``evaluation``); for the LS-SVM one pass over the features serves every scaling
and gamma (``solvers.Moments``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from sklearn import metrics
from sklearn.base import BaseEstimator, is_classifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from askcore._random import draw_seeds
from askcore.experiments.evaluation import Candidate, Outcome, Refitted, SplitTask, UnderKernels, score, tune
from askcore.experiments.evaluation import inner_folds as inner_folds_of
from askcore.experiments.split import Split, class_codes, holdout_split
from askcore.solvers.labels import decided_codes
from askcore.solvers.moments import Moments
from askcore.solvers.path import linear_path
from askcore.solvers.svd.singular import SCALINGS


@dataclass(frozen=True, eq=False)
class FeatureSet:
    """Vectors (N, d) without scaling, the singular value of each (d,), and what to call them, such as a bandwidth."""

    vectors: np.ndarray
    values: np.ndarray
    name: str = ""

    def scale(self, scaling: str) -> np.ndarray:
        """Factors (d,) of the vectors under a name in ``SCALINGS``."""
        return np.asarray(self.values ** SCALINGS[scaling])


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores over the splits, (S,) each, and what was chosen on each: name of the feature set, scaling and gamma."""

    micro_f1: np.ndarray = field(repr=False)
    macro_f1: np.ndarray = field(repr=False)
    chosen: tuple[tuple[str, str, float], ...] = ()


def classification_splits(
    labels: ArrayLike | None,
    n_splits: int = 10,
    train_size: float = 0.6,
    random_state: int | Sequence[int] = 0,
) -> list[Split]:
    """Stratified splits of the labelled samples, each with its own seed from the seed sequence of ``random_state``."""
    seeds = draw_seeds(random_state, n_splits)
    return [holdout_split(labels, train_size=train_size, random_state=seed) for seed in seeds]


def node_classification(
    features: ArrayLike, labels: ArrayLike | None, *, splits: Sequence[Split], gamma: float = 1.0
) -> Scores:
    """Micro and macro F1 of the LS-SVM with the linear kernel on features (N, d), labels (N,), "" for none.

    For each class y = +1, the rest -1; (Z Z^T + I/gamma) alpha + b = y, f(x) = z(x)^T Z^T alpha + b, largest f wins.
    (Tao et al. 2023, table 1.)
    """
    Z, (codes, classes) = np.asarray(features, dtype=float), class_codes(labels)
    found = [
        score(codes[at.test], _decide(Z[at.train], codes[at.train], Z[at.test], len(classes), gamma))
        for at in splits
    ]
    return Scores(*_columns(found))


def _columns(found: Sequence[dict[str, float]]) -> tuple[np.ndarray, np.ndarray]:
    micro, macro = (np.array([each[name] for each in found]) for name in ("micro_f1", "macro_f1"))
    return micro, macro


def _decide(Z: np.ndarray, codes: np.ndarray, new: np.ndarray, n_classes: int, gamma: float) -> np.ndarray:
    """The class with the largest decision for each new sample; the primal form where there are more samples."""
    Y = _targets(codes, n_classes)
    if Z.shape[1] <= len(Z):
        sums = Moments.from_features(Z, None, Y)
        if sums.resolves(gamma):
            w, b = sums.solve(gamma)
            return decided_codes(new @ w + b)
    alpha, _, b, _ = linear_path(Z).solve(Y, gamma)
    return decided_codes(new @ (Z.T @ alpha) + b)


def _targets(codes: np.ndarray, n_classes: int) -> np.ndarray:
    """A column of -1 and +1 for each class, of two classes as well."""
    return np.where(codes[:, None] == np.arange(n_classes), 1.0, -1.0)


def tuned_classification(
    sets: Sequence[FeatureSet],
    labels: ArrayLike | None,
    splits: Sequence[Split],
    *,
    gammas: Sequence[float],
    scalings: Sequence[str] = tuple(SCALINGS),
    inner_folds: int = 5,
    random_state: int = 0,
) -> Scores:
    """Micro and macro F1 on the test samples, after every choice was made on the training samples.

    On each split the (feature set, scaling, gamma) with the largest share of right decisions over ``inner_folds``
    stratified folds is taken, the first of a tie.
    """
    codes, classes = class_codes(labels)
    offered = [
        Candidate(scaling, float(gamma), kernel=at)
        for at in range(len(sets))
        for scaling in scalings
        for gamma in gammas
    ]
    found, chosen = [], []
    for split in splits:
        task = SplitTask(split.train, split.test, codes[split.train], len(classes))
        folds = inner_folds_of(task.codes, inner_folds, random_state)
        under = {at: Refitted(partial(_linear, each), task) for at, each in enumerate(sets)}
        tuned = tune(task.codes, offered, UnderKernels(under.__getitem__), folds, tie=0.0)
        found.append(score(codes[split.test], tuned.outcome.codes))
        best = tuned.chosen
        chosen.append((sets[best.kernel].name, best.variant, best.gamma))  # type: ignore[call-overload]
    return Scores(*_columns(found), tuple(chosen))


def _linear(features: FeatureSet, task: SplitTask, offered: Sequence[Candidate]) -> list[Outcome | None]:
    """Decide with the linear LS-SVM on one feature set; a gamma that rounding swallows is no choice."""
    sums = Moments.from_features(features.vectors[task.fit], None, _targets(task.codes, task.n_classes))
    found: list[Outcome | None] = []
    for candidate in offered:
        scale = features.scale(candidate.variant)
        if not sums.resolves(candidate.gamma, scale):
            found.append(None)
            continue
        w, b = sums.solve(candidate.gamma, scale)
        found.append(Outcome(decided_codes(features.vectors[task.held] @ w + b)))
    return found


def linear_model(
    task: Literal["classification", "regression"], *, standardise: bool = True, cost: float = 1.0
) -> BaseEstimator:
    """Logistic or ordinary linear regression."""
    model = LogisticRegression(C=cost, max_iter=1000) if task == "classification" else LinearRegression()
    return make_pipeline(StandardScaler(), model) if standardise else model


def table_task(
    candidates: Sequence[np.ndarray],
    y: np.ndarray,
    model: BaseEstimator,
    *,
    test_size: float = 0.2,
    balanced: bool = False,
    inner_folds: int = 5,
    random_state: int | Sequence[int] = 0,
) -> dict[str, float]:
    """Scores of a classifier or a regressor on a split: "accuracy" and "auroc", or "rmse".

    Of several features (N, d), such as of several bandwidths, cross-validation with ``inner_folds`` folds of the
    training rows takes those with the best AUROC or squared error. AUROC with more classes is one against the rest,
    averaged.
    """
    classify = is_classifier(model)
    (seed,) = draw_seeds(random_state, 1)
    train, test = train_test_split(
        np.arange(len(y)), test_size=test_size, stratify=y if classify else None, random_state=seed
    )
    chosen = candidates[0]
    if len(candidates) > 1:
        kind, scoring = (StratifiedKFold, "roc_auc_ovr") if classify else (KFold, "neg_mean_squared_error")
        given = {"cv": kind(inner_folds, shuffle=True, random_state=seed), "error_score": "raise"}
        means = [
            cross_val_score(model, Z[train], y[train], scoring=scoring, **given).mean() for Z in candidates
        ]
        chosen = candidates[int(np.argmax(means))]
    model.fit(chosen[train], y[train])
    if classify:
        return _class_scores(y[test], model.predict_proba(chosen[test]), balanced)
    return {"rmse": float(metrics.root_mean_squared_error(y[test], model.predict(chosen[test])))}


def _class_scores(truth: np.ndarray, chance: np.ndarray, balanced: bool) -> dict[str, float]:
    named = np.unique(truth)[chance.argmax(axis=1)]  # every class is among the test rows
    share = metrics.balanced_accuracy_score if balanced else metrics.accuracy_score
    chance = chance[:, 1] if chance.shape[1] == 2 else chance
    return {
        "accuracy": float(share(truth, named)),
        "auroc": float(metrics.roc_auc_score(truth, chance, multi_class="ovr")),
    }
