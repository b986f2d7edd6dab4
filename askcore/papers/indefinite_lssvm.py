r"""Table 1 of Huang et al. 2017: LS-SVM with the RBF, the polynomial, the tanh and the TL1 kernel.

Ten folds over all gammas cost one eigendecomposition per kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from askcore.experiments.problem import Problem
from askcore.experiments.tuning import Grid, Outcome, candidates, inner_folds, tune, under_each_kernel
from askcore.papers.engine.protocol import Unit, Values, read_protocols
from askcore.papers.fixed_matrix import FixedMatrix
from askcore.papers.indefinite_parts import (
    KERNEL_GRIDS,
    Params,
    divided,
    load_table,
    low_polynomials,
    tl1_at,
)
from askcore.papers.table_parts import Parts, Source, gammas_of, numbers_of

METHODS: dict[str, tuple[str, Callable[[int], list[Params]]]] = {
    "LS-SVM RBF": ("rbf", KERNEL_GRIDS["rbf"]),
    "LS-SVM poly": ("polynomial", KERNEL_GRIDS["polynomial"]),
    "LS-SVM tanh": ("tanh", KERNEL_GRIDS["tanh"]),
    "LS-SVM TL1 rho=0.7n": ("tl1", partial(tl1_at, (0.7,))),
    "LS-SVM TL1": ("tl1", KERNEL_GRIDS["tl1"]),
    "LS-SVM poly, tuned alike": ("polynomial", low_polynomials),
}


def compute(data: Source, unit: Unit, options: Mapping[str, Any]) -> Values:
    """Test accuracy of every method of a unit at the kernel's parameters and gamma that the folds prefer."""
    n_train = options["splice_training"] if unit.dataset == "splice" else None
    found: dict[str, list[float]] = {method: [] for method in unit.methods}
    for repeat in unit.repeats:
        part = divided(data, unit.seed, repeat, n_train=n_train, bases=options.get("bases"))
        told: dict[tuple[Any, ...], list[Outcome | None]] = {}
        for method in unit.methods:
            kernel, members = METHODS[method]
            if method == "LS-SVM TL1" and "tl1_shares" in options:
                members = partial(tl1_at, numbers_of(options["tl1_shares"]))
            found[method].append(_accuracy(part, kernel, members, options, told))
    return {method: {"accuracy": values} for method, values in found.items()}


def _accuracy(
    part: Parts,
    kernel: str,
    members: Callable[[int], list[Params]],
    options: Mapping[str, Any],
    told: dict[tuple[Any, ...], list[Outcome | None]],
) -> float:
    """Test accuracy at what the folds prefer; ``told`` keeps what they say of matrices that two methods share."""
    kernels = [tuple(params.items()) for params in members(part.X.shape[1])]
    method = FixedMatrix(lambda params, fit: _Scaled(Problem.of(part.table, kernel, params).bound(fit)))

    def across(params: tuple[Any, ...], *more: Any) -> list[Outcome | None]:
        if (kernel, params) not in told:
            told[kernel, params] = method.across(*more)
        return told[kernel, params]

    folds = inner_folds(part.codes, options["folds"], part.fold_seed)
    offered = candidates(Grid(tuple(gammas_of(options)), (0.0,)), kernels=kernels)
    found = tune(
        part.task, offered, method.decide, folds, across=under_each_kernel(across, lambda params: params)
    )
    return float((found.outcome.codes == part.codes_test).mean())


class _Scaled:
    """A symmetric kernel, divided by its largest entry between training samples: one range of gamma suits all."""

    def __init__(self, bound: Any) -> None:
        self._bound = bound
        K = bound.train()
        self._K = (K + K.T) / 2  # symmetric but for rounding
        self._scale = float(np.abs(self._K).max()) or 1.0

    def train(self) -> np.ndarray:
        return self._K / self._scale

    def source(self, held: np.ndarray) -> np.ndarray:
        return np.asarray(self._bound.source(held) / self._scale)


PROTOCOLS = read_protocols("indefinite.toml", {"indefinite-1": (compute, METHODS)}, load_table)
