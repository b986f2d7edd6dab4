"""Classification or regression of table rows on a few features: a linear model, a fifth of the rows held out.

Experiment floor. The task of Tao et al. 2023, tables 3 and 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import accuracy_score, roc_auc_score, root_mean_squared_error
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from askcore._random import draw_seeds
from askcore._validation import DataError, as_matrix

__all__ = ["TableScores", "table_task"]


@dataclass(frozen=True, eq=False)
class TableScores:
    """Metric name to its values over the splits, (S,) each: "accuracy" and "auroc", or "rmse"; and which of the
    candidates was taken on each split."""

    values: dict[str, np.ndarray]
    chosen: np.ndarray


def table_task(
    features: Any,
    y: Any,
    *,
    task: str = "classification",
    n_splits: int = 10,
    test_size: float = 0.2,
    standardise: bool = True,
    inner_folds: int = 5,
    random_state: int | Sequence[int] = 0,
) -> TableScores:
    """Scores of logistic or ordinary linear regression on features (N, d) with targets y (N,).

    A list of features is a choice, such as several bandwidths: on every split, cross-validation with ``inner_folds``
    folds of the training rows takes the one with the best AUROC or squared error.

    ``standardise`` scales each feature by the training rows (singular vectors have entries of N^-1/2, which the
    penalty of a logistic regression would hold down). AUROC with more classes is one against the rest, averaged.

    Raises
    ------
    DataError : features that do not fit the targets; a class too small to be in every part; targets that are no
        numbers.
    ValueError : an unknown task, no features, or a number out of its range.
    """
    given: Sequence[Any] = features if isinstance(features, list | tuple) else [features]
    candidates, y = [as_matrix(each, "features") for each in given], np.asarray(y)
    if not candidates:
        raise ValueError("features must be a matrix or a list of at least one.")
    if task not in ("classification", "regression"):
        raise ValueError(f"task must be 'classification' or 'regression', got {task!r}.")
    for Z in candidates:
        if Z.shape[0] != len(y):
            raise DataError(f"{Z.shape[0]:,} rows of features and {len(y):,} targets do not belong together")
    if n_splits < 1 or not 0 < test_size < 1:
        raise ValueError(f"Need n_splits >= 1 and 0 < test_size < 1, got {n_splits} and {test_size}.")
    classify = task == "classification"
    if classify:
        counts = np.unique(y, return_counts=True)[1]
        if len(counts) < 2 or counts.min() < 2:
            raise DataError("a classification needs two classes of at least two rows each")
        _check_shares(counts, len(y), test_size, inner_folds if len(candidates) > 1 else 1)
    elif y.dtype.kind not in "iuf" or not np.isfinite(y).all():
        raise DataError(
            "the targets of a regression must be finite numbers",
            remedy="Take task='classification', or leave out the rows without a number.",
        )
    seeds = draw_seeds(random_state, n_splits)
    rows, chosen = [], []
    for seed in seeds:
        split = train_test_split(
            np.arange(len(y)), test_size=test_size, stratify=y if classify else None, random_state=seed
        )
        model = _model(classify, standardise)
        best = _choice(model, candidates, y, split[0], classify, inner_folds, seed)
        chosen.append(best)
        rows.append(_score(model, candidates[best], y, *split, classify=classify))
    return TableScores({name: np.array([row[name] for row in rows]) for name in rows[0]}, np.array(chosen))


def _check_shares(counts: np.ndarray, n: int, test_size: float, folds: int) -> None:
    """Every class in the test rows, and as many members as inner folds among the training rows."""
    test = int(np.ceil(test_size * n))
    fewest = int(counts.min())
    if test < len(counts) or fewest * test < n or (folds > 1 and fewest - np.ceil(fewest * test / n) < folds):
        raise DataError(
            f"the smallest class has {fewest} of {n} rows, too few for every part to have one"
            + (f" with {folds} inner folds" if folds > 1 else ""),
            remedy="Give more rows of it, leave it out, hold out more rows, or take fewer folds.",
        )


def _model(classify: bool, standardise: bool) -> Any:
    linear = LogisticRegression(max_iter=1000) if classify else LinearRegression()
    return make_pipeline(StandardScaler(), linear) if standardise else linear


def _choice(
    model: Any,
    candidates: Sequence[np.ndarray],
    y: np.ndarray,
    train: np.ndarray,
    classify: bool,
    folds: int,
    seed: int,
) -> int:
    """The candidate that cross-validation within the training rows prefers; the first of a tie."""
    if len(candidates) == 1:
        return 0
    inner = (StratifiedKFold if classify else KFold)(folds, shuffle=True, random_state=seed)
    measure = "roc_auc_ovr" if classify else "neg_mean_squared_error"
    scores = [
        cross_val_score(model, Z[train], y[train], cv=inner, scoring=measure).mean() for Z in candidates
    ]
    return int(np.argmax(scores))


def _score(
    model: Any, Z: np.ndarray, y: np.ndarray, train: np.ndarray, test: np.ndarray, *, classify: bool
) -> dict[str, float]:
    model.fit(Z[train], y[train])
    if not classify:
        return {"rmse": float(root_mean_squared_error(y[test], model.predict(Z[test])))}
    chance = model.predict_proba(Z[test])
    two = chance.shape[1] == 2
    return {
        "accuracy": float(accuracy_score(y[test], model.predict(Z[test]))),
        "auroc": float(
            roc_auc_score(y[test], chance[:, 1] if two else chance, multi_class="raise" if two else "ovr")
        ),
    }
