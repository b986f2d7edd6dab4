"""What "the views disagree" means, and which sample is looked at: one answer for every part of the page."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import pytest
import streamlit as st

from askcore.datasets import describe_sample, load_sample
from askcore.experiments import KernelChoice
from askcore.ui.choices import ModelChoice
from askcore.ui.data.dataset import Active
from askcore.ui.pages.decisions.export import predictions_table
from askcore.ui.pages.decisions.panels import scatter
from askcore.ui.pages.decisions.selection import OPEN, SAMPLE, chosen, is_scored, named, on_click, opener
from askcore.ui.pages.decisions.state import Decisions
from askcore.ui.pages.decisions.words import answer as answer_words
from askcore.ui.pages.decisions.words import views as view_words


@pytest.fixture
def state():
    """Three classes, on which two views may name different ones with one sign for a third."""
    card, data = describe_sample("cyclic_communities"), load_sample("cyclic_communities")
    current = Active(card.name, card.title, data, card.preset, "", "")
    return Decisions(current, KernelChoice("adjacency"), ModelChoice(10.0, 0.1, 0.6, 0))


@pytest.fixture
def session(monkeypatch):
    held = {}
    monkeypatch.setattr(st, "session_state", held)
    return held


def test_views_disagree_where_they_name_different_classes(state):
    """Rings, the sentences and the download count the same samples, whatever class is looked at."""
    table = predictions_table(state.views, [state.names[i] for i in state.split.test])
    views = [table[[f"{f}[{name}]" for name in state.views.classes]].to_numpy() for f in ("f_s", "f_t")]
    apart = views[0].argmax(axis=1) != views[1].argmax(axis=1)
    signs = (views[0] > 0) != (views[1] > 0)
    assert 0 < apart.sum() < len(apart)
    assert all((signs[:, j] != apart).any() for j in range(3))  # of one class: another thing
    for j in range(3):
        drawn = go.Figure(scatter(state, j, "light").spec).data
        (rings,) = [trace for trace in drawn if trace.name == "views disagree"]
        assert [row[0] for row in rings.customdata] == np.flatnonzero(apart).tolist()
    assert table["views_disagree"].tolist() == apart.tolist()
    assert f"({apart.sum()} nodes)" in view_words.rings(state.views, "node")
    assert f"different classes for {apart.sum()} of {len(apart)} nodes" in answer_words.agreement(
        state.views, "node"
    )


def test_without_a_choice_it_is_the_first_on_which_the_views_disagree(state, session):
    assert named(state) is None
    assert chosen(state) == state.split.test[np.flatnonzero(state.views.disagree)[0]]


def test_a_click_opens_what_is_scored(state, session):
    opener(state)(int(state.split.test[5]))
    assert session[OPEN] == SAMPLE
    session[OPEN] = "Mistakes"
    trained = int(state.split.train[2])
    opener(state)(trained)
    assert not is_scored(state, trained)
    assert session[OPEN] == "Mistakes"


def test_a_click_on_a_link_takes_the_node_of_its_row(state, session):
    session["matrix"] = {"selection": {"points": [{"customdata": [7, 9]}]}}
    for at, node in ((0, 7), (1, 9)):
        on_click(state, "matrix", at=at)()
        assert chosen(state) == node
