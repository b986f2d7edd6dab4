"""What the page "Kernel matrix" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import isnan

import numpy as np

from askcore._format import count, number, share, uncapitalised, uncertain
from askcore.diagnostics import FeaturePair
from askcore.experiments import ClassMeans, Entries, MatrixPart, Operation, Problem
from askcore.experiments.matrix.definiteness import Definiteness
from askcore.ui.words import NEARLY, plain

__all__ = [
    "class_flow",
    "counted",
    "losses",
    "of_drawn",
    "one_sign",
    "pair",
    "pairs_per_figure",
    "part_note",
    "parts",
    "per_pairs",
    "rectangular_value",
    "signature",
    "singular",
    "verdict",
]

GIVEN = "The matrix was given, so there is nothing to choose but other data."


def verdict(problem: Problem, entries: Entries, part: MatrixPart) -> str:
    """Symmetric or not and by how much, definite or not, in two or three sentences."""
    found = part.found
    n, m = part.shape
    if not part.K.any() and (part.whole or (entries.skew_share == 0 and isnan(entries.reciprocity))):
        where = "" if part.whole else " that was read"
        return (
            f"**Every entry{where} is zero**, so there is nothing to take apart: no sample is similar to any "
            f"other. {'Choose ' + problem.others + ', in the sidebar.' if problem.others else GIVEN}"
        )
    if n != m:
        return _rectangular(part)
    definite = _definite(part) if part.whole else _definite_drawn(entries, part)
    if entries.is_symmetric:
        said = "This kernel matrix is **symmetric**: K(u, v) = K(v, u) for every pair."
        if problem.asymmetric_formula:  # what makes it symmetric stands above, with the way out
            said = (
                "K(u, v) and K(v, u) **differ by less than rounding** here, though the kernel is asymmetric."
            )
        return f"{said} {definite}{_constant(part)}"
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
        return f"{it} is **indefinite** ({counted(whole)}){_NO_SPACE}"
    if found.signature is not None and found.definiteness == "indefinite":
        return (
            f"{it} is **indefinite**: a part of {len(part.rows):,} of {part.shape[0]:,} rows has negative eigenvalues "
            "already, so no feature space has it as inner products. How many of all eigenvalues are negative a part "
            "cannot tell."
        )
    return f"Whether {uncapitalised(it)} is indefinite is **not known**: {one_sign(whole, part)}"


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
            rest += (
                " Signs of eigenvalues are of all rows."
                if entries.definiteness.sums is None
                else " Signs of eigenvalues are of all rows, estimated from products with random vectors (± is two "
                "standard errors)."
            )
    return f"Spectra, ranks and values are those of {which}, drawn at random (seed 0).{rest}"


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
    """Eigenvalues of all of K: by sign where they were counted or estimated, and from where to where they reach."""
    if whole.signature is not None:
        return f"{signature(whole.signature)} eigenvalues"
    lowest, largest = number(whole.smallest), number(whole.largest)
    if whole.negative is None or whole.sums is None:
        return f"eigenvalues from {lowest} to {largest}"
    some = uncertain(*whole.negative)
    return f"{some} negative eigenvalues of {whole.sums.size:,}, the lowest {lowest}, the largest {largest}"


def one_sign(whole: Definiteness | None, part: MatrixPart) -> str:
    """Why it is not known whether K is indefinite: eigenvalues of one sign only were found."""
    if whole is None:
        return f"the {len(part.rows):,} rows drawn have no eigenvalues of both signs, all rows may."
    if whole.smallest < 0:
        return f"no positive eigenvalue was found, the largest is about {number(whole.largest)}."
    return f"no negative eigenvalue was found, the smallest is about {number(whole.smallest)}."


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
