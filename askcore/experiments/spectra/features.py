r"""Features of the same rank by every method of the KSVD paper: PCA, KPCA, SVD, KSVD, and polynomials then SVD.

All are the singular vectors of some matrix, and differ in which.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.preprocessing import PolynomialFeatures
from sklearn.utils import check_random_state

from askcore._validation import DataError, as_matrix, check_memory, read_only
from askcore.estimators import KSVD
from askcore.kernels import resolved_params
from askcore.kernels.objects import named
from askcore.operators import CenteredOperator, DenseOperator, KernelOperator
from askcore.operators.low_rank import LowRankPlusSparse
from askcore.operators.wrappers import CentringMeans
from askcore.solvers import IndefiniteKernelWarning, truncated_svd
from askcore.solvers.kernel_matrices import kernel_operator
from askcore.solvers.nystroem.blocks import ZeroBlockError
from askcore.solvers.svd.singular import SCALINGS, SingularTriplets, carried, check_rank, fix_signs

SAME_VALUE = 1e-9


@dataclass(frozen=True, eq=False)
class Features:
    """Features that a method extracts from the rows (and columns) of a matrix, scaled as given.

    ``left`` (N, r) features of the rows, ``right`` (M, r) of the columns, None where the method has rows only;
    ``values`` (r,) singular values (of K for "kpca": its eigenvalues).
    """

    left: np.ndarray = field(repr=False)
    right: np.ndarray | None = field(repr=False)
    values: np.ndarray = field(repr=False)
    method: str
    notes: tuple[str, ...] = field(default=(), repr=False)

    def side(self, side: str = "both") -> np.ndarray:
        """Features of the samples: "left", "right", or "both" next to each other; a method without a right side,
        or whose right side describes something else than the samples, gives the left one for "both"."""
        if side == "right":
            if self.right is None:
                raise ValueError(f"{self.method} has features of the rows only: take side='left'.")
            return self.right
        if side not in ("left", "both"):
            raise ValueError(f"side must be 'left', 'right' or 'both', got {side!r}.")
        if side == "left" or self.right is None or len(self.right) != len(self.left):
            return self.left
        return np.hstack([self.left, self.right])


def extract_features(
    A: Any,
    method: str,
    n_components: int,
    *,
    scaling: str = "sqrt",
    kernel: Any = None,
    kernel_params: Mapping[str, Any] | None = None,
    random_state: Any = 0,
    keep_rounding: bool = False,
    **options: Any,
) -> Features:
    r"""Features of rank ``n_components`` of the matrix A (N, M), dense or sparse."""
    if scaling not in SCALINGS:
        raise ValueError(f"scaling must be one of {', '.join(map(repr, SCALINGS))}, got {scaling!r}.")
    A = as_matrix(A, "A")
    if method in ("kpca", "ksvd"):
        kernel, params = named(kernel or ("rbf" if method == "kpca" else "sne"), kernel_params)
        options |= {"kernel": kernel, "kernel_params": params}
    found, two_sided, held = FEATURE_METHODS[method](A, n_components, random_state, **options)
    power, notes = found.values ** SCALINGS[scaling], list(found.notes)
    if not held.all():
        notes.append(f"Only {int(held.sum())} of {len(held)} components are above rounding.")
        if not keep_rounding:
            power = np.where(held, power, 0.0)
    return Features(
        read_only(found.left * power),
        read_only(found.right * power) if two_sided else None,
        found.values,
        method,
        tuple(dict.fromkeys(notes)),
    )


Found = tuple[SingularTriplets, bool, np.ndarray]  # two-sided or not, and which values exceed rounding


def _pca(A: Any, r: int, seed: Any) -> Found:
    """Of A less its column means, a rank-one correction that leaves a sparse A sparse."""
    means = np.asarray(A.mean(axis=0)).ravel()
    if sp.issparse(A):
        centred: KernelOperator = LowRankPlusSparse(-np.ones((A.shape[0], 1)), means[None, :], A)
    else:
        centred = DenseOperator(A - means)
    taken = CentringMeans(np.zeros(A.shape[0]), means, float(means.mean()))
    found = truncated_svd(centred, r, random_state=seed)
    return found, False, carried(found.values, A.shape, taken, rows=False)


def _svd(A: Any, r: int, seed: Any) -> Found:
    found = truncated_svd(A, r, random_state=seed)
    return found, True, carried(found.values, A.shape)


def _kpca(
    A: Any,
    r: int,
    seed: Any,
    *,
    kernel: str,
    kernel_params: Mapping[str, Any] | None,
    n_samples: int | None = None,
) -> Found:
    """Eigenvectors of K(x_i, x_j), which for a positive semidefinite K are its singular vectors."""
    params = resolved_params(kernel, kernel_params, A)
    K = kernel_operator(kernel, A, A, params, lazy=n_samples is not None)
    if n_samples is not None:
        sampled = _nystroem_kpca(K, r, n_samples, seed)
        return sampled, False, carried(sampled.values, K.shape)
    centred = CenteredOperator(K)
    found = truncated_svd(centred, r, random_state=seed)
    # The vectors of a negative eigenvalue point opposite ways.
    negative = (found.left * found.right).sum(axis=0) < -0.5
    if negative[found.values > SAME_VALUE * found.values[0]].any():
        warnings.warn(
            f"{int(negative.sum())} of the {r} leading eigenvalues of this kernel are negative; only their magnitude "
            "is used here. Take askcore.KernelPCA, which keeps or corrects them.",
            IndefiniteKernelWarning,
            stacklevel=4,
        )
    return found, False, carried(found.values, K.shape, centred.means)


def _nystroem_kpca(K: KernelOperator, r: int, n: int, seed: Any) -> SingularTriplets:
    """The standard Nystroem method: K ~ F F^T with F = K[:, I] K[I, I]^-1/2, centred, and cut after its SVD."""
    if not r <= n <= K.shape[0]:
        raise DataError(
            f"{n} samples cannot give {r} components of {K.shape[0]:,} rows",
            remedy=f"Sample between {r} and {K.shape[0]:,}.",
        )
    chosen = check_random_state(seed).permutation(K.shape[0])[:n]
    across = K.block(np.arange(K.shape[0]), chosen)
    w, vectors = np.linalg.eigh(across[chosen])
    kept = w > max(w[-1], 0.0) * np.finfo(float).eps * n
    if not kept.any():
        raise ZeroBlockError(
            "The sampled block has no positive eigenvalue, so it says nothing about the rest",
            remedy="Sample more rows, or choose a positive semidefinite kernel, such as rbf.",
        )
    F = across @ (vectors[:, kept] / np.sqrt(w[kept]))
    u, s, _ = np.linalg.svd(F - F.mean(axis=0), full_matrices=False)
    left, _ = fix_signs(u[:, :r], u[:, :r])
    notes = () if left.shape[1] == r else (f"The sampled block has numerical rank {left.shape[1]}.",)
    return SingularTriplets(read_only(s[:r] ** 2), read_only(left), left, "nystroem", notes)


def _ksvd(A: Any, r: int, seed: Any, **options: Any) -> Found:
    check_rank(r, A.shape)  # methods are compared at one rank: none of them gives fewer
    model = KSVD(n_components=r, random_state=seed, **options).fit(A)
    found = SingularTriplets(
        model.singular_values_, model.left_vectors_, model.right_vectors_, model.solver_, model.notes_
    )
    return found, True, model.carried_


def _poly_svd(A: Any, r: int, seed: Any) -> Found:
    """Of every monomial of the row of degree 1 and 2 (the ablation of the paper's table 6)."""
    check_rank(r, (A.shape[0], max(A.shape[1], r)))
    expand = PolynomialFeatures(2, include_bias=False)
    wide = expand.fit(A[:1]).n_output_features_
    entries = float(((np.diff(A.indptr) + 1.0) ** 2).sum()) if sp.issparse(A) else float(A.shape[0]) * wide
    check_memory(
        24.0 * entries + 16.0 * r * wide,
        f"{wide:,} polynomial features of {A.shape[0]:,} rows",
        "Leave this method out, or reduce the columns first.",
    )
    found = truncated_svd(expand.fit_transform(A), r, random_state=seed)
    return found, False, carried(found.values, (A.shape[0], wide))


FEATURE_METHODS: dict[str, Callable[..., Found]] = {
    "pca": _pca,
    "kpca": _kpca,
    "svd": _svd,
    "ksvd": _ksvd,
    "poly_svd": _poly_svd,
}
