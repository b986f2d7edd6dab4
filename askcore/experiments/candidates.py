"""Candidates of a method: gamma, damping, kernel and way of deciding, and the grids that they come from."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from askcore.solvers.gamma_units import by_decades, typical_of

BANDWIDTHS = (1.0, 0.7, 2.0, 5.0)
"""Times the usual bandwidth; of two that do equally well the earlier is taken."""
EXACT = 1e12  # gamma times the largest singular value up to which rounding is small beside 1/gamma
# The smaller gammas, and times the typical singular value from which the first one towers above it.
REGULARISED, TOWERS = 3.0, 10.0


@dataclass(frozen=True)
class Grid:
    """Values of gamma and of the damping lambda. Every pair is a candidate.

    A damping of 0 means "auto": 0, or 1 (in the same unit) if the system is singular.

    Attributes
    ----------
    gammas, dampings : the values.
    relative : whether the values are gamma sigma and lambda/sigma^2, where sigma is the typical singular value of the
        method's matrix. The tuning then does not depend on the scale of K, apart from the intercepts, and K K^T is
        tuned as carefully as K.
    """

    gammas: tuple[float, ...]
    dampings: tuple[float, ...]
    relative: bool = False

    def __len__(self) -> int:
        return len(self.gammas) * len(self.dampings)


GRID = Grid((0.03, 1.0, 10.0, 100.0, 1e3, 1e5), (0.0, 1e-4, 0.01, 0.3), relative=True)
"""From fully to hardly regularised: the first gamma lies below all resonances, the last beyond most of them."""
SOLVED_GRID = Grid((0.1, 1.0, 10.0, 100.0, 300.0), (1e-3, 0.01, 0.1, 1.0), relative=True)
"""For sparse matrices that are solved at each candidate, which takes long with hardly any regularisation."""
GAMMAS = tuple(float(f"{g:.1e}") for g in np.geomspace(0.01, 10_000.0, 61))
DAMPINGS = (0.0, 1e-4, 1e-3, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
"""What the controls of a page offer for a matrix of ordinary size."""


@dataclass(frozen=True)
class Candidate:
    """One setting of one method.

    ``variant`` is a decision rule, scaling or number of features, and ``kernel`` the member of a family of kernels or
    features, by any name; empty where there is one only. gamma and damping are of the LS-SVM, of an SVM gamma is C;
    ``relative``: they are in units of the matrix, as in ``Grid``.
    """

    variant: str = ""
    gamma: float = np.nan
    damping: float = 0.0
    kernel: Hashable = ""
    relative: bool = False

    def on(self, singular_values: np.ndarray) -> tuple[float, float]:
        """gamma and damping themselves, on a matrix with these leading singular values, descending.

        Where the first one is more than ten times the typical one, the smaller gammas are in units of a tenth of it:
        they are to regularise fully, and to tell the few that tower from all others. Past ``EXACT`` over the first one,
        what is left out would be known to no digit.
        """
        size = typical_of(singular_values)
        if not (self.relative and size > 0):
            return self.gamma, self.damping
        gamma, largest = self.gamma / size, float(singular_values[0])
        gamma = min(gamma, (TOWERS * self.gamma if self.gamma <= REGULARISED else EXACT) / largest)
        return float(f"{gamma:.3g}"), float(f"{self.damping * size**2:.3g}")

    def offered(self, singular_values: np.ndarray, shift: int) -> tuple[float, float]:
        """As ``on``, rounded to what the controls of a page offer for a matrix ``shift`` powers of ten too large."""
        gamma, damping = self.on(singular_values)
        gammas, dampings = by_decades(GAMMAS, -shift), by_decades(DAMPINGS[1:], 2 * shift)
        return _nearest(gammas, gamma), _nearest(dampings, damping) if damping > 0 else 0.0

    @property
    def in_words(self) -> str:
        """The setting of a baseline, as "k = 5" or "γ = 1/d, C = 10"."""
        cost = f"C = {self.gamma:g}" if np.isfinite(self.gamma) else ""
        return ", ".join(part for part in (self.variant, cost) if part)


def candidates(
    grid: Grid, variants: Sequence[str] = ("",), *, damped: bool = True, kernels: Sequence[Hashable] = ("",)
) -> list[Candidate]:
    """All settings, the more regularised first.

    The earlier kernel, then the earlier variant, then smaller gamma, then more damping.
    """
    dampings = sorted(grid.dampings, reverse=True) if damped else [0.0]
    return [
        Candidate(v, g, d, k, grid.relative)
        for k in kernels
        for v in variants
        for g in sorted(grid.gammas)
        for d in dampings
    ]


def _nearest(values: Sequence[float], wanted: float) -> float:
    """By its ratio."""
    return min(values, key=lambda value: abs(np.log(value / wanted)))
