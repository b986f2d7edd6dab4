"""Whether a kernel matrix tells samples apart at all: what makes it useless, found from its entries alone.

No decomposition: a few passes over the entries. A matrix that is almost the identity or almost constant is symmetric
but for rounding whatever its formula, so this is asked before "symmetric" is said of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._format import format_percent
from askcore._validation import as_matrix, is_symmetric

DEGENERATE = {
    "identity": "The kernel matrix is almost the identity",
    "constant": "The kernel matrix is almost constant",
    "spike": "One entry of the kernel matrix outweighs all others",
    "no skew": "K(u, v) and K(v, u) differ only by rounding",
}
"""What each kind is, in words."""
ALONE = 0.05  # off-diagonal sum of a row over its diagonal entry up to which the sample sees itself only
NEARLY_ALL = 0.9  # of the rows
SPREAD = 0.01  # standard deviation over size of the entries below which they are one constant
GIANT = 0.9  # energy of one entry from which it outweighs all others
FEWEST = 5  # rows and columns below which there is nothing to tell


@dataclass(frozen=True)
class MatrixHealth:
    """Defects of a kernel matrix.

    kind "identity": almost every sample sees itself only, and ``figure`` is the share of such rows; "constant": all
    entries are nearly equal, the standard deviation over their size; "spike": one entry holds nearly all energy, its
    share; "no skew": a kernel that is asymmetric by its formula gives a symmetric matrix, the largest |K - K^T| over
    the largest entry off the diagonal. ``place`` (row, column) is that of the largest entry.
    """

    kind: str
    figure: float
    place: tuple[int, int]

    @property
    def words(self) -> str:
        """The defect in words, without a full stop."""
        return DEGENERATE[self.kind]

    def __str__(self) -> str:
        return f"{self.words} ({format_percent(self.figure)})"


def matrix_health(K: Any, *, asymmetric: bool = False) -> MatrixHealth | None:
    """Return the defect that makes a kernel matrix useless for every method, or None if there is none.

    Parameters
    ----------
    K : (n, m) array or sparse matrix; square if row i and column i are the same sample.
    asymmetric : whether the formula of the kernel is asymmetric. A symmetric matrix then counts as a defect.

    Returns
    -------
    MatrixHealth or None : the first of "spike", "identity", "constant" and "no skew" that applies.

    Examples
    --------
    >>> matrix_health(np.eye(6) + 1e-9).kind, matrix_health(np.ones((6, 6))).kind
    ('identity', 'constant')
    >>> matrix_health(np.add.outer(np.arange(6.0), np.arange(6.0))) is None
    True
    """
    K = as_matrix(K, "K")
    n, m = K.shape
    if min(n, m) < FEWEST:
        return None
    size = abs(K)
    at = int(size.argmax())
    place, largest = (at // m, at % m), float(size.max())
    if largest == 0.0:
        return None  # nothing is there: pages say so
    scaled = size / largest
    energy = float(scaled.multiply(scaled).sum() if sp.issparse(scaled) else np.square(scaled).sum())
    if 1.0 / energy > GIANT:
        return MatrixHealth("spike", 1.0 / energy, place)
    if n == m:
        own = scaled.diagonal()
        others = np.asarray(scaled.sum(axis=1)).ravel() - own
        alone = float(np.mean((own > 0) & (others <= ALONE * own)))
        if alone >= NEARLY_ALL:
            return MatrixHealth("identity", alone, place)
    mean = float(K.sum()) / (n * m) / largest
    spread = float(np.sqrt(max(energy / (n * m) - mean**2, 0.0)))
    if spread <= SPREAD * abs(mean):
        return MatrixHealth("constant", spread / abs(mean), place)
    if asymmetric and n == m and is_symmetric(K):
        off = K - (sp.diags_array(K.diagonal()) if sp.issparse(K) else np.diag(K.diagonal()))
        return MatrixHealth("no skew", float(abs(K - K.T).max() / (abs(off).max() or 1.0)), place)
    return None
