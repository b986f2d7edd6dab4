import re

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import _validation
from askcore._validation import (
    DataError,
    as_index,
    as_matrix,
    as_symmetric,
    check_memory,
    check_square,
    check_symmetric,
    is_symmetric,
)

BAD_MATRICES = {
    "vector": (np.ones(3), r"K must be a matrix \(two dimensions\), got 1 dimension"),
    "cube": (np.ones((2, 2, 2)), "got 3 dimension"),
    "sparse vector": (sp.coo_array(np.ones(3)), "got 1 dimension"),
    "ragged": ([[1, 2], [3]], "K must hold real numbers"),
    "words": ([["a", "b"]], "K must hold real numbers"),
    "complex": (np.array([[1j]]), "K must hold real numbers: it holds complex numbers"),
    "complex sparse": (sp.csr_array(np.array([[1j]])), "it holds complex numbers"),
    "nan": ([[0, 1], [np.nan, 0]], r"K\[1, 0\] is nan; every entry must be finite"),
    "infinite": ([[0, -np.inf], [0, 0]], r"K\[0, 1\] is -inf"),
    "sparse nan": (sp.csr_array([[0, 0], [0, np.nan]]), r"K\[1, 1\] is nan"),
}


@pytest.mark.parametrize(("values", "message"), BAD_MATRICES.values(), ids=BAD_MATRICES)
def test_as_matrix_says_what_is_wrong(values, message):
    with pytest.raises(ValueError, match=message):
        as_matrix(values)


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint64, np.float32])
def test_as_matrix_converts(dtype):
    for given in (np.eye(3, dtype=dtype), sp.coo_array(np.eye(3, dtype=dtype))):
        assert as_matrix(given).dtype == np.float64


def test_as_matrix_adds_duplicates_without_touching_the_input():
    parts = np.array([1.0, 2.0, 5.0]), np.array([1, 1, 0]), np.array([0, 2, 3])
    given = sp.csr_array(parts, shape=(2, 2))
    matrix = as_matrix(given)
    np.testing.assert_array_equal(matrix.toarray(), [[0, 3], [5, 0]])
    assert matrix.has_canonical_format
    assert given.nnz == 3
    np.testing.assert_array_equal(given.data, [1, 2, 5])


def test_check_square_says_what_to_give():
    with pytest.raises(
        ValueError, match=r"must be square .* got 2 x 3\. Give the rows and columns of the same samples"
    ):
        check_square(np.ones((2, 3)))


INDICES = {
    "list": ([2, 0], [2, 0]),
    "column": (np.array([[2], [0]]), [2, 0]),
    "whole floats": (np.array([2.0, 0.0]), [2, 0]),
    "unsigned": (np.array([2], dtype=np.uint8), [2]),
    "range": (range(3), [0, 1, 2]),
    "empty": ([], []),
    "repeated": ([1, 1, 1], [1, 1, 1]),
}


@pytest.mark.parametrize(("values", "expected"), INDICES.values(), ids=INDICES)
def test_as_index(values, expected):
    index = as_index(values, 3)
    assert index.dtype == np.intp
    np.testing.assert_array_equal(index, expected)


BAD_INDICES = {
    "negative": ([0, -1], r"rows\[1\] is -1; expected whole numbers from 0 to 2"),
    "fraction": ([0.5], r"rows\[0\] is 0\.5"),
    "too large": ([0, 3], r"rows\[1\] is 3"),
    "huge unsigned": (np.array([2**63], dtype=np.uint64), r"rows\[0\] is 9223372036854775808"),
    "nan": ([np.nan], r"rows\[0\] is nan"),
    "infinite": ([np.inf], r"rows\[0\] is inf"),
    "words": (["a"], r"rows must be integers from 0 to 2, got <U1 values"),
    "flags": ([True, False, True], "got bool values"),
    "objects": (np.array([1, None]), "got object values"),
    "two columns": (np.zeros((2, 2)), r"shape \(n,\) or \(n, 1\), got shape \(2, 2\)"),
    "scalar": (1, r"got shape \(\)"),
}


@pytest.mark.parametrize(("values", "message"), BAD_INDICES.values(), ids=BAD_INDICES)
def test_as_index_refuses(values, message):
    with pytest.raises(IndexError, match=message):
        as_index(values, 3)


def test_memory_is_forecast(monkeypatch):
    monkeypatch.setattr(_validation, "available_memory", lambda: 10 * 1024.0**3)
    check_memory(6.9 * 1024**3, "This", "Nothing to try.")
    message = "This would need about 8.0 GiB; 10.0 GiB are free. Take less."
    with pytest.raises(DataError, match=re.escape(message)):
        check_memory(8 * 1024**3, "This", "Take less.")


@pytest.mark.parametrize("m", [1, 2, 8, 9, 264, 265, 600])
def test_symmetry_is_seen_in_every_block(m):
    """One entry off, wherever it is: the matrix is compared block by block."""
    rng = np.random.default_rng(m)
    K = rng.standard_normal((m, m))
    K = K + K.T
    assert is_symmetric(K)
    assert is_symmetric(K + 1e-14 * rng.standard_normal((m, m)))
    for _ in range(20 if m > 1 else 0):
        i, j = rng.choice(m, 2, replace=False)
        changed = K.copy()
        changed[i, j] += 1e-6
        assert not is_symmetric(changed)


@pytest.mark.parametrize("stored", [np.array, sp.csr_array])
def test_rounding_is_accepted_and_asymmetry_measured(stored, rng):
    K = rng.standard_normal((20, 20))
    K = K + K.T
    exact = stored(K)
    assert as_symmetric(exact) is exact
    noisy = stored(K + 1e-11 * rng.standard_normal(K.shape))
    check_symmetric(noisy)
    assert is_symmetric(as_symmetric(noisy), 0.0)
    K[0, 1] += 3.0
    share = 3.0 * np.sqrt(2) / np.linalg.norm(K + K.T)
    with pytest.raises(
        ValueError, match=rf"^G is not symmetric: \|K - K\^T\| is {share:.2g} of .*KtK.*, or go home\.$"
    ):
        check_symmetric(stored(K), "G", "go home")
    with pytest.raises(ValueError, match="K must be square"):
        check_symmetric(stored(K[:3]))


def test_no_message_quotes_a_whole_name():
    long = "x" * 5_000
    for text in (long, "a b " * 2_000, f"{long} {long}"):
        error = DataError(
            f"{text!r} is not a weight", where=f"line 3, column {text!r}", remedy=f"Rename {text}."
        )
        assert len(str(error)) < 2_000
        assert str(error).startswith("Line 3, column 'x" if text[0] == "x" else "Line 3, column 'a")
    assert str(DataError("It is broken", remedy="Mend it.")) == "It is broken. Mend it."
