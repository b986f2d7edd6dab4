r"""The signs of the eigenvalues of a square matrix's symmetric part: all of them, or its two ends.

A part drawn from a matrix says little of the signs of the whole: 600 nodes drawn from a sparse graph keep almost no
links. Up to ``ALL_SIGNS`` rows all eigenvalues are taken. Past that, Lanczos finds the two ends from products. It works
from inside the spectrum (Rayleigh quotients), so a negative value proves a negative eigenvalue, while a positive one
proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import ArpackError, ArpackNoConvergence, LinearOperator, eigsh

from askcore._scale import share_of_squares, unit_of
from askcore._validation import check_memory, read_only
from askcore.diagnostics.symmetry import definiteness_of
from askcore.operators import DenseOperator, KernelOperator, SparseOperator, symmetrized_operator
from askcore.solvers.kernel_matrices import GraphOperator
from askcore.solvers.spectrum_correction import eigenvalue_signs

NOTHING = 1e-13  # of the size of K: a smaller symmetric part is rounding
ENOUGH = 1e-8  # share of the largest modulus: an eigenvalue below it is not called negative
ALL_SIGNS = 3_000  # rows up to which all eigenvalues of a symmetric matrix are taken: about two seconds
MANY_RESTARTS, FEW_RESTARTS = 6, 2  # of Lanczos, where a product costs the links or the square of the size


@dataclass(frozen=True)
class Definiteness:
    """The signs of the eigenvalues of a symmetric part.

    By Lanczos the ends lie inside the true ones by up to a share of 1e-4. ``signature`` and all ``values`` (n,),
    rising, are None where they were not taken.
    """

    smallest: float
    largest: float
    signature: tuple[int, int, int] | None = None
    values: np.ndarray | None = field(default=None, repr=False, compare=False)

    @property
    def words(self) -> str | None:
        """As ``Asymmetry.definiteness``; None where Lanczos found one sign only, which proves nothing."""
        if self.signature is not None:
            return definiteness_of(*self.signature)
        negligible = ENOUGH * max(abs(self.smallest), abs(self.largest))
        return "indefinite" if self.smallest < -negligible and self.largest > negligible else None

    @property
    def lowest(self) -> float:
        """The lowest eigenvalue over the largest modulus; 0 where it is zero up to rounding, or may be."""
        size = max(abs(self.smallest), abs(self.largest))
        if self.signature is None:
            return self.smallest / size if self.smallest < -ENOUGH * size else 0.0
        _, q, zero = self.signature
        return self.smallest / size if q or not zero else 0.0

    @property
    def negative_energy(self) -> float | None:
        """Share of the negative eigenvalues in the sum of squared ones; None: not known."""
        if self.values is None or self.signature is None:
            return None
        return share_of_squares(self.values[: self.signature[1]], self.values)


def definiteness_known(drawn: tuple[int, int, int], whole: Definiteness | None) -> str | None:
    """Known signs of the eigenvalues of a whole matrix; ``drawn``: signature of a part of it.

    By interlacing a part with eigenvalues of both signs proves that the whole is indefinite; it never proves that it is
    not.
    """
    if whole is not None and whole.words is not None:
        return whole.words
    if drawn[0] and drawn[1]:
        return "indefinite"
    return "not positive" if drawn[1] or (whole is not None and whole.lowest < 0) else None


def symmetric_ends(operator: KernelOperator, *, symmetric: bool = False) -> Definiteness | None:
    """Return the signs of the eigenvalues of (K + K^T)/2: of all up to 3,000 rows, otherwise of the two extremes.

    Parameters
    ----------
    operator : K (N, N).
    symmetric : whether K is known to be symmetric. It is then not symmetrised, which halves the number of products.

    Returns
    -------
    Definiteness or None : None if the extreme eigenvalues are not found.

    Raises
    ------
    DataError : all eigenvalues are required, but the matrix does not fit in memory.

    Examples
    --------
    >>> from askcore.operators import as_operator
    >>> symmetric_ends(as_operator([[0.0, 2.0], [0.0, 0.0]]))
    Definiteness(smallest=-1.0, largest=1.0, signature=(1, 1, 0))
    """
    n = operator.shape[0]
    if n != operator.shape[1] or n == 0:
        return None
    if n <= ALL_SIGNS:
        return _of_all(operator, n)
    return _of_products(_symmetric_part(operator, symmetric), operator, n)


def stored_entries(operator: KernelOperator) -> sp.csr_array | None:
    """The nonzero entries if they are stored or as few as links, else None."""
    if isinstance(operator, SparseOperator):
        return operator.stored
    if isinstance(operator, GraphOperator):
        first = np.arange(min(1, operator.shape[0]))
        if hasattr(operator.kernel(first, first), "tocsr"):
            return sp.csr_array(operator.kernel.all_columns(np.arange(operator.shape[0])))
    return None


def _symmetric_part(operator: KernelOperator, symmetric: bool) -> KernelOperator:
    """The operator of (K + K^T)/2; sparse where the entries are."""
    stored = stored_entries(operator)
    if stored is not None:
        return SparseOperator((stored + stored.T) / 2)
    if symmetric:
        return operator
    if isinstance(operator.stored, np.ndarray):  # once, for half the work of every product
        return DenseOperator(0.5 * (operator.stored + operator.stored.T))
    return symmetrized_operator(operator, "mean")


def _of_all(operator: KernelOperator, n: int) -> Definiteness:
    check_memory(32.0 * n * n, f"The {n:,} x {n:,} symmetric part", "Take fewer rows.")
    K = operator.toarray()
    entry = float(np.abs(K).max(initial=0.0))
    values = np.linalg.eigvalsh((K + K.T) / 2)
    return Definiteness(
        float(values[0]), float(values[-1]), eigenvalue_signs(values, entry), read_only(values)
    )


def _of_products(part: KernelOperator, operator: KernelOperator, n: int) -> Definiteness | None:
    start = np.random.default_rng(0).standard_normal(n)  # ARPACK's own start changes from call to call
    product = part @ start
    unit = unit_of(product)  # ARPACK takes values far below 1 for zero
    if np.abs(product).max() <= NOTHING * np.abs(operator @ start).max():
        return Definiteness(0.0, 0.0, (0, 0, n), read_only(np.zeros(n)))
    costly = not part.in_memory or isinstance(part.stored, np.ndarray)
    try:
        ends = unit * eigsh(
            LinearOperator((n, n), matvec=lambda x: (part @ np.ravel(x)) / unit, dtype=float),
            2,
            which="BE",
            v0=start,
            ncv=40,
            tol=1e-4,
            maxiter=FEW_RESTARTS if costly else MANY_RESTARTS,
            return_eigenvectors=False,
        )
    except ArpackNoConvergence as unsure:
        ends = unit * unsure.eigenvalues  # all of them lie inside
    except ArpackError:
        return None
    return Definiteness(float(ends.min()), float(ends.max())) if len(ends) else None
