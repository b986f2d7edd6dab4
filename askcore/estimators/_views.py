"""The training set as the two views see it: everything an AsK-LS model needs beyond the solver.

Estimator floor. ``KernelViews`` holds the training kernel matrix; ``LandmarkViews`` its approximation in the
span of sampled rows and columns. Both solve on the whole training set or on a part of it (folds), and apply
coefficients to new samples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from askcore._lazy import made_once
from askcore._validation import check_memory
from askcore.kernels import BoundKernel
from askcore.operators import DistributedOperator, LowRankOperator
from askcore.solvers import DualSolution, solve_askls, solve_low_rank

BLOCK_ENTRIES = 4_000_000  # kernel entries computed at once: 32 MB and a few temporaries of that size

__all__ = ["Coefficients", "KernelViews", "LandmarkViews", "TrainingViews"]


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
    def mean(parts: list[Coefficients]) -> Coefficients:
        """The model whose views are the mean of those of ``parts`` (views are linear in them)."""
        return Coefficients(
            *(
                np.mean([getattr(part, name) for part in parts], axis=0)
                for name in ("c", "a", "b_source", "b_target")
            )
        )


class TrainingViews(Protocol):
    """What merging and deciding need of a training set; ``notes`` gathers those of all its solutions."""

    notes: list[Warning]
    bound: BoundKernel

    @property
    def m(self) -> int:
        """Number of training samples."""
        ...

    def solve(
        self, Y: np.ndarray, gamma: float, damping: Any, part: np.ndarray | None = None
    ) -> DualSolution:
        """The dual solution on the training samples, or on a ``part`` of them (Y then has its rows)."""
        ...

    def inside(self, rows: np.ndarray, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t, each (n, k), of training samples ``rows``."""
        ...

    def outside(self, X: Any, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t, each (n, k), of new samples."""
        ...


class KernelViews:
    """The exact training kernel matrix; pickled without it, and computed again when it is next asked for."""

    weight: np.ndarray | None = None  # of the samples; no model of a file from before there were any has one

    def __init__(self, bound: BoundKernel, solver: str, tol: float, weight: np.ndarray | None = None) -> None:
        self.bound, self.solver, self.tol, self.weight = bound, solver, tol, weight
        self.notes: list[Warning] = []

    @made_once
    def K(self) -> Any:
        """K(train, train), dense or sparse."""
        return self.bound.train()

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the matrix."""
        return {name: value for name, value in self.__dict__.items() if name != "K"}

    @property
    def m(self) -> int:
        """Number of training samples."""
        return len(self.bound.samples())

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
        every = np.arange(self.m)
        f_s = _part(self.K, rows, every) @ coefficients.c + coefficients.b_source
        f_t = _part(self.K, every, rows).T @ coefficients.a + coefficients.b_target
        return f_s, f_t

    def outside(self, X: Any, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of new samples."""
        f_s = self.bound.source(X) @ coefficients.c + coefficients.b_source
        f_t = self.bound.target(X).T @ coefficients.a + coefficients.b_target
        return f_s, f_t


class LandmarkViews:
    r"""K replaced by K[:, J] K[J, J]^+ K[J, :] with J a random set of landmarks among the training samples.

    With the truncated SVD K[J, J] = P D Q^T this is A B, A = K[:, J] Q D^{-1/2}, B = D^{-1/2} P^T K[J, :].
    All samples as landmarks: K K^+ K = K, the exact method. New samples need K(x, J) and K(J, x) only.
    """

    weight: np.ndarray | None = None  # as of ``KernelViews``

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
        self.bound, self.m, self.weight = bound, len(samples), weight
        self.notes: list[Warning] = []
        self.landmarks = np.sort(rng.permutation(self.m)[:n_landmarks])
        among = _dense(bound.source(samples[self.landmarks], self.landmarks))
        P, d, Qt = np.linalg.svd(among)
        kept = d > 1e-13 * len(d) * d.max(initial=0.0)
        root = 1.0 / np.sqrt(d[kept])
        self._to_source = Qt[kept].T * root
        self._to_target = P[:, kept] * root
        check_memory(
            8.0 * 4 * self.m * len(root),  # A, B and an orthogonal basis of each
            f"{len(root):,} landmarks among {self.m:,} samples",
            "Use fewer landmarks.",
        )
        # Block by block: the kernel's temporaries are larger than what is kept.
        A, B = np.empty((self.m, len(root))), np.zeros((len(root), self.m))
        at_once = max(1, block_entries // len(self.landmarks))
        for start in range(0, self.m, at_once):
            rows = slice(start, start + at_once)
            A[rows] = bound.source(samples[rows], self.landmarks) @ self._to_source
        at_once = max(1, block_entries // self.m)
        for start in range(0, len(self.landmarks), at_once):
            rows = slice(start, start + at_once)
            B += self._to_target[rows].T @ bound.target(samples, self.landmarks[rows])
        self.K = LowRankOperator(A, B)

    def solve(
        self, Y: np.ndarray, gamma: float, damping: Any, part: np.ndarray | None = None
    ) -> DualSolution:
        """The dual solution on the training samples, or on a ``part`` of them."""
        K = self.K if part is None else LowRankOperator(self.K.A[part], self.K.B[:, part])
        weight = _weights_of(self.weight, part)
        found = solve_low_rank(K, Y, gamma=gamma, damping=damping, sample_weight=weight, quiet=True)
        self.notes += found.notes
        return found

    def inside(self, rows: np.ndarray, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of training samples ``rows``."""
        f_s = self.K.A[rows] @ (self.K.B @ coefficients.c) + coefficients.b_source
        f_t = self.K.B[:, rows].T @ (self.K.A.T @ coefficients.a) + coefficients.b_target
        return f_s, f_t

    def outside(self, X: Any, coefficients: Coefficients) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of new samples."""
        f_s = self.bound.source(X, self.landmarks) @ (self._to_source @ (self.K.B @ coefficients.c))
        f_t = self.bound.target(X, self.landmarks).T @ (self._to_target @ (self.K.A.T @ coefficients.a))
        return f_s + coefficients.b_source, f_t + coefficients.b_target


def _weights_of(weight: np.ndarray | None, part: np.ndarray | None) -> np.ndarray | None:
    return weight if weight is None or part is None else weight[part]


def _part(K: Any, rows: np.ndarray, cols: np.ndarray) -> Any:
    """K[rows, :][:, cols]; of a matrix on other machines an operator whose blocks stay there."""
    if isinstance(K, DistributedOperator):
        return K.part(rows, cols)
    return K[rows][:, cols] if len(cols) < K.shape[1] or len(rows) < len(cols) else K[:, cols][rows]


def _dense(block: Any) -> np.ndarray:
    return block.toarray() if hasattr(block, "toarray") else block
