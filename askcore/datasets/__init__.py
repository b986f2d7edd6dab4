"""Graphs, tables, matrices and bags: reading them from files, and samples to begin with.

`datasets` floor: stands on `askcore._validation` alone.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
