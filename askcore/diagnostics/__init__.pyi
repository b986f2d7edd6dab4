from .density import DensityDivergence, density_divergence
from .explicit import gaussian_map, polynomial_map
from .geometry import (
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
from .heads import AttentionHead, AttentionHeads, attention_heads
from .health import MatrixHealth, matrix_health
from .how_asymmetric import (
    SPECTRUM_LIMIT,
    Asymmetry,
    RowScaling,
    asymmetry,
    definiteness_of,
    row_scaling,
    skew_ratio,
)
from .spectrum import SpectrumSummary, spectrum_summary
from .stationarity import AskLSLagrangian, AskLSPoint

__all__ = [
    "SPECTRUM_LIMIT",
    "AskLSLagrangian",
    "AskLSPoint",
    "Asymmetry",
    "AttentionHead",
    "AttentionHeads",
    "DensityDivergence",
    "FeaturePair",
    "FeatureSpace",
    "MatrixHealth",
    "PrimalPoint",
    "PseudoEuclidean",
    "RowScaling",
    "SpectrumSummary",
    "asymmetry",
    "attention_heads",
    "definiteness_of",
    "density_divergence",
    "empirical_map",
    "feature_pair",
    "feature_space",
    "gaussian_map",
    "matrix_health",
    "mercer_map",
    "polynomial_map",
    "positive_decomposition",
    "primal_point",
    "pseudo_euclidean",
    "row_scaling",
    "signature",
    "skew_ratio",
    "spectrum_summary",
    "squared_feature_distances",
]
