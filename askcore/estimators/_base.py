"""What the estimators with a kernel share: its parameters, their samples, and labels as -1/+1 columns.

Estimator floor: thin scikit-learn classes over the solvers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from askcore._validation import DataError, as_index
from askcore.kernels import (
    KERNELS,
    BoundKernel,
    GraphKernel,
    as_strings,
    bind,
    kernel_class,
    named,
    resolved_params,
    takes_indices,
    takes_strings,
)
from askcore.solvers import DualSolution, decided_codes, one_vs_rest

__all__ = ["KernelClassifier", "TakesKernel", "checked_samples"]


class TakesKernel(BaseEstimator):
    """Base of estimators with a ``kernel`` argument: a name, a kernel object or any callable."""

    kernel: Any
    kernel_params: Mapping[str, Any] | None

    def set_params(self, **params: Any) -> Self:
        """Set parameters; ``kernel__sigma`` is the sigma of a kernel object.

        A graph kernel never changes: in its place comes another one on the same graph. Raises ValueError for a name
        or parameter that there is not.
        """
        inside = {name: params.pop(name) for name in list(params) if name.startswith("kernel__")}
        super().set_params(**params)
        if inside and isinstance(self.kernel, GraphKernel):
            changed = {name.removeprefix("kernel__"): value for name, value in inside.items()}
            self.kernel = self.kernel.with_params(**changed)
        elif inside and not hasattr(self.kernel, "set_params"):
            known = isinstance(self.kernel, str) and self.kernel in KERNELS
            instead = kernel_class(self.kernel).__name__ if known else "SNE"
            raise ValueError(
                f"{next(iter(inside))} sets a parameter of a kernel object, and kernel={self.kernel!r} is none: give "
                f"askcore.kernels.{instead}()."
            )
        else:
            super().set_params(**inside)
        return self


class KernelClassifier(ClassifierMixin, TakesKernel):
    """Base of the classifiers."""

    classes_: np.ndarray

    def _fit_samples(self, X: Any, y: Any) -> tuple[BoundKernel, np.ndarray]:
        """The kernel bound to the training samples, and the labels as columns of -1 and +1."""
        self._validate_params()
        if takes_indices(self.kernel):
            if self.kernel.shape[0] != self.kernel.shape[1]:
                raise ValueError(
                    "To learn, row i and column i of the kernel must be the same sample; this matrix has "
                    f"{self.kernel.shape[0]} rows and {self.kernel.shape[1]} columns."
                )
            index = as_index(X, self.kernel.shape[0], "X")
            _, y = validate_data(self, index[:, None], y)
            samples: np.ndarray = index
        elif takes_strings(self.kernel):
            samples = as_strings(X, "X")
            _, y = validate_data(self, np.arange(len(samples))[:, None], y, ensure_min_samples=2)
        else:
            samples, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        _refuse_missing(y)
        check_classification_targets(y)
        y = column_or_1d(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(
                "Classifier can't train when only one class is present: every sample is labelled "
                f"{self.classes_.tolist()[0]!r}. Give samples of at least two classes."
            )
        kernel, params = named(self.kernel, self.kernel_params)
        self.kernel_params_ = resolved_params(kernel, params, samples)
        return bind(kernel, self.kernel_params_, samples), one_vs_rest(codes, len(self.classes_))

    def _samples(self, X: Any) -> np.ndarray:
        """New samples, checked as the training samples were."""
        check_is_fitted(self)
        return checked_samples(self, X, reset=False)

    def _keep(self, solution: DualSolution, Y: np.ndarray) -> None:
        """What every fit leaves behind beside its coefficients."""
        self._solution, self._Y = solution, Y
        self.damping_ = solution.damping
        self.solver_ = solution.solver
        self.n_iter_ = solution.iterations
        self.residual_ = solution.residual

    @property
    def condition_(self) -> float:
        """Condition number of the undamped system; computed when first asked for unless the fit needed it."""
        check_is_fitted(self)
        return self._solution.condition.value

    def _to_labels(self, decision: np.ndarray) -> np.ndarray:
        """Class labels of a decision: its sign (n,) or its largest column (n, n_classes)."""
        return self.classes_[decided_codes(decision.reshape(len(decision), -1))]


def checked_samples(estimator: Any, X: Any, **options: Any) -> Any:
    """Samples as the estimator's kernel takes them: indices or strings (n,), vectors by scikit-learn's check."""
    if takes_indices(estimator.kernel):
        return as_index(X, estimator.kernel.shape[0], "X")
    if takes_strings(estimator.kernel):
        return as_strings(X, "X")
    return validate_data(estimator, X, dtype=np.float64, **options)


def _refuse_missing(y: Any) -> None:
    """Raise DataError where labels kept as objects lack one: numpy could not sort None among names."""
    labels = np.ravel(np.asarray(y))
    if labels.dtype.kind != "O":
        return
    import pandas as pd

    missing = np.flatnonzero(pd.isna(labels))
    if len(missing):
        raise DataError(
            f"The label is missing ({labels[missing[0]]})",
            where=f"sample {missing[0]}",
            remedy="Label the sample or leave it out.",
        )
