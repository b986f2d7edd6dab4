"""What the page "Kernel matrix" says first: symmetric or not, definite or not, and what was drawn.

UI floor, without streamlit.
"""

from __future__ import annotations

from math import isnan

import numpy as np

from askcore._format import count, number, share
from askcore.experiments import Entries, MatrixPart
from askcore.experiments.spectral_problem import SpectralProblem
from askcore.ui.words_kernel_numbers import NEARLY, counted, one_sign, signature

__all__ = ["part_note", "verdict"]


GIVEN = "The matrix was given, so there is nothing to choose but other data."


def verdict(problem: SpectralProblem, entries: Entries, part: MatrixPart) -> str:
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
        return f"{it} is **indefinite** ({counted(whole)}){_NO_SPACE}"
    if found.signature is not None and found.definiteness == "indefinite":
        return (
            f"{it} is **indefinite** already on {len(part.rows):,} rows drawn from {part.shape[0]:,} "
            f"({signature(found.signature)} eigenvalues){_NO_SPACE}"
        )
    return f"Whether {it[0].lower()}{it[1:]} is indefinite is **not known**: {one_sign(whole, part)}"


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
