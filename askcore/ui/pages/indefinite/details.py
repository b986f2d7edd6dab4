"""The tabs below the figures of the page "Indefinite kernels"; only the open one is computed.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
import streamlit as st

from askcore import figures
from askcore._format import number
from askcore.experiments import class_order
from askcore.experiments.matrix.blocks import block_means
from askcore.experiments.matrix.signed import SignedParts, signed_pair, signed_terms
from askcore.figures.bars import energy_shares, signed_gaps
from askcore.figures.heatmaps import colour_limit
from askcore.figures.parts.classes import class_names
from askcore.operators import as_operator
from askcore.ui import components
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import choose
from askcore.ui.guard import fragment
from askcore.ui.matrices import Blocks, pick_pair
from askcore.ui.pages.indefinite import words
from askcore.ui.pages.indefinite.pays import draw_corrections, draw_three_kinds
from askcore.ui.pages.indefinite.spheres import draw_spheres
from askcore.ui.pages.indefinite.state import IndefiniteKernel
from askcore.ui.pieces import folded, metrics, note, subheading

OPEN = "indefinite_details"  # in the session: the tab that is open


def tab_panels(state: IndefiniteKernel) -> dict[str, Callable[[], None]]:
    """Titles of the tabs and what draws each."""
    spheres = {} if state.shows_spheres else {"Two spheres": draw_spheres}
    return {
        "K₊ and K₋": lambda: _both_parts(state),
        "Two samples": lambda: _two_samples(state),
        "Clip, flip, square, shift": lambda: draw_corrections(state),
        "Does it pay?": lambda: draw_three_kinds(state),
        "Indefinite or asymmetric?": lambda: _against_asymmetry(state),
        **spheres,
    }


def _against_asymmetry(state: IndefiniteKernel) -> None:
    """Energy of the two signs and of the skew part side by side, and the two notions in words."""
    entries, found, whole = state.entries, state.parts, state.whole
    if found.symmetrized in ("", "mean"):
        skew = 0.0 if entries.is_symmetric else entries.skew_share
        negative = words.energy_of(found, whole) * (1.0 - skew)
        show(
            energy_shares(1.0 - skew - negative, negative, skew, theme=theme()),
            key=state.key("energy_shares"),
            alt="Shares of the energy of K in its positive, its negative and its skew-symmetric part",
        )
        drawn = (
            ""
            if found.whole or whole is not None
            else " The shares of K₊ and K₋ are estimated from the samples chosen at random."
        )
        centred = " K₊ and K₋ are those after centring." if found.centred else ""
        st.caption(
            "K is K₊ − K₋ plus the skew-symmetric part, and the energies add up. An orange part means that the "
            "symmetric part is indefinite; a green part means that K is asymmetric. Even a small share may be what "
            f"separates the classes.{drawn}{centred}"
        )
    for sentence in words.signs_and_order(found, entries, whole):
        st.markdown(f"- {sentence}")


PLACES, ENTRIES = "Coordinates", "Entries"
SIDES = ((1, "K₊", "positive"), (-1, "K₋", "negative"))


@fragment
def _both_parts(state: IndefiniteKernel) -> None:
    """K+ and K- side by side."""
    found, labels = state.parts, state.labels
    points = {sign: found.coordinates(sign) for sign, *_ in SIDES}
    st.markdown(words.both_see(points[1], points[-1], labels, drawn=not found.whole))
    way = choose("Shown", [PLACES, ENTRIES], "signed_parts")
    parts = {sign: found.part(sign) for sign, *_ in SIDES} if way == ENTRIES else {}
    for column, (sign, name, kind) in zip(st.columns(2), SIDES, strict=True):
        with column:
            subheading(f"{name}, the {kind} part")
            if way == ENTRIES:
                _entries(state, parts, sign, name)
            else:
                _places(state, points[sign], kind)
    if way == ENTRIES:
        K = words.letter(found)
        st.caption(
            f"{K} = K₊ − K₋, on one colour scale; samples are ordered by class if they have labels. Where K₋ is "
            f"large, {K} is smaller than K₊. Both are Mercer kernels, so a strong diagonal is normal."
        )
    else:
        st.caption(
            "Each point is a sample at two of its leading coordinates √|λ| u. Products of positive coordinates "
            "are added, products of negative ones subtracted. The scales differ, and groups that overlap here may "
            "differ in other coordinates."
        )


def _places(state: IndefiniteKernel, points: np.ndarray, kind: str) -> None:
    labels = state.labels
    if not points.shape[1]:
        note(words.none_of(state.parts, kind))
        return
    drawn = components.first_components(points[:, :LEADING])
    plane = (
        points[:, list(drawn)]
        if points.shape[1] > 1
        else np.column_stack([points[:, 0], np.zeros(len(points))])
    )
    across, up = (f"{kind} coordinate {place + 1}" for place in (drawn if points.shape[1] > 1 else (0, 1)))
    show(
        figures.embedding(
            plane,
            labels,
            names=state.names,
            titles=(across, up),
            classes=None if labels is None else class_names(labels),
            height=380,
            theme=theme(),
        ),
        key=state.key(f"signed_{kind}"),
        alt=f"Samples by two of their leading {kind} coordinates",
        samples=state.parts.places,
    )
    skipped = components.skipped(drawn, state.problem.row_word, "coordinate")
    if skipped:
        st.caption(skipped)


def _entries(state: IndefiniteKernel, parts: Mapping[int, np.ndarray], sign: int, name: str) -> None:
    """One of both parts, on the colours of K+ or, where K has none, of K-."""
    found, labels = state.parts, state.labels
    if not len(found.K):
        return
    order = class_order(labels, len(found.K))
    limit = colour_limit(parts[1] if found.signature[0] else parts[-1])
    K = as_operator(parts[sign])
    means = block_means(K, order, order, max_blocks=200)
    blocks = Blocks.of(means, (state.names,) * 2, (labels,) * 2)
    show(
        blocks.picture(name, limit=limit),
        key=state.key(f"entries_{sign}"),
        alt=f"{name} as a heatmap",
    )


LEADING = 12


@fragment
def _two_samples(state: IndefiniteKernel) -> None:
    """Choose two, and see what lies between them in each sign."""
    found, names = state.parts, state.names
    u, v = pick_pair(
        (names, names),
        (state.problem.row_word,) * 2,
        found.most_negative,
        lambda letter: state.current.key(f"signed_{letter}_{len(names)}"),
    )
    between, K = signed_pair(found, u, v), words.letter(found)
    metrics(
        ("Squared distance", number(between.squared), f"{K}(u, u) + {K}(v, v) − 2 {K}(u, v)."),
        (
            "In the positive part",
            number(between.plus),
            "The squared distance of the coordinates with positive eigenvalues.",
        ),
        (
            "In the negative part",
            number(between.minus),
            "The squared distance of the coordinates with negative eigenvalues. It is subtracted.",
        ),
        (
            f"{K}(u, v)",
            number(float(found.K[u, v])),
            "After symmetrising and centring, as chosen in the settings.",
        ),
    )
    st.markdown(words.pair(between, names[u], names[v], K))
    terms = signed_terms(found, u, v)
    drawn = signed_gaps(terms, theme=theme())
    show(
        drawn,
        key=state.key("signed_gaps"),
        alt="What each eigenvalue adds to the squared distance of the two samples, or subtracts",
    )
    part = None if found.whole else (len(found.places), found.size)
    st.caption(
        "Each bar is one coordinate: its squared difference is added, or subtracted if its eigenvalue is negative. "
        f"{words.sum_of_terms(sum(len(bars.x) for bars in drawn.data), len(terms), part)} The pair shown first has the "
        "lowest squared distance of all. One pair says nothing about the others."
    )
    if box := folded("Coordinates of the two", "signed_coordinates"):
        with box:
            st.dataframe(coordinates_table(found, u, v, names), hide_index=True)
            st.caption(
                f"The {LEADING} leading coordinates √|λ| u. The products of all coordinates, with their signs, add up "
                f"to {K}(u, v)."
            )


def coordinates_table(found: SignedParts, u: int, v: int, names: list[str]) -> pd.DataFrame:
    """The leading coordinates of two samples, with the sign of each."""
    space = found.space
    kept = min(LEADING, space.points.shape[1])
    return pd.DataFrame(
        {
            "number": np.arange(1, kept + 1),
            "sign": np.where(space.signs[:kept] > 0, "+", "−"),
            "eigenvalue": [number(float(value)) for value in found.values[:kept]],
            f"u: {names[u]}": [number(float(x)) for x in space.points[u, :kept]],
            f"v: {names[v]}": [number(float(x)) for x in space.points[v, :kept]],
        }
    )
