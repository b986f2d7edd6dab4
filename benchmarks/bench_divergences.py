"""Divergences between the mixtures of 200 bags on two cores, and against a plain double loop.

200 bags of 300 vectors with 64 features, four diagonal Gaussians each (fitted once, timed apart).

- threads: one thread against two, by the clock, with the same result.
- loop: a subset of bags against a double loop over scipy's normal densities and logsumexp, with the same draws.
"""

from __future__ import annotations

import time
from functools import partial

import numpy as np
from scipy.special import logsumexp
from scipy.stats import norm

from askcore.kernels import fit_mixtures, kl_mixtures
from askcore.kernels.mixtures import Mixtures
from benchmarks.measure import compare, run, sized, timed

BAGS, VECTORS, FEATURES, COMPONENTS = sized((200, 300, 64, 4), (6, 40, 5, 2))
DRAWS, SUBSET = sized((500, 12), (20, 3))


def bags() -> list[np.ndarray]:
    """Vectors around two centres a bag, with deviations of their own."""
    rng = np.random.default_rng(0)
    made = []
    for _ in range(BAGS):
        centres = 0.5 * rng.normal(size=(2, FEATURES))
        spread = np.exp(0.3 * rng.normal(size=FEATURES))
        made.append(centres[rng.integers(2, size=VECTORS)] + spread * rng.normal(size=(VECTORS, FEATURES)))
    return made


def plain(mixtures: Mixtures, n_draws: int) -> np.ndarray:
    """The estimate as it is written down: for each pair, log densities of each component by scipy."""
    n = len(mixtures)
    kl = np.zeros((n, n))
    for i, seed in enumerate(np.random.SeedSequence(0).spawn(n)):
        x = mixtures.draw(i, n_draws, np.random.default_rng(seed))
        logs = [log_density(mixtures, j, x) for j in range(n)]
        for j in range(n):
            kl[i, j] = (logs[i] - logs[j]).mean()
    return kl


def log_density(mixtures: Mixtures, j: int, x: np.ndarray) -> np.ndarray:
    """log p_j (s,), component by component."""
    weights, means, deviations = mixtures.weights[j], mixtures.means[j], np.sqrt(mixtures.variances[j])
    parts = [
        np.log(w) + norm.logpdf(x, m, s).sum(axis=1)
        for w, m, s in zip(weights, means, deviations, strict=True)
        if w > 0
    ]
    return logsumexp(parts, axis=0)


def fitted() -> Mixtures:
    """Of all bags; how long it took is said."""
    found = timed(lambda: fit_mixtures(bags(), COMPONENTS))
    print(f"   fitting {found.seconds:.2f} s")
    return found.result


def threads() -> None:
    """Two of them are ours."""
    mixtures = fitted()
    found = compare(
        "divergences.two_threads",
        ours=partial(kl_mixtures, mixtures, DRAWS, n_threads=2),
        one_thread=partial(kl_mixtures, mixtures, DRAWS, n_threads=1),
        clock=time.perf_counter,
        note="by the clock",
    ).results
    print(f"   same numbers: {np.array_equal(found['ours'].kl, found['one_thread'].kl)}")


def loop() -> None:
    """The estimate as it is written down."""
    mixtures = fitted()
    few = Mixtures(*(part[:SUBSET] for part in (mixtures.weights, mixtures.means, mixtures.variances)))
    found = compare(
        "divergences.bags",
        ours=partial(kl_mixtures, few, DRAWS),
        double_loop=partial(plain, few, DRAWS),
        note=f"{SUBSET} bags",
    ).results
    print(f"   largest difference {abs(found['ours'].kl - found['double_loop']).max():.1e} nats")


if __name__ == "__main__":
    run({each.__name__: each for each in (threads, loop)})
