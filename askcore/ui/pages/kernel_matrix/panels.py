"""The head of the page "Kernel matrix": verdict, figures, the matrix with its parts, and their spectra.

UI floor.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from askcore import figures
from askcore._format import number, share
from askcore.experiments import Problem
from askcore.experiments.matrix.parts import Entries, MatrixPart
from askcore.figures.overlays import pickable, tile
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import choose, pick
from askcore.ui.data.dataset import Active
from askcore.ui.guard import fragment
from askcore.ui.matrices import Blocks, entry_words, offer_all_rows
from askcore.ui.pages.kernel_matrix import words
from askcore.ui.pages.kernel_matrix.state import AS_GIVEN, BY_CLASS, KernelMatrix
from askcore.ui.pages.kernel_matrix.words import of_drawn
from askcore.ui.pieces import heading, metrics, side_by_side
from askcore.ui.text import glossary
from askcore.ui.text.terms import say
from askcore.ui.text.words import signature_of_all


def draw_verdict(state: KernelMatrix) -> None:
    """The finding, what was drawn at random, and four figures."""
    problem, entries, part = state.problem, state.entries, state.part
    say(words.verdict(problem, entries, part))
    note = words.part_note(part, entries)
    if note:
        st.markdown(note)
    if part.is_square and not part.whole and entries.definiteness is None:
        offer_all_rows(state.current, state.choice)
    _metrics(entries, part)


def draw_pair(state: KernelMatrix) -> None:
    """The matrix, and its spectra."""
    side_by_side(lambda: _matrix(state), lambda: _spectra(state))


def _metrics(entries: Entries, part: MatrixPart) -> None:
    """Four figures; where one is of a part of K, its name says so."""
    found, drawn = part.found, of_drawn(part)
    if part.is_square:
        whole = entries.definiteness
        known = whole is not None and whole.negative is not None and not part.whole
        of_part = " · ".join(f"{count:,}" for count in found.signature or (0, 0, 0))
        first = ("Skew-symmetric share", share(0.0 if entries.is_symmetric else entries.skew_share), _SHARE)
        second = (
            "Signature +, −, 0" if known else f"Signature +, −, 0{drawn}",
            signature_of_all(whole) if whole is not None and known else of_part,
            _SIGNATURE,
        )
    else:
        apart = found.densities
        first = ("Rows × columns", f"{part.shape[0]:,} × {part.shape[1]:,}", "")
        second = (
            f"Rows against columns, nats{drawn}",
            number(apart.rows_from_columns) if apart else "undefined",
            _APART,
        )
    metrics(
        first,
        second,
        (f"Rank{drawn}", f"{found.numerical_rank or 0:,}", _RANK),
        (f"Effective rank{drawn}", number(found.effective_rank or 0.0), _EFFECTIVE),
    )


_SHARE = (
    "The energy of the skew-symmetric part (K − Kᵀ)/2 over the energy of K. Energy is the sum of squared entries. At "
    "0% K is symmetric; at 50% both parts have the same energy."
)
_SIGNATURE = (
    "How many eigenvalues of the symmetric part (K + Kᵀ)/2 are positive, negative and zero. If some are positive and "
    "some negative, it is indefinite."
)
_APART = (
    "KL divergence of the row data from the column data, both taken as Gaussians: 0 for equal distributions."
)
_RANK = glossary.term("rank").short
_EFFECTIVE = glossary.term("effective rank").whole


WHOLE, SYMMETRIC, SKEW = "K", "Symmetric", "Skew-symmetric"
_VALUES = {WHOLE: "K(u, v)", SYMMETRIC: "symmetric part", SKEW: "skew-symmetric part"}
PARTS, SINGULAR = "Both parts", "Singular values"
SAMPLES, OPEN = "Two samples", "matrix_details"  # the tab that reads a pair, and the key of the tabs
_PICKED = "_pair_picked"


def order_of(state: KernelMatrix) -> str:
    """The order that is chosen, or the first one."""
    chosen = st.session_state.get(state.current.control("matrix_order"))
    return chosen if chosen in state.orders else state.orders[0]


@fragment
def _matrix(state: KernelMatrix) -> None:
    """K, its symmetric or its skew-symmetric part, ordered."""
    current, problem = state.current, state.problem
    if st.session_state.pop(_PICKED, False):
        st.rerun()  # the tabs below lie outside of this fragment
    heading("The matrix")
    square = problem.shape[0] == problem.shape[1]
    left, right = (st.container() if square else None), st.container()  # three long names need the width
    shown = WHOLE
    if left is not None:
        shown = choose("Part", [WHOLE, SYMMETRIC, SKEW], current.control("matrix_part"), where=left)
    order = pick(
        "Order of rows and columns",
        state.orders,
        current.control("matrix_order"),
        titles=lambda name: f"Ordered {name}" if name != AS_GIVEN else "In the order of the file",
        where=right,
    )
    blocks = state.blocks(order)
    drawn, key = _picture(blocks, shown, order), state.key("matrix")
    exact = blocks.means.is_exact
    show(
        pickable(drawn, drawn.figure.data[0].z, value=_VALUES[shown]) if exact else drawn,
        key=key,
        alt=f"K or its part “{shown}” as a heatmap, ordered {order}",
        on_point=partial(_pick, current, blocks, key) if exact else None,
    )
    click = _click(blocks.means.means.shape) if exact else ""
    st.caption(_caption(problem, shown, square=square) + click)


@fragment
def _spectra(state: KernelMatrix) -> None:
    """Eigenvalues of both parts, or singular values."""
    part = state.part
    heading("Its spectra")
    found = part.found
    ways = [PARTS, SINGULAR] if found.symmetric_eigenvalues is not None else [SINGULAR]
    way = choose("Spectrum", ways, state.current.control("spectrum"))
    if way == PARTS and found.symmetric_eigenvalues is not None and found.skew_moduli is not None:
        drawn = figures.parts_spectrum(found.symmetric_eigenvalues, found.skew_moduli, theme=theme())
        caption = words.parts([trace.name for trace in drawn.figure.data])
    else:
        assert found.singular_values is not None
        drawn = figures.singular_spectrum(found.singular_values, found.eigenvalue_moduli, theme=theme())
        caption = words.singular(square=part.is_square, moduli=found.eigenvalue_moduli is not None)
    show(drawn, key=state.key("spectra"), alt=f"Spectrum: {way}")
    st.caption(caption if part.whole else f"{caption} These are the spectra of {len(part.rows):,} rows.")


def _pick(current: Active, blocks: Blocks, chart: str) -> None:
    """The pair that was clicked in the figure with key ``chart`` becomes that of the tab "Two samples"."""
    places = [p.get("customdata") for p in st.session_state[chart].get("selection", {}).get("points", [])]
    rows, columns = blocks.places
    for place in places:
        if isinstance(place, list) and len(place) == 2:
            i, j = int(place[0]), int(place[1])
            if 0 <= i < len(rows) and 0 <= j < len(columns):
                st.session_state[current.key("pair_u")] = int(rows[i])
                st.session_state[current.key("pair_v")] = int(columns[j])
                st.session_state[OPEN] = SAMPLES
                st.session_state[_PICKED] = True


def _click(shape: tuple[int, int]) -> str:
    """What a click does, and which entry it takes where points are fewer than entries."""
    rows, columns = tile(shape)
    nearby = f" A click opens the largest of the {rows} × {columns} entries around it."
    said = f" Click an entry to compare the two samples under “{SAMPLES}” below."
    return said + nearby if rows * columns > 1 else said


def _picture(blocks: Blocks, shown: str, order: str) -> figures.Picture:
    means = blocks.means.means
    if shown == SYMMETRIC:
        means = (means + means.T) / 2
    elif shown == SKEW:
        means = (means - means.T) / 2
    return blocks.picture(_VALUES[shown], means=means, by_class=order == BY_CLASS)


def _caption(problem: Problem, shown: str, *, square: bool) -> str:
    if not square:
        return (
            "Rows and columns are different things, so there is no diagonal. Blue is negative, orange positive. "
            "The order of rows and columns is the chosen one; it is not a distance."
        )
    if shown == SYMMETRIC:
        return (
            "The symmetric part (K + Kᵀ)/2, on the colour scale of K. A method that uses it as its kernel "
            "does not see the skew-symmetric part of K. Do not conclude that it contains what separates the classes."
        )
    if shown == SKEW:
        return (
            "The skew-symmetric part (K − Kᵀ)/2, on the colour scale of K. Orange: K(u, v) is larger than K(v, u); "
            "blue: it is smaller. Strong colours do not mean that direction helps to classify."
        )
    return (
        f"{entry_words(problem)} Where the picture differs from its mirror image across the diagonal, K is asymmetric. "
        "Groups may look clearer in the chosen order than they are."
    )
