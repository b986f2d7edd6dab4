"""The tabs below the figures of the page "Kernel matrix"; only the open one is computed.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import streamlit as st

from askcore._format import number
from askcore.diagnostics import feature_pair
from askcore.experiments.matrix.operations import Operation
from askcore.experiments.matrix.parts import MatrixPart
from askcore.figures.class_tables import class_means_heatmap
from askcore.figures.heatmaps import colour_limit
from askcore.figures.histograms import value_histogram
from askcore.ui.charts.plots import show, theme
from askcore.ui.guard import fragment
from askcore.ui.matrices import pick_pair
from askcore.ui.pages.kernel_matrix.findings import findings
from askcore.ui.pages.kernel_matrix.panels import SAMPLES, order_of
from askcore.ui.pages.kernel_matrix.state import KernelMatrix
from askcore.ui.pages.kernel_matrix.words import (
    class_flow,
    losses,
    of_drawn,
    pair,
    pairs_per_figure,
    per_pairs,
    rectangular_value,
)
from askcore.ui.pieces import metrics


def tab_panels(state: KernelMatrix) -> dict[str, Callable[[], None]]:
    """Titles of the tabs and what draws each."""
    found = {
        "Asymmetry": lambda: _asymmetry(state),
        SAMPLES: lambda: _two_samples(state),
        "Centre, normalise, symmetrise": lambda: _operations(state),
        "Between classes": lambda: _between_classes(state),
        "Values": lambda: _values(state),
    }
    if state.problem.row_labels is None or state.problem.column_labels is None:
        del found["Between classes"]
    return found


def _asymmetry(state: KernelMatrix) -> None:
    """Each figure with its sentence."""
    for name, value, meaning in findings(
        state.problem, state.entries, state.part, is_graph=state.current.is_graph
    ):
        st.markdown(f"{name}: **{value}**  \n:small[{meaning}]")
    st.markdown(
        "None of these numbers tells whether the asymmetry helps to classify. “Does direction pay?” compares methods "
        "with and without it."
    )


def _operations(state: KernelMatrix) -> None:
    """What each operation makes of K, as pictures and as figures."""
    part = state.part
    done, order = state.operations, order_of(state)
    show(
        state.operations_picture(order, theme()),
        key=state.key("operations"),
        alt="K and what centring, cosine normalising and three symmetrisations make of it",
    )
    st.caption(
        "Each picture has its own colour scale, centred at zero: compare patterns, not strengths. Rows and columns are "
        f"ordered {order}.{_of_part(part)}"
    )
    st.dataframe(operations_table(done, of_drawn(part)), hide_index=True)
    for sentence in losses(done, part, state.entries):
        st.markdown(f"- {sentence}")
    st.markdown(
        "A higher rank or a smaller ratio is not better in itself. Which matrix suits a method has to be tried."
    )


def operations_table(done: tuple[Operation, ...], drawn: str = "") -> pd.DataFrame:
    """One row per operation: skew ratio, signature, definiteness, rank, effective rank; empty where undefined.

    ``drawn`` : of what part of K, behind the name of a figure that all of K has, too.
    """
    return pd.DataFrame(
        [
            {
                "operation": one.label,
                f"skew-symmetric ratio{drawn}": number(one.skew_ratio) if one.signature else "",
                "signature +, −, 0": " · ".join(f"{k:,}" for k in one.signature) if one.signature else "",
                "symmetric part": one.definiteness or "",
                "rank": f"{one.rank:,}" if one.rank is not None else "",
                "effective rank": number(one.effective_rank) if one.effective_rank is not None else "",
            }
            for one in done
        ]
    )


def _of_part(part: MatrixPart) -> str:
    if part.whole:
        return ""
    n, m = part.K.shape
    return (
        f" Pictures and table show {n:,} × {m:,} entries, sampled at random; some numbers of all of K differ."
    )


def _between_classes(state: KernelMatrix) -> None:
    """Mean entries from class to class; of a sparse graph, sums over so many pairs that they are read with ease."""
    is_graph = state.current.is_graph
    means = state.classes
    pairs = pairs_per_figure(means, is_graph=is_graph)
    table = means.means * pairs
    limit, largest = colour_limit(table), float(abs(table).max(initial=0.0))
    left, right = st.columns(2)
    with left:
        show(
            class_means_heatmap(
                table, means.rows, means.columns, unit=per_pairs(pairs), limit=limit, theme=theme()
            ),
            key=state.key("classes"),
            alt="Mean entry of K from the rows of each class to the columns of each class",
        )
    with right:
        choice = state.choice
        links = is_graph and choice.name == "adjacency"
        flow = class_flow(
            means,
            links=links,
            reads_in=choice.orientation == "in",
            pairs=pairs,
            instead=state.problem.matrix_words if is_graph and not links else "",
        )
        if flow:
            st.markdown(flow)
        clipped = largest > 1.01 * limit
        full = f" Values beyond {number(limit)} have the same colour." if clipped else ""
        what = (
            "the mean of K(u, v)"
            if pairs == 1
            else f"{pairs:,} times the mean of K(u, v) (its sum per {pairs:,} pairs)"
        )
        scaling = state.part.found.row_scaling
        apart = (
            "the two classes are not equally dense"
            if scaling is not None and scaling.holds
            else "the two classes are tied more strongly one way than back"
        )
        st.caption(
            f"Each cell is {what}, for u in the class on the left and v in the class below. Row u shows "
            f"{state.problem.row_reading}. Where a cell differs from its mirror image across the diagonal, {apart}. A "
            f"mean hides how much samples of one class differ.{full}"
        )


def _drawn_only(part: MatrixPart) -> str:
    n, m = part.K.shape
    return "" if part.whole else f" The counts are of {n:,} × {m:,} entries, sampled at random."


def _values(state: KernelMatrix) -> None:
    """Which values K holds."""
    problem, part = state.problem, state.part
    drawn = value_histogram(part.K, diagonal=problem.same_samples, theme=theme())
    show(drawn, key=state.key("values"), alt="Histogram of the entries of K, counts logarithmic")
    both = " The bars are not stacked: both kinds start at the axis." if len(drawn.figure.data) > 1 else ""
    st.caption(
        f"How many entries have each value.{both} If all entries are in one bar, or only the diagonal is far from "
        "zero, the kernel does not distinguish samples: change its bandwidth. Two groups of values do not prove two "
        f"classes.{_drawn_only(part)}"
    )


def most_asymmetric(part: MatrixPart) -> tuple[int, int]:
    """The row and column of the whole matrix whose entry differs most from its mirror image; the largest entry
    where there is none."""
    K = part.K
    gap = np.abs(K - K.T) if part.is_square else np.abs(K)
    if not gap.any():
        gap = np.abs(K * (1.0 - np.eye(*K.shape)))
    u, v = np.unravel_index(int(np.argmax(gap)), gap.shape)
    if part.is_square and K[u, v] < K[v, u]:
        u, v = v, u
    return int(part.rows[u]), int(part.columns[v])


@fragment
def _two_samples(state: KernelMatrix) -> None:
    """Choose u and v by name and read them."""
    problem, part = state.problem, state.part
    u, v = pick_pair(
        (problem.row_names, problem.column_names),
        (problem.row_word, problem.column_word),
        most_asymmetric(part),
        lambda letter: state.current.key(f"pair_{letter}"),
    )
    names = problem.row_names[u], problem.column_names[v]
    if not problem.same_samples:
        value = float(problem.operator.block(np.array([u]), np.array([v]))[0, 0])
        st.markdown(rectangular_value(value, *names))
        return
    found = feature_pair(problem.operator, u, v)
    metrics(
        ("K(u, v)", number(found.k_uv), "The similarity from u to v: row u, column v."),
        ("K(v, u)", number(found.k_vu), "The similarity from v to u: row v, column u."),
        (
            "Distance",
            number(found.distance),
            "√(K(u, u) + K(v, v) − K(u, v) − K(v, u)). It is undefined if the sum is negative.",
        ),
        (
            "Cosine u→v and v→u",
            f"{number(found.cosine_uv)} and {number(found.cosine_vu)}",
            "K(u, v) and K(v, u) over √(K(u, u) K(v, v)). Defined only if K(u, u) and K(v, v) are positive.",
        ),
    )
    st.markdown(" ".join(pair(found, *names)))
    among = "" if part.whole else " among the sampled rows"
    st.caption(
        f"{_norm('u', found.squared_norm_u)}. {_norm('v', found.squared_norm_v)}. The pair shown first has the largest "
        f"difference{among}. One pair says nothing about the others. Lengths and distance come from the symmetric "
        "part of K alone."
    )


def _norm(name: str, squared: float) -> str:
    length = f"length {number(float(np.sqrt(squared)))}" if squared >= 0 else "no length"
    return f"K({name}, {name}) is {number(squared)}, so {name} has {length}"
