"""What results were made with: askcore, Python and the packages that numbers and figures depend on.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from askcore import _machine

_PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas", "networkx", "plotly", "streamlit")
NUMBERS = ("askcore", "numpy", "scipy", "scikit-learn")  # what numbers depend on


@cache
def _versions() -> dict[str, str]:
    return _machine.versions(_PACKAGES)


def versions() -> dict[str, str]:
    """Name and version of each, askcore first."""
    return dict(_versions())


def differing(others: Mapping[str, str]) -> list[str]:
    """What numbers depend on and has another version there, such as "numpy 2.3.0".

    Parameters
    ----------
    others : name and version of each, of a file from elsewhere.

    Examples
    --------
    >>> differing(versions()), differing(versions() | {"numpy": "1.0", "plotly": "1.0"})
    ([], ['numpy 1.0'])
    """
    mine = versions()
    return [f"{name} {others[name]}" for name in NUMBERS if name in others and others[name] != mine[name]]
