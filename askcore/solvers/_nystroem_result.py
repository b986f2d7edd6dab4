"""What the asymmetric Nystroem method returns.

Solver floor.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from askcore.solvers.svd.singular import SingularTriplets

__all__ = ["Nystroem", "Step"]


@dataclass(frozen=True)
class Step:
    """One size tried by the tolerance mode and its error on held-out rows and columns."""

    n_rows: int
    n_columns: int
    error: float


@dataclass(frozen=True, kw_only=True)
class Nystroem(SingularTriplets):
    """Approximate singular triplets and what they cost.

    Attributes
    ----------
    rows, columns : sampled indices.
    sampled_rank : numerical rank of the sampled block, at most the modes kept.
    error : error on held-out rows and columns (see ``asymmetric_nystroem``), or None where it was not asked for.
    steps : the sizes tried by the tolerance mode.
    means : row means (N,), column means (M,) and grand mean that were estimated for centring, or None.
    entries : kernel entries evaluated, those of all steps and of the held-out check included.
    seconds_kernel, seconds_solve : time for evaluating entries, and for everything else.
    """

    rows: np.ndarray
    columns: np.ndarray
    sampled_rank: int
    error: float | None = None
    steps: tuple[Step, ...] = ()
    means: tuple[np.ndarray, np.ndarray, float] | None = None
    entries: int = 0
    seconds_kernel: float = 0.0
    seconds_solve: float = 0.0
