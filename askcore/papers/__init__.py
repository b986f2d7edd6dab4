"""Reproduction of the papers' tables: each published number with ours.

One TOML file per paper describes its tables, and the modules beside it compute them. ``published.csv`` contains the
published numbers. ``engine`` runs, saves and reports; ``command`` is the command line. ``__init__.pyi`` lists the
public names; each is imported on first use.
"""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
