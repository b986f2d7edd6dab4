"""What tables I and IV of He et al. 2022 share: kernel parameter and gamma by folds, then the views of new samples.

Papers floor. One decomposition per kernel matrix serves all gammas and all folds (``SaddlePath.folds_out_along``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from askcore.estimators import learn_merger
from askcore.experiments.tuning import choose, inner_folds
from askcore.papers.grids import shares_right
from askcore.solvers import SaddlePath, decided_codes, one_vs_rest

__all__ = ["Folds", "Trained", "train"]


@dataclass(frozen=True, eq=False)
class Folds:
    """A training part of m samples and its inner folds.

    Attributes
    ----------
    codes : (m,) class numbers.  n_classes : at least 2.  held : index arrays of the folds.
    """

    codes: np.ndarray
    n_classes: int
    held: tuple[np.ndarray, ...]

    @classmethod
    def of(cls, codes: np.ndarray, n_classes: int, n_folds: int, seed: int) -> Folds:
        """Shuffled, stratified folds."""
        return cls(codes, n_classes, tuple(held for _, held in inner_folds(codes, n_folds, seed)))

    @property
    def targets(self) -> np.ndarray:
        """One column of -1 and +1 per class, or one for two classes."""
        return one_vs_rest(self.codes, self.n_classes)

    def right(self, f: np.ndarray) -> np.ndarray:
        """Share of samples that decisions (G, m, k) get right, (G,); NaN where one is not finite."""
        return shares_right(f, self.codes)


@dataclass(frozen=True, eq=False)
class Trained:
    """AsK-LS, or LS-SVM where the matrix is symmetric, at the gamma that its folds prefer.

    Attributes
    ----------
    gamma : chosen, the smaller one in a tie; there was no damping.
    score : share of the training samples that the models without their folds get right, by the mean of the views.
    fold_views : (2, m, k) views of the training samples by those models.
    """

    gamma: float
    score: float
    fold_views: np.ndarray
    _path: SaddlePath
    _folds: Folds

    def views(self, rows: np.ndarray, columns: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t (n, k) of new samples from K(new, train) (n, m) and K(train, new) (m, n).

        ``columns`` may be left out where the kernel is symmetric.
        """
        a, c, b_source, b_target = self._path.solve(self._folds.targets, self.gamma)
        across = rows if columns is None else columns.T
        return rows @ c + b_source, across @ a + b_target

    def decided(
        self, rows: np.ndarray, columns: np.ndarray | None = None, *, merge: str = "mean"
    ) -> np.ndarray:
        """Class numbers (n,) of new samples, blocks as in ``views``.

        ``merge`` is "mean", of the two views, or "stack": per class a regression on the views of the folds.
        """
        f_s, f_t = self.views(rows, columns)
        if merge == "mean":
            return decided_codes((f_s + f_t) / 2)
        known, folds = self.fold_views, self._folds
        merger = learn_merger(known[0], known[1], folds.codes, folds.n_classes, joint=False)
        return np.asarray(merger.probabilities(f_s, f_t).argmax(axis=1))


def train(K: np.ndarray, folds: Folds, gammas: Sequence[float]) -> Trained | None:
    """Choose gamma by the folds, at a fixed matrix K (m, m); None where the system is singular at every gamma."""
    path, Y = SaddlePath(K), folds.targets
    views = np.stack(path.folds_out_along(Y, gammas, folds.held))
    scores = folds.right(views.mean(axis=0))
    at = choose(scores.tolist())[0]
    if np.isnan(scores[at]):
        return None
    return Trained(gammas[at], float(scores[at]), views[:, at], path, folds)
