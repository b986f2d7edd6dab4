r"""A kernel matrix after centring, cosine normalisation and each symmetrisation, side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from askcore._validation import DataError, read_only
from askcore.diagnostics import asymmetry, skew_ratio
from askcore.diagnostics.spectrum import ranks
from askcore.operators import CenteredOperator, cosine_normalized, symmetrized_operator
from askcore.operators.wrappers import product_unit

ROUNDING = 1e-13
OPERATIONS = {
    "none": "K unchanged",
    "centred": "Centred",
    "cosine": "Cosine normalised",
    "mean": "(K + Kᵀ)/2",
    "KKt": "K\u00a0Kᵀ",
    "KtK": "Kᵀ\u00a0K",
}


@dataclass(frozen=True, eq=False)
class Operation:
    """One operation on K, by key and value of ``OPERATIONS``, and its result.

    ``matrix`` is None where the operation is not defined, and ``reason`` says why. A product of K with its transpose is
    that of K over its ``product_unit``. ``signature`` and ``definiteness`` are as in ``Asymmetry``.
    """

    name: str
    label: str
    matrix: np.ndarray | None = field(default=None, repr=False)
    skew_ratio: float = float("nan")
    signature: tuple[int, int, int] | None = None
    definiteness: str | None = None
    rank: int | None = None
    effective_rank: float | None = None
    reason: str = ""


def kernel_operations(K: np.ndarray) -> tuple[Operation, ...]:
    """Apply every operation of ``OPERATIONS`` to a matrix.

    Parameters
    ----------
    K : (N, M).

    Returns
    -------
    tuple of Operation : in the order of ``OPERATIONS``. If an operation is not defined for K, its entry contains the
        reason.

    Examples
    --------
    >>> [(o.label, o.rank) for o in kernel_operations(np.array([[1.0, 1.0], [1.0, 1.0]]))][:2]
    [('K unchanged', 1), ('Centred', 0)]
    """
    factor = K / product_unit(K)
    make: dict[str, Callable[[], np.ndarray]] = {
        "none": lambda: K,
        "centred": lambda: CenteredOperator(K).toarray(),
        "cosine": lambda: cosine_normalized(K).toarray(),
        "mean": lambda: symmetrized_operator(K, "mean").toarray(),
        "KKt": lambda: factor @ factor.T,
        "KtK": lambda: factor.T @ factor,
    }
    scale = float(np.abs(K).max(initial=0.0))
    return tuple(_done(name, make[name], K.shape, scale) for name in OPERATIONS)


def _done(name: str, make: Callable[[], np.ndarray], shape: tuple[int, ...], scale: float) -> Operation:
    label = OPERATIONS[name]
    if shape[0] != shape[1] and name in ("cosine", "mean"):
        return Operation(name, label, reason="It needs as many rows as columns.")
    try:
        matrix = make()
    except DataError as error:
        return Operation(name, label, reason=str(error))
    if name == "centred":  # what centring leaves of a constant is rounding
        matrix = np.where(np.abs(matrix) <= 1e-14 * scale * max(shape), 0.0, matrix)
    square = matrix.shape[0] == matrix.shape[1]
    if square:
        matrix = _without_rounding(matrix)
    symmetric = (matrix + matrix.T) / 2 if square else matrix
    about = asymmetry(symmetric, limit=max(matrix.shape)) if square else None
    if about is not None and about.singular_values is not None and np.array_equal(matrix, symmetric):
        sigma = about.singular_values
    else:
        sigma = np.linalg.svdvals(matrix) if matrix.size else np.zeros(1)
    return Operation(
        name,
        label,
        read_only(matrix if matrix.flags.owndata else matrix.copy()),
        skew_ratio(matrix) if square else float("nan"),
        about.signature if about else None,
        about.definiteness if about else None,
        *ranks(sigma, matrix.shape),
    )


def _without_rounding(matrix: np.ndarray) -> np.ndarray:
    """The same matrix, exactly skew-symmetric or symmetric where its other part is rounding."""
    symmetric, skew = (matrix + matrix.T) / 2, (matrix - matrix.T) / 2
    negligible = ROUNDING * float(np.abs(matrix).max(initial=0.0))
    if np.abs(symmetric).max(initial=0.0) <= negligible:
        return skew
    return symmetric if np.abs(skew).max(initial=0.0) <= negligible else matrix
