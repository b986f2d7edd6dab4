"""The mathematics on arrays and operators, with frozen results."""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
