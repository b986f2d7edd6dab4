"""The tabs below the figures of the page "Indefinite kernels"; only the open one is computed.

UI floor.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from askcore import figures
from askcore._format import number
from askcore.experiments import Entries, KernelChoice, Problem, class_order
from askcore.experiments.matrix.signed import SignedParts, signed_pair, signed_terms
from askcore.figures import class_names
from askcore.figures.bars import energy_shares, signed_gaps
from askcore.ui.dataset import Active
from askcore.ui.pages.indefinite import words
from askcore.ui.pages.indefinite.pays import corrections, three_kinds
from askcore.ui.pages.indefinite.spheres import two_spheres
from askcore.ui.theme import look, show

__all__ = ["both_parts", "coordinates_table", "demonstration", "details", "labels_of", "two_samples"]

PARTS, SAMPLES, FIXES, KINDS, COUSIN, SPHERES = (
    "What K₊ and K₋ see",
    "Two samples",
    "Clip, flip, square, shift",
    "Does it pay?",
    "Against asymmetry",
    "Two spheres",
)
_OPEN = "indefinite_details"


def details(
    current: Active,
    choice: KernelChoice,
    problem: Problem,
    entries: Entries,
    found: SignedParts,
    names: list[str],
) -> None:
    """The signed parts, a pair, corrections, three kinds of kernel, the asymmetric cousin, the demonstration."""
    titles = [PARTS, SAMPLES, FIXES, KINDS, COUSIN, SPHERES]
    tabs = dict(zip(titles, st.tabs(titles, key=_OPEN, on_change="rerun"), strict=True))
    opened = next((name for name, tab in tabs.items() if tab.open), PARTS)
    with tabs[opened]:
        if opened == PARTS:
            both_parts(current, problem, found, names)
        elif opened == SAMPLES:
            two_samples(current, problem, found, names)
        elif opened == FIXES:
            corrections(current, choice, found)
        elif opened == KINDS:
            three_kinds(current)
        elif opened == COUSIN:
            against_asymmetry(current, problem, entries, found)
        else:
            two_spheres()


def demonstration() -> None:
    """The two spheres alone, where the chosen data have no signs to look at."""
    st.subheader("What an indefinite kernel can do")
    two_spheres()


def against_asymmetry(current: Active, problem: Problem, entries: Entries, found: SignedParts) -> None:
    """Energy of the two signs and of the skew part side by side, and the two notions in words."""
    if found.symmetrized in ("", "mean"):
        skew = 0.0 if entries.is_symmetric else entries.skew_share
        negative = found.negative_energy * (1.0 - skew)
        show(
            energy_shares(1.0 - skew - negative, negative, skew, theme=look()),
            key=f"energy_shares_{current.key('figure')}",
            alt="Shares of the energy of K in its positive, its negative and its skew part",
        )
        drawn = "" if found.whole else " The two signs are estimated from the samples that were drawn."
        centred = " The signs are those after centring." if found.centred else ""
        st.caption(
            "K = K₊ − K₋ + skew part, and the energies (sums of squared entries) add up. A positive definite kernel is "
            "blue alone; vermillion makes it indefinite, green asymmetric. A small share may carry all that tells "
            f"classes apart.{drawn}{centred}"
        )
    for sentence in words.asymmetric_cousin(found, entries):
        st.markdown(f"- {sentence}")


PLACES, ENTRIES = "Coordinates", "Entries"
SIDES = ((1, "K₊", "positive"), (-1, "K₋", "negative"))


def labels_of(problem: Problem, found: SignedParts) -> np.ndarray | None:
    """Labels of the samples looked at; None where there are none."""
    labels = None if problem.row_labels is None else np.asarray(problem.row_labels)[found.places]
    return labels if labels is None or labels.dtype.kind != "U" or (labels != "").any() else None


@st.fragment
def both_parts(current: Active, problem: Problem, found: SignedParts, names: list[str]) -> None:
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
    current: Active, found: SignedParts, labels: np.ndarray | None, names: list[str], sign: int, name: str
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


LEADING = 12


@st.fragment
def two_samples(current: Active, problem: Problem, found: SignedParts, names: list[str]) -> None:
    """Choose two, and see what lies between them in each sign."""
    start = found.most_negative
    chosen = []
    for column, letter, usual in zip(st.columns(2), "uv", start, strict=True):
        at = column.selectbox(
            f"{letter}, a {problem.row_word}",
            range(len(names)),
            index=usual,
            format_func=names.__getitem__,
            key=current.key(f"signed_{letter}_{len(names)}"),
            filter_mode="contains",
        )
        chosen.append(usual if at is None else int(at))
    u, v = chosen
    between = signed_pair(found, u, v)
    row = st.container(horizontal=True)
    row.metric(
        "Squared distance", number(between.squared), border=True, help="K(u, u) + K(v, v) − 2 K(u, v)."
    )
    row.metric(
        "In the positive part", number(between.plus), border=True, help="Between the coordinates of sign +."
    )
    row.metric(
        "In the negative part", number(between.minus), border=True, help="Between those of sign −; taken off."
    )
    row.metric(
        "K(u, v)", number(float(found.K[u, v])), border=True, help="As looked at, symmetrised and centred."
    )
    st.markdown(words.pair(between, names[u], names[v]))
    show(
        signed_gaps(signed_terms(found, u, v), theme=look()),
        key=f"signed_gaps_{current.key('figure')}",
        alt="What each eigenvalue adds to the squared distance of the two samples, or takes off",
    )
    st.caption(
        "Each coordinate adds the square of the difference between the two or, where its eigenvalue is negative, takes "
        "it off; the bars add up to the squared distance. The first pair on offer has the lowest. One pair says "
        "nothing about the others."
    )
    with st.expander("Coordinates of the two", on_change="rerun", key="signed_coordinates") as box:
        if box.open:
            st.dataframe(coordinates_table(found, u, v, names), hide_index=True)
            st.caption(
                f"The {LEADING} leading coordinates √|λ| u of either sign. Their products, with the signs, add up to K."
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
