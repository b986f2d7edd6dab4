"""Components of a matrix that sit on a few samples: which to draw at first, and what is said of the others.

UI floor, without streamlit. One sample far from all others would press these into one point of a figure.
"""

from __future__ import annotations

import numpy as np

from askcore._format import capitalised, listed
from askcore.experiments.spectra.reading import participation_ratio

# Samples that hold a component, below which it counts as localised; of many samples, their share.
FEW_HOLD = 25
FEW_SHARE = 0.02
SMALL_SHARE = 0.05  # of few samples, no more than this share counts as few
MOST_NAMED = 4  # components that are left out and named, beyond which they are counted


def first_components(*sides_drawn: np.ndarray) -> tuple[int, int]:
    """The two components to draw at first, from 0: the first ones that do not sit on a few samples.

    ``sides_drawn`` : the components (N, r) of the rows, and (M, r) of the columns where these are drawn, too. Those
    that sit on a few on neither side come first, then those that do on one; the leading ones where there are no two.
    """
    rank = sides_drawn[0].shape[1]
    few = [sum(_on_few(side[:, j]) for side in sides_drawn) for j in range(rank)]
    for sides in range(len(sides_drawn)):
        spread = [j for j in range(rank) if few[j] <= sides]
        if len(spread) > 1:
            return spread[0], spread[1]
    return 0, min(1, rank - 1)


def skipped(shown: tuple[int, int], thing: str, *, chosen: bool = True, component: str = "component") -> str:
    """Which components before the second one that is drawn are left out at first; empty where none is.

    ``chosen`` : whether others can be chosen; ``component`` : what one is called.
    """
    left_out = [str(j + 1) for j in range(shown[1]) if j not in shown]
    if not left_out:
        return ""
    one = len(left_out) == 1
    if len(left_out) > MOST_NAMED:
        which = f"{len(left_out)} of the first {shown[1] + 1} {component}s are"
    else:
        which = f"{capitalised(component)}{'' if one else 's'} {listed(left_out)} {'is' if one else 'are'}"
    others = " “Across” and “Up” choose others." if chosen else ""
    return (
        f"{which} not drawn{' at first' if chosen else ''}: "
        f"{'it sits' if one else 'each sits'} "
        f"on a few {thing}s, which would press all others into one point.{others}"
    )


def _on_few(values: np.ndarray) -> bool:
    """Whether a component (n,) sits on a few of its samples only."""
    n = len(values)
    return 0 < participation_ratio(values) < min(max(FEW_HOLD, FEW_SHARE * n), SMALL_SHARE * n)
