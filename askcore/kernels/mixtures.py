"""Gaussian mixtures with diagonal covariances: one fitted to each bag of vectors.

Kernel floor. Fitting is done by scikit-learn; ``Mixtures`` holds many mixtures in three arrays, so that the
Monte Carlo divergences of ``divergences_monte_carlo`` are matrix products.
"""

from __future__ import annotations

import warnings
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from askcore._validation import read_only

__all__ = ["Mixtures", "component_numbers", "fit_mixtures", "fitting_steps"]

MOST_COMPONENTS, VECTORS_PER_COMPONENT = 8, 30
FEWEST_VECTORS_PER_COMPONENT = 5
VARIANCE_FLOOR = 1e-3


@dataclass(frozen=True, eq=False)
class Mixtures:
    """n mixtures of up to C Gaussians in d dimensions, with diagonal covariances.

    Attributes
    ----------
    weights : (n, C), rows sum to 1; 0 where a mixture has fewer components.
    means, variances : (n, C, d).
    converged : (n,) whether the fit ended before its limit of iterations.
    """

    weights: np.ndarray
    means: np.ndarray
    variances: np.ndarray
    converged: np.ndarray | None = None

    def __post_init__(self) -> None:
        """Check shapes and values, copy and freeze.

        Raises ValueError naming the mixture whose weights or variances do not fit.
        """
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
    """Gaussians for each bag of the given sizes.

    By default one for every 30 vectors of the median bag, from 1 to 8 and the same for all, so that the size of a
    bag does not shape its mixture. (He et al. 2022 take 256 for images of many thousand patches: a
    bag of a few hundred vectors would be learned by heart.) No bag gets more than one per 5 vectors.

    Examples
    --------
    >>> component_numbers([100, 100, 7, 3])
    [1, 1, 1, 1]
    >>> component_numbers([100, 120, 7], n_components=4)
    [4, 4, 1]
    """
    if n_components is None:
        n_components = int(np.clip(np.median(sizes) // VECTORS_PER_COMPONENT, 1, MOST_COMPONENTS))
    if n_components < 1:
        raise ValueError(f"n_components must be at least 1, got {n_components}.")
    return [min(n_components, max(1, size // FEWEST_VECTORS_PER_COMPONENT)) for size in sizes]


def fit_mixtures(bags: Sequence[Any], n_components: int | None = None, **options: Any) -> Mixtures:
    """One mixture per bag, in one go; see ``fitting_steps``.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> fit_mixtures([rng.normal(size=(50, 2)), rng.normal(3.0, size=(60, 2))], 2).means.shape
    (2, 2, 2)
    """
    steps = fitting_steps(bags, n_components, **options)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value


def fitting_steps(
    bags: Sequence[Any],
    n_components: int | None = None,
    *,
    variance_floor: float = VARIANCE_FLOOR,
    max_iter: int = 100,
    random_state: int = 0,
    n_threads: int = 2,
) -> Generator[int, None, Mixtures]:
    """Fit one mixture per bag (n_i, d); yields how many are done and returns ``Mixtures``.

    Coordinates are divided by their standard deviation over all bags before the fit (and the result is put
    back), so that ``variance_floor``, which is added to every variance, is a share of the pooled variance:
    coordinates that are constant within a bag have a finite divergence.

    Parameters
    ----------
    n_components : for every bag; by default see ``component_numbers``.
    random_state : seed; bag i depends on it and on i alone.
    n_threads : fits at the same time.

    Raises
    ------
    ValueError : no bags, bags of different width, an empty bag, or an argument out of its range.
    """
    arrays = _checked(bags)
    if not variance_floor > 0:
        raise ValueError(f"variance_floor must be positive, got {variance_floor!r}.")
    numbers = component_numbers([len(bag) for bag in arrays], n_components)
    offset, scale = _pooled(arrays)
    n, C, d = len(arrays), max(numbers), arrays[0].shape[1]
    weights, means, variances = np.zeros((n, C)), np.zeros((n, C, d)), np.ones((n, C, d))
    converged = np.ones(n, dtype=bool)
    seeds = [int(seed.generate_state(1)[0]) % 2**31 for seed in np.random.SeedSequence(random_state).spawn(n)]

    def fit(i: int) -> GaussianMixture:
        model = GaussianMixture(
            numbers[i], covariance_type="diag", reg_covar=variance_floor, max_iter=max_iter,
            random_state=seeds[i],
        )  # fmt: skip
        rows = (arrays[i] - offset) / scale
        return model.fit(rows if len(rows) > 1 else np.repeat(rows, 2, axis=0))

    for start in range(0, n, n_threads):
        wave = range(start, min(start + n_threads, n))
        # Filters are the process's: they are set here, once, and not in the threads.
        with warnings.catch_warnings(), ThreadPoolExecutor(n_threads) as pool:
            warnings.simplefilter("ignore", ConvergenceWarning)  # told by ``converged``
            models = list(pool.map(fit, wave))
        for i, model in zip(wave, models, strict=True):
            weights[i, : numbers[i]] = model.weights_
            means[i, : numbers[i]], variances[i, : numbers[i]] = model.means_, model.covariances_
            converged[i] = model.converged_
        yield wave.stop
    return Mixtures(
        weights / weights.sum(axis=1, keepdims=True), means * scale + offset, variances * scale**2, converged
    )


def _checked(bags: Sequence[Any]) -> list[np.ndarray]:
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


def _pooled(arrays: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Mean and standard deviation (d,) over the vectors of all bags; 1 where a coordinate never changes."""
    total = sum(len(bag) for bag in arrays)
    offset = sum(bag.sum(axis=0) for bag in arrays) / total
    spread = np.sqrt(sum(np.square(bag - offset).sum(axis=0) for bag in arrays) / total)
    return offset, np.where(spread > 0, spread, 1.0)
