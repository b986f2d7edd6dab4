"""AsK-LS at a fixed kernel matrix, without damping: one decomposition serves all gammas and folds (``DualPath``)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from askcore.estimators._merging import learn_merger
from askcore.experiments.candidates import Candidate
from askcore.experiments.evaluation import Folds, Outcome, SplitTask, judge, tune, under_each_kernel
from askcore.solvers.labels import decided_codes
from askcore.solvers.path import DualPath


class FixedMatrix:
    """A family of kernels on the samples of a repeat, and AsK-LS on each of them.

    ``bound`` makes a bound kernel of member and training samples; a symmetric one has no ``target``. ``merge`` is
    "mean" of the two views, or "stack": per class a regression on the views of ``folds``.
    """

    def __init__(self, bound: Callable[[Any, np.ndarray], Any], folds: Folds, merge: str = "mean") -> None:
        self._bound, self._merge, self._folds = bound, merge, folds
        self._last: tuple[Any, ...] = (None, None)
        self._decide_each = under_each_kernel(self._decide, lambda kernel: kernel)
        self._across_each = under_each_kernel(self._across, lambda kernel: kernel)

    def tuned(self, task: SplitTask, offered: Sequence[Candidate]) -> Outcome:
        """The held samples by the candidate that the folds prefer, the first of equal ones."""
        found = tune(task, offered, self._decide_each, self._folds, across=self._across_each, tie=0.0)
        return found.outcome

    def best(self, task: SplitTask, offered: Sequence[Candidate], folds: Folds) -> Candidate:
        """The candidate that other folds prefer."""
        found = judge(task, offered, self._decide_each, folds, across=self._across_each, tie=0.0)
        return found.best

    def _at(self, kernel: Hashable, fit: np.ndarray) -> tuple[Any, DualPath]:
        """The bound kernel and its decomposition; the last one is kept, as it may be the chosen one."""
        if self._last[0] != kernel or self._last[1] is not fit:
            bound = self._bound(kernel, fit)
            self._last = kernel, fit, bound, DualPath(bound.train())
        return self._last[2:]

    def _across(
        self, kernel: Hashable, task: SplitTask, offered: Sequence[Candidate], folds: Folds
    ) -> list[Outcome | None]:
        _, path = self._at(kernel, task.fit)
        views = _folds_out(path, task, [candidate.gamma for candidate in offered], folds)
        return [_outcome(f) for f in (views[0] + views[1]) / 2]

    def _decide(
        self, kernel: Hashable, task: SplitTask, offered: Sequence[Candidate]
    ) -> list[Outcome | None]:
        bound, path = self._at(kernel, task.fit)
        rows = bound.source(task.held)
        across = bound.target(task.held).T if hasattr(bound, "target") else rows
        found = []
        for candidate in offered:
            a, c, b_source, b_target = path.solve(task.targets, candidate.gamma)
            f_s, f_t = rows @ c + b_source, across @ a + b_target
            if self._merge == "mean":
                found.append(_outcome((f_s + f_t) / 2))
                continue
            known = _folds_out(path, task, [candidate.gamma], self._folds)[:, 0]
            if not np.isfinite(known).all():  # a resonance of the whole or of a fold
                found.append(None)
                continue
            merger = learn_merger(known[0], known[1], task.codes, task.n_classes, joint=False)
            found.append(Outcome(np.asarray(merger.probabilities(f_s, f_t).argmax(axis=1))))
        return found


def _folds_out(path: DualPath, task: SplitTask, gammas: Sequence[float], folds: Folds) -> np.ndarray:
    """Views (2, G, m, k) of the training samples by the models without their folds."""
    return np.stack(path.folds_out_along(task.targets, gammas, [held for _, held in folds]))


def _outcome(f: np.ndarray) -> Outcome | None:
    """Class codes of decisions (n, k); None where one is not finite."""
    return Outcome(decided_codes(f)) if np.isfinite(f).all() else None
