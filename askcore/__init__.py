"""askcore: learning with asymmetric kernels.

The package stands on its own: arrays and graphs in, decisions, spectra and comparisons out. The dashboard
(``app.py``) is a thin layer over it.
"""

from askcore import datasets, diagnostics, experiments, kernels, operators, papers
from askcore._validation import DataError
from askcore.diagnostics import asymmetry
from askcore.estimators import KSVD, AsKLSClassifier, KernelPCA, LSSVMClassifier
from askcore.solvers import IndefiniteKernelWarning, ResonanceWarning, gamma_path, lssvm_gamma_path

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
    "experiments",
    "gamma_path",
    "kernels",
    "lssvm_gamma_path",
    "operators",
    "papers",
]

__version__ = "0.1.0"
