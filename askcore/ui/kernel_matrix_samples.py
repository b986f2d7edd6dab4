"""Two samples of a kernel matrix: K(u, v), K(v, u), and what they are to each other in feature space.

UI floor.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore._format import number
from askcore.diagnostics import feature_pair
from askcore.experiments import MatrixPart
from askcore.experiments.spectral_problem import SpectralProblem
from askcore.ui.dataset import Active
from askcore.ui.words_kernel_pair import pair, rectangular_value

__all__ = ["most_asymmetric", "two_samples"]


def most_asymmetric(part: MatrixPart) -> tuple[int, int]:
    """The row and column of the whole matrix whose entry differs most from its mirror image; the largest entry
    where there is none."""
    K = part.K
    gap = np.abs(K - K.T) if part.is_square else np.abs(K)
    if not gap.any():
        gap = np.abs(K * (1.0 - np.eye(*K.shape)))
    u, v = np.unravel_index(int(np.argmax(gap)), gap.shape)
    if part.is_square and K[u, v] < K[v, u]:
        u, v = v, u
    return int(part.rows[u]), int(part.columns[v])


@st.fragment
def two_samples(current: Active, problem: SpectralProblem, part: MatrixPart) -> None:
    """Choose u and v by name and read them."""
    start = most_asymmetric(part)
    left, right = st.columns(2)
    sides = (
        (left, "u", f"u, a {problem.row_thing}", problem.row_ids, start[0]),
        (right, "v", f"v, a {problem.column_thing}", problem.column_ids, start[1]),
    )
    chosen = []
    for column, name, label, ids, usual in sides:
        key = current.key(f"pair_{name}")
        at = column.selectbox(
            label,
            range(len(ids)),
            index=usual,
            format_func=ids.__getitem__,
            key=key,
            filter_mode="contains",
        )
        chosen.append(usual if at is None else int(at))
    u, v = chosen
    names = problem.row_ids[u], problem.column_ids[v]
    if not problem.same_samples:
        value = float(problem.operator.block(np.array([u]), np.array([v]))[0, 0])
        st.markdown(rectangular_value(value, *names))
        return
    found = feature_pair(problem.operator, u, v)
    row = st.container(horizontal=True)
    row.metric("K(u, v)", number(found.k_uv), border=True, help="How much v counts for u.")
    row.metric("K(v, u)", number(found.k_vu), border=True, help="How much u counts for v.")
    row.metric(
        "Distance",
        number(found.distance),
        border=True,
        help="Root of K(u, u) + K(v, v) − K(u, v) − K(v, u); undefined where that is negative.",
    )
    row.metric(
        "Cosine u→v · v→u",
        f"{number(found.cosine_uv)} · {number(found.cosine_vu)}",
        border=True,
        help="K(u, v) and K(v, u) over the root of K(u, u) K(v, v); undefined unless both are positive.",
    )
    st.markdown(" ".join(pair(found, *names)))
    among = "" if part.whole else " among the rows drawn"
    st.caption(
        f"{_norm('u', found.squared_norm_u)}; {_norm('v', found.squared_norm_v)}. The first pair on offer is the one "
        f"that differs most{among}. One pair says nothing about the others, and a distance of an asymmetric K is that "
        "of its symmetric part."
    )


def _norm(name: str, squared: float) -> str:
    norm = float(np.sqrt(squared)) if squared >= 0 else float("nan")
    return f"K({name}, {name}) = {number(squared)}, norm {number(norm)}"
