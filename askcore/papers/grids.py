"""Candidates as the options of a table write them, and what is raised where none of them could be trained.

Papers floor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.solvers import decided_codes

__all__ = ["gammas_of", "nothing_trained", "numbers_of", "shares_right"]


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


def shares_right(f: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Share of m samples that decisions (G, m, k) get right at each of G candidates; NaN where one is not finite.

    Examples
    --------
    >>> shares_right(np.array([[[0.5], [2.0]], [[np.nan], [1.0]]]), np.array([0, 1]))
    array([0.5, nan])
    """
    right = (decided_codes(f) == codes).mean(axis=1)
    return np.where(np.isfinite(f).all(axis=(1, 2)), right, np.nan)


def nothing_trained() -> DataError:
    """What is raised where no candidate of a grid could be trained."""
    return DataError("The system is singular at every gamma and every parameter of the kernel")
