"""The tabs of the page "Spectra" that put singular vectors to use: groups of rows and columns, and directions of links.

UI floor.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from askcore import figures
from askcore.experiments.spectra.groups import MOST_GROUPED
from askcore.figures.parts.classes import class_names
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import choose
from askcore.ui.guard import fragment
from askcore.ui.pages.spectra import words
from askcore.ui.pages.spectra.state import Decomposition
from askcore.ui.pieces import note

GROUPS = (2, 3, 4, 5, 6, 8)


@fragment
def draw_groups(state: Decomposition) -> None:
    """Rows and columns grouped together, the matrix in that order, and what chance would find."""
    shape = state.problem.shape
    if max(shape) > MOST_GROUPED:
        note(words.too_large_to_group(shape, MOST_GROUPED))
        return
    offered = [k for k in GROUPS if k <= min(shape)]
    if not offered:
        note("Groups need at least two rows and two columns.")
        return
    classes = 0 if state.problem.row_labels is None else len(class_names(state.problem.row_labels))
    usual = classes if classes in offered else offered[min(1, len(offered) - 1)]
    k = int(choose("Groups", offered, state.current.control("groups"), default=usual, labelled=True))
    groups = state.groups(k)
    st.markdown(words.grouped(groups, state.problem))
    rows, columns = ([f"group {one + 1}" for one in side.tolist()] for side in
                     (groups.found.row_labels, groups.found.column_labels))  # fmt: skip
    drawn = figures.signed_heatmap(groups.matrix, rows, column_labels=columns, theme=theme())
    picture, beside = st.columns([3, 2])  # over the full width, the colour bar stands far from the square
    with picture:
        show(
            drawn,
            key=state.key("groups"),
            alt="The matrix, its rows and columns in the order of their groups",
        )
    beside.caption(words.GROUPS_READ)


@fragment
def draw_directions(state: Decomposition) -> None:
    """How well each method tells which way a held-out link points."""
    scores = state.directions
    st.markdown(words.directed(scores))
    table = pd.DataFrame(
        [
            {
                "told by": words.TOLD_BY[one.method],
                "right": f"{np.mean(one.auc):.0%}",
                "lowest": f"{one.auc.min():.0%}",
                "highest": f"{one.auc.max():.0%}",
            }
            for one in scores
        ]
    )
    st.dataframe(table, hide_index=True)
    st.caption(words.DIRECTIONS_READ)
