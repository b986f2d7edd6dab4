"""What the positive and the negative part of a symmetric matrix see: samples by their coordinates, or entries.

UI floor.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore import figures
from askcore.experiments import class_order
from askcore.experiments.matrix.signed import IndefiniteLook
from askcore.experiments.spectral_problem import SpectralProblem
from askcore.figures import class_names
from askcore.ui import words_indefinite as words
from askcore.ui.dataset import Active
from askcore.ui.theme import look, show

__all__ = ["both_parts", "labels_of"]

PLACES, ENTRIES = "Coordinates", "Entries"
SIDES = ((1, "K₊", "positive"), (-1, "K₋", "negative"))


def labels_of(problem: SpectralProblem, found: IndefiniteLook) -> np.ndarray | None:
    """Labels of the samples looked at; None where there are none."""
    labels = None if problem.row_labels is None else np.asarray(problem.row_labels)[found.places]
    return labels if labels is None or labels.dtype.kind != "U" or (labels != "").any() else None


@st.fragment
def both_parts(current: Active, problem: SpectralProblem, found: IndefiniteLook, names: list[str]) -> None:
    """K+ and K- side by side."""
    labels = labels_of(problem, found)
    points = {sign: found.coordinates(sign) for sign, *_ in SIDES}
    st.markdown(words.both_see(points[1], points[-1], labels))
    way = st.segmented_control(
        "Shown",
        [PLACES, ENTRIES],
        default=PLACES,
        required=True,
        key="signed_parts",
        label_visibility="collapsed",
    )
    for column, (sign, name, kind) in zip(st.columns(2), SIDES, strict=True):
        with column:
            st.markdown(f"##### {name}, the {kind} part")
            if way == ENTRIES:
                _entries(current, found, labels, names, sign, name)
            else:
                _places(current, points[sign], labels, names, sign, kind)
    if way == ENTRIES:
        st.caption(
            "K = K₊ − K₋, on one colour scale; samples are ordered by class where they have one. Where K₋ is strong, K "
            "is less than K₊ says. Both parts are kernels of their own, so a strong diagonal is no finding."
        )
    else:
        st.caption(
            "Each sample at its two leading coordinates √|λ| u of either sign: ordinary inner products on the left, to "
            "be taken off on the right. Axes differ in scale. Two coordinates are not all: groups that overlap here "
            "may come apart in the others."
        )


def _places(
    current: Active, points: np.ndarray, labels: np.ndarray | None, names: list[str], sign: int, kind: str
) -> None:
    if not points.shape[1]:
        st.info(f"No eigenvalue is {kind}: there is nothing on this side.", icon=":material/info:")
        return
    plane = points[:, :2] if points.shape[1] > 1 else np.column_stack([points[:, 0], np.zeros(len(points))])
    show(
        figures.embedding(
            plane,
            labels,
            names=names,
            titles=(f"{kind} coordinate 1", f"{kind} coordinate 2"),
            classes=None if labels is None else class_names(labels),
            height=380,
            theme=look(),
        ),
        key=f"signed_{kind}_{current.key('figure')}",
        alt=f"Samples by their two leading {kind} coordinates",
    )


def _entries(
    current: Active, found: IndefiniteLook, labels: np.ndarray | None, names: list[str], sign: int, name: str
) -> None:
    order = class_order(labels, len(found.K))
    part = found.part(sign)[np.ix_(order, order)]
    limit = figures.colour_limit(found.part(1) if found.signature[0] else found.part(-1))
    means = figures.block_heatmap if len(part) else None
    if means is None:
        return
    edges = np.append(np.arange(0, len(part), -(-len(part) // 200)), len(part))
    starts, sizes = edges[:-1], np.diff(edges)
    blocks = np.add.reduceat(np.add.reduceat(part, starts, axis=0), starts, axis=1) / np.outer(sizes, sizes)
    ordered = None if labels is None else labels[order]
    shown = [names[i] for i in order]
    show(
        figures.block_heatmap(
            blocks,
            edges,
            edges,
            limit=limit,
            row_names=shown,
            column_names=shown,
            row_labels=ordered,
            column_labels=ordered,
            value=name,
            titles=("u", "v"),
            theme=look(),
        ),
        key=f"entries_{sign}_{current.key('figure')}",
        alt=f"{name} as a heatmap",
    )
