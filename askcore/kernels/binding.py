"""A kernel argument bound to training samples: the three blocks that a method needs, symmetrised where one asks for it.

A name, a kernel object or a callable becomes a ``BoundKernel`` with ``train()``, ``source(X)`` = K(X, train) and
``target(X)`` = K(train, X). Methods for symmetric kernels take (K + K^T)/2, K K^T or K^T K: for feature vectors the
products run over the training set, for graph and precomputed kernels over all nodes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import scipy.sparse as sp

from askcore._validation import (
    DataError,
    as_matrix,
    as_symmetric,
    check_memory,
    check_square,
    check_symmetric_products,
    filled,
    fits_memory,
)
from askcore.kernels._registry import KERNELS, KernelSpec, asks_for_scale
from askcore.kernels.indices import IndexKernel
from askcore.kernels.objects import named, registered, spec_of
from askcore.kernels.scale import SCALE, crossed_scale, drawn

Matrix: TypeAlias = Any  # np.ndarray or scipy.sparse.csr_array, real and finite
KernelLike = str | Callable[..., Any]
SYMMETRIZATIONS = ("mean", "KKt", "KtK")
DENSE_PRODUCT = 0.2  # share of stored entries in both factors from which a dense product is quicker


class BoundKernel(Protocol):
    """A kernel with its training samples."""

    def train(self) -> Matrix:
        """K(train, train), shape (m, m)."""

    def source(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        """K(X, train), shape (n, m), of the source view; ``among`` some training samples."""

    def target(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        """K(train, X), shape (m, n), of the target view; ``among`` some training samples."""

    def samples(self) -> np.ndarray:
        """The training samples, (m, d) or (m,)."""


def takes_indices(kernel: Any) -> bool:
    """Whether a kernel's samples are indices, as it declares itself: those of graphs and given matrices."""
    return bool(getattr(kernel, "takes_indices", False))


def takes_strings(kernel: Any) -> bool:
    """Whether a kernel, by name or itself, is registered for strings."""
    return getattr(spec_of(kernel) or kernel, "accepts", "") == "strings"


def is_precomputed(kernel: Any) -> bool:
    """Whether samples are rows of the kernel matrix itself."""
    return isinstance(kernel, str) and kernel == "precomputed"


def takes_sparse(kernel: Any) -> bool:
    """Whether samples may be sparse: of a registered kernel that declares so, and of a given matrix."""
    spec = spec_of(kernel)
    return is_precomputed(kernel) or (spec is not None and spec.sparse)


def bind(
    kernel: KernelLike,
    params: Mapping[str, Any] | None,
    X: np.ndarray,
    *,
    times: float = 1.0,
    sample_weight: np.ndarray | None = None,
) -> BoundKernel:
    """Bind a kernel argument to its training samples X: (m, d) or (m,), for "precomputed" their kernel matrix (m, m).

    Parameters are those of ``resolved_params``. ``sample_weight`` (m,), positive, says how often each training sample
    counts in sums over a reference set, in the usual value of a parameter, and in products over the training set.
    """
    kernel, params = named(kernel, params)
    params = resolved_params(kernel, params, X, times=times, sample_weight=sample_weight)
    if is_precomputed(kernel):
        check_square(X, "The precomputed kernel matrix")
        return _BoundMatrix(X, sample_weight)
    if isinstance(kernel, str):
        kernel = KERNELS[kernel]
    if isinstance(kernel, IndexKernel):
        if params:
            raise ValueError("kernel_params must be set in the kernel object itself.")
        return _BoundIndex(kernel, X)
    if callable(kernel):
        if sample_weight is not None and not getattr(kernel, "pointwise", True):
            _check_counts_weights(kernel)
        return _BoundFunction(kernel, X, params, sample_weight)
    raise ValueError(f"kernel must be a name, a kernel object or a callable, got {type(kernel).__name__}.")


def _check_counts_weights(kernel: Callable[..., Any]) -> None:
    """Raise ValueError for a kernel that is normalised over the training set and takes no weights of it."""
    if "reference_weight" not in inspect.signature(getattr(kernel, "function", kernel)).parameters:
        raise ValueError(
            "This kernel is normalised over the training set and takes no reference_weight (r,), so it cannot count "
            "weighted samples. Give it that parameter, or fit without sample_weight and class_weight."
        )


def resolved_params(
    kernel: KernelLike,
    params: Mapping[str, Any] | None,
    X: Any,
    *,
    times: float = 1.0,
    sample_weight: np.ndarray | None = None,
) -> dict[str, Any]:
    """Return the parameters that ``bind`` uses, with the defaults of a registered kernel computed from X.

    Parameters
    ----------
    kernel, params : as in ``bind``.
    X : (m, d) training samples, dense or sparse.
    times : a multiple of the default value.
    sample_weight : as in ``bind``.

    Returns
    -------
    dict : all parameters that are not defaults of the kernel.

    Raises
    ------
    ValueError : the name is unknown, the kernel does not have the parameter, or the parameter is out of range.

    Examples
    --------
    >>> resolved_params("rbf", None, [[0.0], [1.0], [4.0]])
    {'sigma': 1.5}
    """
    kernel, params = named(kernel, params)
    if is_precomputed(kernel):
        return {}
    spec = registered(kernel) if isinstance(kernel, str) else spec_of(kernel)
    if spec is None:
        return params
    spec.check(params)
    return spec.resolved(params, drawn(X, sample_weight), times=times, fill=True)


def crossed_params(
    kernel: KernelLike,
    params: Mapping[str, Any] | None,
    A: Any,
    rows: Any,
    columns: Any,
    *,
    times: float = 1.0,
) -> dict[str, Any]:
    """The parameters of a kernel between the rows and columns of a data matrix A (N, M), given as points of one length.

    sigma is ``times`` the ``crossed_scale``; another parameter with a scale takes its usual value on the columns.
    """
    kernel, params = named(kernel, params)
    spec = spec_of(kernel)
    of_sigma = spec is not None and spec.scaled is not None and spec.scaled.name == "sigma"
    if of_sigma and asks_for_scale(params.get("sigma", SCALE)):
        params["sigma"] = times * crossed_scale(A, rows, columns)
    return resolved_params(kernel, params, columns, times=times)


class _Bound:
    """A kernel bound to its training samples X, by its blocks K(rows, cols)."""

    X: np.ndarray

    def _block(self, rows: Any, cols: Any) -> Matrix:
        raise NotImplementedError

    def train(self) -> Matrix:
        return self._block(self.X, self.X)

    def source(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        return self._block(X, self.X if among is None else self.X[among])

    def target(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        return self._block(self.X if among is None else self.X[among], X)

    def samples(self) -> np.ndarray:
        return self.X


@dataclass(frozen=True)
class _BoundFunction(_Bound):
    """A function K(X, Z) over feature vectors; its reference set, if it takes one, is the training set."""

    function: Callable[..., Any]
    X: np.ndarray
    params: dict[str, Any]
    sample_weight: np.ndarray | None = None

    @property
    def symmetric(self) -> bool:
        """Whether the kernel is declared symmetric."""
        return isinstance(self.function, KernelSpec) and self.function.symmetric

    def _block(self, rows: np.ndarray, cols: np.ndarray) -> Matrix:
        """K(rows, cols). Kernels with a reference set sum over it in blocks of their own."""
        shape = (rows.shape[0], cols.shape[0])
        check_memory(
            24.0 * shape[0] * shape[1],  # the block and two temporaries of its size
            f"The {shape[0]:,} x {shape[1]:,} kernel matrix",
            "Take a sample of the rows, or n_landmarks.",
        )
        # A kernel object declares what it is as a KernelSpec does; a plain callable is taken for pointwise.
        reference = {} if getattr(self.function, "pointwise", True) else {"reference": self.X}
        if reference and self.sample_weight is not None:
            reference["reference_weight"] = self.sample_weight
        block = as_matrix(self.function(rows, cols, **self.params, **reference), "kernel(X, Z)")
        if block.shape != shape:
            raise ValueError(f"kernel(X, Z) must have shape {shape}, got {block.shape}.")
        return block


@dataclass(frozen=True)
class _BoundIndex(_Bound):
    """A kernel over indices; X holds the training indices."""

    kernel: IndexKernel
    X: np.ndarray

    def _block(self, rows: Any, cols: Any) -> Matrix:
        return self.kernel.shared(rows, cols)


@dataclass(frozen=True)
class _BoundMatrix:
    """The kernel matrix of the training samples itself; a new sample is its row K(x, train)."""

    X: Matrix
    sample_weight: np.ndarray | None = None

    def train(self) -> Matrix:
        return as_matrix(self.X)

    def source(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        return X if among is None else X[:, among]

    def target(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        same = X is self.X or (X.shape == self.X.shape and not (X != self.X).sum())
        if not same:
            raise ValueError(
                "This needs K(train, new), but kernel='precomputed' provides only K(new, train). "
                "AsKLSClassifier with merge='source' needs nothing else. Otherwise, use "
                "kernel=askcore.kernels.PrecomputedKernel(K), with K of all "
                "samples: fit(train_indices, y).predict(new_indices)."
            )
        return self.X if among is None else self.X[among]

    def samples(self) -> np.ndarray:
        return self.X


class SymmetricKernel(Protocol):
    """A bound kernel that equals its transpose: one block says it all."""

    def train(self) -> Matrix:
        """K(train, train), shape (m, m)."""

    def source(self, X: Any) -> Matrix:
        """K(X, train), shape (n, m)."""


def symmetrized(bound: BoundKernel, symmetrize: str | None) -> SymmetricKernel:
    """A bound kernel symmetrised: None (it must be symmetric already), "mean", "KKt" or "KtK".

    - "mean": (K(x, z) + K(z, x))/2;
    - "KKt": sum_r K(x, r) K(z, r), alike are those that read the same samples;
    - "KtK": sum_r K(r, x) K(r, z), alike are those that the same samples read.

    Over a training set with weights v the sums are of v_r K K.
    """
    if symmetrize is None:
        return _Checked(bound)
    if symmetrize not in SYMMETRIZATIONS:
        options = ", ".join(map(repr, SYMMETRIZATIONS))
        raise ValueError(f"symmetrize must be None or one of {options}, got {symmetrize!r}.")
    if getattr(getattr(getattr(bound, "kernel", None), "_matrix", None), "remote", False):
        raise DataError(
            f"A matrix on other machines cannot be symmetrised, got symmetrize={symmetrize!r}",
            remedy="Take AsKLSClassifier, or solve with askcore.operators.symmetrized_operator.",
        )
    if symmetrize == "mean":
        return _Mean(bound)
    return _Product(bound, symmetrize)


@dataclass(frozen=True)
class _Checked:
    bound: BoundKernel

    def train(self) -> Matrix:
        K = self.bound.train()
        if getattr(K, "remote", False):
            check_symmetric_products(K)
            return K
        return as_symmetric(K, "The kernel matrix", "use AsKLSClassifier or symmetrize='mean'")

    def source(self, X: Any) -> Matrix:
        return self.bound.source(X)


@dataclass(frozen=True)
class _Mean:
    bound: BoundKernel

    def train(self) -> Matrix:
        K = self.bound.train()
        return as_matrix(0.5 * (K + K.T))

    def source(self, X: Any) -> Matrix:
        return as_matrix(0.5 * (self.bound.source(X) + self.bound.target(X).T))


def _gram(F: Matrix, G: Matrix) -> Matrix:
    """F G^T, sparse of sparse matrices; of well filled ones by a dense product, which takes a fraction of the time."""
    if sp.issparse(F) and sp.issparse(G) and min(filled(F), filled(G)) >= DENSE_PRODUCT:
        rows, columns, inner = F.shape[0], G.shape[0], F.shape[1]
        if fits_memory(8.0 * ((rows + columns) * inner + 3 * rows * columns), 0.2):
            dense = F.toarray()
            return sp.csr_array(dense @ (dense if G is F else G.toarray()).T)
    return F @ G.T


@dataclass(frozen=True)
class _Product:
    bound: BoundKernel
    symmetrize: str

    def train(self) -> Matrix:
        factor = self._train_factor()
        return as_matrix(_gram(factor, factor))

    def source(self, X: Any) -> Matrix:
        return as_matrix(_gram(self._factor(X), self._train_factor()))

    def _train_factor(self) -> Matrix:
        bound = self.bound
        if isinstance(bound, _BoundIndex):
            return self._factor(bound.X)
        K = bound.train()
        return self._weighted(K if self.symmetrize == "KKt" else K.T)

    def _weighted(self, factor: Matrix) -> Matrix:
        weight = getattr(self.bound, "sample_weight", None)
        return factor if weight is None else as_matrix(factor * np.sqrt(weight))

    def _factor(self, X: Any) -> Matrix:
        """Rows phi(x) with <phi(x), phi(z)> the symmetrised kernel."""
        bound = self.bound
        if isinstance(bound, _BoundIndex):
            over_all = bound.kernel.all_columns(X) if self.symmetrize == "KKt" else bound.kernel.all_rows(X).T
            return sp.csr_array(over_all) if sp.issparse(over_all) else over_all
        return self._weighted(bound.source(X) if self.symmetrize == "KKt" else bound.target(X).T)
