"""The search for a kernel: seconds, the ratio to refits, and what the first recommendation is worth.

1. ``find_kernel`` on a directed graph of 1,000 nodes and on a table of 500 rows; one of its kernels against refits of
   the estimator for each sample left out at each setting: a few are timed, all are counted.
2. Generated graphs, five draws each: held-out accuracy of the recommendation, of the best kernel of the catalogue
   (chosen by a look at the held-out samples) and of the best ordinary method.
3. Cora and Citeseer, where ASKCORE_DATA names their folder: held-out accuracy of the recommendation beside that of the
   best ordinary method, and when the first lines of the ranking were there.

Seconds are of the processor: on a busy machine the wall clock would measure the load. The budgets are the usual ones in
parts 1 and 2, of wall clock; in part 3 twice that with one BLAS thread. ``python benchmarks/bench_find.py 1 3`` runs
parts.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time
import warnings

import numpy as np
import scipy.sparse as sp
from sklearn.datasets import make_classification

from askcore import AsKLSClassifier
from askcore.datasets import GraphData, TableData, fetch
from askcore.experiments import FoundKernels, Problem, find_kernel, holdout_split, prepare
from askcore.experiments.decisions.tuned import decided_at
from askcore.kernels import PrecomputedKernel

SETTINGS = 12 * 4  # gammas and dampings of one kernel
TIMED = 10


def graph(n: int, links: np.ndarray, seed: int) -> GraphData:
    """Links between classes k and l with probability links[k, l]."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % len(links)
    A = (rng.random((n, n)) < links[y][:, y]).astype(float)
    np.fill_diagonal(A, 0.0)
    return GraphData(sp.csr_array(A), [str(i) for i in range(n)], y.astype(str))


def shaped(k: int, within: float, onwards: float, else_: float) -> np.ndarray:
    """Probabilities of links within a class, to the next one, and to the others."""
    links = np.full((k, k), else_) + np.eye(k) * (within - else_)
    links[np.arange(k), (np.arange(k) + 1) % k] = onwards
    return links


KINDS = {
    "communities": shaped(3, 0.06, 0.02, 0.02),
    "class k links to k + 1": shaped(3, 0.02, 0.06, 0.02),
    "the same, five classes": shaped(5, 0.02, 0.08, 0.02),
    "nothing to find": shaped(3, 0.03, 0.03, 0.03),
}


def sizes() -> None:
    """Seconds of a whole search, and the ratio to refits."""
    X, y = make_classification(500, 20, n_informative=8, n_classes=3, random_state=0)
    for name, data in (
        ("graph of 1,000 nodes", graph(1000, shaped(3, 0.01, 0.02, 0.005), 0)),
        ("table of 500 rows", TableData(X, y)),
    ):
        start = time.process_time()
        run = find_kernel(data, seconds=1000.0)
        found = run.run()
        taken = time.process_time() - start
        forecast = run.settings["seconds"]
        print(
            f"{name}: {taken:.1f} s for {found.n_offered} kernels (aim 15 s), {taken / forecast:.1f} of the forecast"
        )
        line = found.best
        assert line is not None
        split = holdout_split(data.labels)
        K, labels = prepare(Problem(data, line.choice), split).K, np.asarray(data.labels)[split.train]
        every = np.arange(len(labels))
        model = AsKLSClassifier(PrecomputedKernel(K), gamma=line.gamma, damping=max(line.damping, 1e-3))
        start = time.process_time()
        for i in every[:TIMED]:
            model.fit(np.delete(every, i), np.delete(labels, i)).predict([i])
        refits = (time.process_time() - start) / TIMED * len(every) * SETTINGS
        ratio = refits / line.seconds
        print(f"  {line.label}: {line.seconds:.2f} s; by refits {refits:,.0f} s, {ratio:,.0f} times as long")


def looked_up(data: GraphData, found: FoundKernels) -> float:
    """The best of the catalogue by the held-out samples themselves, each kernel at its own best line."""
    split, tried = holdout_split(data.labels), {}
    for line in found.ranking:
        if line.choice is not None and line.choice not in tried:
            part = prepare(Problem(data, line.choice), split)
            views = decided_at(part, line.gamma, line.damping, merge=line.merge)
            tried[line.choice] = (views.predicted["merged"] == views.truth).mean()
    return float(max(tried.values()))


def structures() -> None:
    """What the recommendation is worth."""
    for name, links in KINDS.items():
        scores = []
        for seed in range(5):
            data = graph(300, links, seed)
            found = find_kernel(data, seconds=1000.0).run()
            scores.append((found.score, looked_up(data, found), found.ordinary_score))
        first, best, ordinary = np.mean(scores, axis=0)
        print(f"{name}: recommended {first:.1%}, best of the catalogue {best:.1%}, ordinary {ordinary:.1%}")


def citations() -> None:
    """The public graphs."""
    if not os.environ.get("ASKCORE_DATA"):
        print("ASKCORE_DATA is not set")
        return
    for name in ("cora", "citeseer"):
        run, first, start = find_kernel(fetch(name), seconds=120.0), None, time.process_time()
        for _ in run:
            if first is None and run.partial is not None:
                first = time.process_time() - start
        found = run.result
        assert found is not None
        assert found.best is not None
        taken, tried = time.process_time() - start, found.n_offered - len(found.left_out)
        print(
            f"{name}: {found.best.label} ({found.best.merge}) {found.score:.1%}, best ordinary "
            f"{found.best_ordinary.label if found.best_ordinary else 'none'} {found.ordinary_score:.1%} of "
            f"{found.n_held_out:,} held-out nodes; {taken:.0f} s, first lines after {first:.1f} s, "
            f"{tried} of {found.n_offered} kernels"
        )


PARTS = {"1": sizes, "2": structures, "3": citations}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
