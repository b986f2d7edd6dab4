"""How asymmetric a kernel matrix is: each figure with its sentence.

UI floor, without streamlit.
"""

from __future__ import annotations

from math import isfinite

from askcore._format import capitalised, number, share
from askcore.experiments import Problem
from askcore.experiments.matrix.definiteness import definiteness_known
from askcore.experiments.matrix.parts import Entries, MatrixPart
from askcore.ui.pages.kernel_matrix.words import counted, of_drawn, one_sign, signature
from askcore.ui.text import glossary

ALL = 0.995  # share of the skew-symmetric ratio that is called all of it


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
                f"KL divergence of the row data from the column data, and the reverse; 0 for equal distributions. Both "
                f"are taken as Gaussians in {d.dimension:,} dimensions, so only means and covariances count.",
            )
        )
    return told


def _square_findings(entries: Entries, part: MatrixPart, *, is_graph: bool) -> list[tuple[str, str, str]]:
    found = part.found
    told = [
        (
            "Skew-symmetric share",
            share(0.0 if entries.is_symmetric else entries.skew_share),
            "This share of the energy (the sum of squared entries) is lost when K is replaced by its symmetric part.",
        ),
        (
            "Skew-symmetric ratio",
            number(0.0 if entries.is_symmetric else entries.skew_ratio),
            "‖K − Kᵀ‖ / ‖K + Kᵀ‖: 0 for a symmetric K, 1 if both parts have the same energy, ∞ for a skew-symmetric K.",
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
        told.append(
            (
                "Reciprocity of K",
                share(entries.reciprocity),
                "Of the nonzero entries K(u, v) off the diagonal, this share has a nonzero K(v, u), too.",
            )
        )
    return told


def _symmetric_drawn(entries: Entries, part: MatrixPart) -> tuple[str, str, str]:
    whole, found = entries.definiteness, part.found
    if whole is not None and whole.words is not None:
        return "Symmetric part", whole.words, _signature_words(whole.words, counted(whole))
    known = definiteness_known(found.signature or (0, 0, 0), part.shape[0], whole)
    if found.signature is not None and known == "indefinite":
        words = _signature_words(
            "indefinite", f"{signature(found.signature)} eigenvalues on the sampled rows"
        )
        return "Symmetric part", "indefinite", words
    if known == "not positive":
        told = (
            "No positive eigenvalue was found, and some are negative. It is not an inner product of features."
        )
        return "Symmetric part", "not positive semidefinite", told
    said = one_sign(whole, part)
    return "Symmetric part", "not known", capitalised(said)


def _signature_words(definiteness: str, counted: str) -> str:
    means = {
        "indefinite": "A squared distance may be negative, and training an SVM is no longer a convex problem",
        "positive definite": "It is an inner product of features, and no squared distance is negative",
        "positive semidefinite": "It is an inner product of features, and no squared distance is negative",
        "zero": "The symmetric part of K is zero",
    }.get(definiteness, "Its negative is an inner product of features: change the sign of K")
    return f"(K + Kᵀ)/2 has {counted}. {means}."


def _departure_words(departure: float) -> str:
    if departure == 0:
        return "K is normal: its singular values are the absolute values of its eigenvalues."
    return (
        "It is 0 for a normal matrix, where K Kᵀ = Kᵀ K, and 1 if every eigenvalue is 0, as in a graph without cycles. "
        "The larger it is, the less eigenvalues say about K. Use singular values then."
    )


def _scaling(entries: Entries, part: MatrixPart) -> tuple[str, str, str]:
    scaling = part.found.row_scaling
    assert scaling is not None
    name = "Removable by rescaling the rows"
    if entries.is_symmetric:
        return name, "symmetric already", "K is symmetric, so there is no asymmetry to remove."
    if not part.whole:
        name += f" ({len(part.rows):,} sampled)"
    if part.found.is_symmetric:
        return name, "not known", "The sampled rows are symmetric among themselves, so they do not tell."
    if scaling.holds:
        low, high = float(scaling.factors.min()), float(scaling.factors.max())
        return (
            name,
            "yes",
            f"K is a symmetric matrix whose rows were multiplied by factors from {number(low)} to {number(high)}. SNE "
            "and T kernels are of this kind. The eigenvalues of K are real.",
        )
    before = part.found.skew_ratio
    left = scaling.remaining / before if isfinite(before) else 1.0
    remains = "all of it remains" if left > ALL else f"{share(left, 0)} of the skew-symmetric ratio remains"
    return name, "no", f"No rescaling of the rows removes the asymmetry: with the best factors, {remains}."


def _rank(part: MatrixPart) -> tuple[str, str, str]:
    found = part.found
    rank, effective = found.numerical_rank or 0, found.effective_rank or 0.0
    return (
        f"Rank{of_drawn(part)}",
        f"{rank:,} of {min(part.K.shape):,}, effectively {number(effective)}",
        "The rank counts the singular values that are not zero up to rounding. "
        + glossary.term("effective rank").short,
    )
