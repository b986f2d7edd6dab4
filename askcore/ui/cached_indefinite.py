"""Cached computations of the page "Indefinite kernels": each key holds everything that changes the answer.

UI floor. Data go in as ``_...`` beside their digest, as in ``cached``; results are frozen and shared uncopied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from askcore.datasets import TableData
from askcore.experiments import BuiltProblem, KernelChoice, Split
from askcore.experiments.matrix.fixes import PreparedFixes, prepare_fixes
from askcore.experiments.matrix.signed import IndefiniteLook, indefinite_look
from askcore.experiments.matrix.spheres import SpheresView, spheres_view
from askcore.experiments.spectral_problem import SpectralProblem
from askcore.ui import cached, cached_kernel_matrix
from askcore.ui.choices import ModelChoice
from askcore.ui.dataset import Active

__all__ = ["Angle", "look_of", "prepared", "spheres"]


@dataclass(frozen=True)
class Angle:
    """How the matrix is looked at: symmetrisation of an asymmetric one, centring, rows drawn of a large one."""

    how: str = "mean"
    centre: bool = False
    most: int = 600


def look_of(current: Active, choice: KernelChoice, angle: Angle) -> IndefiniteLook:
    """The matrix in its signed parts."""
    return _look(current.data.digest, choice, angle, _problem=cached_kernel_matrix.problem(current, choice))


def prepared(
    current: Active, choice: KernelChoice, model: ModelChoice, symmetrize: str | None
) -> PreparedFixes:
    """The five kernels on the split of the page Decisions, decomposed: they serve every gamma and damping."""
    return _prepared_fixes(
        current.data.digest,
        choice,
        model.train_size,
        model.seed,
        symmetrize,
        _problem=cached.problem_of(current, choice, model),
        _split=cached.split_of(current, model),
    )


def spheres(data: TableData, kernel: str, value: float) -> SpheresView:
    """Kernel PCA of the two spheres under one kernel."""
    return _spheres(data.digest, kernel, value, _data=data)


# Two arrays of up to 18 MB each.
@st.cache_resource(max_entries=16, ttl="1h", show_spinner="Taking the eigenvalues …")
def _look(digest: str, choice: KernelChoice, angle: Angle, *, _problem: SpectralProblem) -> IndefiniteLook:
    return indefinite_look(_problem.operator, how=angle.how, centre=angle.centre, most=angle.most)


# Up to 180 MB each.
@st.cache_resource(max_entries=3, ttl="1h", show_spinner="Correcting the spectrum in four ways …")
def _prepared_fixes(
    digest: str,
    choice: KernelChoice,
    train_size: float,
    seed: int,
    symmetrize: str | None,
    *,
    _problem: BuiltProblem,
    _split: Split,
) -> PreparedFixes:
    return prepare_fixes(
        _problem.kernel,
        _problem.samples,
        _problem.labels,
        _split,
        kernel_params=_problem.kernel_params,
        symmetrize=symmetrize,
    )


@st.cache_resource(max_entries=128, ttl="1h", show_spinner=False)
def _spheres(digest: str, kernel: str, value: float, *, _data: Any) -> SpheresView:
    return spheres_view(_data, kernel, value)
