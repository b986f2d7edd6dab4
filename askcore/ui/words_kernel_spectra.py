"""How to read the spectra of a kernel matrix: only what is drawn is named.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Collection

__all__ = ["parts", "singular"]

NEGATIVE, SKEW = "symmetric, negative", "skew"  # as the figure calls them


def parts(drawn: Collection[str]) -> str:
    """Eigenvalues of both parts; ``drawn`` are the names in the legend."""
    said = ["Each mark is an eigenvalue, by size."]
    if NEGATIVE in drawn:
        said.append(
            "Vermillion diamonds are negative eigenvalues of the symmetric part: beside positive ones they make it "
            "indefinite."
        )
    if SKEW in drawn:
        said.append("Green crosses, in pairs, are the imaginary ones of the skew part.")
    noise = ": a negative eigenvalue far below the largest changes little." if NEGATIVE in drawn else "."
    return " ".join([*said, f"Small values may be noise{noise}"])


def singular(*, square: bool, moduli: bool) -> str:
    """Singular values, beside the moduli of eigenvalues where ``moduli``."""
    eigen = (
        " Where the moduli of the eigenvalues lie below the singular values, K is not normal and eigenvalues "
        "understate it."
        if square and moduli
        else ""
    )
    return f"The faster the dots fall, the fewer components describe K.{eigen} A gap is no proof of so many groups."
