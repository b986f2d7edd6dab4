"""What the page "Indefinite kernels" is set to and computes under one setting of its controls, each thing once.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from askcore import experiments
from askcore._lazy import made_once
from askcore.datasets import TableData
from askcore.experiments import KernelChoice, sizes
from askcore.experiments.comparison.kinds import ThreeKinds
from askcore.experiments.decisions.views import PATH_LIMIT
from askcore.experiments.matrix.definiteness import Definiteness
from askcore.experiments.matrix.fixes import FixedSpectrum, PreparedFixes, spectrum_fixes
from askcore.experiments.matrix.signed import SignedParts
from askcore.experiments.matrix.spheres import SpheresView, spheres_view
from askcore.experiments.running.jobs import Task
from askcore.ui import choices, matrices
from askcore.ui.choices import ModelChoice
from askcore.ui.controls import choose, toggle
from askcore.ui.data.dataset import Active
from askcore.ui.pages.indefinite.words import HOW_NAMES
from askcore.ui.pieces import heading
from askcore.ui.work.cache import Data, computed, kept, matrix, split, with_entries
from askcore.ui.work.job import OfferedJob


@dataclass(frozen=True)
class SignsChoice:
    """How the matrix is looked at: symmetrisation of an asymmetric one, centring, rows drawn of a large one."""

    symmetrize: str = "mean"
    center: bool = False
    max_rows: int = 600


def choose_signs(current: Active, choice: KernelChoice) -> SignsChoice:
    """Which symmetrisation of an asymmetric matrix, centred or not."""
    symmetrize, symmetric = "mean", matrices.entries(current.data, choice).is_symmetric
    with st.sidebar:
        heading("Symmetric matrix")
        if not symmetric:
            symmetrize = choose(
                "Made symmetric by",
                HOW_NAMES,
                "made_symmetric",
                default="mean",
                linked=True,
                labelled=True,
                help=_HOW_HELP,
            )
        center = toggle("Centre first", "centre_first", help=_CENTRE_HELP)
    return SignsChoice(symmetrize, bool(center), matrices.choose_max_rows(current, choice))


@dataclass(frozen=True)
class IndefiniteKernel(matrices.MatrixState):
    """The data set in use under a kernel, how its signs are looked at, and what follows from them."""

    signs: SignsChoice

    @property
    def parts(self) -> SignedParts:
        """The matrix in its signed parts."""
        return _parts(self.current.data, self.choice, self.signs)

    @property
    def shows_spheres(self) -> bool:
        """Whether the data are the sample made for the question which kernel opens two spheres."""
        return self.current.name == SPHERES

    @made_once
    def model(self) -> ModelChoice:
        """gamma, damping and split of a classifier; once asked for, their controls stand in the sidebar."""
        return choices.model(self.current, self.choice, merges=False, helps=MODEL_HELP)

    @made_once
    def ready(self) -> PreparedFixes:
        """The kernel under each correction, on the split of the page Decisions."""
        of, model = self.current.data, self.model
        return prepared(of, self.choice, model.train_size, model.seed, self.parts.symmetrized or None)

    @made_once
    def corrected(self) -> tuple[FixedSpectrum, ...]:
        """What LS-SVM decides under each correction, first of all without any."""
        return spectrum_fixes(self.ready, gamma=self.model.gamma, damping=self.model.damping)

    @property
    def held_out(self) -> bool:
        """Whether these are not the samples that were trained on."""
        return split(self.current.data, self.model.train_size, self.model.seed).held_out

    @made_once
    def whole(self) -> Definiteness | None:
        """The signs of all eigenvalues where ``parts`` are of some samples; None where that is not known."""
        if self.parts.whole:
            return None
        signs = self.signs
        return matrices.definiteness(self.current, self.choice, signs.symmetrize, signs.center)

    @made_once
    def names(self) -> list[str]:
        """Names of the samples looked at."""
        names = self.problem.row_names
        return [names[i] for i in self.parts.places]

    @made_once
    def labels(self) -> np.ndarray | None:
        """Labels of the samples looked at; None where there are none."""
        every = self.problem.row_labels
        labels = None if every is None else np.asarray(every)[self.parts.places]
        return labels if labels is None or labels.dtype.kind != "U" or (labels != "").any() else None


# Up to 63 MB each at 1,500 rows: K, its coordinates, and distances between all samples and between each pair.
@computed(
    "Taking the eigenvalues",
    lambda data, choice, signs: 0.2 * min(signs.max_rows, *matrix(data, choice).shape) ** 3,
    entries=4,
)
def _parts(data: Data, choice: KernelChoice, signs: SignsChoice) -> Task[SignedParts]:
    return Task(
        experiments.signed_parts,
        matrix(data, choice).operator,
        symmetrize=signs.symmetrize,
        center=signs.center,
        max_rows=signs.max_rows,
    )


def _prepared_work(
    data: Data, choice: KernelChoice, train_size: float, seed: int, symmetrize: str | None
) -> float:
    m = min(len(split(data, train_size, seed).train), PATH_LIMIT)
    return sizes.columns(with_entries(data, choice), m) + 1.7 * m**3


# Up to 180 MB each.
@computed("Correcting the spectrum in four ways", _prepared_work, entries=3)
def prepared(
    data: Data, choice: KernelChoice, train_size: float, seed: int, symmetrize: str | None
) -> Task[PreparedFixes]:
    """The five kernels on the split of the page Decisions, decomposed: they serve every gamma and damping."""
    parts = split(data, train_size, seed)
    return Task(experiments.prepare_fixes, with_entries(data, choice), parts, symmetrize=symmetrize)


@kept(entries=128)
def spheres(data: TableData, kernel: str, value: float) -> SpheresView:
    """Kernel PCA of the two spheres under one kernel."""
    return spheres_view(data, kernel, value)


@dataclass(frozen=True)
class KindsPlan:
    """The key of a result: data by digest, which indefinite kernel, effort, how features are scaled, and seed.

    Quick: 4 splits and 2 inner folds, as on the page "Does direction pay?".
    """

    digest: str
    indefinite: str
    quick: bool
    features: str = "unit"
    seed: int = 0

    def settings(self) -> dict[str, Any]:
        """Arguments of ``three_kinds`` beside the data."""
        splits, folds = (4, 2) if self.quick else (5, 5)
        return {
            "indefinite": self.indefinite,
            "features": self.features,
            "n_splits": splits,
            "inner_folds": folds,
            "random_state": self.seed,
        }


SPHERES = "two_spheres"
JOB: OfferedJob[KindsPlan, ThreeKinds] = OfferedJob("three_kinds")


_HOW_HELP = (
    "Eigenvalues have signs only if the matrix is symmetric. (K + Kᵀ)/2 keeps the signs, but loses how K(u, v) and "
    "K(v, u) differ. K Kᵀ and Kᵀ K never have a negative eigenvalue."
)
_CENTRE_HELP = (
    "Subtracts row and column means, as LS-SVM and kernel PCA do. Distances do not change. If no eigenvalue is "
    "negative then, K is called conditionally positive definite."
)
MODEL_HELP = {
    "gamma": "Weight of the training errors of the classifier in the tab “Clip, flip, square, shift”.",
    "damping": (
        "The system of LS-SVM is singular if −1/γ is an eigenvalue of the centred K. Damping helps there. “auto” "
        "uses 0, and 1 if the system is singular."
    ),
    "train": "The rest is held out and scored: the same split as on “Decisions”.",
    "seed": "The same as on “Decisions”.",
}
