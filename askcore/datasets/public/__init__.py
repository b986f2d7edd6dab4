"""Public data sets by name: downloaded once, checked, kept.

`datasets` floor.
"""

from askcore.datasets.public.fetching import fetch
from askcore.datasets.public.registry import PublicKind, PublicSet, describe_public, list_public
from askcore.datasets.public.store import is_at_hand

__all__ = ["PublicKind", "PublicSet", "describe_public", "fetch", "is_at_hand", "list_public"]
