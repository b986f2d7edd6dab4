"""How long a comparison will take and whether it fits, before it starts.

Experiment floor. Within a factor of two on a computer like the one where the constants were measured; a page takes
them times ``pace``. The run corrects itself by the time that its own first steps took.
"""

from __future__ import annotations

from askcore._validation import DataError, check_memory
from askcore.experiments.methods import FEW, Method

__all__ = ["LONGEST", "check_affordable", "tuning_seconds"]

LONGEST = 2 * 3600.0

# Seconds, measured on one core: per m^3 of a decomposition, per m^2 of a candidate, per candidate.
_SVD, _EIGH, _SOLVE = 1.2e-9, 0.2e-9, 0.13e-9
_PRODUCTS, _REGRESSION, _OVERHEAD = 4e-9, 8e-3, 4e-4
_DIRECT = 2.6e-5  # a sparse solve, per sample
_SVM, _ORDINARY, _FIT = (
    3e-8,
    4e-6,
    1e-3,
)  # an SVM with its kernel, per m^2; other ordinary methods, per sample; each fit


def tuning_seconds(
    method: Method,
    m: int,
    n_candidates: int,
    *,
    n_kernels: int = 1,
    n_folds: int | None = None,
    closed: bool = True,
    direct: bool = False,
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

    Returns
    -------
    float : seconds, at the pace where the constants were measured.
    """
    if not closed:
        inner = round(m * (1 - 1 / (n_folds or 2)))
        each = n_candidates // n_kernels
        refits = n_kernels * (n_folds or 1) * _fit_seconds(method, inner, each, direct=direct)
        return refits + _fit_seconds(method, m, 1, direct=direct)
    return n_kernels * _fit_seconds(method, m, n_candidates // n_kernels, direct=False)


def _fit_seconds(method: Method, m: int, n_candidates: int, *, direct: bool) -> float:
    """One fit on m samples at every candidate, and the decision; ``direct``: a sparse solve for each."""
    if method.own:
        each = _SVM * m * m if method.name == "rbf_svm" else _ORDINARY * m
        return n_candidates * (each + _FIT)
    if direct:
        return n_candidates * (_DIRECT * m + _OVERHEAD)
    if n_candidates <= FEW:
        return _SOLVE * m**3 + _OVERHEAD
    decomposition = _SVD if method.name == "askls" else _EIGH
    if method.needs_graph and method.variants != ("",):
        decomposition = 0.0  # thin features: no m x m matrix
    each = _PRODUCTS * m * m + _OVERHEAD
    joint = _REGRESSION / 2 if "joint" in method.variants else 0.0
    return decomposition * m**3 + n_candidates * (each + joint)


def check_affordable(seconds: float, m: int, *, dense: bool) -> None:
    """Refuse what would not fit into memory or take longer than ``LONGEST`` seconds.

    Raises
    ------
    DataError : with the forecast and what to change.
    """
    remedy = "Compare a sample of the rows, or set a smaller train_size."
    if dense:
        check_memory(100.0 * m * m, f"The comparison on {m:,} training samples", remedy)
    if seconds > LONGEST:
        raise DataError(
            f"the comparison would take about {seconds / 3600:.0f} hours with {m:,} training samples",
            remedy=f"{remedy} Fewer splits, inner_folds, methods or null=False help too.",
        )
