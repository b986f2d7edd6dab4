"""scikit-learn estimators over the solvers, and the pieces of them that experiments share.

Estimator floor: imports ``solvers``, ``kernels``, ``operators`` and ``_validation``.
"""

from askcore.estimators._merging import learn_merger
from askcore.estimators._tuning import LooChoice, tune_on_path
from askcore.estimators._views import Coefficients
from askcore.estimators.askls import AsKLSClassifier
from askcore.estimators.kernel_pca import KernelPCA
from askcore.estimators.ksvd import KSVD
from askcore.estimators.lssvm import LSSVMClassifier

__all__ = [
    "KSVD",
    "AsKLSClassifier",
    "Coefficients",
    "KernelPCA",
    "LSSVMClassifier",
    "LooChoice",
    "learn_merger",
    "tune_on_path",
]
