"""Both embeddings with linked selection: a sample clicked in one is marked in both.

UI floor.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from askcore import figures
from askcore.experiments import Spectra, SpectralProblem
from askcore.figures import class_names
from askcore.ui import spectra_words as words
from askcore.ui.dataset import Active
from askcore.ui.pages.decisions.details import place_of
from askcore.ui.spectra_panels import View
from askcore.ui.theme import look, show

__all__ = ["two_embeddings"]


@st.fragment
def two_embeddings(current: Active, problem: SpectralProblem, found: Spectra, view: View) -> None:
    """Left and right side by side, or each sample's two places joined in one figure."""
    rank = min(view.rank, found.triplets.rank)
    across, up, marked, joined = _controls(current, problem, rank)
    left, right = (_plane(side, across, up) for side in found.features(rank, view.scaling))
    if joined:
        drawn = figures.joined_embeddings(
            left,
            right,
            problem.row_labels,
            names=problem.row_ids,
            titles=_titles("", across, up),
            marked=marked,
            theme=look(),
        )
        show(drawn, key="joined", alt="Each sample's place as a row and as a column, joined")
        st.caption(words.joined(problem))
        return
    captions = words.embeddings(problem)
    classes = None if problem.row_labels is None else class_names(problem.row_labels)
    sides = (
        ("left", "As rows", left, problem.row_labels, problem.row_ids, captions[0]),
        ("right", "As columns", right, problem.column_labels, problem.column_ids, captions[1]),
    )
    for column, (side, heading, points, labels, names, caption) in zip(st.columns(2), sides, strict=True):
        linked = side == "left" or problem.same_samples
        thing = problem.row_thing if side == "left" else problem.column_thing
        key = current.key(f"{side}_embedding")
        with column:
            st.markdown(f"##### {heading}")
            show(
                figures.embedding(
                    points,
                    labels,
                    names=names,
                    titles=_titles("u" if side == "left" else "v", across, up),
                    classes=None if labels is None else classes,
                    marked=marked if linked else None,
                    theme=look(),
                ),
                key=key,
                alt=f"{heading}: component {across + 1} against {up + 1}",
                on_point=partial(_mark, current, problem, key) if linked else None,
            )
            st.caption(" ".join(filter(None, [caption, words.localised(points, thing)])))


def _controls(current: Active, problem: SpectralProblem, rank: int) -> tuple[int, int, int | None, bool]:
    """The two components (0-based), the marked sample, and whether to join."""
    components = list(range(1, rank + 1))
    row = st.columns([1, 1, 2, 2], vertical_alignment="bottom")
    across = row[0].selectbox("Across", components, 0, key=current.key(f"across_{rank}"), filter_mode=None)
    up = row[1].selectbox("Up", components, min(1, rank - 1), key=current.key(f"up_{rank}"), filter_mode=None)
    marked = row[2].selectbox(
        f"Marked {problem.row_thing}",
        range(len(problem.row_ids)),
        None,
        format_func=problem.row_ids.__getitem__,
        key=current.key("marked"),
        placeholder="Click a point, or choose",
        filter_mode="contains",
    )
    joined = problem.same_samples and row[3].toggle(
        "Join the two places",
        False,
        key=current.key("joined"),
        help="Both embeddings in one figure, with a line from the place as a row to the place as a column.",
    )
    return (across or 1) - 1, (up or 1) - 1, marked, bool(joined)


def _mark(current: Active, problem: SpectralProblem, chart: str) -> None:
    """Mark the sample whose point was clicked in the figure with key ``chart``."""
    place = place_of(st.session_state[chart].get("selection", {}).get("points", []))
    if place is not None and 0 <= place < len(problem.row_ids):
        st.session_state[current.key("marked")] = place


def _plane(features: np.ndarray, across: int, up: int) -> np.ndarray:
    return np.column_stack([features[:, across], features[:, up]])


def _titles(letter: str, across: int, up: int) -> tuple[str, str]:
    prefix = f"{letter} " if letter else ""
    return f"{prefix}component {across + 1}", f"{prefix}component {up + 1}"
