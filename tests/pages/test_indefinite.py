"""The page "Indefinite kernels": every tab with every sample, controls that change it, and matrices that go wrong."""

from __future__ import annotations

import re

import numpy as np
import pytest
import scipy.sparse as sp
import streamlit as st

from askcore._format import number
from askcore.datasets import GraphData, MatrixData, load_sample
from askcore.experiments import KernelChoice, Problem
from tests.pages.test_every_page import numbers, opened, sound

TABS = {
    "K₊ and K₋": "the negative part",
    "Two samples": "Each bar is one coordinate",
    "Clip, flip, square, shift": "“Change” is the norm",
    "Does it pay?": "Does an indefinite kernel pay on these data",
    "Indefinite or asymmetric?": "**Asymmetric** is about order",
    "Two spheres": "Which kernel puts one class on each side",
}


def on_tab(at, name: str):
    at.session_state["indefinite_details"] = name
    return sound(at.run())


def said(at) -> str:
    return "\n".join(
        [*(m.value for m in at.markdown), *(c.value for c in at.caption), *(i.value for i in at.info)]
    )


def tanh(sample: str = "iris"):
    at = opened("indefinite.py", sample)
    at.selectbox("kernel").set_value("tanh").run()
    return sound(at)


def test_the_spheres_come_first_where_they_are_the_data():
    at = opened("indefinite.py", "two_spheres")
    headings = [heading.value for heading in at.header]
    first, then = "Which kernel separates the two spheres?", "Which eigenvalues are negative"
    assert headings.index(first) < headings.index(then)
    assert re.search(r"straight line .*100 ?%", said(at))
    assert "Two spheres" not in [tab.label for tab in at.tabs]


def test_a_definite_kernel_offers_an_indefinite_one():
    at = opened("indefinite.py", "iris")
    at.button("try_indefinite").click().run()
    assert "is **not a Mercer kernel**" in sound(at).markdown[0].value
    assert at.selectbox("kernel").value == "tanh"
    assert not [button for button in at.button if button.key == "try_indefinite"]


def iris_under_tanh() -> tuple[int, str]:
    """Negative eigenvalues and the lowest squared distance, by plain algebra."""
    K = Problem(load_sample("iris"), KernelChoice("tanh", standardise=True)).operator.toarray()
    distances = K.diagonal()[:, None] + K.diagonal() - 2 * K
    values = np.linalg.eigvalsh(K)
    return int((values < -10 * 150 * np.finfo(float).eps * values[-1]).sum()), number(distances.min())


def test_the_questions_of_a_newcomer_are_answered():
    at = tanh()
    page = said(at)
    headings = [heading.value for heading in at.header]
    assert "Which eigenvalues are negative" in headings
    assert "Why a squared distance is negative" in headings
    below, lowest = iris_under_tanh()
    assert f"{below} of 150** eigenvalues are negative" in page
    assert f"This removes {below} coordinates" in page
    assert f"are at squared distance **{lowest}**" in page
    on_tab(at, "Indefinite or asymmetric?")
    assert "This K is symmetric" in said(at)


def large_graph(n: int = 3_200, links: int = 12_000) -> GraphData:
    ends = np.random.default_rng(2).integers(0, n, (2, links))
    A = sp.csr_array((np.ones(links), tuple(ends)), shape=(n, n))
    return GraphData(A, node_ids=[str(i) for i in range(n)])


@pytest.mark.long
def test_a_large_sparse_graph_is_estimated_as_a_whole(monkeypatch):
    """600 of its nodes keep almost no links, and so almost no negative eigenvalue."""
    graph = large_graph()
    monkeypatch.setattr("askcore.ui.data.dataset.load_sample", lambda _: graph)
    K = Problem(graph, KernelChoice("adjacency", orientation="out")).operator.toarray()
    values = np.linalg.eigvalsh((K + K.T) / 2)
    below = values[values < 0]
    for page in ("indefinite.py", "kernel_matrix.py"):
        at = opened(page, "python_imports")
        found = re.search(r"about ([\d,]+) ± (\d+)", at.markdown[0].value)
        count, error = (int(text.replace(",", "")) for text in found.groups())
        assert abs(count - len(below)) <= 2 * error < 0.1 * len(below)
        assert "two standard errors" in said(at)
    at = opened("indefinite.py", "python_imports")
    energy = float(numbers(at)[1].strip("≈ %")) / 100
    assert energy == pytest.approx((below**2).sum() / (values**2).sum(), rel=0.1)
    assert numbers(at)[2] == number(values[0] / values[-1])
    on_tab(at, "Indefinite or asymmetric?")
    assert "estimated from the samples" not in said(at)


def test_more_than_anybody_waits_for_is_offered(monkeypatch):
    graph = large_graph()
    monkeypatch.setattr("askcore.ui.data.dataset.load_sample", lambda _: graph)
    monkeypatch.setattr(
        "askcore.ui.work.cache.is_quick", lambda work: True
    )  # what is patched here stays here
    monkeypatch.setattr("askcore.ui.matrices._ends", lambda *_, **__: 70e9)
    st.cache_resource.clear()
    at = opened("indefinite.py", "python_imports")
    assert "do not tell how many of all 3,200" in at.markdown[0].value
    assert all(one.label.endswith("of 600 sampled") for one in at.metric)
    assert at.button("all_rows").label == "Estimate signs from all 3,200 rows (about a minute)"
    at.button("all_rows").click().run()
    assert "of 3,200** eigenvalues are negative (estimated from" in sound(at).markdown[0].value
    assert not [button for button in at.button if button.key == "all_rows"]


ODD = {
    "zero": (np.zeros((6, 6)), "Every eigenvalue is zero"),
    "skew": (np.array([[0.0, 2.0, 1.0], [-2.0, 0.0, 3.0], [-1.0, -3.0, 0.0]]), "Every eigenvalue is zero"),
    "one entry": (np.ones((1, 1)), "is a **Mercer kernel**"),
    "tiny": (1e-200 * np.array([[1.0, 2.0], [2.0, 1.0]]), "is **not a Mercer kernel**"),
    "rounding": (
        np.array([[1.0, 2.0 * (1 + 1e-15)], [2.0, 1.0]]),
        "This kernel matrix is **not a Mercer kernel**",
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_and_unlabelled_matrices_stand_on_every_tab(monkeypatch, name):
    matrix, expected = ODD[name]
    monkeypatch.setattr("askcore.ui.data.dataset.load_sample", lambda _: MatrixData(matrix))
    at = opened("indefinite.py", "attention")
    assert expected in at.markdown[0].value
    for tab in TABS:
        on_tab(at, tab)
        assert not at.error
        assert not at.warning
        if tab in ("Clip, flip, square, shift", "Does it pay?"):
            assert "needs labels" in said(at)
