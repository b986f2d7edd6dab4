"""Checks that all of askcore shares: one place for "expected ..., got ..., try ..."."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from numbers import Integral
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

_GIB = 1024.0**3
_LONG_WORD = 120  # characters: beyond, a name is shown by its beginning and end
ROUNDING = 1e-10  # relative asymmetry that is taken for rounding: thousands of terms, summed in another order
PROBED = 1e-8  # asymmetry that shows in products with random vectors
LARGEST = 1e151  # entries of which a million squares can be added up
LARGEST_READ = 1e300  # entries of which a hundred million can be added up
ALIASES = {
    "poly": "polynomial",
    "sigmoid": "tanh",
}  # scikit-learn's names of kernels, which no list of them has
_SYMMETRY_ROWS = 256  # compared at once: the block and its transpose stay in the cache


class DataError(ValueError):
    """Raised for input data that cannot be used.

    The message tells the user what is wrong, where (row, column or line) and what to do. The dashboard shows the
    message unchanged.

    Parameters
    ----------
    problem : description of the problem, as a sentence without the full stop.
    where : the place, for instance ``"line 12"`` or ``"column 'label'"``; empty if it is the whole input.
    remedy : what to do, as a sentence.

    Examples
    --------
    >>> print(DataError("'abc' is not a weight", where="line 3", remedy="Write a number."))
    Line 3: 'abc' is not a weight. Write a number.
    """

    def __init__(self, problem: str, *, where: str = "", remedy: str = "") -> None:
        problem, where, remedy = shortened(problem, 1_000), shortened(where, 300), shortened(remedy, 600)
        self.problem, self.where, self.remedy = problem, where, remedy
        text = f"{where}: {problem}" if where else problem
        text = text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
        super().__init__(f"{text} {remedy}".strip())


class MissingPackageError(DataError, ImportError):
    """Raised if an optional package is missing. The message names the package and the command that installs it."""


def missing(package: str, what: str, *, extra: str) -> MissingPackageError:
    """The error that tells of a package that is not installed.

    Examples
    --------
    >>> print(missing("openpyxl", "A workbook of Excel", extra="excel").remedy)
    Install askcore with its extra "excel", or call: python -m pip install openpyxl
    """
    name = {"PIL": "pillow"}.get(package, package)
    return MissingPackageError(
        f"{what} needs {name}, which is not installed",
        remedy=f'Install askcore with its extra "{extra}", or call: python -m pip install {name}',
    )


@contextmanager
def needs(what: str, *, extra: str) -> Iterator[None]:
    """Around imports from packages that not everybody has."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing((error.name or "a package").partition(".")[0], what, extra=extra) from error


def shortened(text: str, most: int) -> str:
    """A sentence of at most ``most`` characters: what is left out, of long words first, is marked by dots.

    Examples
    --------
    >>> shortened("Column " + "x" * 300 + " is empty", 1_000) == "Column " + "x" * 80 + "…" + "x" * 20 + " is empty"
    True
    >>> shortened("abcdefgh", 5)
    'ab…gh'
    """
    if len(text) > _LONG_WORD:
        words = text.split(" ")
        text = " ".join(f"{word[:80]}…{word[-20:]}" if len(word) > _LONG_WORD else word for word in words)
    if len(text) <= most:
        return text
    end = (most - 1) // 2
    return f"{text[: most - 1 - end]}…{text[-end:]}"


def read_only(array: np.ndarray) -> np.ndarray:
    """The same array with writing forbidden, so that a shared result cannot be changed in place."""
    array.flags.writeable = False
    return array


def as_matrix(values: Any, name: str = "K") -> Any:
    """``values`` as a finite float64 matrix, dense (ndarray) or sparse (csr_array, sorted, no duplicates).

    Memory is shared with ``values`` where nothing had to change; ``values`` itself is never changed.
    """
    sparse = sp.issparse(values)
    try:
        raw = values if sparse else np.asarray(values)
        if raw.dtype.kind == "c":
            raise TypeError("it holds complex numbers; take their real part or modulus")
        matrix: Any = sp.csr_array(raw, dtype=np.float64) if sparse else raw.astype(np.float64, copy=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold real numbers: {error}.") from error
    if matrix.ndim != 2:
        raise ValueError(f"{name} must be a matrix (two dimensions), got {matrix.ndim} dimension(s).")
    if sparse and not matrix.has_canonical_format:
        matrix = matrix.copy()  # sum_duplicates works in place, on arrays that are the caller's
        matrix.sum_duplicates()
    check_finite(matrix, name)
    return matrix


def filled(matrix: Any) -> float:
    """Share of the entries of a sparse matrix that are stored; 1 for a dense one."""
    return matrix.nnz / max(1, matrix.shape[0] * matrix.shape[1]) if sp.issparse(matrix) else 1.0


def check_finite(matrix: Any, name: str = "K") -> None:
    """Raise a ValueError that names the first entry that is NaN or infinite."""
    values = matrix.data if sp.issparse(matrix) else matrix
    # One pass without a temporary: a sum is finite unless an entry is not (or the sum itself overflows).
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(values.sum()):
            return
    bad = ~np.isfinite(values)
    if not bad.any():
        return
    if sp.issparse(matrix):
        coo = sp.coo_array(matrix)
        at = int(np.flatnonzero(~np.isfinite(coo.data))[0])
        row, column, value = int(coo.row[at]), int(coo.col[at]), coo.data[at]
    else:
        row, column = (int(i) for i in np.argwhere(bad)[0])
        value = values[row, column]
    raise ValueError(
        f"{name}[{row}, {column}] is {value}; every entry must be finite. Check the input for "
        "missing values, or change the kernel's parameters (a larger bandwidth avoids overflow)."
    )


def unit_columns(n: int, index: np.ndarray) -> np.ndarray:
    """Columns of the identity, (n, k)."""
    E = np.zeros((n, len(index)))
    E[index, np.arange(len(index))] = 1.0
    return E


def check_squares(matrix: Any) -> None:
    """Raise a DataError where the squares of the entries, and sums of a million of them, leave double precision."""
    largest = largest_modulus(matrix)
    if largest > LARGEST:
        raise DataError(
            f"The entries of K reach {largest:.1e}, and squares of numbers beyond {LARGEST:.0e} overflow",
            remedy="Divide the matrix, or the weights or features that it comes from, by the largest entry.",
        )


def check_fourth_powers(matrix: Any) -> None:
    """Raise a DataError where squares of products of the entries, as of K K^T, overflow or vanish."""
    largest, limit = largest_modulus(matrix), LARGEST**0.5
    if largest and not 1 / limit <= largest <= limit:
        far = "overflow" if largest > 1 else "vanish"
        raise DataError(
            f"The entries of K reach {largest:.1e}; the methods here multiply them, and the products {far}",
            remedy="Divide the matrix, or the weights or features that it comes from, by the largest entry.",
        )


def check_sums(matrix: Any, what: str) -> None:
    """Raise a DataError where sums and differences of the entries leave double precision; ``what`` they are called."""
    largest = largest_modulus(matrix)
    if largest > LARGEST_READ:
        raise DataError(
            f"{what} reach {largest:.1e}, and sums of numbers beyond {LARGEST_READ:.0e} overflow",
            remedy=f"Divide all of them by the same number, such as {largest:.0e}.",
        )


def largest_modulus(matrix: Any) -> float:
    """The largest modulus."""
    values = matrix.data if sp.issparse(matrix) else matrix
    return max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))


def check_square(matrix: Any, name: str = "K") -> None:
    """Raise a ValueError unless ``matrix`` has as many rows as columns."""
    rows, columns = matrix.shape
    if rows != columns:
        raise ValueError(
            f"{name} must be square (the training samples against themselves), got {rows} x {columns}. "
            "Give the rows and columns of the same samples."
        )


def is_symmetric(matrix: Any, tolerance: float = 1e-12) -> bool:
    """Whether a square matrix equals its transpose up to rounding: max|K - K^T| <= tolerance * max|K|."""
    if matrix.shape[0] != matrix.shape[1]:
        return False
    if sp.issparse(matrix):
        # As below: the first rows against the first columns, before all of it is held twice.
        if matrix.format == "csr" and matrix.shape[0] > _SYMMETRY_ROWS and matrix.has_canonical_format:
            limit = tolerance * largest_modulus(matrix)
            if largest_modulus(matrix[:_SYMMETRY_ROWS] - matrix[:, :_SYMMETRY_ROWS].T) > limit:
                return False
        difference = abs(matrix - matrix.T)
        return bool(difference.max() <= tolerance * abs(matrix).max()) if matrix.nnz else True
    matrix = np.asarray(matrix)
    m = matrix.shape[0]
    limit = tolerance * max(matrix.max(initial=0.0), -matrix.min(initial=0.0))
    # Row blocks against column blocks, upper triangle only, without a temporary of the matrix's size; the
    # first one is small, because an asymmetric matrix nearly always shows there.
    edges = [0, *range(8, m, _SYMMETRY_ROWS), m] if m > 8 else [0, m]
    for start, stop in itertools.pairwise(edges):
        difference = matrix[start:stop, start:] - matrix[start:, start:stop].T
        if max(difference.max(initial=0.0), -difference.min(initial=0.0)) > limit:
            return False
    return True


def check_symmetric(matrix: Any, name: str = "K", instead: str = "") -> None:
    """Raise a ValueError unless ``matrix`` is square and is symmetric up to rounding (1e-10 of the largest entry).

    LAPACK's eigh reads one triangle only, so an asymmetric matrix would pass in silence. The message says by how much
    it is asymmetric and names the three symmetrisations; ``instead`` names a method that takes it as it is.
    """
    check_square(matrix, name)
    if is_symmetric(matrix, ROUNDING):
        return
    difference, total = matrix - matrix.T, matrix + matrix.T
    sizes = [float(np.linalg.norm(part.data if sp.issparse(part) else part)) for part in (difference, total)]
    skew = sizes[0] / max(sizes[1], np.finfo(float).tiny)
    raise ValueError(
        f"{name} is not symmetric: |K - K^T| is {skew:.2g} of |K + K^T|. Symmetrise it with 'mean' (K + K^T)/2, "
        f"'KKt' K K^T or 'KtK' K^T K (askcore.operators.symmetrized_operator){instead and ', or ' + instead}."
    )


def check_symmetric_products(K: Any, name: str = "The kernel matrix") -> None:
    """Raise a ValueError unless a square operator is symmetric, by its products with two random vectors."""
    check_square(K, name)
    x, y = np.random.default_rng(0).standard_normal((2, K.shape[0]))
    products = np.asarray(K @ np.column_stack([x, y]))
    scale = float(np.linalg.norm(x) * np.linalg.norm(products, axis=0).max())
    gap = abs(float(x @ products[:, 1] - y @ products[:, 0]))
    if gap > PROBED * scale:
        raise ValueError(
            f"{name} is not symmetric: x'Ky and y'Kx differ by {gap / scale:.2g} of |x| |Ky|. "
            "Symmetrise it with 'mean' (K + K^T)/2, 'KKt' K K^T or 'KtK' K^T K."
        )


def as_symmetric(matrix: Any, name: str = "K", instead: str = "") -> Any:
    """``matrix`` itself, or its symmetric part where that is the same but for rounding; raises as ``check_symmetric``.

    What follows then never takes rounding for a direction.
    """
    check_symmetric(matrix, name, instead)
    return matrix if is_symmetric(matrix) else 0.5 * (matrix + matrix.T)


def as_index(values: Any, size: int, name: str = "rows") -> np.ndarray:
    """Node or sample indices, shape (n,) or (n, 1), as an integer array (n,) with 0 <= i < ``size``."""
    raw = np.asarray(values)
    if raw.ndim == 2 and raw.shape[1] == 1:
        raw = raw[:, 0]
    if raw.ndim != 1:
        raise IndexError(f"{name} must be indices of shape (n,) or (n, 1), got shape {np.shape(values)}.")
    if raw.dtype.kind not in "iuf":
        raise IndexError(f"{name} must be integers from 0 to {size - 1}, got {raw.dtype} values.")
    wrong = ~((raw >= 0) & (raw < size) & (raw == np.floor(raw)))
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        raise IndexError(f"{name}[{at}] is {raw[at]}; expected whole numbers from 0 to {size - 1}.")
    return raw.astype(np.intp, copy=False)


def are_all(index: ArrayLike, size: int) -> bool:
    """Whether indices are 0, 1, ... size - 1."""
    index = np.asarray(index)
    return index.shape == (size,) and np.array_equal(index, np.arange(size))


def as_weights(values: Any, size: int, name: str = "sample_weight", *, of_part: bool = False) -> np.ndarray:
    """Weights of samples as (size,) floats; None is one for each.

    Raises ValueError for another shape, a weight that is negative or no finite number (the first is named), and where
    all of them are zero unless they are ``of_part`` of the samples.
    """
    if values is None:
        return np.ones(size)
    try:
        weights = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be {size} numbers >= 0, one for each sample: {error}.") from error
    if weights.shape != (size,):
        raise ValueError(
            f"{name} must be {size} numbers >= 0, one for each sample; got an array of shape {weights.shape}."
        )
    wrong = np.flatnonzero(~((weights >= 0) & (weights < np.inf)))
    if len(wrong):
        raise ValueError(
            f"{name}[{wrong[0]}] is {weights[wrong[0]]:g}: weights must be finite numbers >= 0. "
            "To exclude a sample, give it the weight 0."
        )
    if not (of_part or weights.any()):
        raise ValueError(
            f"{name} is zero for every sample: give at least one a weight above 0, or None for ones."
        )
    return weights


def check_whole(least: int, **given: Any) -> None:
    """Raise a ValueError unless every given value is a whole number from ``least`` on."""
    for name, value in given.items():
        if not isinstance(value, Integral) or value < least:
            raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}.")


def available_memory() -> float:
    """Bytes that can still be allocated, as far as the system tells; 4 GiB where it does not."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return float(line.split()[1]) * 1024.0
    except OSError:  # not Linux: ask the C library below
        pass
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) / 2
    except (AttributeError, ValueError, OSError):
        return 4 * _GIB


def fits_memory(n_bytes: float, share: float = 0.7) -> bool:
    """Whether ``n_bytes`` are at most ``share`` of the free memory."""
    return n_bytes <= share * available_memory()


def check_memory(n_bytes: float, what: str, remedy: str) -> None:
    """Refuse work whose forecast exceeds 70% of the free memory, before anything is allocated."""
    if not fits_memory(n_bytes):
        free = available_memory()
        raise DataError(
            f"{what} would need about {n_bytes / _GIB:.1f} GiB; {free / _GIB:.1f} GiB are free",
            remedy=remedy,
        )
