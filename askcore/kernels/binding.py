"""A kernel argument bound to training samples: the three blocks that a method needs, symmetrised where one asks for it.

Kernel floor. Estimators never ask what kind of kernel they hold: a name, a kernel object or a callable becomes a
``BoundKernel`` with ``train()``, ``source(X)`` = K(X, train) and ``target(X)`` = K(train, X).

What methods for symmetric kernels do to an asymmetric one: (K + K^T)/2, K K^T and K^T K. For feature vectors the
products run over the training set; for graph and precomputed kernels they run over all nodes, because "who links to
the same targets" does not stop at the split.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import scipy.sparse as sp

from askcore._validation import ROUNDING, DataError, as_matrix, check_memory, check_square, is_symmetric
from askcore.kernels._registry import KERNELS, KernelSpec, asks_for_scale
from askcore.kernels.indices import IndexKernel
from askcore.kernels.objects import named
from askcore.kernels.scale import SCALE, crossed_scale, drawn

Matrix: TypeAlias = Any  # np.ndarray or scipy.sparse.csr_array, real and finite
KernelLike = str | Callable[..., Any]
SYMMETRIZATIONS = ("mean", "KKt", "KtK")


class BoundKernel(Protocol):
    """A kernel with its training samples."""

    def train(self) -> Matrix:
        """K(train, train), shape (m, m)."""
        ...

    def source(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        """K(X, train), shape (n, m): what the source view of new samples reads; ``among`` some of them."""
        ...

    def target(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        """K(train, X), shape (m, n): what the target view of new samples reads; ``among`` some of them."""
        ...

    def samples(self) -> np.ndarray:
        """The training samples, (m, d) or (m,)."""
        ...


def takes_indices(kernel: Any) -> bool:
    """Whether a kernel's samples are indices rather than feature vectors.

    Parameters
    ----------
    kernel : a name, kernel object or callable; it declares so itself.

    Returns
    -------
    bool : True for kernels over graphs and given matrices.
    """
    return bool(getattr(kernel, "takes_indices", False))


def takes_strings(kernel: Any) -> bool:
    """Whether a kernel's samples are strings.

    Parameters
    ----------
    kernel : a name, kernel object or callable.

    Returns
    -------
    bool : True for a registered kernel, by name or itself, that declares so.
    """
    spec = KERNELS.get(kernel) if isinstance(kernel, str) else kernel
    return getattr(spec, "accepts", "") == "strings"


def is_precomputed(kernel: Any) -> bool:
    """Whether samples are rows of the kernel matrix itself."""
    return isinstance(kernel, str) and kernel == "precomputed"


def takes_sparse(kernel: Any) -> bool:
    """Whether samples may be sparse.

    Parameters
    ----------
    kernel : a name, kernel object or callable.

    Returns
    -------
    bool : True for a registered kernel, by name or itself, that declares so, and for a given matrix.
    """
    kernel = named(kernel)[0]
    spec = KERNELS.get(kernel) if isinstance(kernel, str) else kernel
    return is_precomputed(kernel) or (isinstance(spec, KernelSpec) and spec.sparse)


def bind(
    kernel: KernelLike,
    params: Mapping[str, Any] | None,
    X: np.ndarray,
    *,
    times: float = 1.0,
    sample_weight: np.ndarray | None = None,
) -> BoundKernel:
    """Bind a kernel to its training samples.

    A parameter of a registered kernel that has a scale (sigma, rho, ...) takes its usual value on X where it is left
    out or "scale"; ``resolved_params`` tells which.

    Parameters
    ----------
    kernel : a registry name, a kernel object or any callable K(X, Z) -> (n, m); or "precomputed".
    params : of a named kernel or a callable, or None; a kernel object holds its own.
    X : the training samples, (m, d) or (m,); for "precomputed" their kernel matrix (m, m).
    times : a multiple of the usual value.
    sample_weight : (m,) positive, or None. What a kernel learns of the training samples counts each as often as its
        weight says: the sums of one that is not pointwise, the usual value of a parameter, and products over the
        training set (see ``symmetrized``).

    Returns
    -------
    BoundKernel : train() (m, m), source(X) (n, m) and target(X) (m, n).
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
            raise ValueError("kernel_params go into the kernel object itself, not beside it.")
        return _BoundIndex(kernel, X)
    if callable(kernel):
        if sample_weight is not None and not getattr(kernel, "pointwise", True):
            _check_counts_weights(kernel)
        return _BoundFunction(kernel, X, params, sample_weight)
    raise ValueError(f"kernel must be a name, a kernel object or a callable, got {type(kernel).__name__}.")


def _check_counts_weights(kernel: Callable[..., Any]) -> None:
    """Raise ValueError for a kernel that is normalised over the training set and cannot be told weights of it."""
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
    """The parameters that ``bind`` takes: those of a registered kernel with their usual values on X filled in.

    Parameters
    ----------
    kernel, params : as ``bind`` takes them.
    X : (m, d) training samples, dense or sparse.
    times : a multiple of the usual value.
    sample_weight : as in ``bind``.

    Returns
    -------
    dict : all parameters that are no default of the kernel's.

    Raises
    ------
    ValueError : an unknown name, parameters that the kernel lacks, or a parameter out of its domain.

    Examples
    --------
    >>> resolved_params("rbf", None, [[0.0], [1.0], [4.0]])
    {'sigma': 1.5}
    """
    kernel, params = named(kernel, params)
    if is_precomputed(kernel):
        return {}
    if isinstance(kernel, str) and kernel not in KERNELS:
        raise ValueError(f"Unknown kernel {kernel!r}; known are {', '.join(sorted(KERNELS))}.")
    spec = KERNELS[kernel] if isinstance(kernel, str) else kernel
    if not isinstance(spec, KernelSpec):
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
    """The parameters of a kernel between the rows and the columns of a data matrix, usual values filled in.

    sigma is ``crossed_scale``; what else has a scale takes its usual value on the columns.

    Parameters
    ----------
    kernel, params : as ``bind`` takes them.
    A : (N, M) data matrix, dense or sparse.
    rows, columns : its rows and columns as points of one length.
    times : a multiple of the usual value.

    Returns
    -------
    dict : all parameters that are no default of the kernel's.
    """
    kernel, params = named(kernel, params)
    spec = KERNELS.get(kernel) if isinstance(kernel, str) else kernel
    of_sigma = isinstance(spec, KernelSpec) and spec.scaled is not None and spec.scaled.name == "sigma"
    if of_sigma and asks_for_scale(params.get("sigma", SCALE)):
        params["sigma"] = times * crossed_scale(A, rows, columns)
    return resolved_params(kernel, params, columns, times=times)


@dataclass(frozen=True)
class _BoundFunction:
    """A function K(X, Z) over feature vectors; a reference set, where there is one, is the training set."""

    function: Callable[..., Any]
    X: np.ndarray
    params: dict[str, Any]
    sample_weight: np.ndarray | None = None

    def train(self) -> Matrix:
        return self._block(self.X, self.X)

    def source(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        return self._block(X, self.X if among is None else self.X[among])

    def target(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        return self._block(self.X if among is None else self.X[among], X)

    def samples(self) -> np.ndarray:
        return self.X

    @property
    def symmetric(self) -> bool:
        """Whether the kernel is declared to have K(x, z) = K(z, x); of no other bound kernel anything is declared."""
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
        return self._checked(self.function(rows, cols, **self.params, **reference), shape)

    @staticmethod
    def _checked(block: Any, shape: tuple[int, int]) -> Matrix:
        block = as_matrix(block, "kernel(X, Z)")
        if block.shape != shape:
            raise ValueError(f"kernel(X, Z) must have shape {shape}, got {block.shape}.")
        return block


@dataclass(frozen=True)
class _BoundIndex:
    """A kernel over indices; X holds the training indices."""

    kernel: IndexKernel
    X: np.ndarray

    def train(self) -> Matrix:
        return self.kernel.shared(self.X, self.X)

    def source(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        return self.kernel.shared(X, self.X if among is None else self.X[among])

    def target(self, X: Any, among: np.ndarray | None = None) -> Matrix:
        return self.kernel.shared(self.X if among is None else self.X[among], X)

    def samples(self) -> np.ndarray:
        return self.X


@dataclass(frozen=True)
class _BoundMatrix:
    """The kernel matrix of the training samples itself; a new sample x is its row K(x, train)."""

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
                "This needs K(train, new), and kernel='precomputed' has K(new, train) alone. AsKLSClassifier with "
                "merge='source' needs no more. Else take kernel=askcore.kernels.PrecomputedKernel(K), with K of all "
                "samples: fit(train_indices, y).predict(new_indices)."
            )
        return self.X if among is None else self.X[among]

    def samples(self) -> np.ndarray:
        return self.X


class SymmetricKernel(Protocol):
    """A bound kernel that equals its transpose: one block says it all."""

    def train(self) -> Matrix:
        """K(train, train), shape (m, m)."""
        ...

    def source(self, X: Any) -> Matrix:
        """K(X, train), shape (n, m)."""
        ...

    def values(self, X: Any, alpha: np.ndarray) -> np.ndarray:
        """K(X, train) alpha for alpha (m, k), by products with K alone."""
        ...


def symmetrized(bound: BoundKernel, symmetrize: str | None) -> SymmetricKernel:
    """A bound kernel symmetrised.

    - "mean": (K(x, z) + K(z, x))/2, what an SVM sees of an asymmetric kernel;
    - "KKt": sum_r K(x, r) K(z, r), alike are those that read the same samples;
    - "KtK": sum_r K(r, x) K(r, z), alike are those that the same samples read.

    Over a training set with weights v the sums are of v_r K K.

    Parameters
    ----------
    bound : the kernel with its training samples.
    symmetrize : None (it must be symmetric already), "mean", "KKt" or "KtK".

    Returns
    -------
    SymmetricKernel : train() (m, m), source(X) (n, m) and values(X, alpha), its product.
    """
    if symmetrize is None:
        return _Checked(bound)
    if symmetrize not in SYMMETRIZATIONS:
        options = ", ".join(map(repr, SYMMETRIZATIONS))
        raise ValueError(f"symmetrize must be None or one of {options}, got {symmetrize!r}.")
    if getattr(getattr(getattr(bound, "kernel", None), "_matrix", None), "remote", False):
        raise DataError(
            f"A matrix on other machines is taken as it is, got symmetrize={symmetrize!r}",
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
            return _probed(K)
        if K.shape[0] != K.shape[1] or not is_symmetric(K, ROUNDING):
            raise _asymmetric(_norm(K - K.T), _norm(K + K.T))
        return K if is_symmetric(K) else as_matrix(0.5 * (K + K.T))

    def source(self, X: Any) -> Matrix:
        return self.bound.source(X)

    def values(self, X: Any, alpha: np.ndarray) -> np.ndarray:
        return self.source(X) @ alpha


def _probed(K: Any) -> Any:
    """A square operator on other machines, whose product with a random vector is that of its transpose."""
    x = np.random.default_rng(0).standard_normal((K.shape[0], 1))
    there, back = K.both(x, x)
    if _norm(there - back) > ROUNDING * _norm(there + back):
        raise _asymmetric(_norm(there - back), _norm(there + back))
    return K


def _asymmetric(skew: float, whole: float) -> ValueError:
    return ValueError(
        f"The kernel matrix is not symmetric (|K - K^T| is {skew / max(whole, np.finfo(float).tiny):.2g} of "
        "|K + K^T|). Use AsKLSClassifier, or symmetrize='mean', 'KKt' or 'KtK'."
    )


@dataclass(frozen=True)
class _Mean:
    bound: BoundKernel

    def train(self) -> Matrix:
        K = self.bound.train()
        return as_matrix(0.5 * (K + K.T))

    def source(self, X: Any) -> Matrix:
        return as_matrix(0.5 * (self.bound.source(X) + self.bound.target(X).T))

    def values(self, X: Any, alpha: np.ndarray) -> np.ndarray:
        return 0.5 * (self.bound.source(X) @ alpha + self.bound.target(X).T @ alpha)


@dataclass(frozen=True)
class _Product:
    bound: BoundKernel
    symmetrize: str

    def train(self) -> Matrix:
        factor = self._train_factor()
        return as_matrix(factor @ factor.T)

    def source(self, X: Any) -> Matrix:
        return as_matrix(self._factor(X) @ self._train_factor().T)

    def values(self, X: Any, alpha: np.ndarray) -> np.ndarray:
        return self._factor(X) @ (self._train_factor().T @ alpha)

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


def _norm(matrix: Matrix) -> float:
    return float(np.linalg.norm(matrix.data if sp.issparse(matrix) else matrix))
