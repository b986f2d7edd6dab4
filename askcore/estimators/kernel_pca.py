"""Kernel PCA with a symmetric kernel of any signature: negative eigenvalues are kept, or corrected if asked for."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted

from askcore._random import Seed
from askcore._threads import are_few, one_thread
from askcore._validation import DataError, check_memory, check_symmetric, needs
from askcore.estimators._base import TakesKernel, checked_samples
from askcore.kernels import SYMMETRIZATIONS, resolved_params
from askcore.kernels._points import row_blocks
from askcore.kernels.binding import (
    BoundKernel,
    KernelLike,
    bind,
    is_precomputed,
    symmetrized,
    takes_indices,
    takes_strings,
)
from askcore.kernels.objects import named
from askcore.operators import CenteredOperator, KernelOperator, ScaledOperator, as_operator
from askcore.solvers import symmetric_eigenpairs
from askcore.solvers.kernel_matrices import DENSE_ENTRIES, kernel_operator
from askcore.solvers.spectrum_correction import SPECTRUM_CORRECTIONS, corrected_eigenvalues
from askcore.solvers.svd.eigenpairs import EIGEN_SOLVERS

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from askcore.figures import Theme

INSTEAD = "keep the direction with KSVD"


class NothingLeftWarning(UserWarning):
    """Issued if the centred kernel matrix is zero, so that there is nothing to decompose."""


class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, TakesKernel):
    r"""Leading eigenvectors of the doubly centred K, where K is symmetric and may be indefinite.

    With Kc = H K H, H = I - 11^T/m, and Kc u = lambda u, sample i has the coordinates |lambda|^1/2 u_i. A negative
    lambda gives a coordinate with negative squared length (in a Krein, or pseudo-Euclidean, space). Such a component is
    kept and sorted by |lambda| among the others, and its entry of ``signs_`` is -1. With the RBF kernel, the result
    equals that of scikit-learn's KernelPCA up to signs (Schoelkopf et al. 1998; Huang et al. 2017, eq. 9).

    Parameters
    ----------
    kernel, kernel_params : a name in ``askcore.kernels.KERNELS``, a kernel object (of a graph or a given matrix: X then
        contains indices), or any callable K(X, Z), as in the classifiers. The defaults of omitted parameters are
        computed from X. With "precomputed", X is K(train, train) in ``fit`` and K(new, train) in ``transform``.
    n_components : number r of components. With fewer samples, there are as many components as samples, with a note.
    center : whether to centre K in feature space.
    spectrum : "keep", or correct the eigenvalues of the centred K: "clip" max(lambda, 0), "flip" |lambda|, "square"
        lambda^2, "shift" lambda - lambda_min. The components are the leading ones after the correction.
    symmetrize : None (K must be symmetric), "mean", "KKt" or "KtK", as in ``LSSVMClassifier``.
    solver : "auto", "full" (all eigenpairs), "arpack" (Lanczos) or "randomized".
    random_state : seed of the starting vector or of the random directions; solver "full" does not use it.

    Attributes
    ----------
    n_components_ : the number r used.
    eigenvalues_ : (r,) after the correction, if any.  kernel_eigenvalues_ : those of the centred K itself.
    eigenvectors_ : (m, r), orthonormal.  signs_ : (r,) +1, -1, or 0 for a component that is zero.
    solver_, notes_ : the solver used, and unusual events in words.  kernel_params_ : the values used, as numbers.

    Examples
    --------
    >>> import numpy as np, askcore
    >>> X = np.array([[0.0, 0.0], [0.1, 0.9], [0.9, 0.2], [1.0, 1.0], [0.5, 0.4]])
    >>> model = askcore.KernelPCA("tanh", kernel_params={"c": -1.0}).fit(X)
    >>> model.transform(X).shape, model.signs_
    ((5, 2), array([-1., -1.]))
    """

    _dense_entries = DENSE_ENTRIES
    _block_entries = 4_000_000  # kernel entries of new samples evaluated at once: 32 MB

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "kernel": [str, callable],
        "n_components": [Interval(Integral, 1, None, closed="left")],
        "kernel_params": [Mapping, None],
        "center": ["boolean"],
        "spectrum": [StrOptions(set(SPECTRUM_CORRECTIONS))],
        "symmetrize": [StrOptions(set(SYMMETRIZATIONS)), None],
        "solver": [StrOptions({"auto", *EIGEN_SOLVERS})],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        kernel: KernelLike = "rbf",
        n_components: int = 2,
        *,
        kernel_params: Mapping[str, Any] | None = None,
        center: bool = True,
        spectrum: str = "keep",
        symmetrize: str | None = None,
        solver: str = "auto",
        random_state: Seed = None,
    ) -> None:
        self.kernel = kernel
        self.n_components = n_components
        self.kernel_params = kernel_params
        self.center = center
        self.spectrum = spectrum
        self.symmetrize = symmetrize
        self.solver = solver
        self.random_state = random_state

    def fit(self, X: Any, y: ArrayLike | None = None) -> KernelPCA:
        """Decompose the kernel matrix of samples X: (m, d) dense or sparse, or indices for kernels over indices.

        Raises
        ------
        ValueError : K is not symmetric and ``symmetrize`` is None; the message states the difference.
        DataError : "clip" leaves no eigenvalue, or K does not fit in memory.

        Warns
        -----
        NothingLeftWarning : K is zero, or constant before centring, so every coordinate is 0.
        """
        self._validate_params()
        self._X = self._samples(X, reset=True)
        with one_thread(are_few(self._X)):
            K = self._training_operator()
            G = CenteredOperator(K) if self.center else K
            algebraic = self.spectrum in ("clip", "shift")
            m = G.shape[0]
            self.n_components_ = min(int(self.n_components), m)
            clamped = (
                (f"{self.n_components} components were requested from {m:,} samples: {m:,} components.",)
                if self.n_components > m
                else ()
            )
            found = symmetric_eigenpairs(
                G,
                self.n_components_,
                solver=self.solver,
                order="algebraic" if algebraic else "magnitude",
                random_state=self.random_state,
            )
            notes = self._store(found.values, found.vectors, G, K)
            self.solver_, self.notes_ = found.solver, (*clamped, *found.notes, *notes)
        return self

    def fit_transform(self, X: Any, y: ArrayLike | None = None) -> np.ndarray:
        """Fit the model and return the coordinates (m, r) of the training samples, |lambda|^1/2 u."""
        self.fit(X)
        return self.eigenvectors_ * np.sqrt(np.abs(self.eigenvalues_)) * np.abs(self.signs_)

    def transform(self, X: Any) -> np.ndarray:
        """Compute coordinates (n, r) of samples: u is extended by kc(x)^T u / lambda, with the centring of the training
        samples.

        On the training samples, the result equals that of ``fit_transform`` for every ``spectrum``.
        """
        check_is_fitted(self)
        samples = self._samples(X, reset=False)
        rows_at_once = row_blocks(samples.shape[0], self._X.shape[0], self._block_entries)
        parts = [self._block(samples[rows]) @ self._coef for rows in rows_at_once]
        return np.concatenate(parts or [np.zeros((0, self._coef.shape[1]))]) - self._offset

    @property
    def _n_features_out(self) -> int:
        """Number of columns of ``transform``, which scikit-learn names "kernelpca0", ..."""
        return len(self.eigenvalues_)

    @property
    def signature_(self) -> tuple[int, int]:
        """Numbers of components with a positive and with a negative squared length."""
        check_is_fitted(self)
        return int((self.signs_ > 0).sum()), int((self.signs_ < 0).sum())

    def _store(
        self, values: np.ndarray, vectors: np.ndarray, G: KernelOperator, K: KernelOperator
    ) -> tuple[str, ...]:
        """Keep the pairs and what extends them, and say what is odd; warn of a matrix that nothing is left of."""
        m = len(vectors)
        # What rounding leaves of a constant K that was centred is a share of K, not of what is left.
        top = float(np.abs(values).max())
        every = np.arange(m)
        entries = float(np.abs(K.block(every[:1], every)).max(initial=0.0))
        least = self._smallest(K, values) if self.spectrum == "shift" else None
        nothing = max(top, abs(least or 0.0)) <= 1e-13 * m * max(entries, np.finfo(float).tiny)
        if nothing:
            why = "constant, so it is zero after centring" if self.center else "zero"
            note = (
                f"Nothing is left to decompose: the kernel matrix is {why} (n_samples = {m}), so every coordinate "
                "is 0. Check that the samples differ, or choose another bandwidth."
            )
            warnings.warn(note, NothingLeftWarning, stacklevel=3)
            values = np.zeros_like(values)
        used = values if nothing else corrected_eigenvalues(values, self.spectrum, smallest=least)
        # An eigenvector without an eigenvalue cannot be extended to new samples.
        carried = (np.abs(values) > 10 * m * np.finfo(float).eps * max(top, abs(least or 0.0))) & (used != 0)
        if not nothing and not carried.any():
            raise DataError(
                "No component is left: every eigenvalue of the centred kernel matrix is negative or zero",
                remedy=f"spectrum={self.spectrum!r} removes these; keep or flip them.",
            )
        self.kernel_eigenvalues_, self.eigenvalues_ = values, used
        self.eigenvectors_ = vectors
        self.signs_ = np.where(carried, np.sign(used), 0.0)
        factors = np.where(carried, np.sqrt(np.abs(used)) / np.where(carried, values, 1.0), 0.0)
        self._coef = vectors * factors
        if self.center:
            assert isinstance(G, CenteredOperator)
            self._coef = self._coef - self._coef.mean(axis=0)
            self._offset = G.means.column_means @ self._coef
        else:
            self._offset = np.zeros(len(values))
        if nothing:
            return (note,)
        if carried.all():
            return ()
        return (f"Only {int(carried.sum())} of {len(values)} components are above rounding.",)

    def _smallest(self, K: KernelOperator, values: np.ndarray) -> float:
        """The smallest eigenvalue, which "shift" adds to all: the leading one of the negated (centred) K."""
        if len(values) == K.shape[0]:
            return float(values.min())
        negated: KernelOperator = ScaledOperator(K, rows=np.full(K.shape[0], -1.0))
        found = symmetric_eigenpairs(
            CenteredOperator(negated) if self.center else negated,
            1,
            solver=self.solver,
            order="algebraic",
            random_state=self.random_state,
        )
        return -float(found.values[0])

    def _training_operator(self) -> KernelOperator:
        """K(train, train), checked for symmetry or symmetrised; lazy where it is too large to keep."""
        X = self._X
        vectors = not (
            takes_indices(self.kernel) or takes_strings(self.kernel) or is_precomputed(self.kernel)
        )
        m = X.shape[0]
        self._bound: BoundKernel | None = None
        kernel, params = named(self.kernel, self.kernel_params)
        self.kernel_params_ = resolved_params(kernel, params, X)
        if vectors and self.symmetrize is None and (sp.issparse(X) or float(m) * m > self._dense_entries):
            return kernel_operator(kernel, X, X, self.kernel_params_, dense_entries=self._dense_entries)
        bound = bind(kernel, self.kernel_params_, X)
        self._bound = bound
        if self.symmetrize is None:
            matrix = bound.train()
            check_symmetric(matrix, "The kernel matrix", INSTEAD)
            return as_operator(matrix)
        return as_operator(symmetrized(bound, self.symmetrize).train())

    def _block(self, samples: Any) -> Any:
        """K(samples, train), (n, m)."""
        if self._bound is not None:
            return symmetrized(self._bound, self.symmetrize).source(samples)
        kernel, _ = named(self.kernel)
        return kernel_operator(
            kernel, samples, self._X, self.kernel_params_, dense_entries=self._dense_entries
        )

    def _samples(self, X: Any, *, reset: bool) -> Any:
        """Samples as the kernel takes them, checked; new ones as the training samples were."""
        if takes_indices(self.kernel) and self.kernel.shape[0] != self.kernel.shape[1]:
            raise ValueError(
                "Row i and column i of the kernel must be the same sample; this matrix has "
                f"{self.kernel.shape[0]} rows and {self.kernel.shape[1]} columns. KSVD takes two sets of samples."
            )
        least = 2 if reset else 1
        X = checked_samples(self, X, accept_sparse="csr", reset=reset, ensure_min_samples=least)
        if sp.issparse(X) and self.symmetrize is not None:
            # A kernel that is normalised over the training samples has to be told them; operators are not.
            check_memory(
                16.0 * X.shape[0] * X.shape[1], "The samples as a dense array", "Leave symmetrize out."
            )
            X = X.toarray()
        return X

    def plot(self, *, logarithmic: bool = False, theme: Theme = "light") -> go.Figure:
        """Draw the eigenvalues with their signs, optionally on a logarithmic axis; ``theme`` is "light" or "dark"."""
        with needs("A figure", extra="figures"):
            from askcore.estimators._plots import plot_eigenvalues
        return plot_eigenvalues(self, logarithmic, theme)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = is_precomputed(self.kernel)
        return tags
