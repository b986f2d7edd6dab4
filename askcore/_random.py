"""Seeds for what is drawn again and again: splits, repeats, bags.

Ground floor: imports nothing of askcore.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["draw_seeds"]


def draw_seeds(entropy: Any, count: int) -> list[int]:
    """``count`` seeds from 0 to 2^31 - 1, as scikit-learn takes them, the same for the same ``entropy``.

    Parameters
    ----------
    entropy : an int, a sequence of ints (a seed and the number of a repeat), a SeedSequence, or None for chance.
    count : how many.

    Returns
    -------
    list of int : seeds that have nothing to do with each other. The first ones do not depend on ``count``.

    Examples
    --------
    >>> draw_seeds([0, 3], 2) == draw_seeds([0, 3], 5)[:2], draw_seeds(0, 1) == draw_seeds(1, 1)
    (True, False)
    """
    root = entropy if isinstance(entropy, np.random.SeedSequence) else np.random.SeedSequence(entropy)
    return (root.generate_state(count).astype(int) % 2**31).tolist()
