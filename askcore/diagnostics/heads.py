r"""Attention by the head: how low its rank, how far from symmetric, and the two features that KSVD gives a position.

Diagnostics floor. Chen, Tao, Tonin and Suykens 2023 (Primal-Attention, arXiv:2305.19798) read a head's attention
matrix K, queries in rows and keys in columns, as an asymmetric kernel, and its output by KSVD: with K = U S V^T, the
scores

    e(x_i) = sum_j K_ij v_j = (U S)_i,    r(x_j) = sum_i K_ij u_i = (V S)_j

are what position i has as a query and position j as a key. Few components suffice where S falls fast; what is lost by
taking K for symmetric is its skew part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore._validation import DataError, as_matrix, read_only
from askcore.diagnostics.how_asymmetric import SPECTRUM_LIMIT, row_scaling, skew_ratio
from askcore.diagnostics.spectrum import SpectrumSummary, spectrum_summary
from askcore.operators import CenteredOperator, DenseOperator
from askcore.solvers.svd.singular import fix_signs


@dataclass(frozen=True, eq=False)
class AttentionHead:
    """One head.

    Attributes
    ----------
    name : what it is called.
    spectrum : ranks and energy of all its singular values.
    query_scores : (N, r), U S of the leading components: each position as a query.
    key_scores : (M, r), V S: each position as a key.
    skew_ratio : ||K - K^T||_F / ||K + K^T||_F; NaN where K is not square.
    remaining : the same after the best scaling of the rows: what of the asymmetry the softmax, whose rows sum to 1,
        does not explain. NaN where K is not square or has more than 1,500 rows.
    """

    name: str
    spectrum: SpectrumSummary
    query_scores: np.ndarray = field(repr=False)
    key_scores: np.ndarray = field(repr=False)
    skew_ratio: float
    remaining: float

    def approximation(self, rank: int) -> np.ndarray:
        """U S V^T of the first components, of those whose scores were kept, (N, M): the nearest matrix of that rank."""
        s = self.spectrum.values[:rank]
        inverse = np.where(s > 0, 1.0 / np.where(s > 0, s, 1.0), 0.0)
        return (self.query_scores[:, :rank] * inverse) @ self.key_scores[:, :rank].T


@dataclass(frozen=True, eq=False)
class AttentionHeads:
    """What ``attention_heads`` found.

    Attributes
    ----------
    heads : one ``AttentionHead`` each, in the order given.
    share : of the energy that ``table`` counts components for.
    centered : whether rows and columns were centred first.
    """

    heads: tuple[AttentionHead, ...] = field(repr=False)
    share: float
    centered: bool

    @property
    def table(self) -> pd.DataFrame:
        """A line for each head.

        Its columns: head; positions, min(N, M); first, the share of the energy in the first component; components, how
        many hold ``share`` of it; stable_rank, effective_rank; skew_ratio, remaining.
        """
        return pd.DataFrame(
            [
                {
                    "head": head.name,
                    "positions": head.spectrum.size,
                    "first": float(head.spectrum.energy[0]),
                    "components": head.spectrum.components_for(self.share),
                    "stable_rank": head.spectrum.stable_rank,
                    "effective_rank": head.spectrum.effective_rank,
                    "skew_ratio": head.skew_ratio,
                    "remaining": head.remaining,
                }
                for head in self.heads
            ]
        )


def attention_heads(
    heads: Any, *, n_components: int | None = None, center: bool = False, share: float = 0.9
) -> AttentionHeads:
    """KSVD of every head of an attention layer, and what it says of the head.

    Parameters
    ----------
    heads : (H, N, M) array, queries in rows and keys in columns, or matrices in a list, or by name in a dictionary.
        Their shapes may differ.
    n_components : r, scores kept of each head; None: all min(N, M).
    center : centre rows and columns first. Rows of a softmax sum to 1, so that its first component is mostly their
        mean; without it what is left tells who differs from whom.
    share : in (0, 1], of the energy (the sum of squared singular values) that components are counted for.

    Returns
    -------
    AttentionHeads : scores in units of K, the rest without a unit.

    Raises
    ------
    DataError : no head, or one that is no matrix of finite numbers, which is named.
    ValueError : a share or a number of components out of range.

    References
    ----------
    Chen, Tao, Tonin and Suykens 2023, arXiv:2305.19798.

    Examples
    --------
    >>> heads = np.array([np.full((3, 3), 1 / 3), [[0, 1, 0], [0, 0, 1], [1, 0, 0]]])
    >>> attention_heads(heads).table[["head", "components", "skew_ratio"]].round(2).values.tolist()
    [['0', 1, 0.0], ['1', 3, 1.0]]
    """
    if not 0 < share <= 1:
        raise ValueError(f"share must be above 0 and at most 1, got {share!r}.")
    if n_components is not None and n_components < 1:
        raise ValueError(f"n_components must be at least 1, or None for all, got {n_components!r}.")
    given = heads.items() if isinstance(heads, Mapping) else enumerate(heads if np.ndim(heads) else ())
    found = tuple(_head(str(name), K, n_components, center) for name, K in given)
    if not found:
        raise DataError(
            "There is no head", remedy="Give an array (heads, queries, keys), or a list of matrices."
        )
    return AttentionHeads(found, share, center)


def _head(name: str, K: Any, n_components: int | None, center: bool) -> AttentionHead:
    try:
        K = as_matrix(K.toarray() if hasattr(K, "toarray") else K, "The head")
    except ValueError as error:
        raise DataError(
            str(error).rstrip("."),
            where=f"head {name!r}",
            remedy="Give an array (heads, queries, keys), or a list of matrices; of a batch, one sample.",
        ) from error
    if 0 in K.shape:
        raise DataError(f"The head is empty, {K.shape}", where=f"head {name!r}", remedy="Leave it out.")
    square = K.shape[0] == K.shape[1]
    of = CenteredOperator(DenseOperator(K)).toarray() if center else K
    U, s, Vt = np.linalg.svd(of, full_matrices=False)
    U, V = fix_signs(U, Vt.T)
    kept = slice(n_components)
    return AttentionHead(
        name,
        spectrum_summary(s, K.shape),
        read_only((U * s)[:, kept]),
        read_only((V * s)[:, kept]),
        skew_ratio(K) if square else float("nan"),
        row_scaling(K).remaining if square and len(K) <= SPECTRUM_LIMIT else float("nan"),
    )
