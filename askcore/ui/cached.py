"""Cached computations: each key holds everything that changes the answer.

UI floor. Data go in as ``_current`` beside their SHA-256 digest, because streamlit hashes large arrays from
a sample. Results are frozen with read-only arrays and shared uncopied; every cache is bounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from askcore import experiments, figures
from askcore.experiments import KernelChoice, Rival, Split, Views
from askcore.ui.controls import ModelChoice
from askcore.ui.dataset import Active

__all__ = ["positions", "rivals", "split_of", "training_matrix", "views"]


def split_of(current: Active, model: ModelChoice) -> Split:
    """The seeded split; raises DataError where the labels do not allow one."""
    return _split(current.data.digest, model.train_size, model.seed, _labels=current.labels)


def views(current: Active, choice: KernelChoice, model: ModelChoice) -> Views:
    """Both decisions of AsK-LS on the held-out samples."""
    return _views(
        current.data.digest,
        choice,
        model.gamma,
        model.damping,
        model.train_size,
        model.seed,
        _current=current,
        _split=split_of(current, model),
    )


def rivals(current: Active, choice: KernelChoice, model: ModelChoice, damping: float) -> tuple[Rival, ...]:
    """The symmetrised rivals at every gamma; does not depend on the gamma of the slider."""
    return _rivals(
        current.data.digest,
        choice,
        damping,
        model.train_size,
        model.seed,
        _current=current,
        _split=split_of(current, model),
    )


def positions(current: Active) -> np.ndarray:
    """Where to draw the nodes of a graph, shape (N, 2)."""
    return _positions(current.data.digest, _data=current.data)


def training_matrix(current: Active, choice: KernelChoice, model: ModelChoice) -> tuple[Any, np.ndarray]:
    """K(train, train) and the labels of the training samples, for drawing."""
    return _matrix(
        current.data.digest,
        choice,
        model.train_size,
        model.seed,
        _current=current,
        _split=split_of(current, model),
    )


@st.cache_resource(max_entries=64, ttl="1h", show_spinner=False)
def _split(digest: str, train_size: float, seed: int, *, _labels: Any) -> Split:
    return experiments.holdout_split(_labels, train_size=train_size, random_state=seed)


@st.cache_resource(max_entries=64, ttl="1h", show_spinner="Training AsK-LS …")
def _views(
    digest: str,
    choice: KernelChoice,
    gamma: float,
    damping: float | str,
    train_size: float,
    seed: int,
    *,
    _current: Active,
    _split: Split,
) -> Views:
    problem = experiments.build_problem(_current.data, choice, _split)
    return experiments.decide_views(
        problem.kernel,
        problem.samples,
        problem.labels,
        _split,
        kernel_params=problem.kernel_params,
        gamma=gamma,
        damping=damping,
    )


@st.cache_resource(max_entries=64, ttl="1h", show_spinner="Training the symmetrised rivals …")
def _rivals(
    digest: str,
    choice: KernelChoice,
    damping: float,
    train_size: float,
    seed: int,
    *,
    _current: Active,
    _split: Split,
) -> tuple[Rival, ...]:
    problem = experiments.build_problem(_current.data, choice, _split)
    return experiments.symmetric_rivals(
        problem.kernel,
        problem.samples,
        problem.labels,
        _split,
        kernel_params=problem.kernel_params,
        damping=damping,
    )


@st.cache_resource(max_entries=16, ttl="1h", show_spinner="Placing the nodes …")
def _positions(digest: str, *, _data: Any) -> np.ndarray:
    return figures.layout(_data.adjacency, labels=_data.labels)


@st.cache_resource(max_entries=16, ttl="1h", show_spinner=False)
def _matrix(
    digest: str, choice: KernelChoice, train_size: float, seed: int, *, _current: Active, _split: Split
) -> tuple[Any, np.ndarray]:
    problem = experiments.build_problem(_current.data, choice, _split)
    return experiments.training_matrix(problem, _split), problem.labels[_split.train]
