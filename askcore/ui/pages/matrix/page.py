"""The page "Matrix" as a value: the largest imbalances and net flows, the matrix with its parts, and its eigenvalues.

The first view with its sentences, its files and its Python; ``tabs``, ``nodes`` and ``indefinite`` hold the
tabs, ``results`` what is computed.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from askcore import figures
from askcore._format import number, share
from askcore.experiments.matrix.reading import Imbalances, MatrixOutcome, Signs
from askcore.figures import Theme
from askcore.figures.flows import net_flows, paired_bars
from askcore.ui.blocks import (
    Block,
    Columns,
    Control,
    Download,
    Figure,
    Live,
    Metric,
    Run,
    Step,
    Tabs,
    Text,
    Value,
)
from askcore.ui.charts.plots import plotted
from askcore.ui.matrices import entry_words, matrix_picture
from askcore.ui.pages.matrix import indefinite, nodes, results, tabs
from askcore.ui.pages.matrix.results import AS_GIVEN, BY_CLASS, KernelMatrix
from askcore.ui.text import glossary
from askcore.ui.text.snippet import ASKLS, Script, problem_lines
from askcore.ui.text.words import plain

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
    found = state.summary.imbalances
    if nodes.comes_first(state):
        first = nodes.ranked(state, "verdict")
    else:
        said = [Text(verdict(state), "verdict"), *(Text(line) for line in lines(state)), *cards(state)]
        first = [*said, imbalance_figures(state, found) if found else picture(state)]
    steps = [Step(IMBALANCES_CODE)] if found else []
    return [*first, *steps, *files(state), Tabs(OPEN, tab_bodies(state))]


def tab_bodies(state: KernelMatrix) -> dict[str, Callable[[], list[Block]]]:
    """Titles of the tabs and their bodies."""
    first, asked, unequal = nodes.comes_first(state), state.problem, state.summary.imbalances
    found: dict[str, Callable[[], list[Block]]] = {
        "Imbalances": lambda: [*cards(state), imbalance_figures(state, unequal)] if unequal else [],
        "Picture": lambda: [picture(state)],
        "Two samples": lambda: [Live("pair", partial(tabs.two_samples, state))],
        "Symmetrise": lambda: [Run(state.operations, partial(tabs.operations, state))],
        "Between classes": lambda: tabs.between_classes(state),
        "Asymmetry": lambda: tabs.asymmetry(state),
        "Values": lambda: tabs.values(state),
        "Levels": lambda: nodes.ranked(state),
        "Indefinite": lambda: indefinite.tab(state),
    }
    left_out = {
        "Imbalances": not first or not unequal,
        "Picture": not first and not unequal,
        "Between classes": asked.row_labels is None or asked.column_labels is None,
        "Levels": first or not state.current.is_graph,
        "Indefinite": not asked.same_samples,
        "Asymmetry": not asked.same_samples and state.summary.part.found.densities is None,
    }
    return {title: body for title, body in found.items() if not left_out.get(title)}


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


def largest_flow(state: KernelMatrix, found: Imbalances) -> str:
    """Who sends the most more than it gets, or the reverse."""
    if found.extreme is None:
        return BALANCED
    sign, name = state.flow_sign, plain(state.problem.row_names[found.extreme])
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


def cards(state: KernelMatrix) -> list[Block]:
    """Three numbers, and what the two counts mean."""
    found, (n, m) = state.summary, state.problem.shape
    effective = number(found.part.found.effective_rank or 0.0)
    last = Metric(f"Effective rank{state.of_sampled}", effective, glossary.term("effective rank").whole)
    if found.signs is None:
        return [Metric("Rows × columns", f"{n:,} × {m:,}"), tabs.rank(state), last, Text(COUNTED, "caption")]
    counts = "indefinite" if found.signs is Signs.INDEFINITE else "not known"
    if found.signature is not None:
        counts = " · ".join(f"{one:,}" for one in found.signature)
    return [
        Metric("Skew-symmetric share", share(found.skew), SHARE_HELP),
        Metric("Signature +, −, 0", counts, SIGNATURE_HELP),
        last,
        Text(f"{SIGNATURE} {COUNTED}", "caption"),
    ]


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
    sign, names, row, n = state.flow_sign, state.problem.row_names, state.problem.row_word, len(found.net)
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
        found, sides = results.means(asked, order), results.drawn(asked)[1:]
        K = found.means
        if part in PARTS[1:]:
            K = (K + K.T) / 2 if part == PARTS[1] else (K - K.T) / 2
        return matrix_picture(asked, found, theme, part=sides, means=K, by_class=order == BY_CLASS)

    caption = PICTURE[part].format(entry=entry_words(asked), row=asked.row_word, column=asked.column_word)
    return [Figure(state.key("matrix"), draw, f"{part or 'K'} as a heatmap, {order}", "The matrix", caption)]


def _spectrum(state: KernelMatrix, value: Value) -> list[Block]:
    found: Any = state.summary.part.found
    both = state.problem.same_samples
    way = value(
        Control(state.current.control("spectrum"), "Spectrum", "choice", SPECTRA if both else SPECTRA[1:])
    )

    sampled = "" if state.summary.part.whole else f" These are{state.of_sampled} rows."
    caption = (SPECTRUM[way] if state.summary.imbalances else SYMMETRIC_SPECTRUM) + sampled
    said = f"Spectrum: {way}", "Its eigenvalues" if both else "Its spectrum", caption
    key = state.key("spectra")
    if way == SPECTRA[0]:
        return [plotted(key, *said, figures.parts_spectrum, found.symmetric_eigenvalues, found.skew_moduli)]
    moduli = state.summary.part.closer.eigenvalue_moduli if both else None
    return [plotted(key, *said, figures.singular_spectrum, found.singular_values, moduli)]


# files and Python ---------------------------------------------------------------------------------------------------


def files(state: KernelMatrix) -> list[Download]:
    """The matrix in two formats, its flows and its nodes."""
    found = [
        Download(
            "K (CSV)", partial(matrix_table, state), "matrix.csv", "With the names of rows and columns."
        ),
        Download("K (NumPy .npy)", partial(matrix_npy, state), "matrix.npy"),
    ]
    if flows := state.summary.imbalances:
        table = partial(flows_table, state.problem.row_names, flows)
        found.append(Download("Net flows (CSV)", table, "net_flows.csv"))
    if state.current.is_graph:
        found.append(Download("Nodes (CSV)", partial(nodes.nodes_table, state), "nodes.csv"))
    return [replace(file, at_end=True) for file in found]


def files_said(state: KernelMatrix) -> str:
    """What the files hold."""
    sampled = "" if state.summary.part.whole else "CSV and .npy of K hold the sampled rows and columns. "
    return f"{sampled}The same in Python:"


def matrix_table(state: KernelMatrix) -> pd.DataFrame:
    """K with the names of its rows and columns."""
    part, asked = state.summary.part, state.problem
    rows = pd.Index([asked.row_names[i] for i in part.rows], name="K")
    return pd.DataFrame(part.K, index=rows, columns=[asked.column_names[j] for j in part.columns])


def matrix_npy(state: KernelMatrix) -> bytes:
    """K alone, as NumPy reads it."""
    out = io.BytesIO()
    np.save(out, state.summary.part.K, allow_pickle=False)
    return out.getvalue()


def flows_table(names: Sequence[str], found: Imbalances) -> pd.DataFrame:
    """Row sum minus column sum of every sample, the largest first."""
    table = pd.DataFrame({"name": names, "row_sum_minus_column_sum": found.net})
    return table.sort_values("row_sum_minus_column_sum", ascending=False, kind="stable")


PART_CODE = """{sampled}part = kernel_part(problem.operator)
{numbers}
print("Effective rank:", part.found.effective_rank)"""
NUMBERS_CODE = {
    True: """entries = kernel_entries(problem.operator)
print("Skew-symmetric share:", 0.0 if entries.is_symmetric else entries.skew_share)
whole = symmetric_ends(problem.operator, symmetric=entries.is_symmetric)
print("Signature +, −, 0:", *(whole.signature or ["not known"]))""",
    False: f"""print("Rows × columns:", *part.shape)
{tabs.RANK_CODE}""",
}
IMBALANCES_CODE = """# the pairs with the largest K(u, v) − K(v, u), and row sum minus column sum
found = imbalances(problem.operator, part)
for u, v, gap in zip(found.u, found.v, found.larger - found.smaller):
    print(problem.row_names[u], problem.row_names[v], gap)
print("Net flows:", dict(zip(problem.row_names[:20], found.net)))"""
BY_CLASS_CODE = """rows, columns = part.rows, part.columns
labels = problem.row_labels[rows], problem.column_labels[columns]
order = class_order(labels[0], len(rows)), class_order(labels[1], len(columns))
figures.signed_heatmap(part.K[np.ix_(*order)])"""


def python_code(state: KernelMatrix) -> Script:
    """A script that builds the same matrix; what is open adds its steps."""
    asked = state.problem
    labelled = asked.row_labels is not None and asked.column_labels is not None
    sampled = "" if state.summary.part.whole else "# rows drawn at random, the same ones every time\n"
    return Script(
        "Matrix",
        "builds a kernel matrix, and says how asymmetric and how definite it is.",
        (
            problem_lines(state.current, state.choice),
            PART_CODE.format(sampled=sampled, numbers=NUMBERS_CODE[asked.same_samples]),
        ),
        BY_CLASS_CODE if labelled else "figures.signed_heatmap(part.K)",
        "None of these numbers tells whether the asymmetry helps to classify.",
        (ASKLS,),
    )
