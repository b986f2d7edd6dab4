"""askcore: learning with asymmetric kernels.

The package stands on its own: arrays and graphs in, decisions, spectra and comparisons out. The dashboard
(``app.py``) is a thin layer over it. What is public stands in ``__init__.pyi``; a name is imported when it is first
asked for.
"""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)

__version__ = "0.3.0"
