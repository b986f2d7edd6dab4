"""Fixed-size AsK-LS: features of landmarks or random frequencies, of samples in memory or in a dask array."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from askcore._random import Seed, check_random_state
from askcore.estimators._base import KernelClassifier
from askcore.estimators._landmarks import LandmarkFeatures, drawn_landmarks
from askcore.estimators._partitions import Folds, Partitions, added
from askcore.estimators._views import Coefficients, Features, FourierViews, KernelViews, LandmarkViews
from askcore.experiments.selection import select_by_folds
from askcore.kernels import resolved_params
from askcore.kernels.binding import BoundKernel, bind, takes_indices, takes_strings
from askcore.kernels.objects import named
from askcore.kernels.stationary import as_stationary
from askcore.solvers import fourier_features
from askcore.solvers.moments import FixedSizeSolution, both_views, solve_from_moments


class FixedSizeClassifier(KernelClassifier):
    """Base of AsK-LS: what a fit on features needs beside one on the kernel matrix."""

    gamma: float | str
    merge: str
    cv: Any
    random_state: Seed
    n_landmarks: int | None
    n_frequencies: int | None
    _training: KernelViews | LandmarkViews | FourierViews

    def _features(
        self, bound: BoundKernel, rows: np.ndarray, rng: np.random.Generator | None = None
    ) -> Features:
        """Those of landmarks, drawn among the bound samples unless they are all of them, or of random frequencies."""
        if self.n_frequencies is None:
            m = bound.samples().shape[0]
            among = None if rng is None else drawn_landmarks(m, int(self.n_landmarks or m), rng)
            return LandmarkFeatures.from_kernel(bound, among)
        if self.n_landmarks is not None:
            raise ValueError("Give n_landmarks or n_frequencies, not both: they are alternatives.")
        kernel = as_stationary(named(self.kernel)[0], self.kernel_params_)  # indices and strings have none
        return fourier_features(kernel, rows.shape[1], self.n_frequencies, random_state=self.random_state)

    def _fit_partitions(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None) -> tuple[Warning, ...]:
        """Fit the partitions of a dask array; returns what there is to warn of."""
        self._validate_params()
        self._refuse_in_partitions()
        samples = Partitions(X, y, sample_weight)
        self.n_features_in_ = samples.columns
        rng = np.random.default_rng(check_random_state(self.random_state).randint(2**31))
        folds = self._drawn_folds(rng)
        found = samples.survey(self.n_landmarks or 1, rng)
        self.classes_ = found.classes
        self._refuse_one_class()
        self._refuse_light(found.mass)
        factors = None if self.class_weight is None else self._class_factors(found.mass)
        if factors is not None:
            self._refuse_light(found.mass * factors)
        kernel, params = named(self.kernel, self.kernel_params)
        rows = np.concatenate(found.scale_rows)
        self.kernel_params_ = resolved_params(kernel, params, rows)
        bound = bind(kernel, self.kernel_params_, found.reservoir.rows(self.n_landmarks or 0))
        features = self._features(bound, rows)
        sums: Any = samples.moments(found, factors, features, folds)
        at: tuple[Any, Any] = self.gamma, self.damping
        if folds is not None:
            at = self._chosen_by_folds(sums, features.signs, samples.each)
            sums = reduce(added, sums)
            sums = both_views(sums) if features.signs is None else sums
        solution = solve_from_moments(sums, gamma=float(at[0]), damping=at[1], signs=features.signs)
        self._weight = self._kept = self._absent = None
        self._keep_fixed_size(solution, bound, features)
        return solution.notes

    def _refuse_in_partitions(self) -> None:
        if self.n_landmarks is None and self.n_frequencies is None:
            raise ValueError(
                "A dask array is fitted in the span of landmarks: give n_landmarks, such as 300. For "
                "kernels of x - z, n_frequencies also works."
            )
        if takes_indices(self.kernel) or takes_strings(self.kernel):
            raise ValueError(
                "A dask array holds rows of features: this kernel takes indices or strings. Pass those to "
                "fit."
            )
        if self.merge in ("stack", "joint"):
            raise ValueError(
                f"merge={self.merge!r} learns from the views of all training samples at once. For a dask "
                "array, use merge='mean', 'source' or 'target'."
            )
        if self.gamma == "loo":
            raise ValueError(
                "gamma='loo' needs the exact method; for a dask array, set gamma to a number or 'cv'."
            )

    def _keep_fixed_size(self, solution: FixedSizeSolution, bound: BoundKernel, features: Features) -> None:
        """Keep what decides new samples; the features of the training samples are not needed for that."""
        self._solution, self.symmetric_ = solution, features.signs is not None
        self.gamma_, self.damping_ = solution.gamma, solution.damping
        self.n_iter_, self.residual_ = 0, 0.0
        if isinstance(features, LandmarkFeatures):
            self.landmarks_ = np.arange(features.width) if features.among is None else features.among
            self._training, self.solver_ = LandmarkViews(bound, features.among, self.symmetric_), "landmarks"
        else:
            self._training, self.solver_ = FourierViews(bound, features), "fourier"
        self._set_coefficients(Coefficients.of_features(features, solution))

    def _set_coefficients(self, found: Coefficients) -> None:
        two = len(self.classes_) == 2
        self.source_coef_, self.target_coef_ = (
            values[:, 0] if two else values for values in (found.c, found.a)
        )
        if isinstance(self._training, KernelViews):
            self.source_coef_, self.target_coef_ = map(self._for_all, (self.source_coef_, self.target_coef_))
        self.source_intercept_ = float(found.b_source[0]) if two else found.b_source
        self.target_intercept_ = float(found.b_target[0]) if two else found.b_target
        self._coefficients = self._merging = found

    def _drawn_folds(self, rng: np.random.Generator) -> Folds | None:
        """The folds of gamma="cv", of a generator that draws the landmarks next."""
        if self.gamma != "cv":
            return None
        if not isinstance(self.cv, Integral):
            raise ValueError(f"gamma='cv' needs a number of folds as cv, got {self.cv!r}.")
        return Folds.drawn(int(self.cv), rng)

    def _chosen_by_folds(
        self, sums: Any, signs: np.ndarray | None, each: Callable[..., Any] | None = None
    ) -> tuple[float, float]:
        chosen = select_by_folds(sums, damping=self.damping, view=self._tuned_view, signs=signs, each=each)
        self.cv_error_ = -float(chosen.scores[chosen.best_index])
        gamma, damping = chosen.best
        return gamma, damping

    @property
    def _tuned_view(self) -> str:
        """The view that is tuned: stack and joint learn from both, what is tuned for them is the mean."""
        return self.merge if self.merge in ("source", "target") else "mean"
