"""LS-SVM: the rival with a symmetric kernel, definite or not, or an asymmetric one symmetrised."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted

from askcore._random import Seed
from askcore._threads import are_few, one_thread
from askcore._validation import DataError, needs
from askcore.estimators._base import KernelClassifier
from askcore.kernels import SYMMETRIZATIONS
from askcore.kernels.binding import KernelLike, symmetrized
from askcore.operators.matrix import is_remote
from askcore.solvers import IndefiniteKernelWarning, solve_lssvm
from askcore.solvers.path import leave_one_out_solution
from askcore.solvers.spectrum_correction import SPECTRUM_CORRECTIONS, CorrectedKernel
from askcore.solvers.systems.dual import SOLVERS

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from askcore.figures import Theme


class LSSVMClassifier(KernelClassifier):
    r"""Least-squares SVM with a symmetric kernel of any signature.

    It solves (K + I/gamma) alpha + b = y, sum alpha = 0. The decision function is f(x) = K(x, X) alpha + b (Suykens and
    Vandewalle 1999). For an indefinite K, the solution is a stationary point (Huang et al. 2017).

    Parameters
    ----------
    kernel, kernel_params, gamma, damping : as in ``AsKLSClassifier``. The system is singular if -1/gamma is an
        eigenvalue of the centred K, which is possible only for an indefinite K. "loo" chooses gamma and damping (unless
        it is a number) together by exact leave-one-out accuracy, from one eigendecomposition. If the entries of the
        (symmetrised) matrix are much larger or smaller than usual, the candidates are multiplied by a power of ten.
    symmetrize : None (K must be symmetric), "mean" (K + K^T)/2, "KKt" K K^T or "KtK" K^T K. For graph kernels and
        precomputed kernels, the products include all nodes.
    solver, tol : as in ``AsKLSClassifier``; "iterative" needs only products with K.
    spectrum : "keep" (no change), or a correction of the eigenvalues of the (symmetrised) training matrix: "clip" sets
        negative eigenvalues to 0, "flip" changes their sign, "square" squares all, "shift" shifts all until none is
        negative. The same correction applies to new samples; see ``askcore.solvers.correct_spectrum``.
    class_weight : as in ``AsKLSClassifier``.
    random_state : not used; it is accepted because other estimators have it.

    Attributes
    ----------
    classes_ : class labels.  coef_ : alpha, (m,) for two classes, otherwise (m, n_classes); 0 for samples of weight 0.
    intercept_ : b, float for two classes, otherwise (n_classes,).
    condition_, gamma_, damping_, kernel_params_, loo_score_, solver_, n_iter_, residual_ : as in ``AsKLSClassifier``.

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
        "gamma": [StrOptions({"loo"}), Interval(Real, 0, None, closed="neither")],
        "damping": [StrOptions({"auto"}), Interval(Real, 0, None, closed="left")],
        "symmetrize": [StrOptions(set(SYMMETRIZATIONS)), None],
        "solver": [StrOptions(set(SOLVERS))],
        "tol": [Interval(Real, 0, 1, closed="neither")],
        "spectrum": [StrOptions(set(SPECTRUM_CORRECTIONS))],
        "class_weight": [dict, StrOptions({"balanced"}), None],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        kernel: KernelLike = "rbf",
        *,
        kernel_params: Mapping[str, Any] | None = None,
        gamma: float | str = 1.0,
        damping: float | str = "auto",
        symmetrize: str | None = None,
        solver: str = "auto",
        tol: float = 1e-10,
        spectrum: str = "keep",
        class_weight: Mapping[Any, float] | str | None = None,
        random_state: Seed = None,
    ) -> None:
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.gamma = gamma
        self.damping = damping
        self.symmetrize = symmetrize
        self.solver = solver
        self.tol = tol
        self.spectrum = spectrum
        self.class_weight = class_weight
        self.random_state = random_state

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> LSSVMClassifier:
        """Fit the model to samples X (m, d), or indices for kernels over indices, and labels y (m,).

        With ``sample_weight`` (m,) v >= 0, the term is alpha/(gamma v) instead of alpha/gamma. A sample counts as v
        copies, also in the quantities that are computed from the training set before (a bandwidth, row sums, products
        over it, its spectrum). A weight of 0 excludes the sample.

        Raises ValueError for invalid input, including an asymmetric K without ``symmetrize``, and
        numpy.linalg.LinAlgError if damping is 0 and the system is singular.
        """
        if is_remote(X):
            raise DataError(
                "A dask array is fitted in the span of landmarks, which LSSVMClassifier does not support",
                remedy="Use AsKLSClassifier with this kernel and n_landmarks; for a symmetric kernel, this "
                "is a fixed-size LS-SVM.",
            )
        with one_thread(are_few(X)):
            bound, Y = self._fit_samples(X, y, sample_weight)
            symmetric = symmetrized(bound, self.symmetrize)
            corrected = None
            if self.spectrum != "keep":
                corrected = CorrectedKernel(symmetric, self.spectrum, bound.samples(), self._weight)
            self._bound, self._corrected = symmetric, corrected
            K = self._train()
            if corrected is not None and not corrected.correction.corrected.any():
                warnings.warn(
                    f"Nothing is left of the kernel: spectrum={self.spectrum!r} of a matrix without "
                    f"positive eigenvalues is zero, and the decision is constant. Keep or flip the spectrum.",
                    IndefiniteKernelWarning,
                    stacklevel=2,
                )
            self.gamma_, damping = self._regularisation(K, Y)
            solution = solve_lssvm(
                K,
                Y,
                gamma=self.gamma_,
                damping=damping,
                solver=self.solver,
                tol=self.tol,
                sample_weight=self._weight,
            )
            self._keep(solution, Y)
            two = len(self.classes_) == 2
            alpha = solution.a[:, 0] if two else solution.a
            self.coef_ = self._for_all(alpha)
            self.intercept_ = float(solution.b_source[0]) if two else solution.b_source
            self._weights = (alpha, None) if corrected is None else corrected.weights(alpha)
        return self

    def _train(self) -> Any:
        """The training matrix that the system is made of, corrected if asked for."""
        return (self._bound if self._corrected is None else self._corrected).train()

    def _regularisation(self, K: Any, Y: np.ndarray) -> tuple[float, Any]:
        if self.gamma != "loo":
            return float(self.gamma), self.damping if self.damping == "auto" else float(self.damping)
        return self._chosen_by_loo(K, Y)

    def decision_function(self, X: Any) -> np.ndarray:
        """Compute f(x): (n,) for two classes (positive: classes_[1]), otherwise (n, n_classes)."""
        return self._decide(self._samples(X))

    def _decide(self, samples: Any) -> np.ndarray:
        if self._corrected is not None:
            return self._corrected.decide(samples, *self._weights) + self.intercept_
        return self._bound.source(samples) @ self._weights[0] + self.intercept_

    def loo_decision(self) -> np.ndarray:
        """Compute f of each training sample with the model that excludes it, exactly and with the same gamma and
        damping.

        The shapes are those of ``decision_function``. Quantities that are computed from the training samples before the
        system is solved (a bandwidth, row sums of SNE, the products of "KKt", a corrected spectrum) still include the
        sample that is left out. No model includes a sample of weight 0.
        """
        check_is_fitted(self)
        found, _ = leave_one_out_solution(
            self._train(), self._Y, gamma=self.gamma_, damping=self.damping_, sample_weight=self._weight
        )
        found = found[:, 0] if len(self.classes_) == 2 else found
        if self._absent is None or not self._absent.shape[0]:
            return found
        return self._for_all(found, self._decide(self._absent))

    def plot(self, X: Any, y: ArrayLike, *, theme: Theme = "light") -> go.Figure:
        """Draw predicted against true classes of samples X with labels y; ``theme`` is "light" or "dark"."""
        with needs("A figure", extra="figures"):
            from askcore.estimators._plots import plot_confusion
        return plot_confusion(self, X, y, theme)

    def predict(self, X: Any) -> np.ndarray:
        """Return class labels (n,)."""
        return self._to_labels(self.decision_function(X))
