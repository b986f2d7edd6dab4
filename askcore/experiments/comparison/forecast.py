"""How long a comparison will take and whether it fits, before it starts.

Experiment floor. Within a factor of two on a computer like the one where the constants were measured; a page takes
them times ``pace``. The run corrects itself by the time that its own first steps took.
"""

from __future__ import annotations

from askcore._validation import DataError, check_memory
from askcore.experiments.embeddings import DENSE, RANK
from askcore.experiments.methods import FEW, Method

__all__ = ["LONGEST", "check_affordable", "tuning_seconds"]

LONGEST = 2 * 3600.0

# Seconds, measured on one core. Of a matrix on m samples: its decomposition per m^3, once; each candidate; each
# candidate of the regression on views, per sample. "Two views" are those of an asymmetric matrix.
_ONCE, _SVD, _EIGH, _SOLVE = 5e-3, 0.9e-9, 0.3e-9, 0.13e-9
_EACH, _EACH_SQUARE = 2.5e-4, 2.6e-9
_REGRESSION, _REGRESSION_EACH = 6e-4, 1.8e-5
_ONE_VIEW = 0.4  # of these where both views are one
_THIN, _EMBEDDING = 3e-7, 3.5e-7  # features: per m and column; an embedding: per node and column
_DIRECT, _DIRECT_EACH = 4.5e-5, 4e-4  # a sparse solve: per sample, and each
_DIRECT_JOINT = 4.5  # such solves for the folds of a regression
# Methods that are refitted at each candidate: each fit, per sample, per sample squared.
_REFITTED = {
    "svc": (1.4e-3, 0.0, 3e-8),
    "largest": (5e-5, 0.0, 0.0),
    "logistic": (3e-3, 8e-6, 0.0),
    "rbf_svm": (1.4e-3, 0.0, 6e-8),
    "knn": (4e-4, 5e-7, 0.0),
    "propagation": (5e-4, 6e-6, 0.0),
    "neighbours": (2e-4, 1.3e-6, 0.0),
}


def tuning_seconds(
    method: Method,
    m: int,
    n_candidates: int,
    *,
    n_kernels: int = 1,
    n_folds: int | None = None,
    closed: bool = True,
    direct: bool = False,
    drawn: int = 0,
) -> float:
    """One method tuned, trained and tested on m training samples.

    Parameters
    ----------
    method : of ``METHODS``.
    m : training samples.
    n_candidates : settings offered, over all kernels.
    n_kernels : kernels among them.
    n_folds : by which it is tuned; None for single samples left out.
    closed : whether these are left out in closed form; else refits.
    direct : a sparse solve for each candidate in place of a decomposition.
    drawn : nodes of a graph whose directions were drawn, so that embeddings are made anew; else 0.

    Returns
    -------
    float : seconds, at the pace where the constants were measured.
    """
    each = n_candidates // n_kernels
    new = 0.0 if method.reads_kernel else _EMBEDDING * drawn * min(drawn, DENSE)
    if closed:
        return new + n_kernels * _fit_seconds(method, m, each)
    inner = round(m * (1 - 1 / max(n_folds or 2, 2)))
    refits = n_kernels * (n_folds or 1) * _fit_seconds(method, inner, each, direct=direct)
    return new + refits + _fit_seconds(method, m, 1, direct=direct)


def _fit_seconds(method: Method, m: int, n_candidates: int, *, direct: bool = False) -> float:
    """One fit on m samples at every candidate, and the decision; ``direct``: a sparse solve for each."""
    if method.name in _REFITTED:
        each, per_sample, per_square = _REFITTED[method.name]
        return n_candidates * (each + per_sample * m + per_square * m * m)
    features = method.needs_graph and not method.closed_folds
    if features:
        return (
            _ONCE
            + _THIN * m * min(m, 2 * RANK)
            + n_candidates * (_EACH + _EACH_SQUARE * m * min(m, 2 * RANK))
        )
    two = method.name.endswith("askls")
    joint = n_candidates / 5 if "joint" in method.variants else 0.0  # offered at one damping of several
    joint *= 1.0 if two else _ONE_VIEW
    if direct:
        return (n_candidates + joint * _DIRECT_JOINT) * (_DIRECT * m + _DIRECT_EACH)
    if n_candidates <= FEW:
        return _SOLVE * m**3 + _DIRECT_EACH
    views = 2.0 if two else 1.0
    seconds = _ONCE + (_SVD if two else _EIGH) * m**3 + n_candidates * views * (_EACH + _EACH_SQUARE * m * m)
    return seconds + joint * (_REGRESSION + _REGRESSION_EACH * m)


def check_affordable(seconds: float, m: int, *, dense: bool) -> None:
    """Refuse what would not fit into memory or take longer than ``LONGEST`` seconds.

    Raises
    ------
    DataError : with the forecast and what to change.
    """
    remedy = "Compare a sample of the rows."
    if dense:
        check_memory(100.0 * m * m, f"The comparison on {m:,} training samples", remedy)
    if seconds > LONGEST:
        raise DataError(
            f"the comparison would take about {seconds / 3600:.0f} hours with {m:,} training samples",
            remedy=f"{remedy} Fewer repeats, folds, methods or null=False help too.",
        )
