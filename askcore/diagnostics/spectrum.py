r"""Summary of a list of singular values: ranks, energy, a sharp drop.

With s_1 >= s_2 >= ... of an (N, M) matrix, E = sum s_i^2 = ||K||_F^2 and p_i = s_i / sum s:

- numerical rank: how many s_i exceed max(N, M) eps s_1 (Golub and Van Loan 2013, section 5.4; numpy's rule);
- effective rank: exp(-sum p_i log p_i), the exponential of the entropy (Roy and Vetterli 2007);
- stable rank: E / s_1^2 (Rudelson and Vershynin 2007), which small values hardly move; never above the effective rank,
  since exp(-sum p_i log p_i) >= (sum s)^2 / E (entropies of order 1 and 2) and E <= s_1 sum s;
- sharp drop: how many values come before the largest step of log s among the first 60 values above the numerical
  rank's limit. It counts where the next value is at most 0.8 times the one before, the step is twice as large as any
  other one, and no more values stand before it than behind it. A slow bend is none: one sees it or not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore._lazy import cached_property
from askcore._removed import without
from askcore._validation import read_only

EQUAL = 1e-9  # relative spread below which all values count as equal
LOOKED_AT = 60  # leading values among which a sharp drop is looked for
DROPPED = 0.8  # of the value before it, at most what is left after a sharp drop
STANDS_OUT = 2.0  # times the next largest step


@dataclass(frozen=True, eq=False)
class SpectrumSummary:
    """Falling singular values (k,) of an (N, M) matrix, all or the leading ones, and what they say.

    ``norm`` is ||K||_F, whose square is E: of all singular values, also of those that were not computed. The numerical
    rank is that of the given values, so at least this where there are more; the effective rank of the given ones, which
    those left out can only raise. ``drop``: how many values come before the sharp drop, None where there is none.
    """

    __getattr__ = without(plot="askcore.plot(found)")

    values: np.ndarray = field(repr=False)
    shape: tuple[int, int]
    norm: float
    numerical_rank: int
    effective_rank: float
    stable_rank: float
    drop: int | None

    @property
    def size(self) -> int:
        """min(N, M), the number of singular values there are."""
        return min(self.shape)

    @property
    def complete(self) -> bool:
        """Whether all singular values are here."""
        return len(self.values) == self.size

    @property
    def equal(self) -> bool:
        """Whether all given values are the same (and not zero): any rotation of the vectors would do as well."""
        s = self.values
        return len(s) > 1 and bool(s[0] > 0 and s[-1] > s[0] * (1 - EQUAL))

    @cached_property
    def energy(self) -> np.ndarray:
        """(k,) share of E in the first 1, 2, ..., k components, in [0, 1]."""
        if self.stable_rank == 0:
            return read_only(np.zeros(len(self.values)))
        scaled = (self.values / self.values[0]) ** 2
        return read_only(np.minimum(np.cumsum(scaled) / self.stable_rank, 1.0))

    def components_for(self, share: float) -> int | None:
        """Number of components that hold ``share`` of the energy; None if the given ones do not."""
        enough = np.flatnonzero(self.energy >= share - 1e-12)
        return int(enough[0]) + 1 if len(enough) else None


def spectrum_summary(values: Any, shape: tuple[int, int], *, norm: float | None = None) -> SpectrumSummary:
    """Ranks, energy and sharp drop of the leading singular values of an (N, M) matrix.

    ``norm`` : ||K||_F, where there are more; its square is never taken below the sum of the given squares.
    """
    s = np.sort(np.asarray(values, dtype=float).ravel())[::-1]
    top = float(s[0]) if len(s) else 0.0
    rank, effective = ranks(s, shape)
    if top == 0:
        return SpectrumSummary(read_only(s), shape, max(0.0, norm or 0.0), 0, 0.0, 0.0, None)
    given = float(((s / top) ** 2).sum())
    stable = given if norm is None else max(given, (norm / top) ** 2)
    return SpectrumSummary(
        read_only(s), shape, top * float(np.sqrt(stable)), rank, effective, stable, sharp_drop(s[:rank])
    )


def ranks(s: np.ndarray, shape: tuple[int, ...]) -> tuple[int, float]:
    """Numerical and effective rank of falling singular values (k,); rounding has no part in either."""
    rank = int(np.count_nonzero(s > max(shape) * np.finfo(float).eps * s.max(initial=0.0)))
    p = s[:rank] / s[:rank].sum()
    return rank, float(np.exp(-(p * np.log(p)).sum())) if rank else 0.0


def sharp_drop(values: Any) -> int | None:
    """Number of descending values before the one step that is far larger than all others; None without such a step."""
    s = np.asarray(values, dtype=float)[:LOOKED_AT]
    if len(s) < 3:
        return None
    steps = np.log(s[:-1]) - np.log(s[1:])
    first = int(steps.argmax())
    others = np.delete(steps, first).max()
    if s[first + 1] > DROPPED * s[first] or steps[first] < STANDS_OUT * others or 2 * (first + 1) > len(s):
        return None
    return first + 1
