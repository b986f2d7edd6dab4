"""What is sampled, in the sidebar: rank, rows, columns, sampling, formula.

UI floor. A sample is never smaller than the rank: raise the rank and the other two handles move along.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore.experiments import SamplingChoice
from askcore.solvers import SAMPLINGS
from askcore.ui.controls import slider

__all__ = ["SAMPLING_NAMES", "sampling_group", "sizes_for"]

SAMPLING_NAMES = {
    "uniform": "uniform",
    "squared_norm": "by squared norm",
    "kmeans": "nearest to k-means centres",
    "leverage": "by leverage scores",
    "cross": "adaptive crosses",
}
FORMULAS = {"improved": "Improved", "published": "Published"}
RANKS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
STEPS = 40
MOST_SAMPLED = 2_000  # on the live part; the tolerance mode of the package goes on


def sampling_group(shape: tuple[int, int]) -> SamplingChoice:
    """Set what is sampled of a matrix (N, M)."""
    side = min(shape)
    with st.sidebar:
        st.subheader("Sampling")
        ranks = tuple(rank for rank in RANKS if rank <= side)
        rank = int(slider("Rank", ranks, min(10, ranks[-1]), "rank", _RANK_HELP))
        n_rows = _size("Rows", shape[0], rank, "sampled_rows")
        n_columns = _size("Columns", shape[1], rank, "sampled_columns")
        how = st.selectbox(
            "Which rows and columns",
            [name for name in SAMPLING_NAMES if name in SAMPLINGS],
            format_func=SAMPLING_NAMES.__getitem__,
            key="sampling",
            bind="query-params",
            filter_mode=None,
            help=_SAMPLING_HELP,
        )
        formula = st.segmented_control(
            "Formula",
            list(FORMULAS),
            default="improved",
            format_func=FORMULAS.__getitem__,
            required=True,
            key="formula",
            bind="query-params",
            help=_FORMULA_HELP,
        )
        seed = st.number_input(
            "Seed of the sample",
            0,
            9999,
            0,
            key="seed",
            bind="query-params",
            help="Another seed, another sample.",
        )
    return SamplingChoice(rank, n_rows, n_columns, how or "uniform", formula == "published", int(seed or 0))


def sizes_for(size: int) -> tuple[int, ...]:
    """Sample sizes to choose from, about equal ratios apart, up to all or 2,000.

    Examples
    --------
    >>> sizes_for(4)
    (1, 2, 3, 4)
    """
    most = min(size, MOST_SAMPLED)
    return tuple(sorted({round(float(step)) for step in np.geomspace(1, most, STEPS)} | {most}))


def _size(label: str, size: int, rank: int, key: str) -> int:
    """A slider over sample sizes whose handle is at least at the rank."""
    choices = sizes_for(size)
    enough = next(choice for choice in choices if choice >= rank)
    held = st.session_state.get(key)
    if isinstance(held, int) and held < enough:
        st.session_state[key] = enough
    usual = min((c for c in choices if c >= rank), key=lambda c: abs(c - 5 * rank))
    words = f"Sampled of {size:,}. At least as many as the rank: a smaller number moves up with it."
    return max(int(slider(label, choices, usual, key, words, format_func=lambda c: f"{c:,}")), enough)


_RANK_HELP = "How many leading components are wanted. Both methods find the same number."
_SAMPLING_HELP = (
    "Rows and columns are chosen separately: the matrix is not symmetric, and what makes a good row makes no good "
    "column. All but the uniform one read a part of the matrix first; that time counts."
)
_FORMULA_HELP = (
    "Published (Tao et al. 2023): vectors carried over one by one, not orthogonal. Improved: more modes of the same "
    "sampled block, an exact decomposition of their product, then the cut; a smaller error from the same entries."
)
