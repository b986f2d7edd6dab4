"""Rows of a data matrix placed by its SVD and by KSVD, so that it is seen what the kernel adds.

Experiment floor. Nothing is centred: the linear kernel with the pseudoinverse then gives the SVD itself (Tao et al.
2023, remark 3.1).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from askcore._validation import read_only
from askcore.experiments.problem import Problem
from askcore.experiments.spectra.compared import neighbour_score
from askcore.experiments.spectra.decomposition import decompose
from askcore.experiments.spectra.features import extract_features


@dataclass(frozen=True, eq=False)
class BesideSVD:
    """The rows (N, r) in both embeddings, U S, the signs of KSVD as near to the SVD as they can be.

    Each has a score, how well neighbours share a class, None without classes; ``difference`` is the largest one of the
    two embeddings, over the largest entry of the SVD's.
    """

    svd: np.ndarray = field(repr=False)
    ksvd: np.ndarray = field(repr=False)
    svd_score: float | None
    ksvd_score: float | None
    difference: float

    @property
    def same(self) -> bool:
        """Whether they differ by rounding only."""
        return self.difference < 1e-9


def beside_svd(problem: Problem, *, rank: int = 2) -> BesideSVD:
    """Place the rows of a data matrix by its SVD, and by the SVD of the kernel matrix between its rows and columns.

    Parameters
    ----------
    problem : of a table or a graph, its matrix between rows and columns (``matrix="crossed"``).
    rank : components of each.

    Returns
    -------
    BesideSVD

    Raises
    ------
    DataError : fewer components than were asked for.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> from askcore.experiments import KernelChoice
    >>> linear = KernelChoice("linear", matrix="crossed", compatibility="pinv")
    >>> beside_svd(Problem(load_sample("iris"), linear)).same
    True
    """
    svd = extract_features(problem.data_matrix, "svd", rank, scaling="full").left
    ksvd, _ = decompose(problem, center=False, leading=rank).features(rank, "full")
    ksvd = ksvd * np.where((svd * ksvd).sum(axis=0) < 0, -1.0, 1.0)
    difference = float(np.abs(svd - ksvd).max() / np.abs(svd).max())
    own, other = (neighbour_score(points, problem.row_labels) for points in (svd, ksvd))
    return BesideSVD(read_only(svd), read_only(ksvd), own, other, difference)
