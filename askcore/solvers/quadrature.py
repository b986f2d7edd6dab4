r"""Counts and sums over the eigenvalues of a symmetric matrix by their sign, from products: Lanczos quadrature.

Solver floor. For a random vector v of signs, v^T f(K) v has the mean trace f(K). Lanczos from v gives the Gauss rule
of v's spectral measure: nodes are the eigenvalues of a small tridiagonal matrix, weights the squared first entries of
its eigenvectors, so that v^T f(K) v is n times sum_j w_j f(theta_j), exactly for polynomials of degree 2 m - 1 after
m products. The mean over several v is the estimate, their scatter its standard error.

f(x) = x^2 or |x| on one side of zero is continuous, and few products settle it. A count is a step: what the rule says
is right up to about the weight of the node beside zero (Chebyshev, Markov, Stieltjes). A node's weight is therefore
spread evenly about it, and eigenvalues that are zero are split with it; how many those are a rule cannot tell. Of a
sparse matrix most of them follow from the pattern: ``known_zeros``. Where one node stands for many eigenvalues close to
zero, as in the rapidly falling spectrum of a smooth kernel, their signs are not to be had from products:
``SignedSums.resolved`` is False then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import scipy.linalg
import scipy.sparse as sp
from scipy.sparse.csgraph import structural_rank

from askcore._lazy import made_once
from askcore._random import check_random_state
from askcore._scale import unit_of
from askcore._validation import as_matrix, check_square, read_only
from askcore.operators import KernelOperator, as_operator

PROBES, STEPS = 20, 50
BASIS = 3e7  # entries of the bases held at once: 240 MB
EXHAUSTED = 1e-12  # a remainder below this share of the matrix ends the recurrence: the rule is exact
ROUNDING = 1e-9  # of the largest node: a node nearer to zero is zero
LUMP = 0.1  # share of all eigenvalues that the nodes about zero may stand for


class Estimate(NamedTuple):
    """A mean over random vectors, and its standard error."""

    value: float
    error: float


@dataclass(frozen=True, eq=False)
class SignedSums:
    """Sums over the eigenvalues of a symmetric matrix of size n, by their sign, estimated.

    Attributes
    ----------
    size : n.
    probes, steps : random vectors, and products for each.
    zeros : eigenvalues that are known to be zero; they count for neither sign.
    nodes, weights : (probes, steps) the rules; each row of weights adds up to 1.
    """

    size: int
    probes: int
    steps: int
    zeros: int
    nodes: np.ndarray = field(repr=False)
    weights: np.ndarray = field(repr=False)

    def total(self, f: Callable[[np.ndarray], np.ndarray]) -> Estimate:
        """The sum of f over all eigenvalues; f (k,) -> (k,) without a jump where eigenvalues are."""
        return self._mean((self.weights * f(self.nodes)).sum(axis=1))

    def energy(self, sign: int) -> Estimate:
        """Sum of the squared eigenvalues of this sign."""
        return self.total(lambda x: np.where(sign * x > 0, x * x, 0.0))

    @property
    def norm(self) -> float:
        """(sum of all squared eigenvalues)^1/2."""
        unit = unit_of(self.nodes)
        return unit * float(np.sqrt(self.total(lambda x: (x / unit) ** 2).value))

    def modulus(self, sign: int) -> Estimate:
        """Sum of the moduli of the eigenvalues of this sign."""
        return self.total(lambda x: np.maximum(sign * x, 0.0))

    @made_once
    def negative_energy(self) -> Estimate:
        """Share of the negative eigenvalues in the sum of squares; the error is that of a ratio of means."""
        squares = self.weights * (self.nodes / unit_of(self.nodes)) ** 2
        negative, every = np.where(self.nodes < 0, squares, 0.0).sum(axis=1), squares.sum(axis=1)
        if not every.any():
            return Estimate(0.0, 0.0)
        share = float(negative.mean() / every.mean())
        return Estimate(share, self._error(negative - share * every) / float(every.mean()))

    @made_once
    def negative(self) -> Estimate:
        """How many eigenvalues are negative; see ``resolved``."""
        return self._below(1)

    @made_once
    def positive(self) -> Estimate:
        """How many eigenvalues are positive; see ``resolved``."""
        return self._below(-1)

    @property
    def beside_zero(self) -> float:
        """Share of the eigenvalues, those known to be zero left out, that the nodes about zero stand for."""
        return max(float(self._sides[:, 1].mean()) - self.zeros / max(self.size, 1), 0.0)

    @property
    def resolved(self) -> bool:
        """Whether the two counts say something: the nodes about zero stand for no more than a tenth."""
        return self.beside_zero <= LUMP

    @made_once
    def clearly_negative(self) -> Estimate:
        """How many are negative whatever the signs of those about zero."""
        return self._mean(self._sides[:, 3])

    def _below(self, sign: int) -> Estimate:
        """Eigenvalues with sign * value < 0; of those that are zero, half were counted with each sign."""
        negative, _, rounding, _ = self._sides.T
        counted = negative if sign > 0 else 1.0 - rounding - negative
        known = self.zeros / max(self.size, 1)
        count = self._mean(counted - np.maximum(known - rounding, 0.0) / 2)
        return Estimate(min(max(count.value, 0.0), float(self.size - self.zeros)), count.error)

    @made_once
    def _sides(self) -> np.ndarray:
        """(probes, 4) shares by each rule: negative, about zero, zero up to rounding, and clearly negative.

        A node stands for the eigenvalues half-way to its nearer neighbour on either side, unless the rule is
        exhausted: then it is an eigenvalue.
        """
        found = np.zeros((self.probes, 4))
        for row, nodes, weights in zip(found, self.nodes, self.weights, strict=True):
            kept = np.flatnonzero(weights > 0)
            if not len(kept):
                continue
            order = kept[np.argsort(nodes[kept])]
            nodes, weights = nodes[order], weights[order]
            gaps = np.concatenate([[np.inf], np.diff(nodes), [np.inf]])
            reach = np.minimum(gaps[:-1], gaps[1:]) / 2
            if len(kept) == self.size or len(kept) < self.steps:
                reach[:] = 0.0
            rounding = np.abs(nodes) <= ROUNDING * np.abs(nodes).max()
            about = (np.abs(nodes) < reach) | rounding
            below = np.where(nodes < 0, 1.0, 0.0)
            spread = about & ~rounding
            below[spread] = 0.5 - nodes[spread] / (2 * reach[spread])
            below[rounding] = 0.0
            row[:] = weights @ below, weights @ about, weights @ rounding, weights[(nodes < 0) & ~about].sum()
        return found

    def _mean(self, values: np.ndarray) -> Estimate:
        return Estimate(self.size * float(values.mean()), self.size * self._error(values))

    def _error(self, values: np.ndarray) -> float:
        if len(values) < 2:
            return float("nan")
        size = float(np.abs(values).max()) or 1.0  # squares of large values overflow
        return size * float((values / size).std(ddof=1) / np.sqrt(len(values)))


def signed_sums(
    K: Any, *, probes: int = PROBES, steps: int = STEPS, zeros: int = 0, random_state: Any = 0
) -> SignedSums:
    """Estimate how many eigenvalues of a symmetric matrix are negative, and what they hold, from products alone.

    Parameters
    ----------
    K : (n, n) operator, array or sparse matrix; that it is symmetric is taken on trust.
    probes : random vectors, at least 2 for a standard error.
    steps : products with each; all vectors are multiplied at once.
    zeros : eigenvalues known to be zero, as from ``known_zeros``.
    random_state : of the vectors.

    Returns
    -------
    SignedSums

    References
    ----------
    Ubaru, Chen and Saad 2017, Fast estimation of tr(f(A)) via stochastic Lanczos quadrature, SIAM J. Matrix Anal.
    Appl. 38; Hutchinson 1990 for the vectors of signs; Golub and Meurant 2010 for the rules.
    """
    operator = as_operator(K)
    check_square(operator, "The matrix")
    n = operator.shape[0]
    if probes < 1 or steps < 1:
        raise ValueError(f"probes and steps must be at least 1, got {probes} and {steps}.")
    if n == 0:
        nothing = read_only(np.zeros((probes, 1)))
        return SignedSums(0, probes, steps, 0, nothing, nothing)
    steps = min(steps, n)
    draw = check_random_state(random_state)
    vectors = draw.randint(0, 2, size=(n, probes)) * 2.0 - 1.0
    at_once = max(1, int(BASIS // (n * steps)))
    rules = [
        rule
        for at in range(0, probes, at_once)
        for rule in _gauss_rules(operator, vectors[:, at : at + at_once], steps)
    ]
    nodes, weights = (np.array(values) for values in zip(*rules, strict=True))
    return SignedSums(n, probes, steps, zeros, read_only(nodes), read_only(weights))


def known_zeros(matrix: Any) -> int:
    """A lower bound of how many eigenvalues of a sparse symmetric matrix are zero, from its pattern and equal rows.

    One of two equal rows (and columns) can be taken away by a congruence that leaves a zero, and what is left has at
    most the rank of its pattern: the largest number of entries with no row or column in common. For most sparse
    graphs that is all of them; eigenvalues that vanish for other reasons are not counted.

    Parameters
    ----------
    matrix : (n, n) sparse, symmetric.

    Returns
    -------
    int : 0 to n.
    """
    matrix = sp.csr_array(as_matrix(matrix), copy=True)
    matrix.eliminate_zeros()
    matrix.sort_indices()
    n = matrix.shape[0]
    ends = zip(matrix.indptr[:-1], matrix.indptr[1:], strict=True)
    first: dict[tuple[bytes, bytes], int] = {}
    for row, (start, stop) in enumerate(ends):
        first.setdefault((matrix.indices[start:stop].tobytes(), matrix.data[start:stop].tobytes()), row)
    different = np.fromiter(first.values(), dtype=np.intp)
    kept = sp.csr_array(matrix[different][:, different])
    return n - int(structural_rank(kept)) if n else 0


def _gauss_rules(
    operator: KernelOperator, vectors: np.ndarray, steps: int
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Nodes (steps,) and weights (steps,) of each column of ``vectors`` (n, p), by Lanczos on all of them at once.

    Every new vector is made orthogonal to all before it, twice: without that, copies of a converged eigenvalue would
    appear (Paige 1972). Where a recurrence is exhausted the rest of its rule has no weight.
    """
    n, p = vectors.shape
    basis = np.zeros((p, steps, n))
    diagonal, beside = np.zeros((p, steps)), np.zeros((p, steps))
    current = np.ascontiguousarray(vectors.T) / np.sqrt(n)
    scale = 0.0
    for j in range(steps):
        basis[:, j] = current
        product = np.ascontiguousarray((operator @ np.ascontiguousarray(current.T)).T)
        if j == 0:
            scale = float(np.abs(product).max()) * np.sqrt(n) or 1.0
        product /= scale
        diagonal[:, j] = np.einsum("pn,pn->p", product, current)
        before = basis[:, : j + 1]
        for _ in range(2):
            overlap = np.matmul(before, product[:, :, None])
            product -= np.matmul(overlap.transpose(0, 2, 1), before)[:, 0]
        size = np.sqrt(np.einsum("pn,pn->p", product, product))
        largest = np.maximum(np.abs(diagonal).max(axis=1), beside.max(axis=1))
        beside[:, j] = np.where(size > EXHAUSTED * np.maximum(largest, size), size, 0.0)
        goes_on = beside[:, j] > 0
        current = np.where(goes_on, 1.0 / np.where(goes_on, size, 1.0), 0.0)[:, None] * product
        if not goes_on.any():
            break
    found = []
    for a, b in zip(diagonal, beside[:, :-1], strict=True):
        nodes, first = scipy.linalg.eigh_tridiagonal(a, b)
        weights = first[0] ** 2
        weights[weights < EXHAUSTED**2] = 0.0  # of what came after an exhausted recurrence
        found.append((nodes * scale, weights / weights.sum()))
    return found
