"""Cached decompositions: as in ``cached``, each key holds everything that changes the answer.

UI floor. Results are frozen with read-only arrays and shared uncopied; every cache is bounded.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from askcore import experiments
from askcore.experiments import Effect, RankedMethod, Spectra, SpectralChoice, SpectralProblem, Symmetrised
from askcore.ui.dataset import Active

__all__ = ["effects", "methods", "problem_of", "spectra_of", "symmetrised_of"]


def problem_of(current: Active, choice: SpectralChoice) -> SpectralProblem:
    """The matrix with the names of its rows and columns."""
    return _problem(current.data.digest, choice, _data=current.data)


def spectra_of(current: Active, choice: SpectralChoice, center: bool, all_values: bool = False) -> Spectra:
    """Leading triplets and the spectrum; serves every rank and scaling."""
    return _spectra(current.data.digest, choice, center, all_values, _problem=problem_of(current, choice))


def symmetrised_of(
    current: Active, choice: SpectralChoice, center: bool, all_values: bool = False
) -> Symmetrised:
    """Eigenvalues of the symmetric part."""
    return _symmetrised(current.data.digest, choice, center, all_values, _problem=problem_of(current, choice))


def methods(
    current: Active, choice: SpectralChoice, center: bool, rank: int, scaling: str
) -> tuple[RankedMethod, ...]:
    """PCA, KPCA, SVD and KSVD with the same rank."""
    return _methods(
        current.data.digest,
        choice,
        center,
        rank,
        scaling,
        _data=current.data,
        _problem=problem_of(current, choice),
        _found=spectra_of(current, choice, center),
    )


def effects(
    current: Active, choice: SpectralChoice, center: bool, rank: int, scaling: str
) -> tuple[Effect, ...]:
    """What centring, scaling and compatibility change."""
    return _effects(current.data.digest, choice, center, rank, scaling, _data=current.data)


# A dense kernel matrix has up to 240 MB.
@st.cache_resource(max_entries=6, ttl="1h", show_spinner=False)
def _problem(digest: str, choice: SpectralChoice, *, _data: Any) -> SpectralProblem:
    return experiments.spectral_problem(_data, choice)


# 60 vectors of 20,000 entries on both sides: 20 MB.
@st.cache_resource(max_entries=16, ttl="1h", show_spinner="Decomposing the matrix …")
def _spectra(
    digest: str, choice: SpectralChoice, center: bool, all_values: bool, *, _problem: SpectralProblem
) -> Spectra:
    return experiments.spectra(_problem, center=center, all_values=all_values)


@st.cache_resource(max_entries=32, ttl="1h", show_spinner="Eigenvalues of the symmetrised matrix …")
def _symmetrised(
    digest: str, choice: SpectralChoice, center: bool, all_values: bool, *, _problem: SpectralProblem
) -> Symmetrised:
    return experiments.symmetrised(_problem, center=center, all_values=all_values)


@st.cache_resource(max_entries=16, ttl="1h", show_spinner="PCA, KPCA and SVD …")
def _methods(
    digest: str,
    choice: SpectralChoice,
    center: bool,
    rank: int,
    scaling: str,
    *,
    _data: Any,
    _problem: SpectralProblem,
    _found: Spectra,
) -> tuple[RankedMethod, ...]:
    return experiments.same_rank(_data, choice, _problem, _found, rank=rank, scaling=scaling)


@st.cache_resource(max_entries=64, ttl="1h", show_spinner="Trying each choice …")
def _effects(
    digest: str, choice: SpectralChoice, center: bool, rank: int, scaling: str, *, _data: Any
) -> tuple[Effect, ...]:
    return experiments.choice_effects(_data, choice, center=center, scaling=scaling, rank=rank)
