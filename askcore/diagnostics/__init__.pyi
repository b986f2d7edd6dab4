from .density import density_divergence
from .explicit import gaussian_map, polynomial_map
from .geometry import (
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
from .heads import attention_heads
from .health import matrix_health
from .how_asymmetric import Asymmetry, asymmetry, row_scaling, skew_ratio
from .spectrum import spectrum_summary
from .stationarity import AskLSLagrangian

__all__ = [
    "AskLSLagrangian",
    "Asymmetry",
    "asymmetry",
    "attention_heads",
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
