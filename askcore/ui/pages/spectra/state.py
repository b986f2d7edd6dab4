"""What the page "Spectra" computes, kept, and what it gives to take away.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from askcore import experiments
from askcore.experiments import Effect, KernelChoice, Problem, RankedMethod, Spectra, Symmetrised
from askcore.ui.cache import Data, kept, matrix
from askcore.ui.controls import slider
from askcore.ui.dataset import Active
from askcore.ui.snippet import data_line

__all__ = [
    "View",
    "effects",
    "export",
    "features_table",
    "methods",
    "python_code",
    "spectra_of",
    "symmetrised_of",
    "view_group",
]


RANKS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60)
USUAL_RANK = 20
SCALINGS = {"none": "U", "sqrt": "U √S", "full": "U S"}


@dataclass(frozen=True)
class View:
    """Rank, centring and scaling of the features, as chosen."""

    rank: int
    center: bool
    scaling: str


def view_group(problem: Problem) -> View:
    """Set rank, centring and scaling in the sidebar; no rank is offered that the matrix does not have."""
    possible = [rank for rank in RANKS if rank <= min(problem.shape)]
    with st.sidebar:
        st.subheader("Decomposition")
        rank = slider("Components", possible, USUAL_RANK, f"rank_{possible[-1]}", _RANK_HELP)
        center = st.toggle(
            "Centre rows and columns", True, key="centre", bind="query-params", help=_CENTRE_HELP
        )
        scaling = st.segmented_control(
            "Features",
            list(SCALINGS),
            default="sqrt",
            format_func=SCALINGS.__getitem__,
            required=True,
            key="scaling",
            bind="query-params",
            help=_SCALING_HELP,
        )
    return View(int(rank), bool(center), scaling or "sqrt")


def export(current: Active, choice: KernelChoice, problem: Problem, found: Spectra, view: View) -> None:
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
    problem: Problem, found: Spectra, view: View, sides: tuple[str, ...] = ("left", "right")
) -> pd.DataFrame:
    """One line for each sample: its name, its label where it has one, features u1, u2, ... and v1, v2, ..."""
    rank = min(view.rank, found.triplets.rank)
    left, right = found.features(rank, view.scaling)
    rows = "left" in sides
    table: dict[str, object] = {"id": problem.row_names if rows else problem.column_names}
    labels = problem.row_labels if rows else problem.column_labels
    if labels is not None:
        table["label"] = labels
    for side, letter, features in (("left", "u", left), ("right", "v", right)):
        if side in sides:
            table |= {f"{letter}{j + 1}": features[:, j] for j in range(rank)}
    return pd.DataFrame(table)


def _features_csv(problem: Problem, found: Spectra, view: View, sides: tuple[str, ...]) -> str:
    return features_table(problem, found, view, sides).to_csv(index=False)


def python_code(current: Active, choice: KernelChoice, view: View) -> str:
    """A script that ends with the arrays ``left`` and ``right``."""
    lines = ["import askcore", "from askcore.experiments import KernelChoice, Problem, decompose", ""]
    lines.append(data_line(current))
    lines += [
        f"problem = Problem(data, {choice!r})",
        f"found = decompose(problem, center={view.center})",
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


def _ksvd(choice: KernelChoice, view: View) -> list[str]:
    params = dict(choice.params)
    bandwidth = choice.name in ("sne", "rbf")
    given = f'{{**{params!r}, "sigma": problem.sigma}}' if bandwidth else repr(params)
    return [
        "model = askcore.KSVD(",
        f"    {choice.name!r}, {view.rank}, kernel_params={given},",
        f"    compatibility={choice.compatibility!r}, center={view.center}, scaling={view.scaling!r}, "
        f"random_state={choice.seed},",
        ").fit(problem.data_matrix)",
        "print(model.singular_values_[:5])",
    ]


# 60 vectors of 20,000 entries on both sides: 20 MB.
@kept(entries=16, spinner="Decomposing the matrix …")
def spectra_of(data: Data, choice: KernelChoice, center: bool, all_values: bool = False) -> Spectra:
    """Leading triplets and the spectrum; serves every rank and scaling."""
    return experiments.decompose(matrix(data, choice), center=center, all_values=all_values)


@kept(entries=32, spinner="Eigenvalues of the symmetrised matrix …")
def symmetrised_of(data: Data, choice: KernelChoice, center: bool) -> Symmetrised:
    """Eigenvalues of the symmetric part."""
    return experiments.symmetrised(matrix(data, choice), center=center)


@kept(entries=16, spinner="PCA, KPCA and SVD …")
def methods(
    data: Data, choice: KernelChoice, center: bool, rank: int, scaling: str
) -> tuple[RankedMethod, ...]:
    """PCA, KPCA, SVD and KSVD with the same rank."""
    found = spectra_of(data, choice, center)
    return experiments.features_at_rank(matrix(data, choice), found, rank=rank, scaling=scaling)


@kept(spinner="Trying each choice …")
def effects(data: Data, choice: KernelChoice, center: bool, rank: int, scaling: str) -> tuple[Effect, ...]:
    """What centring, scaling and compatibility change."""
    return experiments.choice_effects(matrix(data, choice), center=center, scaling=scaling, rank=rank)


_RANK_HELP = "Singular triplets that are kept, here and in the features to download."
_CENTRE_HELP = (
    "Takes the row and column means away, as KSVD does. Without it the first component is mostly the mean."
)
_SCALING_HELP = (
    "What is placed: the singular vectors alone, or weighed by the roots of the singular values or by the values "
    "themselves, so that components that hold more are longer."
)
