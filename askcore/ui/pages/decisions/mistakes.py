"""Which class is taken for which, and the samples on which the views disagree.

UI floor.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from askcore import experiments, figures
from askcore.experiments import Split, Views, sample_names
from askcore.ui import words
from askcore.ui.dataset import Active
from askcore.ui.theme import look, show

__all__ = ["confusions", "disagreements"]


def confusions(views: Views) -> None:
    """Confusion matrices of the three decisions side by side."""
    st.markdown("##### Which class is taken for which")
    titles = {"source": "Source view", "target": "Target view", "merged": f"Merged ({views.merge})"}
    pooled = 0
    for column, (role, title) in zip(st.columns(3), titles.items(), strict=True):
        found = experiments.confusion(views.truth, views.predicted[role], views.classes)
        pooled = found.pooled
        with column:
            st.markdown(f"**{title}**")
            show(
                figures.confusion_matrix(found.counts, found.names, theme=look()),
                key=f"confusion_{role}",
                alt=f"Confusion matrix of the decision “{title}”",
            )
    rare = f" The {pooled} rarest classes share the last row and column." if pooled else ""
    st.caption(
        "Row: the true class; column: the class that was named. Numbers count samples; the colour is the share of the "
        f"row, so that a rare class shows as well as a frequent one.{rare}"
    )


def disagreements(current: Active, split: Split, views: Views) -> None:
    """The samples to which the views give different classes."""
    st.markdown("##### Where the two views disagree")
    st.markdown(words.agreement(views))
    apart = np.flatnonzero(views.disagree)
    if len(apart) == 0:
        return
    names = sample_names(current.data)
    codes = {
        role: np.searchsorted(views.classes, views.predicted[role][apart]) for role in ("source", "target")
    }
    table = pd.DataFrame(
        {
            "node" if current.is_graph else "sample": [names[i] for i in split.test[apart]],
            "label": views.truth[apart],
            "source says": views.predicted["source"][apart],
            "target says": views.predicted["target"][apart],
            "merged says": views.predicted["merged"][apart],
            "f_s of its choice": views.f_source[apart, codes["source"]],
            "f_t of its choice": views.f_target[apart, codes["target"]],
        }
    )
    numbers = st.column_config.NumberColumn(format="%.3g")
    st.dataframe(
        table,
        hide_index=True,
        column_config={"f_s of its choice": numbers, "f_t of its choice": numbers},
    )
