from .fetching import fetch
from .registry import PublicKind, PublicSet, describe_public, list_public
from .store import is_at_hand

__all__ = ["PublicKind", "PublicSet", "describe_public", "fetch", "is_at_hand", "list_public"]
