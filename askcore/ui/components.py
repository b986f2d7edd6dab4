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


def first_components(components: np.ndarray) -> tuple[int, int]:
    """The two of the components (n, r) to draw, from 0: the first that no few samples dominate, or 1 and 2."""
    spread = [j for j in range(components.shape[1]) if not _on_few(components[:, j])]
    return (spread[0], spread[1]) if len(spread) > 1 else (0, min(1, components.shape[1] - 1))


def skipped(shown: tuple[int, int], thing: str, component: str) -> str:
    """Which components before the second one that is drawn are left out; empty where none is."""
    left_out = [str(j + 1) for j in range(shown[1]) if j not in shown]
    if not left_out:
        return ""
    one = len(left_out) == 1
    if len(left_out) > MOST_NAMED:
        which = f"{len(left_out)} of the first {shown[1] + 1} {component}s are"
    else:
        which = f"{capitalised(component)}{'' if one else 's'} {listed(left_out)} {'is' if one else 'are'}"
    return (
        f"{which} not drawn: {'it is' if one else 'each is'} dominated by a few {thing}s and would squeeze the rest "
        "together."
    )


def _on_few(values: np.ndarray) -> bool:
    """Whether a component (n,) sits on a few of its samples only."""
    n = len(values)
    return 0 < participation_ratio(values) < min(max(FEW_HOLD, FEW_SHARE * n), SMALL_SHARE * n)
