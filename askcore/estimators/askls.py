"""AsK-LS: a least-squares SVM for an asymmetric kernel, with a source and a target decision.

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
from askcore.solvers import SOLVERS, DualSolution, solve_askls

__all__ = ["AsKLSClassifier"]


class AsKLSClassifier(KernelClassifier):
    r"""Least-squares SVM with an asymmetric kernel K(u, v) = <phi_s(u), phi_t(v)>.

    Learns two decision functions at once, f_s(x) = K(x, X) c + b_source (source view) and
    f_t(x) = K(X, x)^T a + b_target (target view), from

        a/gamma + K c + b_source = y,   K^T a + c/gamma + b_target = y,   sum a = sum c = 0

    (He et al. 2022, eq. 6 to 10, with a = alpha y, c = beta y). Several classes are one-vs-rest from one
    factorisation. A symmetric K gives f_s = f_t, the ordinary LS-SVM.

    Parameters
    ----------
    kernel : a name in ``askcore.kernels.KERNELS``, a kernel object (graphs, given matrices: X then holds
        indices, shape (n,) or (n, 1)), or any callable K(X, Z) -> (n, m).
    kernel_params : parameters of a named kernel or a callable.
    gamma : positive weight of the errors; larger means less regularised.
    damping : lambda >= 0. The system T z = r is singular where 1/gamma is a singular value of the centred K;
        lambda > 0 solves (T^2 + lambda I) z = T r instead. "auto": 0, and 1 with a ResonanceWarning where
        1/condition <= 1e-8.
    merge : decision of ``predict``: "mean" (f_s + f_t)/2, "source" f_s or "target" f_t.
    solver : "auto", "dense", "svd", "sparse" or "iterative" (see ``askcore.solvers.solve_askls``).
    tol : relative residual of the iterative solver.

    Attributes
    ----------
    classes_ : class labels.
    source_coef_, target_coef_ : c and a, shape (m,) for two classes, else (m, n_classes).
    source_intercept_, target_intercept_ : float for two classes, else (n_classes,).
    condition_ : condition number of the undamped system, infinite at a resonance; a lower bound for sparse
        matrices too large to factorise.
    damping_ : lambda as used.  solver_ : solver as used.  n_iter_ : steps of the iterative solver.
    symmetric_ : K was symmetric, so that both views are the ordinary LS-SVM.

    Examples
    --------
    A three-cycle of communities: A links to B, B to C, C to A. The direction tells the classes apart.

    >>> import numpy as np, askcore
    >>> G = np.kron([[0, 1, 0], [0, 0, 1], [1, 0, 0]], np.ones((4, 4)))
    >>> y = np.repeat(["A", "B", "C"], 4)
    >>> kernel = askcore.kernels.GraphKernel(G)
    >>> model = askcore.AsKLSClassifier(kernel, gamma=10, damping=0.01).fit(np.arange(12), y)
    >>> f_s, f_t = model.decision_views([0, 4, 8])
    >>> f_s.shape, bool((f_s.argmax(axis=1) == [0, 1, 2]).all())
    ((3, 3), True)
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "kernel": [str, callable],
        "kernel_params": [Mapping, None],
        "gamma": [Interval(Real, 0, None, closed="neither")],
        "damping": [StrOptions({"auto"}), Interval(Real, 0, None, closed="left")],
        "merge": [StrOptions({"mean", "source", "target"})],
        "solver": [StrOptions(set(SOLVERS))],
        "tol": [Interval(Real, 0, 1, closed="neither")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        kernel: Any = "sne",
        *,
        kernel_params: Mapping[str, Any] | None = None,
        gamma: float = 1.0,
        damping: float | str = "auto",
        merge: str = "mean",
        solver: str = "auto",
        tol: float = 1e-10,
        random_state: Any = None,
    ) -> None:
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.gamma = gamma
        self.damping = damping
        self.merge = merge
        self.solver = solver
        self.tol = tol
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> AsKLSClassifier:
        """Learn from samples X (m, d), or indices (m,) or (m, 1) for kernels over indices, and labels y (m,).

        Raises ValueError for invalid input and numpy.linalg.LinAlgError where damping is 0 and the system
        is singular.
        """
        self._bound, Y = self._fit_samples(X, y)
        solution = solve_askls(
            self._bound.train(),
            Y,
            gamma=float(self.gamma),
            damping=self.damping if self.damping == "auto" else float(self.damping),  # type: ignore[arg-type]
            solver=self.solver,
            tol=self.tol,
        )
        self._solution: DualSolution = solution
        two = len(self.classes_) == 2
        self.source_coef_ = solution.c[:, 0] if two else solution.c
        self.target_coef_ = solution.a[:, 0] if two else solution.a
        self.source_intercept_ = float(solution.b_source[0]) if two else solution.b_source
        self.target_intercept_ = float(solution.b_target[0]) if two else solution.b_target
        self.damping_ = solution.damping
        self.solver_ = solution.solver
        self.n_iter_ = solution.iterations
        self.symmetric_ = solution.symmetric
        return self

    @property
    def condition_(self) -> float:
        """Condition number of the undamped system; computed when first asked for unless the fit needed it."""
        check_is_fitted(self)
        return self._solution.condition.value

    def decision_views(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of samples X, each (n,) for two classes (+: classes_[1]), else (n, n_classes)."""
        samples = self._samples(X)
        f_s = self._bound.source(samples) @ self.source_coef_ + self.source_intercept_
        f_t = self._bound.target(samples).T @ self.target_coef_ + self.target_intercept_
        return f_s, f_t

    def decision_function(self, X: Any) -> np.ndarray:
        """The merged decision, shaped as ``decision_views``."""
        return self.merged(*self.decision_views(X))

    def merged(self, f_s: np.ndarray, f_t: np.ndarray) -> np.ndarray:
        """The two views as one decision, by ``merge``."""
        if self.merge == "source":
            return f_s
        if self.merge == "target":
            return f_t
        return (f_s + f_t) / 2

    def predict(self, X: Any) -> np.ndarray:
        """Class labels (n,)."""
        return self._to_labels(self.decision_function(X))
