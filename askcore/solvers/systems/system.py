"""The two bordered systems of least-squares SVMs, as symmetric operators with a border.

Both methods solve T [z; b] = [r; 0] with

    T = [[H + I/gamma, E], [E^T, 0]],        sum of each block of z = 0,

where H is symmetric and E holds one column of ones per block:

- ``KernelSystem`` (LS-SVM): one block z = alpha, H = K with K symmetric;
- ``SaddleSystem`` (AsK-LS, He et al. 2022, eq. 6 with the labels moved to the right-hand side): two blocks
  z = (a, c), H = [[0, K], [K^T, 0]].

Vectors are arrays (blocks, m, k): k right-hand sides at once. Centring P subtracts the mean along m and turns the
border into arithmetic on means (see ``bordered``), so solvers see P H P alone. Weights v >= 0 of the errors put
I/(gamma v) for I/gamma. With D = diag(sqrt v), z = D z' and d = D 1, rows times D,

    [D H D + I/gamma] z' + d b = D r,        d^T z' = 0 for each block:

the same system of D K D and D r, with d for the column of ones and means d^T x / d^T d: that in which sample i stands
v_i times.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import Any, Self

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike
from scipy.sparse.linalg import spilu

from askcore._lazy import cached_property
from askcore._validation import as_symmetric, as_weights, check_square, check_squares, is_symmetric
from askcore.operators import KernelOperator, ScaledOperator, SparseOperator, as_operator


class System(ABC):
    """H of one of the two methods, for a training matrix K (m, m), checked here: array, sparse matrix or operator, or a
    system.

    Attributes
    ----------
    given, operator : K, and D K D, which is K itself without weights.
    matrix : K where it is in memory, else None; a sparse one is D K D already.
    root, mass : d = sqrt(v), (m,), the border's column, and d^T d, the sum of the weights.
    weighted : whether there are any.
    """

    blocks: int
    given: KernelOperator
    operator: KernelOperator
    matrix: Any
    root: np.ndarray
    mass: float
    weighted: bool

    def __init__(self, K: Any, sample_weight: ArrayLike | None = None) -> None:
        if isinstance(K, System):
            self.given, self.operator, self.matrix = K.given, K.operator, K.matrix
            self.root, self.mass, self.weighted = K.root, K.mass, K.weighted
        else:
            self.given = self.operator = as_operator(K)
            self.matrix = None if K is self.given else self.given.stored
            check_square(self.given)
            if self.matrix is not None:
                check_squares(self.matrix)
            self.weighted = sample_weight is not None
            weights = as_weights(sample_weight, self.given.shape[0])
            self.root, self.mass = np.sqrt(weights), float(weights.sum())
            if self.weighted and self.is_sparse:
                D = sp.diags_array(self.root)
                self.matrix = sp.csr_array(D @ self.matrix @ D)
                self.operator = as_operator(self.matrix)
            elif self.weighted:
                self.operator = ScaledOperator(self.given, rows=self.root, columns=self.root)
        self.m = int(self.operator.shape[0])

    def without_matrix(self) -> Self:
        """The same without K: with the products that the border needs, which are made before."""
        _ = self.border_products
        found = copy(self)
        for name in ("given", "operator", "matrix"):
            delattr(found, name)
        return found

    def mean(self, z: np.ndarray) -> np.ndarray:
        """d^T z / d^T d of each block (m, k) of z."""
        if not self.weighted:
            return z.mean(axis=-2)
        return self.root @ z / self.mass

    def centred(self, z: np.ndarray) -> np.ndarray:
        """P z: each block (m, k) of z without its part along d, which is its column means."""
        if self.weighted:
            return z - self.root[:, None] * self.mean(z)[..., None, :]
        means = np.einsum("...mk->...k", z) / z.shape[-2]  # several times faster than z.mean(axis=-2)
        return z - means[..., None, :]

    def right(self, Y: np.ndarray) -> np.ndarray:
        """r, (blocks, m, k): D Y for each block, of right-hand sides Y (m, k); not to be written."""
        r = self.root[:, None] * Y if self.weighted else Y
        return np.broadcast_to(r, (self.blocks, *r.shape))

    @property
    def border(self) -> np.ndarray:
        """E, (blocks, m, blocks): d in a separate column for each block."""
        return np.eye(self.blocks)[:, None, :] * self.root[:, None]

    @property
    def is_sparse(self) -> bool:
        """Whether K is a sparse matrix."""
        return sp.issparse(self.matrix)

    @property
    def is_well_filled(self) -> bool:
        """Whether K is a matrix of which more than a tenth is stored: dense elimination is faster then."""
        if self.matrix is None:
            return False
        return not self.is_sparse or self.matrix.nnz > 0.1 * self.m**2

    @abstractmethod
    def product(self, z: np.ndarray) -> np.ndarray:
        """H z, shape (blocks, m, k)."""

    @abstractmethod
    def sparse(self) -> sp.csc_array:
        """H as a sparse matrix (blocks * m, blocks * m)."""

    def centred_product(self, z: np.ndarray) -> np.ndarray:
        """P H z, z real or complex; for centred z that is P H P z."""
        if np.iscomplexobj(z):  # a real product each: mixed ones would copy K as a complex matrix
            return self.centred_product(z.real) + 1j * self.centred_product(z.imag)
        return self.centred(self.product(z))

    def forth(self, x: np.ndarray) -> np.ndarray:
        """P K x, (m, k)."""
        return self.centred(self.operator.matmat(x))

    def back(self, x: np.ndarray) -> np.ndarray:
        """P K^T x, (m, k)."""
        return self.centred(self.operator.rmatmat(x))

    @cached_property
    def border_sums(self) -> np.ndarray:
        """Products of H with the border, (blocks, m): in block q that with d in the block that meets it, the last
        less q.
        """
        return self.product(np.broadcast_to(self.root[:, None], (self.blocks, self.m, 1)))[:, :, 0]

    @cached_property
    def border_products(self) -> np.ndarray:
        """H E, shape (blocks, m, blocks): the product with each column of the border."""
        found = np.zeros((self.blocks, self.m, self.blocks))
        every = np.arange(self.blocks)
        found[every, :, every[::-1]] = self.border_sums
        return found

    @cached_property
    def dense_remainder(self) -> int:
        """Unknowns with three neighbours or more after those with at most one are eliminated, over and over.

        These fill in: the factor holds about remainder^2/12 entries, on random graphs to a factor of 1.5, on public
        ones of 3.
        """
        links = [_without_zeros(matrix) for matrix in self._links]
        degrees = [np.diff(matrix.indptr) for matrix in links]
        if self.blocks == 1:
            degrees[0] -= links[0].diagonal() != 0
        alive = [np.ones(self.m, dtype=bool) for _ in links]
        least = [np.flatnonzero(degree <= 1) for degree in degrees]
        while any(len(at) for at in least):
            for left, at in zip(alive, least, strict=True):
                left[at] = False
            met = [_columns_of(matrix, at) for matrix, at in zip(links, least, strict=True)][::-1]
            for degree, columns in zip(degrees, met, strict=True):
                np.subtract.at(degree, columns, 1)
            least = [
                np.unique(columns[left[columns] & (degree[columns] <= 1)])
                for degree, left, columns in zip(degrees, alive, met, strict=True)
            ]
        return int(sum((degree[left] > 2).sum() for degree, left in zip(degrees, alive, strict=True)))

    @cached_property
    def order(self) -> np.ndarray:
        """A minimum-degree order of the unknowns (blocks * m,), from an incomplete factorisation of SuperLU that
        keeps nothing.
        """
        H = self.sparse()
        pattern = sp.csc_array((np.ones(H.nnz), H.indices, H.indptr), shape=H.shape)
        dominant = 1.0 + float(np.diff(H.indptr).max(initial=0))
        found = spilu(
            sp.csc_array(pattern + sp.diags_array(np.full(H.shape[0], dominant))),
            drop_tol=1.0,
            fill_factor=1.0,
            permc_spec="MMD_AT_PLUS_A",
            diag_pivot_thresh=0.0,
            options={"SymmetricMode": True},
        )
        return np.argsort(found.perm_c)

    @property
    @abstractmethod
    def _links(self) -> list[sp.csr_array]:
        """For each block the rows of H, of the columns of the block that it meets."""

    @property
    def _csr(self) -> sp.csr_array:
        return sp.csr_array(self.matrix if self.is_sparse else self.dense())

    def dense(self) -> np.ndarray:
        """D K D as an array (m, m)."""
        if self.matrix is None or self.is_sparse:
            return self.operator.toarray()
        return self.root[:, None] * self.matrix * self.root if self.weighted else self.matrix

    def dense_centred(self) -> np.ndarray:
        """P D K D P as an array (m, m)."""
        K = self.dense()
        if self.weighted:
            K -= self.root[:, None] * self.mean(K)
            K -= self.mean(K.T)[:, None] * self.root
            return K
        Kc = K - K.mean(axis=0)  # the only m x m array made here
        Kc -= Kc.mean(axis=1, keepdims=True)
        return Kc


class SaddleSystem(System):
    """AsK-LS: z = (a, c) and H z = (K c, K^T a). K need not be symmetric."""

    blocks = 2

    def product(self, z: np.ndarray) -> np.ndarray:
        """(K c, K^T a) for z = (a, c), shape (2, m, k)."""
        return np.stack(self.operator.both(z[1], z[0]))

    @property
    def _links(self) -> list[sp.csr_array]:
        if isinstance(self.operator, SparseOperator):
            return [self.operator.matrix, self.operator.transposed]
        return [self._csr, sp.csr_array(self._csr.T)]

    def sparse(self) -> sp.csc_array:
        """[[0, K], [K^T, 0]], sparse."""
        return sp.csc_array(sp.block_array([[None, self._csr], [self._csr.T, None]]))


class KernelSystem(System):
    """LS-SVM: one block, H = K symmetric, of any signature."""

    blocks = 1

    def product(self, z: np.ndarray) -> np.ndarray:
        """K z, shape (1, m, k)."""
        return (self.operator @ z[0])[None]

    @property
    def _links(self) -> list[sp.csr_array]:
        return [self._csr]

    def sparse(self) -> sp.csc_array:
        """K, sparse."""
        return sp.csc_array(self._csr)


def _without_zeros(matrix: sp.csr_array) -> sp.csr_array:
    if matrix.data.all():
        return matrix
    matrix = matrix.copy()
    matrix.eliminate_zeros()
    return matrix


def _columns_of(matrix: sp.csr_array, rows: np.ndarray) -> np.ndarray:
    """The columns that are stored in some rows, one row after the other."""
    starts = matrix.indptr[rows]
    counts = matrix.indptr[rows + 1] - starts
    before = np.cumsum(counts) - counts
    return matrix.indices[np.repeat(starts - before, counts) + np.arange(counts.sum())]


def system_of(K: Any, sample_weight: ArrayLike | None = None) -> System:
    """The system of a training matrix K (m, m): that of LS-SVM, to which AsK-LS collapses, where K is symmetric."""
    system = SaddleSystem(K, sample_weight)
    symmetric = system.matrix is not None and is_symmetric(system.matrix)
    return KernelSystem(system) if symmetric else system


def symmetric_system(K: Any, sample_weight: ArrayLike | None = None) -> KernelSystem:
    """The LS-SVM system of K (m, m); raises a ValueError, which says by how much, for an asymmetric K."""
    system = KernelSystem(K, sample_weight)
    instead = "use AsKLSClassifier and gamma_path, which take it as it is"
    in_memory = system.matrix is not None
    whole = system.given.stored if in_memory else system.given.toarray()
    matrix = as_symmetric(whole, "The kernel matrix", instead)
    return system if in_memory and matrix is whole else KernelSystem(matrix, sample_weight)
