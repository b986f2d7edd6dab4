"""Public data sets by name: downloaded once, checked, kept.

`datasets` floor.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
