"""Protocols: what is trained on what, and scored how. Results are frozen.

Experiment floor: imports ``estimators``, ``datasets`` and below.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
