"""Kernel and model controls in the sidebar; those of a kernel follow from the registry alone.

UI floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from askcore.experiments import KernelChoice
from askcore.kernels import KERNELS, Choice, Param
from askcore.ui.dataset import Active
from askcore.ui.settings import (
    DAMPINGS,
    GAMMAS,
    MERGES,
    SHARES,
    default_settings,
    nearest,
    param_default,
    steps,
)

__all__ = ["ModelChoice", "kernel_group", "model_group"]

GRAPH_KERNELS = {"adjacency": "Adjacency (who links to whom)"}
ORIENTATIONS = {"in": "links in", "out": "links out"}


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
    with st.sidebar:
        st.subheader("Kernel")
        return _graph_kernel() if current.is_graph else _table_kernel(current)


def model_group(current: Active) -> ModelChoice:
    """Set gamma, damping, the merging rule, the share of training samples and the seed of the split."""
    usual = _defaults(current)
    with st.sidebar:
        st.subheader("Model")
        gamma = _slider("γ regularisation", GAMMAS, usual["gamma"], "gamma", _GAMMA_HELP)
        damping = _slider("λ damping", DAMPINGS, usual["damping"], "damping", _DAMPING_HELP)
        merge = st.segmented_control(
            "Merged decision",
            MERGES,
            default="mean",
            required=True,
            key="merge",
            bind="query-params",
            help=_MERGE_HELP,
        )
        share = _slider(
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


def _graph_kernel() -> KernelChoice:
    name = st.selectbox(
        "Kernel",
        list(GRAPH_KERNELS),
        format_func=GRAPH_KERNELS.__getitem__,
        key="kernel",
        bind="query-params",
        label_visibility="collapsed",
        filter_mode=None,
    )
    orientation = st.segmented_control(
        "The source view reads",
        list(ORIENTATIONS),
        default="in",
        format_func=ORIENTATIONS.__getitem__,
        required=True,
        key="orientation",
        bind="query-params",
        help="K[i, j] is the link j → i for “links in”, the paper's choice, and i → j for “links out”. "
        "The target view reads the other one.",
    )
    loops = st.toggle(
        "Every node links to itself",
        True,
        key="loops",
        bind="query-params",
        help="Sets the diagonal to 1, else to 0.",
    )
    rowsum = st.toggle(
        "Rows sum to 1",
        True,
        key="rowsum",
        bind="query-params",
        help="Divides each row by its sum: D⁻¹(A + I).",
    )
    return KernelChoice(
        name or "adjacency", orientation=orientation or "in", self_loops=bool(loops), normalize=bool(rowsum)
    )


def _table_kernel(current: Active) -> KernelChoice:
    names = list(KERNELS)
    preset = current.preset["kernel"]
    name = st.selectbox(
        "Kernel",
        names,
        index=names.index(preset) if preset in names else 0,
        format_func=lambda n: KERNELS[n].label + ("" if KERNELS[n].symmetric else " (asymmetric)"),
        key="kernel",
        bind="query-params",
        label_visibility="collapsed",
        filter_mode=None,
    )
    spec = KERNELS[name if name in KERNELS else preset]
    params = tuple(
        sorted((p.name, _parameter(p, param_default(spec, p, current.preset))) for p in spec.params)
    )
    scaled = st.toggle(
        "Scale features to unit variance",
        True,
        key="scaled",
        bind="query-params",
        help="Mean 0 and variance 1, learned from the training samples. Without it the bandwidth has the "
        "features' own units.",
    )
    return KernelChoice(spec.name, params, standardise=bool(scaled))


def _parameter(param: Param, value: Any) -> Any:
    """One control for one parameter, from its domain."""
    key, label = f"kp_{param.name}", param.name.replace("_", " ")
    if isinstance(param.domain, Choice):
        chosen = st.selectbox(
            label, param.domain.options, param.domain.options.index(value), key=key, bind="query-params"
        )
        return value if chosen is None else chosen
    return _slider(
        "σ bandwidth" if param.name == "sigma" else label, steps(param.domain, value), value, key, None
    )


def _slider(
    label: str, choices: Sequence[Any], value: Any, key: str, help_text: str | None, **more: Any
) -> Any:
    """A slider over given values that starts at the one nearest to ``value``; state in the URL."""
    value = nearest(choices, value)
    more.setdefault("format_func", _plain_number)
    chosen = st.select_slider(label, choices, value, key=key, bind="query-params", help=help_text, **more)
    return value if chosen is None else chosen


def _defaults(current: Active) -> dict[str, Any]:
    size = 0 if current.labels is None else len(current.labels)
    return default_settings(current.preset, is_graph=current.is_graph, n_samples=size)


def _plain_number(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:g}"


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
