"""scikit-learn estimators over the solvers.

Estimator floor: imports ``solvers``, ``kernels``, ``operators`` and ``_validation``.
"""

from askcore.estimators.askls import AsKLSClassifier
from askcore.estimators.lssvm import LSSVMClassifier

__all__ = ["AsKLSClassifier", "LSSVMClassifier"]
