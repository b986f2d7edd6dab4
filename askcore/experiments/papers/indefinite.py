r"""Tables 1 and 2 of Huang et al. 2017 (indefinite kernels in LS-SVM and kernel PCA). Data come in as arguments.

Experiment floor. Every function returns a ``Run``; its result has ``table``, ``settings`` and ``notes``. ``quick``
makes fewer repeats and folds over a coarser grid; ``methods`` names the columns to compute, None all.

Ten folds over all gammas cost one eigendecomposition per kernel (``solvers.lssvm_folds_out``): table 1 takes minutes.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import SVC

from askcore._validation import DataError
from askcore.datasets import TableData
from askcore.estimators import KernelPCA
from askcore.experiments.grid import choose, inner_folds
from askcore.experiments.papers.cells import Cell, PaperResult, cells_run
from askcore.experiments.papers.published import INDEFINITE_PAPER
from askcore.experiments.run import Run
from askcore.kernels import KERNELS
from askcore.solvers import lssvm_factor, lssvm_folds_out, lssvm_path, one_vs_rest

__all__ = ["GAMMAS", "table_1", "table_2"]

Source = TableData | tuple[TableData, TableData]
Params = dict[str, Any]

GAMMAS = tuple(float(f"{g:.3g}") for g in np.geomspace(0.01, 1e5, 15))
COSTS = (0.1, 1.0, 10.0, 100.0)
SVC_STEPS = 20_000  # of libsvm per pair of classes
QUICK_REPEATS, QUICK_FOLDS = 2, 4


@dataclass(frozen=True)
class _Scaled:
    """One training and test part, features scaled to [0, 1] on the training part."""

    X: np.ndarray
    codes: np.ndarray
    X_test: np.ndarray
    codes_test: np.ndarray
    n_classes: int


def _linear(n: int) -> list[Params]:
    return [{}]


def _rbf(n: int) -> list[Params]:
    return [{"sigma": float(np.sqrt(n) * s)} for s in (1.6, 0.8, 0.4, 0.2, 0.1, 0.05)]


def _polynomial(n: int) -> list[Params]:
    return [{"degree": degree, "c": c} for degree in (1, 2, 3, 4, 5) for c in (float(n), 1.0)]


def _tanh(n: int) -> list[Params]:
    return [{"c": c / n, "d": d} for c in (0.5, 1.0, 3.0, 10.0, -0.5, -1.0, -3.0) for d in (0.0, -1.0, 1.0)]


def _tl1(n: int) -> list[Params]:
    return [{"rho": n * share} for share in (0.9, 0.7, 0.5, 0.35, 0.2, 0.1)]


def _tl1_fixed(n: int) -> list[Params]:
    return [{"rho": 0.7 * n}]


LSSVM_METHODS: dict[str, tuple[str, Callable[[int], list[Params]]]] = {
    "LS-SVM RBF": ("rbf", _rbf),
    "LS-SVM poly": ("polynomial", _polynomial),
    "LS-SVM tanh": ("tanh", _tanh),
    "LS-SVM TL1 rho=0.7n": ("tl1", _tl1_fixed),
    "LS-SVM TL1": ("tl1", _tl1),
}
KPCA_METHODS: dict[str, tuple[str, Callable[[int], list[Params]]]] = {
    "kPCA linear + linear SVM": ("linear", _linear),
    "kPCA RBF + linear SVM": ("rbf", _rbf),
    "kPCA poly + linear SVM": ("polynomial", _polynomial),
    "kPCA tanh + linear SVM": ("tanh", _tanh),
    "kPCA TL1 + linear SVM": ("tl1", _tl1),
}
SCALING_NOTE = (
    "Features are scaled to [0, 1] by minimum and maximum of the training part; a test sample may lie outside. "
    "The split into halves is drawn at random, folds are stratified; the paper names neither."
)


def table_1(
    datasets: Mapping[str, Source],
    *,
    repeats: int = 10,
    folds: int = 10,
    gammas: Sequence[float] = GAMMAS,
    methods: Sequence[str] | None = None,
    quick: bool = False,
    random_state: int = 0,
) -> Run[PaperResult]:
    """Test accuracy of LS-SVM with RBF, polynomial, tanh and TL1 kernels, tuned by ten folds.

    ``datasets``: a table, half of which is drawn for training on each repeat, or a pair (training, test) as monks has.
    Names as published (fertility, sonar, monks1, ...).

    Raises DataError for a table without labels.
    """
    repeats, folds = (min(repeats, QUICK_REPEATS), min(folds, QUICK_FOLDS)) if quick else (repeats, folds)
    settings = {
        "datasets": list(datasets), "repeats": repeats, "folds": folds, "gammas": list(gammas),
        "methods": methods, "quick": quick, "random_state": random_state,
    }  # fmt: skip

    def compute(source: Source, method: str) -> dict[str, np.ndarray]:
        kernel, grid = LSSVM_METHODS[method]
        scores = []
        for repeat in range(repeats):
            part = _parts(source, random_state, repeat)
            offered = _thinned(grid(part.X.shape[1]), quick)
            scores.append(_tuned_lssvm(part, kernel, offered, gammas, folds, random_state + repeat))
        return {"accuracy": np.array(scores)}

    cells = [
        Cell(name, method, partial(compute, source, method))
        for name, source in datasets.items()
        for method in LSSVM_METHODS
    ]
    notes = (
        SCALING_NOTE,
        f"Tuning: {folds} folds, in closed form, over {len(gammas)} gammas from {min(gammas):g} to {max(gammas):g} and "
        "a grid of the kernel's parameters; K is divided by its largest entry first, so that one range of gamma suits "
        "all. The paper names no grid. Ties go to the more regularised.",
        "Measured with ten repeats: RBF and TL1 (0.7 n) are within 0.03 of the paper on 11 of the 12 sets at hand. The "
        "miss is monks2 with TL1: 0.67 for the printed 0.534, because the folds prefer small gammas, which name the "
        "larger class (0.671); gammas about 1 score 0.52.",
        "A gamma at which an indefinite K makes the system singular is not chosen; nothing is damped otherwise.",
    )
    return cells_run(INDEFINITE_PAPER, "1", cells, settings, notes)


def table_2(
    datasets: Mapping[str, Source],
    *,
    ratios: Sequence[float] = (0.1, 0.3, 0.5),
    repeats: int = 10,
    folds: int = 10,
    costs: Sequence[float] = COSTS,
    methods: Sequence[str] | None = None,
    quick: bool = False,
    random_state: int = 0,
) -> Run[PaperResult]:
    """Test accuracy of a linear SVM on kernel PCA features, as many as 10, 30 and 50 % of the features.

    ``datasets`` as in ``table_1``; the paper takes those with more than 20 features.
    """
    repeats, folds = (min(repeats, QUICK_REPEATS), min(folds, QUICK_FOLDS)) if quick else (repeats, folds)
    settings = {
        "datasets": list(datasets), "ratios": list(ratios), "repeats": repeats, "folds": folds, "costs": list(costs),
        "methods": methods, "quick": quick, "random_state": random_state,
    }  # fmt: skip

    def compute(source: Source, ratio: float, method: str) -> dict[str, np.ndarray]:
        kernel, grid = KPCA_METHODS[method]
        scores = []
        for repeat in range(repeats):
            part = _parts(source, random_state, repeat)
            offered = _thinned(grid(part.X.shape[1]), quick)
            scores.append(_tuned_kpca(part, kernel, offered, ratio, costs, folds, random_state + repeat))
        return {"accuracy": np.array(scores)}

    cells = [
        Cell(f"{name} ratio {ratio:.0%}", method, partial(compute, source, ratio, method))
        for name, source in datasets.items()
        for ratio in ratios
        for method in KPCA_METHODS
    ]
    notes = (
        SCALING_NOTE,
        "Negative eigenvalues are kept, by magnitude among the others. Components are found once on the training part, "
        "without labels, and not anew in each fold.",
        f"The SVM is libsvm's, on features divided by their root mean square, C among {', '.join(map(str, costs))}, "
        f"stopped after {SVC_STEPS:,} steps.",
    )
    return cells_run(INDEFINITE_PAPER, "2", cells, settings, notes)


def _parts(source: Source, seed: int, repeat: int) -> _Scaled:
    """The training and the test part of one repeat."""
    pair = source if isinstance(source, tuple) else (source,)
    for table in pair:
        if table.y is None:
            raise DataError(
                f"The table {table.name!r} has no label column", remedy="Read it with label='label'."
            )
    classes = np.unique(np.concatenate([np.asarray(table.y) for table in pair]))
    if isinstance(source, tuple):
        train, test = source
        (X, y), (X_test, y_test) = (train.X, train.y), (test.X, test.y)
    else:
        order = np.random.default_rng([seed, repeat]).permutation(source.n_samples)
        half = source.n_samples // 2
        labels = np.asarray(source.y)
        X, y, X_test, y_test = (
            part[index] for index in (order[:half], order[half:]) for part in (source.X, labels)
        )
    scaler = MinMaxScaler().fit(X)
    codes, codes_test = (np.searchsorted(classes, np.asarray(labels)) for labels in (y, y_test))
    return _Scaled(scaler.transform(X), codes, scaler.transform(X_test), codes_test, len(classes))


def _thinned(offered: list[Params], quick: bool) -> list[Params]:
    """Every second candidate of a long grid for a quick run."""
    return offered[::2] if quick and len(offered) > 3 else offered


def _tuned_lssvm(
    part: _Scaled, kernel: str, offered: list[Params], gammas: Sequence[float], n_folds: int, seed: int
) -> float:
    """Test accuracy at the kernel's parameters and gamma that the folds prefer."""
    Y = one_vs_rest(part.codes, part.n_classes)
    held = [fold for _, fold in inner_folds(part.codes, n_folds, seed)]
    ordered = sorted(gammas)
    scores: list[float] = []
    models: list[tuple[int, float, Any]] = []
    for at, params in enumerate(offered):
        K, scale = _scaled_matrix(kernel, params, part.X)
        factor = lssvm_factor(K)
        out = lssvm_folds_out(K, Y, ordered, held, factor=factor)
        right = (_codes(out) == part.codes) & np.isfinite(out).all(axis=2)
        scores.extend(right.mean(axis=1))
        # The best gamma of each candidate is all that the final choice needs; factors of all would fill the memory.
        best = choose(right.mean(axis=1).tolist())[0]
        path = lssvm_path(K, Y, [ordered[best]], factor=factor)
        models.append((at, scale, (path.coef[0], path.intercept[0])))
    at, scale, (coef, b) = models[choose(scores)[0] // len(ordered)]
    f = KERNELS[kernel](part.X_test, part.X, **offered[at]) / scale @ coef + b
    return float((_codes(f) == part.codes_test).mean())


def _tuned_kpca(
    part: _Scaled,
    kernel: str,
    offered: list[Params],
    ratio: float,
    costs: Sequence[float],
    n_folds: int,
    seed: int,
) -> float:
    """Test accuracy of a linear SVM on r = ratio n components at what the folds prefer."""
    r = max(1, round(ratio * part.X.shape[1]))
    folds = inner_folds(part.codes, n_folds, seed)
    scores, features = [], []
    for params in offered:
        model = KernelPCA(kernel, min(r, len(part.X) - 1), kernel_params=params)
        Z = model.fit_transform(part.X)
        size = float(np.sqrt((Z * Z).sum(axis=1).mean())) or 1.0
        features.append((Z / size, model.transform(part.X_test) / size))
        scores += [_svm_folds(Z / size, part.codes, cost, folds) for cost in sorted(costs)]
    best = choose(scores)[0]
    Z, Z_test = features[best // len(costs)]
    found = _svm(Z, part.codes, sorted(costs)[best % len(costs)]).predict(Z_test)
    return float((found == part.codes_test).mean())


def _svm_folds(
    Z: np.ndarray, codes: np.ndarray, cost: float, folds: list[tuple[np.ndarray, np.ndarray]]
) -> float:
    right = [(_svm(Z[fit], codes[fit], cost).predict(Z[held]) == codes[held]).sum() for fit, held in folds]
    return float(sum(right)) / len(codes)


def _svm(Z: np.ndarray, codes: np.ndarray, cost: float) -> SVC:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # a candidate that does not end scores as it is
        return SVC(kernel="linear", C=cost, max_iter=SVC_STEPS).fit(Z, codes)


def _scaled_matrix(kernel: str, params: Params, X: np.ndarray) -> tuple[np.ndarray, float]:
    K = KERNELS[kernel](X, X, **params)
    K = (K + K.T) / 2  # symmetric but for rounding
    scale = float(np.abs(K).max()) or 1.0
    return K / scale, scale


def _codes(f: np.ndarray) -> np.ndarray:
    """Class codes of decisions (..., k)."""
    return (f[..., 0] > 0).astype(int) if f.shape[-1] == 1 else f.argmax(axis=-1)
