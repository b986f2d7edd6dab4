"""askcore: learning with asymmetric kernels.

The package works without the dashboard: it takes arrays and graphs and returns decisions, spectra and comparisons. The
dashboard (``app.py``) is a thin layer over the package. ``__init__.pyi`` lists the public names; each is imported on
first use.
"""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)

__version__ = "0.3.0"
