"""The live part of the page "Nyström speed-up": verdict, numbers, what was sampled, the spectrum.

UI floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from askcore import figures
from askcore._format import duration, share
from askcore.datasets import DataError, MatrixData
from askcore.experiments import ExactTriplets, KernelChoice, SampledTriplets, SamplingChoice
from askcore.ui.cache import matrix
from askcore.ui.dataset import Active
from askcore.ui.pages.nystroem import state, words
from askcore.ui.theme import look, show
from askcore.ui.words import plain

__all__ = ["how_computed", "live"]

UNCENTRED = "The matrix as it is, its row and column means not taken away as they are on Spectra. "


def live(current: Active, choice: KernelChoice, sampling: SamplingChoice) -> None:
    """Everything about the one run that the sidebar sets; where its sample says nothing, the exact spectrum alone."""
    exact = state.exact(current.data, choice, sampling.rank)
    try:
        found = state.sampled(current.data, choice, sampling)
    except DataError as error:
        st.markdown(words.exact_only(exact, data=_word(current)))
        st.warning(plain(error), icon=":material/warning:")
        _spectrum(exact, None)
        return
    problem = matrix(current.data, choice)
    st.markdown(words.verdict(problem, exact, found, data=_word(current)))
    note = words.rank_note(exact, found, sampling.rank)
    if note:
        st.info(note, icon=":material/info:")
    _metrics(exact, found)
    left, right = st.columns(2)
    with left:
        _matrix(current, choice, found)
    with right:
        _spectrum(exact, found)


def _metrics(exact: ExactTriplets, found: SampledTriplets) -> None:
    sine, eta = words.errors()
    quiet: dict[str, Any] = {"delta_color": "off", "delta_arrow": "off", "border": True}
    entries, seconds, scale_free, paper = st.columns(4)
    entries.metric(
        "Entries evaluated",
        share(found.share),
        f"of {exact.entries:,}",
        **quiet,
        help="Entries in a sampled row or column, of all N × M. What a sampling reads beforehand, to choose, is not "
        "in it; the time that takes is.",
    )
    seconds.metric(
        "Time of this run",
        duration(found.seconds),
        f"exact: {duration(exact.seconds)}",
        **quiet,
        help="Kernel and decomposition, on this server, now: single runs, and the median of three where a run is "
        f"quick. Sampled: {duration(found.seconds_kernel)} for the kernel, "
        f"{duration(found.seconds_solve)} for the rest. Exact: {duration(exact.seconds_kernel)} and "
        f"{duration(exact.seconds_solve)}.",
    )
    of_space, of_vectors = words.error_metrics(found)
    scale_free.metric("Subspace error", *of_space, **quiet, help=sine)
    paper.metric("η, the paper's error", *of_vectors, **quiet, help=eta)
    st.caption(f"**Subspace error**: {_lowered(sine)} **η**: {_lowered(eta)}")


def _matrix(current: Active, choice: KernelChoice, found: SampledTriplets) -> None:
    """The matrix with the sampled rows and columns on it."""
    st.subheader("What was sampled")
    problem = matrix(current.data, choice)
    means = state.picture(current.data, choice)
    order = (means.row_order, means.column_order)
    labels = (problem.row_labels, problem.column_labels)
    drawn = figures.block_heatmap(
        means.means,
        means.row_limits,
        means.column_limits,
        limit=figures.colour_limit(means.means),
        row_names=[problem.row_names[i] for i in order[0]],
        column_names=[problem.column_names[i] for i in order[1]],
        row_labels=None if labels[0] is None else labels[0][order[0]],
        column_labels=None if labels[1] is None else labels[1][order[1]],
        value="K",
        titles=words.sides(problem.row_word, problem.column_word),
        theme=look(),
    )
    places = [np.argsort(each) for each in order]
    chosen = (places[0][found.found.rows], places[1][found.found.columns])
    drawn = figures.with_samples(drawn, *chosen, problem.shape, theme=look())
    show(drawn, key="sampled_matrix", alt="The matrix with the sampled rows and columns drawn on it")
    st.caption(UNCENTRED + words.drawn_how(problem, in_blocks=not means.is_exact, look=look()))


def _spectrum(exact: ExactTriplets, found: SampledTriplets | None) -> None:
    """Exact and sampled singular values."""
    st.subheader("What came of it")
    scale = st.segmented_control(
        "Singular values on a scale",
        ["Linear", "Logarithmic"],
        default="Logarithmic",
        required=True,
        key="spectrum_scale",
        bind="query-params",
        label_visibility="collapsed",
    )
    drawn = figures.sampled_spectrum(
        exact.triplets.values,
        [] if found is None else found.found.values,
        logarithmic=scale != "Linear",
        theme=look(),
    )
    show(drawn, key="sampled_spectrum", alt="Exact singular values and those from the sample")
    if found is None:
        st.caption("The exact singular values. Don't take the failed sample for a matrix without structure.")
        return
    st.caption(
        words.crosses(exact.triplets.values[: exact.rank], found.found.values)
        + " "
        + " ".join(plain(note) for note in found.found.notes if "numerical rank" not in note)
    )


def how_computed(sampling: SamplingChoice) -> None:
    """Formulas and protocol."""
    box = st.expander("How it is computed", on_change="rerun", key="nystroem_how")
    if not box.open:
        return
    with box:
        st.markdown(
            "Of the matrix $G$ ($N \\times M$) $n$ rows and $m$ columns are evaluated; where they cross lies "
            "$G_{nm} = U \\Lambda V^\\top$. The published formula (Tao et al. 2023) carries each vector over, then "
            "normalises it:"
        )
        st.latex(
            r"\tilde u_s \propto G_{N m}\, v_s / \lambda_s, \qquad \tilde v_s \propto G_{n M}^\top u_s / \lambda_s, "
            r"\qquad \tilde\lambda_s = \sqrt{NM/(nm)}\; \lambda_s"
        )
        st.markdown(
            "The improved one keeps $k = 3r$ modes of the same block and decomposes the product exactly, by two thin "
            "QR factorisations, before the cut at $r$:"
        )
        st.latex(r"G \approx G_{N m}\, V_k \Lambda_k^{-1} U_k^\top\, G_{n M}")
        st.markdown(
            "Errors against exact triplets $\\lambda_i, u_i, v_i$, with $\\theta_i$ the principal angles between the "
            "spaces, averaged over both sides:"
        )
        st.latex(
            r"\eta = \tfrac1r \sum_i \lambda_i \left[(1 - |u_i^\top \tilde u_i|) + (1 - |v_i^\top \tilde v_i|)\right], "
            r"\qquad \text{subspace error} = \tfrac1r \sum_i \sin\theta_i"
        )
        st.markdown(
            "Where singular values are equal, any mixture of their vectors is as exact: η takes the one nearest to the "
            "sampled vectors, and values that the cut at $r$ would part from equal ones have no part in either error."
        )
        st.markdown(
            "The matrix is not centred here. The exact method takes the sparse structure where there is one "
            "(kernels between the rows and columns of a graph), else Lanczos or, on small matrices, the full "
            "decomposition. Its time includes building the matrix; the sampled one evaluates its lines only. "
            + (
                ""
                if sampling.sampling in ("uniform", "cross")
                else "The sampling looks at a part of the matrix before it chooses. "
            )
            + "F1: the linear LS-SVM with γ = 1 on the vectors of both sides, each scaled to mean square 1, over five "
            "splits (60 % training)."
        )


def _word(current: Active) -> str:
    """What the data set is."""
    if isinstance(current.data, MatrixData):
        return "matrix"
    return "graph" if current.is_graph else "table"


def _lowered(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]
