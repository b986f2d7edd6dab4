"""How figures of a kernel matrix are written: numbers, shares, signs of eigenvalues, what was drawn.

UI floor, without streamlit.
"""

from __future__ import annotations

from askcore._format import number
from askcore.experiments import MatrixPart
from askcore.experiments.matrix.definiteness import Definiteness

__all__ = ["NEARLY", "counted", "of_drawn", "one_sign", "signature"]

NEARLY = 1e-12


def signature(counts: tuple[int, int, int]) -> str:
    """Eigenvalues by sign.

    Examples
    --------
    >>> signature((2, 1, 0))
    '2 positive, 1 negative'
    """
    names = ("positive", "negative", "zero")
    return ", ".join(f"{n:,} {name}" for n, name in zip(counts, names, strict=True) if n)


def of_drawn(part: MatrixPart) -> str:
    """ " of 600 drawn" behind the name of a figure of the part; empty where nothing was left out."""
    if part.whole:
        return ""
    n, m = part.K.shape
    return f" of {n:,} drawn" if part.is_square else f" of {n:,} × {m:,} drawn"


def counted(whole: Definiteness) -> str:
    """Eigenvalues of all of K: by sign where they were counted, else from where to where they reach."""
    if whole.signature is not None:
        return f"{signature(whole.signature)} eigenvalues"
    return f"eigenvalues from {number(whole.smallest)} to {number(whole.largest)}"


def one_sign(whole: Definiteness | None, part: MatrixPart) -> str:
    """Why it is not known whether K is indefinite: eigenvalues of one sign only were found."""
    if whole is None:
        return f"the {len(part.rows):,} rows drawn have no eigenvalues of both signs, all rows may."
    if whole.smallest < 0:
        return f"no positive eigenvalue was found, the largest is about {number(whole.largest)}."
    return f"no negative eigenvalue was found, the smallest is about {number(whole.smallest)}."
