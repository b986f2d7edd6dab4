"""What a kernel matrix is like: how asymmetric, how definite, what it says of its samples.

Diagnostics floor: imports ``solvers``, ``operators``, ``kernels`` and ``_validation``.
"""

from askcore.diagnostics.density import DensityDivergence, density_divergence
from askcore.diagnostics.geometry import (
    FeaturePair,
    FeatureSpace,
    PrimalPoint,
    PseudoEuclidean,
    empirical_map,
    feature_pair,
    feature_space,
    mercer_map,
    positive_decomposition,
    primal_point,
    pseudo_euclidean,
    signature,
    squared_feature_distances,
)
from askcore.diagnostics.how_asymmetric import Asymmetry, RowScaling, asymmetry, row_scaling

__all__ = [
    "Asymmetry",
    "DensityDivergence",
    "FeaturePair",
    "FeatureSpace",
    "PrimalPoint",
    "PseudoEuclidean",
    "RowScaling",
    "asymmetry",
    "density_divergence",
    "empirical_map",
    "feature_pair",
    "feature_space",
    "mercer_map",
    "positive_decomposition",
    "primal_point",
    "pseudo_euclidean",
    "row_scaling",
    "signature",
    "squared_feature_distances",
]
