"""Baselines: what one would try first, without a kernel of this package, and what a comparison has to beat.

Each decides held-out samples at every candidate, as those of ``methods`` do, from the data alone. What is for graphs
reads the links of held-out nodes, and no label of theirs: label propagation (Zhou et al. 2004) and the vote of the
neighbours (Macskassy and Provost 2007) without arrows, an embedding (Sussman et al. 2012; Qin and Rohe 2013) with them.

References
----------
D. Zhou, O. Bousquet, T. N. Lal, J. Weston, B. Schölkopf: Learning with Local and Global Consistency, 2004.
S. A. Macskassy, F. Provost: Classification in Networked Data: A Toolkit and a Univariate Case Study, 2007.
D. L. Sussman, M. Tang, D. E. Fishkind, C. E. Priebe: A Consistent Adjacency Spectral Embedding for Stochastic
Blockmodel Graphs, 2012.
T. Qin, K. Rohe: Regularized Spectral Clustering under the Degree-Corrected Stochastic Blockmodel, 2013.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

import numpy as np
import scipy.sparse as sp

from askcore.experiments.direction import DENSE, RANK, inverse
from askcore.experiments.evaluation import Candidate, Outcome, SplitTask
from askcore.experiments.problem import Problem, standardised
from askcore.experiments.svm import silenced, svm_outcomes

AT_ONCE = (Candidate(),)
COSTS = tuple(Candidate(gamma=C) for C in (0.01, 0.1, 1.0, 10.0, 100.0))
_WIDTHS = {f"γ = {times:.2g}/d": float(times) for times in np.geomspace(0.1, 10, 5)}
WIDTHS = tuple(Candidate(width, float(C)) for width in _WIDTHS for C in np.geomspace(0.1, 1000, 5))
_NEIGHBOURS = {f"k = {k}": k for k in (41, 25, 15, 9, 5, 3, 1)}
NEIGHBOURS = tuple(map(Candidate, _NEIGHBOURS))
_REACHES = {f"α = {alpha:g}": alpha for alpha in (0.99, 0.95, 0.9, 0.7, 0.5, 0.2)}
REACHES = tuple(map(Candidate, _REACHES))
_RANKS = {f"{rank} dimensions": rank for rank in (16, RANK)}
DIMENSIONS = tuple(Candidate(rank, C) for rank in _RANKS for C in (1.0, 10.0, 100.0))
_ROUNDS = {"30 rounds": 30, "10 rounds": 10, "3 rounds": 3, "1 round": 1}
ROUNDS = tuple(map(Candidate, _ROUNDS))

FOREST = (Candidate("√d features a split"), Candidate("all features a split"))
_FEATURES = {FOREST[0].variant: "sqrt", FOREST[1].variant: None}
TREES = 60
STEPS = tuple(Candidate(gamma=C) for C in (0.1, 1.0, 10.0))
_SMOOTHED = {
    f"links {way}, α = {alpha:g}": (way, alpha) for way in ("out", "in") for alpha in (0.5, 0.85, 0.95)
}
SMOOTHED = tuple(map(Candidate, _SMOOTHED))
ROUNDED = 1e-9
WALKS = 60  # steps of a walk that are followed: what is left of the last is 0.95^60 of all, 5%

IN_MEMORY = 4000  # samples up to which the SVM's kernel is made at once
SVM_CAP = 100_000  # steps of the RBF-SVM, which ends by itself: so many cost seconds
TIE = 1e-9  # relative difference up to which two classes have equally many votes
SHORT = 1e-5  # length of a node's features, over the longest, below which they are rounding
SOLVED = 1e-9  # relative error of label propagation


def largest_class(problem: Problem, task: SplitTask, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    """The class with the most fitted samples."""
    return [Outcome(np.full(len(task.held), np.bincount(task.codes).argmax())) for _ in candidates]


def logistic(problem: Problem, task: SplitTask, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    """Multinomial logistic regression."""
    X, X_held = _standardised(problem, task)
    return [_regressed(X, X_held, task, each.gamma, 1000) for each in candidates]


def rbf_svm(problem: Problem, task: SplitTask, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    """SVM with the kernel exp(-gamma ||x - z||^2), whose matrix serves every C where it fits."""
    from sklearn.metrics.pairwise import euclidean_distances

    X, X_held = _standardised(problem, task)
    at_once = len(X) <= IN_MEMORY and len(X_held) <= IN_MEMORY
    D, D_held = (euclidean_distances(part, X, squared=True) if at_once else part for part in (X, X_held))
    found: list[Outcome | None] = []
    for width, group in groupby(candidates, key=attrgetter("variant")):
        g, costs = _WIDTHS[width] / X.shape[1], [each.gamma for each in group]
        if at_once:
            found += svm_outcomes(np.exp(-g * D), np.exp(-g * D_held), task, costs, max_iter=SVM_CAP)
        else:
            found += svm_outcomes(X, X_held, task, costs, kernel="rbf", gamma=g, max_iter=SVM_CAP)
    return found


def nearest(problem: Problem, task: SplitTask, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    """k nearest neighbours, each with one vote; of equals the first class, as in scikit-learn."""
    from sklearn.neighbors import NearestNeighbors

    X, X_held = _standardised(problem, task)
    wanted = [min(_NEIGHBOURS[each.variant], len(X)) for each in candidates]
    near = NearestNeighbors(n_neighbors=max(wanted)).fit(X).kneighbors(X_held, return_distance=False)
    votes = np.cumsum(np.eye(task.n_classes, dtype=int)[task.codes[near]], axis=1)
    return [Outcome(votes[:, k - 1].argmax(axis=1)) for k in wanted]


def propagated(problem: Problem, task: SplitTask, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    """Label propagation: (I - alpha S)^-1 Y with S = D^-1/2 W D^-1/2, by products with the links W alone."""
    Y, graph = _known(problem, task), problem.undirected
    reaches = [_REACHES[each.variant] for each in candidates]
    if problem.shape[0] <= DENSE:  # the spectrum serves every split and reach
        x, U = graph.spread_spectrum
        known, read = U[task.fit].T @ Y[task.fit], U[task.held]
        votes = [read @ (known / (1 - alpha * x)[:, None]) for alpha in reaches]
    else:
        votes = _spread(graph.spreading, Y, reaches, task.held)
    return [_elected(each, task.codes) for each in votes]


def neighbours_vote(
    problem: Problem, task: SplitTask, candidates: Sequence[Candidate]
) -> list[Outcome | None]:
    """Each node names the class of most of its neighbours, weighted by links in and out.

    In the first round only fitted nodes have a say; in later ones every node that has got shares of classes passes
    them on (the weighted-vote relational neighbour classifier, with nothing as its first guess).
    """
    W, known = problem.undirected.without_loops, _known(problem, task)
    wanted, shares, after = [_ROUNDS[each.variant] for each in candidates], known, {}
    for number in range(1, max(wanted) + 1):
        votes = W @ shares
        shares = votes * inverse(votes.sum(axis=1))[:, None]
        after[number] = shares[task.held]
        shares[task.fit] = known[task.fit]
    return [_elected(after[number], task.codes) for number in wanted]


def embedded_logistic(
    problem: Problem, task: SplitTask, candidates: Sequence[Candidate]
) -> list[Outcome | None]:
    """Multinomial logistic regression on the left and right singular vectors of the adjacency matrix.

    Each node is scaled to length 1, so that its links count by where they go, not by how many they are.
    """
    found: list[Outcome | None] = []
    for rank, group in groupby(candidates, key=attrgetter("variant")):
        Z = problem.spectral.features(_RANKS[rank])
        lengths = np.linalg.norm(Z, axis=1, keepdims=True)  # a node without links has none but for rounding
        Z = np.divide(Z, lengths, out=np.zeros_like(Z), where=lengths > SHORT * lengths.max())
        found += [_regressed(Z[task.fit], Z[task.held], task, each.gamma, 200) for each in group]
    return found


def forest(problem: Problem, task: SplitTask, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    """A forest of extremely randomised trees on the features as they are."""
    from sklearn.ensemble import ExtraTreesClassifier

    X = problem.data.X
    return [
        Outcome(
            ExtraTreesClassifier(TREES, max_features=_FEATURES[each.variant], random_state=0)
            .fit(X[task.fit], task.codes)
            .predict(X[task.held])
        )
        for each in candidates
    ]


def two_steps(problem: Problem, task: SplitTask, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    """Multinomial logistic regression on the classes of the fitted nodes one and two steps away, in each direction."""
    F = neighbourhood(problem.adjacency, _known(problem, task))
    mean, spread = F[task.fit].mean(axis=0), F[task.fit].std(axis=0)
    F = (F - mean) / np.where(spread > 0, spread, 1.0)
    return [_regressed(F[task.fit], F[task.held], task, each.gamma, 300) for each in candidates]


def neighbourhood(adjacency: sp.csr_array, known: np.ndarray) -> np.ndarray:
    """(N, 6 k + 2) shares of the classes (N, k) among known nodes, and the logarithms of both degrees.

    The nodes are those that links lead to, those that they come from, and the four kinds that are two steps away.

    The label of a node itself, to which two steps may return, has no part in its own row.
    """
    A = sp.csr_array(adjacency, copy=True)
    A.setdiag(0.0)
    At = sp.csr_array(A.T)
    back, out, into = A.multiply(At).sum(axis=1), A.multiply(A).sum(axis=1), At.multiply(At).sum(axis=1)
    one, other = A @ known, At @ known
    returns = [0.0, 0.0, back, out, into, back]
    counts = [one, other, A @ one, A @ other, At @ one, At @ other]
    found = []
    for count, again in zip(counts, returns, strict=True):
        rest = count - np.reshape(again, (-1, 1)) * known
        rest[rest < ROUNDED * count] = 0.0  # nothing but its own label
        found.append(rest * inverse(rest.sum(axis=1))[:, None])
    degrees = [np.log1p(np.asarray(M.sum(axis=1)))[:, None] for M in (A, At)]
    return np.hstack([*found, *degrees])


def smoothed(problem: Problem, task: SplitTask, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    """Labels smoothed by PageRank: sum_l alpha^l P^l Y, rows of the links P summing to 1, Y over the class sizes."""
    Y = _known(problem, task)
    shares = Y / np.maximum(Y.sum(axis=0), 1.0)
    A = sp.csr_array(problem.adjacency)
    links = {"out": A, "in": sp.csr_array(A.T)}
    found: list[Outcome | None] = []
    for each in candidates:
        way, alpha = _SMOOTHED[each.variant]
        P = sp.csr_array(sp.diags_array(inverse(np.asarray(links[way].sum(axis=1)))) @ links[way])
        votes = shares
        for _ in range(WALKS):
            votes = shares + alpha * (P @ votes)
        found.append(_elected((votes - shares)[task.held], task.codes))
    return found


def _regressed(X: np.ndarray, X_held: np.ndarray, task: SplitTask, C: float, max_iter: int) -> Outcome:
    """A multinomial logistic regression; of one class, that."""
    from sklearn.linear_model import LogisticRegression

    if len(np.unique(task.codes)) < 2:
        return Outcome(np.full(len(task.held), task.codes[0]))
    with silenced():
        return Outcome(LogisticRegression(C=C, max_iter=max_iter).fit(X, task.codes).predict(X_held))


def _standardised(problem: Problem, task: SplitTask) -> tuple[np.ndarray, np.ndarray]:
    """Features of the fitted and of the held samples, with mean 0 and variance 1 on the fitted."""
    X = standardised(problem.data.X, task.fit)
    return X[task.fit], X[task.held]


def _known(problem: Problem, task: SplitTask) -> np.ndarray:
    Y = np.zeros((problem.shape[0], task.n_classes))
    Y[task.fit, task.codes] = 1.0
    return Y


def _spread(S: sp.csr_array, Y: np.ndarray, alphas: Sequence[float], rows: np.ndarray) -> list[np.ndarray]:
    """These rows of (I - alpha S)^-1 Y for every alpha at once, the spectrum of S being within [-1, 1].

    1 / (1 - alpha x) = (1 + 2 sum_j q^j T_j(x)) / sqrt(1 - alpha^2) with the Chebyshev polynomials T_j and
    q = (1 - sqrt(1 - alpha^2)) / alpha: products with S are shared, and what is left out past term J is at most
    2 q^(J + 1) / ((1 - q) sqrt(1 - alpha^2)) times Y. The solution is no shorter than Y / (1 + alpha).
    """
    a = np.array(alphas)
    root = np.sqrt(1 - a**2)
    q = (1 - root) / a
    terms = np.ceil(np.log(SOLVED * (1 - q) * root / (2 * (1 + a))) / np.log(q))
    votes = [Y[rows] for _ in alphas]  # copies
    before, now = Y, S @ Y
    for j in range(1, int(terms.max()) + 1):
        asked = now[rows]
        for each in np.flatnonzero(j <= terms):
            votes[each] += 2 * q[each] ** j * asked
        before, now = now, 2 * (S @ now) - before
    return [each / by for each, by in zip(votes, root, strict=True)]


def _elected(votes: np.ndarray, codes: np.ndarray) -> Outcome:
    """The class with the most votes; of equals, and where there are none, the one with the most fitted samples."""
    order = np.argsort(-np.bincount(codes, minlength=votes.shape[1]), kind="stable")
    top = votes.max(axis=1, keepdims=True)
    return Outcome(order[(votes[:, order] >= top - TIE * np.abs(top)).argmax(axis=1)])
