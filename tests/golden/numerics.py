"""The numbers of a data set: kernels, both views, leaving out, the path of gamma, spectra, Nyström errors, asymmetry.

Only what is promised to stay is called here, so that nothing in this file has to change when the package does.
"""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp

import askcore
from askcore.kernels import KERNELS, GraphKernel, PrecomputedKernel
from tests.golden.data_sets import DataSet, load

TRAINED, DECIDED, DECOMPOSED = 120, 60, 150  # samples at most: for training, to decide, and of a matrix
LARGE = 1000  # nodes past which only kernels of a few steps are computed
COMPONENTS = 6
ROUNDING = 1e-6  # errors of a sampled solver below this are rounding
NARROW = 7  # columns below which SNE between rows and columns says little
TABLE_KERNELS = (
    ("linear", {}), ("polynomial", {}), ("tanh", {}), ("tl1", {}), ("t", {}), ("attention", {}),
    ("sne", {"sigma": "scale"}), ("rbf", {"sigma": "scale"}), ("laplacian", {"sigma": "scale"}),
)  # fmt: skip
GRAPH_KERNELS = ("adjacency", "common_neighbors", "power")
SMALL_GRAPH_KERNELS = ("katz", "pagerank", "diffusion", "von_neumann", "shortest_path")

TOLERANCES = (
    # Relative to each number or, where that is more, to the root mean square of its array.
    ("race.", 1e-7, "a Nyström error is a difference of nearly equal spaces"),
    ("nystroem.", 1e-7, "the pseudo-inverse of the sampled block takes small singular values for zero"),
    ("joint.", 1e-4, "the regression of merging ends at the tolerance of its solver"),
    ("", 1e-8, "direct solutions, away from resonances"),
)


def tolerance(name: str) -> float:
    """What a number may differ by, as ``TOLERANCES`` says; the first that fits."""
    return next(allowed for start, allowed, _ in TOLERANCES if name.startswith(start))


def numbers(name: str) -> dict[str, list[float]]:
    """Every frozen number of a data set, by what it is of."""
    data = load(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is warned of has tests of its own
        return dict(_numbers(data))


def summary(values: Any) -> list[float]:
    """Root mean square, two fixed random projections and three entries, so that a change anywhere shows.

    >>> summary([[3.0, -3.0]])[0]
    3.0
    """
    flat = np.asarray(values.toarray() if sp.issparse(values) else values, dtype=float).ravel()
    weights = np.random.default_rng(len(flat)).normal(size=(2, len(flat))) / np.sqrt(len(flat))
    some = flat[[0, len(flat) // 2, -1]]
    return [float(number) for number in (np.sqrt(np.mean(flat**2)), *weights @ flat, *some)]


def _numbers(data: DataSet) -> Iterator[tuple[str, list[float]]]:
    values = _few(data)
    if min(values.shape) >= NARROW:
        yield from _ksvd(values, "sne")
    if data.kind == "matrix" and values.shape[0] != values.shape[1]:
        yield from _race(values)
        return
    train, test = _parts(data)
    for name, kernel, params in _kernels(data):
        X = data.values if data.kind == "table" else np.arange(len(data.labels))[:, None]
        block = _block(kernel, params, X)
        yield f"kernel.{name}", summary(block(test, train))
        if name in ("adjacency", "pagerank", "sne", "matrix"):
            K = np.asarray(block(train, train))
            yield from _models(name, kernel, params, X, data.labels, K, train, test)
            yield from _matrix(name, K)


def _few(data: DataSet) -> Any:
    """The matrix that is decomposed, of large data a part."""
    if data.kind == "bags":
        return np.array([bag.mean(axis=0) for bag in data.values.bags])
    return data.values[:DECOMPOSED, :DECOMPOSED]


def _parts(data: DataSet) -> tuple[np.ndarray, np.ndarray]:
    """Positions that are trained on, and that are decided, drawn from the labelled samples.

    Of a large graph the nodes with most links are trained on: others have hardly any among each other.
    """
    labelled = np.flatnonzero(data.labels != "")
    order = np.random.default_rng(0).permutation(labelled)
    if data.kind == "graph" and len(labelled) > LARGE:
        links = data.values.sum(axis=0) + data.values.sum(axis=1)
        order = order[np.argsort(-links[order], kind="stable")]
    n = min(TRAINED, 2 * len(labelled) // 3)
    return np.sort(order[:n]), np.sort(order[n : n + DECIDED])


def _kernels(data: DataSet) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    if data.kind == "table":
        yield from ((name, name, params) for name, params in TABLE_KERNELS)
    elif data.kind == "graph":
        small = data.values.shape[0] <= LARGE
        for name in GRAPH_KERNELS + (SMALL_GRAPH_KERNELS if small else ()):
            yield name, GraphKernel(data.values, name), {}
        yield "adjacency_out", GraphKernel(data.values, orientation="out", self_loops=None), {}
    elif data.kind == "bags":
        found = askcore.experiments.bag_kernel(data.values, n_components=1, n_draws=50).run()
        yield "matrix", found.kernel(), {}
    else:
        yield "matrix", PrecomputedKernel(data.values), {}


def _block(kernel: Any, params: dict[str, Any], X: np.ndarray) -> Any:
    """K between rows and columns given by position; a scale is half the median distance between the columns."""

    def block(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        if isinstance(kernel, str):
            given = {"sigma": _scale(X[columns])} if params else {}
            return KERNELS[kernel](X[rows], X[columns], **given)
        found = kernel(rows, columns)
        return found.toarray() if sp.issparse(found) else found

    return block


def _scale(X: np.ndarray) -> float:
    apart = np.linalg.norm(X[:, None] - X[None, :], axis=2)[np.triu_indices(len(X), 1)]
    return float(np.median(apart)) / 2


def _models(
    name: str, kernel: Any, params: dict[str, Any], X: Any, labels: Any, K: np.ndarray, train: Any, test: Any
) -> Iterator[tuple[str, list[float]]]:
    """AsK-LS and LS-SVM: undamped well below the first resonance, and damped beyond it."""
    y = labels[train]
    top = float(np.max(1 / askcore.gamma_path(K, y, [1.0], damping=1.0).resonances))
    given: dict[str, Any] = {"kernel": kernel, "kernel_params": params or None}
    for how, gamma, damping in (("plain", 0.5 / top, 0.0), ("damped", 10 / top, 0.1 * top**2)):
        given |= {"gamma": gamma, "damping": damping}
        model = askcore.AsKLSClassifier(**given).fit(X[train], y)
        for part, found in (
            ("views", model.decision_views(X[test])),
            ("left_out", model.loo_decision_views()),
        ):
            for side, view in zip(("source", "target"), found, strict=True):
                yield f"askls.{name}.{how}.{part}.{side}", summary(view)
        yield (
            f"lssvm.{name}.{how}",
            summary(
                askcore.LSSVMClassifier(**given, symmetrize="mean")
                .fit(X[train], y)
                .decision_function(X[test])
            ),
        )
        gammas = np.array([0.2, 0.5, 0.7] if damping == 0 else [0.3, 3.0, 30.0]) / top
        path = askcore.gamma_path(K, y, gammas, damping=damping)
        yield f"path.{name}.{how}.source", summary(path.loo_source)
        yield f"path.{name}.{how}.target", summary(path.loo_target)
    yield (
        f"path.{name}.condition",
        list(map(float, askcore.gamma_path(K, y, [0.2 / top, 0.7 / top]).condition)),
    )
    yield f"path.{name}.resonances", _leading(1 / path.resonances)
    merged = askcore.AsKLSClassifier(**given, merge="joint", cv=3, random_state=0).fit(X[train], y)
    yield f"joint.{name}", summary(merged.predict_proba(X[test]))


def _leading(values: Any) -> list[float]:
    return [float(value) for value in np.sort(values)[::-1][:COMPONENTS]]


def _matrix(name: str, K: np.ndarray) -> Iterator[tuple[str, list[float]]]:
    """What a square kernel matrix is."""
    found = askcore.asymmetry(K)
    yield f"asymmetry.{name}.skew_ratio", [float(found.skew_ratio)]
    yield f"asymmetry.{name}.signature", [float(count) for count in found.signature]
    yield f"asymmetry.{name}.spectrum", summary(found.symmetric_eigenvalues)
    symmetric, every = (K + K.T) / 2, np.arange(len(K))[:, None]
    centred = symmetric - symmetric.mean(axis=0) - symmetric.mean(axis=1)[:, None] + symmetric.mean()
    r = _separate(np.linalg.svd(centred, compute_uv=False))
    for spectrum in ("keep", "flip") if r else ():
        pca = askcore.KernelPCA(PrecomputedKernel(symmetric), n_components=r, spectrum=spectrum)
        features = pca.fit(every).transform(every)
        yield f"pca.{name}.{spectrum}", summary(features @ features.T)
    yield from ((f"{what}.{name}", found) for what, found in (*_race(K), *_ksvd(K, "precomputed")))


def _separate(values: np.ndarray) -> int:
    """How many leading components stand apart from those that follow; 0 where none do, and only values are determined.

    >>> _separate(np.array([3.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]))
    1
    """
    gaps = values[:-1] - values[1:]
    return int(np.flatnonzero(np.append(True, gaps[:COMPONENTS] > 0.01 * values[0]))[-1])


def _race(K: np.ndarray) -> Iterator[tuple[str, list[float]]]:
    """Errors of two sampled solvers against the exact singular vectors."""
    values = np.linalg.svd(K, compute_uv=False)
    equal = -np.diff(values[values > 1e-3 * values[0]]) < 1e-9 * values[0]
    r = _separate(values)
    if not r or equal.any():  # their vectors are not determined, in a sample neither
        return
    solvers, samples = ("nystroem", "symmetric_nystroem"), max(r, min(K.shape) // 2)
    square = K.shape[0] == K.shape[1]
    race = askcore.experiments.solver_race(
        K, n_components=r, solvers=solvers if square else solvers[:1], samples=[samples], random_state=0
    )
    for solver, lines in race.run().table.groupby("solver"):
        errors = lines[["eta", "subspace_error"]].to_numpy().ravel()
        yield f"race.{solver}", [max(float(error), ROUNDING) for error in errors]


def _ksvd(A: Any, kernel: str) -> Iterator[tuple[str, list[float]]]:
    """Singular values and vectors, whose signs do not matter, of A or of a kernel between its rows and columns."""
    given: dict[str, Any] = {"kernel": kernel, "random_state": 0}
    exact = askcore.KSVD(**given, n_components=min(COMPONENTS + 1, *A.shape), solver="full").fit(A)
    r = _separate(exact.singular_values_)
    given["n_components"] = r or COMPONENTS
    for solver in ("full", "arpack"):
        found = askcore.KSVD(**given, solver=solver).fit(A)
        yield f"ksvd.{kernel}.{solver}.values", _leading(found.singular_values_)
        if not r:
            continue
        product = found.left_vectors_ * found.singular_values_ @ found.right_vectors_.T
        yield f"ksvd.{kernel}.{solver}.product", summary(product)
    n_rows, n_columns = (max(r, n // 2) for n in A.shape)
    sampled = askcore.KSVD(**given, solver="nystroem", n_row_samples=n_rows, n_column_samples=n_columns).fit(
        A
    )
    yield f"nystroem.{kernel}.values", _leading(sampled.singular_values_)
