"""AsK-LS against the naive ways: dense, stacked, along gamma, weighted, and the solver that is chosen.

- dense: seven classes, against one (2m + 2) system per class with the labels inside, as published.
- cora: the published stacked protocol against dense (2m + 2) systems for every fold and class; one is timed.
- path: fifty gammas with leave-one-out for seven classes against one singular value decomposition.
- pubmed: the published stacked protocol, seconds and peak memory.
- choosing: ``solver="auto"`` against the direct solver and MINRES (of 3,000 steps at most) on digraphs, public
  graphs, nearest neighbours, a tree and a dense table.
- weighted: the same fits with weights of the samples, against those without.

cora and pubmed need the public graphs under ASKCORE_DATA and are skipped without.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import scipy.linalg
import scipy.sparse as sp
from scipy.sparse.linalg import splu
from sklearn.model_selection import train_test_split
from sklearn.neighbors import kneighbors_graph

from askcore import AsKLSClassifier
from askcore.kernels import GraphKernel
from askcore.solvers import gamma_path, solve_askls
from benchmarks.measure import compare, peak_memory, public_graph, record, run, sized, timed

WORTH = 0.05  # seconds from which on the choice of a solver is felt
SIZE, PATH_SIZE, CLASSES = sized(2000, 60), sized(1500, 60), sized(7, 3)


def naive_system(K: np.ndarray, y: np.ndarray, gamma: float) -> tuple[np.ndarray, np.ndarray]:
    """Matrix and right-hand side of one class (He et al. 2022, eq. 6)."""
    m = len(K)
    H = y[:, None] * K * y
    T = np.zeros((2 * m + 2, 2 * m + 2))
    T[0, 2 : m + 2] = T[2 : m + 2, 0] = y
    T[1, m + 2 :] = T[m + 2 :, 1] = y
    T[2 : m + 2, 2 : m + 2] = T[m + 2 :, m + 2 :] = np.eye(m) / gamma
    T[2 : m + 2, m + 2 :], T[m + 2 :, 2 : m + 2] = H, H.T
    r = np.ones(2 * m + 2)
    r[:2] = 0.0
    return T, r


def naive(K: np.ndarray, Y: np.ndarray, gamma: float) -> np.ndarray:
    """a of every class, each from its own system."""
    m = len(K)
    return np.column_stack([np.linalg.solve(*naive_system(K, y, gamma))[2 : m + 2] * y for y in Y.T])


def naive_damped(K: np.ndarray, y: np.ndarray, gamma: float, damping: float) -> np.ndarray:
    """(T'T + lambda I)^-1 T'r of one class, as the authors' code solves it."""
    T, r = naive_system(K, y, gamma)
    return np.linalg.solve(T.T @ T + damping * np.eye(len(T)), T.T @ r)


def labelled(rng: np.random.Generator, m: int, classes: int) -> tuple[np.ndarray, np.ndarray]:
    """Random classes, and one column of -1 and +1 for each."""
    y = rng.integers(classes, size=m)
    return y, np.where(y[:, None] == np.arange(classes), 1.0, -1.0)


def normal(rng: np.random.Generator, m: int) -> np.ndarray:
    """A random asymmetric K."""
    return rng.standard_normal((m, m)) / np.sqrt(m) + 0.1


def with_condition(K: np.ndarray, Y: np.ndarray, gamma: float) -> object:
    """Ours, and the condition number that comes with it."""
    found = solve_askls(K, Y, gamma=gamma, damping="auto", solver="dense")
    return found, found.condition


def dense() -> None:
    """Below all resonances and amid them."""
    rng = np.random.default_rng(0)
    K = normal(rng, SIZE)
    _, Y = labelled(rng, SIZE, CLASSES)
    for gamma, where in ((0.3, "below"), (1.0, "amid")):
        found = compare(
            f"askls.dense.{where}",
            ours=partial(with_condition, K, Y, gamma),
            naive=partial(naive, K, Y, gamma),
            note=f"m = {SIZE}, {CLASSES} classes, gamma {gamma:g}, {where} the resonances, condition included",
        )
        a = found.results["naive"]
        apart = np.abs(a - solve_askls(K, Y, gamma=gamma).a).max() / np.abs(a).max()
        print(f"   relative difference of a: {apart:.0e}")


Split = tuple[GraphKernel, np.ndarray, np.ndarray, np.ndarray]


def graph(name: str) -> Split | None:
    """Kernel D^-1 (A^T + I), labels, and a 60/40 split; None where the data are not there."""
    found = public_graph(name)
    if found is None:
        return None
    A, labels = found
    train, test = train_test_split(np.arange(len(labels)), train_size=0.6, stratify=labels, random_state=0)
    return GraphKernel(A), labels, train, test


def stacked(kernel: GraphKernel, labels: np.ndarray, train: np.ndarray, test: np.ndarray) -> float:
    """Micro F1 of the published protocol: gamma 1, damping 1, ten folds, a logistic regression per class."""
    model = AsKLSClassifier(kernel, gamma=1.0, damping=1.0, merge="stack", cv=10, random_state=0)
    return model.fit(train, labels[train]).score(test, labels[test])


def cora(folds: int = 10) -> None:
    """One naive system is timed and counted folds x classes times; regressions count for ours only."""
    found = graph("cora")
    if found is None:
        return
    kernel, labels, train, _ = found
    fit = train[: int(len(train) * (1 - 1 / folds))]
    K, y = kernel(fit, fit).toarray(), np.where(labels[fit] == 1, 1.0, -1.0)
    solves = folds * (labels.max() + 1)
    stacked(*found)  # imports and caches
    compare(
        "askls.cora_stacked",
        ours=lambda: stacked(*found),
        undamped=lambda: np.linalg.solve(*naive_system(K, y, 1.1)),
        damped=lambda: naive_damped(K, y, 1.0, 1.0),
        counted={"undamped": solves, "damped": solves},
        note=f"{folds} folds, {labels.max() + 1} classes, regressions in ours alone",
    )


def path(gammas: int = 50) -> None:
    """Everything that gamma_path returns, against the decomposition it stands on."""
    rng = np.random.default_rng(0)
    K = normal(rng, PATH_SIZE)
    y, _ = labelled(rng, PATH_SIZE, CLASSES)
    along = np.geomspace(0.01, 100, gammas)
    for name, damping in (("path", 0.0), ("path_damped", 0.1)):
        compare(
            f"askls.{name}",
            ours=partial(gamma_path, K, y, along, damping=damping),
            svd=partial(scipy.linalg.svd, K, check_finite=False),
            note=f"{gammas} gammas with leave-one-out, m = {PATH_SIZE}, {CLASSES} classes, against one svd",
        )


def pubmed() -> None:
    """Eleven fits and the regressions, from the kernel matrix on."""
    found = graph("pubmed")
    if found is None:
        return
    kernel, _, train, _ = found
    taken = timed(lambda: stacked(*found), 5)
    note = f"stacked protocol, {len(train):,} training nodes"
    record("askls.pubmed_stacked.seconds", taken.seconds, "s", runs=taken.runs, note=note)
    record("askls.pubmed_stacked.peak_memory", peak_memory() / 1e9, "GB", note="of the process")
    K = kernel(train, train)
    compare(
        "askls.pubmed_stacked",
        ours=lambda: stacked(*found),
        superlu=partial(bordered_factor, K, 1.0 + 1.0j),
        counted={"superlu": 11},
        repeats=3,
        note=f"{note}; a sparse factor in SuperLU's own order for each of eleven fits, and no solution",
    )


def bordered_factor(K: sp.csr_array, zeta: complex) -> object:
    """A factor of the bordered system of all samples, as SuperLU orders it."""
    m = K.shape[0]
    core = sp.block_array([[sp.eye_array(m) * zeta, K], [K.T, sp.eye_array(m) * zeta]])
    border = sp.block_diag([np.ones((m, 1))] * 2)
    T = sp.csc_array(sp.block_array([[core, border], [border.T, None]]))
    options = {"SymmetricMode": True, "Equil": False}
    return splu(T, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=1e-3, options=options)


def choosing() -> None:
    """The solver that is chosen, and how many times it is as fast as each of the two it chooses between."""
    rng = np.random.default_rng(0)
    cases: dict[str, tuple[object, int]] = {}
    m, rows = sized(4500, 80), sized(2000, 80)
    for links in (2.5, 4.0):
        S = sp.random_array((m, m), density=links / m, rng=rng) + sp.eye_array(m)
        cases[f"digraph_{links:g}".replace(".", "_")] = sp.diags_array(1.0 / S.sum(axis=1)) @ S, 5
    X = rng.standard_normal((rows, 20))
    near = np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2) / 20)
    cases["sne_table"] = near / near.sum(axis=1, keepdims=True), 3
    nearest = kneighbors_graph(rng.standard_normal((m, 3)), 5)
    cases["nearest"] = sp.csr_array(nearest / 6.0 + sp.eye_array(m) / 6.0), 3
    parents = np.array([rng.integers(0, i) for i in range(1, m)])
    tree = sp.csr_array((np.ones(m - 1), (np.arange(1, m), parents)), shape=(m, m))
    cases["tree"] = sp.csr_array((tree + sp.eye_array(m)) / 2.0), 3
    least = {}
    for name in ("cora", "citeseer", "amazon_photo", "pubmed"):
        found = graph(name)
        if found is not None:
            kernel, labels, train, _ = found
            cases[name] = kernel(train, train), len(np.unique(labels))
    for name, (K, classes) in cases.items():
        _, Y = labelled(rng, K.shape[0], classes)
        direct = "sparse" if sp.issparse(K) else "dense"
        for gamma, damping in ((10.0, 0.1), (100.0, 0.01), (0.1, 0.0)):
            fit = partial(solve_askls, K, Y, gamma=gamma, damping=damping, quiet=True)
            found = compare(
                f"askls.choosing.{name}.gamma_{gamma:g}".replace("0.1", "0_1"),
                ours=fit,
                direct=partial(fit, solver=direct),
                minres=partial(fit, solver="iterative"),
                repeats=3,
                note=f"m = {K.shape[0]:,}, lambda {damping:g}; takes {fit().solver}",
            )
            ours, *others = found.seconds.values()
            least[f"{name}, gamma {gamma:g}, {ours:.2g} s"] = min(ours, *others) / ours, ours
    slow = {case: ratio for case, (ratio, ours) in least.items() if ours > sized(WORTH, 0.0)}
    worst = min(slow, key=lambda case: slow[case])
    record(
        "askls.choosing.least",
        slow[worst],
        note=f"{worst}, the worst of {len(slow)} that take over {WORTH:g} s",
    )


def weighted() -> None:
    """Weights of one, so that both solve the same system, in as many steps."""
    rng = np.random.default_rng(0)
    m, large = sized(1500, 60), sized(5000, 90)
    K = rng.normal(size=(m, m)) / 40
    S = sp.csr_array(sp.random_array((large, large), density=5 / large, rng=rng))
    for name, matrix, solver, damping in (
        ("dense", K, "dense", 0.0),
        ("dense_damped", K, "dense", 0.1),
        ("symmetric", K + K.T, "dense", 0.1),
        ("sparse", S, "sparse", 0.1),
        ("minres", S, "iterative", 0.1),
    ):
        _, Y = labelled(rng, matrix.shape[0], 7)
        fit = partial(solve_askls, matrix, Y, gamma=0.3, damping=damping, solver=solver, quiet=True)
        with_weights = partial(fit, sample_weight=np.ones(len(Y)))
        compare(f"askls.weighted.{name}", ours=with_weights, unweighted=fit)


if __name__ == "__main__":
    run({each.__name__: each for each in (dense, cora, path, pubmed, choosing, weighted)})
