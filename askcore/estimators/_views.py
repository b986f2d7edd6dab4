"""The training set as the two views see it: everything an AsK-LS model needs beyond the solver.

``KernelViews`` holds the training kernel matrix, ``FixedSize`` the features that approximate it: by landmarks or random
frequencies. Both solve on the whole training set or on a part of it (folds). ``KernelViews``, ``LandmarkViews`` and
``FourierViews`` apply coefficients to new samples; the last two are all that is left of a fixed-size fit, whether its
samples came at once or in partitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._lazy import cached_property
from askcore._validation import check_memory
from askcore.estimators._landmarks import LandmarkFeatures, blocks_of
from askcore.estimators._partitions import Folds, Sums, added, fold_sums
from askcore.kernels.binding import BoundKernel
from askcore.operators import DistributedOperator
from askcore.operators.matrix import rows_times
from askcore.solvers import solve_askls, solve_lssvm
from askcore.solvers.fourier import FourierFeatures
from askcore.solvers.moments import FixedSizeSolution, Moments, solve_from_moments
from askcore.solvers.systems.dual import DualSolution

Features = LandmarkFeatures | FourierFeatures


@dataclass(frozen=True)
class Coefficients:
    """c, a (m, k) and the intercepts (k,): f_s = K(x, X) c + b_source, f_t = K(X, x)^T a + b_target.

    Of a fixed-size model they belong to the landmarks, or to the random features.
    """

    c: np.ndarray
    a: np.ndarray
    b_source: np.ndarray
    b_target: np.ndarray

    @classmethod
    def from_solution(
        cls, solution: DualSolution, part: np.ndarray | None = None, m: int = 0
    ) -> Coefficients:
        """Those of a solution; of a part of the training set they are zero elsewhere."""
        c, a = solution.c, solution.a
        if part is not None:
            c, a = (np.zeros((m, values.shape[1])) for values in (c, a))
            c[part], a[part] = solution.c, solution.a
        return cls(c, a, solution.b_source, solution.b_target)

    @classmethod
    def of_features(cls, features: Features, solution: FixedSizeSolution) -> Coefficients:
        """From weights of the features."""
        c, a = solution.source, solution.target
        if isinstance(features, LandmarkFeatures):
            c, a = features.to_source @ c, features.to_target @ a
        return cls(c, a, solution.b_source, solution.b_target)

    @staticmethod
    def mean(parts: Sequence[Coefficients]) -> Coefficients:
        """The model whose views are the mean of those of ``parts`` (views are linear in them)."""
        return Coefficients(
            *(
                np.mean([getattr(part, name) for part in parts], axis=0)
                for name in ("c", "a", "b_source", "b_target")
            )
        )


class KernelViews:
    """The exact training kernel matrix; pickled without it, and computed again when it is next asked for."""

    weight: np.ndarray | None = None  # of the samples; no model of a file from before there were any has one

    def __init__(self, bound: BoundKernel, solver: str, tol: float, weight: np.ndarray | None = None) -> None:
        self.bound, self.solver, self.tol, self.weight = bound, solver, tol, weight
        self.notes: list[Warning] = []

    @cached_property
    def K(self) -> Any:
        """K(train, train), dense or sparse."""
        return self.bound.train()

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the matrix."""
        return {name: value for name, value in self.__dict__.items() if name != "K"}

    def solve(
        self, Y: np.ndarray, gamma: float, damping: Any, part: np.ndarray | None = None
    ) -> DualSolution:
        """The dual solution on the training samples, or on a ``part`` of them."""
        K = self.K if part is None else _part(self.K, part, part)
        found = solve_askls(
            K,
            Y,
            gamma=gamma,
            damping=damping,
            solver=self.solver,
            tol=self.tol,
            sample_weight=_weights_of(self.weight, part),
            quiet=True,
        )
        self.notes += found.notes
        return found

    def coefficients(self, solution: DualSolution, part: np.ndarray | None = None) -> Coefficients:
        """Those of a solution on the training samples, or on a ``part`` of them."""
        return Coefficients.from_solution(solution, part, self.K.shape[0])

    def inside(
        self, rows: np.ndarray, solution: DualSolution, part: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of training samples ``rows``."""
        coefficients, every = self.coefficients(solution, part), np.arange(self.K.shape[0])
        f_s = _part(self.K, rows, every) @ coefficients.c + coefficients.b_source
        f_t = _part(self.K, every, rows).T @ coefficients.a + coefficients.b_target
        return f_s, f_t

    def outside(self, X: Any, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of new samples."""
        f_s = self.source_view(X, coefficients)
        f_t = self.bound.target(X).T @ coefficients.a
        f_t += coefficients.b_target
        return f_s, f_t

    def source_view(self, X: Any, coefficients: Coefficients) -> np.ndarray:
        """f_s of new samples."""
        K = self.bound.source(X)
        f_s = rows_times(K, coefficients.c) if sp.issparse(K) else K @ coefficients.c
        f_s += coefficients.b_source
        return f_s


class FixedSize:
    """Features A, B (m, p) of the training samples, with K ~ A B^T; of a symmetric kernel A alone, K ~ A S A^T."""

    def __init__(self, features: Features, samples: np.ndarray, weight: np.ndarray | None = None) -> None:
        self.features, self.weight = features, weight
        self.notes: list[Warning] = []
        m, p = samples.shape[0], features.width
        check_memory(
            8.0 * (2 if features.signs is None else 1) * m * p + 64.0 * min(m, p) ** 2,  # and the system
            f"{p:,} features of {m:,} samples",
            "Take fewer landmarks or frequencies.",
        )
        if isinstance(features, LandmarkFeatures):
            self.A, self.B = features.of_all(samples)
        else:
            self.A = features.source(samples)
            self.B = features.target(samples) if features.signs is None else None

    def solve(
        self, Y: np.ndarray, gamma: float, damping: Any, part: np.ndarray | None = None
    ) -> FixedSizeSolution:
        """Weights of the features from the training samples, or a ``part``; never more equations than samples."""
        rows, signs, v = (
            slice(None) if part is None else part,
            self.features.signs,
            _weights_of(self.weight, part),
        )
        A, B = self.A[rows], None if self.B is None else self.B[rows]
        at: dict[str, Any] = {"gamma": gamma, "damping": damping}
        if A.shape[1] < len(A):
            found = solve_from_moments(Moments.from_features(A, B, Y, v), **at, signs=signs)
        else:
            found = _from_samples(A, B, signs, Y, **at, sample_weight=v)
        self.notes += found.notes
        return found

    def coefficients(self, solution: FixedSizeSolution, part: np.ndarray | None = None) -> Coefficients:
        """Those of a solution, which are of the landmarks or the features, whatever part it is of."""
        return Coefficients.of_features(self.features, solution)

    def inside(
        self, rows: np.ndarray, solution: FixedSizeSolution, part: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of training samples ``rows``."""
        B = self.A if self.B is None else self.B
        return self.A[rows] @ solution.source + solution.b_source, B[
            rows
        ] @ solution.target + solution.b_target

    def fold_sums(self, Y: np.ndarray, folds: Folds) -> tuple[Sums, np.ndarray | None]:
        """The sums of each fold and the signs, as ``solvers.fold_errors`` takes them."""
        total, fold = None, folds.of(0, len(Y))
        for rows in blocks_of(len(Y), 2 * self.A.shape[1]):
            B = None if self.B is None else self.B[rows]
            v = _weights_of(self.weight, rows)
            total = added(total, fold_sums(self.A[rows], B, Y[rows], v, fold[rows], folds.n))
        return total, self.features.signs


TrainingViews = KernelViews | FixedSize
"""What merging takes of a training set; ``notes`` gathers those of all its solutions."""


class LandmarkViews:
    """A fixed-size model of new samples: f_s = K(x, J) c + b_source, f_t = K(J, x)^T a + b_target.

    J are those of the samples that ``bound`` holds, all of them where None.
    """

    def __init__(self, bound: BoundKernel, landmarks: np.ndarray | None, symmetric: bool) -> None:
        self.bound, self.landmarks, self.symmetric = bound, landmarks, symmetric

    def outside(self, X: Any, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of new samples, as many at once as a block of the kernel may have entries."""
        f_s = self.source_view(X, coefficients)
        if self.symmetric:
            return f_s, f_s.copy()
        f_t = np.empty_like(f_s)
        for rows in self._blocks(X):
            f_t[rows] = self.bound.target(X[rows], self.landmarks).T @ coefficients.a + coefficients.b_target
        return f_s, f_t

    def source_view(self, X: Any, coefficients: Coefficients) -> np.ndarray:
        """f_s of new samples."""
        f_s = np.empty((X.shape[0], len(coefficients.b_source)))
        for rows in self._blocks(X):
            f_s[rows] = self.bound.source(X[rows], self.landmarks) @ coefficients.c + coefficients.b_source
        return f_s

    def _blocks(self, X: Any) -> Iterable[slice]:
        """All at once where the kernel sums over more than the landmarks, which each block would do again."""
        return (
            [slice(None)]
            if self.landmarks is not None
            else blocks_of(X.shape[0], self.bound.samples().shape[0])
        )


class FourierViews:
    """A model on random features of new samples: f_s = phi(x) c + b_source, f_t = psi(x) a + b_target.

    No training sample is needed; those in memory are what ``bound`` holds.
    """

    def __init__(self, bound: BoundKernel, features: FourierFeatures) -> None:
        self.bound, self.features = bound, features

    def outside(self, X: Any, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of new samples, for as many at once as landmarks would take."""
        f_s, f_t = (np.empty((X.shape[0], len(coefficients.b_source))) for _ in range(2))
        for rows in blocks_of(X.shape[0], self.features.width):
            f_s[rows] = self.features.source(X[rows]) @ coefficients.c + coefficients.b_source
            f_t[rows] = self.features.target(X[rows]) @ coefficients.a + coefficients.b_target
        return f_s, f_t


def _from_samples(
    A: np.ndarray, B: np.ndarray | None, signs: np.ndarray | None, Y: np.ndarray, **at: Any
) -> FixedSizeSolution:
    """Weights of the features from the system of the samples, A B^T or A S A^T."""
    if B is None:
        found = solve_lssvm((A * signs) @ A.T, Y, **at, quiet=True)
        source = target = (A * signs).T @ found.a
    else:
        found = solve_askls(A @ B.T, Y, **at, quiet=True)
        source, target = B.T @ found.c, A.T @ found.a
    intercepts, gamma = (found.b_source, found.b_target), float(at["gamma"])
    return FixedSizeSolution(source, target, *intercepts, gamma, found.damping, found.condition, found.notes)


def _weights_of(weight: np.ndarray | None, part: np.ndarray | slice | None) -> np.ndarray | None:
    return weight if weight is None or part is None else weight[part]


def _part(K: Any, rows: np.ndarray, cols: np.ndarray) -> Any:
    """K[rows, :][:, cols]; of a matrix on other machines an operator whose blocks stay there."""
    if isinstance(K, DistributedOperator):
        return K.part(rows, cols)
    return K[rows][:, cols] if len(cols) < K.shape[1] or len(rows) < len(cols) else K[:, cols][rows]
