"""What a matrix checks and keeps."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from askcore.datasets import DataError, MatrixData

K = np.array([[1.0, -2.0, 0.0], [0.5, 3.0, 4.0]])


@pytest.mark.parametrize("form", [np.asarray, sparse.coo_array, sparse.csc_matrix])
def test_values_are_kept_and_read_only(form):
    data = MatrixData(form(K), row_labels=["x", None], column_ids="abc")
    kept = data.matrix.toarray() if data.is_sparse else data.matrix
    assert kept.dtype == np.float64
    np.testing.assert_array_equal(kept, K)
    assert (data.n_rows, data.n_columns, data.is_square) == (2, 3, False)
    assert (data.row_ids, data.column_ids) == (["0", "1"], ["a", "b", "c"])
    assert data.row_labels.tolist() == ["x", ""]
    assert (data.classes.tolist(), data.labelled.tolist()) == (["x"], [True, False])
    array = data.matrix.data if data.is_sparse else data.matrix
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 7


def test_a_square_matrix_names_its_columns_like_its_rows():
    assert MatrixData(np.eye(2), row_ids=["u", "v"]).column_ids == ["u", "v"]
    assert MatrixData(np.eye(2), row_ids=["u", "v"], column_ids=["s", "t"]).column_ids == ["s", "t"]


def test_digest_knows_values_names_and_labels_only():
    base = MatrixData(np.eye(3), name="a", notes=("x",))
    assert base.digest == MatrixData(np.eye(3), name="b").digest
    others = [
        MatrixData(2 * np.eye(3)),
        MatrixData(sparse.eye_array(3)),
        MatrixData(np.eye(3), row_ids="abc", column_ids="012"),
        MatrixData(np.eye(3), row_ids="012", column_ids="abc"),
        MatrixData(np.eye(3), row_labels=[1, 2, 1]),
    ]
    assert len({base.digest, *(other.digest for other in others)}) == 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((np.ones(3),), r"shape \(rows, columns\), both at least 1, got \(3,\)"),
        ((np.ones((2, 0)),), r"got \(2, 0\)"),
        ((np.ones((2, 2, 2)),), r"For an attention tensor T, choose one head: T\[0\]"),
        ((np.eye(2) * 1j,), "not a matrix of real numbers .*complex128"),
        (([["a", "b"]],), "not a matrix of real numbers"),
        ((np.array([[1.0, np.nan]]),), r"Matrix\[0, 1\] is nan"),
        ((sparse.csr_array(np.array([[0, np.inf]])),), r"Matrix\[0, 1\] is inf"),
        (
            (np.array([[1.0, -1e308]]),),
            r"^The entries reach 1\.0e\+308, .* Divide all of them by the same number",
        ),
        ((sparse.csr_array(np.array([[0, 2e300]])),), "such as 2e\\+300"),
        ((K, [1]), "Expected 2 labels, one for each row"),
        ((K, [["a", "b"], "c"]), r"label \['a', 'b'\] is not a single value"),
        ((K, [{"a": 1}, "c"]), r"label \{'a': 1\} is not a single value"),
        ((K, None, ["a"]), "Expected 2 row names"),
        ((K, None, ["a", "a"]), "Rows 0 and 1: Two rows are called 'a'"),
        ((K, None, None, ["a", "", "c"]), "Column 1: A column has no name"),
    ],
)
def test_refusals(arguments, message):
    with pytest.raises(DataError, match=message):
        MatrixData(*arguments)
