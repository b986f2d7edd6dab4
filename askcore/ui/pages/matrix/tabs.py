"""Tabs of the page "Matrix" about K itself: eigenvalues, two samples, symmetrising, classes."""

from __future__ import annotations

from functools import partial
from math import isfinite
from typing import Any

import numpy as np
import pandas as pd

from askcore import figures
from askcore._format import format_percent, join_and, number
from askcore.diagnostics import feature_pair
from askcore.experiments.matrix.blocks import ClassMeans
from askcore.experiments.matrix.operations import Operation
from askcore.experiments.matrix.signed import signed_terms
from askcore.figures.bars import signed_gaps
from askcore.figures.class_tables import class_means_heatmap
from askcore.figures.heatmaps import colour_limit, small_heatmaps
from askcore.ui.blocks import Block, Columns, Control, Figure, Live, Metric, Step, Table, Text, Value
from askcore.ui.pages.matrix import results
from askcore.ui.pages.matrix.results import KernelMatrix
from askcore.ui.text import glossary
from askcore.ui.text.words import NEARLY, plain


def rank(state: KernelMatrix) -> Metric:
    """The numerical rank."""
    found = state.summary.part.found.numerical_rank or 0
    return Metric("Rank", f"{found:,}", glossary.term("rank").short)


# eigenvalues --------------------------------------------------------------------------------------------------------

SPECTRA = ("Both parts", "Singular values")
FALL = "The faster the dots fall, the fewer components are needed to describe K."
SPECTRUM = {  # of an asymmetric matrix or not, and what is shown
    (
        True,
        "Both parts",
    ): "Circles and diamonds: the positive and the negative eigenvalues of the symmetric part. Crosses: the "
    "eigenvalues of the skew-symmetric part, which are imaginary and come in pairs.",
    (
        True,
        "Singular values",
    ): f"{FALL} Grey diamonds below the dots mean that eigenvalues alone do not describe K.",
    (False, "Both parts"): f"Diamonds are negative values. {FALL}",
    (False, "Singular values"): FALL,
}
HELP = {
    "ratio": "‖K − Kᵀ‖ / ‖K + Kᵀ‖. 0: symmetric. 1: both parts have the same energy. ∞: skew-symmetric.",
    "departure": "0 for a normal matrix, where K Kᵀ = Kᵀ K. 1 if every eigenvalue is 0, as in a graph without cycles. "
    "The larger the value, the less the eigenvalues describe K.",
    "reciprocity": "The share of the nonzero K(u, v) off the diagonal for which K(v, u) is also nonzero.",
    "scaling": "The share of the skew-symmetric ratio that disappears if the rows are divided by the best "
    "factors. 100%: K is a symmetric matrix whose rows were multiplied by factors, as with the SNE and T "
    "kernels.",
    "densities": "KL divergence of the row data from the column data and the reverse, both taken as "
    "Gaussians. 0 means the same distribution.",
}
RANK_CODE = 'print("Rank:", part.found.numerical_rank)'
ASYMMETRY_CODE = f"""{RANK_CODE}
print("Skew-symmetric ratio:", 0.0 if entries.is_symmetric else entries.skew_ratio)
print("Departure from normality:", part.closer.departure)
print("Reciprocity:", entries.reciprocity)"""
FACTORS_CODE = (
    'print("Removable by row factors:", 1 - part.found.row_scaling.remaining / part.found.skew_ratio)'
)
DENSITIES_CODE = f"""{RANK_CODE}
apart = part.found.densities
print("Rows against columns, nats:", apart.rows_from_columns, apart.columns_from_rows)"""


def eigenvalues(state: KernelMatrix) -> list[Block]:
    """The spectra of K and of its parts, and further numbers of asymmetry."""
    numbers = _asymmetry(state)
    return [*numbers[:3], Live("spectrum", partial(_spectrum, state)), *numbers[3:]]


def _spectrum(state: KernelMatrix, value: Value) -> list[Block]:
    found: Any = state.summary.part.found
    both = state.problem.same_samples
    way = SPECTRA[1]
    if both:
        way = value(Control(state.current.control("spectrum"), "Spectrum", "choice", SPECTRA))
    caption = SPECTRUM[state.summary.imbalances is not None, way] + state.sampled
    moduli = state.summary.part.closer.eigenvalue_moduli if both else None
    draw = partial(figures.singular_spectrum, found.singular_values, moduli)
    if way == SPECTRA[0]:
        draw = partial(figures.parts_spectrum, found.symmetric_eigenvalues, found.skew_moduli)
    return [Figure(state.key("spectra"), draw, f"Spectrum: {way}", caption=caption)]


def _asymmetry(state: KernelMatrix) -> list[Block]:
    found, entries = state.summary.part.found, state.summary.entries
    if found.densities is not None:
        apart = f"{number(found.densities.rows_from_columns)} · {number(found.densities.columns_from_rows)}"
        name = "Rows against columns, nats"
        return [rank(state), Metric(name, apart, HELP["densities"]), Step(DENSITIES_CODE)]
    if not state.problem.same_samples:
        return [rank(state), Step(RANK_CODE)]
    ratio = 0.0 if entries.is_symmetric else entries.skew_ratio
    numbers = [rank(state), Metric("Skew-symmetric ratio", number(ratio), HELP["ratio"])]
    departure = state.summary.part.closer.departure
    if departure is not None:
        numbers.append(Metric("Departure from normality", number(departure), HELP["departure"]))
    if isfinite(entries.reciprocity):
        numbers.append(Metric("Reciprocity", format_percent(entries.reciprocity), HELP["reciprocity"]))
    scaling, code = found.row_scaling, ASYMMETRY_CODE
    if scaling is not None and 0 < found.skew_ratio < np.inf:
        numbers.append(
            Metric(
                "Removable by row factors",
                format_percent(1 - scaling.remaining / found.skew_ratio),
                HELP["scaling"],
            )
        )
        code += f"\n{FACTORS_CODE}"
    return [*numbers, Step(code)]


# two samples --------------------------------------------------------------------------------------------------------

PAIR = {
    "equal": "K(u, v) and K(v, u) are equal, **{uv}**: there is no direction between **{u}** and **{v}**.",
    "u": "For u = **{u}** and v = **{v}**, K(u, v) is larger than K(v, u) by **{gap}**.",
    "v": "For u = **{u}** and v = **{v}**, K(v, u) is larger than K(u, v) by **{gap}**.",
}
DISTANCE = {
    -1: " Their squared distance is negative: they differ most along eigenvectors of negative eigenvalues.",
    0: " K does not distinguish the two samples: their squared distance is 0.",
    1: "",
}
TERMS = (
    "Each bar: the squared difference along one eigenvector. It is added if the eigenvalue is positive and subtracted "
    "if it is negative. The squared distance is the sum of all bars: {plus} added, {minus} subtracted."
)
COSINE = (
    "K(u, v) and K(v, u), each divided by √(K(u, u) K(v, v)). A value above 1 is not the cosine of an angle: K is "
    "indefinite or asymmetric."
)
PAIR_CODE = """pair = askcore.diagnostics.feature_pair(problem.operator, {u}, {v})
print("K(u, v):", pair.k_uv)
print("K(v, u):", pair.k_vu)
print("Squared distance:", pair.squared_distance)
print("Length of u:", pair.squared_norm_u**0.5)
print("Length of v:", pair.squared_norm_v**0.5)
print("Cosine u→v, v→u:", pair.cosine_uv, pair.cosine_vu)"""


def two_samples(state: KernelMatrix, value: Value) -> list[Block]:
    """K both ways for two samples, and their squared distance by sign."""
    asked, start = state.problem, start_pair(state)
    u, v = (
        int(value(Control(f"pair_{letter}", f"{letter}, a {thing}", "sample", tuple(names), at)))
        for letter, names, thing, at in (
            ("u", asked.row_names, asked.row_word, start[0]),
            ("v", asked.column_names, asked.column_word, start[1]),
        )
    )
    found = feature_pair(asked.operator, u, v)
    gap, larger, d = found.k_uv - found.k_vu, max(abs(found.k_uv), abs(found.k_vu)), found.squared_distance
    which = "equal" if abs(gap) <= NEARLY * larger else "u" if gap > 0 else "v"
    names = {"u": plain(asked.row_names[u]), "v": plain(asked.column_names[v])}
    said = PAIR[which].format(uv=number(found.k_uv), gap=number(abs(gap)), **names)
    return [
        Metric("K(u, v)", number(found.k_uv), "Row u, column v."),
        Metric("K(v, u)", number(found.k_vu), "Row v, column u."),
        Metric("Squared distance", number(d), "K(u, u) + K(v, v) − K(u, v) − K(v, u)."),
        Text(said + DISTANCE[1 if u == v else int(np.sign(d))]),
        Metric("Length of u", _length(found.squared_norm_u), "√K(u, u)"),
        Metric("Length of v", _length(found.squared_norm_v), "√K(v, v)"),
        Metric("Cosine u→v, v→u", f"{number(found.cosine_uv)} · {number(found.cosine_vu)}", COSINE),
        *_terms(state, u, v),
        Step(PAIR_CODE.format(u=u, v=v)),
    ]


def _length(squared: float) -> str:
    return number(float(np.sqrt(squared))) if squared >= 0 else f"none: its square is {number(squared)}"


def _terms(state: KernelMatrix, u: int, v: int) -> list[Block]:
    """The squared distance along each eigenvector; of sampled rows, where both are among them."""
    at = np.flatnonzero(np.isin(state.summary.part.rows, [u, v]))
    terms = signed_terms(state.signed, at[0], at[-1]) if len(at) == 2 else np.zeros(0)
    if not terms.any():
        return []
    plus, minus = (number(float(np.maximum(sign * terms, 0.0).sum())) for sign in (1, -1))
    alt = "The squared distance of two samples along each eigenvector"
    caption = TERMS.format(plus=plus, minus=minus) + state.sampled
    return [Figure(state.key("signed_gaps"), partial(signed_gaps, terms), alt, caption=caption)]


def start_pair(state: KernelMatrix) -> tuple[int, int]:
    """The largest imbalance; without one the lowest squared distance."""
    found = state.summary.imbalances
    u, v = (
        (found.u[0], found.v[0])
        if found and len(found.u)
        else state.summary.part.rows[[*state.signed.most_negative]]
    )
    return int(u), int(v)


# symmetrise ---------------------------------------------------------------------------------------------------------

UNDEFINED = " Here it is not defined: it needs a square matrix with a positive diagonal."
LOSSES = (
    "**(K + Kᵀ)/2** loses the skew-symmetric part: {skew} of the energy. **K Kᵀ** compares rows and **Kᵀ K** columns. "
    "Both square the singular values, so small ones nearly vanish. **Centring** subtracts row and column means. "
    "**Cosine normalising** gives each sample length 1.{reason}"
)
OPERATIONS_CODE = """for one in kernel_operations(part.K):
    print(f"{one.label}: {one.rank} {one.effective_rank}")"""


def operations(state: KernelMatrix, done: tuple[Operation, ...]) -> list[Block]:
    """What centring, normalising and symmetrising make of K, ordered as the picture at first."""
    skew = state.summary.skew
    loses = format_percent(skew) if isfinite(skew) else "not defined here"
    reason = UNDEFINED if any(one.name == "cosine" and one.reason for one in done) else ""
    table = [
        {
            "operation": one.label,
            "skew-symmetric ratio": number(one.skew_ratio) if one.signature else "",
            "signature +, −, 0": " · ".join(f"{k:,}" for k in one.signature or ()),
            "symmetric part": one.definiteness or "",
            "rank": f"{one.rank:,}" if one.rank is not None else "",
            "effective rank": number(one.effective_rank) if one.effective_rank is not None else "",
        }
        for one in done
    ]
    draw = partial(small_heatmaps, [one.matrix for one in done], [one.label for one in done])
    alt = "K, and K after centring, cosine normalising and three symmetrisations"
    said = f"Each picture has its own colours: compare patterns, not strengths.{state.sampled}"
    return [
        Text(LOSSES.format(skew=loses, reason=reason)),
        Figure(state.key("operations"), draw, alt, caption=said),
        Table(pd.DataFrame(table), "A higher rank or a smaller ratio is not better in itself."),
        Step(OPERATIONS_CODE),
    ]


# between classes ----------------------------------------------------------------------------------------------------

BETWEEN = (
    "Each cell: {what}, u in the class on the left, v in the class below. Row u shows {reads}. A mean hides how much "
    "the {row}s of a class differ."
)
TIES = (
    "- From **{name}**, the largest mean is that to **{other}**: {there}. In reverse: {back}.",
    "- **{name}** links most to **{other}**: {there}. In reverse: {back}.",
)
FEW_CLASSES = 6  # that have a sentence
FAINT, SPARSE = 0.05, 1_000  # means below the first are given for so many pairs
CLASSES_CODE = """# mean entries: rows of the class on the left, columns of the class above
operator, rows, columns = drawable(problem.operator, part)
means = class_means(operator, problem.row_labels[rows], problem.column_labels[columns])
print("Classes:", *means.rows)
print(means.means)"""


def between_classes(state: KernelMatrix) -> list[Block]:
    """The mean entry from class to class."""
    asked, means, graph = state.problem, results.classes(state.problem), state.current.is_graph
    faint = graph and 0 < float(np.abs(means.means).max(initial=0.0)) < FAINT
    pairs = SPARSE if faint else 1
    what = f"{pairs:,} × the mean of K(u, v)" if faint else "the mean of K(u, v)"
    table, unit = means.means * pairs, f"per {pairs:,} pairs" if faint else ""
    limit, alt = colour_limit(table), "Mean entry of K from class to class"
    draw = partial(class_means_heatmap, table, means.rows, means.columns, unit=unit, limit=limit)
    said = BETWEEN.format(what=what, reads=asked.readings("u")[0], row=asked.row_word)
    drawn = Figure(state.key("classes"), draw, alt, caption=said)
    ties = class_ties(means, pairs, state.flow_sign if graph else 0)
    return [Columns(([drawn], [Text(ties)])), Step(CLASSES_CODE)]


def class_ties(means: ClassMeans, pairs: int, sign: int) -> str:
    """The other class that each class is tied to most, with the way back; links in their direction."""
    if means.rows != means.columns or len(means.rows) < 2:
        return ""
    table = pairs * (means.means.T if sign < 0 else means.means)
    said = []
    for i, name in enumerate(means.rows[:FEW_CLASSES]):
        others = np.where(np.arange(len(table)) == i, -np.inf, table[i])
        j = int(np.argmax(others))
        there, back = number(float(table[i, j])), number(float(table[j, i]))
        tied = [plain(means.rows[k]) for k, value in enumerate(others) if number(float(value)) == there]
        names = {"name": plain(name), "other": join_and(tied[:FEW_CLASSES])}
        said.append(TIES[sign != 0].format(there=there, back=back, **names))
    return "\n".join(said)
