"""The kernel exp(-a KL(P || Q)) between histograms.

Kernel floor. KL(P || Q) = sum P log(P / Q) weighs by P, so KL(P || Q) != KL(Q || P): a narrow P inside a wide Q is
cheap, the other way round is not. Divergences of Gaussians are in ``divergences_gaussian``, of mixtures in
``divergences_monte_carlo``.

Source: He et al. 2022, eqs. 13 and 14; Moreno, Ho and Vasconcelos 2003.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from scipy.special import xlogy

from askcore.kernels._domains import Range
from askcore.kernels._registry import kernel

__all__ = ["DivergenceScale", "kl_histogram"]

# 1/a is a divergence in nats. Valid over 12 decades; between histograms a few nats are much.
DivergenceScale = Annotated[float, Range(1e-6, 1e6, log=True, usual=(0.01, 100.0))]


@kernel(
    "KL of histograms",
    symmetric=False,
    pointwise=True,
    formula=r"\exp\bigl(-a \sum_k p_k \log(p_k/q_k)\bigr)",
    accepts="histograms",
)
def kl_histogram(
    X: np.ndarray,
    Z: np.ndarray,
    *,
    a: DivergenceScale = 1.0,
    smoothing: Annotated[float, Range(1e-15, 1.0, log=True, usual=(1e-12, 1e-1))] = 1e-9,
) -> np.ndarray:
    r"""K(x, z) = exp(-a KL(p || q)), p and q the rows x and z as distributions.

    Rows are counts or weights: each is divided by its sum, ``smoothing`` is added to every bin and the row is
    divided by its sum again, so that no empty bin of q makes the divergence infinite. Shapes (n, d), (m, d) to
    (n, m); ``a`` in 1/nats.

    Raises
    ------
    ValueError : a negative entry or a row of zeros, naming the row.
    """
    P = _distributions(X, smoothing, "X")
    Q = P if Z is X else _distributions(Z, smoothing, "Z")
    # sum p log p - sum p log q, whose rounding may fall below zero where p = q.
    divergence = xlogy(P, P).sum(axis=1)[:, None] - P @ np.log(Q).T
    np.maximum(divergence, 0.0, out=divergence)
    divergence *= -a
    return np.exp(divergence, out=divergence)


def _distributions(weights: np.ndarray, smoothing: float, name: str) -> np.ndarray:
    """Rows (n, d) that sum to 1, every entry positive."""
    wrong = ~(weights >= 0) | np.isinf(weights)
    if wrong.any():
        row, column = (int(i) for i in np.argwhere(wrong)[0])
        raise ValueError(
            f"{name}[{row}, {column}] is {weights[row, column]:g}; row {row} is no histogram. Counts and weights "
            "must be finite and not negative: choose another kernel, or shift the features."
        )
    largest = weights.max(axis=1, initial=0.0)
    empty = np.flatnonzero(largest == 0)
    if len(empty):
        raise ValueError(
            f"{name}: row {int(empty[0])} holds only zeros, and no histogram can be made of it. Leave it out."
        )
    p = weights / largest[:, None]  # first by the largest: a sum of huge counts would overflow
    p /= p.sum(axis=1, keepdims=True)
    p += smoothing
    p /= p.sum(axis=1, keepdims=True)
    return p
