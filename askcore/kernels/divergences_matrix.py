"""A matrix of divergences between distributions, with the errors of its estimates, and its kernel exp(-a D).

Kernel floor.

Source: He et al. 2022, eq. 14.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import as_matrix, check_square
from askcore.kernels.precomputed import PrecomputedKernel

__all__ = ["KLMatrix", "divergence_kernel"]


@dataclass(frozen=True, eq=False)
class KLMatrix:
    """Estimated divergences of n distributions, in nats.

    Attributes
    ----------
    kl : (n, n), KL(P_i || P_j) in row i and column j; 0 on the diagonal. A true divergence is not negative, but
        an estimate of a small one may be, within its error: it is kept, because cutting it at 0 would bias it.
    standard_error : (n, n) of each estimate. Entries of a row share their draws, so their errors are correlated.
    n_draws : from each P_i.
    """

    kl: np.ndarray
    standard_error: np.ndarray
    n_draws: int

    @property
    def n_negative(self) -> int:
        """How many estimates are below zero."""
        return int((self.kl < 0).sum())

    @property
    def typical(self) -> float:
        """The median over pairs i != j: 1/typical is a natural scale for ``a``. 1 for a single distribution."""
        off = self.kl[~np.eye(len(self.kl), dtype=bool)]
        return max(float(np.median(off)), np.finfo(float).tiny) if len(off) else 1.0

    def kernel(self, a: float = 1.0) -> PrecomputedKernel:
        """exp(-a KL) over the indices of the distributions; slightly above 1 where an estimate is negative."""
        return divergence_kernel(self.kl, a)


def divergence_kernel(divergence: Any, a: float = 1.0) -> PrecomputedKernel:
    """The kernel exp(-a D_ij) over the rows and columns of a matrix D of divergences, shape (n, n).

    ``a`` > 0, in the inverse unit of D. D may hold +inf (K is 0 there) and, as an estimate, small negative values
    (K is a little above 1 there).

    Raises
    ------
    ValueError : ``a`` is not positive, D is not square or holds NaN or -inf, or exp(-a D) overflows.

    Examples
    --------
    >>> divergence_kernel([[0.0, 1.0], [2.0, 0.0]], a=0.5)([0], [0, 1]).round(3)
    array([[1.   , 0.607]])
    """
    if not 0 < a < np.inf:
        raise ValueError(f"a must be a positive number, got {a!r}.")
    D = np.array(divergence, dtype=np.float64)
    D[np.isposinf(D)] = np.finfo(float).max / max(a, 1.0)  # its kernel value is 0 all the same
    D = as_matrix(D, "divergence")
    check_square(D, "divergence")
    with np.errstate(over="ignore"):
        return PrecomputedKernel(np.exp(-a * D))
