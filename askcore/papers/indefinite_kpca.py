"""Table 2 of Huang et al. 2017: kernel PCA with indefinite kernels, then a linear SVM."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.svm import SVC

from askcore._validation import DataError
from askcore.estimators import KernelPCA
from askcore.experiments.svm import CAPPED, silenced, was_capped
from askcore.experiments.tuning import Candidate, Outcome, Task, choose, fold_scores, inner_folds
from askcore.kernels import KERNELS, PrecomputedKernel
from askcore.papers.engine.protocol import Unit, Values, read_protocols
from askcore.papers.indefinite_parts import (
    KERNEL_GRIDS,
    Params,
    divided,
    load_table,
    low_polynomials,
    table_name,
)
from askcore.papers.table_parts import Parts, Source, numbers_of

METHODS: dict[str, tuple[str, Callable[[int], list[Params]]]] = {
    "kPCA linear + linear SVM": ("linear", KERNEL_GRIDS["linear"]),
    "kPCA RBF + linear SVM": ("rbf", KERNEL_GRIDS["rbf"]),
    "kPCA poly + linear SVM": ("polynomial", low_polynomials),
    "kPCA tanh + linear SVM": ("tanh", KERNEL_GRIDS["tanh"]),
    "kPCA TL1 + linear SVM": ("tl1", KERNEL_GRIDS["tl1"]),
}


def compute(data: Source, unit: Unit, options: Mapping[str, Any]) -> Values:
    """Test accuracy of a linear SVM on as many components as the name of the data set says, in percent of n.

    Beside it whether the SVM met its cap; a candidate of the folds that does is scored as it stands.
    """
    share = ratio_of(unit.dataset)
    n_train = options["splice_training"] if table_name(unit.dataset) == "splice" else None
    found: dict[str, dict[str, list[float]]] = {m: {"accuracy": [], CAPPED: []} for m in unit.methods}
    for repeat in unit.repeats:
        part = divided(data, unit.seed, repeat, n_train=n_train, bases=options.get("bases"))
        for method in unit.methods:
            accuracy, capped = _accuracy(part, *METHODS[method], share, options)
            found[method]["accuracy"].append(accuracy)
            found[method][CAPPED].append(float(capped))
    return found


def ratio_of(dataset: str) -> float:
    """The share of components in a published name, "sonar ratio 30%"."""
    said = re.search(r" ratio (\d+)%$", dataset)
    if said is None:
        raise DataError(
            f"The name {dataset!r} does not say how many components to keep",
            remedy="Let it end in ' ratio 10%' or another share of the number of features.",
        )
    return int(said[1]) / 100


def _accuracy(
    part: Parts, kernel: str, members: Callable[[int], list[Params]], share: float, options: Mapping[str, Any]
) -> tuple[float, bool]:
    """Test accuracy, and whether the SVM met its cap; folds choose the parameters at ``first_cost``, then the cost.

    Components are found in each fold: those of the whole training part would favour narrow kernels.
    """
    n, steps = part.X.shape[1], options["svc_steps"]
    folds = inner_folds(part.codes, options["folds"], part.fold_seed)
    r = min(max(1, round(share * n)), min(len(fit) for fit, _ in folds) - 1)

    def scores(params: Params, costs: Sequence[float]) -> np.ndarray:
        K = KERNELS[kernel](part.X, part.X, **params)
        matrix = PrecomputedKernel((K + K.T) / 2)

        def decide(task: Task, offered: Sequence[Candidate]) -> list[Outcome]:
            Z, Z_held = _components(matrix, {}, r, task.fit, task.held)
            return [_decided(Z, task.codes, Z_held, candidate.gamma, steps) for candidate in offered]

        return fold_scores(part.task, [Candidate(gamma=cost) for cost in costs], decide, folds)

    offered = members(n)
    at = 0
    if len(offered) > 1:
        at = choose([scores(params, [options["first_cost"]])[0] for params in offered])[0]
    costs = numbers_of(options["costs"])
    cost = costs[choose(scores(offered[at], costs))[0]]
    Z, Z_test = _components(kernel, offered[at], r, part.X, part.X_test)
    found = _decided(Z, part.codes, Z_test, cost, steps)
    return float((found.codes == part.codes_test).mean()), bool(found.beside[CAPPED])


def _components(
    kernel: Any, params: Params, r: int, fit: np.ndarray, new: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """r components of training samples and of new ones, divided by the root mean square of the training samples'."""
    model = KernelPCA(kernel, r, kernel_params=params)
    Z = model.fit_transform(fit)
    size = float(np.sqrt((Z * Z).sum(axis=1).mean())) or 1.0
    return Z / size, model.transform(new) / size


def _decided(Z: np.ndarray, codes: np.ndarray, Z_new: np.ndarray, cost: float, steps: int) -> Outcome:
    """What a linear SVM decides of new samples, and whether it met its cap."""
    with silenced():
        svm = SVC(kernel="linear", C=cost, max_iter=steps).fit(Z, codes)
    return Outcome(svm.predict(Z_new), {CAPPED: float(was_capped(svm))})


PROTOCOLS = read_protocols("indefinite.toml", {"indefinite-2": (compute, METHODS)}, load_table)
