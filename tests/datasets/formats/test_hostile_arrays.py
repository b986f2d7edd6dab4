"""Arrays and matrices made to do harm, or broken on the way; and files that are not what they are called."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import scipy.io
from scipy import sparse

from askcore.datasets import read_graph, read_matrix, read_table
from tests.datasets.hostile import Bad, each, npy_claim, refused_within_bounds
from tests.datasets.made import packed, saved


def mat_packed(tag: tuple[int, int], size: int) -> bytes:
    """One packed variable: what its tag says it is and how long, and how many zeros there are."""
    body = zlib.compress(struct.pack("<II", *tag) + bytes(size))
    header = b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM"
    return header + struct.pack("<II", 15, len(body)) + body


CSR = {"format": b"csr", "shape": np.array([2, 2]), "data": np.ones(2), "indptr": np.array([0, 1, 2])}


CASES: dict[str, Bad] = {
    "2 GB claimed in npy": Bad(read_matrix, npy_claim((16_384, 16_384)), "claims 2,147,483,648 bytes"),
    "2 GB claimed in npz": Bad(
        read_graph, packed(("K.npy", npy_claim((16_384, 16_384)))), "Array 'K': .*claims 2,147,483,648 bytes"
    ),
    "npz, many zeros together": Bad(
        read_matrix,
        lambda: packed(*((f"a{i}.npy", npy_claim((2**24,), "|i1", bytes(2**24))) for i in range(17))),
        "more than 250 times as large",
        slow=True,
    ),
    "sparse, too many small entries": Bad(
        read_matrix,
        lambda: saved(
            np.savez,
            format=b"coo",
            shape=np.array([9, 9]),
            data=np.zeros(50_000_001, dtype=np.int8),
            row=np.zeros(1, dtype=np.int8),
            col=np.zeros(1, dtype=np.int8),
        ),
        "50,000,001 stored entries are more than",
    ),
    "negative shape": Bad(read_matrix, npy_claim((-2, -4)), "array is damaged"),
    "endless shape": Bad(read_matrix, npy_claim((10**30, 10**30)), "array is damaged"),
    "no values, endless": Bad(read_matrix, npy_claim((10**12, 0)), "has shape|array is damaged"),
    "pickled npy": Bad(
        read_matrix, saved(np.save, np.array([{"a": 1}], dtype=object)), "Python objects, which are pickled"
    ),
    "pickled npz": Bad(read_graph, saved(np.savez, np.array([None])), "Array 'arr_0': .*which are pickled"),
    "pickled labels": Bad(
        read_matrix, b"1,2\n3,4\n", "which are pickled", {"labels": saved(np.save, np.array([None, 1]))}
    ),
    "code in an npy header": Bad(
        read_matrix, npy_claim((2, 4)).replace(b"'<f8'", b"f(1) "), "header cannot be read"
    ),
    "no magic": Bad(read_matrix, b"\x93NUMPY", "header cannot be read"),
    "nothing known in npz": Bad(
        read_matrix, saved(np.savez, a=np.eye(2), b=np.eye(2)), "candidates: 'a' .2, 2., 'b'"
    ),
    "edge outside": Bad(
        read_graph,
        saved(np.savez, edges=np.array([[0, 1], [1, 7]]), labels=np.array([1, 2])),
        r"\[1, 7\] uses a",
    ),
    "edges of a billion nodes": Bad(
        read_graph,
        saved(np.savez, edges=np.array([[0, 10**9]])),
        "uses a node that does not exist; there are 1,000,000,001",
    ),
    "labels past their names": Bad(
        read_graph,
        saved(np.savez, edges=np.array([[0, 1]]), labels=np.array([0, 5]), label_names=np.array(["x"])),
        "do not match",
    ),
    "sparse index outside": Bad(
        read_graph,
        saved(np.savez, indices=np.array([0, 99]), **CSR),
        "parts of the sparse matrix do not match",
    ),
    "sparse index negative": Bad(
        read_matrix,
        saved(np.savez, indices=np.array([0, -1]), **CSR),
        "parts of the sparse matrix do not match",
    ),
    "sparse, incomplete": Bad(read_matrix, saved(np.savez, **CSR), "sparse matrix is incomplete"),
    "sparse, endless": Bad(
        read_matrix,
        saved(
            np.savez,
            format=b"coo",
            shape=np.array([2**40, 2]),
            data=np.ones(1),
            row=np.zeros(1),
            col=np.zeros(1),
        ),
        "states 1,099,511,627,776 rows",
    ),
    # Matrix Market
    "market, 80 GB claimed": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array real general\n100000 100000\n1\n",
        "100,000 × 100,000 values",
    ),
    "market, entries claimed": Bad(
        read_graph,
        b"%%MatrixMarket matrix coordinate real general\n9 9 99999999\n1 1 1\n",
        "claims 99,999,999 values",
    ),
    "market, rows claimed": Bad(
        read_graph,
        b"%%MatrixMarket matrix coordinate real general\n999999999 9 1\n1 1 1\n",
        "states 999,999,999 rows",
    ),
    "market, outside": Bad(
        read_graph,
        b"%%MatrixMarket matrix coordinate real general\n2 2 1\n3 3 1\n",
        "Entry 1 is in row 3 and column 3 of 2 × 2",
    ),
    "market, far outside": Bad(
        read_graph,
        b"%%MatrixMarket matrix coordinate real general\n2 2 1\n1e300 1 1\n",
        "row 1e.300 and column 1",
    ),
    "market, between": Bad(
        read_graph, b"%%MatrixMarket matrix coordinate real general\n2 2 1\n1.5 1 1\n", "row 1.5 and column 1"
    ),
    "market, complex": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array complex general\n1 1\n1 1\n",
        "matrix is complex and general",
    ),
    "market, one value too many": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array real general\n2 2\n" + b"1\n" * 5,
        "announces 4 rows of 1; there are 5",
    ),
    "market, one value too few": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n",
        "claims 3 values, but 2 lines follow",
    ),
    "market, symmetric and not square": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array real symmetric\n2 3\n1\n2\n",
        "2 rows and 3 columns is symmetric",
    ),
    "market, a word": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array real general\n1 2\n1\nx\n",
        "not rows of numbers .could not convert",
    ),
    "market, no header": Bad(read_graph, b"%%MatrixMarket\n1 1 1\n", "not that of Matrix Market"),
    "market, rectangular graph": Bad(
        read_graph, saved(scipy.io.mmwrite, sparse.coo_array(np.ones((2, 3)))), "2 rows and 3 columns"
    ),
    **{
        f"market, scipy dies of {name}": Bad(read_matrix, b"%%MatrixMarket matrix " + content, message)
        for name, content, message in (
            (
                "a wide symmetric array",
                b"array real symmetric\n4 200\n" + b"1\n" * 800,
                "No matrix of 4 rows",
            ),
            (
                "a wide skew array",
                b"array real skew-symmetric\n2 400\n" + b"1\n" * 800,
                "No matrix of 2 rows",
            ),
            ("no rows", b"array real general\n0 5\n1\n", "announces 0 rows"),
            ("no size", b"array real general\n0 0\n", "both at least 1"),
            ("one long line", b"array real general\n3 3\n" + b"1 " * 2_500_000, "but 1 lines follow"),
        )
    },
    # MATLAB
    "mat 7.3": Bad(read_graph, b"MATLAB 7.3 MAT-file".ljust(512) + b"\x89HDF\r\n", r"7.3 \(HDF5\).*'-v7'"),
    "hdf5": Bad(read_graph, b"\x89HDF\r\n\x1a\n", "This is an HDF5 file"),
    "mat bomb": Bad(read_matrix, lambda: mat_packed((14, 2**31), 2**25), "more than 1,024 MB"),
    "mat bomb of zeros": Bad(
        read_matrix,
        lambda: mat_packed((14, 2**28 + 2**20), 2**28 + 2**20),
        "more than 250 times as large",
        slow=True,
    ),
    "mat, more than it says": Bad(
        read_matrix, lambda: mat_packed((14, 64), 2**25), "cannot be read as MATLAB"
    ),
    "mat, less than it says": Bad(
        read_matrix, lambda: mat_packed((14, 2**27), 64), "a packed variable is cut off"
    ),
    "mat, an unknown type of numbers": Bad(
        read_matrix,
        saved(scipy.io.savemat, {"K": np.eye(9) / 3}).replace(
            struct.pack("<II", 9, 648), struct.pack("<II", 99, 648)
        ),
        "an element is of type 99, which holds no numbers",
    ),
    "half a mat": Bad(
        read_matrix, saved(scipy.io.savemat, {"K": np.eye(9)})[:-40], "cannot be read as MATLAB"
    ),
    "mat with two": Bad(
        read_matrix,
        saved(scipy.io.savemat, {"u": np.eye(3), "v": np.eye(3)}),
        "candidates: 'u' .3, 3., 'v'",
    ),
    "mat, complex": Bad(read_matrix, saved(scipy.io.savemat, {"K": np.eye(3) * 1j}), "complex numbers"),
    # Other content than the format that was asked for
    "a matrix called csv": Bad(
        read_table, saved(np.save, np.eye(2)), "content is not table: it begins like", {"format": "csv"}
    ),
    "text called npy": Bad(read_matrix, b"1,2\n", "holds no arrays", {"format": "npy"}),
    "text called parquet": Bad(read_table, b"1,2\n", "cannot be read as Parquet", {"format": "parquet"}),
}


@each(CASES)
def test_is_refused_within_bounds(case: Bad) -> None:
    refused_within_bounds(case)
