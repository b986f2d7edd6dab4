"""Tuning against the naive ways.

- left_out: AsK-LS at all gammas and dampings of ``selection`` by exact leave-one-out on 300 samples, against refits for
  each sample left out (three are timed, all are counted), and against scikit-learn's GridSearchCV with five folds.
- surface: ``tuning_surface``, eight bandwidths on 1,000 training samples of 50 columns: seconds, wanted below 5.
"""

from __future__ import annotations

import numpy as np
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV

from askcore import AsKLSClassifier
from askcore.datasets import TableData
from askcore.experiments import KernelChoice, Problem, holdout_split, tuning_surface
from askcore.experiments.selection import DAMPINGS, GAMMAS, select_by_loo
from askcore.kernels import PrecomputedKernel
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.path import DualPath
from benchmarks.measure import compare, record, run, sized, timed


def table(n: int) -> tuple[Problem, TableData]:
    """Two classes in 50 columns under SNE, at the usual bandwidth."""
    X, y = make_classification(n, 50, n_informative=20, random_state=0)
    data = TableData(X, y)
    return Problem(data, KernelChoice("sne", standardise=True)), data


def left_out(n: int = sized(300, 60)) -> None:
    """Every sample left out at every setting."""
    problem, data = table(n)
    every = np.arange(n)
    K, y = problem.bound(every).train(), data.y
    codes, Y = y.astype(int), one_vs_rest(y.astype(int), 2)
    gammas, dampings = (GAMMAS, DAMPINGS) if n == 300 else (GAMMAS[:2], DAMPINGS)

    def some_refits() -> None:
        for i in (0, n // 3, 2 * n // 3):
            rest = np.delete(every, i)
            AsKLSClassifier(PrecomputedKernel(K), gamma=10.0, damping=0.1).fit(rest, y[rest]).predict([i])

    def folds() -> None:
        grid = {"gamma": list(gammas), "damping": list(dampings)}
        GridSearchCV(AsKLSClassifier(PrecomputedKernel(K)), grid, cv=5, error_score=0.0).fit(every, y)

    compare(
        "tuning.left_out",
        ours=lambda: select_by_loo(DualPath(K), codes, Y, gammas=gammas),
        refits=some_refits,
        grid_search=folds,
        counted={"refits": n / 3 * len(gammas) * len(dampings)},
        note=f"{n} samples, {len(gammas) * len(dampings)} settings",
    )


def surface() -> None:
    """Eight bandwidths."""
    problem, data = table(sized(1667, 80))
    split = holdout_split(data.y)
    found = timed(lambda: tuning_surface(problem, split).run(), 5)
    record("tuning.surface.seconds", found.seconds, "s", runs=found.runs, goal=5.0)


if __name__ == "__main__":
    run({"left_out": left_out, "surface": surface})
