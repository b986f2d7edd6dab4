"""AsK-LS: a least-squares SVM for an asymmetric kernel, with a source and a target decision."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from askcore._random import Seed, check_random_state
from askcore._threads import are_few, one_thread
from askcore._validation import needs
from askcore.estimators._fixed_size import FixedSizeClassifier
from askcore.estimators._merging import fold_views, given_folds, learn_merger
from askcore.estimators._partitions import Folds, by_partition
from askcore.estimators._views import Coefficients, FixedSize, KernelViews, LandmarkViews, TrainingViews
from askcore.kernels.binding import KernelLike, bind, is_precomputed, takes_indices
from askcore.operators.matrix import is_remote
from askcore.solvers.labels import decided_codes, merged_decision
from askcore.solvers.path import leave_one_out_solution
from askcore.solvers.systems.dual import SOLVERS

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from askcore.figures import Theme

MERGES = ("mean", "source", "target", "stack", "joint")


class AsKLSClassifier(FixedSizeClassifier):
    r"""Least-squares SVM with an asymmetric kernel K(u, v) = <phi_s(u), phi_t(v)>.

    It learns two decision functions at once, f_s(x) = K(x, X) c + b_source (source view) and f_t(x) = K(X, x)^T a +
    b_target (target view), from

        a/gamma + K c + b_source = y,   K^T a + c/gamma + b_target = y,   sum a = sum c = 0

    (He et al. 2022, eq. 6 to 10, with a = alpha y and c = beta y). With several classes, one factorisation serves all
    one-vs-rest problems. A symmetric K gives f_s = f_t, the ordinary LS-SVM.

    Parameters
    ----------
    kernel : a name in ``askcore.kernels.KERNELS``, a kernel object, or any callable K(X, Z) -> (n, m). An object can be
        a named kernel with its parameters, such as ``askcore.kernels.SNE(sigma=2.0)``; a search sets its parameter as
        kernel__sigma. It can also be a kernel of a graph or of a given matrix; X then contains indices, with shape (n,)
        or (n, 1). X can be sparse for "linear", "polynomial" and "rbf". With "precomputed", X is K(train, train) in
        ``fit`` and K(new, train) afterwards. This is enough for merge="source". The target view also needs K(train,
        new), which ``askcore.kernels.PrecomputedKernel`` provides.
    kernel_params : parameters of a named kernel or a callable; an object has its own. A parameter with a unit (sigma of
        "sne", "rbf" and "laplacian", rho of "tl1", c of "tanh", a of "kl_histogram") has a default that depends on the
        training samples. To use it, omit the parameter or pass "scale". The default bandwidth is half the median
        distance (``askcore.kernels.scale_of``).
    gamma : positive weight of the errors; a larger value means less regularisation. "loo" chooses gamma and damping
        (unless it is a number) together by exact leave-one-out accuracy of the source, the target or (also for "stack"
        and "joint") the mean decision, from one dense decomposition. If the entries of the kernel matrix are much
        larger or smaller than usual, the candidates are multiplied by a power of ten. "cv", with ``n_landmarks`` or
        ``n_frequencies``, chooses gamma and damping by the squared error of this decision on ``cv`` folds, with as many
        passes over the samples as for a number (``askcore.solvers.moments``).
    damping : lambda >= 0. The system T z = r is singular if 1/gamma is a singular value of the centred K. With lambda >
        0, the system (T^2 + lambda I) z = T r is solved instead. "auto": 0, or 1 with a ResonanceWarning if 1/condition
        of T, the (2m + 2) bordered matrix of eq. 6, is at most 1e-8.
    merge : decision of ``predict``: "mean" (f_s + f_t)/2; "source" f_s; "target" f_t; "stack": for each class a
        logistic regression on the out-of-fold (f_s, f_t), as published; "joint": one multinomial regression on the
        out-of-fold views of all classes.
    solver : "auto", "dense", "svd", "sparse" or "iterative" (see ``askcore.solvers.solve_askls``).
    tol : relative residual of the iterative solver.
    cv : number of folds for "stack" and "joint". New samples are then predicted by the mean of the models of the folds.
        Also a scikit-learn splitter, or pairs (train, test) in which every sample is tested once. "loo" uses exact
        leave-one-out views instead of refits, and a single model for new samples. Do not use "loo" with a small gamma:
        each view is then almost the mean of the other labels, which reveals the label of the sample itself. The
        regression learns this artefact and fails on new samples.
    random_state : seed for the order of the folds, and for the landmarks or the frequencies.
    n_landmarks : fixed-size AsK-LS, in the span of this many sampled rows and columns of K. Memory and time grow with m
        * n_landmarks. With all samples as landmarks, the method is exact.
    n_frequencies : AsK-LS on random Fourier features of this many frequencies (two features each), for kernels that
        depend only on x - z: ``askcore.kernels.ShiftedGaussians``, ``SkewedLaplacian``, "rbf" and "laplacian".
        Predictions need no training samples, and none of a dask array are kept. ``askcore.solvers.fourier_features``
        reports the error of this approximation. If there are more features than samples, the size of the system is the
        number of samples.
    class_weight : weights of the classes, {label: weight}, or "balanced": inversely proportional to the frequency of
        each class. They multiply ``sample_weight`` of ``fit``, in the same way in all one-vs-rest problems.

    Attributes
    ----------
    classes_ : class labels.
    source_coef_, target_coef_ : c and a, shape (m,) for two classes, otherwise (m, n_classes); 0 for samples of weight
        0. With ``n_landmarks`` they belong to the landmarks, with ``n_frequencies`` to the features.
    landmarks_ : positions of the landmarks in ``X_fit_``, with ``n_landmarks``.
    source_intercept_, target_intercept_ : float for two classes, otherwise (n_classes,).
    condition_ : condition number of the undamped system on centred vectors, max |1/gamma +- s| / min |1/gamma +- s|
        over the singular values s of the centred K. It is infinite at a resonance, and does not depend on the unit of
        K. The condition number of the bordered matrix T, on which "auto" depends, is 2 to 20 times larger for entries
        of K up to 1. For sparse matrices that are too large to factorise, the value is a lower bound.
    gamma_, damping_, kernel_params_ : the values used; the parameters are numbers, also for "scale".
    loo_score_ : leave-one-out accuracy for gamma="loo", with the weights of the fit, corrected for the choice of gamma.
    cv_error_ : mean squared error on the test parts of the folds, for targets -1 and +1 and gamma="cv".
    solver_ : the solver used ("landmarks" and "fourier" for the two fixed-size methods).
    n_iter_, residual_ : steps and relative residual of the iterative solver.
    symmetric_ : whether K was symmetric, so that both views are the ordinary LS-SVM.
    notes_ : the warnings of the fit in words, such as ResonanceWarning and ConvergenceWarning.

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
        "gamma": [StrOptions({"loo", "cv"}), Interval(Real, 0, None, closed="neither")],
        "damping": [StrOptions({"auto"}), Interval(Real, 0, None, closed="left")],
        "merge": [StrOptions(set(MERGES))],
        "solver": [StrOptions(set(SOLVERS))],
        "tol": [Interval(Real, 0, 1, closed="neither")],
        "cv": [StrOptions({"loo"}), "cv_object"],
        "n_landmarks": [Interval(Integral, 1, None, closed="left"), None],
        "n_frequencies": [Interval(Integral, 1, None, closed="left"), None],
        "random_state": ["random_state"],
        "class_weight": [dict, StrOptions({"balanced"}), None],
    }

    n_frequencies: int | None = None  # no model of an older file has it

    def __init__(
        self,
        kernel: KernelLike = "sne",
        *,
        kernel_params: Mapping[str, Any] | None = None,
        gamma: float | str = 1.0,
        damping: float | str = "auto",
        merge: str = "mean",
        solver: str = "auto",
        tol: float = 1e-10,
        cv: Any = 10,
        random_state: Seed = None,
        n_landmarks: int | None = None,
        class_weight: Mapping[Any, float] | str | None = None,
        n_frequencies: int | None = None,
    ) -> None:
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.gamma = gamma
        self.damping = damping
        self.merge = merge
        self.solver = solver
        self.tol = tol
        self.cv = cv
        self.random_state = random_state
        self.n_landmarks = n_landmarks
        self.class_weight = class_weight
        self.n_frequencies = n_frequencies

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> AsKLSClassifier:
        """Fit the model to samples X (m, d), or indices (m,) or (m, 1) for kernels over indices, and labels y (m,).

        With ``sample_weight`` (m,) v >= 0, the terms are a/(gamma v) and c/(gamma v) instead of a/gamma and c/gamma. A
        sample counts as v copies, also in the quantities that the kernel learns from the training set (a bandwidth, row
        sums). A weight of 0 excludes the sample. Leave-one-out removes a sample with its whole weight.

        A dask array X needs ``n_landmarks`` or ``n_frequencies``. It is read twice, partition by partition, so the
        memory does not depend on the number of samples. The work runs on the workers of the open cluster or of the
        cluster that ASKCORE_SCHEDULER names, and otherwise with the Dask settings of this process. The first pass draws
        landmarks, finds the classes and computes the default of a parameter with a unit, from the same rows as in
        memory. The second pass sums over the samples. With the same ``random_state`` and a kernel K(x, z) that depends
        only on its two samples, the model equals that of all rows in memory, up to rounding (with ``class_weight`` and
        a parameter with a unit, give this parameter a number). A kernel that is normalised over the training set
        ("sne", "t") is normalised over the landmarks. The landmarks then replace the training samples: ``X_fit_`` and
        the coefficients refer to them. With ``n_frequencies``, the coefficients refer to the random features. y and the
        weights are dask arrays or arrays in memory.

        Raises ValueError for invalid input, numpy.linalg.LinAlgError if damping is 0 and the system is singular, and
        DataError if the required memory is not available.
        """
        if is_remote(X):
            self._tell(self._fit_partitions(X, y, sample_weight))
            return self
        with one_thread(are_few(X)):
            bound, Y = self._fit_samples(X, y, sample_weight)
            codes = decided_codes(Y)
            rng = np.random.default_rng(check_random_state(self.random_state).randint(2**31))
            folds = self._drawn_folds(rng)
            training: TrainingViews
            if self.n_landmarks is None and self.n_frequencies is None:
                training = KernelViews(bound, self.solver, self.tol, self._weight)
                self._training, at = training, self._regularisation(training, Y, folds)
                solution = training.solve(Y, *at)
                self._keep(solution, Y)
                self.gamma_, self.symmetric_ = at[0], solution.symmetric
                self._set_coefficients(Coefficients.from_solution(solution))
            else:
                features = self._features(bound, bound.samples(), rng)
                training = FixedSize(features, bound.samples(), self._weight)
                at = self._regularisation(training, Y, folds)
                self._keep_fixed_size(training.solve(Y, *at), bound, features)
            if self.merge in ("stack", "joint"):
                self._learn_merger(training, codes, Y, at[1], y)
        self._tell(training.notes)
        return self

    @property
    def fit_chunks(self) -> Any:
        """Removed: ``fit`` takes a dask array."""
        raise AttributeError(
            "AsKLSClassifier.fit_chunks was removed: pass a dask array to fit; docs/distributed.md makes "
            "one from a folder of Parquet files."
        )

    def _tell(self, notes: Iterable[Warning]) -> None:
        """Keep what there is to say of the fit, and warn of it; of the merger scikit-learn has warned."""
        # A merger that learns from ten folds may have the same to say in each of them.
        self.notes_ = tuple({str(note): note for note in notes}.values())
        for note in self.notes_:
            warnings.warn(note, stacklevel=3)
        if self.merge in ("stack", "joint") and self._merger.capped:
            said = "The regression that merges both views stopped before it converged."
            self.notes_ += (ConvergenceWarning(said),)

    def _regularisation(
        self, training: TrainingViews, Y: np.ndarray, folds: Folds | None
    ) -> tuple[float, Any]:
        if self.gamma == "cv":
            if folds is None or isinstance(training, KernelViews):
                raise ValueError(
                    "gamma='cv' is for n_landmarks and n_frequencies; the exact method has gamma='loo'."
                )
            return self._chosen_by_folds(*training.fold_sums(Y, folds))
        if self.gamma != "loo":
            return float(self.gamma), self.damping if self.damping == "auto" else float(self.damping)
        if not isinstance(training, KernelViews):
            raise ValueError(
                "gamma='loo' needs the exact method; with n_landmarks or n_frequencies, use gamma='cv'."
            )
        return self._chosen_by_loo(training.K, Y, self._tuned_view)

    def _learn_merger(
        self, training: TrainingViews, codes: np.ndarray, Y: np.ndarray, damping: Any, y: Any
    ) -> None:
        if self.cv == "loo":
            f_s, f_t = self._loo_columns()
        else:
            f_s, f_t, self._merging = fold_views(
                training,
                codes,
                Y,
                gamma=self.gamma_,
                damping=self.damping_ if self.damping_ > 0 else damping,
                folds=int(self.cv) if isinstance(self.cv, Integral) else given_folds(self.cv, y, self._kept),
                random_state=check_random_state(self.random_state),
            )
        joint = self.merge == "joint"
        self._merger = learn_merger(
            f_s, f_t, codes, len(self.classes_), joint=joint, sample_weight=self._weight
        )

    def decision_views(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """Compute f_s and f_t of samples X: each (n,) for two classes (+: classes_[1]), otherwise (n, n_classes).

        For a dask array X, this and the other methods for new samples return dask arrays, computed partition by
        partition.
        """
        if is_remote(X):
            both = by_partition(self._both, X, np.stack([self._like()] * 2, axis=1))
            return both[:, 0], both[:, 1]
        samples = self._samples(X)
        return self._shaped(*self._training.outside(samples, self._coefficients))

    @property
    def X_fit_(self) -> np.ndarray:
        """The training samples with a positive weight, in the form that the kernel uses: features (m, d), indices (m,)
        or strings.
        """
        check_is_fitted(self)
        return self._training.bound.samples()

    def over(self, kernel: Any) -> AsKLSClassifier:
        """Return the same fitted model over a kernel of more samples, in which the first indices keep their meaning.

        K(x, train) and K(train, x) of new samples come from the given kernel. The original model does not change.
        Raises ValueError if either kernel is not over indices, or if the given kernel has fewer samples.
        """
        check_is_fitted(self)
        if not (takes_indices(kernel) and takes_indices(self.kernel)):
            raise ValueError("A model can only be transferred from one kernel over indices to another.")
        if min(kernel.shape) < max(self.kernel.shape):
            raise ValueError(f"The kernel must have at least {max(self.kernel.shape)} rows and columns.")
        found, training = copy(self), copy(self._training)
        training.bound = bind(kernel, None, self.X_fit_)
        found.kernel, found._training = kernel, training
        return found

    def loo_decision_views(self) -> tuple[np.ndarray, np.ndarray]:
        """Compute f_s and f_t of each training sample with the model that excludes it, exactly and with the same
        damping.

        The shapes are those of ``decision_views``. Quantities that the kernel learned from the training set still
        include the sample that is left out: a bandwidth from the data, and the row sums of SNE and T. No model includes
        a sample of weight 0.
        """
        check_is_fitted(self)
        f_s, f_t = self._loo_columns()
        if self._absent is not None and self._absent.shape[0]:
            decided_s, decided_t = self._training.outside(self._absent, self._coefficients)
            f_s, f_t = self._for_all(f_s, decided_s), self._for_all(f_t, decided_t)
        return self._shaped(f_s, f_t)

    def decision_function(self, X: Any) -> np.ndarray:
        """Return the merged decision, with the shape of ``decision_views``; log-odds for "stack" and "joint"."""
        if is_remote(X):
            return by_partition(self.decision_function, X, self._like())
        if self.merge in ("stack", "joint"):
            f_s, f_t = self._merging_views(X)
            return self._merger.scores(f_s, f_t)
        if self.merge == "source" and is_precomputed(self.kernel):  # K(train, x) may not be there
            samples = self._samples(X)
            assert isinstance(self._training, KernelViews | LandmarkViews)
            f_s = self._training.source_view(samples, self._coefficients)
            return f_s[:, 0] if len(self.classes_) == 2 else f_s
        f_s, f_t = self.decision_views(X)
        return merged_decision(f_s, f_t, self.merge)

    def predict(self, X: Any) -> np.ndarray:
        """Return class labels (n,): those of the largest decision, or of the largest probability for "stack" and
        "joint".
        """
        if is_remote(X):
            check_is_fitted(self)
            return by_partition(self.predict, X, self.classes_)
        if self.merge in ("stack", "joint"):
            probability = self.predict_proba(X)
            return self.classes_[probability.argmax(axis=1)]
        return self._to_labels(self.decision_function(X))

    @available_if(lambda self: self.merge in ("stack", "joint"))
    def predict_proba(self, X: Any) -> np.ndarray:
        """Class probabilities (n, n_classes); only for merge "stack" and "joint".

        For the other decisions wrap the classifier in scikit-learn's CalibratedClassifierCV.
        """
        f_s, f_t = self._merging_views(X)
        return self._merger.probabilities(f_s, f_t)

    def plot(
        self,
        X: Any,
        y: ArrayLike | None = None,
        *,
        of: Any = None,
        names: Sequence[object] | None = None,
        theme: Theme = "light",
    ) -> go.Figure:
        """Draw f_s against f_t for samples X.

        Parameters
        ----------
        X : samples, as in ``predict``.  y : their labels; without labels, colours show the predicted class.
        of : the class whose views are drawn; by default, the positive class of two, or the first of several.
        names : names of the samples, shown on hover.
        theme : "light" or "dark".

        Returns
        -------
        plotly.graph_objects.Figure

        Raises
        ------
        MissingPackageError : plotly is not installed; the error is an ImportError.
        NotFittedError : the model is not fitted.
        """
        with needs("A figure", extra="figures"):
            from askcore.estimators._plots import plot_views
        return plot_views(self, X, y, of, names, theme)

    def _both(self, X: Any) -> np.ndarray:
        return np.stack(self.decision_views(X), axis=1)

    def _like(self) -> np.ndarray:
        """No decisions, in the shape of one for each sample."""
        check_is_fitted(self)
        return np.empty((0,) if len(self.classes_) == 2 else (0, len(self.classes_)))

    def _merging_views(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        samples = self._samples(X)
        return self._training.outside(samples, self._merging)

    def _loo_columns(self) -> tuple[np.ndarray, np.ndarray]:
        if not isinstance(self._training, KernelViews):
            raise ValueError("Leave-one-out needs the exact method, without n_landmarks and n_frequencies.")
        return leave_one_out_solution(
            self._training.K, self._Y, gamma=self.gamma_, damping=self.damping_, sample_weight=self._weight
        )

    def _shaped(self, f_s: np.ndarray, f_t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return (f_s[:, 0], f_t[:, 0]) if len(self.classes_) == 2 else (f_s, f_t)
