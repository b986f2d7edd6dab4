"""References written straight from the papers' equations, slow and plain, and matrices to try them on."""

from __future__ import annotations

import itertools

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from askcore.datasets import GraphData, list_samples

LARGE = ("library_calls", "swiss_roll")  # thousands of samples: for dense references too many
IN_TURN = (0.1, 0.8, 0.1)  # shares of the links that lead into the own class, the next, the one after


def small_samples(*kinds: str) -> list[str]:
    """Names of the samples of some kinds, or of all, without the large ones."""
    return [name for kind in kinds or (None,) for name in list_samples(kind) if name not in LARGE]


def dense(K) -> np.ndarray:
    return K.toarray() if sp.issparse(K) else np.array(K, dtype=float)


def damped_solve(T: np.ndarray, r: np.ndarray, damping: float) -> np.ndarray:
    """T z = r, or (T'T + lambda I) z = T' r: the least squares of [T; sqrt(lambda) I] z = [r; 0], by QR.

    Forming T'T would cost the reference half of its digits.
    """
    if damping == 0:
        return np.linalg.solve(T, r)
    Q, R = np.linalg.qr(np.vstack([T, np.sqrt(damping) * np.eye(len(T))]))
    return scipy.linalg.solve_triangular(R, Q[: len(T)].T @ r)


def askls_system(K, y: np.ndarray, gamma: float) -> np.ndarray:
    """The (2m + 2) matrix of He et al. 2022, eq. 6, for one class: the labels stand inside.

    Unknowns (b1, b2, alpha, beta); H_ij = y_i K_ij y_j.
    """
    m = len(y)
    H = y[:, None] * dense(K) * y[None, :]
    T = np.zeros((2 * m + 2, 2 * m + 2))
    T[0, 2 : 2 + m] = y
    T[1, 2 + m :] = y
    T[2 : 2 + m, 0] = y
    T[2 + m :, 1] = y
    T[2:, 2:] = np.block([[np.eye(m) / gamma, H], [H.T, np.eye(m) / gamma]])
    return T


def naive_askls(K, Y: np.ndarray, gamma: float, damping: float = 0.0):
    """a, c (m, k) and b_source, b_target (k,): one paper system per column of Y, which holds -1 and +1."""
    Y = np.asarray(Y, dtype=float)
    Y = Y[:, None] if Y.ndim == 1 else Y
    m = len(Y)
    columns = []
    for y in Y.T:
        r = np.concatenate([[0.0, 0.0], np.ones(2 * m)])
        z = damped_solve(askls_system(K, y, gamma), r, damping)
        columns.append((y * z[2 : 2 + m], y * z[2 + m :], z[0], z[1]))
    a, c, b1, b2 = (np.array(part) for part in zip(*columns, strict=True))
    return a.T, c.T, b1, b2


def naive_lssvm(K, y: np.ndarray, gamma: float, damping: float = 0.0):
    """alpha y (m,) and b of Suykens and Vandewalle's (m + 1) system, with the labels inside."""
    m = len(y)
    H = y[:, None] * dense(K) * y[None, :]
    T = np.block([[np.zeros((1, 1)), y[None, :]], [y[:, None], H + np.eye(m) / gamma]])
    z = damped_solve(T, np.concatenate([[0.0], np.ones(m)]), damping)
    return y * z[1:], z[0]


def naive_centred(K) -> np.ndarray:
    K = dense(K)
    n, m = K.shape
    left = np.eye(n) - np.full((n, n), 1 / n)
    right = np.eye(m) - np.full((m, m), 1 / m)
    return left @ K @ right


def naive_condition(K, gamma: float, *, symmetric: bool = False) -> float:
    """max |1/gamma + l| / min |1/gamma + l| over the centred vectors, from the whole spectrum."""
    Kc = naive_centred(K)
    # A basis of the vectors that sum to zero takes the constant one out of the spectrum.
    basis = np.linalg.qr(np.column_stack([np.ones(len(Kc)), np.eye(len(Kc))[:, 1:]]))[0][:, 1:]
    core = basis.T @ Kc @ basis
    if symmetric:
        spectrum = np.linalg.eigvalsh((core + core.T) / 2)
    else:
        sigma = np.linalg.svd(core, compute_uv=False)
        spectrum = np.concatenate([sigma, -sigma])
    size = np.abs(1 / gamma + spectrum)
    with np.errstate(divide="ignore"):
        return size.max() / size.min()


def naive_sne(X, Z, sigma: float, reference) -> np.ndarray:
    def weight(x, z):
        return np.exp(-sum((a - b) ** 2 for a, b in zip(x, z, strict=True)) / sigma**2)

    return np.array([[weight(x, z) / sum(weight(x, r) for r in reference) for z in Z] for x in X])


def naive_t(X, Z, reference) -> np.ndarray:
    def weight(x, z):
        return 1 / (1 + sum((a - b) ** 2 for a, b in zip(x, z, strict=True)))

    return np.array([[weight(x, z) / sum(weight(x, r) for r in reference) for z in Z] for x in X])


def naive_graph_matrix(edges, n: int, *, orientation: str, self_loops, normalize: bool) -> np.ndarray:
    """S from (source, target, weight) triples, by loops over the edges."""
    S = np.zeros((n, n))
    for source, target, weight in edges:
        if orientation != "out":
            S[target, source] += weight
        if orientation != "in" and (orientation == "out" or source != target):
            S[source, target] += weight
    for i in range(n):
        if self_loops is not None:
            S[i, i] = 1.0 if self_loops else 0.0
        if normalize and S[i].sum() > 0:
            S[i] /= S[i].sum()
    return S


def random_labels(rng: np.random.Generator, m: int, k: int = 1) -> np.ndarray:
    """(m, k) of -1 and +1, both present in every column."""
    Y = np.where(rng.random((m, k)) < 0.5, 1.0, -1.0)
    Y[0], Y[-1] = 1.0, -1.0
    return Y


def random_sparse(rng: np.random.Generator, m: int, density: float) -> sp.csr_array:
    return sp.csr_array(sp.random_array((m, m), density=density, rng=rng))


def with_singular_values(rng: np.random.Generator, sigma) -> np.ndarray:
    """An asymmetric matrix (m, m) whose centred version has exactly the m - 1 given singular values."""
    m = len(sigma) + 1
    basis = np.linalg.qr(np.column_stack([np.ones(m), rng.standard_normal((m, m - 1))]))[0][:, 1:]
    turn = np.linalg.qr(rng.standard_normal((m - 1, m - 1)))[0]
    centred = basis @ (np.asarray(sigma)[:, None] * turn) @ basis.T
    return centred + rng.random(m)[None, :] + rng.random(m)[:, None]


def with_eigenvalues(rng: np.random.Generator, eigenvalues) -> np.ndarray:
    """A symmetric matrix (m, m) whose centred version has exactly the m - 1 given eigenvalues."""
    m = len(eigenvalues) + 1
    basis = np.linalg.qr(np.column_stack([np.ones(m), rng.standard_normal((m, m - 1))]))[0][:, 1:]
    shift = rng.random(m)
    K = basis @ (np.asarray(eigenvalues)[:, None] * basis.T) + shift[None, :] + shift[:, None]
    return (K + K.T) / 2


def frozen(array: np.ndarray) -> np.ndarray:
    array = np.array(array)
    array.flags.writeable = False
    return array


def every_pair(*axes) -> list[tuple]:
    """Rows of one value per axis in which every two values of different axes meet: far fewer than the full product."""
    axes = [list(axis) for axis in axes]
    rows = list(itertools.product(*(range(len(axis)) for axis in axes)))
    pairs = {row: set(itertools.combinations(enumerate(row), 2)) for row in rows}
    missing, chosen = set().union(*pairs.values()), []
    while missing:
        best = max(rows, key=lambda row: len(pairs[row] & missing))
        missing -= pairs[best]
        chosen.append(tuple(axis[i] for axis, i in zip(axes, best, strict=True)))
    return chosen


def linked_classes(n: int, shares: tuple[float, float, float], *, links: int, seed: int) -> GraphData:
    """So many links out of every node, to nodes drawn from its own class, the next and the one after."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3
    ends = (np.repeat(y, links) + rng.choice(3, n * links, p=shares)) % 3 + 3 * rng.integers(
        0, n // 3, n * links
    )
    starts = np.repeat(np.arange(n), links)
    apart = starts != ends
    A = sp.csr_array((np.ones(apart.sum()), (starts[apart], ends[apart])), shape=(n, n))
    A.data[:] = 1.0
    return GraphData(A, [f"n{i}" for i in range(n)], np.array(list("abc"))[y])
