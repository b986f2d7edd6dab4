"""Memory and time of reading heavy files: the peak that a process gains by it, over the size of the file.

One honest file per format, of random numbers, read as an upload is read: ``read_given`` in a process of its own. The
peak holds the file itself, all that is made on the way, and the data that come out. It may be six times the file, and
ten times where a byte of it becomes eight of float64. Linux only.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from askcore.datasets.own_file import UploadedFile, read_given
from benchmarks.measure import record, run, sized, timed

SHRUNK = sized(1, 1000)  # files are so many times smaller


def edges(n: int, nodes: int) -> list[tuple[int, int]]:
    """Random pairs of nodes."""
    return [tuple(pair) for pair in np.random.default_rng(0).integers(0, nodes, (n, 2)).tolist()]


def edge_list() -> bytes:
    """Two million edges without a header."""
    return "".join(f"n{a},n{b}\n" for a, b in edges(1_990_000 // SHRUNK, 200_000 // SHRUNK)).encode()


def table() -> bytes:
    """20 columns of numbers and a class."""
    values = np.random.default_rng(0).standard_normal((110_000 // SHRUNK, 20))
    head = ",".join(f"x{j}" for j in range(20)) + ",class\n"
    rows = (
        ",".join(map("{:.15g}".format, row)) + f",{'ab'[i % 2]}\n" for i, row in enumerate(values.tolist())
    )
    return (head + "".join(rows)).encode()


def node_link() -> bytes:
    """A graph as networkx writes it to JSON."""
    nodes = [{"id": f"n{i}", "group": "ab"[i % 2]} for i in range(50_000 // SHRUNK)]
    links = [
        {"source": f"n{a}", "target": f"n{b}", "weight": 1.5}
        for a, b in edges(450_000 // SHRUNK, 50_000 // SHRUNK)
    ]
    return json.dumps({"directed": True, "multigraph": False, "nodes": nodes, "links": links}).encode()


def gml() -> bytes:
    """A graph in GML."""
    nodes = "".join(f'  node [\n    id {i}\n    label "n{i}"\n  ]\n' for i in range(50_000 // SHRUNK))
    links = "".join(
        f"  edge [\n    source {a}\n    target {b}\n    weight 1.5\n  ]\n"
        for a, b in edges(350_000 // SHRUNK, 50_000 // SHRUNK)
    )
    return f"graph [\n  directed 1\n{nodes}{links}]\n".encode()


def graphml() -> bytes:
    """A graph in GraphML."""
    nodes = "".join(
        f'<node id="n{i}"><data key="c">{"ab"[i % 2]}</data></node>\n' for i in range(50_000 // SHRUNK)
    )
    links = "".join(
        f'<edge source="n{a}" target="n{b}"><data key="w">1.5</data></edge>\n'
        for a, b in edges(450_000 // SHRUNK, 50_000 // SHRUNK)
    )
    head = (
        '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        '<key id="c" for="node" attr.name="class" attr.type="string"/>'
        '<key id="w" for="edge" attr.name="weight" attr.type="double"/>'
    )
    return f'{head}<graph edgedefault="directed">\n{nodes}{links}</graph></graphml>'.encode()


def npy(dtype: str, n: int) -> bytes:
    """A square of numbers."""
    file, n = io.BytesIO(), sized(n, 30)
    np.save(file, (np.random.default_rng(0).standard_normal((n, n)) * 20).astype(dtype))
    return file.getvalue()


FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "csv_table": ("table.csv", table),
    "csv_edge_list": ("edges.csv", edge_list),
    "json": ("graph.json", node_link),
    "graphml": ("graph.graphml", graphml),
    "gml": ("graph.gml", gml),
    "npy_float64": ("matrix.npy", partial(npy, "f8", 3000)),
    "npy_float32": ("matrix.npy", partial(npy, "f4", 3000)),
    "npy_int8": ("matrix.npy", partial(npy, "i1", 7000)),
}


def memory(field: str) -> int:
    """Bytes that this process holds (VmRSS), or held at most (VmHWM)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(1024 * int(line.split()[1]) for line in status.split("\n") if line.startswith(field))


def warmed() -> None:
    """Import what readers import when they are first used."""
    for name, data in _small():
        read_given(UploadedFile(name, data))


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


def measured(kind: str) -> None:
    """The peak that reading one file adds, over its size; the file is made by another process."""
    name, make = FILES[kind]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        made = os.fork()
        if not made:
            path.write_bytes(make())
            os._exit(0)
        if os.waitpid(made, 0)[1]:
            raise RuntimeError(f"{kind} could not be made")
        warmed()
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        before = memory("VmRSS")
        taken = timed(lambda: read_given(UploadedFile(name, path.read_bytes())))
        peak, size = memory("VmHWM") - before, path.stat().st_size
    found = taken.result
    said = found.error or f"{found.data.kind} of {found.data.n_samples:,}"
    note = f"{size / 1e6:.0f} MB, {said}, in {taken.seconds:.1f} s"
    record(f"readers.{kind}.peak_over_size", peak / size, runs=1, note=note)


if __name__ == "__main__":
    run({kind: partial(measured, kind) for kind in FILES})
