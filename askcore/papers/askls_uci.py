"""Table IV of He et al. 2022: AsK-LS with the SNE and the T kernel, LS-SVM with RBF, on tables of UCI."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from scipy.spatial.distance import pdist

from askcore.experiments.candidates import candidates
from askcore.experiments.evaluation import Outcome, SplitTask, inner_folds
from askcore.experiments.problem import Problem
from askcore.kernels.binding import symmetrized
from askcore.papers.engine.protocol import Options, Scores, Unit, per_repeat, read_protocols
from askcore.papers.fixed_matrix import FixedMatrix
from askcore.papers.table_parts import Parts, Source, drawn_parts, undamped

# Method -> kernel, and how it is symmetrised first.
METHODS: dict[str, tuple[str, str | None]] = {
    "LS-SVM RBF": ("rbf", None),
    "AsK-LS SNE": ("sne", None),
    "AsK-LS T": ("t", None),
    "LS-SVM SNE symmetrised, tuned alike": ("sne", "mean"),
    "LS-SVM T symmetrised, tuned alike": ("t", "mean"),
}


@per_repeat
def compute(data: Source, unit: Unit, repeat: int, options: Options) -> Scores:
    """Test accuracy of every method of a unit at the sigma and the gamma that the folds prefer."""
    parts = drawn_parts(data, unit.seed, repeat, lambda n: round(options["train_share"] * n))
    for name in unit.methods:
        yield name, {"accuracy": parts.accuracy(_tuned(parts, *METHODS[name], options))}


def _tuned(parts: Parts, kernel: str, symmetrize: str | None, options: Options) -> Outcome:
    """What the folds prefer; parameters by ``search_rows`` of the training rows, gamma by all."""

    def bound(sigma: Any, fit: np.ndarray) -> Any:
        """The kernel over the training rows; a symmetric one has ``source`` alone."""
        own = Problem.of(parts.table, kernel, {} if sigma is None else {"sigma": sigma}).bound(fit)
        return own if symmetrize is None and kernel != "rbf" else symmetrized(own, symmetrize)

    task, m = parts.task, len(parts.X)
    method = FixedMatrix(bound, parts.folds(options["folds"]), options["merge"])
    rows = np.arange(m)
    if m > options["search_rows"]:
        rows = np.random.default_rng(parts.fold_seed).permutation(m)[: options["search_rows"]]
    members = _members(kernel, parts.X[rows], options)
    if len(rows) < m and len(members) > 1:
        searched = SplitTask(rows, task.held, parts.codes[rows], parts.n_classes)
        few = inner_folds(searched.codes, options["folds"], parts.fold_seed)
        members = [method.best(searched, candidates(undamped(options), kernels=members), few).kernel]
    return method.tuned(task, candidates(undamped(options), kernels=members))


def _members(kernel: str, X: np.ndarray, options: Options) -> list[Hashable]:
    """Values of sigma in units of the median distance of the rows, the largest first; T has no parameter: None."""
    if kernel == "t":
        return [None]
    unit = float(np.median(pdist(X))) or 1.0
    shares = np.geomspace(options["sigma_from"], options["sigma_to"], options["sigmas"])
    return [float(unit * share) for share in shares]


PROTOCOLS = read_protocols("askls.toml", {"askls-IV": (compute, METHODS)})
