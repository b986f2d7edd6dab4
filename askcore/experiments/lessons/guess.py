"""A picture as a matrix, guessed from a few of its rows and columns.

The asymmetric Nystroem method (Tao et al. 2023, section 4) uses n rows and n columns of G (N, M) and
gives its leading triplets; their product U diag(lambda) V^T is the guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from askcore._random import check_random_state
from askcore._scale import euclidean
from askcore._validation import read_only
from askcore.solvers import asymmetric_nystroem

PER_COMPONENT = 5  # sampled rows, and sampled columns, for each component of the guess
LANDSCAPES = ("hills", "ripples", "noise")


class Quality(Enum):
    """Grades of a guess; the value is the largest relative error of the grade."""

    GOOD = 0.02
    ROUGH = 0.5
    POOR = 1.0
    USELESS = np.inf


@dataclass(frozen=True, eq=False)
class GuessedMatrix:
    """A guess of a matrix G (N, M), and the sampled rows and columns that it was made from.

    ``share`` of the entries lie in a sampled row or column; ``error`` is ||guess - G||_F / ||G||_F.
    """

    matrix: np.ndarray
    rows: np.ndarray
    columns: np.ndarray
    rank: int
    share: float
    error: float

    @property
    def quality(self) -> Quality:
        """Grade of the guess."""
        return next(each for each in Quality if self.error <= each.value)


def landscape(kind: str, shape: tuple[int, int] = (200, 300)) -> np.ndarray:
    """Draw a rectangular picture: smooth hills, hills with fine ripples, or noise, which differs with the shape."""
    if kind not in LANDSCAPES:
        raise ValueError(f"kind must be one of {', '.join(LANDSCAPES)}, got {kind!r}")
    if kind == "noise":
        return read_only(check_random_state(0).standard_normal(shape))
    y = np.linspace(0.0, 2.0, shape[0])[:, None]
    x = np.linspace(0.0, 3.0, shape[1])[None, :]
    steep = np.exp(-((x - 0.7) ** 2 + (y - 0.6) ** 2) / 0.18)
    ridge = 0.8 * np.exp(-((x - 2.2 - 0.3 * y) ** 2) / 0.1 - (y - 1.2) ** 2 / 0.5)
    found = steep + ridge + 0.3 * np.sin(2.2 * x * y)
    if kind == "ripples":
        away = np.sqrt((x - 1.45) ** 2 + (y - 1.35) ** 2)
        found = found + np.exp(-((away / 0.45) ** 4)) * np.cos(2 * np.pi * away / 0.16)
    return read_only(found)


def guess_matrix(G: np.ndarray, size: int, seed: int = 0) -> GuessedMatrix:
    """Guess a matrix from some of its rows and as many of its columns, drawn at random (Tao et al. 2023, eq. 11).

    The guess has one component for five rows; of the sampled block twice as many are kept before the cut. One for each
    row would divide by the smallest singular values of the block, and the guess would be worse than none.
    """
    rank = size // PER_COMPONENT
    found = asymmetric_nystroem(G, rank, n_rows=size, n_columns=size, oversampling=rank, random_state=seed)
    guess = read_only((found.left * found.values) @ found.right.T)
    n, m = len(found.rows), len(found.columns)
    read = (n * G.shape[1] + m * G.shape[0] - n * m) / G.size
    error = euclidean(guess - G) / euclidean(G)
    return GuessedMatrix(guess, found.rows, found.columns, found.rank, read, error)
