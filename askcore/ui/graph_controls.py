"""Controls of a graph kernel: kind, orientation, diagonal, row sums and parameters, from the catalogue alone.

UI floor.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from askcore.experiments import KernelChoice
from askcore.kernels import GRAPH_KERNELS, GraphKernel, GraphKernelSpec
from askcore.ui.controls import parameter, slider
from askcore.ui.dataset import Active
from askcore.ui.settings import kernel_title

__all__ = ["graph_kernel", "orientation"]

ORIENTATIONS = {"in": "links in", "out": "links out"}
BETA_SHARES = tuple(round(0.05 * i, 2) for i in range(1, 20))


def graph_kernel(current: Active) -> KernelChoice:
    """Choose a graph kernel and set what changes it."""
    names = list(GRAPH_KERNELS)
    preset = current.preset["kernel"]
    name = st.selectbox(
        "Kernel",
        names,
        index=names.index(preset) if preset in names else 0,
        format_func=lambda n: kernel_title(n, is_graph=True),
        key="kernel",
        bind="query-params",
        label_visibility="collapsed",
        filter_mode=None,
    )
    spec = GRAPH_KERNELS[name if name in GRAPH_KERNELS else "adjacency"]
    st.caption(f"$K = {spec.formula}$")
    reads = orientation(
        "The source view reads",
        "S[i, j] is the link j → i for “links in”, the paper's choice, and i → j for “links out”. "
        "The target view reads the other one.",
    )
    loops, rowsum = _graph_toggles(spec)
    choice = KernelChoice(spec.name, (), reads, loops, rowsum)
    return replace(choice, params=_graph_params(current, spec, choice))


def orientation(label: str, help_text: str) -> str:
    """Which links a row holds: "in" or "out"."""
    chosen = st.segmented_control(
        label,
        list(ORIENTATIONS),
        default="in",
        format_func=ORIENTATIONS.__getitem__,
        required=True,
        key="orientation",
        bind="query-params",
        help=help_text,
    )
    return chosen or "in"


def _graph_toggles(spec: GraphKernelSpec) -> tuple[bool, bool]:
    """Self-loops and row sums, where they change this kernel; row sums as the kernel is usually meant."""
    loops, rowsum = True, spec.normalized
    if "self_loops" in spec.options:
        loops = st.toggle(
            "Every node links to itself",
            True,
            key="loops",
            bind="query-params",
            help="Sets the diagonal of S to 1, else to 0.",
        )
    if "normalize" in spec.options:
        rowsum = st.toggle(
            "Rows sum to 1",
            spec.normalized,
            key="rowsum" if spec.normalized else "rowsum_walks",
            bind="query-params",
            help="Divides each row of S by its sum: D⁻¹(A + I).",
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
        usual = _usual_beta(current.data.digest, choice, _data=current.data)
        return (("beta", float(f"{usual * share / 0.5:.6g}")),)
    return tuple(sorted((p.name, parameter(p, p.default, f"{spec.name}_{p.name}")) for p in spec.params))


@st.cache_data(max_entries=64, ttl="1h", show_spinner=False)
def _usual_beta(digest: str, choice: KernelChoice, *, _data: Any) -> float:
    """Half of what the graph allows."""
    kernel = GraphKernel(
        _data.adjacency,
        choice.name,
        orientation=choice.orientation,
        self_loops=choice.self_loops,
        normalize=choice.normalize,
    )
    return float(kernel.resolved["beta"])


_BETA_HELP = (
    "A walk of ℓ links counts β to the power ℓ. The sum over all walks is finite below 1/spectral radius of S, which "
    "is the limit; on a graph without cycles there is none, and 1/largest singular value stands in."
)
