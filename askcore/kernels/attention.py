"""Dot-product attention: how much of its attention x gives to z among the reference points.

The reference set is fitted state, as with SNE; the projections depend on the parameters and the reference set alone.
Own projections, say of a trained layer, go into ``AttentionKernel``. Source: Vaswani et al. 2017; as an asymmetric
kernel, Tao et al. 2023, example 2.1.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from askcore._validation import as_matrix, check_whole, largest_modulus, read_only
from askcore.kernels._points import in_range, products_hold, row_blocks, row_sums, softmax_rows
from askcore.kernels._registry import Choice, Range, kernel

LARGEST_SCORE = 1e290


@kernel(
    "Attention",
    symmetric=False,
    pointwise=False,
    formula=r"\frac{\exp(\langle W_Q x, W_K z\rangle/\sqrt{d})}{\sum_{r}\exp(\langle W_Q x, W_K r\rangle/\sqrt{d})}",
)
def attention(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    dimension: Annotated[int, Range(1, 4096, integer=True, usual=(1, 64))] = 16,
    projection: Annotated[str, Choice(("random", "pca"))] = "random",
    seed: Annotated[int, Range(0, 2**32 - 1, integer=True, usual=(0, 20))] = 0,
    reference: np.ndarray | None = None,
    reference_weight: np.ndarray | None = None,
) -> np.ndarray:
    r"""K(x, z) = exp(<W_Q x, W_K z>/sqrt(dimension)), divided by its sum over z in ``reference``.

    Shapes (n, d), (m, d) to (n, m); ``reference`` (r, d) defaults to Z, and then rows sum to 1.

    ``projection`` "random": W_Q and W_K (dimension, d) independent normal with variance 1/d, drawn from ``seed``.
    "pca": both contain the first principal directions of the reference set, at most d (signs and ``seed`` then do not
    matter).

    ``reference_weight`` (r,) v > 0 multiplies each term of the sum by v_r, and weights the principal directions.
    """
    among = Z if reference is None else reference
    if projection == "pca":
        W_Q = W_K = _principal_directions(among, dimension, reference_weight)
    else:
        rng = np.random.default_rng(seed)
        W_Q, W_K = rng.standard_normal((2, dimension, X.shape[1])) / np.sqrt(X.shape[1])
    return _attend(X, Z, among, reference_weight, W_Q / np.sqrt(dimension), W_K)


class AttentionKernel:
    """The attention kernel with given projections. Pass it to an estimator, or evaluate it as k(X, Z).

    Parameters
    ----------
    W_Q, W_K : (dimension, d) arrays of finite numbers, for samples with d features. They are copied and read-only.

    Examples
    --------
    >>> k = AttentionKernel(W_Q=[[1.0, 0.0]], W_K=[[0.0, 1.0]])
    >>> k([[1.0, 0.0]], [[0.0, 0.0], [0.0, 1.0]]).round(3)
    array([[0.269, 0.731]])
    """

    pointwise = False  # read by ``bind``: the reference set is handed in

    def __init__(self, W_Q: ArrayLike, W_K: ArrayLike) -> None:
        self.W_Q = read_only(as_matrix(W_Q, "W_Q").copy())
        self.W_K = read_only(as_matrix(W_K, "W_K").copy())
        if self.W_Q.shape != self.W_K.shape or 0 in self.W_Q.shape:
            raise ValueError(
                "W_Q and W_K must both have shape (dimension, features), at least 1 x 1; got "
                f"{self.W_Q.shape} and {self.W_K.shape}."
            )

    def __call__(
        self,
        X: ArrayLike,
        Z: ArrayLike,
        *,
        reference: ArrayLike | None = None,
        reference_weight: np.ndarray | None = None,
    ) -> np.ndarray:
        """K(X, Z), shapes (n, d), (m, d) to (n, m); the sum runs over ``reference`` (r, d), by default Z.

        ``reference_weight`` (r,) v > 0 puts v_r before each of its terms.
        """
        X, Z = self._points(X, "X"), self._points(Z, "Z")
        among = Z if reference is None else self._points(reference, "reference")
        return _attend(X, Z, among, reference_weight, self.W_Q / np.sqrt(len(self.W_Q)), self.W_K)

    @classmethod
    def heads(cls, W_Q: ArrayLike, W_K: ArrayLike, n_heads: int) -> tuple[AttentionKernel, ...]:
        """Return the kernels of the ``n_heads`` heads of one layer, whose projections (n_heads * dimension, d) are
        stacked.

        For PyTorch's MultiheadAttention, W_Q and W_K are the first and the second third of the rows of
        ``in_proj_weight``. Raises ValueError if ``n_heads`` does not divide the number of rows.

        >>> [head.W_Q.shape for head in AttentionKernel.heads(np.ones((6, 4)), np.ones((6, 4)), n_heads=3)]
        [(2, 4), (2, 4), (2, 4)]
        """
        Q, K = as_matrix(W_Q, "W_Q"), as_matrix(W_K, "W_K")
        check_whole(1, n_heads=n_heads)
        if len(Q) % n_heads or Q.shape != K.shape:
            raise ValueError(
                f"W_Q and W_K must have one shape, with as many rows for each of {n_heads} heads; got {Q.shape} and "
                f"{K.shape}."
            )
        return tuple(map(cls, np.split(Q, n_heads), np.split(K, n_heads)))

    def __repr__(self) -> str:
        dimension, features = self.W_Q.shape
        return f"AttentionKernel({dimension} dimensions of {features} features)"

    def _points(self, values: ArrayLike, name: str) -> np.ndarray:
        points = as_matrix(values, name)
        if points.shape[1] != self.W_Q.shape[1]:
            raise ValueError(
                f"{name} has {points.shape[1]} features, but the projections are for {self.W_Q.shape[1]}."
            )
        return points


def _principal_directions(points: np.ndarray, count: int, weight: np.ndarray | None) -> np.ndarray:
    """The first principal directions of the weighted points as rows, (min(count, d, number of points), d)."""
    (points,), _ = in_range(points)
    centred = points - np.average(points, axis=0, weights=weight) if len(points) else points
    if weight is not None:
        centred *= np.sqrt(weight)[:, None]
    return np.linalg.svd(centred, full_matrices=False)[2][:count]


def _attend(
    X: np.ndarray,
    Z: np.ndarray,
    reference: np.ndarray,
    weight: np.ndarray | None,
    W_Q: np.ndarray,
    W_K: np.ndarray,
) -> np.ndarray:
    """The softmax over the reference; W_Q is scaled by 1/sqrt(dimension) already."""
    (X,), scale_x = in_range(X)
    (Z, reference), scale_z = in_range(Z, reference)
    queries, keys_z = X @ W_Q.T, Z @ W_K.T
    keys_r = keys_z if reference is Z else reference @ W_K.T
    size_q, size_k = largest_modulus(queries), max(largest_modulus(keys_z), largest_modulus(keys_r))
    # What was divided out comes back, as far as the scores stay finite: from there on only their order matters.
    factor = min(scale_x * scale_z, LARGEST_SCORE / max(size_q * size_k * len(W_Q), 1e-300))
    if factor != 1.0:
        queries *= factor
    exact = not products_hold(factor * size_q * size_k * len(W_Q))
    scores = _scores(queries, keys_z, exact)
    if reference is Z and weight is None:
        return softmax_rows(scores)
    for rows in row_blocks(len(queries), len(keys_r)):
        over = _scores(queries[rows], keys_r, exact)
        largest = over.max(axis=1, keepdims=True)
        over -= largest
        sums = row_sums(np.exp(over, out=over), weight)[:, None]
        scores[rows] -= largest
        with np.errstate(over="ignore"):  # a new z that outdoes every r: said where the matrix is checked
            np.exp(scores[rows], out=scores[rows])
        scores[rows] /= sums
    return scores


def _scores(queries: np.ndarray, keys: np.ndarray, exact: bool) -> np.ndarray:
    """<q, k>, (n, m); ``exact`` gives a pair the same number in every block, whatever order a product adds in."""
    return np.einsum("id,jd->ij", queries, keys) if exact else queries @ keys.T
