"""Candidates as the options of a table write them.

Papers floor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["gammas_of", "numbers_of"]


def gammas_of(options: Mapping[str, Any]) -> list[float]:
    """The candidates for gamma, rising: ``gammas`` of them from ``gamma_from`` to ``gamma_to``, three digits each.

    Examples
    --------
    >>> gammas_of({"gamma_from": 0.1, "gamma_to": 100.0, "gammas": 4})
    [0.1, 1.0, 10.0, 100.0]
    """
    grid = np.geomspace(options["gamma_from"], options["gamma_to"], options["gammas"])
    return [float(f"{gamma:.3g}") for gamma in grid]


def numbers_of(text: Any) -> list[float]:
    """The numbers in a text.

    Examples
    --------
    >>> numbers_of("0.1 1 10"), numbers_of(5)
    ([0.1, 1.0, 10.0], [5.0])
    """
    return [float(each) for each in str(text).split()]
