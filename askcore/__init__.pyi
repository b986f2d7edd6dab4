from . import (
    datasets,
    diagnostics,
    estimators,
    experiments,
    figures,
    kernels,
    models,
    operators,
    papers,
    solvers,
)
from ._validation import DataError, MissingPackageError
from .diagnostics import asymmetry
from .estimators import KSVD, AsKLSClassifier, KernelPCA, LSSVMClassifier
from .models import load_model, save_model
from .plotting import plot
from .solvers import IndefiniteKernelWarning, ResonanceWarning, gamma_path, lssvm_gamma_path

__all__ = [
    "KSVD",
    "AsKLSClassifier",
    "DataError",
    "IndefiniteKernelWarning",
    "KernelPCA",
    "LSSVMClassifier",
    "MissingPackageError",
    "ResonanceWarning",
    "asymmetry",
    "datasets",
    "diagnostics",
    "estimators",
    "experiments",
    "figures",
    "gamma_path",
    "kernels",
    "load_model",
    "lssvm_gamma_path",
    "models",
    "operators",
    "papers",
    "plot",
    "save_model",
    "solvers",
]

__version__: str
