"""How long decisions of AsK-LS and of its rivals take on one split, and the search for a kernel.

Experiment floor.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from askcore.experiments.candidates import BANDWIDTHS
from askcore.experiments.decisions.views import PATH_LIMIT
from askcore.experiments.forecasts.costs import affordable, columns_seconds, sparse_entries
from askcore.experiments.merging import LEARNED
from askcore.experiments.problem import Problem
from askcore.kernels import GRAPH_KERNELS
from askcore.solvers.systems.direct import REMAINDER_LIMIT

ONE_MATRIX, SEVERAL = 400, 300
TUNED_SOON = 2.0  # seconds in which a quick search tunes its kernel on all training samples, or not at all


def views_seconds(problem: Problem, m: int, damping: float | str = "auto") -> float:
    """Seconds of one training of AsK-LS on m samples and of deciding the others."""
    undamped = damping == "auto" or float(damping) == 0
    if _sparse(problem):
        entries = sparse_entries(problem)
        eliminated = _elimination_seconds(2 * m, entries * m / problem.shape[0] ** 2)
        # Damped, nothing else is asked, and a filled matrix is eliminated as a dense one; MINRES may end before.
        solution = eliminated if undamped else min(0.3 * eliminated, 1e-10 * float(m) ** 3)
        return affordable(0.05 + 3e-6 * entries + solution, f"Training on {m:,} samples")
    # MINRES takes some fifty steps, or ends where elimination would be quicker.
    solution = 3e-10 * float(m) ** 3 if undamped else min(2.2e-7 * float(m) ** 2, 2e-10 * float(m) ** 3)
    seconds = 0.05 + solution + 3 * columns_seconds(problem, m) * problem.is_graph
    return affordable(seconds, f"Training on {m:,} samples")


def prepared_seconds(problem: Problem, m: int) -> float:
    """Seconds of the kernel between m training samples and all that are decided, and of its decomposition."""
    return 4e-10 * float(m) ** 3 + 3 * columns_seconds(problem, m) * problem.is_graph


def contest_seconds(problem: Problem, m: int, merge: str = "mean") -> float:
    """Seconds of ``contest`` on m training samples; past what is decomposed also of what a page adds."""
    if problem.is_graph and m > ONE_MATRIX:
        if _sparse(problem):
            seconds = 0.4 + 1.8e-5 * sparse_entries(problem) + 6e-5 * m + _learned_seconds(problem, m, merge)
            return affordable(seconds, f"Training on {m:,} samples")
        seconds = 2.0 + 2e-6 * problem.shape[0] * m + columns_seconds(problem, m)
        return affordable(seconds + _learned_seconds(problem, m, merge), f"Training on {m:,} samples")
    factors = len(BANDWIDTHS) if problem.scale_param is not None else 1
    some, few = min(m, ONE_MATRIX), min(m, SEVERAL if factors > 1 else ONE_MATRIX)
    decomposed = factors * few**3 + (some**3 if few < some else 0)
    columns = columns_seconds(problem, some) if problem.is_graph else 0.0
    seconds = 0.2 + 2e-9 * decomposed + (3e-10 * m**3 if m > PATH_LIMIT else 0.0) + columns
    if merge in LEARNED:
        seconds += 0.2 * (factors + (few < some)) + 4.5e-9 * decomposed
        seconds += _learned_seconds(problem, m, merge) if m > PATH_LIMIT else 0.0
    return affordable(seconds, f"Training on {m:,} samples")


def _learned_seconds(problem: Problem, m: int, merge: str) -> float:
    """What a rule that is learned adds where settings are not tuned on a decomposition: one for each of four methods,
    or past ``PATH_LIMIT`` ten models, solved anew."""
    if merge not in LEARNED:
        return 0.0
    return 20 * views_seconds(problem, m, 1.0) if m > PATH_LIMIT else 0.2 + 2e-9 * m**3


def baselines_seconds(problem: Problem) -> float:
    """Seconds of tuning and training the ordinary methods on a data set; of a table few samples choose."""
    data = problem.data
    return 0.3 + 5e-6 * data.n_edges if data.kind == "graph" else 0.6


def opening_seconds(problem: Problem) -> float:
    """Seconds of a quick search for a kernel: few samples are judged, but ordinary methods learn every class, and of a
    graph the kernel is tuned on all of them where that is soon done. Of a matrix: of tuning it.
    """
    data = problem.data
    n_classes = len(data.classes)
    if data.kind == "graph":
        m = 0.6 * data.n_samples
        walks = data.n_edges**2 / data.n_samples  # entries of walks of length 2: links alone have fewer
        tuning = 5e-10 * m**3 + 6e-7 * m**2 if m <= ONE_MATRIX else 4.5e-6 * walks
        return 0.5 + 2e-5 * n_classes * data.n_samples + 2e-6 * data.n_edges + min(TUNED_SOON, tuning)
    if data.kind == "matrix":
        m = min(0.6 * data.n_samples, ONE_MATRIX)
        if sp.issparse(data.matrix) and m == ONE_MATRIX:
            return 0.4 + 4.5e-6 * n_classes * data.matrix.nnz
        return 0.1 + 5e-10 * m**3 + 6e-7 * m**2
    return 0.65 + 0.03 * n_classes + 7e-5 * n_classes**2


def fixes_seconds(problem: Problem, m: int) -> float:
    """Seconds of decomposing a kernel on m training samples and what four corrections make of it."""
    m = min(m, PATH_LIMIT)
    return columns_seconds(problem, m) + 1.7e-9 * float(m) ** 3


def curve_seconds(problem: Problem, m: int, n_gammas: int, merge: str) -> float:
    """Seconds of leaving each training sample out along gamma, once there is a decomposition."""
    each = 1.5e-9 + 4e-10 * _outputs(problem) + 6e-8 * (merge in LEARNED)
    return n_gammas * each * float(m) ** 2


def regions_seconds(problem: Problem, m: int, places: int = 6400) -> float:
    """Seconds of deciding places on a grid by m training samples, by both views."""
    return 1.4e-8 * m * places


def surface_seconds(problem: Problem, m: int, merge: str = "mean", n_bandwidths: int = 8) -> float:
    """Seconds of leaving samples out at every bandwidth, gamma and damping."""
    m = min(m, ONE_MATRIX)
    views = 6e-8 * 24 if merge in LEARNED else (2.0 + 0.4 * _outputs(problem)) * 1e-7
    return n_bandwidths * (2.5e-10 * m**3 + views * m**2 + 0.02)


def judged_seconds(problem: Problem, m: int, *, symmetric: bool, share: float = 1.0) -> float:
    """Seconds of judging a kernel in a search, from nothing."""
    decomposition, views = (2.5e-10, 4e-8) if symmetric else (4.5e-10, 8e-8)
    cost = decomposition * m**3 + share * ((2.0 + 0.6 * _outputs(problem)) * views * m**2 + 0.02)
    if problem.is_graph:
        return cost + columns_seconds(problem, m)
    return cost + 5e-10 * problem.data.n_features * m**2


def _elimination_seconds(unknowns: int, filled: float) -> float:
    """Seconds of the complex factor that tells how near a resonance a sparse system is."""
    left = unknowns * -np.expm1(-((filled / 3.2) ** 2))  # what has three neighbours or more, about
    if left > REMAINDER_LIMIT:  # it is estimated by products
        return 1e-5 * unknowns
    return float(5e-11 * min(filled / 12, 1.0) ** 3 * unknowns**3)


def _outputs(problem: Problem) -> int:
    """Columns of what is solved for."""
    n_classes = len(problem.data.classes)
    return 1 if n_classes <= 2 else n_classes


def _sparse(problem: Problem) -> bool:
    """Whether it is a kernel between nodes that has few entries; long walks lead from everywhere to everywhere."""
    if not problem.is_graph or not GRAPH_KERNELS[problem.choice.name].sparse:
        return False
    return sparse_entries(problem) <= 0.1 * problem.shape[0] ** 2
