"""Kernel, matrix and model as chosen in the sidebar; the controls of a kernel follow from the registries alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st

from askcore.experiments import KernelChoice
from askcore.experiments.choice import CROSSED_KERNELS, kernels_for
from askcore.experiments.decisions.offered import in_words
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernelSpec
from askcore.ui.controls import are_set, choose, in_units, parameter, pick, seed, slider, toggle
from askcore.ui.data.dataset import UPLOAD, Active, found_settings
from askcore.ui.data.initial_settings import BETA_SHARES, kernel_controls, usual_beta, usual_settings
from askcore.ui.pieces import heading
from askcore.ui.problems import decades, usual_value
from askcore.ui.settings import (
    BANDWIDTHS,
    MERGES,
    SHARES,
    dampings,
    gammas,
    in_unit,
    kernel_title,
    param_key,
    rows_key,
)
from askcore.ui.sharing import present
from askcore.ui.url_state import assign

_UNIT = "_unit_of_gamma"  # powers of ten by which the last kernel matrix was larger than usual, and what was set for it
ORIENTATIONS = {"in": "links in", "out": "links out", "both": "both ways"}
WEIGHTS = {"equal": "all samples alike", "balanced": "all classes alike"}
COMPATIBLE = {"pca": "principal directions", "pinv": "pseudoinverse", "random": "random directions"}


@dataclass(frozen=True)
class ModelChoice:
    """gamma, damping, share of training samples, seed, rule of the merged decision and class weights, as chosen."""

    gamma: float
    damping: float | str
    train_size: float
    seed: int
    merge: str = "mean"
    class_weight: str | None = None


def kernel(current: Active) -> KernelChoice:
    """Choose a kernel for the data set and set its parameters."""
    data = current.data
    if current.measured is not None:  # the frame has set the controls of bags: no matrix without them
        return current.measured
    with st.sidebar:
        heading("Kernel")
        if data.kind == "matrix":
            st.markdown("The matrix itself")
            st.caption(
                "K(u, v) is the entry in row u and column v of your file. This kernel has no settings."
            )
            return KernelChoice("precomputed")
        searched = st.container()
        choice = _table_kernel(current, data.X) if data.kind == "table" else _graph_kernel(current)
        with searched:
            _draw_searched(current, choice)
        return choice


def _draw_searched(current: Active, choice: KernelChoice) -> None:
    """That a quick search chose this kernel, and the way back to the usual one; nothing where it is the usual one."""
    found, usual, mine = found_settings(), _defaults(current), kernel_controls(current.data, choice).items()
    if not all(key in found and found[key] == value for key, value in mine):
        return
    if all(key in usual and usual[key] == value for key, value in mine):
        return
    what = "your file" if current.name == UPLOAD else "this data set"
    st.caption(f"Found by the quick search on {what}: {in_words(choice, is_graph=current.is_graph)}.")
    back = "the links themselves" if current.is_graph else kernel_title(usual["kernel"], is_graph=False)
    again = {key: value for key, value in usual.items() if key not in ("train", "seed")}
    st.button(f"Use {back}", key="take_usual", on_click=assign, args=(again,))


def spectral(current: Active) -> KernelChoice:
    """Choose the matrix and set what changes it; a matrix that was given has nothing to choose."""
    if current.data.kind == "matrix":
        return kernel(current)
    table = current.data.kind == "table"
    names = {"samples": "Samples" if table else "Nodes", "crossed": "Rows × columns"}
    with st.sidebar:
        heading("Matrix")
        matrix = choose("Between", names, "matrix", labelled=True, help=_MATRIX_HELP)
    if matrix != "crossed":
        return kernel(current)
    with st.sidebar:
        heading("Kernel")
        return _crossed(current)


def model(current: Active, choice: KernelChoice, *, merges: bool = True) -> ModelChoice:
    """Set gamma, damping, the merging rule, the share of training samples and the seed of the split.

    ``choice`` : the kernel; the sliders reach what suits the size of its matrix.
    ``merges`` : whether there are two decisions to merge.
    """
    usual, said = _defaults(current), _MODEL_HELP
    shift = decades(current.data, choice)
    _follow_unit(shift)
    usual_pair = in_unit({key: usual[key] for key in ("gamma", "damping")}, shift)
    usual |= usual_pair
    with st.sidebar.expander("Model settings", expanded=present.presenting()):
        gamma = slider("γ regularisation", gammas(shift), usual["gamma"], "gamma", said["gamma"])
        damping = slider("λ damping", dampings(shift), usual["damping"], "damping", said["damping"])
        drawn = {"gamma": gamma, "damping": damping}
        st.session_state[_UNIT] = shift, drawn
        merge, weights = "mean", "equal"
        if merges:
            merge = choose("Merged decision", MERGES, "merge", labelled=True, help=said["merge"])
            weights = choose("Class weights", WEIGHTS, "weights", labelled=True, help=said["weights"])
        class_weight = None if weights == "equal" else weights
        share = slider("Share used for training", SHARES, usual["train"], "train", said["train"], _percent)
        number = seed("Seed of the random split", said["seed"], usual["seed"])
    return ModelChoice(float(gamma), damping, float(share), number, merge, class_weight)


def _follow_unit(shift: int) -> None:
    """Take gamma and lambda along where the kernel is so many powers of ten larger than the one that they were set for;
    what was set together with this kernel stays."""
    before, drawn = st.session_state.get(_UNIT, (shift, {}))
    if shift != before and are_set(drawn):
        assign(in_unit(drawn, shift - before))


def _table_kernel(current: Active, X: np.ndarray) -> KernelChoice:
    spec = KERNELS[_kernel_name(current, kernels_for(X))]
    _formula(f"K(x, z) = {spec.formula}")
    usual, params, times, said = _defaults(current), [], 1.0, None
    for param in spec.params:
        key = param_key(spec, param)
        value = parameter(param, usual.get(key, 1.0 if param is spec.scaled else param.default), key)
        if param is spec.scaled and value is not None:
            times, said = value, st.empty()
        elif value != param.default:
            params.append((param.name, value))
    scaled = spec.accepts == "vectors" and _scaled(_SCALED_TRAINING_HELP)
    if said is not None and spec.scaled is not None:
        said.caption(in_units(spec.scaled, times, usual_value(current.data, spec.name, scaled)) + ".")
    return KernelChoice(spec.name, tuple(sorted(params)), standardise=scaled, bandwidth=float(times))


def _formula(kernel: str) -> None:
    """A formula below the control that chose it. Its struts, as tall as a fraction and not to be seen, would take the
    clicks on that control if no line stood between."""
    st.caption(f"The formula:\n\n${kernel}$")


def _scaled(help_text: str) -> bool:
    return toggle("Scale features to unit variance", "scaled", default=True, help=help_text)


def _kernel_name(current: Active, names: list[str]) -> str:
    preset = current.preset["kernel"]
    titles = {name: kernel_title(name, is_graph=current.is_graph) for name in names}
    return pick("Kernel", titles, "kernel", default=preset if preset in names else None)


def _graph_kernel(current: Active) -> KernelChoice:
    """Choose a graph kernel and set what changes it."""
    spec = GRAPH_KERNELS[_kernel_name(current, list(GRAPH_KERNELS))]
    _formula(f"K = {spec.formula}")
    if re.search(r"\bS\b", spec.formula):
        st.caption("S is the matrix of links: row u holds the links that the source view of u uses.")
    reads = _orientation(
        current,
        "The source view uses",
        "“links out”: the source view uses the links from a node, and the target view uses the links to it. “links "
        "in” is the reverse, as in the papers. “both ways”: the links have no direction, so both views use the same "
        "links.",
    )
    loops, rowsum = _graph_toggles(current, spec)
    choice = KernelChoice(spec.name, (), reads, loops, rowsum)
    return replace(choice, params=_graph_params(current, spec, choice))


def _orientation(current: Active, label: str, help_text: str) -> str:
    """Which links a row holds: "in", "out" or "both"."""
    usual = _defaults(current)["orientation"]
    return choose(label, ORIENTATIONS, "orientation", default=usual, labelled=True, help=help_text)


def _graph_toggles(current: Active, spec: GraphKernelSpec) -> tuple[bool, bool]:
    """Self-loops and row sums, where they change this kernel; row sums as the kernel is usually meant."""
    mine = spec.name == current.preset["kernel"]
    loops = True
    rowsum = _defaults(current).get(rows_key(spec), spec.normalized) if mine else spec.normalized
    if "self_loops" in spec.options:
        loops = toggle(
            "Every node links to itself",
            "loops",
            default=True,
            help="Sets the diagonal of the matrix of links to 1 before rows are divided by their sums. "
            "Otherwise the diagonal is 0.",
        )
    if "normalize" in spec.options:
        rowsum = toggle(
            "Rows sum to 1",
            rows_key(spec),
            default=bool(rowsum),
            help="Divides each row of the matrix of links by its sum.",
        )
    return bool(loops), bool(rowsum)


def _graph_params(
    current: Active, spec: GraphKernelSpec, choice: KernelChoice
) -> tuple[tuple[str, Any], ...]:
    """The parameters of a graph kernel; a beta with a limit is set as a share of it, so that each is valid."""
    if spec.bounded:
        share = slider("β, as a share of its limit", BETA_SHARES, 0.5, f"{spec.name}_share", _BETA_HELP)
        if share == 0.5:
            return ()
        usual = usual_beta(current.data, choice)
        return (("beta", float(f"{usual * share / 0.5:.6g}")),)
    own, keys = _defaults(current), {p: f"{spec.name}_{p.name}" for p in spec.params}
    return tuple(sorted((p.name, parameter(p, own.get(key, p.default), key)) for p, key in keys.items()))


def _crossed(current: Active) -> KernelChoice:
    """The kernel between rows and columns of the data matrix."""
    titles = {name: KERNELS[name].label for name in CROSSED_KERNELS}
    spec = KERNELS[pick("Kernel between rows and columns", titles, "crossed", default="sne")]
    _formula(f"K = {spec.formula}")
    bandwidth, params = 1.0, []
    for param in spec.params:
        if param.name == "sigma":
            bandwidth = slider("σ, times its usual value", BANDWIDTHS, 1.0, "bandwidth", _SIGMA_HELP)
        elif param.name in ("degree", "c"):
            params.append((param.name, parameter(param, param.default, f"crossed_{param.name}")))
    more, compatibility = _of_data(current)
    return KernelChoice(
        spec.name,
        tuple(params),
        matrix="crossed",
        bandwidth=float(bandwidth),
        compatibility=compatibility,
        **more,
    )


def _of_data(current: Active) -> tuple[dict[str, Any], str]:
    """Orientation of a graph; scaling and compatibility of a table."""
    if current.data.kind != "table":
        reads = _orientation(
            current,
            "Rows use",
            "“links out”: row i holds the links from node i, and column i holds the links to it. “links in”: the "
            "reverse. “both ways”: links without direction.",
        )
        return {"orientation": reads}, "auto"
    scaled = _scaled(_SCALED_HELP)
    compatibility = "auto"
    if current.data.n_samples != current.data.n_features:
        compatibility = pick(
            "Make rows and columns equally long by",
            COMPATIBLE,
            "compatibility",
            labelled=True,
            help=_COMPATIBLE_HELP,
        )
    return {"standardise": scaled}, compatibility


def _defaults(current: Active) -> dict[str, Any]:
    return usual_settings(current.data, current.preset)


def _percent(share: float) -> str:
    return "all, no test" if share >= 1 else f"{share:.0%}"


_MODEL_HELP = {
    "gamma": (
        "γ is the weight of the training errors. A small γ keeps the decision smooth; a large γ fits every training "
        "label."
    ),
    "damping": (
        "Damping keeps the solution bounded if 1/γ is near a singular value of the centred K. “auto” uses 0, or 1 if "
        "the system is singular."
    ),
    "merge": (
        "mean: (f_s + f_t)/2. source, target: one view alone. stack: a logistic regression on (f_s, f_t) for each "
        "class, as published. joint: one regression on the views of all classes. Choose joint if classes link to each "
        "other in a ring. “stack” and “joint” learn from cross-validated views of the training samples."
    ),
    "weights": (
        "With “all classes alike”, a sample of a rare class counts more in training. Rare classes are then "
        "predicted more often, and frequent classes less often."
    ),
    "train": (
        "The other samples are held out and scored. With “all, no test”, no sample is held out: the scores "
        "are those of the training samples."
    ),
    "seed": "Another seed gives another split.",
}
_BETA_HELP = (
    "A walk of ℓ links counts β to the power ℓ. The limit is 1/spectral radius of S: above it, the sum over all "
    "walks is infinite. A graph without cycles has no such limit; there, 1/largest singular value is used."
)
_MATRIX_HELP = (
    "The first choice is the kernel matrix between samples, K(xᵢ, xⱼ), as on the other pages. The second is the "
    "matrix of KSVD between the rows and columns of the data, K(row i, column j). The second matrix is "
    "asymmetric with every kernel."
)
_SIGMA_HELP = (
    "For a graph, the usual σ² is the number of columns times the variance of the entries (Tao et al. 2023). For a "
    "table, it is the median squared distance from row to column."
)
_SCALED_TRAINING_HELP = (
    "Gives every feature mean 0 and variance 1, computed on the training samples. Otherwise features with large units "
    "dominate."
)
_SCALED_HELP = "Gives every feature mean 0 and variance 1. Otherwise features with large units dominate."
_COMPATIBLE_HELP = (
    "A row has one entry per feature; a column has one per sample. To compare them, the longer vectors are mapped to "
    "the length of the shorter ones."
)
