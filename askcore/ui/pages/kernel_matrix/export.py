"""A kernel matrix to take away: its values, the data behind the figures, and the Python that reproduces them.

UI floor.
"""

from __future__ import annotations

import io
import json

import numpy as np
import pandas as pd

from askcore.experiments import Problem
from askcore.experiments.matrix.parts import Entries, MatrixPart
from askcore.ui.downloads import File
from askcore.ui.pages.kernel_matrix.state import KernelMatrix
from askcore.ui.pages.kernel_matrix.tab_code import tab_steps
from askcore.ui.text.snippet import ASKLS, Script, joined, problem_lines


def files(state: KernelMatrix) -> list[File]:
    """The matrix in two formats, and the figures."""
    problem, part = state.problem, state.part
    return [
        File(
            "K (CSV)",
            lambda: matrix_table(problem, part),
            "kernel_matrix.csv",
            "With the names of rows and columns.",
        ),
        File("K (NumPy .npy)", lambda: matrix_npy(part), "kernel_matrix.npy"),
        File(
            "Figures and spectra (JSON)",
            lambda: figures_json(problem, state.entries, part),
            "kernel_matrix.json",
        ),
    ]


def files_said(state: KernelMatrix) -> str:
    """What the files hold."""
    left_out = "" if state.part.whole else "CSV and .npy hold the sampled rows and columns. "
    return f"{left_out}The same in Python:"


def matrix_table(problem: Problem, part: MatrixPart) -> pd.DataFrame:
    """K with the names of its rows and columns."""
    rows = [problem.row_names[i] for i in part.rows]
    columns = [problem.column_names[j] for j in part.columns]
    return pd.DataFrame(part.K, index=pd.Index(rows, name="K"), columns=columns)


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


def python_code(state: KernelMatrix) -> Script:
    """A script that builds the same matrix, draws the same part and prints its figures."""
    part = state.part
    cut = "" if part.whole else "# of rows drawn at random, the same ones every time\n"
    made = f"{cut}part = kernel_part(problem.operator, max_rows={state.max_rows})"
    return Script(
        "Kernel matrix",
        "builds a kernel matrix, and says how asymmetric and how definite it is.",
        (
            problem_lines(state.current, state.choice),
            joined(made, *(_square(part) if part.is_square else _rectangular(part))),
            joined(
                'print("Rank:", part.found.numerical_rank)',
                'print("Effective rank:", part.found.effective_rank)',
            ),
            *tab_steps(state),
        ),
        _figure(state),
        "None of these numbers tells whether the asymmetry helps to classify.",
        (ASKLS,),
    )


def _square(part: MatrixPart) -> list[str]:
    return [
        "entries = kernel_entries(problem.operator)",
        'print("Skew-symmetric share:", 0.0 if entries.is_symmetric else entries.skew_share)',
        *([] if part.whole else ['print("All rows:", entries.definiteness)']),
        'print("Signature +, −, 0:", *part.found.signature)',
    ]


def _rectangular(part: MatrixPart) -> list[str]:
    apart = 'print("Rows against columns, nats:", part.found.densities.rows_from_columns)'
    return ['print("Rows × columns:", *part.shape)', *([apart] if part.found.densities is not None else [])]


def _figure(state: KernelMatrix) -> str:
    """The matrix, by class where there are labels."""
    labels = joined(
        "rows, columns = part.rows, part.columns",
        "order = class_order(problem.row_labels[rows], len(rows)), class_order(problem.column_labels[columns], "
        "len(columns))",
    )
    if state.problem.row_labels is None or state.problem.column_labels is None:
        labels = "order = np.arange(part.shape[0]), np.arange(part.shape[1])"
    return joined(labels, "figures.signed_heatmap(part.K[np.ix_(*order)])")


def _plain(value: object) -> object:
    """JSON has no infinity and no NaN."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return None if isinstance(value, float) and not np.isfinite(value) else value
