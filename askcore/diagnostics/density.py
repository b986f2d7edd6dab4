r"""Kullback-Leibler divergence between the row data and the column data of a matrix.

Tao, Tonin, Patrinos and Suykens 2023, section 5.2: rows x_i and columns z_j of A (N x M) are two data sources; the
shorter ones are compared with the longer ones after the compatibility transformation a1. The figures printed there are
partly negative, which no divergence is; they cannot be reproduced as such.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from askcore.kernels import kl_gaussians
from askcore.solvers.compatibility import compatible_sources

LARGEST_DIMENSION = 2000
RIDGE = 1e-9  # variance that every direction gets, as a share of the mean square of all entries


@dataclass(frozen=True)
class DensityDivergence:
    """KL(p_rows || p_columns) and KL(p_columns || p_rows), in nats, in ``dimension`` = min(N, M)."""

    rows_from_columns: float
    columns_from_rows: float
    dimension: int


def density_divergence(A: np.ndarray) -> DensityDivergence:
    """KL divergences between the row data and the column data of a matrix (N, M), N and M at least 2.

    Both sources are brought to R^d, d = min(N, M): for M > N the rows become C^T x_i, C the first N right
    singular vectors of the uncentred A (a1); for N > M the columns become C_z^T z_j, C_z the first M left singular
    vectors; the largest entry of each vector is positive. A square A is taken as it is. A Gaussian is fitted to
    each, its covariance shrunk as Ledoit and Wolf (2004) do, since there are about as many points as dimensions;
    the divergence of two Gaussians is closed and never negative (``kl_gaussians``).
    """
    dimension = min(A.shape)
    largest = float(np.abs(A).max())
    if largest == 0:
        return DensityDivergence(0.0, 0.0, dimension)
    A = A / largest
    compatible = compatible_sources(A)
    sources = compatible.rows(A), compatible.columns(A)
    ridge = RIDGE * float(np.mean([np.mean(points**2) for points in sources])) * np.eye(dimension)
    means, covariances = zip(*(_gaussian(points, ridge) for points in sources), strict=True)
    kl = kl_gaussians(means, covariances)
    return DensityDivergence(float(kl[0, 1]), float(kl[1, 0]), dimension)


def _gaussian(points: np.ndarray, ridge: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean (d,) and shrunk covariance (d, d), definite even where all points are one."""
    from sklearn.covariance import ledoit_wolf

    return points.mean(axis=0), np.asarray(ledoit_wolf(points)[0]) + ridge
