"""Ten million nodes on one machine: seconds on the wall and peak memory, and how cost grows with size.

- askls: a random directed graph of 10^7 nodes and 5 10^7 links, five classes: AsK-LS learns from all nodes and decides
  them, the graph's building included. Wanted: at most 90 s and 8 GB.
- ksvd: the leading 20 triplets of the SNE matrix of such graphs, 10^4 to 10^7 nodes. Wanted: at most 480 s and 12 GB
  for the last, and a slope of the fit through the logarithms of at most 1.15.
- table: 20 features in a folder of Parquet files, fitted in the span of 300 landmarks and decided as a dask array:
  memory must not grow with the rows. Wanted: less than 1 GB.
- links: 5 10^7 links in a folder of Parquet files become a graph. Wanted: at most 180 s, and twice the graph above what
  imports hold.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from benchmarks.measure import apart, peak_memory, record, run, sized

NODES = sized(10_000_000, 500)
SIZES = sized((10_000, 100_000, 1_000_000, 10_000_000), (500, 1_000))
ROWS = sized((100_000, 10_000_000), (1_000, 2_000))
FEATURES, LANDMARKS, AT_ONCE = 20, sized(300, 20), sized(100_000, 500)
CLASSES, RANK, LINKS_PER_NODE, GB = 5, 20, 5, 1e9


def graph(n: int) -> sp.csr_array:
    """Links between nodes drawn at random."""
    ends = np.random.default_rng(0).integers(0, n, (2, LINKS_PER_NODE * n), dtype=np.int32)
    return sp.csr_array((np.ones(ends.shape[1]), (ends[0], ends[1])), shape=(n, n))


def products(A: sp.csr_array) -> float:
    """Seconds of a hundred products with a sparse matrix and with its transpose: what does not change."""
    transposed, x = sp.csr_array(A.T), np.ones(A.shape[0])
    began = time.perf_counter()
    for _ in range(10):
        x = transposed @ (A @ x)
        x /= np.linalg.norm(x)
    return 10 * (time.perf_counter() - began)


def fitted_askls(n: int) -> tuple[float, float]:
    """Seconds of building, fitting and deciding, and of a hundred products."""
    from askcore import AsKLSClassifier
    from askcore.kernels import GraphKernel

    nodes, labels = np.arange(n), np.random.default_rng(1).integers(0, CLASSES, n)
    hundred = products(graph(n))
    began = time.perf_counter()
    model = AsKLSClassifier(GraphKernel(graph(n), "adjacency"), gamma=0.1, damping=0.1).fit(nodes, labels)
    model.predict(nodes)
    return time.perf_counter() - began, hundred


def fitted_ksvd(n: int) -> tuple[float, str, float]:
    """Seconds of the decomposition, the solver, and seconds of a hundred products."""
    from askcore import KSVD

    A = graph(n)
    hundred = products(A)
    began = time.perf_counter()
    model = KSVD("sne", n_components=RANK, random_state=0).fit(A)
    seconds = time.perf_counter() - began
    return seconds, "; ".join([model.solver_, *model.notes_]), hundred


def askls() -> None:
    """AsK-LS on the largest graph."""
    (seconds, hundred), peak = apart(fitted_askls, NODES)
    record(
        "scale.askls.products_over_ours", hundred / seconds, seconds={"ours": seconds, "products": hundred}
    )
    record("scale.askls.seconds", seconds, "s", goal=90)
    record("scale.askls.peak_memory", peak / GB, "GB", goal=8)


def ksvd() -> None:
    """KSVD on graphs of four sizes."""
    taken = []
    for n in SIZES:
        (seconds, solver, hundred), peak = apart(fitted_ksvd, n)
        taken_by = {"ours": seconds, "products": hundred}
        record(f"scale.ksvd.nodes_{n}.products_over_ours", hundred / seconds, seconds=taken_by)
        taken.append(seconds)
        goals = ({"goal": 480.0}, {"goal": 12.0}) if n == NODES else ({}, {})
        record(f"scale.ksvd.nodes_{n}.seconds", seconds, "s", note=solver, **goals[0])
        record(f"scale.ksvd.nodes_{n}.peak_memory", peak / GB, "GB", **goals[1])
    record("scale.ksvd.slope", np.polyfit(np.log(SIZES), np.log(taken), 1)[0], "", goal=1.15)


def write_table(folder: str, rows: int) -> None:
    """Two classes that no single feature tells apart."""
    import pandas as pd

    rng = np.random.default_rng(0)
    for start in range(0, rows, AT_ONCE):
        X = rng.standard_normal((min(AT_ONCE, rows - start), FEATURES))
        frame = pd.DataFrame(X, columns=[f"x{j + 1}" for j in range(FEATURES)])
        frame["label"] = np.where(X[:, 0] * X[:, 1] > 0, "same", "other")
        frame.to_parquet(f"{folder}/rows.{start:09}.parquet")


def fitted_table(folder: str) -> tuple[float, float, float]:
    """Seconds of the fit and of deciding all rows, and the share that is right."""
    import dask.array as da
    import pandas as pd
    import pyarrow.parquet as pq
    from dask import delayed

    from askcore import AsKLSClassifier

    files, features = sorted(Path(folder).glob("*.parquet")), [f"x{j + 1}" for j in range(FEATURES)]
    rows = [pq.read_metadata(file).num_rows for file in files]
    read = delayed(lambda file, columns: pd.read_parquet(file, columns=columns).to_numpy())
    parts = [
        (
            da.from_delayed(read(file, features), (n, FEATURES), float),
            da.from_delayed(read(file, ["label"])[:, 0], (n,), object),
        )
        for file, n in zip(files, rows, strict=True)
    ]
    X, y = (da.concatenate(blocks) for blocks in zip(*parts, strict=True))
    model = AsKLSClassifier("rbf", n_landmarks=LANDMARKS, gamma=10.0, damping=0.01, random_state=0)
    began = time.perf_counter()
    model.fit(X, y)
    fitted = time.perf_counter()
    right = float((model.predict(X) == y).mean().compute())
    return fitted - began, time.perf_counter() - fitted, right


def table() -> None:
    """A table that is never whole in memory."""
    for rows in ROWS:
        with tempfile.TemporaryDirectory() as folder:
            apart(write_table, folder, rows)
            (fit, predict, right), peak = apart(fitted_table, folder)
        record(f"scale.table.rows_{rows}.fit_seconds", fit, "s", note=f"{right:.3f} of all rows are right")
        record(f"scale.table.rows_{rows}.predict_seconds", predict, "s")
        record(f"scale.table.rows_{rows}.peak_memory", peak / GB, "GB", goal=1)


def write_links(path: str, nodes: int) -> None:
    """A folder of Parquet files."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(0)
    for i, count in enumerate(
        np.diff([*range(0, LINKS_PER_NODE * nodes, 10 * AT_ONCE), LINKS_PER_NODE * nodes])
    ):
        ends = rng.integers(0, nodes, (count, 2))
        pq.write_table(pa.table({"source": ends[:, 0], "target": ends[:, 1]}), f"{path}/part.{i}.parquet")


def read_links(path: str, nodes: int) -> tuple[float, float, float]:
    """Seconds, and bytes: of the graph, and what was held before."""
    from askcore.datasets import read_graph
    from askcore.datasets.formats import parquet  # noqa: F401 - what imports hold is no part of reading

    before, began = peak_memory(), time.perf_counter()
    A = read_graph(path, max_lines=LINKS_PER_NODE * nodes + 1).adjacency
    seconds = time.perf_counter() - began
    return seconds, float(A.data.nbytes + A.indices.nbytes + A.indptr.nbytes), before


def links() -> None:
    """Links that become a graph."""
    with tempfile.TemporaryDirectory() as folder:
        apart(write_links, folder, NODES)
        (seconds, size, before), peak = apart(read_links, folder, NODES)
    record("scale.links.seconds", seconds, "s", goal=180)
    record("scale.links.peak_memory", peak / GB, "GB")
    record("scale.links.peak_above_imports_over_graph", (peak - before) / size, goal=2)


if __name__ == "__main__":
    run({"askls": askls, "ksvd": ksvd, "table": table, "links": links})
