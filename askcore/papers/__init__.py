"""Reproduction of the papers' tables: each published number with ours.

A TOML file per paper says what its tables are, the modules beside it compute them, ``published.csv``
holds what is printed, ``engine`` runs, keeps and reports, ``command`` is the command line. What is public stands in
``__init__.pyi``; a name is imported when it is first asked for.
"""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
