"""A kernel matrix is built once for its data and choice, whatever page asks; a second visit computes nothing."""

from __future__ import annotations

import numpy as np
import pytest
import streamlit as st

from tests.pages.builds import counted
from tests.pages.sentences import ONCE, PAGES, SAMPLES, opened

pytestmark = pytest.mark.long  # seconds each

MATRIX_PAGES = ("spectra", "matrix", "nystroem")


@pytest.fixture(autouse=True)
def _nothing_kept():
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def visit(at, page):
    at.switch_page(f"pages/{page}.py").run()
    assert [error.value for error in at.exception] == []


@pytest.mark.parametrize("kind", ["graph", pytest.param("table", marks=pytest.mark.long)])
def test_a_page_builds_a_matrix_once_and_a_second_visit_computes_nothing(kind):
    at = opened("home", SAMPLES[kind])
    for page in PAGES:
        if page in ONCE:
            continue
        st.cache_resource.clear()
        with counted() as first:
            visit(at, page)
        # Each method that Decisions compares evaluates K for itself.
        assert first.repeated == [] or page == "decisions", page
        visit(at, "home")
        with counted() as again:
            visit(at, page)
        assert (sum(again.builds.values()), sum(again.decompositions.values())) == (0, 0), page


@pytest.mark.parametrize("kind", ["graph", "table"])
def test_all_pages_share_one_matrix(kind):
    at = opened("home", SAMPLES[kind])
    with counted() as tour:
        for page in (*MATRIX_PAGES, "home", *MATRIX_PAGES):
            visit(at, page)
    assert tour.builds, "nothing was counted"
    assert tour.repeated == []


def test_a_build_is_counted():
    """The count is of use only if it sees what it should."""
    from askcore.kernels import KERNELS

    X = np.arange(6.0).reshape(3, 2)
    with counted() as work:
        KERNELS["rbf"](X, X, sigma=1.0)
        KERNELS["rbf"](X, X.copy(), sigma=1.0)
        KERNELS["rbf"](X, X, sigma=2.0)
        KERNELS["rbf"](X, X[:2], sigma=1.0)
    assert sorted(work.builds.values()) == [1, 2]
