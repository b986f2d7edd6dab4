"""The tabs below the Decisions page's figures; only the open one is computed.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.datasets import TableData
from askcore.experiments import KernelChoice, Split, Views
from askcore.ui.choices import ModelChoice
from askcore.ui.controls import tabs
from askcore.ui.dataset import Active
from askcore.ui.pages.decisions import details as panel_sample
from askcore.ui.pages.decisions import gamma as panel_gamma
from askcore.ui.pages.decisions import mistakes as panel_classes
from askcore.ui.pages.decisions import regions as panel_regions

__all__ = ["choose_sample", "details"]

GAMMA, REGIONS, SAMPLE, CLASSES = "γ and λ", "Decision regions", "One sample", "Mistakes"
_OPEN = "details"


def details(
    current: Active, choice: KernelChoice, model: ModelChoice, split: Split, views: Views, j: int
) -> None:
    """Regularisation, decision regions, one sample, mistakes; ``j`` is the class that is looked at."""
    flat = isinstance(current.data, TableData) and current.data.n_features == 2
    names = [GAMMA, *([REGIONS] if flat else []), SAMPLE, CLASSES]
    draw = {
        GAMMA: lambda: panel_gamma.regularisation(current, choice, model, split, views),
        REGIONS: lambda: panel_regions.regions(current, choice, model, split, views, j),
        SAMPLE: lambda: panel_sample.one_sample(current, choice, model, split, views, j),
        CLASSES: lambda: _mistakes(current, split, views),
    }
    tabs({name: draw[name] for name in names}, _OPEN)


def _mistakes(current: Active, split: Split, views: Views) -> None:
    panel_classes.confusions(views)
    panel_classes.disagreements(current, split, views)


def choose_sample(current: Active, split: Split, chart: str) -> None:
    """Open the sample whose point was clicked in the figure with key ``chart``."""
    points = st.session_state[chart].get("selection", {}).get("points", [])
    place = panel_sample.place_of(points)
    if place is not None and 0 <= place < len(split.test):
        st.session_state[current.key("sample")] = int(split.test[place])
        st.session_state[_OPEN] = SAMPLE
