"""Gaussian mixtures with diagonal covariances, one fitted to each bag of vectors, and their divergences.

KL(P_i || P_j) of mixtures is the mean of log p_i(x) - log p_j(x) over x drawn from P_i. The draws of P_i serve every j,
so the work grows linearly with their number.
"""

from __future__ import annotations

import warnings
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from askcore._machine import in_threads
from askcore._random import draw_seeds
from askcore._steps import result_of
from askcore._threads import one_thread
from askcore._validation import check_memory, read_only
from askcore.kernels._points import row_blocks
from askcore.kernels.divergences import KLMatrix

MOST_COMPONENTS, VECTORS_PER_COMPONENT = 8, 30
FEWEST_VECTORS_PER_COMPONENT = 5
VARIANCE_FLOOR = (
    1e-3  # added to each variance, in units of the pooled one: a coordinate may be constant in a bag
)
ROWS_PER_STEP = 4  # per thread: fewer, and the threads wait for each other more than they work
ENTRIES = 100_000  # log densities held at once by a thread, for every component: 0.8 MB stay in its cache


@dataclass(frozen=True, eq=False)
class Mixtures:
    """n mixtures of up to C Gaussians in d dimensions, with diagonal covariances.

    ``weights`` (n, C) with rows that sum to 1, 0 where a mixture has fewer components; ``means``, ``variances`` (n, C,
    d); ``converged`` (n,): whether the fit ended before its limit of iterations.
    """

    weights: np.ndarray
    means: np.ndarray
    variances: np.ndarray
    converged: np.ndarray | None = None

    def __post_init__(self) -> None:
        """Check, copy and freeze; raises ValueError naming the mixture that does not fit."""
        w, m, v = (np.array(a, dtype=np.float64) for a in (self.weights, self.means, self.variances))
        if w.ndim != 2 or m.ndim != 3 or m.shape[:2] != w.shape or v.shape != m.shape or 0 in m.shape:
            raise ValueError(
                "Expected weights (n, C), means (n, C, d) and variances (n, C, d), got "
                f"{w.shape}, {m.shape} and {v.shape}."
            )
        fits = (w >= 0).all(axis=1) & (abs(w.sum(axis=1) - 1.0) < 1e-6)
        fits &= (np.isfinite(m) & np.isfinite(v) & (v > 0)).all(axis=(1, 2))
        if not fits.all():
            raise ValueError(
                f"Mixture {int(np.flatnonzero(~fits)[0])}: weights must sum to 1 and none be negative, means be "
                "finite and variances positive."
            )
        done = np.ones(len(w), dtype=bool) if self.converged is None else np.array(self.converged, dtype=bool)
        for name, array in (("weights", w), ("means", m), ("variances", v), ("converged", done)):
            object.__setattr__(self, name, read_only(array))

    def __len__(self) -> int:
        """n, the number of mixtures."""
        return len(self.weights)

    def draw(self, i: int, n_draws: int, rng: np.random.Generator) -> np.ndarray:
        """(n_draws, d) independent vectors from mixture i."""
        chosen = rng.choice(self.weights.shape[1], size=n_draws, p=self.weights[i])
        noise = rng.standard_normal((n_draws, self.means.shape[2]))
        noise *= np.sqrt(self.variances[i])[chosen]
        noise += self.means[i][chosen]
        return noise


def component_numbers(sizes: Sequence[int], n_components: int | None = None) -> list[int]:
    """Number of Gaussians of each bag: ``n_components``, but no more than one for 5 vectors of the bag.

    None: one for every 30 vectors of the median bag, from 1 to 8 and alike for all, so that the size of a bag does not
    shape its mixture. (He et al. 2022 take 256 for images of many thousand patches.)
    """
    if n_components is None:
        n_components = int(np.clip(np.median(sizes) // VECTORS_PER_COMPONENT, 1, MOST_COMPONENTS))
    if n_components < 1:
        raise ValueError(f"n_components must be at least 1, got {n_components}.")
    return [min(n_components, max(1, size // FEWEST_VECTORS_PER_COMPONENT)) for size in sizes]


def fit_mixtures(
    bags: Sequence[ArrayLike], n_components: int | None = None, *, random_state: int = 0, n_threads: int = 2
) -> Mixtures:
    """Fit one Gaussian mixture to each bag.

    Parameters
    ----------
    bags : arrays (n_i, d).
    n_components : number of Gaussians for every bag; None: see ``component_numbers``.
    random_state : seed; the fit of bag i depends only on the seed and on i.
    n_threads : number of threads; the result does not depend on it.

    Returns
    -------
    Mixtures : one for each bag. A ValueError is raised for bags that cannot be fitted.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> fit_mixtures([rng.normal(size=(50, 2)), rng.normal(3.0, size=(60, 2))], 2).means.shape
    (2, 2, 2)
    """
    return result_of(fitting_steps(bags, n_components, random_state=random_state, n_threads=n_threads))


def fitting_steps(
    bags: Sequence[ArrayLike], n_components: int | None, *, random_state: int, n_threads: int
) -> Generator[int, None, Mixtures]:
    """Fit one mixture per bag (n_i, d); a generator that yields the number of bags done and returns Mixtures.

    Coordinates are fitted in units of their standard deviation over all bags.
    """
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.mixture import GaussianMixture

    arrays = _checked(bags)
    numbers = component_numbers([len(bag) for bag in arrays], n_components)
    vectors = np.concatenate(arrays)
    offset, spread = vectors.mean(axis=0), vectors.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)  # 1 where a coordinate never changes
    n, C, d = len(arrays), max(numbers), arrays[0].shape[1]
    weights, means, variances = np.zeros((n, C)), np.zeros((n, C, d)), np.ones((n, C, d))
    converged = np.ones(n, dtype=bool)
    seeds = [draw_seeds(child, 1)[0] for child in np.random.SeedSequence(random_state).spawn(n)]

    def fit(i: int) -> GaussianMixture:
        model = GaussianMixture(
            numbers[i], covariance_type="diag", reg_covar=VARIANCE_FLOOR, random_state=seeds[i]
        )
        rows = (arrays[i] - offset) / scale
        return model.fit(rows if len(rows) > 1 else np.repeat(rows, 2, axis=0))

    for start in range(0, n, n_threads):
        wave = range(start, min(start + n_threads, n))
        # Filters are the process's: they are set here, once, and not in the threads.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # told by ``converged``
            models = in_threads(fit, wave, n_threads)
        for i, model in zip(wave, models, strict=True):
            weights[i, : numbers[i]] = model.weights_
            means[i, : numbers[i]], variances[i, : numbers[i]] = model.means_, model.covariances_
            converged[i] = model.converged_
        yield wave.stop
    return Mixtures(
        weights / weights.sum(axis=1, keepdims=True), means * scale + offset, variances * scale**2, converged
    )


def _checked(bags: Sequence[ArrayLike]) -> list[np.ndarray]:
    arrays = [np.asarray(bag, dtype=np.float64) for bag in bags]
    if not arrays:
        raise ValueError("Expected at least one bag of vectors, got none.")
    for i, bag in enumerate(arrays):
        if bag.ndim != 2 or 0 in bag.shape or bag.shape[1] != arrays[0].shape[-1]:
            raise ValueError(
                f"Bag {i} must have shape (vectors, features), at least 1 of each and as many features as the "
                f"first, got {bag.shape}."
            )
        if not np.isfinite(bag).all():
            raise ValueError(f"Bag {i} holds a value that is not finite. Fill it in or leave its vector out.")
    return arrays


def kl_mixtures(
    mixtures: Mixtures, n_draws: int = 1000, *, random_state: int = 0, n_threads: int = 2
) -> KLMatrix:
    """Estimate the divergences between all pairs of mixtures.

    Parameters
    ----------
    mixtures : n mixtures.
    n_draws : number of draws from each mixture.
    random_state : seed; the draws of mixture i depend only on the seed and on i.
    n_threads : number of threads; the result does not depend on it.

    Returns
    -------
    KLMatrix : divergences (n, n) in nats with their standard errors.

    Examples
    --------
    >>> two = Mixtures([[1.0], [1.0]], [[[0.0]], [[1.0]]], [[[1.0]], [[1.0]]])  # KL is 1/2 both ways
    >>> found = kl_mixtures(two, 4000)
    >>> bool(abs(found.kl[0, 1] - 0.5) < 4 * found.standard_error[0, 1])
    True
    """
    return result_of(divergence_steps(mixtures, n_draws, random_state=random_state, n_threads=n_threads))


def divergence_steps(
    mixtures: Mixtures, n_draws: int, *, random_state: int, n_threads: int
) -> Generator[int, None, KLMatrix]:
    """Estimate KL(P_i || P_j) row by row; a generator that yields the number of rows done and returns a KLMatrix.

    Source: He et al. 2022, eq. 13.
    """
    if n_draws < 2 or n_threads < 1:
        raise ValueError(
            f"n_draws must be at least 2 and n_threads at least 1, got {n_draws} and {n_threads}: "
            "a standard error needs two draws."
        )
    n, d = len(mixtures), mixtures.means.shape[2]
    check_memory(
        16.0 * n * n + n_threads * (24.0 * n_draws * (n + d) + 24.0 * ENTRIES) + 16.0 * mixtures.means.size,
        f"The divergences of {n:,} mixtures from {n_draws:,} draws each",
        "Take fewer bags or smaller samples.",
    )
    densities = _LogDensities(mixtures)
    kl, error = np.zeros((n, n)), np.zeros((n, n))
    streams = np.random.SeedSequence(random_state).spawn(n)

    def row(i: int) -> tuple[np.ndarray, np.ndarray]:
        """Mean of log p_i - log p_j over the draws for every j, (n,), and its standard error."""
        x = mixtures.draw(i, n_draws, np.random.default_rng(streams[i]))
        logs = np.concatenate([densities(x[rows]) for rows in row_blocks(n_draws, 1, densities.rows_at_once)])
        gaps = logs[:, [i]] - logs
        return gaps.mean(axis=0), gaps.std(axis=0, ddof=1) / np.sqrt(n_draws)

    at_once = ROWS_PER_STEP * n_threads
    for start in range(0, n, at_once):
        wave = range(start, min(start + at_once, n))
        # One BLAS thread each: rows run beside one another already.
        with one_thread():
            rows = in_threads(row, wave, n_threads)
        for i, (mean, standard_error) in zip(wave, rows, strict=True):
            kl[i], error[i] = mean, standard_error
        yield wave.stop
    np.fill_diagonal(kl, 0.0)
    np.fill_diagonal(error, 0.0)
    return KLMatrix(read_only(kl), read_only(error), n_draws)


class _LogDensities:
    """log p_j(x) of all mixtures at once: per component, log w + log N is one product of [x^2, x] and a constant.

    Measured from the common mean and in units of the common deviation: expanding (x - m)^2/v loses digits where v is
    small beside m^2.
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
        self.rows_at_once = max(1, ENTRIES // self._constants.size)

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
