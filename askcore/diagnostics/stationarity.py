r"""The primal problem of AsK-LS in numbers: its Lagrangian, the gradient, and the point that a dual solution gives.

Diagnostics floor. He et al. 2022, eq. 5 to 10. With labels y in {-1, +1} the primal problem is stationary in

    w'v + gamma/2 sum e_i^2 + gamma/2 sum h_i^2
    subject to  y_i (w' phi_s(x_i) + b1) = 1 - e_i  and  y_i (v' phi_t(x_i) + b2) = 1 - h_i,

whose multipliers are alpha and beta: ``DualSolution`` has them without the labels, a = alpha y and c = beta y. A kernel
matrix K = U S V' has the features phi_s = S^1/2 u and phi_t = S^1/2 v, as good as any with these inner products.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from askcore._validation import as_matrix, check_square, read_only
from askcore.solvers.systems.dual import DualSolution


@dataclass(frozen=True, eq=False)
class AskLSPoint:
    """Values of all variables of the Lagrangian, for m training samples and r features.

    Attributes
    ----------
    w, v : (r,) weights of the source and of the target view.
    b1, b2 : their intercepts.
    e, h : (m,) their errors.
    alpha, beta : (m,) the multipliers of their constraints, the dual weights.
    """

    w: np.ndarray = field(repr=False)
    v: np.ndarray = field(repr=False)
    b1: float
    b2: float
    e: np.ndarray = field(repr=False)
    h: np.ndarray = field(repr=False)
    alpha: np.ndarray = field(repr=False)
    beta: np.ndarray = field(repr=False)


@dataclass(frozen=True, eq=False)
class AskLSLagrangian:
    """The Lagrangian of AsK-LS for two classes (He et al. 2022, eq. 8).

    Attributes
    ----------
    source, target : (m, r) features phi_s and phi_t of the training samples, K = source @ target.T.
    y : (m,) labels, -1 or +1.
    gamma : weight of the errors.
    factor : what stands before w'v: 1 in the paper, 1/2 in some texts, where gamma then means half as much.
    """

    source: np.ndarray = field(repr=False)
    target: np.ndarray = field(repr=False)
    y: np.ndarray = field(repr=False)
    gamma: float
    factor: float = 1.0

    @classmethod
    def of(cls, K: Any, y: Any, gamma: float, factor: float = 1.0) -> AskLSLagrangian:
        """With features from the singular vectors of a kernel matrix.

        Parameters
        ----------
        K : (m, m) array.
        y : (m,) labels, -1 or +1.
        gamma : weight of the errors.
        factor : what stands before w'v.

        Raises
        ------
        ValueError : K not square, or other labels.
        """
        matrix, labels = as_matrix(K), np.asarray(y, dtype=float)
        check_square(matrix)
        if labels.shape != matrix.shape[:1] or not np.isin(labels, (-1.0, 1.0)).all():
            raise ValueError(f"expected {len(matrix):,} labels of -1 or +1, got {np.unique(labels)[:5]}.")
        U, s, Vt = np.linalg.svd(matrix)
        root = np.sqrt(s)
        return cls(read_only(U * root), read_only(Vt.T * root), read_only(labels), gamma, factor)

    @property
    def H(self) -> np.ndarray:
        """(m, m) y_i K(x_i, x_j) y_j, the matrix of the dual system."""
        return (self.y[:, None] * self.source) @ (self.y[:, None] * self.target).T

    def objective(self, point: AskLSPoint) -> float:
        """What the primal problem makes stationary, eq. 5."""
        errors = float(point.e @ point.e + point.h @ point.h)
        return self.factor * float(point.w @ point.v) + self.gamma / 2 * errors

    def value(self, point: AskLSPoint) -> float:
        """The Lagrangian, eq. 8: the objective and each constraint times its multiplier."""
        source, target = self._constraints(point)
        return self.objective(point) + float(point.alpha @ source + point.beta @ target)

    def gradient(self, point: AskLSPoint) -> dict[str, np.ndarray]:
        """The eight conditions of a stationary point, eq. 9: each is met where its entries are zero.

        Returns
        -------
        dict : for each variable of the point the derivative by it, in the order of the paper, and in its shape; of the
            intercepts (1,).
        """
        source, target = self._constraints(point)
        return {
            "v": self.factor * point.w - self.target.T @ (point.beta * self.y),
            "w": self.factor * point.v - self.source.T @ (point.alpha * self.y),
            "b1": -np.atleast_1d(point.alpha @ self.y),
            "b2": -np.atleast_1d(point.beta @ self.y),
            "e": self.gamma * point.e - point.alpha,
            "h": self.gamma * point.h - point.beta,
            "alpha": source,
            "beta": target,
        }

    def with_weights(self, point: AskLSPoint) -> AskLSPoint:
        """The point with w and v from its multipliers, which meets the first two conditions."""
        w = self.target.T @ (point.beta * self.y) / self.factor
        return replace(point, w=w, v=self.source.T @ (point.alpha * self.y) / self.factor)

    def with_errors(self, point: AskLSPoint) -> AskLSPoint:
        """The point with e and h from its multipliers, which meets the conditions on the errors."""
        return replace(point, e=point.alpha / self.gamma, h=point.beta / self.gamma)

    def point(self, solution: DualSolution) -> AskLSPoint:
        """The primal point of a dual solution: weights and errors follow from its multipliers.

        Parameters
        ----------
        solution : of ``solve_askls(K / factor, y, gamma=gamma)``: factor w'v has the dual system with H / factor.

        Returns
        -------
        AskLSPoint : stationary where the solution is not damped.
        """
        none = np.zeros(0)
        bare = AskLSPoint(
            none,
            none,
            float(solution.b_source[0]),
            float(solution.b_target[0]),
            none,
            none,
            solution.a[:, 0] * self.y,
            solution.c[:, 0] * self.y,
        )
        return self.with_errors(self.with_weights(bare))

    def _constraints(self, point: AskLSPoint) -> tuple[np.ndarray, np.ndarray]:
        return (
            1.0 - point.e - self.y * (self.source @ point.w + point.b1),
            1.0 - point.h - self.y * (self.target @ point.v + point.b2),
        )
