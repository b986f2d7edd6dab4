"""LS-SVM: the rival with a symmetric kernel, definite or not, or an asymmetric one symmetrised.

Estimator floor.
"""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted

from askcore.estimators._base import KernelClassifier
from askcore.kernels import SYMMETRIZATIONS, symmetrized
from askcore.solvers import DualSolution, solve_lssvm

__all__ = ["LSSVMClassifier"]


class LSSVMClassifier(KernelClassifier):
    r"""Least-squares SVM with a symmetric kernel of any signature.

    Solves (K + I/gamma) alpha + b = y, sum alpha = 0, and decides by f(x) = K(x, X) alpha + b (Suykens and
    Vandewalle 1999; for indefinite K a stationary point, Huang et al. 2017).

    Parameters
    ----------
    kernel, kernel_params, gamma, damping : as in ``AsKLSClassifier``. The system is singular where -1/gamma
        is an eigenvalue of the centred K, which only an indefinite K can have.
    symmetrize : None (K must be symmetric), "mean" (K + K^T)/2, "KKt" K K^T or "KtK" K^T K. For graph and
        precomputed kernels the products run over all nodes.

    Attributes
    ----------
    classes_ : class labels.  coef_ : alpha, (m,) for two classes, else (m, n_classes).
    intercept_ : b, float for two classes, else (n_classes,).
    condition_, damping_, solver_ : as in ``AsKLSClassifier``.

    Examples
    --------
    >>> import numpy as np, askcore
    >>> X = np.array([[0.0], [1.0], [3.0], [4.0]])
    >>> model = askcore.LSSVMClassifier("rbf", gamma=10.0).fit(X, [0, 0, 1, 1])
    >>> model.predict([[0.5], [3.5]])
    array([0, 1])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "kernel": [str, callable],
        "kernel_params": [Mapping, None],
        "gamma": [Interval(Real, 0, None, closed="neither")],
        "damping": [StrOptions({"auto"}), Interval(Real, 0, None, closed="left")],
        "symmetrize": [StrOptions(set(SYMMETRIZATIONS)), None],
    }

    def __init__(
        self,
        kernel: Any = "rbf",
        *,
        kernel_params: Mapping[str, Any] | None = None,
        gamma: float = 1.0,
        damping: float | str = "auto",
        symmetrize: str | None = None,
    ) -> None:
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.gamma = gamma
        self.damping = damping
        self.symmetrize = symmetrize

    def fit(self, X: Any, y: Any) -> LSSVMClassifier:
        """Learn from samples X (m, d), or indices for kernels over indices, and labels y (m,).

        Raises ValueError for invalid input, an asymmetric K without ``symmetrize`` among it.
        """
        bound, Y = self._fit_samples(X, y)
        self._bound = symmetrized(bound, self.symmetrize)
        solution = solve_lssvm(
            self._bound.train(),
            Y,
            gamma=float(self.gamma),
            damping=self.damping if self.damping == "auto" else float(self.damping),  # type: ignore[arg-type]
        )
        self._solution: DualSolution = solution
        two = len(self.classes_) == 2
        self.coef_ = solution.a[:, 0] if two else solution.a
        self.intercept_ = float(solution.b_source[0]) if two else solution.b_source
        self.damping_ = solution.damping
        self.solver_ = solution.solver
        return self

    @property
    def condition_(self) -> float:
        """Condition number of the undamped system; computed when first asked for unless the fit needed it."""
        check_is_fitted(self)
        return self._solution.condition.value

    def decision_function(self, X: Any) -> np.ndarray:
        """f(x): (n,) for two classes (positive: classes_[1]), else (n, n_classes)."""
        samples = self._samples(X)
        return self._bound.source(samples) @ self.coef_ + self.intercept_

    def predict(self, X: Any) -> np.ndarray:
        """Class labels (n,)."""
        return self._to_labels(self.decision_function(X))
