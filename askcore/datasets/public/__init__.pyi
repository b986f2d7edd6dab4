from .fetching import fetch
from .registry import PublicSet, describe_public, list_public
from .store import is_at_hand

__all__ = ["PublicSet", "describe_public", "fetch", "is_at_hand", "list_public"]
