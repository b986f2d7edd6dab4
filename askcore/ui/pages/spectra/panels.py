"""The head of the page "Spectra": components and scaling, notices, figures, singular values and their energy.

UI floor.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore import figures
from askcore._format import number
from askcore.experiments import ALL_VALUES, LEADING, KernelChoice, Problem, Spectra
from askcore.ui.dataset import Active
from askcore.ui.pages.spectra import state, words
from askcore.ui.pages.spectra.state import View
from askcore.ui.theme import look, show

__all__ = ["how_computed", "metrics", "notices", "pair"]

SCALES = ("Linear", "Logarithmic")
SHOWN = (f"First {LEADING}", "All")


def notices(problem: Problem, found: Spectra, view: View) -> None:
    """Which matrix it is, and what is odd about its spectrum."""
    st.caption(words.matrix(problem, center=view.center) + words.carried(found.summary, view.rank))
    for message in words.notices(problem, found):
        st.warning(message, icon=":material/warning:")


def metrics(found: Spectra) -> None:
    """Four numbers on the spectrum."""
    s, row = found.summary, st.container(horizontal=True)
    most = s.components_for(0.9)
    row.metric("Effective rank", words.effective(s), border=True, help=_EFFECTIVE_HELP)
    row.metric(
        "Stable rank",
        ("≈ " if found.estimated else "") + number(s.stable_rank),
        border=True,
        help="Energy over the largest squared value: 1 where one component does it all.",
    )
    row.metric(
        "Bend after",
        "none" if s.elbow is None else f"{s.elbow}",
        border=True,
        help="Where two lines fit the logarithms of the first 60 values best.",
    )
    row.metric(
        "For 90 % of the energy",
        f"> {len(s.values):,}" if most is None else f"{most:,}",
        border=True,
        help="So many components reproduce the matrix up to 10 % of its squared norm.",
    )


@st.fragment
def pair(current: Active, choice: KernelChoice, view: View, found: Spectra) -> None:
    """Singular values and cumulated energy side by side."""
    row = st.container(horizontal=True)
    way = row.segmented_control(
        "Axis", SCALES, default=SCALES[1], required=True, key="axis", label_visibility="collapsed"
    )
    s, all_of_them = found.summary, True
    if LEADING < s.size <= ALL_VALUES:
        all_of_them = SHOWN[1] == row.segmented_control(
            "Values",
            SHOWN,
            default=SHOWN[0],
            required=True,
            key=current.key("shown"),
            label_visibility="collapsed",
            help="All of them take some seconds where there are many." if not s.complete else None,
        )
        if all_of_them:
            s = state.spectra_of(current.data, choice, view.center, all_values=True).summary
    k = len(s.values) if all_of_them else LEADING
    left, right = st.columns(2)
    with left:
        st.subheader("How fast the values fall")
        limit = max(s.shape) * np.finfo(float).eps * float(s.values[0])
        drawn = figures.singular_values(
            s.values[:k], elbow=s.elbow, logarithmic=way == SCALES[1], limit=limit, theme=look()
        )
        show(drawn, key="singular_values", alt="Singular values in falling order")
        st.caption(words.values(s))
    with right:
        st.subheader("How much they hold")
        drawn = figures.cumulated_energy(
            s.energy[:k], rank=min(view.rank, len(s.values)), size=s.size, theme=look()
        )
        show(drawn, key="energy", alt="Share of the energy in the first components")
        st.caption(words.energy(found))


def how_computed(problem: Problem, view: View) -> None:
    """Definitions and their sources."""
    with st.expander("How it is computed"):
        centred = "H_N K H_M" if view.center else "K"
        st.markdown("The matrix, centred if asked for, is decomposed into singular triplets:")
        st.latex(centred + r" = \sum_i s_i\, u_i v_i^{\top}, \qquad H_n = I - \tfrac{1}{n} 1 1^{\top}")
        st.markdown(
            f"Here $K$ is {problem.matrix_words}. Row $i$ gets the entries $i$ of $u_1, u_2, \\dots$, column $j$ the "
            "entries $j$ of $v_1, v_2, \\dots$, times 1, $\\sqrt{s}$ or $s$. Up to 600 rows or columns all values are "
            "found; past that the leading 60, by products with $K$ alone."
        )
        st.latex(
            r"\text{energy of } r = \frac{\sum_{i \le r} s_i^2}{\lVert K \rVert_F^2}, \qquad "
            r"\text{effective rank} = \exp\Big(-\sum_i p_i \log p_i\Big),\; p_i = \frac{s_i}{\sum_j s_j}, \qquad "
            r"\text{stable rank} = \frac{\lVert K \rVert_F^2}{s_1^2}"
        )
        st.markdown(
            "Effective rank: Roy and Vetterli 2007. Stable rank: Rudelson and Vershynin 2007. Numerical rank: values "
            "above $\\max(N, M)\\,\\varepsilon\\, s_1$. Bend: the break at which two straight lines fit "
            "$(i, \\log s_i)$ with the least squared error, if they halve that of one line (Salvador and Chan 2004)."
        )
        if problem.sigma is not None and problem.usual_sigma is not None:
            st.markdown(
                f"Bandwidth $\\sigma$ = {number(problem.sigma)} (usual: {number(problem.usual_sigma)})."
            )
        st.markdown(
            "For square $K$, $K K^{\\top}$ and $K^{\\top} K$ have the eigenvalues $s_i^2$ and each keeps the vectors "
            "of one side; $(K + K^{\\top})/2$ has other values and one set of vectors. Neighbour score: the share of "
            "labelled samples whose 5 nearest others, by Euclidean distance between features, mostly have their class. "
            "KSVD: Tao, Tonin, Patrinos and Suykens, *Nonlinear SVD with Asymmetric Kernels* (2023)."
        )


_EFFECTIVE_HELP = (
    "How many equal values would be as spread out as these: the exponential of the entropy of s/Σs (Roy and Vetterli "
    "2007). “≥”: from the leading values; those left out can only raise it."
)
