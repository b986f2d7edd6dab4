"""Is the work of a page what was forecast? Seconds of this process over the forecast, for every kind of work.

Tables of 2,000 to 5,000 rows, and a graph of 100,000 nodes and 1,000,000 links. The forecasts count all threads of the
process. On a machine that does nothing else none should be off by more than a factor of two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from askcore import experiments
from askcore.experiments import KernelChoice, Problem, holdout_split
from askcore.experiments.comparison.run import comparison_outlook
from askcore.experiments.decisions.opening import opening
from askcore.experiments.decisions.views import PATH_LIMIT, with_decomposition
from askcore.experiments.forecasts.comparison import catalogue_seconds, outlook_seconds
from askcore.experiments.forecasts.costs import held_seconds
from askcore.experiments.forecasts.decisions import (
    baselines_seconds,
    contest_seconds,
    curve_seconds,
    fixes_seconds,
    opening_seconds,
    prepared_seconds,
    views_seconds,
)
from askcore.experiments.forecasts.matrices import (
    blocks_seconds,
    effects_seconds,
    entries_seconds,
    methods_seconds,
    operations_seconds,
    order_seconds,
    part_seconds,
    signed_seconds,
    symmetrised_seconds,
    triplets_seconds,
)
from askcore.experiments.forecasts.sampling import sampled_seconds
from askcore.experiments.matrix.blocks import block_means, singular_order
from askcore.experiments.problem import held_entries
from askcore.experiments.running.pace import pace
from askcore.experiments.sampling.triplets import SamplingChoice
from askcore.experiments.spectra.decomposition import LEADING
from askcore.solvers.nystroem.sampling import SAMPLINGS
from benchmarks.measure import record, run, sized, timed
from tests.experiments import large_data

Work = tuple[str, float, Callable[[], Any]]


SHRUNK = sized(1, 50)  # data are so many times smaller


def table(n: int) -> Problem:
    """Of so many rows."""
    return large_data.table(n // SHRUNK)


def graph(n: int, links: int, kernel: str = "adjacency") -> Problem:
    """Of so many nodes."""
    return large_data.graph(n // SHRUNK, links // SHRUNK, kernel)


def large() -> Problem:
    """About the largest graph that a file may hold in practice."""
    return graph(100_000, 1_000_000)


def spectra() -> Iterator[Work]:
    """One decomposition, and what the tabs of its page add."""
    for name, problem in (("3,000 rows", table(3000)), ("5,000 rows", table(5000)), ("graph", large())):
        problem.operator  # noqa: B018 - built before it is decomposed
        found: list[Any] = []
        yield (
            f"{name}: triplets",
            triplets_seconds(problem, LEADING, energy=True),
            lambda p=problem, f=found: f.append(experiments.decompose(p)),
        )
        yield (
            f"{name}: symmetrised",
            symmetrised_seconds(problem, LEADING),
            lambda p=problem: experiments.symmetrised(p),
        )
        yield (
            f"{name}: PCA, KPCA, SVD",
            methods_seconds(problem, 20),
            lambda p=problem, f=found: experiments.features_at_rank(p, f[0], rank=20),
        )
        yield (
            f"{name}: choices",
            effects_seconds(problem, 20),
            lambda p=problem: experiments.choice_effects(p, center=True, scaling="sqrt", rank=20),
        )


def matrix() -> Iterator[Work]:
    """What is known of a matrix, its parts and its pictures."""
    small, problem, sparse = table(2900), table(5000), large()
    for each in (small, problem):
        each.operator  # noqa: B018
    yield (
        "2,900 rows: K and its transpose",
        entries_seconds(small),
        lambda: experiments.kernel_entries(small.operator, max_seconds=1.0),
    )
    part = experiments.kernel_part(problem.operator, max_rows=1500)
    yield (
        "1,500 rows: spectra",
        part_seconds(problem, 1500),
        lambda: experiments.kernel_part(problem.operator, max_rows=1500),
    )
    yield (
        "1,500 rows: signs",
        signed_seconds(problem, 1500),
        lambda: experiments.signed_parts(problem.operator, max_rows=1500),
    )
    yield (
        "1,500 rows: operations",
        operations_seconds(problem, 1500),
        lambda: experiments.kernel_operations(part.K),
    )
    yield (
        "5,000 rows: order",
        order_seconds(problem, problem.operator),
        lambda: singular_order(problem.operator, same_samples=True),
    )
    for name, drawn in (("10,000 rows", table(10_000)), ("graph", sparse)):
        every = np.arange(drawn.shape[0])
        yield (
            f"{name}: block means",
            blocks_seconds(drawn, drawn.operator),
            lambda p=drawn, o=every: block_means(p.operator, o, o),
        )
    for kind in ("katz", "pagerank", "shortest_path", "diffusion"):
        held = graph(3000, 15_000, kind)
        yield f"3,000 nodes: {kind}", held_seconds(held), lambda p=held: held_entries(p)


def sampling() -> Iterator[Work]:
    """Each way to sample, few and many."""
    for name, problem in (("5,000 rows", table(5000)), ("graph", large())):
        exact = experiments.exact_triplets(problem, 10)
        for how in SAMPLINGS:
            for size in sized((200, 1000), (60, 90)):
                choice = SamplingChoice(10, size, size, how)
                yield (
                    f"{name}: {size:,} {how}",
                    sampled_seconds(problem, choice),
                    lambda p=problem, c=choice, e=exact: experiments.sampled_triplets(p, c, e),
                )


def decisions() -> Iterator[Work]:
    """Training, tuning, and what the tabs add."""
    problem = table(2000)
    split = holdout_split(problem.labels, train_size=PATH_LIMIT / 2000)
    m, prepared = len(split.train), experiments.prepare(problem, split)
    yield (
        "1,200 samples: decomposition",
        prepared_seconds(problem, m),
        lambda: with_decomposition(prepared),
    )
    for merge, gammas in (("mean", 61), ("joint", 21)):
        yield (
            f"1,200 samples: along gamma, {merge}",
            curve_seconds(problem, m, gammas, merge),
            lambda r=merge, n=gammas: experiments.gamma_curve(prepared, np.geomspace(0.01, 1e4, n), 0.1, r),
        )
    yield (
        "1,200 samples: corrections",
        fixes_seconds(problem, m),
        lambda: experiments.prepare_fixes(problem, split, symmetrize="mean"),
    )
    linked = large()
    split = holdout_split(linked.labels)
    m = len(split.train)
    yield "graph: views", views_seconds(linked, m), lambda: experiments.decide_views(linked, split)
    yield "graph: contest", contest_seconds(linked, m), lambda: experiments.contest(linked, split)
    yield (
        "graph: baselines",
        baselines_seconds(linked),
        lambda: experiments.baselines(Problem.of(linked.data), split),
    )
    yield (
        "graph: quick search",
        opening_seconds(linked),
        lambda: opening(linked.data, split),
    )


def comparison() -> Iterator[Work]:
    """Setting up a comparison, and a small one in full."""
    linked = large()
    kernels: dict[str, KernelChoice] = {}
    yield (
        "graph: catalogue",
        catalogue_seconds(linked),
        lambda: kernels.update(experiments.directed_kernels(linked.data, limit=4)),
    )
    yield (
        "graph: outlook",
        outlook_seconds(*(Problem(linked.data, each) for each in kernels.values())),
        lambda: comparison_outlook(
            linked.data, kernels, folds=5, repeats=1, bandwidths=(1.0,), seconds=8.0, brief=True
        ),
    )
    run = experiments.compare(table(400), folds=5, repeats=1)
    yield "400 samples: comparison", run.seconds_there, run.run


def measure(kind: Callable[[], Iterator[Work]]) -> None:
    """The farthest off of one kind, and all of them in words."""
    ratios = {}
    for name, forecast, work in kind():
        forecast *= pace()  # as a page tells it
        ratios[name] = max(timed(work).seconds, 1e-6) / max(forecast, 1e-6)
        print(f"   {name:36} {ratios[name]:6.2f} of {forecast:.2f} s", flush=True)
    farthest = max(ratios, key=lambda name: abs(np.log(ratios[name])))
    factor = float(np.exp(abs(np.log(ratios[farthest]))))
    record(f"forecasts.{kind.__name__}.farthest_off", factor, runs=1, note=f"{farthest}; of {len(ratios)}")


if __name__ == "__main__":
    run(
        {each.__name__: partial(measure, each) for each in (spectra, matrix, sampling, decisions, comparison)}
    )
