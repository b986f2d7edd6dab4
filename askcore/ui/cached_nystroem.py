"""Cached computations of the page "Nyström speed-up": each key holds everything that changes the answer.

UI floor. As in ``cached``: data go in uncopied beside their digest, results are frozen, every cache is bounded.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from askcore import experiments
from askcore.experiments import (
    BlockMeans,
    ExactLook,
    SampledLook,
    SamplingChoice,
    SpectralChoice,
    SpectralProblem,
    block_means,
    class_order,
)
from askcore.ui.dataset import Active

__all__ = ["exact", "picture", "problem_of", "sampled"]


def problem_of(current: Active, choice: SpectralChoice) -> SpectralProblem:
    """The matrix and what its rows and columns are."""
    return _problem(current.data.digest, choice, _data=current.data)


def exact(current: Active, choice: SpectralChoice, rank: int) -> ExactLook:
    """The exact leading triplets and what they cost."""
    return _exact(current.data.digest, choice, rank, _data=current.data)


def sampled(current: Active, choice: SpectralChoice, sampling: SamplingChoice) -> SampledLook:
    """The sampled ones; raises DataError where the sample says nothing."""
    found = exact(current, choice, sampling.rank)
    return _sampled(current.data.digest, choice, sampling, _data=current.data, _exact=found)


def picture(current: Active, choice: SpectralChoice) -> BlockMeans:
    """The matrix ordered by class, in block means where it is large: products only, whatever its size."""
    return _picture(current.data.digest, choice, _problem=problem_of(current, choice))


# The matrix of a table is dense: up to some 100 MB each.
@st.cache_resource(max_entries=4, ttl="1h", show_spinner="Making the matrix …")
def _problem(digest: str, choice: SpectralChoice, *, _data: Any) -> SpectralProblem:
    return experiments.spectral_problem(_data, choice)


@st.cache_resource(max_entries=16, ttl="1h", show_spinner="Decomposing the matrix exactly …")
def _exact(digest: str, choice: SpectralChoice, rank: int, *, _data: Any) -> ExactLook:
    return experiments.exact_look(_data, choice, rank)


@st.cache_resource(max_entries=32, ttl="1h", show_spinner="Sampling …")
def _sampled(
    digest: str, choice: SpectralChoice, sampling: SamplingChoice, *, _data: Any, _exact: ExactLook
) -> SampledLook:
    return experiments.sampled_look(_data, choice, sampling, _exact)


@st.cache_resource(max_entries=8, ttl="1h", show_spinner="Drawing the matrix …")
def _picture(digest: str, choice: SpectralChoice, *, _problem: SpectralProblem) -> BlockMeans:
    n, m = _problem.shape
    rows, columns = class_order(_problem.row_labels, n), class_order(_problem.column_labels, m)
    return block_means(
        _problem.operator, rows, columns, most=MOST_ROWS if max(n, m) > ENTRY_BY_ENTRY else max(n, m)
    )


ENTRY_BY_ENTRY = 400  # rows and columns up to which every entry is drawn
MOST_ROWS = 250
