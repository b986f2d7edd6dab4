"""Fitted models as files: kept, and opened again elsewhere. Nothing in a file decides what code runs.

Beside the experiments; stands on the estimators and on the gate that files go through.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
