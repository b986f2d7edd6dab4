"""What can be taken along from "Spectra": features, singular values, the page itself, and the Python behind it.

UI floor.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from askcore.experiments import KernelChoice, Problem
from askcore.experiments.spectra.decomposition import LEADING, Spectra
from askcore.ui.downloads import File
from askcore.ui.pages.spectra.page import OPEN
from askcore.ui.pages.spectra.results import Decomposition, View
from askcore.ui.text.snippet import KSVD, Script, joined, problem_lines

FILES_SAID = "The same features in Python:"


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


def python_code(state: Decomposition) -> Script:
    """A script that prints the numbers of the page and ends with the arrays ``left`` and ``right``."""
    choice, view, summary = state.choice, state.view, state.found.summary
    rank = min(view.rank, state.found.triplets.rank)
    estimator = _ksvd(choice, view) if choice.matrix == "crossed" else []
    return Script(
        "Spectra",
        "decomposes a kernel matrix into features of its rows and of its columns.",
        (
            problem_lines(state.current, choice),
            joined(
                f"found = decompose(problem, center={view.center})",
                'print("Components for 90% of the energy:", found.summary.components_for(0.9))',
                'print("Numerical rank:", found.summary.numerical_rank)',
                'print("Effective rank:", found.summary.effective_rank)',
                'print("Stable rank:", found.summary.stable_rank)',
                'print("First singular values:", *found.summary.values[:5])',
            ),
            f"# features of rows and columns\nleft, right = found.features({rank}, {view.scaling!r})",
            *(["\n".join(estimator)] if estimator else []),
            *tab_steps(state),
        ),
        joined(
            f"k = {min(LEADING, len(summary.values))}",
            "figures.singular_values(found.summary.values[:k], drop=found.summary.drop)",
        ),
        "A drop in the spectrum does not prove that there are as many classes.",
        (KSVD,),
    )


def _ksvd(choice: KernelChoice, view: View) -> list[str]:
    params = dict(choice.params)
    bandwidth = choice.name in ("sne", "rbf")
    given = f'{{**{params!r}, "sigma": problem.sigma}}' if bandwidth and params else repr(params)
    if bandwidth and not params:
        given = '{"sigma": problem.sigma}'
    return [
        "# the same as an estimator, which also places new rows and columns",
        f"model = askcore.KSVD({choice.name!r}, {view.rank}, kernel_params={given}, "
        f"compatibility={choice.compatibility!r}, center={view.center}, scaling={view.scaling!r}, "
        f"random_state={choice.seed})",
        "model.fit(problem.data_matrix)",
        "print(model.singular_values_[:5])",
    ]


def tab_steps(state: Decomposition) -> list[str]:
    """What the open tab adds."""
    found = {"Symmetrised": _symmetrised, "PCA, KPCA, SVD, KSVD": _methods, "Choices": _choices}
    add = found.get(str(st.session_state.get(OPEN)))
    return [add(state)] if add else []


def _symmetrised(state: Decomposition) -> str:
    return joined(
        f"rival = symmetrised(problem, center={state.view.center})",
        'print("Eigenvalues of the symmetric part:", *rival.values[:5])',
    )


def _methods(state: Decomposition) -> str:
    rank = min(state.view.rank, *state.problem.shape)
    return joined(
        "# neighbour score of the rows, and of rows and columns together",
        f"for one in features_at_rank(problem, found, rank={rank}, scaling={state.view.scaling!r}):",
        '    print(f"{one.name}: {one.one_side} {one.both}")',
    )


def _choices(state: Decomposition) -> str:
    view = state.view
    return joined(
        "# one choice is changed at a time",
        f"for one in choice_effects(problem, center={view.center}, scaling={view.scaling!r}, rank={view.rank}):",
        "    print(one.group, one.name, one.values[:3], one.energy, one.left, one.both)",
    )
