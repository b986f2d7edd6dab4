"""Kernel and model controls in the sidebar; those of a kernel follow from the registry alone.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from askcore.datasets import MatrixData, TableData
from askcore.experiments import KernelChoice
from askcore.kernels import KERNELS
from askcore.ui.controls import parameter, slider
from askcore.ui.dataset import Active
from askcore.ui.graph_controls import graph_kernel
from askcore.ui.settings import (
    DAMPINGS,
    GAMMAS,
    MERGES,
    SHARES,
    default_settings,
    kernel_title,
    kernels_for,
    param_default,
    param_key,
)

__all__ = ["ModelChoice", "kernel_group", "model_group"]


@dataclass(frozen=True)
class ModelChoice:
    """gamma, damping, share of training samples, seed and rule of the merged decision, as chosen."""

    gamma: float
    damping: float | str
    train_size: float
    seed: int
    merge: str = "mean"


def kernel_group(current: Active) -> KernelChoice:
    """Choose a kernel for the data set and set its parameters."""
    data = current.data
    if current.measured is not None:  # the frame has set the controls of bags: no matrix without them
        return current.measured
    with st.sidebar:
        st.subheader("Kernel")
        if isinstance(data, MatrixData):
            st.markdown("The matrix itself")
            st.caption(
                "K(u, v) is the entry in row u and column v, as it was read: there is nothing to choose."
            )
            return KernelChoice("precomputed")
        return _table_kernel(current, data.X) if isinstance(data, TableData) else graph_kernel(current)


def model_group(current: Active) -> ModelChoice:
    """Set gamma, damping, the merging rule, the share of training samples and the seed of the split."""
    usual = _defaults(current)
    with st.sidebar:
        st.subheader("Model")
        gamma = slider("γ regularisation", GAMMAS, usual["gamma"], "gamma", _GAMMA_HELP)
        damping = slider("λ damping", DAMPINGS, usual["damping"], "damping", _DAMPING_HELP)
        merge = st.segmented_control(
            "Merged decision",
            MERGES,
            default="mean",
            required=True,
            key="merge",
            bind="query-params",
            help=_MERGE_HELP,
        )
        share = slider(
            "Share used for training", SHARES, usual["train"], "train", _SHARE_HELP, format_func=_percent
        )
        seed = st.number_input(
            "Seed of the random split",
            0,
            9999,
            0,
            key="seed",
            bind="query-params",
            help="Another seed, another split.",
        )
    return ModelChoice(float(gamma), damping, float(share), int(seed or 0), merge or "mean")


def _table_kernel(current: Active, X: np.ndarray) -> KernelChoice:
    names = kernels_for(X)
    preset = current.preset["kernel"]
    name = st.selectbox(
        "Kernel",
        names,
        index=names.index(preset) if preset in names else 0,
        format_func=lambda n: kernel_title(n, is_graph=False),
        key="kernel",
        bind="query-params",
        label_visibility="collapsed",
        filter_mode=None,
    )
    spec = KERNELS[name if name in names else preset]
    st.caption(f"$K(x, z) = {spec.formula}$")
    params = tuple(
        sorted(
            (p.name, parameter(p, param_default(spec, p, current.preset), param_key(spec, p)))
            for p in spec.params
        )
    )
    scaled = spec.accepts == "vectors" and st.toggle(
        "Scale features to unit variance",
        True,
        key="scaled",
        bind="query-params",
        help="Mean 0 and variance 1, learned from the training samples. Without it the bandwidth has the "
        "features' own units.",
    )
    return KernelChoice(spec.name, params, standardise=bool(scaled))


def _defaults(current: Active) -> dict[str, Any]:
    size = 0 if current.labels is None else len(current.labels)
    return default_settings(current.preset, is_graph=current.is_graph, n_samples=size)


def _percent(share: float) -> str:
    return "all, no test" if share >= 1 else f"{share:.0%}"


_GAMMA_HELP = (
    "Weight of the training errors: small keeps the decision smooth, large follows every training label."
)
_DAMPING_HELP = (
    "Holds back the modes that the training data cannot settle, and keeps labels from being subtracted. "
    "“auto” uses 0, and 1 where the system is singular."
)
_MERGE_HELP = (
    "mean: (f_s + f_t)/2. stack: a logistic regression on (f_s, f_t) for each class, as published. joint: one "
    "regression on the views of all classes, the robust one where classes link to each other in turn. The last two "
    "learn from training samples that were left out."
)
_SHARE_HELP = (
    "The rest is held out and scored. With “all”, the scores tell how well the training labels are fitted."
)
