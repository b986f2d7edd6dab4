"""What the two-spheres demonstration says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

import numpy as np

from askcore.datasets import TableData
from askcore.experiments.matrix.spheres import SpheresView

__all__ = ["component", "question", "separated"]


def question(data: TableData) -> str:
    """What there is to see."""
    labels = np.asarray(data.y)
    radii = np.linalg.norm(data.X, axis=1)
    found = [float(np.median(radii[labels == name])) for name in np.unique(labels)]
    return (
        f"Two spheres, of radius {min(found):.2g} and {max(found):.2g}, {data.n_samples:,} samples. **Which kernel "
        "puts one class on each side of a straight line?** Move ρ and look."
    )


def separated(found: SpheresView) -> str:
    """How many samples a straight line gets right."""
    share = found.separated
    verdict = (
        "opens the spheres"
        if share >= 0.95
        else "opens them in part"
        if share >= 0.65
        else "does not open them"
    )
    return f"A straight line gets **{share:.0%}** right: it {verdict}."


def component(number: int, sign: int) -> str:
    """Axis title: which component, and whether its eigenvalue is negative.

    Examples
    --------
    >>> component(1, 1), component(2, -1)
    ('component 1', 'component 2 (λ < 0)')
    """
    return f"component {number}{' (λ < 0)' if sign < 0 else ''}"
