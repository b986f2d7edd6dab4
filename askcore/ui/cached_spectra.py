"""Decompositions of the page "Spectra", kept.

UI floor.
"""

from __future__ import annotations

from askcore import experiments
from askcore.experiments import Effect, RankedMethod, Spectra, SpectralChoice, Symmetrised
from askcore.ui.cache import Data, kept, matrix

__all__ = ["effects", "methods", "spectra_of", "symmetrised_of"]


# 60 vectors of 20,000 entries on both sides: 20 MB.
@kept(entries=16, spinner="Decomposing the matrix …")
def spectra_of(data: Data, choice: SpectralChoice, center: bool, all_values: bool = False) -> Spectra:
    """Leading triplets and the spectrum; serves every rank and scaling."""
    return experiments.spectra(matrix(data, choice), center=center, all_values=all_values)


@kept(entries=32, spinner="Eigenvalues of the symmetrised matrix …")
def symmetrised_of(data: Data, choice: SpectralChoice, center: bool) -> Symmetrised:
    """Eigenvalues of the symmetric part."""
    return experiments.symmetrised(matrix(data, choice), center=center)


@kept(entries=16, spinner="PCA, KPCA and SVD …")
def methods(
    data: Data, choice: SpectralChoice, center: bool, rank: int, scaling: str
) -> tuple[RankedMethod, ...]:
    """PCA, KPCA, SVD and KSVD with the same rank."""
    found = spectra_of(data, choice, center)
    return experiments.same_rank(data, choice, matrix(data, choice), found, rank=rank, scaling=scaling)


@kept(spinner="Trying each choice …")
def effects(data: Data, choice: SpectralChoice, center: bool, rank: int, scaling: str) -> tuple[Effect, ...]:
    """What centring, scaling and compatibility change."""
    return experiments.choice_effects(data, choice, center=center, scaling=scaling, rank=rank)
