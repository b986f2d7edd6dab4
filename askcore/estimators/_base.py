"""Base classes of the estimators with a kernel: parameters, samples, and labels as -1/+1 columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from askcore._validation import DataError, as_index, as_weights
from askcore.experiments.selection import select_by_loo
from askcore.kernels import KERNELS, GraphKernel, resolved_params
from askcore.kernels._registry import as_strings
from askcore.kernels.binding import (
    BoundKernel,
    bind,
    is_precomputed,
    takes_indices,
    takes_sparse,
    takes_strings,
)
from askcore.kernels.objects import kernel_class, named
from askcore.solvers.labels import decided_codes, one_vs_rest
from askcore.solvers.moments import FixedSizeSolution
from askcore.solvers.path import DualPath
from askcore.solvers.systems.dual import DualSolution


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
            if isinstance(self.kernel, str) and self.kernel in KERNELS:
                instead = f"is a name: give askcore.kernels.{kernel_class(self.kernel).__name__}()"
            else:
                instead = "has none that can be set: give one that has, such as askcore.kernels.SNE()"
            raise ValueError(
                f"{next(iter(inside))} sets a parameter of the kernel, and kernel={self.kernel!r} {instead}."
            )
        else:
            super().set_params(**inside)
        return self


class KernelClassifier(ClassifierMixin, TakesKernel):
    """Base of the classifiers."""

    # Models of files from before there were weights have none of the four.
    class_weight: Mapping[Any, float] | str | None = None
    _weight: np.ndarray | None = None
    _kept: np.ndarray | None = None
    _absent: np.ndarray | None = None
    classes_: np.ndarray
    damping: float | str
    _solution: DualSolution | FixedSizeSolution

    def _fit_samples(
        self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None
    ) -> tuple[BoundKernel, np.ndarray]:
        """The kernel bound to the training samples, and the labels as columns of -1 and +1.

        Samples of weight 0 are left out of both, and of all that is learned: ``_absent``. Of the others ``_weight``
        holds the weights, those of their classes in them; None where there are none.
        """
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
            sparse = "csr" if takes_sparse(self.kernel) else False
            samples, y = validate_data(
                self, X, y, dtype=np.float64, accept_sparse=sparse, ensure_min_samples=2
            )
        refuse_missing(y)
        check_classification_targets(y)
        y = column_or_1d(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        self._refuse_one_class()
        kernel, params = named(self.kernel, self.kernel_params)
        samples, codes = self._weigh(samples, codes, sample_weight)
        samples, self._absent = self._with_weight(samples), self._with_weight(self._absent)
        self.kernel_params_ = resolved_params(kernel, params, samples, sample_weight=self._weight)
        bound = bind(kernel, self.kernel_params_, samples, sample_weight=self._weight)
        return bound, one_vs_rest(codes, len(self.classes_))

    def _refuse_one_class(self) -> None:
        if len(self.classes_) < 2:
            raise ValueError(
                "Classifier can't train when only one class is present: every sample is labelled "
                f"{self.classes_.tolist()[0]!r}. Give samples of at least two classes."
            )

    def _weigh(
        self, samples: Any, codes: np.ndarray, sample_weight: ArrayLike | None
    ) -> tuple[Any, np.ndarray]:
        """Samples and codes of what has a weight, which is kept."""
        self._weight = self._kept = self._absent = None
        if sample_weight is None and self.class_weight is None:
            return samples, codes
        weight = as_weights(sample_weight, len(codes))
        of_classes = np.bincount(codes, weights=weight, minlength=len(self.classes_))
        self._refuse_light(of_classes)
        factors = self._class_factors(of_classes)
        weight = as_weights(weight * factors[codes], len(codes), "sample_weight times class_weight")
        self._refuse_light(of_classes * factors)
        kept = weight > 0
        self._kept, self._absent, self._weight = np.flatnonzero(kept), samples[~kept], weight[kept]
        return samples[kept], codes[kept]

    def _class_factors(self, of_classes: np.ndarray) -> np.ndarray:
        """Factors by which ``class_weight`` multiplies the weights of each class, (C,); ``of_classes``: weights of
        the classes.
        """
        if isinstance(self.class_weight, str) and self.class_weight == "balanced":
            return of_classes.mean() / of_classes
        return compute_class_weight(self.class_weight, classes=self.classes_, y=self.classes_)

    def _refuse_light(self, of_classes: np.ndarray) -> None:
        """Raise ValueError for a class of weight 0."""
        if not of_classes.all():
            raise ValueError(
                f"No sample of class {self.classes_.tolist()[of_classes.argmin()]!r} has a weight above 0. Give them "
                "one by sample_weight and class_weight, or leave the class out of the samples."
            )

    def _for_all(self, values: np.ndarray, absent: Any = 0.0) -> np.ndarray:
        """Values (m', ...) of the samples with a weight, with ``absent`` for the others: (m, ...)."""
        if self._kept is None or self._absent is None or not self._absent.shape[0]:
            return values
        found = np.empty((len(values) + self._absent.shape[0], *values.shape[1:]))
        found[self._kept] = values
        found[np.setdiff1d(np.arange(len(found)), self._kept)] = absent
        return found

    def _samples(self, X: Any) -> Any:
        check_is_fitted(self)
        sparse = "csr" if takes_sparse(self.kernel) else False
        return self._with_weight(checked_samples(self, X, accept_sparse=sparse, reset=False))

    def _with_weight(self, samples: Any) -> Any:
        """Samples; of a precomputed kernel matrix the columns of training samples with a weight."""
        return samples if self._kept is None or not is_precomputed(self.kernel) else samples[:, self._kept]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = takes_sparse(self.kernel)
        tags.input_tags.pairwise = is_precomputed(self.kernel)
        return tags

    def _chosen_by_loo(self, K: Any, Y: np.ndarray, view: str = "mean") -> tuple[float, Any]:
        """gamma and damping by exact leave-one-out."""
        path, weight = DualPath(K, sample_weight=self._weight), self._weight
        chosen = select_by_loo(
            path, decided_codes(Y), Y, damping=self.damping, view=view, sample_weight=weight
        )
        self.loo_score_ = chosen.score
        gamma, damping = chosen.best
        return gamma, damping

    def _keep(self, solution: DualSolution, Y: np.ndarray) -> None:
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


def refuse_missing(y: ArrayLike) -> None:
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
