"""Kernel matrices as scipy LinearOperators with ``block(rows, cols)`` and ``toarray()``.

Operator floor: imports the ground floor only.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
