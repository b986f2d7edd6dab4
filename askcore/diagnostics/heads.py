r"""Attention heads: how low their rank is, and how far they are from symmetric.

Chen, Tao, Tonin and Suykens 2023 (Primal-Attention, arXiv:2305.19798) read a head's attention matrix K, queries in rows
and keys in columns, as an asymmetric kernel, and its output by KSVD: with K = U S V^T, U S is what each position has as
a query and V S what it has as a key. Few components suffice where S falls fast; what is lost by taking K for symmetric
is its skew part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from askcore._validation import DataError, as_matrix
from askcore.diagnostics.spectrum import spectrum_summary
from askcore.diagnostics.symmetry import SPECTRUM_LIMIT, row_scaling, skew_ratio
from askcore.operators import CenteredOperator, DenseOperator

ENERGY = 0.9  # that components are counted for


def attention_heads(heads: Any, *, center: bool = False) -> pd.DataFrame:
    """Analyse the singular values and the asymmetry of every head of an attention layer.

    Parameters
    ----------
    heads : (H, N, M) array with queries in rows and keys in columns, a list of matrices, or a dictionary of named
        matrices. The shapes can differ.
    center : whether to centre rows and columns first. The rows of a softmax sum to 1, so its first component is mostly
        their mean. Centring leaves the differences between the rows.

    Returns
    -------
    DataFrame : one row for each head. head; positions, min(N, M); first, the first component's share of the energy (the
        sum of squared singular values); components, the number of components that contain 90% of the energy;
        stable_rank, effective_rank; skew_ratio, as in ``asymmetry``; remaining, the skew ratio after the best scaling
        of the rows, which is the asymmetry that the softmax does not explain. The last two are NaN if K is not square,
        and remaining also if K has more than 1,500 rows.

    Raises
    ------
    DataError : there are no heads, or a head, which the message names, is not a matrix of finite numbers.

    Examples
    --------
    >>> heads = np.array([np.full((3, 3), 1 / 3), [[0, 1, 0], [0, 0, 1], [1, 0, 0]]])
    >>> attention_heads(heads)[["head", "components", "skew_ratio"]].round(2).values.tolist()
    [['0', 1, 0.0], ['1', 3, 1.0]]
    """
    given = heads.items() if isinstance(heads, Mapping) else enumerate(heads if np.ndim(heads) else ())
    found = [_head(str(name), K, center) for name, K in given]
    if not found:
        raise DataError(
            "There is no head", remedy="Give an array (heads, queries, keys), or a list of matrices."
        )
    return pd.DataFrame(found)


def _head(name: str, K: Any, center: bool) -> dict[str, Any]:
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
    of = CenteredOperator(DenseOperator(K)).toarray() if center else K
    spectrum = spectrum_summary(np.linalg.svd(of, compute_uv=False), K.shape)
    square = K.shape[0] == K.shape[1]
    return {
        "head": name,
        "positions": spectrum.size,
        "first": float(spectrum.energy[0]),
        "components": spectrum.components_for(ENERGY),
        "stable_rank": spectrum.stable_rank,
        "effective_rank": spectrum.effective_rank,
        "skew_ratio": skew_ratio(K) if square else float("nan"),
        "remaining": row_scaling(K).remaining if square and len(K) <= SPECTRUM_LIMIT else float("nan"),
    }
