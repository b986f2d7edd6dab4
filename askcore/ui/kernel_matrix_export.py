"""A kernel matrix to take away: its values, the data behind the figures, and the Python that reproduces them.

UI floor.
"""

from __future__ import annotations

import io
import json

import numpy as np
import pandas as pd
import streamlit as st

from askcore.experiments import Entries, KernelChoice, MatrixPart
from askcore.experiments.spectral_problem import SpectralProblem
from askcore.ui.dataset import Active
from askcore.ui.snippet import data_line

__all__ = ["export", "figures_json", "how_computed", "matrix_csv", "matrix_npy", "python_code"]


def matrix_csv(problem: SpectralProblem, part: MatrixPart) -> str:
    """K with the names of its rows and columns."""
    rows = [problem.row_ids[i] for i in part.rows]
    columns = [problem.column_ids[j] for j in part.columns]
    return pd.DataFrame(part.K, index=rows, columns=columns).to_csv(index_label="K")


def matrix_npy(part: MatrixPart) -> bytes:
    """K alone, as NumPy reads it."""
    out = io.BytesIO()
    np.save(out, part.K, allow_pickle=False)
    return out.getvalue()


def figures_json(problem: SpectralProblem, entries: Entries, part: MatrixPart) -> str:
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
        "from askcore.experiments import KernelChoice, kernel_entries, kernel_part, kernel_problem",
        "",
    ]
    lines.append(data_line(current))
    lines += [
        f"problem = kernel_problem(data, {choice!r})",
        f"part = kernel_part(problem.operator, most={most})  # part.K is {'all' if part.whole else 'a part'} of it",
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
    problem: SpectralProblem,
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
