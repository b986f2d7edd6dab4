"""Divergences between the mixtures of 200 bags on two cores: how time grows, and against a plain double loop.

200 bags of 300 vectors with 64 features, four diagonal Gaussians each (fitted once, timed apart).

1. Monte Carlo with S, 2 S and 4 S draws: the ratios should be near 2.
2. One thread against two, with the same result.
3. A subset of bags against a double loop over scipy's normal densities and logsumexp, with the same draws.

Medians of alternating repetitions; the load is printed, because two busy neighbours change everything.
``python benchmarks/bench_divergences.py 1 3`` runs parts.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
from scipy.special import logsumexp
from scipy.stats import norm

from askcore.kernels import Mixtures, fit_mixtures, kl_mixtures

BAGS, VECTORS, FEATURES, COMPONENTS, DRAWS, REPEATS, SUBSET = 200, 300, 64, 4, 500, 3, 12


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


def seconds(
    works: dict[str, Callable[[], object]], clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Median time of each, taking turns; ``time.process_time`` counts all threads and no neighbours."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(REPEATS):
        for name, work in works.items():
            start = clock()
            work()
            taken[name].append(clock() - start)
    return {name: statistics.median(values) for name, values in taken.items()}


def growth(mixtures: Mixtures) -> None:
    """Part 1."""
    works = {
        str(n): lambda n=n: kl_mixtures(mixtures, n)  # type: ignore[misc]
        for n in (DRAWS, 2 * DRAWS, 4 * DRAWS)
    }
    for clock, name in ((time.perf_counter, "by the clock"), (time.process_time, "of processors")):
        times = seconds(works, clock)
        one, two, four = times.values()
        listed = ", ".join(f"{int(n):,} draws {value:.2f} s" for n, value in times.items())
        print(f"1. {name}: {listed}; twice the draws take {two / one:.2f} and {four / two:.2f} times as long")


def threads(mixtures: Mixtures) -> None:
    """Part 2."""
    times = seconds({str(n): lambda n=n: kl_mixtures(mixtures, DRAWS, n_threads=n) for n in (1, 2)})  # type: ignore[misc]
    same = np.array_equal(
        kl_mixtures(mixtures, DRAWS, n_threads=1).kl, kl_mixtures(mixtures, DRAWS, n_threads=2).kl
    )
    print(f"2. two threads are {times['1'] / times['2']:.2f} times as fast as one; same numbers: {same}")


def against_loop(mixtures: Mixtures) -> None:
    """Part 3."""
    few = Mixtures(*(part[:SUBSET] for part in (mixtures.weights, mixtures.means, mixtures.variances)))
    times = seconds(
        {
            "ours": lambda: kl_mixtures(few, DRAWS),
            "ours, one thread": lambda: kl_mixtures(few, DRAWS, n_threads=1),
            "loop": lambda: plain(few, DRAWS),
        }
    )
    gap = abs(kl_mixtures(few, DRAWS).kl - plain(few, DRAWS)).max()
    print(
        f"3. {SUBSET} bags: the double loop takes {times['loop'] / times['ours']:.1f} times as long "
        f"({times['loop'] / times['ours, one thread']:.1f} against one thread); largest difference {gap:.1e} nats"
    )


def main() -> None:
    """Run the parts that are named, or all."""
    wanted = set(sys.argv[1:]) or {"1", "2", "3"}
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(
        f"{os.cpu_count()} cores, load {load:.1f}, {BAGS} bags, {COMPONENTS} Gaussians in {FEATURES} dimensions"
    )
    start = time.perf_counter()
    mixtures = fit_mixtures(bags(), COMPONENTS)
    print(f"0. fitting  {time.perf_counter() - start:6.2f} s")
    for part, work in (("1", growth), ("2", threads), ("3", against_loop)):
        if part in wanted:
            work(mixtures)


if __name__ == "__main__":
    main()
