"""What the page "Kernel matrix" computes, kept, and what it gives to take away.

UI floor.
"""

from __future__ import annotations

import io
import json
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import streamlit as st

from askcore import experiments, figures
from askcore.experiments import (
    BlockMeans,
    ClassMeans,
    Entries,
    KernelChoice,
    MatrixPart,
    Operation,
    Problem,
)
from askcore.figures import Picture, Theme
from askcore.operators import as_operator
from askcore.ui.cache import Data, kept
from askcore.ui.dataset import Active
from askcore.ui.matrices import problem
from askcore.ui.snippet import data_line

__all__ = [
    "Blocks",
    "blocks",
    "classes",
    "export",
    "figures_json",
    "how_computed",
    "matrix_csv",
    "matrix_npy",
    "operations",
    "operations_picture",
    "part",
    "python_code",
]


class Blocks(NamedTuple):
    """Block means, and the names, classes and places in the whole matrix of rows and columns in the order drawn."""

    means: BlockMeans
    row_names: list[str]
    column_names: list[str]
    row_labels: np.ndarray | None
    column_labels: np.ndarray | None
    row_places: np.ndarray
    column_places: np.ndarray


# Up to 20 MB each.
@kept(entries=16, spinner="Taking the spectra …")
def part(data: Data, choice: KernelChoice, most: int) -> MatrixPart:
    """All of it or a part drawn at random, with its spectra."""
    return experiments.kernel_part(problem(data, choice).operator, max_rows=most)


@kept(entries=24, spinner="Ordering the matrix …")
def blocks(data: Data, choice: KernelChoice, most: int, order: str) -> Blocks:
    """The matrix "by class", "by singular vectors" or "as given", in means where it is large."""
    whole = problem(data, choice)
    operator, rows, columns = experiments.drawable(whole.operator, part(data, choice, most))
    row_labels, column_labels = _at(whole.row_labels, rows), _at(whole.column_labels, columns)
    row_order, column_order = _ordered(order, operator, row_labels, column_labels, whole.same_samples)
    return Blocks(
        experiments.block_means(operator, row_order, column_order),
        [whole.row_names[i] for i in rows[row_order]],
        [whole.column_names[i] for i in columns[column_order]],
        _at(row_labels, row_order),
        _at(column_labels, column_order),
        rows[row_order],
        columns[column_order],
    )


@kept()
def classes(data: Data, choice: KernelChoice, most: int) -> ClassMeans:
    """Means between classes; both sides must have labels."""
    whole = problem(data, choice)
    operator, rows, columns = experiments.drawable(whole.operator, part(data, choice, most))
    return experiments.class_means(operator, _at(whole.row_labels, rows), _at(whole.column_labels, columns))


# Five matrices of up to 18 MB each.
@kept(entries=4, spinner="Centring, normalising, symmetrising …")
def operations(data: Data, choice: KernelChoice, most: int) -> tuple[Operation, ...]:
    """What each operation makes of the part."""
    return experiments.kernel_operations(part(data, choice, most).K)


@kept(entries=16)
def operations_picture(data: Data, choice: KernelChoice, most: int, order: str, look: Theme) -> Picture:
    """The results side by side, rows and columns in the order of the large figure."""
    whole, shown, done = problem(data, choice), part(data, choice, most), operations(data, choice, most)
    labels = _at(whole.row_labels, shown.rows), _at(whole.column_labels, shown.columns)
    rows, columns = _ordered(order, as_operator(shown.K), *labels, whole.same_samples)
    sides = {"KKt": (rows, rows), "KtK": (columns, columns)}
    ordered = [
        None if one.matrix is None else one.matrix[np.ix_(*sides.get(one.name, (rows, columns)))]
        for one in done
    ]
    return figures.small_heatmaps(ordered, [one.label for one in done], theme=look)


def _ordered(
    order: str, operator: Any, row_labels: Any, column_labels: Any, same_samples: bool
) -> tuple[np.ndarray, np.ndarray]:
    n, m = operator.shape
    if order == "by singular vectors":
        return experiments.singular_order(operator, same_samples=same_samples)
    if order == "by class":
        return experiments.class_order(row_labels, n), experiments.class_order(column_labels, m)
    return np.arange(n), np.arange(m)


def _at(values: np.ndarray | None, places: np.ndarray) -> np.ndarray | None:
    return None if values is None else np.asarray(values)[places]


def matrix_csv(problem: Problem, part: MatrixPart) -> str:
    """K with the names of its rows and columns."""
    rows = [problem.row_names[i] for i in part.rows]
    columns = [problem.column_names[j] for j in part.columns]
    return pd.DataFrame(part.K, index=rows, columns=columns).to_csv(index_label="K")


def matrix_npy(part: MatrixPart) -> bytes:
    """K alone, as NumPy reads it."""
    out = io.BytesIO()
    np.save(out, part.K, allow_pickle=False)
    return out.getvalue()


def figures_json(problem: Problem, entries: Entries, part: MatrixPart) -> str:
    """Figures of asymmetry and the spectra behind the charts; what is undefined is null."""
    found = part.found
    arrays = {
        name: None if values is None else values.tolist()
        for name, values in (
            ("symmetric_eigenvalues", found.symmetric_eigenvalues),
            ("skew_moduli", found.skew_moduli),
            ("singular_values", found.singular_values),
            ("eigenvalue_moduli", found.eigenvalue_moduli),
        )
    }
    whole = entries.definiteness
    scaling, densities = found.row_scaling, found.densities
    content = {
        "matrix": problem.matrix_words,
        "shape": part.shape,
        "rows_of_spectra": len(part.rows),
        "rows_of_entries": entries.rows_read,
        "skew_ratio": entries.skew_ratio,
        "skew_share": entries.skew_share,
        "reciprocity": entries.reciprocity,
        "is_symmetric": entries.is_symmetric,
        "signature": found.signature,
        "definiteness": found.definiteness,
        "signature_of_all_rows": None if whole is None else whole.signature,
        "symmetric_ends_of_all_rows": None if whole is None else (whole.smallest, whole.largest),
        "departure": found.departure,
        "numerical_rank": found.numerical_rank,
        "effective_rank": found.effective_rank,
        "row_scaling": None if scaling is None else {"holds": scaling.holds, "remaining": scaling.remaining},
        "kl_rows_from_columns": None if densities is None else densities.rows_from_columns,
        "kl_columns_from_rows": None if densities is None else densities.columns_from_rows,
        **arrays,
    }
    return json.dumps({key: _plain(value) for key, value in content.items()}, indent=2)


def python_code(current: Active, choice: KernelChoice, part: MatrixPart, most: int) -> str:
    """A script that builds the same matrix, draws the same part and prints its figures."""
    lines = [
        "import askcore",
        "from askcore.experiments import KernelChoice, Problem, kernel_entries, kernel_part",
        "",
    ]
    lines.append(data_line(current))
    lines += [
        f"problem = Problem(data, {choice!r})",
        f"part = kernel_part(problem.operator, max_rows={most})  # part.K is {'all' if part.whole else 'a part'} of it",
        "entries = kernel_entries(problem.operator)",
        'print("skew share", entries.skew_share)',
        'print("signature", part.found.signature)',
        *([] if part.whole else ['print("all rows", entries.definiteness)']),
        'print("rank", part.found.numerical_rank, part.found.effective_rank)',
    ]
    return "\n".join(lines) + "\n"


def export(
    current: Active,
    choice: KernelChoice,
    problem: Problem,
    entries: Entries,
    part: MatrixPart,
    most: int,
) -> None:
    """Downloads, made only when asked for, and the code to copy."""
    with st.expander("Take it with you"):
        columns = st.columns(3)
        columns[0].download_button(
            "K (CSV)",
            lambda: matrix_csv(problem, part),
            "kernel_matrix.csv",
            "text/csv",
            on_click="ignore",
            width="stretch",
            help="With the names of rows and columns.",
        )
        columns[1].download_button(
            "K (NumPy .npy)",
            lambda: matrix_npy(part),
            "kernel_matrix.npy",
            "application/octet-stream",
            on_click="ignore",
            width="stretch",
        )
        columns[2].download_button(
            "Figures and spectra (JSON)",
            lambda: figures_json(problem, entries, part),
            "kernel_matrix.json",
            "application/json",
            on_click="ignore",
            width="stretch",
        )
        left_out = "" if part.whole else "CSV and .npy hold the rows and columns that were drawn. "
        st.caption(f"{left_out}SVG of a figure: the camera in its corner. The same in Python:")
        st.code(python_code(current, choice, part, most), language="python")


def how_computed(part: MatrixPart) -> None:
    """The formulas."""
    with st.expander("How it is computed"):
        st.latex(
            r"K = \tfrac12 (K + K^{\top}) + \tfrac12 (K - K^{\top}), \qquad "
            r"\|K\|_F^2 = \|\tfrac12 (K + K^{\top})\|_F^2 + \|\tfrac12 (K - K^{\top})\|_F^2"
        )
        st.markdown("The two parts are orthogonal, so their energies add up: skew share and skew ratio are")
        st.latex(
            r"\frac{\|K - K^{\top}\|_F^2}{4 \|K\|_F^2}, \qquad \frac{\|K - K^{\top}\|_F}{\|K + K^{\top}\|_F}"
        )
        st.markdown(
            "The symmetric part has real eigenvalues, the skew part imaginary ones in pairs $\\pm i\\mu$. Departure "
            "from normality (Henrici) and effective rank (Roy and Vetterli):"
        )
        st.latex(
            r"\frac{\sqrt{\|K\|_F^2 - \sum |\lambda|^2}}{\|K\|_F}, \qquad "
            r"\exp\Big(-\sum_i p_i \log p_i\Big), \quad p_i = \frac{\sigma_i}{\sum_j \sigma_j}"
        )
        st.markdown(
            "Row scaling: positive factors $f$ with $K_{ij}/K_{ji} = f_i/f_j$, fitted in logarithms. Centring, cosine "
            "normalising, distance in feature space:"
        )
        st.latex(
            r"\big(I - \tfrac{1}{N} 1 1^{\top}\big) K \big(I - \tfrac{1}{M} 1 1^{\top}\big), \qquad "
            r"\frac{K_{ij}}{\sqrt{K_{ii} K_{jj}}}, \qquad d^2 = K_{uu} + K_{vv} - K_{uv} - K_{vu}"
        )
        st.markdown(
            "Rows against columns: Gaussians fitted to the row data and to the transformed column data (Tao, Tonin, "
            "Patrinos and Suykens 2023, section 5.2), and the closed divergence between them. The order by singular "
            "vectors sorts by the angle of the two leading ones of the centred matrix."
        )


def _plain(value: object) -> object:
    """JSON has no infinity and no NaN."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return None if isinstance(value, float) and not np.isfinite(value) else value
