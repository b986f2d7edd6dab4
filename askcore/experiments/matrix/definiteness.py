r"""The signs of the eigenvalues of all of a matrix, made symmetric: exact while it is small, from products past that.

Experiment floor. A part drawn from a matrix says little of the signs of the whole: 600 nodes drawn from a sparse graph
keep almost no links. Up to ``ALL_SIGNS`` rows all eigenvalues are taken. Past that, two things need products only:

- the two ends of the spectrum, by Lanczos. It comes from inside the spectrum (Rayleigh quotients), so a negative value
  proves a negative eigenvalue, while a positive one proves nothing;
- how many eigenvalues are negative and how much they hold, by Lanczos quadrature, with standard errors.

Products with a stored or structured matrix are cheap; where each evaluates the kernel anew, they may be left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.linalg
import scipy.sparse as sp
from scipy.sparse.linalg import ArpackError, ArpackNoConvergence, LinearOperator, eigsh

from askcore._scale import euclidean, share_of_squares, unit_of
from askcore._validation import check_memory, read_only
from askcore.diagnostics.how_asymmetric import definiteness_of
from askcore.operators import (
    CenteredOperator,
    DenseOperator,
    KernelOperator,
    SparseOperator,
    symmetrized_operator,
)
from askcore.operators.wrappers import in_range
from askcore.solvers.kernel_matrices import GraphOperator
from askcore.solvers.quadrature import Estimate, SignedSums, known_zeros, signed_sums
from askcore.solvers.spectrum_correction import eigenvalue_signs

NOTHING = 1e-13  # of the size of K: what is left of it by symmetrising or centring is rounding
ENOUGH = 1e-8  # share of the largest modulus: an eigenvalue below it is not called negative
ALL_SIGNS = 3_000  # rows up to which all eigenvalues of a symmetric matrix are taken: about two seconds
SPARSE_EFFORT, DENSE_EFFORT = (20, 50), (12, 30)  # random vectors and products of the quadrature
MANY_RESTARTS, FEW_RESTARTS = 100, 2  # of Lanczos
CROWDED = 1e-2  # of the other end: an end that crowds round zero is never sure to a share of itself
DRAWN = 600  # rows of a part whose lowest eigenvalue bounds that of the whole


@dataclass(frozen=True)
class Definiteness:
    """The signs of the eigenvalues of all of a matrix, made symmetric.

    By Lanczos the ends lie inside the true ones by up to a share of 1e-4, and one that crowds round zero is known less
    exactly. They are those of K K^T and K^T K where K was divided by its ``product_unit`` first. ``signature`` and all
    ``values`` (n,), rising, are None where they were not taken; there ``sums`` has estimates, but for a matrix of
    zeros.
    """

    smallest: float
    largest: float
    signature: tuple[int, int, int] | None = None
    values: np.ndarray | None = field(default=None, repr=False, compare=False)
    sums: SignedSums | None = field(default=None, repr=False, compare=False)

    @property
    def indefinite(self) -> bool:
        """Whether there are positive and negative eigenvalues; False: none of one sign was found."""
        if self.signature is not None:
            return self.signature[0] > 0 and self.signature[1] > 0
        negligible = ENOUGH * max(abs(self.smallest), abs(self.largest))
        return self.smallest < -negligible and self.largest > negligible

    @property
    def words(self) -> str | None:
        """As ``Asymmetry.definiteness``; None where Lanczos found one sign only, which proves nothing."""
        if self.signature is not None:
            return definiteness_of(*self.signature)
        return "indefinite" if self.indefinite else None

    @property
    def negative(self) -> Estimate | None:
        """How many eigenvalues are negative, with a standard error of 0 where all were taken; None: not known."""
        if self.signature is not None:
            return Estimate(float(self.signature[1]), 0.0)
        return self.sums.negative if self.sums is not None and self.sums.resolved else None

    @property
    def norm(self) -> float | None:
        """(sum of the squared eigenvalues)^1/2, the Frobenius norm; estimated where not all were taken."""
        if self.values is not None:
            return euclidean(self.values)
        return None if self.sums is None else self.sums.norm

    @property
    def negative_energy(self) -> Estimate | None:
        """Share of the negative eigenvalues in the sum of squared ones, with its standard error; None: not known."""
        if self.values is None or self.signature is None:
            return None if self.sums is None else self.sums.negative_energy
        return Estimate(share_of_squares(self.values[: self.signature[1]], self.values), 0.0)

    @property
    def lowest(self) -> float:
        """The lowest eigenvalue over the largest modulus; 0 where it is zero up to rounding, or may be."""
        size = max(abs(self.smallest), abs(self.largest))
        if self.signature is None:
            return self.smallest / size if self.smallest < -ENOUGH * size else 0.0
        _, q, zero = self.signature
        return self.smallest / size if q or not zero else 0.0


def definiteness_known(drawn: tuple[int, int, int], size: int, whole: Definiteness | None) -> str | None:
    """What is known of the signs of the eigenvalues of all of a matrix: the verdict of every page.

    By interlacing a part with eigenvalues of both signs proves that the whole is indefinite; it never proves that it is
    not.
    """
    if whole is not None and whole.words is not None:
        return whole.words
    if sum(drawn) == size:
        return definiteness_of(*drawn)
    if drawn[0] and drawn[1]:
        return "indefinite"
    return "not positive" if drawn[1] or (whole is not None and whole.lowest < 0) else None


def symmetric_ends(
    operator: KernelOperator,
    *,
    symmetrize: str = "mean",
    center: bool = False,
    symmetric: bool = False,
    max_rows: int = ALL_SIGNS,
    products: bool = True,
    random_state: Any = 0,
) -> Definiteness | None:
    """The signs of the eigenvalues of a square operator, made symmetric.

    Parameters
    ----------
    operator : K (N, N).
    symmetrize : "mean" (K + K^T)/2, "KKt" or "KtK".
    center : take row and column means away, too.
    symmetric : K is known to be symmetric; it is not symmetrised then, which halves the products.
    max_rows : up to so many all eigenvalues are taken, past it ends and estimates from products.
    products : False: no answer past ``max_rows``.
    random_state : of the estimates.

    Returns
    -------
    Definiteness or None : None where ``products`` are not wanted, and for the products past ``max_rows``, which
        have no negative eigenvalue by construction.

    Raises
    ------
    DataError : all eigenvalues are wanted of a matrix that would not fit in memory.

    Examples
    --------
    >>> from askcore.operators import as_operator
    >>> symmetric_ends(as_operator([[0.0, 2.0], [0.0, 0.0]]))
    Definiteness(smallest=-1.0, largest=1.0, signature=(1, 1, 0))
    """
    n = operator.shape[0]
    if n != operator.shape[1] or n == 0:
        return None
    if n <= max_rows:
        return _of_all(operator, n, "" if symmetric else symmetrize, center)
    if not products or (not symmetric and symmetrize != "mean"):
        return None
    part = looked_at(operator, "" if symmetric else symmetrize, center)
    return _of_products(part, operator, n, random_state)


def looked_at(operator: KernelOperator, symmetrize: str, center: bool = False) -> KernelOperator:
    """The symmetric operator whose eigenvalues have signs; sparse where the entries are."""
    stored = stored_entries(operator)
    part = operator
    if symmetrize:
        part = symmetrized_operator(in_range(operator)[0] if symmetrize != "mean" else operator, symmetrize)
    if stored is not None and symmetrize in ("", "mean"):
        part = SparseOperator((stored + stored.T) / 2)
    elif symmetrize == "mean" and isinstance(operator.stored, np.ndarray):
        half = operator.stored + operator.stored.T  # once, for half the work of every product
        half *= 0.5
        part = DenseOperator(half)
    return CenteredOperator(part) if center else part


def stored_entries(operator: KernelOperator) -> sp.csr_array | None:
    """The nonzero entries where they are stored or are as few as links; None where there is no such thing."""
    if isinstance(operator, SparseOperator):
        return operator.stored
    if isinstance(operator, GraphOperator):
        first = np.arange(min(1, operator.shape[0]))
        if hasattr(operator.kernel(first, first), "tocsr"):
            return sp.csr_array(operator.kernel.all_columns(np.arange(operator.shape[0])))
    return None


def _of_all(operator: KernelOperator, n: int, symmetrize: str, center: bool) -> Definiteness:
    check_memory(32.0 * n * n, f"The {n:,} x {n:,} symmetric part", "Take fewer rows.")
    every = np.arange(n)
    if symmetrize in ("KKt", "KtK"):
        K = in_range(operator)[0].block(every, every)
        K = K @ K.T if symmetrize == "KKt" else K.T @ K
    else:
        K = operator.block(every, every)
    symmetric = (K + K.T) / 2
    if center:
        symmetric = symmetric - symmetric.mean(axis=0) - symmetric.mean(axis=1)[:, None] + symmetric.mean()
    entry = float(np.abs(K).max(initial=0.0))
    values = scipy.linalg.eigvalsh(symmetric, overwrite_a=True, check_finite=False)
    return Definiteness(
        float(values[0]), float(values[-1]), eigenvalue_signs(values, entry), read_only(values)
    )


def _of_products(part: KernelOperator, operator: KernelOperator, n: int, random_state: Any) -> Definiteness:
    start = np.random.default_rng(0).standard_normal(n)  # ARPACK's own start changes from call to call
    product = part @ start
    unit = unit_of(product)  # it takes what is far below 1 for zero
    if np.abs(product).max() <= NOTHING * np.abs(operator @ start).max():
        return Definiteness(0.0, 0.0, (0, 0, n), read_only(np.zeros(n)))
    base = part.base if isinstance(part, CenteredOperator) else part
    zeros = known_zeros(base.stored) if isinstance(base, SparseOperator) else 0
    probes, steps = _effort(part)
    sums = signed_sums(part, probes=probes, steps=steps, zeros=zeros, random_state=random_state)
    inner, outer = np.sort(np.abs([sums.nodes.min(), sums.nodes.max()]))
    restarts = FEW_RESTARTS if _costly(part) or inner < CROWDED * outer else MANY_RESTARTS
    try:
        ends = unit * eigsh(
            LinearOperator((n, n), matvec=lambda x: (part @ np.ravel(x)) / unit, dtype=float),
            2,
            which="BE",
            v0=start,
            ncv=40,
            tol=1e-4,
            maxiter=restarts,
            return_eigenvectors=False,
        )
    except ArpackNoConvergence as unsure:
        ends = np.concatenate(
            [unit * unsure.eigenvalues, sums.nodes.ravel(), _of_part(part, n)]
        )  # all of them lie inside
    except ArpackError:
        ends = sums.nodes
    return Definiteness(float(ends.min()), float(ends.max()), sums=sums)


def _of_part(part: KernelOperator, n: int) -> np.ndarray:
    """Lowest and largest eigenvalue of some rows: those of the whole lie no further in (Cauchy's interlacing)."""
    rows = np.sort(np.random.default_rng(0).choice(n, min(n, DRAWN), replace=False))
    return scipy.linalg.eigvalsh(part.block(rows, rows))[[0, -1]]


def _effort(operator: KernelOperator) -> tuple[int, int]:
    """Random vectors and products: fewer where each costs the square of the size."""
    return DENSE_EFFORT if _costly(operator) else SPARSE_EFFORT


def _costly(operator: KernelOperator) -> bool:
    """Whether a product costs the square of the size, whatever the operator is wrapped in."""
    base = getattr(operator, "base", None)
    if base is not None:
        return _costly(base)
    return not operator.in_memory or isinstance(operator.stored, np.ndarray)
