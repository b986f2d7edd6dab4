"""The search for a kernel: seconds, the ratio to refits, and what the first recommendation is worth.

- sizes: ``find_kernel`` on a directed graph of 1,000 nodes and on a table of 500 rows; one of its kernels against
  refits of the estimator for each sample left out at each setting: ten are timed, all are counted.
- structures: generated graphs, five draws each: held-out accuracy of the recommendation, of the best kernel of the
  catalogue (chosen by a look at the held-out samples) and of the best ordinary method.
- citations: Cora and Citeseer, under ASKCORE_DATA: held-out accuracy of the recommendation beside that of the best
  ordinary method, and when the first lines of the ranking were there.

The budgets are the usual ones of sizes and structures, of wall clock; of citations twice that with one BLAS thread.
"""

from __future__ import annotations

import time

import numpy as np
import scipy.sparse as sp
from sklearn.datasets import make_classification

from askcore import AsKLSClassifier
from askcore.datasets import GraphData, TableData
from askcore.experiments import Problem, find_kernel, holdout_split, prepare
from askcore.experiments.decisions.found import FoundKernels
from askcore.experiments.decisions.tuned import decided_at
from askcore.kernels import PrecomputedKernel
from benchmarks.measure import public_graph, record, run, sized, timed

SETTINGS = 12 * 4  # gammas and dampings of one kernel
TIMED = sized(10, 2)


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
    X, y = make_classification(sized(500, 90), 20, n_informative=8, n_classes=3, random_state=0)
    for name, data in (
        ("graph", graph(sized(1000, 60), sized(1, 10) * shaped(3, 0.01, 0.02, 0.005), 0)),
        ("table", TableData(X, y)),
    ):
        search = find_kernel(data, seconds=1000.0)
        taken = timed(search.run)
        found = taken.result
        note = f"{found.n_offered} kernels"
        record(f"find.{name}.seconds", taken.seconds, "s", runs=1, goal=15.0, note=note)
        best = found.best
        assert best is not None
        split = holdout_split(data.labels)
        K, labels = prepare(Problem(data, best.choice), split).K, np.asarray(data.labels)[split.train]
        every = np.arange(len(labels))
        model = AsKLSClassifier(PrecomputedKernel(K), gamma=best.gamma, damping=max(best.damping, 1e-3))
        some = timed(
            lambda e=every, y=labels, m=model: [
                m.fit(np.delete(e, i), np.delete(y, i)).predict([i]) for i in e[:TIMED]
            ]
        )
        refits = some.seconds / TIMED * len(every) * SETTINGS
        record(
            f"find.{name}.refits_over_ours",
            refits / best.seconds,
            runs=1,
            seconds={"ours": best.seconds, "refits": refits},
            note=f"{best.label}; {TIMED} refits of {len(every) * SETTINGS:,} timed",
        )


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
    for name, links in list(KINDS.items())[: sized(None, 1)]:
        scores = []
        for seed in range(sized(5, 1)):
            data = graph(sized(300, 60), sized(1, 4) * links, seed)
            found = find_kernel(data, seconds=1000.0).run()
            scores.append((found.score, looked_up(data, found), found.ordinary_score))
        first, best, ordinary = np.mean(scores, axis=0)
        print(
            f"   {name}: recommended {first:.1%}, best of the catalogue {best:.1%}, ordinary {ordinary:.1%}"
        )


def citations() -> None:
    """The public graphs."""
    for name in ("cora", "citeseer"):
        given = public_graph(name)
        if given is None:
            continue
        A, labels = given
        data = GraphData(A, [str(i) for i in range(len(labels))], labels.astype(str))
        search, first, start = find_kernel(data, seconds=120.0), None, time.process_time()
        for _ in search:
            if first is None and search.partial is not None:
                first = time.process_time() - start
        found = search.result
        assert found is not None
        assert found.best is not None
        taken, tried = time.process_time() - start, found.n_offered - len(found.left_out)
        print(
            f"   {name}: {found.best.label} ({found.best.merge}) {found.score:.1%}, best ordinary "
            f"{found.best_ordinary.label if found.best_ordinary else 'none'} {found.ordinary_score:.1%} of "
            f"{found.n_held_out:,} held-out nodes; {taken:.0f} s, first lines after {first:.1f} s, "
            f"{tried} of {found.n_offered} kernels"
        )


if __name__ == "__main__":
    run({"sizes": sizes, "structures": structures, "citations": citations})
