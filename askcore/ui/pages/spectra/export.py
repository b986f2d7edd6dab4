"""Features and singular values to take away, and the Python that gives the same.

UI floor.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd

from askcore.experiments import KernelChoice, Problem, Spectra
from askcore.ui.export import CAMERA, File
from askcore.ui.pages.spectra.state import Decomposition, View
from askcore.ui.snippet import problem_script

__all__ = ["FILES_SAID", "features_table", "files", "python_code"]

FILES_SAID = f"{CAMERA} The same features in Python:"


def files(state: Decomposition) -> list[File]:
    """Features, in two files where rows and columns are different things, and singular values."""
    sides: list[tuple[str, str, tuple[str, ...]]] = [("Features (CSV)", "features.csv", ("left", "right"))]
    if not state.problem.same_samples:
        sides = [
            ("Row features (CSV)", "row_features.csv", ("left",)),
            ("Column features (CSV)", "column_features.csv", ("right",)),
        ]
    return [
        *(File(label, partial(_features, state, which), name) for label, name, which in sides),
        File("Singular values (CSV)", partial(_values, state.found), "singular_values.csv"),
    ]


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


def _features(state: Decomposition, sides: tuple[str, ...]) -> pd.DataFrame:
    return features_table(state.problem, state.found, state.view, sides)


def _values(found: Spectra) -> pd.DataFrame:
    s = found.summary
    return pd.DataFrame(
        {"number": np.arange(1, len(s.values) + 1), "singular_value": s.values, "energy": s.energy}
    )


def python_code(state: Decomposition) -> str:
    """A script that ends with the arrays ``left`` and ``right``."""
    choice, view = state.choice, state.view
    lines = [
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
    return problem_script(state.current, choice, ["decompose"], lines)


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
