"""The two journals that are always there: the user's own, and the one that ships with the package.

Papers floor.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from askcore.papers.engine.journal import Journal

__all__ = ["default_journal", "default_path", "measured"]

_FILE = "papers.jsonl"


def default_path() -> Path:
    """ASKCORE_RESULTS, a file or a folder; by default papers.jsonl in the user's cache."""
    named = os.environ.get("ASKCORE_RESULTS", "").strip()
    if not named:
        return Path(platformdirs.user_cache_dir("askcore")) / _FILE
    path = Path(named).expanduser()
    return path / _FILE if path.is_dir() else path


def default_journal() -> Journal:
    """The user's own results: read, and appended to."""
    return Journal(default_path())


def measured() -> Journal:
    """The results that ship with the package: behind docs/paper_tables.md and behind forecasts. Never written."""
    return Journal(Path(__file__).parents[1] / "measured.jsonl", read_only=True)
