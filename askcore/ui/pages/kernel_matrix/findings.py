"""How asymmetric a kernel matrix is: each figure with its sentence.

UI floor, without streamlit.
"""

from __future__ import annotations

from math import isfinite

from askcore._format import capitalised, number, share
from askcore.experiments import Entries, MatrixPart, Problem
from askcore.ui.pages.kernel_matrix.words import counted, of_drawn, one_sign, signature

__all__ = ["findings"]


def findings(
    problem: Problem, entries: Entries, part: MatrixPart, *, is_graph: bool
) -> list[tuple[str, str, str]]:
    """Name, value and meaning of each figure of asymmetry."""
    found = part.found
    told = []
    if part.is_square:
        told += _square_findings(entries, part, is_graph=is_graph)
    if found.numerical_rank is not None:
        told.append(_rank(part))
    if found.densities is not None:
        d = found.densities
        told.append(
            (
                f"Rows against columns{of_drawn(part)}",
                f"{number(d.rows_from_columns)} and {number(d.columns_from_rows)} nats",
                f"KL divergence of the row data from the column data and back, as Gaussians in {d.dimension:,} "
                "dimensions: 0 if both spread alike. It sees means and covariances only.",
            )
        )
    return told


def _square_findings(entries: Entries, part: MatrixPart, *, is_graph: bool) -> list[tuple[str, str, str]]:
    found = part.found
    told = [
        (
            "Skew share",
            share(0.0 if entries.is_symmetric else entries.skew_share),
            "So much of the energy (the sum of squared entries) is lost when K is averaged with its transpose.",
        ),
        (
            "Skew ratio",
            number(0.0 if entries.is_symmetric else entries.skew_ratio),
            "‖K − Kᵀ‖ / ‖K + Kᵀ‖: 0 for a symmetric matrix, 1 where both parts weigh the same, ∞ for a skew one.",
        ),
    ]
    drawn = of_drawn(part)
    if part.whole and found.signature is not None and found.definiteness is not None:
        told.append(
            (
                "Symmetric part",
                found.definiteness,
                _signature_words(found.definiteness, f"{signature(found.signature)} eigenvalues"),
            )
        )
    elif not part.whole:
        told.append(_symmetric_drawn(entries, part))
    if found.departure is not None:
        told.append(
            (f"Departure from normality{drawn}", number(found.departure), _departure_words(found.departure))
        )
    if found.row_scaling is not None:
        told.append(_scaling(entries, part))
    if isfinite(entries.reciprocity) and (is_graph or entries.reciprocity < 1):
        answered = (
            "nonzero entries (for the adjacency: links) have a nonzero mirror image"
            if is_graph
            else "nonzero entries have a nonzero mirror image"
        )
        told.append(
            (
                "Reciprocity",
                share(entries.reciprocity),
                f"So many {answered}, the diagonal left out. How large the two are does not count here.",
            )
        )
    return told


def _symmetric_drawn(entries: Entries, part: MatrixPart) -> tuple[str, str, str]:
    whole, found = entries.definiteness, part.found
    if whole is not None and whole.words is not None:
        return "Symmetric part", whole.words, _signature_words(whole.words, counted(whole))
    if found.signature is not None and found.definiteness == "indefinite":
        words = _signature_words("indefinite", f"{signature(found.signature)} eigenvalues on the rows drawn")
        return "Symmetric part", "indefinite", words
    said = one_sign(whole, part)
    return "Symmetric part", "not known", capitalised(said)


def _signature_words(definiteness: str, counted: str) -> str:
    means = {
        "indefinite": "squared distances may be negative, and convex kernel methods lose their guarantee",
        "positive definite": "an inner product of features, distances are real",
        "positive semidefinite": "an inner product of features, distances are real",
        "zero": "nothing of K survives averaging with its transpose",
    }.get(definiteness, "minus an inner product: turn its sign")
    return f"(K + Kᵀ)/2 has {counted}: {means}."


def _departure_words(departure: float) -> str:
    if departure == 0:
        return "K is normal: its singular values are the moduli of its eigenvalues."
    return (
        "It is 0 for a normal matrix, 1 where every eigenvalue is 0 as in a graph without cycles. The larger, the "
        "less eigenvalues say about K: look at singular values."
    )


def _scaling(entries: Entries, part: MatrixPart) -> tuple[str, str, str]:
    scaling = part.found.row_scaling
    assert scaling is not None
    if entries.is_symmetric:
        return "Row scaling", "symmetric already", "There is no asymmetry to explain."
    name = f"Row scaling{of_drawn(part)}"
    if part.found.is_symmetric:
        return name, "not known", "The rows drawn hold none of the asymmetry, so they cannot tell."
    if scaling.holds:
        low, high = float(scaling.factors.min()), float(scaling.factors.max())
        return (
            name,
            "yes",
            f"K is a symmetric matrix whose rows were multiplied by factors from {number(low)} to {number(high)}, as "
            "SNE and T are. Its eigenvalues are real.",
        )
    among = "" if part.whole else ", among the rows drawn"
    return (
        name,
        "no",
        f"The best row factors leave a skew ratio of {number(scaling.remaining)} of "
        f"{number(part.found.skew_ratio)}{among}: the asymmetry is more than crowding.",
    )


def _rank(part: MatrixPart) -> tuple[str, str, str]:
    found = part.found
    rank, effective = found.numerical_rank or 0, found.effective_rank or 0.0
    return (
        f"Rank{of_drawn(part)}",
        f"{rank:,} of {min(part.K.shape):,}, effectively {number(effective)}",
        "The first counts singular values that are more than rounding; the second, the exponential of their "
        "entropy, how many carry weight.",
    )
