"""Seeds for what is drawn repeatedly (splits, repeats, bags), and the generators that scikit-learn's seeds mean."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from types import ModuleType
from typing import TypeAlias

import numpy as np

# As scikit-learn takes it; None is numpy's own generator.
Seed: TypeAlias = int | np.random.RandomState | None


def draw_seeds(entropy: int | Sequence[int] | np.random.SeedSequence, count: int) -> list[int]:
    """``count`` seeds from 0 to 2^31 - 1, as scikit-learn takes them, the same for the same ``entropy``.

    Examples
    --------
    >>> draw_seeds([0, 3], 2) == draw_seeds([0, 3], 5)[:2], draw_seeds(0, 1) == draw_seeds(1, 1)
    (True, False)
    """
    root = entropy if isinstance(entropy, np.random.SeedSequence) else np.random.SeedSequence(entropy)
    return (root.generate_state(count).astype(int) % 2**31).tolist()


def check_random_state(seed: Seed | ModuleType) -> np.random.RandomState:
    """A RandomState as scikit-learn makes it of a seed: the same numbers, without its import of half a second."""
    if isinstance(seed, np.random.RandomState):
        return seed
    if seed is None or seed is np.random:
        return np.random.mtrand._rand
    if isinstance(seed, Integral):
        return np.random.RandomState(int(seed))
    raise ValueError(f"random_state must be None, a whole number or a RandomState, got {seed!r}.")
