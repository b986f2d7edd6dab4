from . import datasets, diagnostics, estimators, experiments, figures, kernels, operators, papers, solvers
from ._validation import DataError
from .diagnostics import asymmetry
from .estimators import KSVD, AsKLSClassifier, KernelPCA, LSSVMClassifier
from .solvers import IndefiniteKernelWarning, ResonanceWarning, gamma_path, lssvm_gamma_path

__all__ = [
    "KSVD",
    "AsKLSClassifier",
    "DataError",
    "IndefiniteKernelWarning",
    "KernelPCA",
    "LSSVMClassifier",
    "ResonanceWarning",
    "asymmetry",
    "datasets",
    "diagnostics",
    "estimators",
    "experiments",
    "figures",
    "gamma_path",
    "kernels",
    "lssvm_gamma_path",
    "operators",
    "papers",
    "solvers",
]

__version__: str
