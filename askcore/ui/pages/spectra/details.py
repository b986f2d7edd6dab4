"""The tabs below the figures of the page "Spectra"; only the open one is computed.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import streamlit as st

from askcore import figures
from askcore._format import capitalised, number, share
from askcore.experiments import Problem
from askcore.experiments.spectra.compared import Effect
from askcore.figures.embeddings import joined_embeddings
from askcore.figures.parts.classes import class_names
from askcore.ui import components
from askcore.ui.charts import around
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import choose, pick, toggle
from askcore.ui.data.dataset import Active
from askcore.ui.guard import fragment
from askcore.ui.pages.spectra import tasks, words
from askcore.ui.pages.spectra.panels import SCALES
from askcore.ui.pages.spectra.state import Decomposition
from askcore.ui.pieces import note, subheading
from askcore.ui.text.words import plain

_JOINED = "Each sample's place as a row and as a column, joined"
OPEN = "spectra_details"  # in the session: the tab that is open


def tab_panels(state: Decomposition) -> dict[str, Callable[[], None]]:
    """Titles of the tabs and what draws each."""
    found = {
        "Two embeddings": lambda: _two_embeddings(state),
        "Symmetrised": lambda: _symmetrised(state),
        "PCA, KPCA, SVD, KSVD": lambda: _methods(state),
        "Choices": lambda: _choices(state),
        "Groups": lambda: tasks.draw_groups(state),
        "Direction of links": lambda: tasks.draw_directions(state),
    }
    problem = state.problem
    if problem.shape[0] != problem.shape[1] or not problem.same_samples:
        del found["Symmetrised"]
    if not state.current.is_graph:
        del found["Direction of links"]
    return found


@fragment
def _symmetrised(state: Decomposition) -> None:
    found, rival = state.found, state.symmetrised
    st.markdown(words.symmetrised(found, rival, center=state.view.center))
    way = choose("Axis", SCALES, "averaged_axis")
    s = found.summary
    limit = max(s.shape) * np.finfo(float).eps * float(s.values[0])
    drawn = figures.singular_values(
        s.values, symmetric=rival.values, logarithmic=way == SCALES[1], limit=limit, theme=theme()
    )
    show(drawn, key="symmetrised", alt="Singular values against eigenvalues of the symmetrised matrix")
    st.caption(
        "Singular values of K beside the sizes of the eigenvalues of (K + Kᵀ)/2. K Kᵀ and Kᵀ K keep the singular "
        "values "
        "of K, squared; (K + Kᵀ)/2 does not. If the curves are close, the vectors may still differ. "
        + words.counted(s)
    )


def _methods(state: Decomposition) -> None:
    problem, methods = state.problem, state.methods
    rank = min(state.view.rank, *problem.shape)
    st.markdown(words.best_methods(methods, rank, len(problem.row_names)))
    classes = None if problem.row_labels is None else class_names(problem.row_labels)
    shown = [(method, method.left) for method in methods if method.left is not None]
    for start in range(0, len(shown), 2):
        for column, (method, left) in zip(st.columns(2), shown[start : start + 2], strict=False):
            drawn = components.first_components(left)
            with column:
                subheading(method.name)
                figure = figures.embedding(
                    left[:, list(drawn)],
                    problem.row_labels,
                    names=problem.row_names,
                    titles=_titles("", *drawn),
                    classes=classes,
                    height=300,
                    theme=theme(),
                )
                show(
                    figure,
                    key=f"method_{method.name}",
                    alt=f"Two components of {method.name}",
                    samples=np.arange(len(left)),
                )
                skipped = components.skipped(drawn, problem.row_word, chosen=False)
                scores = _caption(method.meaning, method.one_side, method.both)
                st.caption(" ".join(filter(None, [scores, skipped])))
    for method in methods:
        if method.left is None:
            note(f"{method.name}: {plain(method.problem)}")
    st.caption(
        f"Two of {rank} components of the rows. Neighbour score: {words.NEIGHBOURS}. It uses all components, "
        "and it is not an accuracy on held-out samples."
    )


def _caption(meaning: str, one: float | None, both: float | None) -> str:
    scores = [f"rows {share(one)}"] if one is not None else []
    scores += [f"rows and columns {share(both)}"] if both is not None else []
    formula = meaning.startswith("exp(")
    return (
        plain(meaning if formula else capitalised(meaning))
        + (". Neighbour score: " + ", ".join(scores) if scores else "")
        + "."
    )


def _choices(state: Decomposition) -> None:
    effects, rank = state.effects, state.view.rank
    st.markdown(words.changes(effects, rank, len(state.problem.row_names)))
    st.dataframe(_table(effects, rank), hide_index=True)
    scored = any(effect.left is not None for effect in effects)
    rescaled = any(effect.group == "Scaling of the table" for effect in effects)
    st.caption(words.choices(scored=scored, rescaled=rescaled))


def _table(effects: tuple[Effect, ...], rank: int) -> pd.DataFrame:
    def percent(part: float | None) -> str:
        return "" if part is None else share(part)

    rows = [
        {
            "choice": effect.group,
            "set to": effect.name + (" (in use)" if effect.current else ""),
            "first values": ", ".join(map(number, effect.values)) if effect.values else effect.problem,
            f"energy of the first {rank}": percent(effect.energy) if effect.values else "",
            "neighbour score, rows": percent(effect.left),
            "neighbour score, rows and columns": percent(effect.both),
        }
        for effect in effects
    ]
    table = pd.DataFrame(rows)
    return table.loc[:, (table != "").any()]


@fragment
def _two_embeddings(state: Decomposition) -> None:
    """Left and right side by side, or each sample's two places joined in one figure."""
    current, problem, found = state.current, state.problem, state.found
    rank = min(state.view.rank, found.triplets.rank)
    usual = components.first_components(found.triplets.left[:, :rank], found.triplets.right[:, :rank])
    across, up, joined = _controls(current, problem, rank, usual)
    if (across, up) == usual and (said := components.skipped(usual, problem.row_word)):
        st.markdown(said)
    left, right = (_plane(side, across, up) for side in found.features(rank, state.view.scaling))
    if joined:
        drawn = joined_embeddings(
            left,
            right,
            problem.row_labels,
            names=problem.row_names,
            titles=_titles("", across, up),
            marked=around.chosen(),
            theme=theme(),
        )
        show(drawn, key="joined_places", alt=_JOINED, samples=np.arange(len(left)))
        st.caption(words.joined(problem))
        return
    captions = words.embeddings(problem)
    classes = None if problem.row_labels is None else class_names(problem.row_labels)
    sides = (
        ("left", "As rows", left, problem.row_labels, problem.row_names, captions[0]),
        ("right", "As columns", right, problem.column_labels, problem.column_names, captions[1]),
    )
    for column, (side, heading, points, labels, names, caption) in zip(st.columns(2), sides, strict=True):
        linked = side == "left" or problem.same_samples
        thing = problem.row_word if side == "left" else problem.column_word
        key = current.key(f"{side}_embedding")
        with column:
            subheading(heading)
            show(
                figures.embedding(
                    points,
                    labels,
                    names=names,
                    titles=_titles("u" if side == "left" else "v", across, up),
                    classes=None if labels is None else classes,
                    theme=theme(),
                ),
                key=key,
                alt=f"{heading}: component {across + 1} against {up + 1}",
                samples=np.arange(len(points)) if linked else None,
            )
            st.caption(" ".join(filter(None, [caption, components.localised(points, thing)])))


def _controls(current: Active, problem: Problem, rank: int, usual: tuple[int, int]) -> tuple[int, int, bool]:
    """The two components (0-based, ``usual`` at first), and whether to join."""
    components = list(range(1, rank + 1))
    row = st.columns([1, 1, 2], vertical_alignment="bottom")
    across, up = (
        pick(
            label,
            components,
            current.control(f"{label.lower()}_{rank}"),
            default=first + 1,
            labelled=True,
            where=column,
        )
        for label, first, column in zip(("Across", "Up"), usual, row[:2], strict=True)
    )
    joined = problem.same_samples and toggle(
        "Join the two places",
        current.control("joined"),
        where=row[2],
        help="Both embeddings in one figure. A line joins the place as a row and the place as a column.",
    )
    return across - 1, up - 1, bool(joined)


def _plane(features: np.ndarray, across: int, up: int) -> np.ndarray:
    return np.column_stack([features[:, across], features[:, up]])


def _titles(letter: str, across: int, up: int) -> tuple[str, str]:
    prefix = f"{letter} " if letter else ""
    return f"{prefix}component {across + 1}", f"{prefix}component {up + 1}"
