from .geometry import feature_pair, pseudo_euclidean
from .heads import attention_heads
from .health import matrix_health
from .symmetry import Asymmetry, asymmetry, row_scaling, skew_ratio

__all__ = [
    "Asymmetry",
    "asymmetry",
    "attention_heads",
    "feature_pair",
    "matrix_health",
    "pseudo_euclidean",
    "row_scaling",
    "skew_ratio",
]
