"""What once came through: errors of libraries, sizes that no reader survives, names that change what is said."""

from __future__ import annotations

import io
import json
import struct
import time
import zlib
from pathlib import Path

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import sparse

from askcore.datasets import DataError, GraphData, MatrixData, TableData, read_graph, read_matrix, read_table
from askcore.datasets.own_file import UploadedFile, read_given
from askcore.solvers.gamma_units import by_decades
from tests.datasets.made import saved


def parquet(**columns: pa.Array) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


def quick(data: bytes, name: str, seconds: float = 5.0):
    """What comes of a file, within so many seconds of the processor."""
    start = time.thread_time()
    out = read_given(UploadedFile(name, data))
    assert time.thread_time() - start < seconds
    assert out.error is None or isinstance(out.error, DataError)
    return out


def test_ids_beyond_int64_are_names():
    ids = pa.array([2**63 + 1, 2**64 - 1, 3], type=pa.uint64())
    graph = read_graph(parquet(source=ids, target=pa.array([3, 3, 2**63 + 1], type=pa.uint64())))
    assert graph.node_ids == [str(2**63 + 1), "3", str(2**64 - 1)]


def test_names_in_parquet_that_are_no_utf8_are_refused_by_their_column():
    broken = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(np.array([0, 1, 2], dtype=np.int32)), pa.py_buffer(b"\xff\xfe")]
    )
    with pytest.raises(DataError, match="column 'source': A name in the column is not UTF-8"):
        read_graph(parquet(source=broken, target=pa.array(["a", "b"])))


def test_a_parquet_table_of_gene_expression_is_read():
    columns = {f"g{j}": pa.array([0.5 * j, 1.5, 2.0]) for j in range(20_000)}
    out = quick(parquet(**columns, label=pa.array(["x", "y", "x"])), "genes.parquet", 60)
    assert out.data.n_features == 20_000


@pytest.mark.parametrize("n", [1, 3_000])
def test_many_attributes_of_a_node(n):
    node = {"id": 0} | {f"k{j}": j for j in range(20_000)}
    nodes = [node, *({"id": i} for i in range(1, n + 1))]
    out = quick(json.dumps({"nodes": nodes, "links": [{"source": 0, "target": 1}]}).encode(), "g.json")
    assert out.data.n_nodes == n + 1


def test_a_variable_of_200_000_dimensions():
    def element(kind: int, content: bytes) -> bytes:
        return struct.pack("<II", kind, len(content)) + content + b"\0" * (-len(content) % 8)

    shape = np.full(200_000, 2**30, dtype="<i4").tobytes()
    body = element(6, struct.pack("<II", 6, 0)) + element(5, shape) + element(1, b"K") + element(9, bytes(8))
    packed = zlib.compress(element(14, body))
    data = b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM" + struct.pack("<II", 15, len(packed)) + packed
    assert "200,000 dimensions" in quick(data, "k.mat").error.problem


def test_one_long_text_in_many_cells_is_no_label_of_gigabytes():
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(["a", "class"])
    for i in range(2_000):
        sheet.append([i / 3, ("x" * 30_000, "y")[i % 2]])
    file = io.BytesIO()
    book.save(file)
    assert "more than 500 characters" in str(quick(file.getvalue(), "t.xlsx", 20).error)


def test_a_file_name_of_an_old_disk(tmp_path: Path):
    path = tmp_path / b"caf\xe9.csv".decode("utf-8", "surrogateescape")
    path.write_bytes(b"a,class\n1,x\n2,y\n")
    table = read_table(path)
    assert table.name == "café.csv"
    assert table.name.encode()


def test_numbers_that_lose_digits_are_refused():
    K = np.full((4, 4), 1e-309)
    with pytest.raises(DataError, match="too small to compute with"):
        read_matrix(saved(np.save, K))
    with pytest.raises(DataError, match="too small to compute with"):
        GraphData(sparse.csr_array(K), list("abcd"))
    assert MatrixData(np.diag([1e-309, 1.0])).n_rows == 2
    assert MatrixData(K * 1e12).n_rows == 4  # kernel matrices are computed with at any scale
    assert by_decades((1.0,), -700) == (1e-300,)


@pytest.mark.parametrize("small", [1e-309, 1e-200])
def test_features_whose_squares_vanish_are_refused(small):
    with pytest.raises(DataError, match=r"Line 3, column 'a'.*too small to compute with"):
        read_table(f"a,b,class\n0,1,x\n{small},2,y\n0,3,x\n".encode())


HIDDEN = ["a\u202eb", "a\u2066b", "a\x1bb", "a\ufeffb"]


@pytest.mark.parametrize("name", HIDDEN)
def test_what_turns_or_hides_text_is_visible_in_names_of_nodes_classes_columns_and_files(name):
    shown = "a\ufffdb"
    graph = GraphData([[0, 1], [1, 0]], [name, "c"], [name, "z"])
    assert (graph.node_ids[0], graph.classes.tolist()) == (shown, [shown, "z"])
    table = TableData([[1.0], [2.0]], ["x", name], [name], row_names=[name, "r"])
    assert (table.feature_names, table.row_names[0], table.classes.tolist()) == ([shown], shown, [shown, "x"])
    matrix = MatrixData([[1.0, 2.0]], column_ids=[name, "c"], row_ids=[name])
    assert (matrix.row_ids, matrix.column_ids) == ([shown], [shown, "c"])
    assert read_given(UploadedFile(f"{name}.csv", b"a,b\nb,c\n")).data.name == f"{shown}.csv"


def test_no_class_is_a_key_of_javascript():
    assert TableData([[1.0], [2.0]], ["__proto__", "x"]).classes.tolist() == ["_\u2060_proto__", "x"]


def test_a_pair_linked_one_way_and_both_ways_weighs_1():
    text = b"source,target,type\na,b,Directed\na,b,Undirected\nb,c,Directed\n"
    assert read_graph(text).adjacency.toarray().tolist() == [[0, 1, 0], [1, 0, 1], [0, 0, 0]]


def test_directions_of_edges_go_with_them_where_a_table_lists_some_nodes_alone():
    text = b"source\ttarget\ttype\nz\tb\tDirected\na\tb\tUndirected\nb\tc\tDirected\n"
    file = io.BytesIO(b"a\t1\t0\tx\nb\t0\t1\ty\nc\t1\t1\ty\n")
    file.name = "n.content"
    graph = read_graph(text, labels=file)
    assert graph.adjacency.toarray().tolist() == [[0, 1, 0], [1, 0, 1], [0, 0, 0]]


def test_labels_beyond_int64_stay_what_they_are():
    big = [2**63 + 5, 2**63 + 6]
    table = read_table(f"a,class\n1,{big[0]}\n2,{big[1]}\n3,{big[0]}\n".encode())
    assert table.classes.tolist() == list(map(str, big))


def test_a_graph_in_one_long_line_is_read():
    said = {
        "about": "x" * 10_500_000,
        "nodes": [{"id": "a"}, {"id": "b"}],
        "edges": [{"source": "a", "target": "b"}],
    }
    assert quick(json.dumps(said).encode(), "g.json").data.n_edges == 1
