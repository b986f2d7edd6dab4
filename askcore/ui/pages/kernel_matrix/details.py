"""The tabs below the figures of the page "Kernel matrix"; only the open one is computed.

UI floor.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from askcore import figures
from askcore._format import number
from askcore.diagnostics import feature_pair
from askcore.experiments import Entries, KernelChoice, MatrixPart, Operation, Problem
from askcore.ui.dataset import Active
from askcore.ui.pages.kernel_matrix import state
from askcore.ui.pages.kernel_matrix.findings import findings
from askcore.ui.pages.kernel_matrix.panels import SAMPLES, TAB, order_of
from askcore.ui.pages.kernel_matrix.words import (
    class_flow,
    losses,
    pair,
    pairs_per_figure,
    per_pairs,
    rectangular_value,
)
from askcore.ui.theme import look, show

__all__ = ["details", "most_asymmetric", "operations_table", "two_samples"]

FIGURES, OPERATIONS, CLASSES, VALUES = (
    "Asymmetry",
    "Centre, normalise, symmetrise",
    "Between classes",
    "Values",
)
_OPEN = TAB


def details(
    current: Active,
    choice: KernelChoice,
    problem: Problem,
    entries: Entries,
    part: MatrixPart,
    most: int,
) -> None:
    """Figures of asymmetry, two samples, operations, classes, values."""
    classes = problem.row_labels is not None and problem.column_labels is not None
    names = [FIGURES, SAMPLES, OPERATIONS, *([CLASSES] if classes else []), VALUES]
    if st.session_state.get(_OPEN, FIGURES) not in names:
        st.session_state[_OPEN] = FIGURES
    tabs = dict(zip(names, st.tabs(names, key=_OPEN, on_change="rerun"), strict=True))
    opened = next((name for name, tab in tabs.items() if tab.open), FIGURES)
    with tabs[opened]:
        if opened == FIGURES:
            asymmetry_figures(current, problem, entries, part)
        elif opened == SAMPLES:
            two_samples(current, problem, part)
        elif opened == OPERATIONS:
            operations(current, choice, problem, entries, part, most)
        elif opened == CLASSES:
            between_classes(current, choice, problem, part, most)
        else:
            values(current, problem, part)


def asymmetry_figures(current: Active, problem: Problem, entries: Entries, part: MatrixPart) -> None:
    """Each figure with its sentence."""
    for name, value, meaning in findings(problem, entries, part, is_graph=current.is_graph):
        st.markdown(f"{name}: **{value}**  \n:small[{meaning}]")
    st.caption(
        "None of these says whether the asymmetry helps: for that, see “Does direction pay?”, which trains with and "
        "without it."
    )


def operations(
    current: Active,
    choice: KernelChoice,
    problem: Problem,
    entries: Entries,
    part: MatrixPart,
    most: int,
) -> None:
    """What each operation makes of K, as pictures and as figures."""
    done = state.operations(current.data, choice, most)
    order = order_of(current, problem)
    show(
        state.operations_picture(current.data, choice, most, order, look()),
        key=f"operations_{current.key('figure')}",
        alt="K and what centring, cosine normalising and three symmetrisations make of it",
    )
    st.caption(
        "Each picture has a colour scale of its own, centred on zero, so compare patterns and not strengths. Rows and "
        f"columns are ordered {order}.{_of_part(part)}"
    )
    st.dataframe(operations_table(done), hide_index=True)
    for sentence in losses(done, part, entries):
        st.markdown(f"- {sentence}")
    st.caption(
        "A higher rank or a smaller skew ratio is no better in itself; what a method makes of each has to be tried."
    )


def operations_table(done: tuple[Operation, ...]) -> pd.DataFrame:
    """One row per operation: skew ratio, signature, definiteness, rank, effective rank; empty where undefined."""
    return pd.DataFrame(
        [
            {
                "operation": one.label,
                "skew ratio": number(one.skew_ratio) if one.signature else "",
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
    return f" Pictures and table are of the {n:,} × {m:,} entries drawn; of all of K some figures differ."


def between_classes(
    current: Active, choice: KernelChoice, problem: Problem, part: MatrixPart, most: int
) -> None:
    """Mean entries from class to class; of a sparse graph, sums over so many pairs that they are read with ease."""
    means = state.classes(current.data, choice, most)
    pairs = pairs_per_figure(means, is_graph=current.is_graph)
    table = means.means * pairs
    limit, largest = figures.colour_limit(table), float(abs(table).max(initial=0.0))
    left, right = st.columns(2)
    with left:
        show(
            figures.class_means_heatmap(
                table, means.rows, means.columns, unit=per_pairs(pairs), limit=limit, theme=look()
            ),
            key=f"classes_{current.key('figure')}",
            alt="Mean entry of K from the rows of each class to the columns of each class",
        )
    with right:
        flow = class_flow(means, is_graph=current.is_graph, reads_in=choice.orientation == "in", pairs=pairs)
        if flow:
            st.markdown(flow)
        clipped = largest > 1.01 * limit
        full = f" Colours are full from {number(limit)} on." if clipped else ""
        what = "Mean of K(u, v)" if pairs == 1 else f"K(u, v) summed over {pairs:,} average pairs"
        st.caption(
            f"{what}, u of the class at the left and v of that below; row u reads {problem.row_reading}. "
            "Where a cell differs from its mirror image at the diagonal, the classes are tied in one direction. A mean "
            f"hides how much the samples of a class differ.{full}"
        )


def _drawn_only(part: MatrixPart) -> str:
    n, m = part.K.shape
    return "" if part.whole else f" Counted among the {n:,} × {m:,} entries drawn."


def values(current: Active, problem: Problem, part: MatrixPart) -> None:
    """Which values K holds."""
    drawn = figures.value_histogram(part.K, diagonal=problem.same_samples, theme=look())
    show(
        drawn, key=f"values_{current.key('figure')}", alt="Histogram of the entries of K, counts logarithmic"
    )
    st.caption(
        "How many entries hold each value. All in one bar, or only the diagonal away from zero, means that the kernel "
        f"tells no samples apart: change its bandwidth. A second hill is no proof of classes.{_drawn_only(part)}"
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


@st.fragment
def two_samples(current: Active, problem: Problem, part: MatrixPart) -> None:
    """Choose u and v by name and read them."""
    start = most_asymmetric(part)
    left, right = st.columns(2)
    sides = (
        (left, "u", f"u, a {problem.row_word}", problem.row_names, start[0]),
        (right, "v", f"v, a {problem.column_word}", problem.column_names, start[1]),
    )
    chosen = []
    for column, name, label, ids, usual in sides:
        key = current.key(f"pair_{name}")
        at = column.selectbox(
            label,
            range(len(ids)),
            index=usual,
            format_func=ids.__getitem__,
            key=key,
            filter_mode="contains",
        )
        chosen.append(usual if at is None else int(at))
    u, v = chosen
    names = problem.row_names[u], problem.column_names[v]
    if not problem.same_samples:
        value = float(problem.operator.block(np.array([u]), np.array([v]))[0, 0])
        st.markdown(rectangular_value(value, *names))
        return
    found = feature_pair(problem.operator, u, v)
    row = st.container(horizontal=True)
    row.metric("K(u, v)", number(found.k_uv), border=True, help="How much v counts for u.")
    row.metric("K(v, u)", number(found.k_vu), border=True, help="How much u counts for v.")
    row.metric(
        "Distance",
        number(found.distance),
        border=True,
        help="Root of K(u, u) + K(v, v) − K(u, v) − K(v, u); undefined where that is negative.",
    )
    row.metric(
        "Cosine u→v · v→u",
        f"{number(found.cosine_uv)} · {number(found.cosine_vu)}",
        border=True,
        help="K(u, v) and K(v, u) over the root of K(u, u) K(v, v); undefined unless both are positive.",
    )
    st.markdown(" ".join(pair(found, *names)))
    among = "" if part.whole else " among the rows drawn"
    st.caption(
        f"{_norm('u', found.squared_norm_u)}; {_norm('v', found.squared_norm_v)}. The first pair on offer is the one "
        f"that differs most{among}. One pair says nothing about the others, and a distance of an asymmetric K is that "
        "of its symmetric part."
    )


def _norm(name: str, squared: float) -> str:
    norm = float(np.sqrt(squared)) if squared >= 0 else float("nan")
    return f"K({name}, {name}) = {number(squared)}, norm {number(norm)}"
