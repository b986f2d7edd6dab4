"""Public data sets by name: downloaded once, checked, kept.

`datasets` floor.
"""

from askcore.datasets.public.fetching import fetch

__all__ = ["fetch"]
