"""How figures of a kernel matrix are written: numbers, shares, signs of eigenvalues, what was drawn.

UI floor, without streamlit.
"""

from __future__ import annotations

from math import inf, isnan

from askcore.experiments import MatrixPart
from askcore.experiments.matrix.definiteness import Definiteness

__all__ = ["NEARLY", "counted", "number", "of_drawn", "one_sign", "share", "signature"]

NEARLY = 1e-12


def number(value: float) -> str:
    """Three significant digits, thousands separated, a true minus sign.

    Examples
    --------
    >>> number(0.12345), number(-2), number(12345.6), number(float("inf"))
    ('0.123', '−2', '12,346', '∞')
    """
    if isnan(value):
        return "undefined"
    size = abs(value)
    text = "∞" if size == inf else f"{size:,.0f}" if 1000 <= size < 1e7 else f"{size:.3g}"
    return f"−{text}" if value < 0 else text


def share(value: float) -> str:
    """A share in percent; a little is not nothing, and nearly all not all.

    Examples
    --------
    >>> share(0.314), share(1e-6), share(0.0), share(1.0)
    ('31.4%', 'under 0.1%', '0%', '100%')
    """
    if value == 0 or value >= 1 - NEARLY:
        return f"{round(value):.0%}"
    return "under 0.1%" if value < 0.001 else "over 99.9%" if value > 0.999 else f"{value:.1%}"


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
