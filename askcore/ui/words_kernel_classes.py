"""Which class goes with which in a kernel matrix, in words.

UI floor, without streamlit.
"""

from __future__ import annotations

import numpy as np

from askcore._format import number
from askcore.experiments import ClassMeans
from askcore.ui.words import plain

__all__ = ["class_flow", "pairs_per_figure", "per_pairs"]

FLOWS = 6
FAINT, SPARSE = 0.05, 1000  # means all below the first are told of so many pairs


def pairs_per_figure(means: ClassMeans, *, is_graph: bool) -> int:
    """Over how many pairs entries are added up for one figure: few pairs of a sparse graph are linked."""
    return SPARSE if is_graph and 0 < float(np.abs(means.means).max(initial=0.0)) < FAINT else 1


def per_pairs(pairs: int) -> str:
    """The unit of a mean: none, or "per 1,000 pairs"."""
    return f"per {pairs:,} pairs" if pairs > 1 else ""


def class_flow(means: ClassMeans, *, is_graph: bool, reads_in: bool, pairs: int = 1) -> str:
    """Which class goes with which, leaving each class's tie to itself out; in the direction of the links of a graph.

    Figures are of so many ``pairs`` of samples.
    """
    if means.rows != means.columns or len(means.rows) < 2:
        return ""
    table = pairs * (means.means.T if is_graph and reads_in else means.means)
    verb = "links most to" if is_graph else "weighs"
    said = []
    for i, name in enumerate(means.rows[:FLOWS]):
        others = np.where(np.arange(len(table)) == i, -np.inf, table[i])
        j = int(np.argmax(others))
        back = number(float(table[j, i]))
        most = "" if is_graph else " most"
        said.append(
            f"**{plain(name)}** {verb} **{plain(means.rows[j])}**{most} ({number(float(table[i, j]))}; back {back})"
        )
    rest = "" if len(means.rows) <= FLOWS else f" The first {FLOWS} of {len(means.rows)} classes."
    unit = f", {per_pairs(pairs)}" if pairs > 1 else ""
    return f"Other than itself{unit}, {'; '.join(said)}.{rest}"
