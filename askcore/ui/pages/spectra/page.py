"""The page "Spectra" as a value: how many components a kernel matrix has, and where rows and columns stand.

The first view with its sentences, its files and its Python; ``tabs`` holds the tabs, ``results`` what is
computed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from askcore._format import plural, share
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.spectra.decomposition import LEADING, Spectra
from askcore.experiments.spectra.reading import NAMED, SpectrumOutcome, held_by_few, leading_plane
from askcore.figures.embeddings import joined_embeddings
from askcore.figures.spectra import cumulated_energy
from askcore.ui.blocks import Block, Columns, Download, Figure, Run, Tabs, Text, Work
from askcore.ui.charts import around
from askcore.ui.charts.plots import plotted
from askcore.ui.controls import choose, slider, toggle
from askcore.ui.data.dataset import Active
from askcore.ui.pages.spectra import results, tabs
from askcore.ui.pages.spectra.results import Decomposition, View
from askcore.ui.pieces import heading
from askcore.ui.problems import problem
from askcore.ui.text.snippet import KSVD, Script, problem_lines

RANKS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60)
USUAL_RANK = 20
SCALINGS = {"none": "U", "sqrt": "U √Σ", "full": "U Σ"}
OPEN = "spectra_details"  # key of the tabs

# What the spectrum says first: a sentence for each outcome, after one on how many components matter.
COMPONENTS = {
    True: "**{components:,} of {size:,}** components {hold} 90% of the energy.",
    False: "More than **{known:,} of {size:,}** components are needed for 90% of the energy.",
}
SENTENCES = {
    SpectrumOutcome.DIRECTED: "Rows and columns differ: **{skew}** is direction.",
    SpectrumOutcome.NEARLY_SYMMETRIC: "Rows and columns are nearly alike: **{skew}** is direction.",
    SpectrumOutcome.SYMMETRIC: "The matrix is symmetric: each {row} has the same place as a row and as a column.",
    SpectrumOutcome.RECTANGULAR: "Rows are {row}s and columns are {column}s: each kind has places of its own.",
    SpectrumOutcome.ONE_COMPONENT: "One component holds everything, so there is one axis.",
    SpectrumOutcome.EQUAL: "The {known:,} leading singular values are equal: the axes are arbitrary.",
}
SCOPE = "The energy is the sum of squared entries{centred}."
DIRECTION = {  # whether the share of direction is that of all of K
    True: " Direction is the skew-symmetric share of the matrix itself, as on “Matrix”.",
    False: " Direction is the skew-symmetric share of the leading components.",
    None: "",
}
DOMINATED = (
    "Component {which} is dominated by {few} of {n:,} {thing}s and squeezes the rest together. The tab “Two "
    "embeddings” shows other components."
)


def choose_view(current: Active, choice: KernelChoice) -> View:
    """Set rank, centring and scaling in the sidebar; no rank is offered that the matrix does not have."""
    shape = problem(current.data, choice).shape
    possible = [rank for rank in RANKS if rank <= min(shape)]
    with st.sidebar:
        heading("Decomposition")
        rank = slider("Components", possible, USUAL_RANK, f"rank_{possible[-1]}", _RANK_HELP)
        center = toggle("Centre rows and columns", "centre", default=True, help=_CENTRE_HELP)
        scaling = choose("Features", SCALINGS, "scaling", default="sqrt", labelled=True, help=_SCALING_HELP)
    return View(int(rank), bool(center), scaling)


_RANK_HELP = "Singular triplets that are kept, here and in the features to download."
_CENTRE_HELP = (
    "Subtracts the row and column means, as KSVD does. Without it the first component is mostly the mean."
)
_SCALING_HELP = (
    "U: the singular vectors alone. U √Σ: weighted by the roots of the singular values. U Σ: weighted by the singular "
    "values. With weights, axes with more energy are longer."
)


def spectra(state: Decomposition) -> list[Block]:
    """The blocks of the page."""
    scope = SCOPE.format(centred=" after centring" if state.view.center else "")
    return [
        Text(verdict(state), "verdict"),
        Text(scope + DIRECTION[state.reading.whole], "caption"),
        Columns(([_energy(state)], [_map(state)])),
        Tabs(OPEN, tab_bodies(state)),
        *files(state),
    ]


def tab_bodies(state: Decomposition) -> dict[str, Callable[[], list[Block]]]:
    """Titles of the tabs and their bodies."""
    asked, view, data = state.problem, state.view, state.current.data

    def run(work: Work[Any], body: Callable[..., list[Block]]) -> Callable[[], list[Block]]:
        return lambda: [Run(work, partial(body, state))]

    found: dict[str, Callable[[], list[Block]]] = {
        "Ranks": partial(tabs.ranks, state),
        "Singular values": partial(tabs.values, state),
        "Two embeddings": partial(tabs.two_embeddings, state),
        "PCA, KPCA, SVD, KSVD": run(Work(results.methods, (asked, view)), tabs.methods),
        "Choices": run(Work(results.effects, (asked, view)), tabs.choices),
        "Groups": partial(tabs.groups, state),
        "Direction of links": run(
            Work(results.directions, (data, min(view.rank, data.n_samples))), tabs.directions
        ),
    }
    if not state.current.is_graph:
        del found["Direction of links"]
    return found


def verdict(state: Decomposition) -> str:
    """How many components matter, and how much is direction."""
    found, asked = state.reading, state.problem
    said = COMPONENTS[found.components is not None] + " " + SENTENCES[found.outcome]
    return said.format(
        components=found.components or 0,
        hold=plural(found.components or 0, "holds", "hold"),
        known=found.known,
        size=found.size,
        skew=share(found.skew or 0.0, 0),
        row=asked.row_word,
        column=asked.column_word,
    )


def _energy(state: Decomposition) -> Figure:
    """How much the first components hold, with a mark at 90 %."""
    summary, found = state.found.summary, state.reading
    estimated = (
        " The energy of the whole matrix is estimated, to about one percent." if state.found.estimated else ""
    )
    return plotted(
        "energy",
        "Share of the energy that the first components hold",
        "How much the first components hold",
        f"A steep curve means that few components describe the matrix.{estimated} They need not be the ones that "
        "separate the classes.",
        cumulated_energy,
        summary.energy[: max(LEADING, round(1.2 * (found.components or 0)))],
        rank=found.components,
        size=summary.size,
    )


def _map(state: Decomposition) -> Figure:
    """Rows and columns in the plane of components 1 and 2, the outermost ones named."""
    asked = state.problem
    sides = state.found.features(min(2, state.found.triplets.rank), state.view.scaling)
    said = MAP[asked.same_samples].format(row=asked.row_word, column=asked.column_word)
    return plotted(
        state.key("map"),
        "Components 1 and 2 of each row and of each column",
        "Where rows and columns stand",
        " ".join([said, *_dominated(state)]),
        joined_embeddings,
        *map(leading_plane, sides),
        asked.row_labels,
        names=asked.row_names,
        column_names=None if asked.same_samples else asked.column_names,
        classes=state.classes,
        marked=around.chosen() if asked.same_samples else None,
        named=NAMED,
        samples=np.arange(asked.shape[0]),
    )


MAP = {
    True: "Filled: a {row} as a row. Open: the same {row} as a column. A long line means that the two differ.",
    False: "Filled: {row}s, the rows. Diamonds: {column}s, the columns. Those in the same direction belong together.",
}


def _dominated(state: Decomposition) -> list[str]:
    """Which of the two axes a few rows or columns dominate; one sentence at most."""
    asked = state.problem
    words = (asked.row_word, asked.column_word)
    features = state.found.features(min(2, state.found.triplets.rank))
    for side, thing in zip(features, words, strict=True):
        for which, few in enumerate(held_by_few(leading_plane(side)), 1):
            if few:
                return [DOMINATED.format(which=which, few=few, n=len(side), thing=thing)]
    return []


# files and Python ---------------------------------------------------------------------------------------------------


def files(state: Decomposition) -> list[Download]:
    """Features, in two files where rows and columns are different things, and singular values."""
    sides: list[tuple[str, str, tuple[str, ...]]] = [("Features (CSV)", "features.csv", ("left", "right"))]
    if not state.problem.same_samples:
        sides = [
            ("Row features (CSV)", "row_features.csv", ("left",)),
            ("Column features (CSV)", "column_features.csv", ("right",)),
        ]
    made = partial(features_table, state.problem, state.found, state.view)
    values = partial(_values, state.found)
    return [
        *(Download(label, partial(made, which), name, at_end=True) for label, name, which in sides),
        Download("Singular values (CSV)", values, "singular_values.csv", at_end=True),
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


def _values(found: Spectra) -> pd.DataFrame:
    s = found.summary
    return pd.DataFrame(
        {"rank": np.arange(1, len(s.values) + 1), "singular_value": s.values, "energy": s.energy}
    )


FOUND_CODE = """found = decompose(problem, center={center})
print("Components for 90% of the energy:", found.summary.components_for(0.9))
print("Numerical rank:", found.summary.numerical_rank)
print("Effective rank:", found.summary.effective_rank)
print("Stable rank:", found.summary.stable_rank)
print("First singular values:", *found.summary.values[:5])"""
FEATURES_CODE = """# features of rows and columns
left, right = found.features({rank}, {scaling!r})"""
KSVD_CODE = """# the same as an estimator, which also places new rows and columns
model = askcore.KSVD({choice.name!r}, {view.rank}, kernel_params={{{params}}}, compatibility={choice.compatibility!r}, \
center={view.center}, scaling={view.scaling!r}, random_state={choice.seed})
model.fit(problem.data_matrix)
print(model.singular_values_[:5])"""
FIGURE_CODE = """k = {k}
figures.singular_values(found.summary.values[:k], drop=found.summary.drop)"""


def python_code(state: Decomposition) -> Script:
    """A script that prints the numbers of the page and makes the arrays ``left`` and ``right``; what is open adds its
    steps."""
    choice, view, found = state.choice, state.view, state.found
    params = [f"{name!r}: {value!r}" for name, value in choice.params]
    params += ['"sigma": problem.sigma'] * (choice.name in ("sne", "rbf"))
    estimator = KSVD_CODE.format(choice=choice, view=view, params=", ".join(params))
    return Script(
        "Spectra",
        "decomposes a kernel matrix into features of its rows and of its columns.",
        (
            problem_lines(state.current, choice),
            FOUND_CODE.format(center=view.center),
            FEATURES_CODE.format(rank=min(view.rank, found.triplets.rank), scaling=view.scaling),
            estimator if choice.matrix == "crossed" else "",
        ),
        FIGURE_CODE.format(k=min(LEADING, len(found.summary.values))),
        "A drop in the spectrum does not prove that there are as many classes.",
        (KSVD,),
    )
