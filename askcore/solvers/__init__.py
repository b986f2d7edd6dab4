"""The mathematics on arrays and operators, with frozen results.

Solver floor: imports ``operators``, ``kernels`` and ``_validation``.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
