"""Memory and time of reading heavy files: the peak that a process gains by it, over the size of the file.

One honest file per format, of random numbers, read as an upload is read: ``read_given`` in a process of its own. The
peak holds the file itself, all that is made on the way, and the data that come out. Seconds are of one core. Linux
only. Arguments choose formats: ``python benchmarks/bench_readers.py csv json``. Exit code 1 where one takes too much.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import io
import json
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from askcore.datasets.own_file import Given, read_given

MOST = 6.0
ALLOWED = {"npy int8": 10.0}  # what needs more: eight bytes of float64 out of one of int8


def edges(n: int, nodes: int) -> list[tuple[int, int]]:
    """Random pairs of nodes."""
    return [tuple(pair) for pair in np.random.default_rng(0).integers(0, nodes, (n, 2)).tolist()]


def edge_list() -> bytes:
    """Two million edges without a header."""
    return "".join(f"n{a},n{b}\n" for a, b in edges(1_990_000, 200_000)).encode()


def table() -> bytes:
    """20 columns of numbers and a class."""
    values = np.random.default_rng(0).standard_normal((110_000, 20))
    head = ",".join(f"x{j}" for j in range(20)) + ",class\n"
    rows = (
        ",".join(map("{:.15g}".format, row)) + f",{'ab'[i % 2]}\n" for i, row in enumerate(values.tolist())
    )
    return (head + "".join(rows)).encode()


def node_link() -> bytes:
    """A graph as networkx writes it to JSON."""
    nodes = [{"id": f"n{i}", "group": "ab"[i % 2]} for i in range(50_000)]
    links = [{"source": f"n{a}", "target": f"n{b}", "weight": 1.5} for a, b in edges(450_000, 50_000)]
    return json.dumps({"directed": True, "multigraph": False, "nodes": nodes, "links": links}).encode()


def gml() -> bytes:
    """A graph in GML."""
    nodes = "".join(f'  node [\n    id {i}\n    label "n{i}"\n  ]\n' for i in range(50_000))
    links = "".join(
        f"  edge [\n    source {a}\n    target {b}\n    weight 1.5\n  ]\n" for a, b in edges(350_000, 50_000)
    )
    return f"graph [\n  directed 1\n{nodes}{links}]\n".encode()


def graphml() -> bytes:
    """A graph in GraphML."""
    nodes = "".join(f'<node id="n{i}"><data key="c">{"ab"[i % 2]}</data></node>\n' for i in range(50_000))
    links = "".join(
        f'<edge source="n{a}" target="n{b}"><data key="w">1.5</data></edge>\n'
        for a, b in edges(450_000, 50_000)
    )
    head = (
        '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        '<key id="c" for="node" attr.name="class" attr.type="string"/>'
        '<key id="w" for="edge" attr.name="weight" attr.type="double"/>'
    )
    return f'{head}<graph edgedefault="directed">\n{nodes}{links}</graph></graphml>'.encode()


def npy(dtype: str, n: int) -> bytes:
    """A square of numbers."""
    file = io.BytesIO()
    np.save(file, (np.random.default_rng(0).standard_normal((n, n)) * 20).astype(dtype))
    return file.getvalue()


FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "csv table": ("table.csv", table),
    "csv edge list": ("edges.csv", edge_list),
    "json": ("graph.json", node_link),
    "graphml": ("graph.graphml", graphml),
    "gml": ("graph.gml", gml),
    "npy float64": ("matrix.npy", partial(npy, "f8", 3000)),
    "npy float32": ("matrix.npy", partial(npy, "f4", 3000)),
    "npy int8": ("matrix.npy", partial(npy, "i1", 7000)),
}


def memory(field: str) -> int:
    """Bytes that this process holds (VmRSS), or held at most (VmHWM)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(1024 * int(line.split()[1]) for line in status.split("\n") if line.startswith(field))


def measured(name: str, path: Path) -> tuple[float, float, str]:
    """Bytes gained at most, seconds, and what came of it."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before, start = memory("VmRSS"), time.process_time()
    found = read_given(Given(name, path.read_bytes()))
    seconds = time.process_time() - start
    return memory("VmHWM") - before, seconds, found.error or f"{found.data.kind} of {found.data.n_samples:,}"


def warmed() -> None:
    """Import what readers import when they are first used."""
    for name, data in _small():
        read_given(Given(name, data))


def _small() -> Iterator[tuple[str, bytes]]:
    yield "a.csv", b"a,b,class\n1,2,x\n2,3,y\n"
    yield "a.csv", b"source,target\na,b\nb,c\n"
    yield "a.json", b'{"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2}]}'
    yield "a.gml", b"graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]"
    yield (
        "a.graphml",
        b'<graphml><graph><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>',
    )
    file = io.BytesIO()
    np.save(file, np.eye(4))
    yield "a.npy", file.getvalue()


def main(wanted: list[str]) -> int:
    """Print a line per format; 1 where one takes too much."""
    chosen = [name for name in FILES if not wanted or any(word in name for word in wanted)]
    folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"bench_readers_{os.getpid()}"
    folder.mkdir()
    warmed()
    missed = False
    print(f"{'':16}{'file':>9}{'added peak':>12}{'ratio':>8}{'time':>8}")
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        for name in chosen:
            called, made = FILES[name]
            path = folder / called
            path.write_bytes(pool.apply(made))
            size = path.stat().st_size
            peak, seconds, found = pool.apply(measured, (called, path))
            path.unlink()
            missed |= peak > ALLOWED.get(name, MOST) * size
            print(
                f"{name:16}{size / 1e6:6.0f} MB{peak / 1e6:9.0f} MB{peak / size:7.1f}x{seconds:6.1f} s  {found}"
            )
    folder.rmdir()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
