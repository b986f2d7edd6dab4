"""What centring, normalising and symmetrising keep of a kernel matrix, and what they lose.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Sequence

from askcore._format import number, share
from askcore.experiments import Entries, MatrixPart, Operation
from askcore.ui.words import plain

__all__ = ["losses"]


def losses(done: Sequence[Operation], part: MatrixPart, entries: Entries) -> list[str]:
    """What each operation keeps and what it loses; what was measured on a part says so."""
    by = {operation.name: operation for operation in done}
    said = []
    before, centred, cosine = by["none"], by["centred"], by["cosine"]
    among = "" if part.whole else ", on the part drawn"
    if centred.rank is not None and before.rank is not None:
        ratio = (
            f", the skew ratio from {number(before.skew_ratio)} to {number(centred.skew_ratio)}"
            if part.is_square
            else ""
        )
        said.append(
            f"**Centring** takes the mean of every row and column away, what all samples share: the rank goes from "
            f"{before.rank:,} to {centred.rank:,}{ratio}{among}."
        )
    if cosine.matrix is not None:
        said.append(
            "**Cosine normalising** gives every sample length 1 and keeps the rank and the signs: a skew ratio of "
            f"{number(cosine.skew_ratio)}{among}."
        )
    else:
        said.append(f"**Cosine normalising** is not defined here. {plain(cosine.reason)}")
    if part.is_square:
        what = (
            "nothing, K is symmetric"
            if entries.is_symmetric
            else f"the skew part, {share(entries.skew_share)} of the energy{'' if part.whole else ' of all of K'}"
        )
        said.append(f"**(K + Kᵀ)/2** loses {what}.")
    else:
        said.append("**(K + Kᵀ)/2** is not defined here: rows and columns are different things.")
    said.append(
        "**K Kᵀ** compares samples by their rows and loses which columns they point at (the right singular vectors); "
        "**Kᵀ K** compares them by their columns and loses the rows. Both square the singular values, so that small "
        "ones nearly vanish"
        + (
            f": the effective rank goes from {number(before.effective_rank)} to "
            f"{number(by['KKt'].effective_rank or 0.0)}{among}."
            if before.effective_rank
            else "."
        )
    )
    return said
