"""KSVD: the singular value decomposition between two data sources under an asymmetric kernel."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import TransformerMixin
from sklearn.utils import Tags
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

from askcore._graphs import as_adjacency
from askcore._random import Seed
from askcore._threads import is_light, one_thread
from askcore._validation import DataError, as_matrix, needs
from askcore.estimators._base import TakesKernel
from askcore.kernels.binding import KernelLike, crossed_params
from askcore.kernels.objects import named
from askcore.operators import CenteredOperator, KernelOperator, as_operator
from askcore.operators.matrix import is_remote
from askcore.solvers import asymmetric_nystroem, symmetric_nystroem, truncated_svd
from askcore.solvers.compatibility import COMPATIBILITIES, compatible_sources
from askcore.solvers.kernel_matrices import kernel_operator
from askcore.solvers.nystroem.out_of_sample import (
    column_products,
    columns_operator,
    row_products,
    rows_operator,
)
from askcore.solvers.nystroem.sampling import SAMPLINGS
from askcore.solvers.svd.singular import SCALINGS, SVD_SOLVERS, SingularTriplets, carried, nothing_left

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from askcore.figures import Theme

SIDES = ("left", "right", "both")


class KSVD(TransformerMixin, TakesKernel):
    r"""Singular vectors of G, G[i, j] = K(x_i, z_j), between the rows x_i and the columns z_j of a matrix A.

    G is centred, H_N G H_M with H = I - 11^T/n, and decomposed as G = U S V^T. U contains the features of the rows, and
    V contains those of the columns. (Tao et al. 2023, algorithms 1 and 2. PCA and kernel PCA use only the rows.) For a
    square sparse A and a kernel of inner products, the exact G costs as much as A A; see
    ``askcore.operators.graph_kernel_operator``.

    Parameters
    ----------
    kernel : a name in ``askcore.kernels.KERNELS``, an object such as ``askcore.kernels.SNE(sigma=2.0)``, any callable
        K(X, Z), or "precomputed": A is then G itself. A normalised kernel (SNE, T) is normalised over the columns of A.
    n_components : number r of singular triplets. If the matrix has fewer, all of them are computed, with a note.
    kernel_params : parameters of a named kernel or a callable; an object has its own. If sigma is omitted or "scale",
        it is sqrt(M var(A)) for a sparse A (Tao et al. 2023, appendix D.2), otherwise the median distance from a row to
        a column. The defaults of other parameters with a scale are computed from the columns.
    compatibility : how rows and columns get the same length: "identity" (square A), "pinv", "pca", "random",
        "random_unscaled", or "auto": identity for a square A, otherwise pca. See ``solvers.compatibility``.
    center : whether to centre the rows and the columns of G. The linear kernel with "pinv" and without centring gives
        the SVD of A.
    solver : "full", "arpack", "propack", "randomized", "block_lanczos", "nystroem", "symmetric_nystroem", or "auto".
        "auto" is the exact method if G has a structure, fits in memory or is on other machines, and otherwise Nystroem.
        With 1,000,000 rows and columns or more, "auto" can use single precision; notes_ then contains a note. See
        ``solvers.truncated_svd``.
    n_row_samples, n_column_samples, sampling, tolerance : for the Nystroem methods; see
        ``solvers.asymmetric_nystroem``. The symmetric method samples as many rows as columns.
    scaling : "none" U, "sqrt" U S^1/2 or "full" U S; the same for V. The scaling matters more than the kernel.
    side : what ``transform`` returns: "left", "right" or "both" side by side. None is "both" for a square A (node i is
        row i and column i), otherwise "left".
    random_state : seed for everything random: compatibility, sampling and starting vectors.

    Attributes
    ----------
    singular_values_ (r,), left_vectors_ (N, r), right_vectors_ (M, r); solver_ : the solver used;
    n_components_ : the number r used; compatibility_ : the method used;
    notes_ : what was estimated or reduced, in words; carried_ (r,) : which components are above rounding error;
    sampled_rows_, sampled_columns_ : of the Nystroem methods, otherwise None; kernel_params_ : the values used, with
        sigma as a number.

    Examples
    --------
    >>> import numpy as np, askcore
    >>> A = np.array([[0.0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]])
    >>> model = askcore.KSVD("sne", n_components=2).fit(A)
    >>> model.left_vectors_.shape, model.fit_transform(A).shape
    ((4, 2), (4, 4))
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "kernel": [str, callable],
        "n_components": [Interval(Integral, 1, None, closed="left")],
        "kernel_params": [Mapping, None],
        "compatibility": [StrOptions({"auto", *COMPATIBILITIES})],
        "center": ["boolean"],
        "solver": [StrOptions({"auto", "nystroem", "symmetric_nystroem", *SVD_SOLVERS})],
        "n_row_samples": [Interval(Integral, 1, None, closed="left"), None],
        "n_column_samples": [Interval(Integral, 1, None, closed="left"), None],
        "sampling": [StrOptions(set(SAMPLINGS))],
        "tolerance": [Interval(Real, 0, None, closed="neither"), None],
        "scaling": [StrOptions(set(SCALINGS))],
        "side": [StrOptions(set(SIDES)), None],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        kernel: KernelLike = "sne",
        n_components: int = 20,
        *,
        kernel_params: Mapping[str, Any] | None = None,
        compatibility: str = "auto",
        center: bool = True,
        solver: str = "auto",
        n_row_samples: int | None = None,
        n_column_samples: int | None = None,
        sampling: str = "uniform",
        tolerance: float | None = None,
        scaling: str = "sqrt",
        side: str | None = None,
        random_state: Seed = None,
    ) -> None:
        self.kernel = kernel
        self.n_components = n_components
        self.kernel_params = kernel_params
        self.compatibility = compatibility
        self.center = center
        self.solver = solver
        self.n_row_samples = n_row_samples
        self.n_column_samples = n_column_samples
        self.sampling = sampling
        self.tolerance = tolerance
        self.scaling = scaling
        self.side = side
        self.random_state = random_state

    def fit(self, A: Any, y: ArrayLike | None = None) -> KSVD:
        """Decompose the kernel matrix between rows and columns of A (N, M), dense or sparse, or a graph of networkx or
        igraph, whose adjacency is A.

        With kernel="precomputed", A may be an operator, such as the ``LowRankOperator`` of random features. It may also
        be on the workers of a Dask cluster, as a dask array or an ``operators.DistributedOperator``: only the vectors
        are transferred, and the matrix stays there.

        Raises
        ------
        DataError : a Nystroem method has fewer samples than components; compatibility "identity" with an A that is not
            square; a G that is zero after centring; not enough memory.
        """
        self._validate_params()
        A = self._matrix(A)
        with one_thread(is_light(A)):
            self.shape_ = A.shape
            sampled = self.solver == "nystroem"
            if self.kernel == "precomputed":
                self._sources, self.compatibility_, self.kernel_params_ = None, "identity", {}
                G = as_operator(A)
            else:
                self._sources = compatible_sources(A, self.compatibility, self.random_state)
                self.compatibility_ = self._sources.compatibility
                self._rows, self._columns = self._sources.rows(A), self._sources.columns(A)
                kernel, params = named(self.kernel, self.kernel_params)
                self.kernel_params_ = crossed_params(kernel, params, A, self._rows, self._columns)
                G = kernel_operator(kernel, self._rows, self._columns, self.kernel_params_, lazy=sampled)
            self.n_components_, self._clamped = self._rank(G.shape)
            if self.center and min(G.shape) == 1:
                raise self._nothing()
            exact = G.in_memory
            centred = CenteredOperator(G) if self.center and exact else None
            self._means = None if centred is None else centred.means
            found = self._decompose(
                G if centred is None else centred, estimate_means=self.center and not exact
            )
            self._store(found)
        return self

    def fit_transform(self, A: Any, y: ArrayLike | None = None) -> np.ndarray:
        """Fit the model and return the features of the rows and columns of A, with the shape of ``transform``."""
        self.fit(A)
        power = self._power(SCALINGS[self.scaling])
        return self._arranged(self.left_vectors_ * power, self.right_vectors_ * power)

    def transform(self, rows: Any, columns: Any = None) -> np.ndarray:
        """Compute features (n, r), or (n, 2 r) for side "both", of rows (n, M) of A or of new rows.

        Row x gets u = K(x, z_1..M) V / S, with the centring of the training matrix. On the training rows, this
        out-of-sample extension equals the singular vectors. Side "right" or "both" also needs ``columns`` (N, n), the
        same samples as columns. If ``rows`` has the shape of A and ``columns`` is omitted, the columns of ``rows`` are
        used.
        """
        check_is_fitted(self)
        rows = self._matrix(rows, reset=False)
        side = self._side()
        left = None if side == "right" else self._row_features(rows)
        if side == "left":
            return self._arranged(left)
        if columns is None:
            if rows.shape != self.shape_:
                raise DataError(
                    f"Right features of {rows.shape[0]:,} new rows need the same samples as columns",
                    remedy="Pass transform(rows, columns), or take side='left'.",
                )
            columns = rows
        return self._arranged(left, self.transform_columns(columns))

    def transform_columns(self, columns: Any) -> np.ndarray:
        """Compute right features (m, r) of columns (N, m) of A or of new columns: v = K(x_1..N, z)^T U / S, centred."""
        check_is_fitted(self)
        columns = as_operator(columns) if _is_operator(columns) else as_matrix(columns, "columns")
        if columns.shape[0] != self.shape_[0]:
            raise DataError(
                f"Columns must have {self.shape_[0]:,} entries, one for each row of A; got shape {columns.shape}",
                remedy="Give them side by side, shape (N, m).",
            )
        if self._sources is None:
            G = as_operator(columns)
        else:
            points = self._sources.columns(columns)
            G = columns_operator(
                named(self.kernel)[0], self.kernel_params_, (self._rows, self._columns), points
            )
        return self._scaled(column_products(G, self.left_vectors_, self._means))

    def _matrix(self, A: Any, *, reset: bool = True) -> Any:
        """A as scikit-learn checks it; an operator, and what lies on other machines, as an operator."""
        if not _is_operator(A):
            return validate_data(self, as_adjacency(A), accept_sparse="csr", dtype=np.float64, reset=reset)
        if self.kernel != "precomputed":
            why = "are on other machines" if is_remote(A) else "are known only by products"
            raise DataError(
                f"kernel={self.kernel!r} needs the rows and columns of a matrix, but these {why}",
                remedy='Use kernel="precomputed" if the matrix is the kernel matrix itself.',
            )
        A = as_operator(A)
        if reset:
            self.n_features_in_ = A.shape[1]
        elif A.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {A.shape[1]} features, but KSVD is expecting {self.n_features_in_} features as input."
            )
        return A

    def _rank(self, shape: tuple[int, int]) -> tuple[int, tuple[str, ...]]:
        most = min(shape)
        if self.solver in ("arpack", "propack"):  # these find all but one
            most = max(most - 1, 1)
        if self.n_components <= most:
            return int(self.n_components), ()
        found = f"{most} component" + ("s" if most > 1 else "")
        return most, (
            f"{self.n_components} components were requested from a {shape[0]:,} x {shape[1]:,} matrix: {found}.",
        )

    def _decompose(self, G: KernelOperator, *, estimate_means: bool) -> SingularTriplets:
        """Run the solver; keeps what only a Nystroem method has."""
        self.sampled_rows_ = self.sampled_columns_ = None
        seed = self.random_state
        solver, r = self.solver, self.n_components_
        if min(G.shape) == 1 and solver in ("arpack", "propack"):
            solver = "full"
        if solver == "auto" and not G.in_memory:
            solver = "nystroem"
        if solver == "nystroem":
            found = asymmetric_nystroem(
                G,
                r,
                n_rows=self.n_row_samples,
                n_columns=self.n_column_samples,
                sampling=self.sampling,
                center=estimate_means,
                tolerance=self.tolerance,
                random_state=seed,
            )
            self._means = found.means or self._means
            self.sampled_rows_, self.sampled_columns_ = found.rows, found.columns
            return found
        if estimate_means:  # an exact solver was asked for: so are exact means, whatever they cost
            G = CenteredOperator(G)
            self._means = G.means
        if solver == "symmetric_nystroem":
            samples = self.n_row_samples or self.n_column_samples
            return symmetric_nystroem(G, r, n_samples=samples, sampling=self.sampling, random_state=seed)
        return truncated_svd(G, r, solver=solver, random_state=seed)

    def _nothing(self) -> DataError:
        n, m = self.shape_
        why = "the same in every row or column, so it is zero after centring" if self.center else "zero"
        return DataError(
            f"Nothing is left to decompose: the kernel matrix is {why} (n_samples = {n}, n_features = {m})",
            remedy="Check that rows and columns differ, choose another bandwidth"
            + (", or leave out centring." if self.center else "."),
        )

    def _store(self, found: SingularTriplets) -> None:
        """Keep the triplets; refuse a matrix of which nothing is left, and say what an odd spectrum means."""
        values, notes = found.values, [*self._clamped, *found.notes]
        means = self._means
        rounding = means is not None and nothing_left(values, means)
        if values[0] == 0 or rounding:
            raise self._nothing()
        self.singular_values_, self.left_vectors_, self.right_vectors_ = values, found.left, found.right
        rank = int(np.count_nonzero(self.carried_))
        if rank < len(values):
            notes.append(f"The matrix has numerical rank {rank}; later components are zero up to rounding.")
        elif len(values) > 1 and values[-1] > values[0] * (1 - 1e-9):
            notes.append("All singular values are equal, so any rotation of the vectors is equally valid.")
        self.solver_, self.notes_ = found.solver, tuple(notes)

    def _row_features(self, rows: Any) -> np.ndarray:
        if self._sources is None:
            G = as_operator(rows)
        else:
            G = rows_operator(
                named(self.kernel)[0], self.kernel_params_, self._sources.rows(rows), self._columns
            )
        return self._scaled(row_products(G, self.right_vectors_, self._means))

    @property
    def carried_(self) -> np.ndarray:
        """(r,) whether the singular value of each component is above rounding; otherwise its features are zero."""
        return carried(self.singular_values_, self.shape_, self._means)

    def _power(self, exponent: float) -> np.ndarray:
        """S^exponent (r,); 0 for components without a value."""
        return np.where(self.carried_, np.where(self.carried_, self.singular_values_, 1.0) ** exponent, 0.0)

    def _scaled(self, products: np.ndarray) -> np.ndarray:
        """G V (or G^T U) to U S^p: divided by S, times S^p; components without a value are zero."""
        return products * self._power(SCALINGS[self.scaling] - 1.0)

    def _side(self) -> str:
        if self.side is not None:
            return str(self.side)
        return "both" if self.shape_[0] == self.shape_[1] else "left"

    def _arranged(self, left: Any, right: Any = None) -> np.ndarray:
        side = self._side()
        if side != "both":
            return np.asarray(left if side == "left" else right)
        if len(left) != len(right):
            raise DataError(
                f"{len(left):,} rows and {len(right):,} columns do not describe the same samples",
                remedy="Take side='left' or 'right'.",
            )
        return np.hstack([left, right])

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """Return the names of the columns of ``transform``: "ksvd_left0", ... and then "ksvd_right0", ..., depending on
        ``side``.

        ``set_output(transform="pandas")`` needs this method. ``input_features`` is ignored; it exists for scikit-learn.
        """
        check_is_fitted(self)
        sides = ("left", "right") if self._side() == "both" else (self._side(),)
        return np.array(
            [f"ksvd_{side}{j}" for side in sides for j in range(self.n_components_)], dtype=object
        )

    def plot(self, *, logarithmic: bool = False, theme: Theme = "light") -> go.Figure:
        """Draw the singular values by rank, optionally on a logarithmic axis; ``theme`` is "light" or "dark"."""
        with needs("A figure", extra="figures"):
            from askcore.estimators._plots import plot_singular_values
        return plot_singular_values(self, logarithmic, theme)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _is_operator(A: Any) -> bool:
    """Whether a matrix is taken as an operator, and not looked into."""
    return isinstance(A, KernelOperator) or is_remote(A)
