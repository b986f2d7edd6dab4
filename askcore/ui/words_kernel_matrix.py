"""What the page "Kernel matrix" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite, isnan

import numpy as np

from askcore.diagnostics import FeaturePair
from askcore.experiments import ClassMeans, Entries, MatrixPart, Operation
from askcore.experiments.kernel_definiteness import Definiteness
from askcore.experiments.spectral_problem import SpectralProblem
from askcore.figures.text import count
from askcore.ui.words import plain

__all__ = [
    "class_flow",
    "findings",
    "losses",
    "number",
    "of_drawn",
    "pair",
    "pairs_per_figure",
    "part_note",
    "per_pairs",
    "rectangular_value",
    "share",
    "signature",
    "verdict",
]

NEARLY = 1e-12
FLOWS = 6
FAINT, SPARSE = 0.05, 1000  # means all below the first are told of so many pairs


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


def verdict(problem: SpectralProblem, entries: Entries, part: MatrixPart) -> str:
    """Symmetric or not and by how much, definite or not, in two or three sentences."""
    found = part.found
    n, m = part.shape
    if not part.K.any() and (part.whole or (entries.skew_share == 0 and isnan(entries.reciprocity))):
        where = "" if part.whole else " that was read"
        return (
            f"**Every entry{where} is zero**, so there is nothing to take apart: no sample is similar to any "
            "other. Choose another kernel or other parameters in the sidebar."
        )
    if n != m:
        return _rectangular(part)
    definite = _definite(part) if part.whole else _definite_drawn(entries, part)
    if entries.is_symmetric:
        return f"This kernel matrix is **symmetric**: K(u, v) = K(v, u) for every pair. {definite}{_constant(part)}"
    lead = f"This kernel is **asymmetric**: **{share(entries.skew_share)}** of its energy is skew."
    if entries.skew_share > 1 - NEARLY:
        return (
            "This kernel is **skew-symmetric**: K(v, u) = −K(u, v) for every pair, so **100%** of its energy is "
            "direction, and averaging it with its transpose leaves nothing."
        )
    scaling = found.row_scaling
    if scaling is not None and scaling.holds and not found.is_symmetric:
        where = " All of it" if part.whole else f" On the {len(part.rows):,} rows drawn all of it"
        lead += (
            f"{where} comes from **rescaled rows**: K is a symmetric matrix whose rows were multiplied by factors, "
            "so it tells how crowded a sample's surroundings are, not a direction."
        )
    return f"{lead} {definite}"


def _definite(part: MatrixPart) -> str:
    found = part.found
    if found.signature is None or found.definiteness is None:
        return ""
    subject = "It" if found.is_symmetric else "Its symmetric part"
    if found.definiteness == "indefinite":
        return f"{subject} is **indefinite** ({signature(found.signature)} eigenvalues){_NO_SPACE}"
    return f"{subject} is **{found.definiteness}**."


_NO_SPACE = ": no feature space has it as inner products."


def _definite_drawn(entries: Entries, part: MatrixPart) -> str:
    """Of all of K where that is known; a part proves that K is indefinite, and never that it is definite."""
    found, whole = part.found, entries.definiteness
    it = "It" if entries.is_symmetric else "Its symmetric part"
    if whole is not None and whole.words is not None:
        if not whole.indefinite:
            return f"{it} is **{whole.words}**."
        return f"{it} is **indefinite** ({_counted(whole)}){_NO_SPACE}"
    if found.signature is not None and found.definiteness == "indefinite":
        return (
            f"{it} is **indefinite** already on {len(part.rows):,} rows drawn from {part.shape[0]:,} "
            f"({signature(found.signature)} eigenvalues){_NO_SPACE}"
        )
    return f"Whether {it[0].lower()}{it[1:]} is indefinite is **not known**: {_one_sign(whole, part)}"


def _counted(whole: Definiteness) -> str:
    if whole.signature is not None:
        return f"{signature(whole.signature)} eigenvalues"
    return f"eigenvalues from {number(whole.smallest)} to {number(whole.largest)}"


def _one_sign(whole: Definiteness | None, part: MatrixPart) -> str:
    if whole is None:
        return f"the {len(part.rows):,} rows drawn have no eigenvalues of both signs, all rows may."
    if whole.smallest < 0:
        return f"no positive eigenvalue was found, the largest is about {number(whole.largest)}."
    return f"no negative eigenvalue was found, the smallest is about {number(whole.smallest)}."


def _constant(part: MatrixPart) -> str:
    first = part.K.flat[0]
    if part.K.size > 1 and not np.ptp(part.K):
        return f" Every entry is {number(float(first))}: it tells no two samples apart."
    return ""


def _rectangular(part: MatrixPart) -> str:
    found, (n, m) = part.found, part.shape
    said = f"This matrix is **rectangular**, {count(n, 'row')} and {count(m, 'column')}"
    densities = found.densities
    if densities is None:
        return f"{said}: rows and columns are different things, and there is no transpose to compare it with."
    rank = (
        f" Its effective rank is **{number(found.effective_rank or 0.0)}**." if found.effective_rank else ""
    )
    return (
        f"{said}: rows and columns are different things. Compared as two data sources, their densities are "
        f"**{number(densities.rows_from_columns)} nats** apart (0 would be the same).{rank}{_constant(part)}"
    )


def part_note(part: MatrixPart, entries: Entries) -> str:
    """What was drawn at random, and which figures are of all of it; empty where nothing was."""
    n, m = part.shape
    if part.whole:
        return ""
    which = (
        f"{len(part.rows):,} of {n:,} rows and the same columns"
        if n == m
        else f"{len(part.rows):,} of {n:,} rows and {len(part.columns):,} of {m:,} columns"
    )
    rest = ""
    if n == m:
        exact = entries.rows_read >= n
        rest = (
            " Skew share, skew ratio and reciprocity are of all entries."
            if exact
            else f" Skew share, skew ratio and reciprocity are estimated from {entries.rows_read:,} rows against all."
        )
        if entries.definiteness is not None and entries.definiteness.words is not None:
            rest += " Whether K is definite was found on all rows."
    return f"Spectra, ranks and values are those of {which}, drawn at random (seed 0).{rest}"


def findings(
    problem: SpectralProblem, entries: Entries, part: MatrixPart, *, is_graph: bool
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
        return "Symmetric part", whole.words, _signature_words(whole.words, _counted(whole))
    if found.signature is not None and found.definiteness == "indefinite":
        words = _signature_words("indefinite", f"{signature(found.signature)} eigenvalues on the rows drawn")
        return "Symmetric part", "indefinite", words
    said = _one_sign(whole, part)
    return "Symmetric part", "not known", said[0].upper() + said[1:]


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


def pair(found: FeaturePair, u: str, v: str) -> list[str]:
    """Two samples in words: both similarities, norms, distance, cosine, and what is undefined."""
    u, v = plain(u), plain(v)
    gap = found.k_uv - found.k_vu
    size = max(abs(found.k_uv), abs(found.k_vu))
    if u == v:
        first = f"K(u, u) = **{number(found.k_uv)}**: you chose the same sample twice."
    elif abs(gap) <= NEARLY * size:
        first = (
            f"K(u, v) and K(v, u) are the same, **{number(found.k_uv)}**: between **{u}** and **{v}** there is no "
            "direction."
        )
    else:
        more, less = (u, v) if gap > 0 else (v, u)
        first = (
            f"Seen from **{more}** the other counts {number(max(found.k_uv, found.k_vu))}, seen from **{less}** "
            f"{number(min(found.k_uv, found.k_vu))}: a difference of **{number(abs(gap))}**."
        )
    said = [first]
    for name, squared in (("u", found.squared_norm_u), ("v", found.squared_norm_v)):
        if squared < 0:
            said.append(
                f"K({name}, {name}) = {number(squared)} is negative, so {name} has no length in feature space."
            )
        elif squared == 0:
            said.append(f"K({name}, {name}) = 0: {name} has length zero, so no angle.")
    if found.squared_distance < 0:
        said.append(
            f"The squared distance K(u, u) + K(v, v) − K(u, v) − K(v, u) = {number(found.squared_distance)} is "
            "negative, so there is no distance: K is no inner product."
        )
    if max(abs(found.cosine_uv), abs(found.cosine_vu)) > 1 + 1e-9:
        said.append(
            "A cosine beyond 1 is no angle: no inner product does that, K is indefinite or asymmetric."
        )
    return said


def rectangular_value(value: float, u: str, v: str) -> str:
    """One entry of a rectangular matrix."""
    return (
        f"K({plain(u)}, {plain(v)}) = **{number(value)}**. Rows and columns are different things here, so K(v, u), "
        "norms, distance and cosine are not defined."
    )


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
