"""How the page "Indefinite kernels" looks at a matrix, and the model it trains, in the sidebar.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.experiments.spectral_problem import SpectralProblem
from askcore.ui.cached_indefinite import Angle
from askcore.ui.choices import ModelChoice
from askcore.ui.controls import slider
from askcore.ui.dataset import Active
from askcore.ui.kernel_matrix_head import rows_control
from askcore.ui.settings import DAMPINGS, GAMMAS, SHARES, default_settings
from askcore.ui.words_indefinite import HOW_NAMES

__all__ = ["angle_group", "model_group"]


def angle_group(current: Active, problem: SpectralProblem, *, symmetric: bool) -> Angle:
    """Which symmetrisation of an asymmetric matrix, centred or not."""
    with st.sidebar:
        st.subheader("Looked at")
        how = "mean"
        if not symmetric:
            chosen = st.segmented_control(
                "Made symmetric by",
                list(HOW_NAMES),
                default="mean",
                format_func=HOW_NAMES.__getitem__,
                required=True,
                key="made_symmetric",
                bind="query-params",
                help=_HOW_HELP,
            )
            how = chosen or "mean"
        centre = st.toggle("Centre first", False, key="centre_first", bind="query-params", help=_CENTRE_HELP)
    return Angle(how, bool(centre), rows_control(current, problem))


def model_group(current: Active) -> ModelChoice:
    """gamma, damping, share and seed, with the values that the page Decisions has."""
    size = 0 if current.labels is None else len(current.labels)
    usual = default_settings(current.preset, is_graph=current.is_graph, n_samples=size)
    with st.sidebar:
        st.subheader("Model")
        gamma = slider("γ regularisation", GAMMAS, usual["gamma"], "gamma", _GAMMA_HELP)
        damping = slider("λ damping", DAMPINGS, usual["damping"], "damping", _DAMPING_HELP)
        train = slider(
            "Share used for training", SHARES, usual["train"], "train", _SHARE_HELP, format_func=_percent
        )
        seed = st.number_input(
            "Seed of the random split", 0, 9999, 0, key="seed", bind="query-params", help="As on Decisions."
        )
    return ModelChoice(float(gamma), damping, float(train), int(seed or 0))


def _percent(part: float) -> str:
    return "all, no test" if part >= 1 else f"{part:.0%}"


_HOW_HELP = (
    "Only a symmetric matrix has real eigenvalues with signs. The mean drops direction and keeps signs; the two "
    "products keep direction in another form and have no negative eigenvalue, whatever K is."
)
_CENTRE_HELP = (
    "Takes row and column means away, as LS-SVM and kernel PCA do. Distances stay; a negative eigenvalue that the "
    "means carry goes, and K is then called conditionally positive definite."
)
_GAMMA_HELP = "Weight of the training errors of the classifier in the tab “Clip, flip, square, shift”."
_DAMPING_HELP = (
    "LS-SVM with an indefinite K is singular where −1/γ is an eigenvalue of the centred K; damping helps there. “auto” "
    "uses 0, and 1 where the system is singular."
)
_SHARE_HELP = "The rest is held out and scored: the same split as on the page Decisions."
