"""The two bordered systems of least-squares SVMs, as symmetric operators with a border.

Solver floor. Both methods solve T [z; b] = [r; 0] with

    T = [[H + I/gamma, E], [E^T, 0]],        sum of each block of z = 0,

where H is symmetric and E holds one column of ones per block:

- ``KernelSystem`` (LS-SVM): one block z = alpha, H = K with K symmetric;
- ``SaddleSystem`` (AsK-LS, He et al. 2022, eq. 6 with the labels moved to the right-hand side): two blocks
  z = (a, c), H = [[0, K], [K^T, 0]].

Vectors are arrays (blocks, m, k): k right-hand sides at once. Centring P subtracts the mean along m. It
turns the border into arithmetic on means (see ``bordered``), so solvers see P H P alone.

K is checked here, once, where a system is made of it; what works on a system takes it as it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._lazy import made_once
from askcore._validation import as_symmetric, check_square, check_squares, is_symmetric
from askcore.operators import KernelOperator, as_operator

__all__ = ["KernelSystem", "SaddleSystem", "System", "centred", "symmetric_system", "system_of"]


def centred(z: np.ndarray) -> np.ndarray:
    """P z: each block (m, k) of z without its column means."""
    means = np.einsum("...mk->...k", z) / z.shape[-2]  # several times faster than z.mean(axis=-2)
    return z - means[..., None, :]


class System(ABC):
    """H of one of the two methods, for a training matrix K (m, m): array, sparse matrix, operator or another system's.

    Raises ValueError for a K that is not square or not finite.
    """

    blocks: int
    operator: KernelOperator
    matrix: Any

    def __init__(self, K: Any) -> None:
        if isinstance(K, System):
            self.operator, self.matrix = K.operator, K.matrix
        else:
            self.operator = as_operator(K)
            self.matrix = None if K is self.operator else self.operator.stored
            check_square(self.operator)
            if self.matrix is not None:
                check_squares(self.matrix)
        self.m = int(self.operator.shape[0])

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
        return centred(self.product(z))

    @made_once
    def border_products(self) -> np.ndarray:
        """H E, shape (blocks, m, blocks): the product with each column of the border."""
        ones = np.zeros((self.blocks, self.m, self.blocks))
        for q in range(self.blocks):
            ones[q, :, q] = 1.0
        return self.product(ones)

    @made_once
    def dense_remainder(self) -> int:
        """How many unknowns have three neighbours or more once those with at most one are eliminated, over and over.

        Eliminating such a one adds nothing, and of one with two it leaves a link between these. The others fill in:
        the factor holds about remainder^2/12 entries, on random graphs (to a factor of 1.5) as on public ones (of 3).
        """
        pattern = sp.csr_array(self.sparse())
        pattern.setdiag(0)
        pattern.eliminate_zeros()
        pattern.data[:] = 1.0
        alive = np.ones(pattern.shape[0])
        while True:
            neighbours = alive * (pattern @ alive)
            if (neighbours > 1).sum() == alive.sum():
                return int((neighbours > 2).sum())
            alive = (neighbours > 1).astype(float)

    def dense(self) -> np.ndarray:
        """K as an array (m, m)."""
        return self.operator.toarray() if self.matrix is None or self.is_sparse else self.matrix

    def dense_centred(self) -> np.ndarray:
        """P K P as an array (m, m)."""
        K = self.dense()
        Kc = K - K.mean(axis=0)  # the only m x m array made here
        Kc -= Kc.mean(axis=1, keepdims=True)
        return Kc


class SaddleSystem(System):
    """AsK-LS: z = (a, c) and H z = (K c, K^T a). K need not be symmetric."""

    blocks = 2

    def product(self, z: np.ndarray) -> np.ndarray:
        """(K c, K^T a) for z = (a, c), shape (2, m, k)."""
        return np.stack([self.operator @ z[1], self.operator.T @ z[0]])

    def sparse(self) -> sp.csc_array:
        """[[0, K], [K^T, 0]], sparse."""
        K = sp.csr_array(self.dense() if self.matrix is None else self.matrix)
        return sp.csc_array(sp.block_array([[None, K], [K.T, None]]))


class KernelSystem(System):
    """LS-SVM: one block, H = K symmetric, of any signature."""

    blocks = 1

    def product(self, z: np.ndarray) -> np.ndarray:
        """K z, shape (1, m, k)."""
        return (self.operator @ z[0])[None]

    def sparse(self) -> sp.csc_array:
        """K, sparse."""
        return sp.csc_array(self.dense() if self.matrix is None else self.matrix)


def system_of(K: Any) -> System:
    """The system of a training matrix K (m, m): that of LS-SVM, to which AsK-LS collapses, where K is symmetric."""
    system = SaddleSystem(K)
    symmetric = system.matrix is not None and is_symmetric(system.matrix)
    return KernelSystem(system) if symmetric else system


def symmetric_system(K: Any) -> KernelSystem:
    """The LS-SVM system of K (m, m); raises a ValueError, which says by how much, for an asymmetric K."""
    system = KernelSystem(K)
    instead = "use AsKLSClassifier and gamma_path, which take it as it is"
    whole = system.dense() if system.matrix is None else system.matrix
    matrix = as_symmetric(whole, "The kernel matrix", instead)
    return system if matrix is system.matrix else KernelSystem(matrix)
