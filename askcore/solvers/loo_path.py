"""Exact leave-one-out of labels along gamma, with scores: of AsK-LS and of LS-SVM.

From the one decomposition of ``path.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from askcore._removed import without
from askcore._validation import read_only
from askcore.solvers.labels import decided_codes, one_vs_rest
from askcore.solvers.path import DualPath, checked_gammas, symmetric_path


@dataclass(frozen=True)
class GammaPath:
    """Leave-one-out decisions and scores for each gamma.

    Attributes
    ----------
    gammas : (G,).  damping : lambda.  classes : (n_classes,).
    loo_source, loo_target : (G, m, n_outputs) views of each sample by the model that is trained without it; one output
        for two classes (positive: classes[1]).
    loo_score : (G,) accuracy of the merged leave-one-out decision (f_s + f_t)/2.  loo_score_source, loo_score_target :
        accuracy of each view.
    condition : (G,) condition number of the undamped system.
    resonances : the gammas at which this system is singular, 1/sigma_i of the centred K.
    """

    __getattr__ = without(plot="askcore.plot(path)")

    gammas: np.ndarray = field(repr=False)
    damping: float
    classes: np.ndarray = field(repr=False)
    loo_source: np.ndarray = field(repr=False)
    loo_target: np.ndarray = field(repr=False)
    loo_score: np.ndarray = field(repr=False)
    loo_score_source: np.ndarray = field(repr=False)
    loo_score_target: np.ndarray = field(repr=False)
    condition: np.ndarray = field(repr=False)
    resonances: np.ndarray = field(repr=False)


@dataclass(frozen=True, eq=False)
class LSSVMGammaPath:
    """Leave-one-out decisions of an LS-SVM for G gammas: ``loo`` (G, m, n_outputs) and ``loo_score`` (G,), otherwise as
    in ``GammaPath``.

    ``eigenvalues`` are those of the centred K in descending order, without the zero of the constant vector.
    ``resonances`` are -1/lambda_i of the negative eigenvalues in ascending order.
    """

    gammas: np.ndarray = field(repr=False)
    damping: float
    classes: np.ndarray = field(repr=False)
    loo: np.ndarray = field(repr=False)
    loo_score: np.ndarray = field(repr=False)
    condition: np.ndarray = field(repr=False)
    eigenvalues: np.ndarray = field(repr=False)
    resonances: np.ndarray = field(repr=False)


def gamma_path(
    K: Any,
    y: ArrayLike,
    gammas: Sequence[float],
    *,
    damping: float = 0.0,
    sample_weight: ArrayLike | None = None,
) -> GammaPath:
    """Compute exact leave-one-out views and scores of AsK-LS for many gammas from one SVD of the centred K.

    For a kernel that is normalised over the training set (SNE, T), the reference set is fixed: the row sums include the
    sample that is left out.

    Parameters
    ----------
    K : (m, m) kernel matrix of the training samples.
    y : (m,) class labels.
    gammas : positive numbers.
    damping : lambda >= 0, the same for all gammas.
    sample_weight : (m,) weights v >= 0 of the errors and of the scores, or None for ones.

    Returns
    -------
    GammaPath : views (G, m, n_outputs) on the scale of the labels -1 and +1, scores (G,) as shares.

    Raises
    ------
    ValueError : K is not square or not finite, there are fewer than two classes, or a gamma or the damping is out of
        range.

    Examples
    --------
    >>> import numpy as np
    >>> K = np.array([[1.0, 0.6, 0.0], [0.2, 1.0, 0.1], [0.0, 0.3, 1.0]])
    >>> path = gamma_path(K, ["a", "a", "b"], [0.1, 1.0, 10.0])
    >>> path.loo_source.shape
    (3, 3, 1)
    """
    path = DualPath(K, sample_weight=sample_weight)
    shared, (source, target), codes = _along(path, y, gammas, damping)
    return GammaPath(
        **shared,
        loo_source=read_only(source),
        loo_target=read_only(target),
        loo_score=_accuracy((source + target) / 2, codes, sample_weight),
        loo_score_source=_accuracy(source, codes, sample_weight),
        loo_score_target=_accuracy(target, codes, sample_weight),
    )


def lssvm_gamma_path(
    K: Any,
    y: ArrayLike,
    gammas: Sequence[float],
    *,
    damping: float = 0.0,
    sample_weight: ArrayLike | None = None,
) -> LSSVMGammaPath:
    """Compute exact leave-one-out decisions of an LS-SVM for many gammas from one eigendecomposition of the centred K.

    Parameters
    ----------
    K : (m, m) symmetric, positive semidefinite or indefinite.
    y : (m,) class labels.
    gammas : positive numbers.
    damping : lambda >= 0, the same for all gammas.
    sample_weight : (m,) weights v >= 0 of the errors and of the scores, or None for ones.

    Returns
    -------
    LSSVMGammaPath : decisions (G, m, n_outputs) on the scale of the labels -1 and +1, scores (G,) as shares.

    Raises
    ------
    ValueError : K is not symmetric or not finite, there are fewer than two classes, or a gamma or the damping is out of
        range.

    Examples
    --------
    >>> path = lssvm_gamma_path([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], ["a", "a", "b"], [0.1, 10.0])
    >>> path.loo.shape, path.resonances.round(6).tolist()
    ((2, 3, 1), [1.0])
    """
    path = symmetric_path(K, sample_weight=sample_weight)
    shared, (loo, _), codes = _along(path, y, gammas, damping)
    return LSSVMGammaPath(
        **shared,
        loo=read_only(loo),
        loo_score=_accuracy(loo, codes, sample_weight),
        eigenvalues=read_only(np.sort(path.modes)[::-1].copy()),
    )


def _along(
    path: DualPath, y: ArrayLike, gammas: Sequence[float], damping: float
) -> tuple[dict[str, Any], tuple[np.ndarray, np.ndarray], np.ndarray]:
    """Fields of both results, the views of samples left out, and the codes (m,) of the labels."""
    along = checked_gammas(gammas, damping)
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    if len(codes) != path.m:
        raise ValueError(f"y must have one label per row of K, {path.m}, got {len(codes)}.")
    if len(classes) < 2:
        raise ValueError("y must have at least two classes.")
    views = path.leave_one_out_along(one_vs_rest(codes, len(classes)), along, float(damping))
    shared = {
        "gammas": np.array(along),
        "damping": float(damping),
        "classes": classes,
        "condition": np.array([path.condition(gamma) for gamma in along]),
        "resonances": path.resonances,
    }
    return shared, views, codes


def _accuracy(decision: np.ndarray, codes: np.ndarray, sample_weight: Any) -> np.ndarray:
    """Share of right labels of decisions (G, m, n_outputs), weighted; a decision that is not finite is wrong."""
    finite = np.isfinite(decision).all(axis=2)
    return np.average((decided_codes(decision) == codes) & finite, axis=1, weights=sample_weight)
