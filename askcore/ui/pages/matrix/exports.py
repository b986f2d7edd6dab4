"""What can be taken along from "Matrix": the matrix, its flows, its nodes, and the Python behind it.

UI floor.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from askcore.experiments.matrix.reading import Imbalances
from askcore.ui.downloads import File
from askcore.ui.guard import learnable
from askcore.ui.pages.matrix import indefinite, nodes
from askcore.ui.pages.matrix.page import OPEN, part_remains, start_pair
from askcore.ui.pages.matrix.results import KernelMatrix
from askcore.ui.text.snippet import ASKLS, INDEFINITE, Script, joined, problem_lines

KEPT = 50  # coordinates of either sign in the file


def files(state: KernelMatrix) -> list[File]:
    """The matrix in two formats, and what the open tab is about."""
    found = [
        File("K (CSV)", lambda: matrix_table(state), "matrix.csv", "With the names of rows and columns."),
        File("K (NumPy .npy)", lambda: matrix_npy(state), "matrix.npy"),
    ]
    if flows := state.summary.imbalances:
        names = state.problem.row_names
        found.append(File("Net flows (CSV)", lambda: flows_table(names, flows), "net_flows.csv"))
    if state.current.is_graph:
        found.append(File("Nodes (CSV)", lambda: nodes.nodes_table(state), "nodes.csv"))
    if _opened(state) == "Indefinite":
        found += [
            File(
                "Coordinates (CSV)",
                lambda: coordinates(state),
                "coordinates.csv",
                f"Up to {KEPT} of either sign.",
            ),
            File("Squared distances (CSV)", lambda: distances(state), "squared_distances.csv"),
        ]
    return found


def files_said(state: KernelMatrix) -> str:
    """What the files hold."""
    sampled = "" if state.summary.part.whole else "CSV and .npy of K hold the sampled rows and columns. "
    return f"{sampled}The same in Python:"


def matrix_table(state: KernelMatrix) -> pd.DataFrame:
    """K with the names of its rows and columns."""
    part, problem = state.summary.part, state.problem
    rows = pd.Index([problem.row_names[i] for i in part.rows], name="K")
    return pd.DataFrame(part.K, index=rows, columns=[problem.column_names[j] for j in part.columns])


def matrix_npy(state: KernelMatrix) -> bytes:
    """K alone, as NumPy reads it."""
    out = io.BytesIO()
    np.save(out, state.summary.part.K, allow_pickle=False)
    return out.getvalue()


def flows_table(names: Sequence[str], found: Imbalances) -> pd.DataFrame:
    """Row sum minus column sum of every sample, the largest first."""
    table = pd.DataFrame({"name": names, "row_sum_minus_column_sum": found.net})
    return table.sort_values("row_sum_minus_column_sum", ascending=False, kind="stable")


def coordinates(state: KernelMatrix) -> pd.DataFrame:
    """Name and leading coordinates of every sample; "+1" is the first of positive sign."""
    table: dict[str, object] = {"sample": state.names}
    for sign, mark in ((1, "+"), (-1, "-")):
        for j, column in enumerate(state.signed().coordinates(sign)[:, :KEPT].T, 1):
            table[f"{mark}{j}"] = column
    return pd.DataFrame(table)


def distances(state: KernelMatrix) -> pd.DataFrame:
    """Squared distances with names."""
    return pd.DataFrame(np.asarray(state.signed().squared_distances), state.names, state.names)


# the Python ---------------------------------------------------------------------------------------------------------

_RANK = 'print("Rank:", part.found.numerical_rank)'
_SQUARE = (
    "entries = kernel_entries(problem.operator)",
    'print("Skew-symmetric share:", 0.0 if entries.is_symmetric else entries.skew_share)',
    "whole = symmetric_ends(problem.operator, symmetric=entries.is_symmetric)",
    'print("Signature +, −, 0:", *(whole.signature or ["not known"]))',
)
_IMBALANCES = """# the pairs with the largest K(u, v) − K(v, u), and row sum minus column sum
found = imbalances(problem.operator, part)
for u, v, gap in zip(found.u, found.v, found.larger - found.smaller):
    print(problem.row_names[u], problem.row_names[v], gap)
print("Net flows:", dict(zip(problem.row_names[:20], found.net)))"""
_LEVELS = """levels = trophic_levels(data.adjacency)
print("Trophic incoherence:", levels.incoherence)
print("Highest level:", levels.levels.max())
print("Weight that climbs:", levels.climbing)"""
_PAIR = """pair = askcore.diagnostics.feature_pair(problem.operator, {u}, {v})
print("K(u, v):", pair.k_uv)
print("K(v, u):", pair.k_vu)
print("Squared distance:", pair.squared_distance)
print("Length of u:", pair.squared_norm_u**0.5)
print("Length of v:", pair.squared_norm_v**0.5)
print("Cosine u→v, v→u:", pair.cosine_uv, pair.cosine_vu)"""
_ENTRY = 'print("K(u, v):", problem.operator.block(np.array([{u}]), np.array([{v}]))[0, 0])'
_OPERATIONS = """for one in kernel_operations(part.K):
    print(f"{one.label}: {one.rank} {one.effective_rank}")"""
_CLASSES = """# mean entries: rows of the class on the left, columns of the class above
operator, rows, columns = drawable(problem.operator, part)
means = class_means(operator, problem.row_labels[rows], problem.column_labels[columns])
print("Classes:", *means.rows)
print(means.means)"""
_ASYMMETRY = f"""{_RANK}
print("Skew-symmetric ratio:", 0.0 if entries.is_symmetric else entries.skew_ratio)
print("Departure from normality:", part.found.departure)
print("Reciprocity:", entries.reciprocity)"""
_REMAINS = 'print("Removable by row factors:", part.found.row_scaling.remaining / part.found.skew_ratio)'
_DENSITIES = f"""{_RANK}
apart = part.found.densities
print("Rows against columns, nats:", apart.rows_from_columns, apart.columns_from_rows)"""
_SIGNS = """parts = signed_parts(problem.operator)
print("Negative energy:", parts.negative_energy)
print("Lowest over largest:", parts.lowest)
print("Negative squared distances:", (parts.pair_distances < 0).mean())
# coordinates of either sign: parts.K is plus @ plus.T - minus @ minus.T
plus, minus = parts.coordinates(1), parts.coordinates(-1)"""
_FIXES = """# LS-SVM under each correction of the spectrum
split = holdout_split(data.labels, train_size={model.train_size}, random_state={model.seed})
ready = prepare_fixes(problem, split, symmetrize={how!r})
for one in spectrum_fixes(ready, gamma={model.gamma:g}, damping={model.damping!r}):
    print(f"{{one.name}}: {{one.accuracy}}")"""
_KINDS = """# a definite, an indefinite and an asymmetric kernel on the same splits
kinds = three_kinds(data, {given}).run()
print(kinds.verdict)
print(kinds.kinds[["label", "mean", "std"]])"""
_BY_CLASS = """rows, columns = part.rows, part.columns
labels = problem.row_labels[rows], problem.column_labels[columns]
order = class_order(labels[0], len(rows)), class_order(labels[1], len(columns))
figures.signed_heatmap(part.K[np.ix_(*order)])"""


def python_code(state: KernelMatrix) -> Script:
    """A script that builds the same matrix and prints the numbers of the page."""
    unequal, levels = state.summary.imbalances is not None, _shows_levels(state)
    sampled = "" if state.summary.part.whole else "# of rows drawn at random, the same ones every time\n"
    first = _SQUARE if state.problem.same_samples else ('print("Rows × columns:", *part.shape)', _RANK)
    imports = ["from askcore.diagnostics.trophic import trophic_levels"] * levels
    imports += ["from askcore.experiments.matrix.reading import imbalances"] * unequal
    labelled = state.problem.row_labels is not None and state.problem.column_labels is not None
    return Script(
        "Matrix",
        "builds a kernel matrix, and says how asymmetric and how definite it is.",
        (
            problem_lines(state.current, state.choice),
            joined(
                f"{sampled}part = kernel_part(problem.operator)",
                *first,
                'print("Effective rank:", part.found.effective_rank)',
            ),
            *([_IMBALANCES] * unequal),
            *([_LEVELS] * levels),
            *_tab(state),
        ),
        _BY_CLASS if labelled else "figures.signed_heatmap(part.K)",
        "None of these numbers tells whether the asymmetry helps to classify.",
        (INDEFINITE,) if _opened(state) == "Indefinite" else (ASKLS,),
        tuple(imports),
    )


def _opened(state: KernelMatrix) -> str:
    """The tab that is open; none that this matrix does not have."""
    found = str(st.session_state.get(OPEN))
    return "" if found == "Indefinite" and not state.problem.same_samples else found


def _shows_levels(state: KernelMatrix) -> bool:
    return state.current.is_graph and (nodes.comes_first(state) or _opened(state) == "Levels")


def _tab(state: KernelMatrix) -> list[str]:
    """What the open tab adds."""
    opened, square = _opened(state), state.problem.same_samples
    if opened == "Two samples":
        start = start_pair(state)
        u, v = (st.session_state.get(f"pair_{name}", at) for name, at in zip("uv", start, strict=True))
        return [(_PAIR if square else _ENTRY).format(u=u, v=v)]
    if opened == "Symmetrise":
        return [_OPERATIONS]
    if opened == "Between classes" and state.problem.row_labels is not None:
        return [_CLASSES]
    if opened == "Asymmetry":
        return [joined(_ASYMMETRY, _REMAINS if part_remains(state) else "") if square else _DENSITIES]
    return [_SIGNS, *_view(state)] if opened == "Indefinite" else []


def _view(state: KernelMatrix) -> list[str]:
    """What the open view of the tab "Indefinite" adds."""
    if not learnable(state.current):
        return []
    if indefinite.opened() == indefinite.FIXES:
        return [_FIXES.format(model=state.model, how="mean" if state.signed().symmetrized else None)]
    if indefinite.opened() == indefinite.PAYS:
        given = ", ".join(f"{name}={value!r}" for name, value in indefinite.plan_of(state).settings().items())
        return [_KINDS.format(given=given)]
    return []
