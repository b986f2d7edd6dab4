"""Alternative decompositions of the same data at the same rank, and the effect of each choice.

Every centring, scaling and compatibility one at a time; PCA, kernel PCA and SVD of the data matrix beside the
decomposition in use; and the score by which they are held against each other: how well classes keep together among
nearest neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike
from sklearn.neighbors import NearestNeighbors

from askcore._scale import unit_of
from askcore._validation import DataError, read_only
from askcore.experiments.choice import KernelChoice
from askcore.experiments.problem import Problem
from askcore.experiments.spectra.decomposition import Spectra, decompose
from askcore.experiments.spectra.features import extract_features
from askcore.kernels import KERNELS
from askcore.kernels.scale import evenly_spaced, paper_bandwidth, scale_of
from askcore.operators.wrappers import product_unit

NEIGHBOURS = 5
CLEAR = 0.05  # difference of two neighbour scores beyond chance for 300 rows
QUERIES = 2_000


@dataclass(frozen=True, eq=False)
class Alternative:
    """One way to decompose the data, and its result.

    ``group`` says what is chosen, ``name`` how; ``current`` marks the way in use. ``values`` are the first singular
    values, ``energy`` the share in the first ``rank`` components, NaN where it is not known. ``features`` (N, r) are of
    the rows, None where ``problem`` says why there are none. ``rows`` and ``both`` are the neighbour scores of these
    and of both sides, None where there are no labels or no second side that describes the same samples.
    """

    group: str
    name: str
    meaning: str = ""
    current: bool = False
    values: tuple[float, ...] = field(default=(), repr=False)
    energy: float = float("nan")
    features: np.ndarray | None = field(default=None, repr=False)
    rows: float | None = None
    both: float | None = None
    problem: str = ""


METHOD = "Method"


def widest_choice(found: Sequence[Alternative]) -> tuple[str, float]:
    """The kind of choice that changes a neighbour score most, and by how much; "" where no two have scores."""
    spans = {"": 0.0}
    for group in dict.fromkeys(each.group for each in found):
        own = [each for each in found if each.group == group]
        for scores in ([each.rows for each in own], [each.both for each in own]):
            known = [score for score in scores if score is not None]
            if len(known) > 1:
                spans[group] = max(spans.get(group, -1.0), max(known) - min(known))
    most = max(spans, key=lambda group: (spans[group], group != ""))
    return most, spans[most]


def choice_effects(problem: Problem, *, center: bool, scaling: str, rank: int) -> tuple[Alternative, ...]:
    """Decompose the same matrix with each centring, each scaling and each applicable compatibility.

    Parameters
    ----------
    problem : the current matrix (N, M). If a choice changes the matrix itself, other matrices are computed.
    center, scaling, rank : the current settings: centring, scaling of the features, and their number.

    Returns
    -------
    tuple of Alternative : one per choice, sorted by kind. If a choice fails, its entry contains the reason.
    """
    found = []
    problems = {problem.choice: problem}
    spectra: dict[tuple[KernelChoice, bool], Spectra] = {}
    for group, name, choice, centred, power in _ways(problem, center, scaling):
        current = (choice, centred, power) == (problem.choice, center, scaling)
        try:
            other = problems.setdefault(choice, replace(problem, choice=choice))
            if (choice, centred) not in spectra:
                spectra[choice, centred] = decompose(other, center=centred, leading=max(rank, 3))
        except DataError as error:
            found.append(Alternative(group, name, current=current, problem=error.problem))
            continue
        found.append(_decomposed(group, name, other, spectra[choice, centred], power, rank, current=current))
    return tuple(found)


def _decomposed(
    group: str, name: str, problem: Problem, spectra: Spectra, scaling: str, rank: int, *, current: bool
) -> Alternative:
    """A decomposition of the matrix of a problem, in the features of one scaling."""
    r = min(rank, spectra.triplets.rank)
    left, right = spectra.features(r, scaling)
    values, energy = spectra.summary.values[:3].tolist(), float(spectra.summary.energy[r - 1])
    scores = _scores(problem, left, right)
    return Alternative(group, name, problem.matrix_words, current, tuple(values), energy, left, *scores)


def _ways(problem: Problem, center: bool, scaling: str) -> Iterator[tuple[str, str, KernelChoice, bool, str]]:
    """(group, name, choice, centred, scaling)."""
    data, choice = problem.data, problem.choice
    for centred, name in ((True, "centred"), (False, "as it is")):
        yield "Centring", name, choice, centred, scaling
    for power, name in (("none", "U"), ("sqrt", "U √Σ"), ("full", "U Σ")):
        yield "Scaling of the features", name, choice, center, power
    if not problem.is_table:
        return
    # a kernel of histograms takes them as they are: scaled features are none
    of_vectors = KERNELS[choice.name].accepts == "vectors"
    for scaled, name in ((True, "unit variance"), (False, "own units")) if of_vectors else ():
        yield "Scaling of the table", name, replace(choice, standardise=scaled), center, scaling
    if choice.matrix == "crossed" and data.n_samples != data.n_features:
        ways = ("pca", "principal directions"), ("pinv", "pseudoinverse"), ("random", "random directions")
        for how, name in ways:
            same = how == "pca" and choice.compatibility == "auto"
            changed = choice if same else replace(choice, compatibility=how)
            yield "Compatibility", name, changed, center, scaling


def features_at_rank(
    problem: Problem, found: Spectra, *, rank: int, scaling: str = "sqrt"
) -> tuple[Alternative, ...]:
    """Compare PCA, kernel PCA and SVD of the data matrix with the current decomposition, all with the same rank.

    Kernel PCA uses the RBF kernel between the rows of the data matrix, with the current bandwidth or the default.

    Parameters
    ----------
    problem : the matrix (N, M).
    found : its decomposition.
    rank : r, number of features; fewer if the smaller data matrix does not have so many.
    scaling : scaling of the features: "none", "sqrt" or "full".

    Returns
    -------
    tuple of Alternative : row features (N, r) each, and how well neighbours share a class.
    """
    A = problem.data_matrix
    r = min(rank, *A.shape)
    unit = product_unit(A)  # features in units that change nothing but their size, and may be squared
    A = A / unit
    sigma = (problem.sigma / unit if problem.crossed and problem.sigma else None) or (
        paper_bandwidth(A) if sp.issparse(A) else scale_of(A)
    )
    of = {"graph": "the adjacency matrix", "table": "the table"}.get(problem.data.kind, "the matrix")
    rbf = {"kernel": "rbf", "kernel_params": {"sigma": sigma}}
    others: dict[str, tuple[str, str, int, dict[str, Any]]] = {
        "pca": ("PCA", f"{of} minus its column means", r, {}),
        "kpca": ("KPCA", f"RBF kernel between the rows of {of}", min(rank, A.shape[0]), rbf),
        "svd": ("SVD", f"{of} itself", r, {}),
    }
    methods = []
    for key, (name, meaning, wanted, options) in others.items():
        try:
            features = extract_features(A, key, wanted, scaling=scaling, random_state=0, **options)
        except DataError as error:
            methods.append(Alternative(METHOD, name, meaning, problem=str(error)))
            continue
        scores = _scores(problem, features.left, features.right)
        first = tuple((features.values[:3] * (unit if key != "kpca" else 1.0)).tolist())
        methods.append(
            Alternative(
                METHOD, name, meaning, values=first, features=features.left, rows=scores[0], both=scores[1]
            )
        )
    return (*methods, _decomposed(METHOD, "KSVD", problem, found, scaling, rank, current=True))


def all_alternatives(
    problem: Problem, found: Spectra, *, center: bool, scaling: str, rank: int
) -> tuple[Alternative, ...]:
    """The methods of one rank, then each choice of the method in use."""
    methods = features_at_rank(problem, found, rank=rank, scaling=scaling)
    return methods + choice_effects(problem, center=center, scaling=scaling, rank=rank)


def _scores(
    problem: Problem, left: np.ndarray, right: np.ndarray | None
) -> tuple[float | None, float | None]:
    """The neighbour scores of the row features alone and, where they are of the same samples, of both sides."""
    two_sided = right is not None and problem.same_samples and len(right) == len(left)
    both = np.hstack([left, right]) if two_sided else None  # type: ignore[list-item]
    own = neighbour_score(left, problem.row_labels)
    return own, None if both is None else neighbour_score(both, problem.row_labels)


class Separation(Enum):
    """Separation of the classes by KSVD, compared with the SVD."""

    SAME = auto()
    MORE = auto()
    LESS = auto()
    ALIKE = auto()


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

    @property
    def separation(self) -> Separation:
        """Separation of the classes by KSVD, if there are classes."""
        gain = (self.ksvd_score or 0.0) - (self.svd_score or 0.0)
        if self.same or abs(gain) < CLEAR:
            return Separation.SAME if self.same else Separation.ALIKE
        return Separation.MORE if gain > 0 else Separation.LESS


def beside_svd(problem: Problem) -> BesideSVD:
    """Place the rows of a data matrix in the plane by its SVD, and by the SVD of the kernel of its rows and columns.

    Nothing is centred. With the linear kernel and the pseudoinverse, both results are therefore the same (Tao et al.
    2023, remark 3.1).

    Parameters
    ----------
    problem : a problem whose matrix relates the rows and columns of a table or a graph (``matrix="crossed"``).

    Returns
    -------
    BesideSVD

    Raises
    ------
    DataError : there are fewer components than required.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> from askcore.experiments import KernelChoice
    >>> linear = KernelChoice("linear", matrix="crossed", compatibility="pinv")
    >>> beside_svd(Problem(load_sample("iris"), linear)).same
    True
    """
    svd = extract_features(problem.data_matrix, "svd", 2, scaling="full").left
    ksvd, _ = decompose(problem, center=False, leading=2).features(2, "full")
    ksvd = ksvd * np.where((svd * ksvd).sum(axis=0) < 0, -1.0, 1.0)
    difference = float(np.abs(svd - ksvd).max() / np.abs(svd).max())
    own, other = (neighbour_score(points, problem.row_labels) for points in (svd, ksvd))
    return BesideSVD(read_only(svd), read_only(ksvd), own, other, difference)


def neighbour_score(features: np.ndarray, labels: ArrayLike | None) -> float | None:
    """Share of labelled samples whose class most of their 5 nearest others have, by Euclidean distance.

    The sample itself is left out; past 2,000 samples, 2,000 evenly spaced ones are asked, among all. A tie goes to the
    class of the nearer neighbour.
    """
    if labels is None:
        return None
    features, labels = features / unit_of(features), np.asarray(labels)
    known = np.flatnonzero(labels != "") if labels.dtype.kind == "U" else np.arange(len(labels))
    names, codes = np.unique(labels[known], return_inverse=True)
    if len(names) < 2 or len(known) < 3:
        return None
    asked = evenly_spaced(len(known), QUERIES)
    k = min(NEIGHBOURS, len(known) - 1)
    near = NearestNeighbors(n_neighbors=k + 1, algorithm="brute").fit(features[known])
    found = near.kneighbors(features[known][asked], return_distance=False)
    itself_last = np.argsort(found == asked[:, None], axis=1, kind="stable")
    near_codes = codes[np.take_along_axis(found, itself_last, axis=1)[:, :k]]
    # Votes of nearer ones count a little more, which settles ties.
    votes = (near_codes[:, :, None] == np.arange(len(names))) * (1.0 - 1e-3 * np.arange(k))[:, None]
    return float((votes.sum(axis=1).argmax(axis=1) == codes[asked]).mean())
