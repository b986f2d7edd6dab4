"""Table IV of He et al. 2022: AsK-LS with the SNE and the T kernel, LS-SVM with RBF, on tables of UCI."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
from scipy.spatial.distance import pdist

from askcore.experiments.candidates import Grid, candidates
from askcore.experiments.evaluation import SplitTask, inner_folds, judge, tune
from askcore.experiments.problem import Problem
from askcore.kernels.binding import symmetrized
from askcore.papers.engine.protocol import Unit, Values, read_protocols
from askcore.papers.engine.published import load_set
from askcore.papers.fixed_matrix import FixedMatrix
from askcore.papers.table_parts import Parts, Source, drawn_parts, gammas_of

# Method -> kernel, and how it is symmetrised first.
METHODS: dict[str, tuple[str, str | None]] = {
    "LS-SVM RBF": ("rbf", None),
    "AsK-LS SNE": ("sne", None),
    "AsK-LS T": ("t", None),
    "LS-SVM SNE symmetrised, tuned alike": ("sne", "mean"),
    "LS-SVM T symmetrised, tuned alike": ("t", "mean"),
}


def compute(data: Source, unit: Unit, options: Mapping[str, Any]) -> Values:
    """Test accuracy of every method of a unit at the sigma and the gamma that the folds prefer."""
    found: dict[str, list[float]] = {method: [] for method in unit.methods}
    share = options["train_share"]
    for repeat in unit.repeats:
        parts = drawn_parts(data, unit.seed, repeat, lambda n: round(share * n))
        for method in unit.methods:
            found[method].append(_accuracy(parts, *METHODS[method], options))
    return {method: {"accuracy": values} for method, values in found.items()}


def _accuracy(parts: Parts, kernel: str, symmetrize: str | None, options: Mapping[str, Any]) -> float:
    """Test accuracy at what the folds prefer; parameters by ``search_rows`` of the training rows, gamma by all."""
    task, m = parts.task, len(parts.X)
    folds = inner_folds(parts.codes, options["folds"], parts.fold_seed)
    method = FixedMatrix(
        lambda params, fit: _bound(parts, kernel, params, symmetrize, fit),
        merge=options["merge"],
        folds=folds,
    )
    rows = np.arange(m)
    if m > options["search_rows"]:
        rows = np.random.default_rng(parts.fold_seed).permutation(m)[: options["search_rows"]]
    members = _members(kernel, parts.X[rows], options)
    grid = Grid(tuple(gammas_of(options)), (0.0,))
    if len(rows) < m and len(members) > 1:
        searched = SplitTask(rows, task.held, parts.codes[rows], parts.n_classes)
        offered = candidates(grid, kernels=members)
        few = inner_folds(searched.codes, options["folds"], parts.fold_seed)
        members = [judge(searched, offered, method.decide, few, across=method.across, tie=0.0).best.kernel]
    offered = candidates(grid, kernels=members)
    found = tune(task, offered, method.decide, folds, across=method.across, tie=0.0)
    return float((found.outcome.codes == parts.codes_test).mean())


def _members(kernel: str, X: np.ndarray, options: Mapping[str, Any]) -> list[Hashable]:
    """Values of sigma in units of the median distance of the rows, the largest first; T has no parameter: None."""
    if kernel == "t":
        return [None]
    unit = float(np.median(pdist(X))) or 1.0
    shares = np.geomspace(options["sigma_from"], options["sigma_to"], options["sigmas"])
    return [float(unit * share) for share in shares]


def _bound(parts: Parts, kernel: str, sigma: Any, symmetrize: str | None, fit: np.ndarray) -> Any:
    """The kernel over the training rows; a symmetric one has ``source`` alone."""
    bound = Problem.of(parts.table, kernel, {} if sigma is None else {"sigma": sigma}).bound(fit)
    return bound if symmetrize is None and kernel != "rbf" else symmetrized(bound, symmetrize)


PROTOCOLS = read_protocols("askls.toml", {"askls-IV": (compute, METHODS)}, load_set)
