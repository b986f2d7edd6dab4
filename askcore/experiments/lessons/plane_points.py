"""A few points in the plane, and how far apart they are in the feature space of a kernel.

Experiment floor. Everything is computed twice: from the kernel matrix alone, and from an explicit feature map.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore._validation import as_matrix, read_only
from askcore.diagnostics import (
    empirical_map,
    gaussian_map,
    mercer_map,
    polynomial_map,
    squared_feature_distances,
)
from askcore.kernels import KERNELS
from askcore.operators import CenteredOperator, as_operator, cosine_normalized

FEATURE_KERNELS = ("linear", "square", "gaussian")
FEATURE_OPERATIONS = ("none", "centred", "normalised")


@dataclass(frozen=True, eq=False)
class FewPoints:
    """Distances of N points.

    Attributes
    ----------
    plane : (N, N) in the plane.
    from_kernel, from_map : (N, N) in feature space, from the kernel matrix alone and from the explicit map.
    features : number of features of the map.
    mercer, empirical : (N, N) coordinates of both maps that come from the kernel matrix alone; those of the Mercer map
        by falling eigenvalue, and zeros past the rank.
    """

    plane: np.ndarray = field(repr=False)
    from_kernel: np.ndarray = field(repr=False)
    from_map: np.ndarray = field(repr=False)
    features: int
    mercer: np.ndarray = field(repr=False)
    empirical: np.ndarray = field(repr=False)

    @property
    def gap(self) -> float:
        """Largest difference of the two ways."""
        return float(np.abs(self.from_kernel - self.from_map).max())


def few_points(X: Any, kernel: str = "square", operation: str = "none") -> FewPoints:
    """Distances of points in the plane and in feature space, with and without features.

    Parameters
    ----------
    X : (N, 2).
    kernel : "linear" x'z, "square" (x'z)^2, "gaussian" exp(-|x - z|^2 / 2), whose map ends at degree 12.
    operation : "none"; "centred": the mean in feature space becomes the origin; "normalised": all lengths become 1.

    Returns
    -------
    FewPoints

    Raises
    ------
    KeyError : an unknown kernel or operation.
    DataError : "normalised" with a point of length 0.

    Examples
    --------
    >>> found = few_points([[1.0, 0.0], [-1.0, 0.0]])
    >>> found.plane[0, 1].item(), found.from_kernel[0, 1].item()
    (2.0, 0.0)
    """
    X = as_matrix(X, "X")
    make, phi = {
        "linear": (lambda: KERNELS["linear"](X, X), lambda: X),
        "square": (lambda: KERNELS["polynomial"](X, X, degree=2, c=0.0), lambda: polynomial_map(X)),
        "gaussian": (lambda: KERNELS["rbf"](X, X, sigma=np.sqrt(2.0)), lambda: gaussian_map(X)),
    }[kernel]
    operate, map_to = {
        "none": (as_operator, lambda F: F),
        "centred": (CenteredOperator, lambda F: F - F.mean(axis=0)),
        "normalised": (cosine_normalized, lambda F: F / np.linalg.norm(F, axis=1, keepdims=True)),
    }[operation]
    K: Any = operate(as_operator(make()))
    F = map_to(phi())
    matrix = K.toarray()
    found, mercer = mercer_map(matrix).points, np.zeros((len(X), len(X)))
    mercer[:, : found.shape[1]] = found
    return FewPoints(
        read_only(_distances(X)),
        read_only(np.sqrt(np.maximum(squared_feature_distances(K), 0.0))),
        read_only(_distances(F)),
        F.shape[1],
        read_only(mercer),
        read_only(empirical_map(matrix).points),
    )


def _distances(X: np.ndarray) -> np.ndarray:
    return np.linalg.norm(X[:, None, :] - X[None, :, :], axis=2)
