"""Matrices from files: layouts of text, NumPy's own, and labels beside them."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest
import scipy.io
from scipy import sparse

from askcore.datasets import DataError, read_matrix
from askcore.datasets.survey import guess_kind
from tests.datasets.made import npy

K = np.array([[0.5, -1.0, 2.0], [0.25, 0.0, 1e-7]])


LAYOUTS = {
    "bare": (b"1,2\n3,4\n5,6\n", None, None),
    "spaces": (b"1 2\n3 4\n5 6\n", None, None),
    "header": (b"a,b\n1,2\n3,4\n5,6\n", None, ["a", "b"]),
    "names": (b"x,1,2\ny,3,4\nz,5,6\n", ["x", "y", "z"], None),
    "both": (b",a,b\nx,1,2\ny,3,4\nz,5,6\n", ["x", "y", "z"], ["a", "b"]),
    "both, named corner": (b"row,a,b\nx,1,2\ny,3,4\nz,5,6\n", ["x", "y", "z"], ["a", "b"]),
    "numbers as names": (b",7,8\n1,1,2\n2,3,4\n3,5,6\n", ["1", "2", "3"], ["7", "8"]),
    "no corner": (b"a b\nx 1 2\ny 3 4\nz 5 6\n", ["x", "y", "z"], ["a", "b"]),
    "comment, tabs, windows": (b"# K\r\n1\t2\r\n3\t4\r\n5\t6\r\n", None, None),
}


@pytest.mark.parametrize(("data", "rows", "columns"), LAYOUTS.values(), ids=LAYOUTS)
def test_text(data, rows, columns):
    matrix = read_matrix(data)
    np.testing.assert_array_equal(matrix.matrix, [[1, 2], [3, 4], [5, 6]])
    assert matrix.row_ids == (rows or ["0", "1", "2"])
    assert matrix.column_ids == (columns or ["0", "1"])
    assert matrix.row_labels is None


def test_a_header_over_a_square_names_the_rows_too():
    matrix = read_matrix(b"a,b\n1,2\n3,4\n")
    assert matrix.row_ids == ["a", "b"]
    assert any("given those of the columns" in note for note in matrix.notes)


@pytest.mark.parametrize(
    "labels",
    [
        b"x\ny\n",
        b"label\nx\ny\n",
        b'"x"\n"y"\n',
        b"v,y\nu,x\n",
        b"id,label\nv,y\nu,x\n",
        npy(np.array(["x", "y"])),
    ],
)
def test_labels_beside(labels):
    matrix = read_matrix(pd.DataFrame(K, index=["u", "v"]).to_csv().encode(), labels=labels)
    assert matrix.row_labels.tolist() == ["x", "y"]


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (b"1,2\n3,x\n", {}, "Line 2, column 'column 2': 'x' is not a number"),
        (b",a,b\nx,1,2\ny,3,\n", {}, "Line 3, column 'b': The cell is empty"),
        (b"1,2\n3\n", {}, "Line 2: 1 cells"),
        (b"a,b\n", {}, "a header but no rows"),
        (b"x\ny\n", {}, "no rows|names but no values"),
        (npy(np.ones(3)), {}, r"shape \(3,\); a matrix has two dimensions, rows and columns"),
        (npy(np.ones((1, 2, 1, 2, 2))), {}, "of an attention tensor, one head"),
        (npy(np.ones((600, 2, 2))), {}, "of an attention tensor, one head"),
        (
            npy(np.ones((3, 2, 2))),
            {"part": "[3]"},
            r"no matrix '\[3\]' in an array of shape \(3, 2, 2\).*\[0\] to \[2\]",
        ),
        (npy(np.eye(2) * 1j), {}, "holds complex numbers"),
        (npy(np.array([["a"]])), {}, "holds text"),
        (npy(np.array([[np.nan, 1]])), {}, r"\[0, 0\] is nan"),
        (b"x,1,2\ny,3,4\n", {"labels": b"a\nb\nc\n"}, "3 labels for 2 rows"),
        (b"x,1,2\ny,3,4\n", {"labels": b"id,label\nx,1\nw,2\n"}, "'w' has a label, but no row"),
        (b"x,1,2\ny,3,4\n", {"labels": b"a\na\n"}, "Every label is 'a'"),
        (b"1,2\n", {"format": "arff"}, "no matrix format 'arff'"),
        (b"<svg>", {}, "not a matrix in a known format"),
    ],
)
def test_refusals(data, options, message):
    with pytest.raises(DataError, match=message):
        read_matrix(data, **options)


def named(values: np.ndarray) -> bytes:
    names = [f"n{i}" for i in range(len(values))]
    return pd.DataFrame(values, index=names, columns=names).to_csv().encode()


def test_a_named_square_is_a_kernel_if_nearly_nothing_is_zero():
    full = np.random.default_rng(0).uniform(0.1, 1, size=(20, 20))
    some, half, signed = full.copy(), np.tril(full, -1), np.diag(np.arange(20) - 5.0)
    some[0, :15] = 0
    assert [guess_kind(named(K)) for K in (full, some, signed)] == ["matrix"] * 3
    assert [guess_kind(named(K)) for K in (half, np.eye(20))] == ["graph"] * 2


@pytest.mark.parametrize("at", [(2, 3), (0, 0), (0, 2), (3, 0)])
@pytest.mark.parametrize("gap", ["nan", "NA", ""])
def test_a_gap_makes_no_table_of_a_matrix(at, gap):
    cells = [[f"{i}.5" for i in range(5)] for _ in range(5)]
    cells[at[0]][at[1]] = gap
    names = [f"n{i}" for i in range(5)]
    bare = "\n".join(",".join(row) for row in cells).encode()
    with_names = "\n".join(
        [",".join(["", *names]), *(",".join([n, *row]) for n, row in zip(names, cells, strict=True))]
    ).encode()
    for data, where in (
        (bare, f"Line {at[0] + 1}, column 'column {at[1] + 1}'"),
        (with_names, f"Line {at[0] + 2}, column 'n{at[1]}'"),
    ):
        if data is bare and gap == "" and at == (0, 0):
            continue  # an empty corner stands for names above and in front
        assert guess_kind(data) == "matrix"
        with pytest.raises(DataError, match=rf"{where}: ('{gap}' is not a number|The cell is empty)"):
            read_matrix(data)


SYMMETRIC = np.array([[1.0, -2.0, 3.0], [-2.0, 0.5, 4.0], [3.0, 4.0, 0.25]])
SKEW = np.array([[0.0, -2.0, 3.0], [2.0, 0.0, 4.0], [-3.0, -4.0, 0.0]])


@pytest.mark.parametrize("form", [np.asarray, sparse.coo_array])
@pytest.mark.parametrize("values", [K, SYMMETRIC, SKEW], ids=["general", "symmetric", "skew"])
def test_matrix_market_of_every_symmetry(values, form):
    file = io.BytesIO()
    scipy.io.mmwrite(file, form(values))
    read = read_matrix(file.getvalue())
    np.testing.assert_array_equal(read.matrix.toarray() if read.is_sparse else read.matrix, values)
    assert any("both halves" in note for note in read.notes) == (values is not K)
