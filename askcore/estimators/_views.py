"""The training set as the two views see it: everything an AsK-LS model needs beyond the solver.

``KernelViews`` holds the training kernel matrix; ``LandmarkViews`` its approximation in the span of sampled rows and
columns, ``FourierViews`` that by random features. All solve on the whole training set or on a part of it (folds), and
apply coefficients to new samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._lazy import cached_property
from askcore._validation import check_memory
from askcore.estimators._landmarks import BLOCK_ENTRIES, LandmarkFeatures, blocks_of, drawn_landmarks
from askcore.estimators._partitions import Folds, Sums, added, fold_sums
from askcore.kernels.binding import BoundKernel
from askcore.operators import DistributedOperator, LowRankOperator
from askcore.operators.matrix import rows_times
from askcore.solvers import solve_askls
from askcore.solvers.fourier import FourierFeatures
from askcore.solvers.systems.dual import DualSolution
from askcore.solvers.systems.low_rank import solve_low_rank


@dataclass(frozen=True)
class Coefficients:
    """c, a (m, k) and the intercepts (k,): f_s = K(x, X) c + b_source, f_t = K(X, x)^T a + b_target."""

    c: np.ndarray
    a: np.ndarray
    b_source: np.ndarray
    b_target: np.ndarray

    @classmethod
    def of(cls, solution: DualSolution, part: np.ndarray | None = None, m: int = 0) -> Coefficients:
        """Those of a solution; of a part of the training set they are zero elsewhere."""
        c, a = solution.c, solution.a
        if part is not None:
            c, a = (np.zeros((m, values.shape[1])) for values in (c, a))
            c[part], a[part] = solution.c, solution.a
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

    @property
    def m(self) -> int:
        """Number of training samples."""
        return self.bound.samples().shape[0]

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

    def inside(self, rows: np.ndarray, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of training samples ``rows``."""
        every = np.arange(len(coefficients.c))
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


class _FactorViews:
    """A training matrix K = A B of low rank; what A and B are of new samples, its kinds say."""

    weight: np.ndarray | None = None  # as of ``KernelViews``
    _signs: np.ndarray | None = None  # of a kernel declared symmetric; no model of an older file has them
    K: LowRankOperator
    m: int
    notes: list[Warning]

    def solve(
        self, Y: np.ndarray, gamma: float, damping: Any, part: np.ndarray | None = None
    ) -> DualSolution:
        """The dual solution on the training samples, or on a ``part`` of them."""
        K = self.K if part is None else LowRankOperator(self.K.A[part], self.K.B[:, part])
        weight = _weights_of(self.weight, part)
        found = solve_low_rank(K, Y, gamma=gamma, damping=damping, sample_weight=weight, signs=self._signs)
        self.notes += found.notes
        return found

    def fold_sums(self, Y: np.ndarray, folds: Folds) -> tuple[Sums, np.ndarray | None]:
        """The sums of each fold and the signs, as ``solvers.fold_errors`` takes them."""
        total, fold = None, folds.of(0, self.m)
        for rows in blocks_of(self.m, 2 * self.K.A.shape[1]):
            B = None if self._signs is not None else self.K.B[:, rows].T
            v = _weights_of(self.weight, rows)
            total = added(total, fold_sums(self.K.A[rows], B, Y[rows], v, fold[rows], folds.n))
        return total, self._signs

    def inside(self, rows: np.ndarray, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of training samples ``rows``."""
        f_s = self.K.A[rows] @ (self.K.B @ coefficients.c) + coefficients.b_source
        f_t = self.K.B[:, rows].T @ (self.K.A.T @ coefficients.a) + coefficients.b_target
        return f_s, f_t


class LandmarkViews(_FactorViews):
    r"""K replaced by K[:, J] K[J, J]^+ K[J, :] with J a random set of landmarks among the training samples.

    With the truncated SVD K[J, J] = P D Q^T this is A B, A = K[:, J] Q D^{-1/2}, B = D^{-1/2} P^T K[J, :].
    All samples as landmarks: K K^+ K = K, the exact method. New samples need K(x, J) and K(J, x) only.
    """

    def __init__(
        self,
        bound: BoundKernel,
        n_landmarks: int,
        rng: np.random.Generator,
        weight: np.ndarray | None = None,
        *,
        block_entries: int = BLOCK_ENTRIES,
    ) -> None:
        samples = bound.samples()
        self.bound, self.m, self.weight = bound, samples.shape[0], weight
        self.notes: list[Warning] = []
        self.landmarks = drawn_landmarks(self.m, n_landmarks, rng)
        features = LandmarkFeatures.of(bound, self.landmarks)
        self._to_source, self._signs = features.to_source, features.signs
        self._to_target = features.to_target * (1.0 if self._signs is None else self._signs)
        rank = self._to_source.shape[1]
        check_memory(
            8.0 * (2 if self._signs is None else 1) * self.m * rank,  # A and B
            f"{rank:,} landmarks among {self.m:,} samples",
            "Use fewer landmarks.",
        )
        # Block by block: the kernel's temporaries are larger than what is kept.
        A = np.empty((self.m, rank))
        at_once = max(1, block_entries // len(self.landmarks))
        for start in range(0, self.m, at_once):
            rows = slice(start, start + at_once)
            A[rows] = features.source(samples[rows])
        if self._signs is not None and (self._signs == 1).all():
            self.K = LowRankOperator(A, A.T)
            return
        B = np.zeros((rank, self.m))
        if self._signs is not None:
            np.multiply(A.T, self._signs[:, None], out=B)
            self.K = LowRankOperator(A, B)
            return
        at_once = max(1, block_entries // self.m)
        for start in range(0, len(self.landmarks), at_once):
            rows = slice(start, start + at_once)
            B += self._to_target[rows].T @ bound.target(samples, self.landmarks[rows])
        self.K = LowRankOperator(A, B)

    def outside(self, X: Any, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of new samples."""
        f_t = self.bound.target(X, self.landmarks).T @ (self._to_target @ (self.K.A.T @ coefficients.a))
        return self.source_view(X, coefficients), f_t + coefficients.b_target

    def source_view(self, X: Any, coefficients: Coefficients) -> np.ndarray:
        """f_s of new samples."""
        f_s = self.bound.source(X, self.landmarks) @ (self._to_source @ (self.K.B @ coefficients.c))
        return f_s + coefficients.b_source


class FourierViews(_FactorViews):
    """K replaced by phi(X) psi(X)^T, random Fourier features of a kernel of x - z: new samples need theirs alone."""

    def __init__(
        self, bound: BoundKernel, features: FourierFeatures, weight: np.ndarray | None = None
    ) -> None:
        samples = bound.samples()
        self.bound, self.m, self.weight, self.features = bound, samples.shape[0], weight, features
        self.notes: list[Warning] = []
        width = features.width
        check_memory(
            16.0 * self.m * width + 64.0 * min(width, self.m) ** 2,  # both factors, and the system
            f"{width // 2:,} frequencies for {self.m:,} samples",
            "Draw fewer frequencies.",
        )
        A, self._signs = features.source(samples), features.signs
        self.K = LowRankOperator(A, A.T if self._signs is not None else features.target(samples).T)

    def solve(
        self, Y: np.ndarray, gamma: float, damping: Any, part: np.ndarray | None = None
    ) -> DualSolution:
        """The dual solution on the training samples, or on a ``part`` of them; never more equations than samples."""
        if self.K.A.shape[1] < len(Y):
            return replace(super().solve(Y, gamma, damping, part), solver="fourier")
        rows = slice(None) if part is None else part
        weight = _weights_of(self.weight, part)
        K = self.K.A[rows] @ self.K.B[:, rows]
        found = solve_askls(K, Y, gamma=gamma, damping=damping, sample_weight=weight, quiet=True)
        self.notes += found.notes
        return replace(found, solver="fourier")

    def outside(self, X: Any, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of new samples."""
        c, a = self.K.B @ coefficients.c, self.K.A.T @ coefficients.a
        return _of_features(self.features, X, replace(coefficients, c=c, a=a))


TrainingViews = KernelViews | LandmarkViews | FourierViews
"""What merging and deciding take of a training set; ``notes`` gathers those of all its solutions."""


class ChunkViews:
    """A fixed-size model of samples in partitions: what is left of them is the kernel bound to the landmarks.

    Its coefficients belong to the landmarks: f_s = K(x, J) c + b_source, f_t = K(J, x)^T a + b_target.
    """

    def __init__(self, bound: BoundKernel, symmetric: bool, notes: list[Warning]) -> None:
        self.bound, self.symmetric, self.notes = bound, symmetric, notes

    def outside(self, X: Any, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of new samples, as many at once as a block of the kernel may have entries."""
        k = len(coefficients.b_source)
        f_s, f_t = np.empty((X.shape[0], k)), np.empty((X.shape[0], k))
        for rows in blocks_of(X.shape[0], len(coefficients.c)):
            f_s[rows] = self.bound.source(X[rows]) @ coefficients.c + coefficients.b_source
            if self.symmetric:
                f_t[rows] = f_s[rows]
            else:
                f_t[rows] = self.bound.target(X[rows]).T @ coefficients.a + coefficients.b_target
        return f_s, f_t


class FourierChunkViews:
    """A model on random features of samples in partitions: f_s = phi(x) c + b_source, f_t = psi(x) a + b_target.

    Nothing is left of the samples: ``bound`` holds none.
    """

    def __init__(self, bound: BoundKernel, features: FourierFeatures, notes: list[Warning]) -> None:
        self.bound, self.features, self.notes = bound, features, notes

    def outside(self, X: Any, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of new samples."""
        return _of_features(self.features, X, coefficients)


def _of_features(features: FourierFeatures, X: Any, weights: Coefficients) -> tuple[np.ndarray, np.ndarray]:
    """f_s and f_t from weights of the features, for as many samples at once as landmarks would take."""
    f_s, f_t = (np.empty((X.shape[0], len(weights.b_source))) for _ in range(2))
    for rows in blocks_of(X.shape[0], features.width):
        f_s[rows] = features.source(X[rows]) @ weights.c + weights.b_source
        f_t[rows] = features.target(X[rows]) @ weights.a + weights.b_target
    return f_s, f_t


def _weights_of(weight: np.ndarray | None, part: np.ndarray | slice | None) -> np.ndarray | None:
    return weight if weight is None or part is None else weight[part]


def _part(K: Any, rows: np.ndarray, cols: np.ndarray) -> Any:
    """K[rows, :][:, cols]; of a matrix on other machines an operator whose blocks stay there."""
    if isinstance(K, DistributedOperator):
        return K.part(rows, cols)
    return K[rows][:, cols] if len(cols) < K.shape[1] or len(rows) < len(cols) else K[:, cols][rows]
