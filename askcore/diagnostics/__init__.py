"""What a kernel matrix is like: how asymmetric, how definite, what it says of its samples.

Diagnostics floor: imports ``solvers``, ``operators``, ``kernels`` and ``_validation``.
"""

from askcore._moved import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
