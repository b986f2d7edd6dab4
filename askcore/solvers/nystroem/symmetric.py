"""The ordinary Nystroem method on G G^T and G^T G: what one has to do where only symmetric matrices are admitted.

The rival of Tao et al. 2023, section 5.3. n sampled columns of G G^T cost a product with all of G, so every entry of G
is needed, and the squared spectrum decays twice as fast: small singular values drown.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from askcore._random import Seed, check_random_state
from askcore._threads import one_thread
from askcore._validation import DataError, check_memory, check_whole, read_only
from askcore.operators import as_operator
from askcore.solvers.nystroem.blocks import ZeroBlockError
from askcore.solvers.nystroem.sampling import sample
from askcore.solvers.svd.singular import SingularTriplets, check_rank, fix_signs


def symmetric_nystroem(
    G: Any, rank: int, *, n_samples: int | None = None, sampling: str = "uniform", random_state: Seed = None
) -> SingularTriplets:
    """Approximate singular triplets of G from sampled columns of G G^T and of G^T G.

    Each side is computed separately. An eigenvector w of the sampled block, with eigenvalue l, gives u = (G G^T)[:, I]
    w / l, normalised, and the singular value ((N/n) l)^1/2. The singular values of the two sides are averaged.

    Parameters
    ----------
    G : (N, M) operator, array or sparse matrix.
    rank : number of triplets.
    n_samples : number of sampled columns of each product; None: 10 times the rank.
    sampling : one of ``SAMPLINGS``.
    random_state : seed or RandomState.

    Returns
    -------
    SingularTriplets : values (r,) in units of G, vectors (N, r) and (M, r).

    Raises
    ------
    DataError : a sample is smaller than the rank or larger than a side, or blocks are too large for memory.
    ZeroBlockError : the sampled block is zero (this is a DataError).
    ValueError : a sample size is not a whole number.

    References
    ----------
    Tao et al. 2023, section 5.3 (the compared method).
    """
    with one_thread():
        G = as_operator(G)
        check_rank(rank, G.shape)
        n = min(10 * rank, *G.shape) if n_samples is None else n_samples
        check_whole(0, n_samples=n)
        if not rank <= n <= min(G.shape):
            raise DataError(
                f"{n} samples were asked for {rank} components of a {G.shape[0]:,} x {G.shape[1]:,} matrix",
                remedy=f"Sample between {rank} and {min(G.shape):,}.",
            )
        check_memory(
            24.0 * n * (G.shape[0] + G.shape[1]),
            f"{n:,} sampled rows and columns and their products",
            "Sample fewer.",
        )
        drawn = sample(G, n, n, sampling, check_random_state(random_state))
        rows = G.block(drawn.rows, np.arange(G.shape[1]))
        columns = G.block(np.arange(G.shape[0]), drawn.columns)
        # Squares must not over- or underflow.
        size = max(float(np.abs(rows).max()), float(np.abs(columns).max())) or 1.0
        left_values, left = _side(np.asarray(G @ (rows / size).T) / size, drawn.rows, rank)
        right_values, right = _side(np.asarray(G.T @ (columns / size)) / size, drawn.columns, rank)
        kept = min(left.shape[1], right.shape[1])
        notes = () if kept == rank else (f"The sampled blocks have numerical rank {kept}.",)
        # The two sides were solved apart: a pair belongs together up to sign, which the bilinear form tells.
        right = right[:, :kept] * np.where(
            np.einsum("ij,ij->j", left[:, :kept], G @ right[:, :kept]) < 0, -1.0, 1.0
        )
        left, right = fix_signs(left[:, :kept], right)
        values = 0.5 * size * (left_values[:kept] + right_values[:kept])
        return SingularTriplets(
            read_only(values),
            read_only(left),
            read_only(right),
            "symmetric_nystroem",
            (*notes, *([drawn.note] if drawn.note else [])),
        )


def _side(across: np.ndarray, chosen: np.ndarray, rank: int) -> tuple[np.ndarray, np.ndarray]:
    """Values and vectors (N, k) of one side, from the chosen columns (N, n) of G G^T or G^T G."""
    inside = across[chosen]
    w, vectors = np.linalg.eigh(0.5 * (inside + inside.T))
    order = np.argsort(w)[::-1][:rank]
    w, vectors = w[order], vectors[:, order]
    kept = w > w[0] * np.finfo(float).eps * len(chosen) if w[0] > 0 else np.zeros(len(w), bool)
    if not kept.any():
        raise ZeroBlockError(
            "The sampled block is zero", remedy="Sample more, or check that the matrix is not constant."
        )
    w, vectors = w[kept], vectors[:, kept]
    found = across @ (vectors / w)
    found /= np.linalg.norm(found, axis=0)
    return np.sqrt(len(across) / len(chosen) * w), found
