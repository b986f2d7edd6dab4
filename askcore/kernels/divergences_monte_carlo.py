"""Kullback-Leibler divergences between Gaussian mixtures, which have no closed form, by seeded Monte Carlo.

Kernel floor. KL(P_i || P_j) is the mean of log p_i(x) - log p_j(x) over x drawn from P_i. The draws of P_i
are made once and serve every j, so the work grows linearly with the number of draws.
"""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from threadpoolctl import ThreadpoolController

from askcore._validation import check_memory, read_only
from askcore.kernels.divergences_matrix import KLMatrix
from askcore.kernels.mixtures import Mixtures

__all__ = ["divergence_steps", "kl_mixtures"]

ROWS_PER_STEP = 4  # per thread: fewer, and the threads wait for each other more than they work
ENTRIES = 100_000  # log densities held at once by a thread, for every component: 0.8 MB stay in its cache


def kl_mixtures(
    mixtures: Mixtures, n_draws: int = 1000, *, random_state: int = 0, n_threads: int = 2
) -> KLMatrix:
    """The divergences of every pair of mixtures, in one go; see ``divergence_steps``.

    Examples
    --------
    >>> two = Mixtures([[1.0], [1.0]], [[[0.0]], [[1.0]]], [[[1.0]], [[1.0]]])  # KL is 1/2 both ways
    >>> found = kl_mixtures(two, 4000)
    >>> bool(abs(found.kl[0, 1] - 0.5) < 4 * found.standard_error[0, 1])
    True
    """
    steps = divergence_steps(mixtures, n_draws, random_state=random_state, n_threads=n_threads)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value


def divergence_steps(
    mixtures: Mixtures, n_draws: int = 1000, *, random_state: int = 0, n_threads: int = 2
) -> Generator[int, None, KLMatrix]:
    """Estimate KL(P_i || P_j) row by row; yields how many rows are done and returns a ``KLMatrix``.

    The same numbers for any ``n_threads``: the draws of row i depend on ``random_state`` and i alone. Nothing runs
    while the generator is suspended. Memory: the matrices, and per thread the draws of one row and
    a few MB.

    Raises
    ------
    ValueError : ``n_draws`` below 2 or ``n_threads`` below 1.
    DataError : the matrices would not fit into memory.
    """
    if n_draws < 2 or n_threads < 1:
        raise ValueError(
            f"n_draws must be at least 2 and n_threads at least 1, got {n_draws} and {n_threads}: "
            "a standard error needs two draws."
        )
    n, d = len(mixtures), mixtures.means.shape[2]
    check_memory(
        16.0 * n * n + n_threads * (24.0 * n_draws * d + 24.0 * ENTRIES) + 16.0 * mixtures.means.size,
        f"The divergences of {n:,} mixtures from {n_draws:,} draws each",
        "Take fewer bags or fewer draws.",
    )
    densities = _LogDensities(mixtures)
    kl, error = np.zeros((n, n)), np.zeros((n, n))
    seeds = np.random.SeedSequence(random_state).spawn(n)
    threads = ThreadpoolController()

    def row(i: int) -> tuple[np.ndarray, np.ndarray]:
        x = mixtures.draw(i, n_draws, np.random.default_rng(seeds[i]))
        return _mean_and_error(densities, x, i)

    at_once = ROWS_PER_STEP * n_threads
    for start in range(0, n, at_once):
        wave = range(start, min(start + at_once, n))
        # One BLAS thread each: rows run beside one another already.
        with threads.limit(limits=1), ThreadPoolExecutor(n_threads) as pool:
            for i, (mean, standard_error) in zip(wave, pool.map(row, wave), strict=True):
                kl[i], error[i] = mean, standard_error
        yield wave.stop
    np.fill_diagonal(kl, 0.0)
    np.fill_diagonal(error, 0.0)
    return KLMatrix(read_only(kl), read_only(error), n_draws)


class _LogDensities:
    """log p_j(x) of all mixtures at once: per component, log w + log N is one product of [x^2, x] and a constant.

    Expanding (x - m)^2/v loses digits where v is small beside m^2, so everything is measured from the
    common mean and in units of the common deviation, in which m is of order 1 (KL does not depend on that).
    """

    def __init__(self, mixtures: Mixtures) -> None:
        w, m, v = mixtures.weights, mixtures.means, mixtures.variances
        used = w > 0
        share = w / w.sum()
        self._offset = np.einsum("nc,ncd->d", share, m)
        spread = np.einsum("nc,ncd->d", share, v + np.square(m - self._offset))
        self._scale = np.sqrt(spread)
        m, v = (m - self._offset) / self._scale, v / spread
        # (C, 2d, n) and (C, n): component by component, so that each product is a plain array over mixtures.
        self._factors = np.ascontiguousarray(
            np.concatenate([-0.5 / v, m / v], axis=2).transpose(1, 2, 0), dtype=np.float64
        )
        with np.errstate(divide="ignore"):
            log_w = np.where(used, np.log(w), -np.inf)
        constant = log_w - 0.5 * (np.square(m) / v + np.log(2.0 * np.pi * v)).sum(axis=2)
        self._constants = np.ascontiguousarray(constant.T)
        self._units = np.log(self._scale).sum()

    @property
    def rows_at_once(self) -> int:
        """Draws whose densities fit into ``ENTRIES``."""
        return max(1, ENTRIES // self._constants.size)

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """(s, d) vectors to (s, n) log densities; components are added without overflow."""
        z = (x - self._offset) / self._scale
        features = np.concatenate([np.square(z), z], axis=1)
        parts = features @ self._factors  # (C, s, n)
        parts += self._constants[:, None, :]
        largest = parts.max(axis=0)
        if len(parts) > 1:
            parts -= largest
            np.exp(parts, out=parts)
            largest += np.log(parts.sum(axis=0))
        return largest - self._units


def _mean_and_error(densities: _LogDensities, x: np.ndarray, i: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean of log p_i - log p_j over the draws for every j, (n,), and its standard error.

    In blocks of draws; means and squares of blocks are joined by the update of Chan, Golub and LeVeque (1979),
    which does not subtract large numbers.
    """
    count, mean, squares = 0, np.zeros(1), np.zeros(1)
    for start in range(0, len(x), densities.rows_at_once):
        logs = densities(x[start : start + densities.rows_at_once])
        gaps = logs[:, [i]] - logs
        s, block = len(gaps), gaps.mean(axis=0)
        gaps -= block
        shift = block - mean
        squares = squares + np.square(gaps).sum(axis=0) + shift**2 * (count * s / (count + s))
        mean = mean + shift * (s / (count + s))
        count += s
    return mean, np.sqrt(squares / (count - 1) / count)
