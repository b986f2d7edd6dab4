"""One sample explained: the training samples that pull hardest, as bars and as neighbours.

UI floor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from askcore import experiments, figures
from askcore.datasets import GraphData
from askcore.experiments import KernelChoice, Pulls, Split, Views, sample_names
from askcore.ui import words
from askcore.ui.choices import ModelChoice
from askcore.ui.dataset import Active
from askcore.ui.pages.decisions import state as cached
from askcore.ui.pages.decisions import words as detail_words
from askcore.ui.theme import look, show

__all__ = ["one_sample", "place_of"]

NAMED = 10


def one_sample(
    current: Active, choice: KernelChoice, model: ModelChoice, split: Split, views: Views, j: int
) -> None:
    """Choose a scored sample; who pulls it towards class number ``j``, and who away from it."""
    names = sample_names(current.data)
    sample = _sample_control(current, split, views, names)
    place = int(np.searchsorted(split.test, sample))
    st.markdown(detail_words.sample_decided(views, place, names[sample], j))
    found = experiments.pulls(
        cached.problem_of(current, choice, model), split, views.coefficients, sample, j, top=NAMED
    )
    _bars(current, choice, views, found, names)
    if isinstance(current.data, GraphData):
        _neighbours(current, choice, views, found, sample)


def place_of(points: Sequence[Mapping[str, Any]]) -> int | None:
    """The scored sample of a clicked point of the scatter, as its place among the scored ones."""
    for point in points:
        data = point.get("customdata")
        value = data[0] if isinstance(data, Sequence) and not isinstance(data, str) and data else data
        if isinstance(value, int | float) and float(value).is_integer():
            return int(value)
    return None


def _sample_control(current: Active, split: Split, views: Views, names: list[str]) -> int:
    options = [int(i) for i in split.test]
    key = current.key("sample")
    if st.session_state.get(key) not in options:
        first = np.flatnonzero(views.disagree)
        st.session_state[key] = options[int(first[0]) if len(first) else 0]
    kind = "node" if current.is_graph else "sample"
    chosen = st.selectbox(
        f"{'Held-out' if split.held_out else 'Training'} {kind}",
        options,
        format_func=names.__getitem__,
        key=key,
        filter_mode="contains",
    )
    return options[0] if chosen is None else int(chosen)


def _bars(
    current: Active, choice: KernelChoice, views: Views, found: tuple[Pulls, Pulls], names: list[str]
) -> None:
    labels = np.asarray(current.labels)
    reach = max(float(np.abs([*pulls.values, pulls.rest, pulls.intercept]).max()) for pulls in found)
    source, target = words.readings(choice, is_graph=current.is_graph)
    sides = (("source", "s", source), ("target", "t", target))
    for column, pulls, (role, letter, reads) in zip(st.columns(2), found, sides, strict=True):
        with column:
            st.markdown(f"##### {role.capitalize()} view: {reads}")
            figure = figures.pull_bars(
                pulls.values,
                [names[i] for i in pulls.samples],
                labels[pulls.samples],
                rest=pulls.rest,
                n_rest=pulls.n_rest,
                intercept=pulls.intercept,
                classes=views.classes,
                limit=reach,
                value=f"f_{letter}",
                theme=look(),
            )
            show(figure, key=f"pulls_{role}", alt=f"Training samples that pull the {role} view hardest")
    st.caption(detail_words.pulls_caption())


def _neighbours(
    current: Active, choice: KernelChoice, views: Views, found: tuple[Pulls, Pulls], sample: int
) -> None:
    """The hardest pulls as neighbours of the node; those not linked to it are left out."""
    data = current.data
    assert isinstance(data, GraphData)
    pulling = np.unique(np.concatenate([pulls.samples for pulls in found]))
    members = np.concatenate([[sample], pulling[pulling != sample]])
    drawn = figures.ego_network(
        data.adjacency[members][:, members],
        0,
        read_by=words.read_by(choice),
        classes_of_nodes=np.asarray(data.labels)[members],
        names=[data.node_ids[i] for i in members],
        classes=views.classes,
        theme=look(),
    )
    st.markdown("##### The same as neighbours")
    show(
        drawn, key="pulls_ego", alt=f"The nodes that pull {data.node_ids[sample]} hardest, as its neighbours"
    )
    st.caption(detail_words.neighbours_caption())
