"""Cached computations: each key holds everything that changes the answer.

UI floor. Data go in as ``_current`` beside their SHA-256 digest, because streamlit hashes large arrays from
a sample. Results are frozen with read-only arrays and shared uncopied; every cache is bounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
import streamlit as st

from askcore import experiments, figures
from askcore.datasets import TableData
from askcore.estimators import LooChoice
from askcore.experiments import (
    PATH_LIMIT,
    BuiltProblem,
    GammaCurve,
    KernelChoice,
    ModeFilters,
    Prepared,
    Regions,
    Rival,
    Split,
    Views,
)
from askcore.figures import Picture, Theme
from askcore.ui.choices import ModelChoice
from askcore.ui.dataset import Active
from askcore.ui.settings import GAMMAS, TUNED_DAMPINGS, TUNED_GAMMAS

__all__ = [
    "adjacency_picture",
    "best_setting",
    "gamma_curve",
    "kernel_picture",
    "modes",
    "positions",
    "prepared",
    "problem_of",
    "regions",
    "rivals",
    "split_of",
    "training_matrix",
    "views",
]


def split_of(current: Active, model: ModelChoice) -> Split:
    """The seeded split; raises DataError where the labels do not allow one."""
    return _split(current.data.digest, model.train_size, model.seed, _labels=current.labels)


def views(current: Active, choice: KernelChoice, model: ModelChoice) -> Views:
    """Both decisions of AsK-LS on the held-out samples: from the decomposition, or fitted where there is none."""
    ready = prepared(current, choice, model)
    key = (current.data.digest, choice, model.gamma, model.damping, model.train_size, model.seed, model.merge)
    if ready is not None:
        return _path_views(*key, _prepared=ready)
    return _fitted_views(*key, _current=current, _split=split_of(current, model))


def prepared(current: Active, choice: KernelChoice, model: ModelChoice) -> Prepared | None:
    """The decomposition that serves every gamma and damping; None for training sets too large for it."""
    split = split_of(current, model)
    if len(split.train) > PATH_LIMIT:
        return None
    return _prepared_for(
        current.data.digest, choice, model.train_size, model.seed, _current=current, _split=split
    )


def gamma_curve(
    current: Active, choice: KernelChoice, model: ModelChoice, damping: float
) -> GammaCurve | None:
    """Leave-one-out along gamma; None for training sets too large for it."""
    ready = prepared(current, choice, model)
    if ready is None:
        return None
    return _gamma_curve(current.data.digest, choice, damping, model.train_size, model.seed, _prepared=ready)


def modes(current: Active, choice: KernelChoice, model: ModelChoice, views: Views) -> ModeFilters | None:
    """What becomes of each singular mode; None for a symmetric kernel, or training sets too large."""
    ready = prepared(current, choice, model)
    if ready is None or views.symmetric:
        return None
    return experiments.mode_filters(ready, model.gamma, views.damping)


def best_setting(current: Active, choice: KernelChoice, model: ModelChoice) -> LooChoice | None:
    """The best gamma and damping by leave-one-out; None for training sets too large for it."""
    ready = prepared(current, choice, model)
    if ready is None:
        return None
    return _best_setting(current.data.digest, choice, model.train_size, model.seed, _prepared=ready)


def regions(
    current: Active, data: TableData, choice: KernelChoice, model: ModelChoice, views: Views
) -> Regions:
    """Both decisions on a grid around a table of two features."""
    return _regions(
        current.data.digest,
        choice,
        model.gamma,
        views.damping,
        model.train_size,
        model.seed,
        _data=data,
        _problem=problem_of(current, choice, model),
        _split=split_of(current, model),
        _views=views,
    )


def problem_of(current: Active, choice: KernelChoice, model: ModelChoice) -> BuiltProblem:
    """Kernel and samples as the estimators take them."""
    return _problem(
        current.data.digest,
        choice,
        model.train_size,
        model.seed,
        _current=current,
        _split=split_of(current, model),
    )


def rivals(current: Active, choice: KernelChoice, model: ModelChoice) -> tuple[Rival, ...]:
    """The symmetrised rivals at every gamma and damping of their own grid, whatever the sliders say."""
    return _rivals(
        current.data.digest,
        choice,
        model.train_size,
        model.seed,
        _current=current,
        _split=split_of(current, model),
    )


def positions(current: Active) -> np.ndarray:
    """Where to draw the nodes of a graph, shape (N, 2)."""
    return _positions(current.data.digest, _data=current.data)


def adjacency_picture(current: Active, look: Theme) -> Picture:
    """The adjacency matrix by class: it stays while sliders move, and costs more than all else on the page."""
    return _adjacency_picture(current.data.digest, look, _data=current.data)


def kernel_picture(current: Active, choice: KernelChoice, model: ModelChoice, look: Theme) -> Picture:
    """The kernel matrix of the training samples by class, which stays as well."""
    return _kernel_picture(
        current.data.digest,
        choice,
        model.train_size,
        model.seed,
        look,
        _matrix=training_matrix(current, choice, model),
    )


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


# A graph kernel holds its matrix: up to 130 MB each.
@st.cache_resource(max_entries=6, ttl="1h", show_spinner=False)
def _problem(
    digest: str, choice: KernelChoice, train_size: float, seed: int, *, _current: Active, _split: Split
) -> BuiltProblem:
    return experiments.build_problem(_current.data, choice, _split)


# Up to 60 MB each.
@st.cache_resource(max_entries=6, ttl="1h", show_spinner="Decomposing the kernel matrix …")
def _prepared_for(
    digest: str, choice: KernelChoice, train_size: float, seed: int, *, _current: Active, _split: Split
) -> Prepared:
    return experiments.prepare(experiments.build_problem(_current.data, choice, _split), _split)


@st.cache_resource(max_entries=128, ttl="1h", show_spinner=False)
def _path_views(
    digest: str,
    choice: KernelChoice,
    gamma: float,
    damping: float | str,
    train_size: float,
    seed: int,
    merge: str,
    *,
    _prepared: Prepared,
) -> Views:
    return experiments.path_views(_prepared, gamma=gamma, damping=damping, merge=merge)


@st.cache_resource(max_entries=64, ttl="1h", show_spinner="Training AsK-LS …")
def _fitted_views(
    digest: str,
    choice: KernelChoice,
    gamma: float,
    damping: float | str,
    train_size: float,
    seed: int,
    merge: str,
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
        merge=merge,
    )


@st.cache_resource(max_entries=64, ttl="1h", show_spinner="Leaving each sample out …")
def _gamma_curve(
    digest: str, choice: KernelChoice, damping: float, train_size: float, seed: int, *, _prepared: Prepared
) -> GammaCurve:
    return experiments.gamma_curve(_prepared, GAMMAS, damping)


@st.cache_resource(max_entries=64, ttl="1h", show_spinner="Looking for the best γ and λ …")
def _best_setting(
    digest: str, choice: KernelChoice, train_size: float, seed: int, *, _prepared: Prepared
) -> LooChoice:
    return experiments.best_setting(_prepared, TUNED_GAMMAS, TUNED_DAMPINGS)


@st.cache_resource(max_entries=32, ttl="1h", show_spinner=False)
def _regions(
    digest: str,
    choice: KernelChoice,
    gamma: float,
    damping: float,
    train_size: float,
    seed: int,
    *,
    _data: TableData,
    _problem: BuiltProblem,
    _split: Split,
    _views: Views,
) -> Regions:
    return experiments.decision_regions(_data, _problem, _split, _views.coefficients)


@st.cache_resource(max_entries=64, ttl="1h", show_spinner="Training the symmetrised rivals …")
def _rivals(
    digest: str,
    choice: KernelChoice,
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
    )


@st.cache_resource(max_entries=16, ttl="1h", show_spinner="Placing the nodes …")
def _positions(digest: str, *, _data: Any) -> np.ndarray:
    return figures.layout(_data.adjacency, labels=_data.labels)


@st.cache_resource(max_entries=8, ttl="1h", show_spinner=False)
def _adjacency_picture(digest: str, look: Theme, *, _data: Any) -> Picture:
    return figures.adjacency_by_class(
        _data.adjacency, _data.labels, names=_data.node_ids, classes=_data.classes, theme=look
    )


@st.cache_resource(max_entries=8, ttl="1h", show_spinner=False)
def _kernel_picture(
    digest: str,
    choice: KernelChoice,
    train_size: float,
    seed: int,
    look: Theme,
    *,
    _matrix: tuple[Any, np.ndarray],
) -> Picture:
    K, labels = _matrix
    K = K.toarray() if sp.issparse(K) else K
    return figures.signed_heatmap(K, labels, classes=np.unique(labels), theme=look)


@st.cache_resource(max_entries=16, ttl="1h", show_spinner=False)
def _matrix(
    digest: str, choice: KernelChoice, train_size: float, seed: int, *, _current: Active, _split: Split
) -> tuple[Any, np.ndarray]:
    problem = experiments.build_problem(_current.data, choice, _split)
    return experiments.training_matrix(problem, _split), problem.labels[_split.train]
