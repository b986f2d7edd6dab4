"""What results were made with: askcore, Python and the packages that numbers and figures depend on.

UI floor, without streamlit.
"""

from __future__ import annotations

from functools import cache

from askcore import _machine

_PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas", "networkx", "plotly", "streamlit")


@cache
def _versions() -> dict[str, str]:
    return _machine.versions(_PACKAGES)


def versions() -> dict[str, str]:
    """Name and version of each, askcore first."""
    return dict(_versions())
