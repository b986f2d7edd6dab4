"""Files larger than what is made of them: a table in chunks, and edge lists. Seconds and peak memory, a process each.

    python benchmarks/bench_large_files.py --rows 1e6 1e7 --nodes 1e7 --links 5e7 --parts table parquet

A table of 20 features and two classes in Parquet is fitted in the span of 300 landmarks, and predicted, chunk by
chunk: memory must not grow with its rows. Links drawn at random are read from a folder of Parquet files: at most three
minutes for 10^7 nodes and 5 10^7 links, with at most twice the memory of the graph that comes out, which is counted
from what importing took.
Without arguments sizes are small; with ASKCORE_BENCH_SMALL set they are tiny, to see that it runs.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

SMALL = bool(os.environ.get("ASKCORE_BENCH_SMALL"))
FEATURES, LANDMARKS, ROWS_AT_ONCE = 20, 300, 100_000
LINKS_AT_ONCE = 1_000_000


def write_table(path: str, rows: int) -> None:
    """Two classes that no single feature tells apart."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(0)
    writer = None
    for start in range(0, rows, ROWS_AT_ONCE):
        X = rng.standard_normal((min(ROWS_AT_ONCE, rows - start), FEATURES))
        columns = {f"x{j + 1}": X[:, j] for j in range(FEATURES)}
        table = pa.table({**columns, "label": np.where(X[:, 0] * X[:, 1] > 0, "same", "other")})
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def links(nodes: int, count: int):
    """Ends of random links, some at a time."""
    rng = np.random.default_rng(0)
    for start in range(0, count, LINKS_AT_ONCE):
        yield rng.integers(0, nodes, (min(LINKS_AT_ONCE, count - start), 2))


def write_parquet(path: str, nodes: int, count: int) -> None:
    """A folder of ten files."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    Path(path).mkdir()
    for i, ends in enumerate(links(nodes, count)):
        table = pa.table({"source": ends[:, 0], "target": ends[:, 1]})
        pq.write_table(table, f"{path}/part.{i}.parquet")


def fit_table(path: str) -> dict[str, float]:
    """Fit and predict, two passes and one."""
    from askcore import AsKLSClassifier
    from askcore.datasets import read_chunks

    chunks = read_chunks(path, label="label", rows=ROWS_AT_ONCE)
    landmarks = min(LANDMARKS, chunks.n_rows)
    model = AsKLSClassifier("rbf", n_landmarks=landmarks, gamma=10.0, damping=0.01, random_state=0)
    start = clocks()
    model.fit_chunks(chunks)
    fitted = clocks()
    right = sum(int((model.predict(X) == y).sum()) for X, y in chunks)
    ended = clocks()
    return {
        "fit s": fitted[0] - start[0],
        "fit processor s": fitted[1] - start[1],
        "predict s": ended[0] - fitted[0],
        "predict processor s": ended[1] - fitted[1],
        "right": right / chunks.n_rows,
    }


def read_links(path: str, count: int) -> dict[str, float]:
    """Read a graph, and weigh it."""
    from askcore.datasets import read_graph

    start = clocks()
    graph = read_graph(path, max_lines=count + 1)
    ended = clocks()
    a = graph.adjacency
    return {
        "read s": ended[0] - start[0],
        "read processor s": ended[1] - start[1],
        "result MB": (a.data.nbytes + a.indices.nbytes + a.indptr.nbytes) / 1e6,
        "nodes": graph.n_nodes,
        "links": graph.n_edges,
    }


def clocks() -> tuple[float, float]:
    """Seconds on the wall, and of the processor."""
    return time.perf_counter(), time.process_time()


def measured(call: str, *arguments: object) -> dict[str, float]:
    """What a function of this file returns in a process of its own, with the memory that it took at most."""
    command = [sys.executable, __file__, "--call", call, *map(str, arguments)]
    here = str(Path(__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([here, os.environ.get("PYTHONPATH", "")])}
    said = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return json.loads(said.splitlines()[-1])


def called(name: str, arguments: list[str]) -> None:
    """The other side of ``measured``."""
    # What it takes to import is no part of what reading takes.
    import pandas  # noqa: F401
    import pyarrow.parquet  # noqa: F401

    from askcore import AsKLSClassifier  # noqa: F401
    from askcore.datasets import read_chunks, read_graph  # noqa: F401

    before = peak()
    found = globals()[name](*(int(each) if each.isdigit() else each for each in arguments)) or {}
    print(json.dumps({**found, "peak MB": peak(), "peak before MB": before}))


def peak() -> float:
    """Megabytes this process has taken at most."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def show(what: str, found: dict[str, float]) -> None:
    """A line of figures."""
    print(f"   {what}: {', '.join(f'{name} {value:,.4g}' for name, value in found.items())}", flush=True)


def main() -> None:
    """Make the files, read them, print what it took."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=float, nargs="+", default=[2e3, 8e3] if SMALL else [5e4, 2e5])
    parser.add_argument("--nodes", type=float, default=1e3 if SMALL else 2e5)
    parser.add_argument("--links", type=float, default=5e3 if SMALL else 1e6)
    parser.add_argument("--parts", nargs="+", default=["table", "parquet"])
    parser.add_argument("--folder", help="where to write the files; by default where temporary files go")
    parser.add_argument("--call", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.call:
        return called(given.call[0], given.call[1:])
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for rows in map(int, given.rows if "table" in given.parts else []):
            path = f"{folder}/table{rows}.parquet"
            measured("write_table", path, rows)
            show(f"table of {rows:,} rows", measured("fit_table", path))
            Path(path).unlink()
        nodes, count = int(given.nodes), int(given.links)
        if "parquet" in given.parts:
            measured("write_parquet", f"{folder}/links", nodes, count)
            found = measured("read_links", f"{folder}/links", count)
            found["peak over result"] = (found["peak MB"] - found["peak before MB"]) / found["result MB"]
            show(f"parquet of {count:,} links", found)
    return None


if __name__ == "__main__":
    main()
