"""What a kernel matrix is like: how asymmetric, how definite, what it says of its samples.

Diagnostics floor: imports ``solvers``, ``operators``, ``kernels`` and ``_validation``.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
