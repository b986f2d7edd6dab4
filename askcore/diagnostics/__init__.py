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
from askcore.diagnostics.how_asymmetric import (
    SPECTRUM_LIMIT,
    Asymmetry,
    RowScaling,
    asymmetry,
    definiteness_of,
    row_scaling,
    skew_ratio,
)
from askcore.diagnostics.spectrum import SpectrumSummary, elbow, spectrum_summary

__all__ = [
    "SPECTRUM_LIMIT",
    "Asymmetry",
    "DensityDivergence",
    "FeaturePair",
    "FeatureSpace",
    "PrimalPoint",
    "PseudoEuclidean",
    "RowScaling",
    "SpectrumSummary",
    "asymmetry",
    "definiteness_of",
    "density_divergence",
    "elbow",
    "empirical_map",
    "feature_pair",
    "feature_space",
    "mercer_map",
    "positive_decomposition",
    "primal_point",
    "pseudo_euclidean",
    "row_scaling",
    "signature",
    "skew_ratio",
    "spectrum_summary",
    "squared_feature_distances",
]
