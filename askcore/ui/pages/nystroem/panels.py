"""The live part of the page "Nyström speed-up": verdict, numbers, what was sampled, the spectrum.

UI floor.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore import figures
from askcore._format import duration, share
from askcore.datasets import DataError, describe_sample, list_samples
from askcore.experiments.sampling.triplets import ExactTriplets, SampledTriplets
from askcore.figures.overlays import with_samples
from askcore.ui.charts.plots import screen_theme, show, theme
from askcore.ui.controls import choose
from askcore.ui.data.dataset import choose as choose_data
from askcore.ui.pages.nystroem import words
from askcore.ui.pages.nystroem.state import Nystroem
from askcore.ui.pieces import above, heading, metrics, note, side_by_side, warning
from askcore.ui.text import asked
from askcore.ui.text.terms import say
from askcore.ui.text.words import plain

UNCENTRED = "The matrix is not centred here, unlike on “Spectra”. "


def draw_run(state: Nystroem) -> None:
    """Everything about the one run that the sidebar sets; where its sample says nothing, the exact spectrum alone."""
    exact, kind = state.exact, state.current.data.kind
    sample = asked.sample_on(state.current, "nystroem")
    if sample is not None:
        asked.draw(sample)  # the verdict answers it
    try:
        found = state.sampled
    except DataError as error:
        st.markdown(words.exact_only(exact, data=kind))
        _offer_larger(exact, sparse=state.is_sparse)
        warning(plain(error))
        _spectrum(exact, None)
        return
    with above():
        say(words.verdict(exact, found, data=kind))
        _offer_larger(exact, sparse=state.is_sparse)
        of_rank = words.rank_note(exact, found, state.sampling.rank)
        if of_rank:
            note(of_rank)
        _metrics(exact, found)
    side_by_side(lambda: _matrix(state), lambda: _spectrum(exact, found))


def _offer_larger(exact: ExactTriplets, *, sparse: bool) -> None:
    """Where the data are too small: what size it takes, and the sample that this page is shown on."""
    name = next(name for name in list_samples() if describe_sample(name).page == "nystroem")
    title = describe_sample(name).title
    said = words.pays_from(exact, title, sparse=sparse)
    if said:
        st.markdown(said)
        st.button(f"Open {title}", key="open_larger", on_click=choose_data, args=(name,))


def _metrics(exact: ExactTriplets, found: SampledTriplets) -> None:
    sine, eta = words.errors()
    of_space, of_vectors = words.error_metrics(exact, found)
    metrics(
        ("Entries evaluated", share(found.share), _ENTRIES, f"of {exact.entries:,}"),
        (
            "Time of this run",
            duration(found.seconds),
            "Kernel and decomposition, measured now on this server. "
            f"Sampled: {duration(found.seconds_kernel)} for the kernel, {duration(found.seconds_solve)} for the rest. "
            f"Exact: {duration(exact.seconds_kernel)} and {duration(exact.seconds_solve)}.",
            f"exact: {duration(exact.seconds)}",
        ),
        ("Subspace error", of_space[0], sine, of_space[1]),
        ("η, the error of the paper", of_vectors[0], eta, of_vectors[1]),
    )


_ENTRIES = (
    "The share of the entries of the matrix that are in a sampled row or column. Entries that are read only to "
    "choose the rows and columns are not counted here; their time is counted."
)


def _matrix(state: Nystroem) -> None:
    """The matrix with the sampled rows and columns on it."""
    heading("What was sampled")
    problem, blocks, found = state.problem, state.blocks, state.sampled
    drawn = blocks.picture("K")
    rows, columns = (np.argsort(each) for each in blocks.places)
    chosen = rows[found.found.rows], columns[found.found.columns]
    drawn = with_samples(drawn, *chosen, problem.shape, theme=theme())
    show(drawn, key="sampled_matrix", alt="The matrix with the sampled rows and columns marked in it")
    st.caption(
        UNCENTRED + words.how_to_read(problem, in_blocks=not blocks.means.is_exact, theme=screen_theme())
    )


def _spectrum(exact: ExactTriplets, found: SampledTriplets | None) -> None:
    """Exact and sampled singular values."""
    heading("Result")
    scale = choose(
        "Singular values on a scale",
        ["Linear", "Logarithmic"],
        "spectrum_scale",
        default="Logarithmic",
        linked=True,
    )
    drawn = figures.sampled_spectrum(
        exact.triplets.values,
        [] if found is None else found.found.values,
        logarithmic=scale != "Linear",
        theme=theme(),
    )
    show(drawn, key="sampled_spectrum", alt="Exact singular values and those from the sample")
    if found is None:
        st.caption(
            "The exact singular values. The sample failed; do not conclude that the matrix has no structure."
        )
        return
    st.caption(
        words.crosses(exact.triplets.values[: exact.rank], found.found.values)
        + " "
        + " ".join(plain(note) for note in found.found.notes if "numerical rank" not in note)
    )
