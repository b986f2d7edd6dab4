"""An SVM and AsK-LS on S + t D, with the symmetric part S and the skew-symmetric part D of a kernel matrix.

The dual of an SVM holds K in a'K a alone, and a'D a = 0 for every a (He et al. 2022, section 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

from askcore._validation import read_only
from askcore.estimators import AsKLSClassifier
from askcore.experiments.matrix.blocks import class_means
from askcore.experiments.split import Split
from askcore.experiments.svm import SVC_CAP, silenced
from askcore.kernels import PrecomputedKernel
from askcore.operators import as_operator


@dataclass(frozen=True)
class SkewPath:
    """Both methods on K_t = S + t D at each of ``shares`` (T,).

    ``svm`` and the merged ``askls`` are accuracies on the test samples; ``quadratic`` is a'K_t a and ``symmetric``
    a'S a, with the coefficients a_i = alpha_i y_i of the SVM of the first class against the rest;
    ``means`` (T, k, k) the mean entry of K_t from the rows of each class to the columns of each.
    """

    shares: np.ndarray = field(repr=False)
    svm: np.ndarray = field(repr=False)
    askls: np.ndarray = field(repr=False)
    quadratic: np.ndarray = field(repr=False)
    symmetric: np.ndarray = field(repr=False)
    classes: tuple[Any, ...] = field(repr=False)
    means: np.ndarray = field(repr=False)


def skew_path(
    K: np.ndarray,
    labels: Any,
    split: Split,
    shares: Sequence[float],
    *,
    cost: float = 1.0,
    gamma: float = 10.0,
    damping: float = 0.1,
) -> SkewPath:
    """Train an SVM and AsK-LS, each one class against the rest, at every t: at 1 on K, at -1 on its transpose.

    The SVM is the minimum of its dual, which is that with (K_t + K_t') / 2; it decides test samples with the same.

    Examples
    --------
    >>> from askcore.experiments import holdout_split
    >>> K, labels = np.array([[1.0, 0.0], [1.0, 1.0]]), ["a", "b"]
    >>> found = skew_path(K, labels, holdout_split(labels, train_size=1.0), [0.0, 1.0])
    >>> found.means[1].tolist(), bool(found.quadratic[0] == found.quadratic[1])
    ([[1.0, 0.0], [1.0, 1.0]], True)
    """
    y = np.asarray(labels)
    train, test, inner = split.train, split.test, np.ix_(split.train, split.train)
    S, D = (K + K.T) / 2, (K - K.T) / 2
    rows, means = [], []
    for t in shares:
        K_t = S + t * D
        seen = (K_t + K_t.T) / 2
        svm = OneVsRestClassifier(SVC(C=cost, kernel="precomputed", max_iter=SVC_CAP))
        with silenced():
            svm.fit(seen[inner], y[train])
        views = AsKLSClassifier(PrecomputedKernel(K_t), gamma=gamma, damping=damping).fit(train, y[train])
        scores = svm.score(seen[np.ix_(test, train)], y[test]), views.score(test, y[test])
        first, a = svm.estimators_[0], np.zeros(len(train))
        a[first.support_] = first.dual_coef_[0]
        rows.append([t, *scores, a @ K_t[inner] @ a, a @ S[inner] @ a])
        means.append(class_means(as_operator(K_t), y, y).means)
    ts, svms, askls, whole, part = (read_only(column.copy()) for column in np.array(rows, dtype=float).T)
    return SkewPath(ts, svms, askls, whole, part, tuple(np.unique(y).tolist()), read_only(np.array(means)))
