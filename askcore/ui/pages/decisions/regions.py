"""Decision regions of the two views, for tables of two features.

UI floor.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore import figures
from askcore.datasets import TableData
from askcore.experiments import KernelChoice, Split, Views, sample_names
from askcore.ui import words
from askcore.ui.choices import ModelChoice
from askcore.ui.dataset import Active
from askcore.ui.pages.decisions import state as cached
from askcore.ui.theme import look, show

__all__ = ["regions"]


def regions(
    current: Active, choice: KernelChoice, model: ModelChoice, split: Split, views: Views, j: int
) -> None:
    """f_s and f_t everywhere in the plane, for class number ``j``."""
    data = current.data
    assert isinstance(data, TableData)
    found = cached.regions(current, data, choice, model, views)
    names = sample_names(data)
    grids = {"source": found.source[..., j], "target": found.target[..., j]}
    limit = float(np.quantile(np.abs([*grids.values()]), 0.99))
    for column, (role, letter) in zip(st.columns(2), (("source", "s"), ("target", "t")), strict=True):
        with column:
            st.markdown(f"##### {role.capitalize()} view f_{letter}")
            figure = figures.decision_regions(
                found.x,
                found.y,
                grids[role],
                data.X[split.train],
                np.asarray(current.labels)[split.train],
                names=[names[i] for i in split.train],
                feature_names=data.feature_names,
                classes=views.classes,
                limit=limit,
                value=f"f_{letter}",
                theme=look(),
            )
            show(figure, key=f"regions_{role}", alt=f"The {role} view everywhere in the plane")
    st.caption(
        f"Vermillion says “{words.plain(views.classes[j])}”, blue says no, both figures in the same colours; the line "
        "in ink is where the view is undecided. Points are training samples. Far from them a decision means little, "
        "however strong its colour."
    )
