"""The page "Matrix" as a value: the largest imbalances and net flows, the matrix with its parts, and its eigenvalues.

UI floor. The first view, the tabs about K and their sentences; ``nodes`` ranks the nodes of a graph, ``indefinite``
holds the tab of that name, ``exports`` the files and the Python.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isfinite
from typing import Any

import numpy as np
import pandas as pd

from askcore import figures
from askcore._format import listed, number, share
from askcore.diagnostics import feature_pair
from askcore.diagnostics.geometry import FeaturePair
from askcore.experiments.matrix.blocks import ClassMeans
from askcore.experiments.matrix.operations import Operation
from askcore.experiments.matrix.reading import Imbalances, MatrixOutcome, Signs
from askcore.experiments.matrix.signed import signed_pair, signed_terms
from askcore.figures import Theme
from askcore.figures.bars import signed_gaps
from askcore.figures.class_tables import class_means_heatmap
from askcore.figures.flows import net_flows, paired_bars
from askcore.figures.heatmaps import colour_limit
from askcore.figures.histograms import value_histogram
from askcore.ui.blocks import Block, Columns, Control, Figure, Live, Metric, Run, Table, Tabs, Text, Value
from askcore.ui.matrices import entry_words
from askcore.ui.pages.matrix import indefinite, nodes
from askcore.ui.pages.matrix.results import AS_GIVEN, BY_CLASS, KernelMatrix
from askcore.ui.text import glossary
from askcore.ui.text.words import NEARLY, plain

OPEN = "matrix_details"  # key of the tabs
PARTS = ("K", "Symmetric", "Skew-symmetric")
SPECTRA = ("Both parts", "Singular values")
ORDERS = {AS_GIVEN: "in the order of the file"}

SENTENCES = {
    MatrixOutcome.ZERO: "**Every entry is zero:** no {row} is similar to any other.",
    MatrixOutcome.ONE_SAMPLE: "**One {row}:** the matrix is the number {first}. There is nothing to compare.",
    MatrixOutcome.EQUAL: "**Every entry is {first}:** the matrix does not distinguish any two {row}s.",
    MatrixOutcome.RECTANGULAR: "**Rows and columns differ:** {n:,} {row}s × {m:,} {column}s. So K(v, u) is not "
    "defined.",
    MatrixOutcome.SYMMETRIC: "**Symmetric:** K(u, v) = K(v, u) for every pair.",
    MatrixOutcome.SKEW: "**Skew-symmetric:** K(v, u) = −K(u, v) for every pair. {flow}",
    MatrixOutcome.ROW_SCALED: "**Asymmetric by the scale of its rows alone:** {skew} of its energy is "
    "direction. {flow}",
    MatrixOutcome.ASYMMETRIC: "**Asymmetric:** {skew} of its energy is direction. {flow}",
}
LIMITS = {
    MatrixOutcome.ROW_SCALED: "K is a symmetric matrix whose rows were multiplied by factors. Each factor belongs to "
    "one {row}; with SNE it tells how dense the data are around it.",
    MatrixOutcome.ASYMMETRIC: "Direction is the skew-symmetric part of K. Whether it helps to classify, “Decisions” "
    "tells.",
}
SIGNS = {
    Signs.POSITIVE: "{It} has no negative eigenvalue: it is a Mercer kernel.",
    Signs.NEGATIVE: "{It} has no positive eigenvalue: with the other sign it is a Mercer kernel.",
    Signs.INDEFINITE: "{It} is indefinite: it has positive and negative eigenvalues.",
    Signs.NOT_POSITIVE: "{It} has negative eigenvalues. Whether it has positive ones, too, is not known.",
    Signs.ZERO: "{It} is zero.",
    Signs.UNKNOWN: "Whether {it} has negative eigenvalues is not known: none was found.",
}
HOLLOW = "The diagonal is zero. Negative squared distances follow from it."
SAMPLED = "Eigenvalues and ranks are of {rows:,} of {n:,} rows, sampled at random.{read}"
READ = " The share of direction is estimated from {read:,} rows."
COMPARED = " {compared:,} of {n:,} rows were compared."
TIED = " {tied:,} pairs have this largest imbalance; {listed} are shown."
# Of a flow, and of a similarity.
FLOWS = {
    True: ("**{name}** sends {net} more than it gets.", "**{name}** gets {net} more than it sends."),
    False: ("**{name}** weighs {net} more as a row.", "**{name}** weighs {net} more as a column."),
}
BALANCED = "Each row sum equals its column sum."
PAIRS = {
    True: "Each pair: what u → v holds, and what comes back. Bold: the difference.",
    False: "Each pair u, v: K(u, v) and the smaller K(v, u). Bold: the difference.",
}
NETS = {
    True: "What a {row} sends, in sum, minus what it gets.",
    False: "Row sum minus column sum of K. A {row} that many others are similar to lies on the left.",
}
PICTURE = {
    "K": "{entry} A matrix that differs from its mirror image is asymmetric.",
    "Symmetric": "(K + Kᵀ)/2, on the colours of K: all that a method without direction reads.",
    "Skew-symmetric": "(K − Kᵀ)/2, on the colours of K. Orange: K(u, v) is larger than K(v, u); blue: smaller.",
    "": "Rows are {row}s, columns are {column}s, so there is no diagonal. Blue is negative, orange positive.",
}
SYMMETRIC_SPECTRUM = (
    "Diamonds are negative values. The faster the dots fall, the fewer components describe K."
)
SPECTRUM = {
    "Both parts": "Circles and diamonds: positive and negative eigenvalues of the symmetric part. Crosses: those of "
    "the skew-symmetric part, which are imaginary and come in pairs.",
    "Singular values": "The faster the dots fall, the fewer components describe K. Grey diamonds below them mean that "
    "eigenvalues alone do not describe K.",
}


def matrix(state: KernelMatrix) -> list[Block]:
    """The blocks of the page."""
    if nodes.comes_first(state):
        return [*nodes.ranked(state, "verdict"), Tabs(OPEN, tabs(state))]
    said = [Text(verdict(state), "verdict"), *(Text(line) for line in lines(state)), *cards(state)]
    found = state.summary.imbalances
    return [*said, imbalance_figures(state, found) if found else picture(state), Tabs(OPEN, tabs(state))]


def verdict(state: KernelMatrix) -> str:
    """The kind of matrix, with the largest net flow where it is asymmetric."""
    asked, found = state.problem, state.summary
    n, m = asked.shape
    return SENTENCES[found.outcome].format(
        n=n,
        m=m,
        row=asked.row_word,
        column=asked.column_word,
        first=number(float(found.part.K.flat[0])),
        skew=share(found.skew),
        flow=largest_flow(state, found.imbalances) if found.imbalances else "",
    )


def flow_sign(state: KernelMatrix) -> int:
    """1 where K(u, v) goes from u to v, -1 where it goes from v to u, 0 where it is a similarity."""
    if state.current.is_graph and state.choice.name == "adjacency" and state.choice.orientation != "both":
        return 1 if state.choice.orientation == "out" else -1
    return int(state.current.kind == "matrix")


def largest_flow(state: KernelMatrix, found: Imbalances) -> str:
    """Who sends the most more than it gets, or the reverse."""
    if found.extreme is None:
        return BALANCED
    sign, name = flow_sign(state), plain(state.problem.row_names[found.extreme])
    net = float(found.net[found.extreme]) * (sign or 1)
    return FLOWS[sign != 0][net < 0].format(name=name, net=number(abs(net)))


def lines(state: KernelMatrix) -> list[str]:
    """What limits the verdict, the signs of the eigenvalues, and what was sampled."""
    found, part = state.summary, state.summary.part
    said = [LIMITS.get(found.outcome, "").format(row=state.problem.row_word)]
    if found.signs is not None and found.outcome not in (MatrixOutcome.ZERO, MatrixOutcome.ONE_SAMPLE):
        it = "the symmetric part of K" if found.imbalances else "K"
        said.append(SIGNS[found.signs].format(it=it, It=it[0].upper() + it[1:]))
    said.append(HOLLOW if found.zero_diagonal else "")
    read, n = found.entries.rows_read, part.shape[0]
    more = READ.format(read=read) if read < n else ""
    sampled = "" if part.whole else SAMPLED.format(rows=len(part.rows), n=n, read=more)
    return [line for line in (" ".join(filter(None, said)), sampled) if line]


def of_sampled(state: KernelMatrix) -> str:
    """Behind the name of a number of sampled rows."""
    part = state.summary.part
    return "" if part.whole else f" of {len(part.rows):,} sampled"


def cards(state: KernelMatrix) -> list[Block]:
    """Three numbers, and what the two counts mean."""
    found, sampled, (n, m) = state.summary, of_sampled(state), state.problem.shape
    effective = number(found.part.found.effective_rank or 0.0)
    last = Metric(f"Effective rank{sampled}", effective, glossary.term("effective rank").whole)
    if found.signs is None:
        return [Metric("Rows × columns", f"{n:,} × {m:,}"), rank(state), last, Text(COUNTED, "caption")]
    counts = "indefinite" if found.signs is Signs.INDEFINITE else "not known"
    if found.signature is not None:
        counts = " · ".join(f"{one:,}" for one in found.signature)
    return [
        Metric("Skew-symmetric share", share(found.skew), SHARE_HELP),
        Metric("Signature +, −, 0", counts, SIGNATURE_HELP),
        last,
        Text(f"{SIGNATURE} {COUNTED}", "caption"),
    ]


def rank(state: KernelMatrix) -> Metric:
    """The numerical rank."""
    found = state.summary.part.found.numerical_rank or 0
    return Metric(f"Rank{of_sampled(state)}", f"{found:,}", glossary.term("rank").short)


SHARE_HELP = (
    "The energy of (K − Kᵀ)/2 over the energy of K, the sum of its squared entries. 0%: K is symmetric. 50%: both "
    "parts have the same energy. 100%: K is skew-symmetric."
)
SIGNATURE = "Signature: how many eigenvalues of the symmetric part are positive, negative and zero."
COUNTED = (
    "Effective rank: how many components K has if each counts by its size. “Spectra” counts those that hold 90% of "
    "the energy."
)
SIGNATURE_HELP = "Positive, negative and zero eigenvalues of (K + Kᵀ)/2. A Mercer kernel has no negative one."


# the first view -----------------------------------------------------------------------------------------------------


def imbalance_figures(state: KernelMatrix, found: Imbalances) -> Columns:
    """The ten largest imbalances, and the net flow of each row."""
    sign, names, row, n = flow_sign(state), state.problem.row_names, state.problem.row_word, len(found.net)
    caption = PAIRS[sign != 0]
    caption += TIED.format(tied=found.tied, listed=len(found.u)) if found.tied > len(found.u) else ""
    caption += COMPARED.format(compared=found.compared, n=n) if found.compared < n else ""
    u, v = (found.v, found.u) if sign < 0 else (found.u, found.v)
    between = " → " if sign else ", "
    pairs = partial(
        paired_bars,
        [f"{_short(names[i])}{between}{_short(names[j])}" for i, j in zip(u, v, strict=True)],
        found.larger,
        found.smaller,
        ("u → v", "back") if sign else ("K(u, v)", "K(v, u)"),
        numbers=[number(float(gap)) for gap in found.larger - found.smaller],
    )
    alt, title = "The largest differences between K(u, v) and K(v, u)", f"Net flow of each {row}"
    axis = "sends − gets" if sign else "row − column sum"
    net = partial(net_flows, names, found.net * (sign or 1), title=axis)
    left = Figure(state.key("imbalances"), pairs, alt, "Largest imbalances", caption)
    return Columns(([left], [Figure(state.key("net"), net, title, title, NETS[sign != 0].format(row=row))]))


def _short(name: str) -> str:
    return name if len(name) <= 20 else f"{name[:10].rstrip()}…{name[-9:].lstrip()}"


def picture(state: KernelMatrix) -> Columns:
    """The matrix or one of its parts, beside its spectrum."""
    left, right = Live("picture", partial(_matrix, state)), Live("spectrum", partial(_spectrum, state))
    return Columns(([left], [right]))


def _matrix(state: KernelMatrix, value: Value) -> list[Block]:
    asked, control = state.problem, state.current.control
    part = PARTS[0] if asked.same_samples else ""
    if state.summary.imbalances:
        part = value(Control(control("matrix_part"), "Part", "choice", PARTS))
    order = value(
        Control(
            control("matrix_order"), "Order", "list", state.orders, titles=lambda name: ORDERS.get(name, name)
        )
    )

    def draw(theme: Theme) -> Any:
        blocks = state.blocks(order)
        K = blocks.means.means
        if part in PARTS[1:]:
            K = (K + K.T) / 2 if part == PARTS[1] else (K - K.T) / 2
        return blocks.picture("K(u, v)", means=K, by_class=order == BY_CLASS, theme=theme)

    caption = PICTURE[part].format(entry=entry_words(asked), row=asked.row_word, column=asked.column_word)
    return [Figure(state.key("matrix"), draw, f"{part or 'K'} as a heatmap, {order}", "The matrix", caption)]


def _spectrum(state: KernelMatrix, value: Value) -> list[Block]:
    found: Any = state.summary.part.found
    both = state.problem.same_samples
    way = value(
        Control(state.current.control("spectrum"), "Spectrum", "choice", SPECTRA if both else SPECTRA[1:])
    )

    def draw(theme: Theme) -> Any:
        if way == SPECTRA[0]:
            return figures.parts_spectrum(found.symmetric_eigenvalues, found.skew_moduli, theme=theme)
        moduli = found.eigenvalue_moduli if both else None
        return figures.singular_spectrum(found.singular_values, moduli, theme=theme)

    sampled = "" if state.summary.part.whole else f" These are{of_sampled(state)} rows."
    caption = (SPECTRUM[way] if state.summary.imbalances else SYMMETRIC_SPECTRUM) + sampled
    title = "Its eigenvalues" if both else "Its spectrum"
    return [Figure(state.key("spectra"), draw, f"Spectrum: {way}", title, caption)]


# the tabs -----------------------------------------------------------------------------------------------------------


def tabs(state: KernelMatrix) -> dict[str, Callable[[], list[Block]]]:
    """Titles of the tabs and their bodies."""
    first, asked = nodes.comes_first(state), state.problem
    found: dict[str, Callable[[], list[Block]]] = {}
    unequal = state.summary.imbalances
    if first and unequal:
        found["Imbalances"] = lambda: [*cards(state), imbalance_figures(state, unequal)]
    if first or unequal:
        found["Picture"] = lambda: [picture(state)]
    found |= {
        "Two samples": lambda: [Live("pair", partial(_two_samples, state))],
        "Symmetrise": lambda: [Run(state.operations, partial(_operations, state))],
        "Between classes": lambda: _between_classes(state),
        "Asymmetry": lambda: _asymmetry(state),
        "Values": lambda: _values(state),
        "Levels": lambda: nodes.ranked(state),
        "Indefinite": lambda: indefinite.tab(state),
    }
    left_out = {
        "Between classes": asked.row_labels is None or asked.column_labels is None,
        "Levels": first or not state.current.is_graph,
        "Indefinite": not asked.same_samples,
        "Asymmetry": not asked.same_samples and state.summary.part.found.densities is None,
    }
    return {title: body for title, body in found.items() if not left_out.get(title)}


PAIR = {
    "same": "K(u, u) = **{uv}**: you chose the same {row} twice.",
    "equal": "K(u, v) and K(v, u) are equal, **{uv}**: between **{u}** and **{v}** there is no direction.",
    "u": "For u = **{u}** and v = **{v}**, K(u, v) is larger than K(v, u) by **{gap}**.",
    "v": "For u = **{u}** and v = **{v}**, K(v, u) is larger than K(u, v) by **{gap}**.",
    "rectangular": "K(u, v) = **{uv}** for u = **{u}** and v = **{v}**. Rows and columns differ, so K(v, u) and a "
    "distance are not defined.",
}
DISTANCE = {
    "negative": "Their squared distance is negative: they differ most along negative eigenvalues.",
    "zero": "K does not distinguish the two: their squared distance is 0.",
    "positive": "",
}
TERMS = (
    "Each bar: the squared difference along one eigenvector, added if its eigenvalue is positive, subtracted if it is "
    "negative. All bars add up to the squared distance.{sampled}"
)


def _two_samples(state: KernelMatrix, value: Value) -> list[Block]:
    """K both ways for two samples, and their squared distance by sign."""
    asked = state.problem
    sides = zip(
        "uv",
        (asked.row_names, asked.column_names),
        (asked.row_word, asked.column_word),
        start_pair(state),
        strict=True,
    )
    u, v = (
        int(value(Control(f"pair_{letter}", f"{letter}, a {thing}", "sample", tuple(names), at)))
        for letter, names, thing, at in sides
    )
    names = {"u": plain(asked.row_names[u]), "v": plain(asked.column_names[v]), "row": asked.row_word}
    if not asked.same_samples:
        entry = number(float(asked.operator.block(np.array([u]), np.array([v]))[0, 0]))
        return [Text(PAIR["rectangular"].format(uv=entry, **names))]
    found = feature_pair(asked.operator, u, v)
    gap = number(abs(found.k_uv - found.k_vu))
    said = PAIR[_direction(found, u, v)].format(uv=number(found.k_uv), gap=gap, **names)
    d = found.squared_distance
    sign = "negative" if d < 0 else "positive" if d > 0 or u == v else "zero"
    return [
        Metric("K(u, v)", number(found.k_uv), "Row u, column v."),
        Metric("K(v, u)", number(found.k_vu), "Row v, column u."),
        Metric("Squared distance", number(d), "K(u, u) + K(v, v) − K(u, v) − K(v, u)."),
        Text(f"{said} {DISTANCE[sign]}".strip()),
        Metric("Length of u", _length(found.squared_norm_u), "√K(u, u)"),
        Metric("Length of v", _length(found.squared_norm_v), "√K(v, v)"),
        Metric("Cosine u→v, v→u", f"{number(found.cosine_uv)} · {number(found.cosine_vu)}", HELP["cosine"]),
        *_terms(state, u, v),
    ]


def _direction(found: FeaturePair, u: int, v: int) -> str:
    gap = found.k_uv - found.k_vu
    if u == v:
        return "same"
    if abs(gap) <= NEARLY * max(abs(found.k_uv), abs(found.k_vu)):
        return "equal"
    return "u" if gap > 0 else "v"


def _length(squared: float) -> str:
    return number(float(np.sqrt(squared))) if squared >= 0 else f"none, K is {number(squared)}"


def _terms(state: KernelMatrix, u: int, v: int) -> list[Block]:
    """The squared distance along each eigenvector; of sampled rows, where both are among them."""
    signed = state.signed()
    at = np.searchsorted(signed.places, [u, v])
    if u == v or not np.isin([u, v], signed.places).all():
        return []
    between = signed_pair(signed, *at)
    if not between.plus and not between.minus:
        return []
    parts = f" Added {number(between.plus)}, subtracted {number(between.minus)}."
    sampled = "" if signed.whole else f" The eigenvectors are of {len(signed.places):,} sampled rows."
    draw, caption = partial(signed_gaps, signed_terms(signed, *at)), TERMS.format(sampled=sampled) + parts
    alt = "The squared distance of two samples along each eigenvector"
    return [Figure(state.key("signed_gaps"), draw, alt, caption=caption)]


def start_pair(state: KernelMatrix) -> tuple[int, int]:
    """The largest imbalance; without one the lowest squared distance, of a rectangular matrix the largest entry."""
    found, part = state.summary.imbalances, state.summary.part
    if found and len(found.u):
        return int(found.u[0]), int(found.v[0])
    if state.problem.same_samples:
        signed = state.signed()
        u, v = signed.most_negative
        return int(signed.places[u]), int(signed.places[v])
    row, column = divmod(int(np.argmax(np.abs(part.K))), part.K.shape[1])
    return int(part.rows[row]), int(part.columns[column])


UNDEFINED = " Here it is not defined: it needs a square matrix with a diagonal above zero."
LOSSES = (
    "**(K + Kᵀ)/2** loses the skew-symmetric part: {skew} of the energy.",
    "**K Kᵀ** compares rows and **Kᵀ K** columns. Both square the singular values, so small ones nearly vanish.",
    "**Centring** subtracts row and column means. **Cosine normalising** gives each sample length 1.{reason}",
)


def _operations(state: KernelMatrix, done: tuple[Operation, ...]) -> list[Block]:
    part, skew = state.summary.part, state.summary.skew
    loses = share(skew) if isfinite(skew) else "not defined here"
    reason = UNDEFINED if any(one.name == "cosine" and one.reason for one in done) else ""
    sampled = "" if part.whole else f" Pictures and table are of {len(part.rows):,} sampled rows."
    table = pd.DataFrame(
        [
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
    )
    return [
        Text(" ".join(LOSSES).format(skew=loses, reason=reason)),
        Figure(
            state.key("operations"),
            state.operations_picture,
            "K and what centring, cosine normalising and three symmetrisations make of it",
            caption=f"Each picture has its own colours: compare patterns, not strengths.{sampled}",
        ),
        Table(table, "A higher rank or a smaller ratio is not better in itself."),
    ]


BETWEEN = (
    "Each cell: {what}, u in the class on the left, v in the class below. Row u shows {reads}. A mean hides how much "
    "{row}s of one class differ."
)
TIES = (
    "**{name}** is tied most to **{other}**: {there}. The other way: {back}.",
    "**{name}** links most to **{other}**: {there}. The other way: {back}.",
)
FEW_CLASSES = 6  # that are told in words
FAINT, SPARSE = 0.05, 1_000  # means below the first are given for so many pairs


def _between_classes(state: KernelMatrix) -> list[Block]:
    means = state.classes
    faint = state.current.is_graph and 0 < float(np.abs(means.means).max(initial=0.0)) < FAINT
    pairs = SPARSE if faint else 1
    what = f"{pairs:,} × the mean of K(u, v)" if faint else "the mean of K(u, v)"
    table, unit = means.means * pairs, f"per {pairs:,} pairs" if faint else ""
    limit = colour_limit(table)
    draw = partial(class_means_heatmap, table, means.rows, means.columns, unit=unit, limit=limit)
    caption = BETWEEN.format(what=what, reads=state.problem.readings()[0], row=state.problem.row_word)
    drawn = Figure(state.key("classes"), draw, "Mean entry of K from class to class", caption=caption)
    sign = flow_sign(state) if state.current.is_graph else 0
    return [Columns(([drawn], [Text(class_ties(means, pairs, sign))]))]


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
        told = TIES[sign != 0].format(
            name=plain(name), other=listed(tied[:FEW_CLASSES]), there=there, back=back
        )
        said.append(f"- {told}")
    return "\n".join(said)


def _asymmetry(state: KernelMatrix) -> list[Block]:
    """Further numbers of asymmetry; what they mean is in their help."""
    found, entries, sampled = state.summary.part.found, state.summary.entries, of_sampled(state)
    numbers = [rank(state)]
    if found.densities is not None:
        apart = f"{number(found.densities.rows_from_columns)} · {number(found.densities.columns_from_rows)}"
        numbers.append(Metric(f"Rows against columns, nats{sampled}", apart, HELP["densities"]))
    if state.problem.same_samples:
        ratio = 0.0 if entries.is_symmetric else entries.skew_ratio
        numbers.append(Metric("Skew-symmetric ratio", number(ratio), HELP["ratio"]))
        if found.departure is not None:
            numbers.append(
                Metric(f"Departure from normality{sampled}", number(found.departure), HELP["departure"])
            )
        if isfinite(entries.reciprocity):
            numbers.append(Metric("Reciprocity", share(entries.reciprocity), HELP["reciprocity"]))
        numbers.append(Metric(f"Removable by row factors{sampled}", _scaling(state), HELP["scaling"]))
    return [*numbers[:3], Text(NO_CLAIM), *numbers[3:]]


NO_CLAIM = (
    "None of these numbers tells whether the asymmetry helps to classify. “Decisions” compares methods."
)
HELP = {
    "cosine": "K(u, v) and K(v, u) over √(K(u, u) K(v, v)). Above 1 it is no angle: K is indefinite or asymmetric.",
    "ratio": "‖K − Kᵀ‖ / ‖K + Kᵀ‖. 0: symmetric. 1: both parts have the same energy. ∞: skew-symmetric.",
    "departure": "0 for a normal matrix, where K Kᵀ = Kᵀ K. 1 if every eigenvalue is 0, as in a graph without cycles. "
    "The larger it is, the less eigenvalues say about K.",
    "reciprocity": "Of the nonzero K(u, v) off the diagonal, the share that has a nonzero K(v, u).",
    "scaling": "Whether K is a symmetric matrix whose rows were multiplied by factors, as SNE and T kernels are; else "
    "how much of the skew-symmetric ratio remains with the best factors.",
    "densities": "KL divergence of the row data from the column data and the reverse, both taken as Gaussians. 0: the "
    "same distribution.",
}


def part_remains(state: KernelMatrix) -> bool:
    """Whether row factors leave some of the asymmetry, and how much is known."""
    found = state.summary.part.found
    return found.row_scaling is not None and not found.row_scaling.holds and isfinite(found.skew_ratio)


def _scaling(state: KernelMatrix) -> str:
    found = state.summary.part.found
    if state.summary.entries.is_symmetric:
        return "symmetric already"
    if found.row_scaling is None or found.is_symmetric:
        return "not known"
    if not part_remains(state):
        return "all of it" if found.row_scaling.holds else "none of it"
    return f"{share(found.row_scaling.remaining / found.skew_ratio, 0)} remains"


ONE_BAR = (
    "If all entries are in one bar, or only the diagonal is far from zero, the kernel does not distinguish {row}s: "
    "change its bandwidth."
)


def _values(state: KernelMatrix) -> list[Block]:
    part = state.summary.part
    n, m = part.K.shape
    sampled = "" if part.whole else f" Of {n:,} × {m:,} entries, sampled at random."
    draw = partial(value_histogram, part.K, diagonal=state.problem.same_samples)
    caption = ONE_BAR.format(row=state.problem.row_word) + sampled
    return [Figure(state.key("values"), draw, "Histogram of the entries of K", caption=caption)]
