"""PCA, kernel PCA and SVD of the data matrix beside the decomposition in use, all with the same rank.

Experiment floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments.bandwidth import usual_bandwidth
from askcore.experiments.spectra.decomposition import Spectra
from askcore.experiments.spectra.features import extract_features
from askcore.experiments.spectra.neighbours import neighbour_score
from askcore.experiments.spectral_problem import (
    SpectralChoice,
    SpectralProblem,
    data_matrix,
)

__all__ = ["RankedMethod", "same_rank"]


@dataclass(frozen=True, eq=False)
class RankedMethod:
    """One method's row features.

    ``left`` (N, r), or None where ``problem`` says why there are none; ``one_side`` and ``both`` the neighbour scores,
    None where there are no labels or no second side that describes the same samples.
    """

    name: str
    meaning: str
    left: np.ndarray | None
    one_side: float | None = None
    both: float | None = None
    problem: str = ""


def same_rank(
    data: GraphData | TableData | MatrixData,
    choice: SpectralChoice,
    problem: SpectralProblem,
    found: Spectra,
    *,
    rank: int,
    scaling: str = "sqrt",
) -> tuple[RankedMethod, ...]:
    """Row features of rank ``rank``, or of what the smaller data matrix allows.

    Kernel PCA takes the RBF kernel between the rows of the data matrix, with the bandwidth in use or the usual one.
    """
    A = data.matrix if isinstance(data, MatrixData) else data_matrix(data, choice.kernel)
    r = min(rank, *A.shape)
    sigma = problem.sigma or usual_bandwidth(A)
    others: dict[str, tuple[str, str, dict[str, Any]]] = {
        "pca": ("PCA", "the data matrix less its column means", {}),
        "kpca": ("KPCA", "RBF between the rows", {"kernel": "rbf", "kernel_params": {"sigma": sigma}}),
        "svd": ("SVD", "the data matrix itself", {}),
    }
    methods = []
    for key, (name, meaning, options) in others.items():
        wanted = min(rank, A.shape[0]) if key == "kpca" else r
        try:
            features = extract_features(A, key, wanted, scaling=scaling, random_state=0, **options)
        except DataError as error:
            methods.append(RankedMethod(name, meaning, None, problem=str(error)))
            continue
        two_sided = features.right is not None and problem.same_samples and len(features.right) == A.shape[0]
        methods.append(
            RankedMethod(
                name,
                meaning,
                features.left,
                neighbour_score(features.left, problem.row_labels),
                neighbour_score(features.side("both"), problem.row_labels) if two_sided else None,
            )
        )
    left, right = found.features(min(rank, found.triplets.rank), scaling)
    both = neighbour_score(np.hstack([left, right]), problem.row_labels) if problem.same_samples else None
    own = neighbour_score(left, problem.row_labels)
    methods.append(RankedMethod("KSVD", problem.matrix_words, left, own, both))
    return tuple(methods)
