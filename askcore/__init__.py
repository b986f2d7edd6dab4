"""askcore: learning with asymmetric kernels.

The package stands on its own: arrays and graphs in, decisions, spectra and comparisons out. The dashboard
(``app.py``) is a thin layer over it.
"""

from askcore import datasets, experiments, kernels, operators
from askcore._validation import DataError
from askcore.estimators import AsKLSClassifier, LSSVMClassifier
from askcore.solvers import ResonanceWarning, gamma_path

__all__ = [
    "AsKLSClassifier",
    "DataError",
    "LSSVMClassifier",
    "ResonanceWarning",
    "datasets",
    "experiments",
    "gamma_path",
    "kernels",
    "operators",
]

__version__ = "0.1.0"
