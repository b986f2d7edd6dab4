"""Two samples in the pseudo-Euclidean space: their squared distance as a difference, and their coordinates.

UI floor.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from askcore._format import number
from askcore.experiments.matrix.signed import IndefiniteLook, signed_pair, signed_terms
from askcore.experiments.spectral_problem import SpectralProblem
from askcore.figures.bars import signed_gaps
from askcore.ui import words_indefinite as words
from askcore.ui.dataset import Active
from askcore.ui.theme import look, show

__all__ = ["coordinates_table", "two_samples"]

LEADING = 12


@st.fragment
def two_samples(current: Active, problem: SpectralProblem, found: IndefiniteLook, names: list[str]) -> None:
    """Choose two, and see what lies between them in each sign."""
    start = found.most_negative
    chosen = []
    for column, letter, usual in zip(st.columns(2), "uv", start, strict=True):
        at = column.selectbox(
            f"{letter}, a {problem.row_thing}",
            range(len(names)),
            index=usual,
            format_func=names.__getitem__,
            key=current.key(f"signed_{letter}_{len(names)}"),
            filter_mode="contains",
        )
        chosen.append(usual if at is None else int(at))
    u, v = chosen
    between = signed_pair(found, u, v)
    row = st.container(horizontal=True)
    row.metric(
        "Squared distance", number(between.squared), border=True, help="K(u, u) + K(v, v) − 2 K(u, v)."
    )
    row.metric(
        "In the positive part", number(between.plus), border=True, help="Between the coordinates of sign +."
    )
    row.metric(
        "In the negative part", number(between.minus), border=True, help="Between those of sign −; taken off."
    )
    row.metric(
        "K(u, v)", number(float(found.K[u, v])), border=True, help="As looked at, symmetrised and centred."
    )
    st.markdown(words.pair(between, names[u], names[v]))
    show(
        signed_gaps(signed_terms(found, u, v), theme=look()),
        key=f"signed_gaps_{current.key('figure')}",
        alt="What each eigenvalue adds to the squared distance of the two samples, or takes off",
    )
    st.caption(
        "Each coordinate adds the square of the difference between the two or, where its eigenvalue is negative, takes "
        "it off; the bars add up to the squared distance. The first pair on offer has the lowest. One pair says "
        "nothing about the others."
    )
    with st.expander("Coordinates of the two", on_change="rerun", key="signed_coordinates") as box:
        if box.open:
            st.dataframe(coordinates_table(found, u, v, names), hide_index=True)
            st.caption(
                f"The {LEADING} leading coordinates √|λ| u of either sign. Their products, with the signs, add up to K."
            )


def coordinates_table(found: IndefiniteLook, u: int, v: int, names: list[str]) -> pd.DataFrame:
    """The leading coordinates of two samples, with the sign of each."""
    space = found.space
    kept = min(LEADING, space.points.shape[1])
    return pd.DataFrame(
        {
            "number": np.arange(1, kept + 1),
            "sign": np.where(space.signs[:kept] > 0, "+", "−"),
            "eigenvalue": [number(float(value)) for value in found.values[:kept]],
            f"u: {names[u]}": [number(float(x)) for x in space.points[u, :kept]],
            f"v: {names[v]}": [number(float(x)) for x in space.points[v, :kept]],
        }
    )
