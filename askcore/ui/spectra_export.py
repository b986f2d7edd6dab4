"""Features to take home, and the Python that gives the same.

UI floor.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from askcore.experiments import Spectra, SpectralChoice, SpectralProblem
from askcore.ui.dataset import Active
from askcore.ui.snippet import data_line
from askcore.ui.spectra_panels import View

__all__ = ["export", "features_table", "python_code"]


def export(
    current: Active, choice: SpectralChoice, problem: SpectralProblem, found: Spectra, view: View
) -> None:
    """Features and singular values as CSV, made only when asked for, and the code to copy."""
    with st.expander("Take it with you"):
        sides: list[tuple[str, str, tuple[str, ...]]] = [
            ("Features (CSV)", "features.csv", ("left", "right"))
        ]
        if not problem.same_samples:
            sides = [
                ("Row features (CSV)", "row_features.csv", ("left",)),
                ("Column features (CSV)", "column_features.csv", ("right",)),
            ]
        columns = st.columns(len(sides) + 1)
        for column, (label, file, which) in zip(columns, sides, strict=False):
            column.download_button(
                label,
                partial(_features_csv, problem, found, view, which),
                file,
                "text/csv",
                on_click="ignore",
                width="stretch",
            )
        columns[-1].download_button(
            "Singular values (CSV)",
            lambda: pd.DataFrame(
                {
                    "number": np.arange(1, len(found.summary.values) + 1),
                    "singular_value": found.summary.values,
                    "energy": found.summary.energy,
                }
            ).to_csv(index=False),
            "singular_values.csv",
            "text/csv",
            on_click="ignore",
            width="stretch",
        )
        st.caption("SVG of a figure: the camera in its corner. The same features in Python:")
        st.code(python_code(current, choice, view), language="python")


def features_table(
    problem: SpectralProblem, found: Spectra, view: View, sides: tuple[str, ...] = ("left", "right")
) -> pd.DataFrame:
    """One line for each sample: its name, its label where it has one, features u1, u2, ... and v1, v2, ..."""
    rank = min(view.rank, found.triplets.rank)
    left, right = found.features(rank, view.scaling)
    rows = "left" in sides
    table: dict[str, object] = {"id": problem.row_ids if rows else problem.column_ids}
    labels = problem.row_labels if rows else problem.column_labels
    if labels is not None:
        table["label"] = labels
    for side, letter, features in (("left", "u", left), ("right", "v", right)):
        if side in sides:
            table |= {f"{letter}{j + 1}": features[:, j] for j in range(rank)}
    return pd.DataFrame(table)


def _features_csv(problem: SpectralProblem, found: Spectra, view: View, sides: tuple[str, ...]) -> str:
    return features_table(problem, found, view, sides).to_csv(index=False)


def python_code(current: Active, choice: SpectralChoice, view: View) -> str:
    """A script that ends with the arrays ``left`` and ``right``."""
    lines = ["import askcore", *_imports(choice), ""]
    lines.append(data_line(current))
    lines += [
        f"choice = {choice!r}",
        "problem = spectral_problem(data, choice)",
        f"found = spectra(problem, center={view.center})",
        f"left, right = found.features({view.rank}, {view.scaling!r})",
        "print(found.triplets.values[:5], left.shape, right.shape)",
    ]
    if choice.matrix == "crossed":
        lines += [
            "",
            "# the same as an estimator, which also places new rows and columns",
            *_ksvd(choice, view),
        ]
    return "\n".join(lines) + "\n"


def _imports(choice: SpectralChoice) -> list[str]:
    names = "KernelChoice, SpectralChoice, spectra, spectral_problem"
    more = ", data_matrix" if choice.matrix == "crossed" else ""
    return [f"from askcore.experiments import {names}{more}"]


def _ksvd(choice: SpectralChoice, view: View) -> list[str]:
    params = dict(choice.kernel.params)
    bandwidth = choice.kernel.name in ("sne", "rbf")
    given = f'{{**{params!r}, "sigma": problem.sigma}}' if bandwidth else repr(params)
    return [
        "model = askcore.KSVD(",
        f"    {choice.kernel.name!r}, {view.rank}, kernel_params={given},",
        f"    compatibility={choice.compatibility!r}, center={view.center}, scaling={view.scaling!r}, "
        f"random_state={choice.seed},",
        ").fit(data_matrix(data, choice.kernel))",
        "print(model.singular_values_[:5])",
    ]
