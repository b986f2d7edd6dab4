"""What the page "Kernel matrix" says, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import isnan

import numpy as np

from askcore._format import count, listed, number, share, uncapitalised, uncertain
from askcore.diagnostics.geometry import FeaturePair
from askcore.experiments import Problem
from askcore.experiments.matrix.blocks import ClassMeans
from askcore.experiments.matrix.definiteness import Definiteness, definiteness_known
from askcore.experiments.matrix.operations import Operation
from askcore.experiments.matrix.parts import Entries, MatrixPart
from askcore.ui.text.words import NEARLY, plain

GIVEN = "This matrix was given as it is. Choose other data."


def verdict(problem: Problem, entries: Entries, part: MatrixPart) -> str:
    """Symmetric or not and by how much, definite or not, in two or three sentences."""
    found = part.found
    n, m = part.shape
    if not part.K.any() and (part.whole or (entries.skew_share == 0 and isnan(entries.reciprocity))):
        where = "" if part.whole else " that was read"
        return (
            f"**Every entry{where} is zero**: no sample is similar to any other. "
            f"{'Choose ' + problem.others + ', in the settings.' if problem.others else GIVEN}"
        )
    if n != m:
        return _rectangular(part)
    definite = _definite(part) if part.whole else _definite_drawn(entries, part)
    if entries.is_symmetric:
        said = "This kernel matrix is **symmetric**: K(u, v) = K(v, u) for every pair."
        if problem.asymmetric_formula:  # what makes it symmetric stands above, with the way out
            said = "This kernel is asymmetric by its formula, but here K(u, v) and K(v, u) **agree up to rounding**."
        return f"{said} {definite}{_constant(part)}"
    skew = share(entries.skew_share)
    lead = f"This kernel is **asymmetric**: **{skew}** of its energy is in the skew-symmetric part."
    if entries.skew_share > 1 - NEARLY:
        return (
            "This kernel is **skew-symmetric**: K(v, u) = −K(u, v) for every pair. **100%** of its energy is in the "
            "skew-symmetric part; its symmetric part is zero."
        )
    scaling = found.row_scaling
    if scaling is not None and scaling.holds and not found.is_symmetric:
        where = (
            "All of the asymmetry"
            if part.whole
            else f"On the {len(part.rows):,} sampled rows, all of the asymmetry"
        )
        lead += (
            f" {where} comes from **rescaled rows**: K is a symmetric matrix whose rows were multiplied by factors. "
            "Each factor belongs to one sample; with SNE it tells how dense the data are around it. These factors "
            "alone decide which of K(u, v) and K(v, u) is larger."
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


_NO_SPACE = ": it is not a Mercer kernel."


def _definite_drawn(entries: Entries, part: MatrixPart) -> str:
    """Of all of K where that is known; a part proves that K is indefinite, and never that it is definite."""
    found, whole = part.found, entries.definiteness
    it = "It" if entries.is_symmetric else "Its symmetric part"
    if whole is not None and whole.words is not None:
        if not whole.indefinite:
            return f"{it} is **{whole.words}**."
        return f"{it} is **indefinite** ({counted(whole)}){_NO_SPACE}"
    known = definiteness_known(found.signature or (0, 0, 0), part.shape[0], whole)
    if known == "indefinite":
        return (
            f"{it} is **indefinite**: already a part of {len(part.rows):,} of {part.shape[0]:,} rows has positive and "
            "negative eigenvalues. It is not a Mercer kernel. A part does not tell how many eigenvalues of K are "
            "negative."
        )
    if known == "not positive":
        return (
            f"{it} is **not positive semidefinite**: {_negative_found(whole, part)} It is not a Mercer kernel. Whether "
            "it has a positive eigenvalue, too, is not known."
        )
    return f"Whether {uncapitalised(it)} is indefinite is **not known**: {one_sign(whole, part)}"


def _negative_found(whole: Definiteness | None, part: MatrixPart) -> str:
    if whole is not None and whole.smallest < 0:
        return f"its lowest eigenvalue is about {number(whole.smallest)}."
    return f"already a part of {len(part.rows):,} of {part.shape[0]:,} rows has negative eigenvalues."


def _constant(part: MatrixPart) -> str:
    first = part.K.flat[0]
    if part.K.size > 1 and not np.ptp(part.K):
        return f" Every entry is {number(float(first))}, so K does not distinguish any two samples."
    return ""


def _rectangular(part: MatrixPart) -> str:
    found, (n, m) = part.found, part.shape
    said = f"This matrix is **rectangular**, {count(n, 'row')} and {count(m, 'column')}"
    densities = found.densities
    if densities is None:
        return f"{said}. Rows and columns are different things, so asymmetry is not defined."
    rank = (
        f" Its effective rank is **{number(found.effective_rank or 0.0)}**." if found.effective_rank else ""
    )
    return (
        f"{said}. Rows and columns are different things. Compared as two data sets, they differ by a KL divergence of "
        f"**{number(densities.rows_from_columns)} nats** (0: the same distribution).{rank}{_constant(part)}"
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
    lead = (
        f"The spectra, the tabs “Values” and “Centre, normalise, symmetrise”, and what is marked "
        f"“{of_drawn(part).strip()}” are computed from {which}, sampled at random."
    )
    if n != m:
        return lead
    if entries.rows_read >= n:
        rest = " All other numbers are computed from all of K."
    else:
        rest = f" The skew-symmetric share and ratio and the reciprocity are estimated from {entries.rows_read:,} rows."
    whole = entries.definiteness
    if whole is not None and whole.words is not None and whole.sums is not None:
        rest += " The signs of its eigenvalues are estimated from random vectors; “±” is two standard errors."
    return lead + rest


def signature(counts: tuple[int, int, int]) -> str:
    """Eigenvalues by sign."""
    names = ("positive", "negative", "zero")
    return ", ".join(f"{n:,} {name}" for n, name in zip(counts, names, strict=True) if n)


def of_drawn(part: MatrixPart) -> str:
    """ " of 600 sampled" behind the name of a figure of the part; empty where nothing was left out."""
    if part.whole:
        return ""
    n, m = part.K.shape
    return f" of {n:,} sampled" if part.is_square else f" of {n:,} × {m:,} sampled"


def counted(whole: Definiteness) -> str:
    """Eigenvalues of all of K: by sign where they were counted or estimated, and from where to where they reach."""
    if whole.signature is not None:
        return f"{signature(whole.signature)} eigenvalues"
    lowest, largest = number(whole.smallest), number(whole.largest)
    if whole.negative is None or whole.sums is None:
        return f"eigenvalues from {lowest} to {largest}"
    some = uncertain(*whole.negative)
    return f"{some} of {whole.sums.size:,} eigenvalues negative; from {lowest} to {largest}"


def one_sign(whole: Definiteness | None, part: MatrixPart) -> str:
    """Why it is not known whether K is indefinite: eigenvalues of one sign only were found."""
    if whole is None:
        return (
            f"the {len(part.rows):,} sampled rows have eigenvalues of one sign only. All rows may have both."
        )
    return f"no negative eigenvalue was found, the smallest is about {number(whole.smallest)}."


NEGATIVE, SKEW = "symmetric, negative", "skew-symmetric"  # as the figure calls them


def parts(drawn: Collection[str]) -> str:
    """Eigenvalues of both parts; ``drawn`` are the names in the legend."""
    said = ["Each mark is an eigenvalue; each kind is sorted by size."]
    if NEGATIVE in drawn:
        said.append("Orange diamonds are negative eigenvalues of the symmetric part.")
    if SKEW in drawn:
        said.append(
            "Green crosses are eigenvalues of the skew-symmetric part, which are imaginary and come in pairs."
        )
    small = (
        " A negative eigenvalue that is far smaller than the largest changes little."
        if NEGATIVE in drawn
        else ""
    )
    return " ".join([*said, f"Small values may be noise.{small}"])


def singular(*, square: bool, moduli: bool) -> str:
    """Singular values, beside the moduli of eigenvalues where ``moduli``."""
    eigen = (
        " If the moduli of the eigenvalues lie below the singular values, K is not normal: eigenvalues alone do not "
        "describe it."
        if square and moduli
        else ""
    )
    return (
        f"The faster the dots fall, the fewer components describe K.{eigen} A gap does not prove that there are "
        "groups."
    )


def pair(found: FeaturePair, u: str, v: str) -> list[str]:
    """Two samples in words: both similarities, norms, distance, cosine, and what is undefined."""
    u, v = plain(u), plain(v)
    gap = found.k_uv - found.k_vu
    size = max(abs(found.k_uv), abs(found.k_vu))
    if u == v:
        first = f"K(u, u) = **{number(found.k_uv)}**: you chose the same sample twice."
    elif abs(gap) <= NEARLY * size:
        value = number(found.k_uv)
        first = f"K(u, v) and K(v, u) are equal, **{value}**: between **{u}** and **{v}** K has no direction."
    else:
        more, less = ("K(u, v)", "K(v, u)") if gap > 0 else ("K(v, u)", "K(u, v)")
        first = f"For u = **{u}** and v = **{v}**, {more} is larger than {less} by **{number(abs(gap))}**."
    said = [first]
    for name, squared in (("u", found.squared_norm_u), ("v", found.squared_norm_v)):
        if squared < 0:
            said.append(f"K({name}, {name}) = {number(squared)} is negative, so {name} has no length.")
        elif squared == 0:
            said.append(f"K({name}, {name}) = 0: {name} has length zero, so a cosine is not defined.")
    if found.squared_distance < 0:
        said.append(
            f"Their squared distance is negative, {number(found.squared_distance)}, so there is no distance: K is not "
            "a Mercer kernel."
        )
    if max(abs(found.cosine_uv), abs(found.cosine_vu)) > 1 + 1e-9:
        said.append("A cosine above 1 is impossible for a Mercer kernel: K is indefinite or asymmetric.")
    return said


def rectangular_value(value: float, u: str, v: str) -> str:
    """One entry of a rectangular matrix."""
    return (
        f"K({plain(u)}, {plain(v)}) = **{number(value)}**. Rows and columns are different things here. So K(v, u), "
        "length, distance and cosine are not defined."
    )


def losses(done: Sequence[Operation], part: MatrixPart, entries: Entries) -> list[str]:
    """What each operation keeps and what it loses; what was measured on a part says so."""
    by = {operation.name: operation for operation in done}
    said = []
    before, centred, cosine = by["none"], by["centred"], by["cosine"]
    among = "" if part.whole else ", on the sampled part"
    if centred.rank is not None and before.rank is not None:
        to = f"{number(before.skew_ratio)} to {number(centred.skew_ratio)}"
        ratio = f" The skew-symmetric ratio changes from {to}." if part.is_square else ""
        if ratio and not part.whole:
            whole = number(0.0 if entries.is_symmetric else entries.skew_ratio)
            ratio = f" On it, the skew-symmetric ratio changes from {to}; that of all of K is {whole}."
        said.append(
            "**Centring** subtracts the mean of every row and column, which all samples share. "
            f"The rank changes from {before.rank:,} to {centred.rank:,}{among}.{ratio}"
        )
    if cosine.matrix is not None:
        said.append(
            "**Cosine normalising** gives every sample length 1. It keeps the rank and the signs of the eigenvalues. "
            f"The skew-symmetric ratio becomes {number(cosine.skew_ratio)}{among}."
        )
    else:
        said.append(f"**Cosine normalising** is not defined here. {plain(cosine.reason)}")
    if part.is_square:
        what = (
            "nothing: K is symmetric"
            if entries.is_symmetric
            else (
                f"the skew-symmetric part, {share(entries.skew_share)} of the "
                f"energy{'' if part.whole else ' of all of K'}"
            )
        )
        said.append(f"**(K + Kᵀ)/2** loses {what}.")
    else:
        said.append("**(K + Kᵀ)/2** is not defined here: rows and columns are different things.")
    said.append(
        "**K Kᵀ** compares samples by their rows: it keeps the left singular vectors and loses the right ones. **Kᵀ "
        "K** compares samples by their columns: it keeps the right ones. Both square the singular values, so small "
        "ones nearly vanish."
        + (
            f" The effective rank changes from {number(before.effective_rank)} to "
            f"{number(by['KKt'].effective_rank or 0.0)}{among}."
            if before.effective_rank
            else ""
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


def class_flow(means: ClassMeans, *, links: bool, reads_in: bool, pairs: int = 1, instead: str = "") -> str:
    """Which class goes with which, leaving each class's tie to itself out.

    ``links`` : K holds the links of a graph, and they are told in their direction. Figures are of so many ``pairs`` of
    samples. ``instead`` : what K holds of a graph instead of its links.
    """
    if means.rows != means.columns or len(means.rows) < 2:
        return ""
    table = pairs * (means.means.T if links and reads_in else means.means)
    verb, most = ("links most to", "links to most") if links else ("is most similar to", "is most similar to")
    kind = "class " if any(str(name).replace(".", "").isdigit() for name in means.rows) else ""
    said = []
    for i, name in enumerate(means.rows[:FLOWS]):
        others = np.where(np.arange(len(table)) == i, -np.inf, table[i])
        j = int(np.argmax(others))
        there = number(float(table[i, j]))
        tied = [k for k, value in enumerate(others) if np.isfinite(value) and number(float(value)) == there]
        backs = list(dict.fromkeys(number(float(table[k, i])) for k in tied[:FLOWS]))
        names = listed([f"{kind}**{plain(means.rows[k])}**" for k in tied[:FLOWS]])
        more = f" and {len(tied) - FLOWS} more" if len(tied) > FLOWS else ""
        said.append(
            f"- {kind.capitalize()}**{plain(name)}** {verb} {names}{more}: {there}; the other way {listed(backs)}."
        )
    some = "" if len(means.rows) <= FLOWS else f" (the first {FLOWS} of {len(means.rows)} classes)"
    unit = f"{pairs:,} times the mean of K(u, v)" if pairs > 1 else "means of K(u, v)"
    lead = f"For each class, the other class that it {most}{some}. The numbers are {unit}:\n"
    what = [f"K is “{instead}” here, not the links themselves.\n"] if instead else []
    return "\n".join([*what, lead, *said])
