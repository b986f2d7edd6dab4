"""scikit-learn estimators over the solvers, and the pieces of them that experiments share.

Estimator floor: imports ``solvers``, ``kernels``, ``operators`` and ``_validation``.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
