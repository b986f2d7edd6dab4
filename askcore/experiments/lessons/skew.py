"""What an SVM and AsK-LS learn of S + t A, where S and A are the symmetric and the skew-symmetric part of a kernel.

Experiment floor. The dual of an SVM holds K in a'K a alone, and a'A a = 0 for every a (He et al. 2022, section 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.svm import SVC

from askcore._validation import read_only
from askcore.experiments.matrix.blocks import class_means
from askcore.experiments.split import Split
from askcore.experiments.svm import SVC_CAP, silenced
from askcore.operators import as_operator
from askcore.solvers.labels import decided_codes, one_vs_rest
from askcore.solvers.path import DualPath


@dataclass(frozen=True)
class SkewPath:
    """What is learned of K_t = S + t A at each of ``shares`` (T,).

    ``svm`` and the merged ``askls`` are accuracies on the held-out samples; ``quadratic`` is a'K_t a and ``symmetric``
    a'S a, with the coefficients a_i = alpha_i y_i of the SVM (of several classes: of the first against the rest);
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
    """Train an SVM and AsK-LS, each one class against the rest, at every t.

    The SVM is the minimum of its dual, which is that with (K_t + K_t') / 2; held-out samples are decided with the same.

    t = 1 is K itself, t = -1 its transpose.

    Examples
    --------
    >>> from askcore.experiments import holdout_split
    >>> K, labels = np.array([[1.0, 0.0], [1.0, 1.0]]), ["a", "b"]
    >>> found = skew_path(K, labels, holdout_split(labels, train_size=1.0), [0.0, 1.0])
    >>> found.means[1].tolist(), bool(found.quadratic[0] == found.quadratic[1])
    ([[1.0, 0.0], [1.0, 1.0]], True)
    """
    classes, codes = np.unique(np.asarray(labels), return_inverse=True)
    Y = one_vs_rest(codes[split.train], len(classes))
    S, A = (K + K.T) / 2, (K - K.T) / 2
    svm, askls, quadratic, symmetric, means = [], [], [], [], []
    for t in shares:
        K_t = S + t * A
        decisions, a = _svm(K_t, Y, split, cost)
        inner = np.ix_(split.train, split.train)
        svm.append(_accuracy(decisions, codes[split.test]))
        askls.append(_accuracy(_askls(K_t, Y, split, gamma, damping), codes[split.test]))
        quadratic.append(a @ K_t[inner] @ a)
        symmetric.append(a @ S[inner] @ a)
        means.append(class_means(as_operator(K_t), np.asarray(labels), np.asarray(labels)).means)
    return SkewPath(
        _column(shares),
        _column(svm),
        _column(askls),
        _column(quadratic),
        _column(symmetric),
        tuple(classes.tolist()),
        read_only(np.array(means)),
    )


def _svm(K: np.ndarray, Y: np.ndarray, split: Split, cost: float) -> tuple[np.ndarray, np.ndarray]:
    """Decisions (n, k) on the held-out samples, and the coefficients (m,) of the first class."""
    seen = (K + K.T) / 2
    decisions, coefficients = [], np.zeros(len(split.train))
    for k, y in enumerate(Y.T):
        model = SVC(C=cost, kernel="precomputed", max_iter=SVC_CAP)
        with silenced():
            model.fit(seen[np.ix_(split.train, split.train)], y)
        decisions.append(model.decision_function(seen[np.ix_(split.test, split.train)]))
        if k == 0:
            coefficients[model.support_] = model.dual_coef_[0]
    return np.array(decisions).T, coefficients


def _askls(K: np.ndarray, Y: np.ndarray, split: Split, gamma: float, damping: float) -> np.ndarray:
    """Merged decisions (n, k) on the held-out samples."""
    a, c, b1, b2 = DualPath(K[np.ix_(split.train, split.train)]).solve(Y, gamma, damping)
    source = K[np.ix_(split.test, split.train)] @ c + b1
    target = K[np.ix_(split.train, split.test)].T @ a + b2
    return (source + target) / 2


def _accuracy(decisions: np.ndarray, codes: np.ndarray) -> float:
    return float((decided_codes(decisions) == codes).mean())


def _column(values: Sequence[float]) -> np.ndarray:
    return read_only(np.array(values, dtype=float))
