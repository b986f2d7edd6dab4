"""Which matrix to decompose, in the sidebar: between samples under any kernel, or rows against columns.

UI floor. Shared by the pages that look at singular values.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from askcore.datasets import MatrixData, TableData
from askcore.experiments import CROSSED_KERNELS, MATRICES, KernelChoice, SpectralChoice
from askcore.kernels import KERNELS
from askcore.ui.choices import kernel_group
from askcore.ui.controls import parameter, slider
from askcore.ui.dataset import Active
from askcore.ui.graph_controls import orientation

__all__ = ["spectral_group"]

BANDWIDTHS = (0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0)
COMPATIBLE = {"pca": "principal directions", "pinv": "pseudoinverse", "random": "random directions"}


def spectral_group(current: Active) -> SpectralChoice:
    """Choose the matrix and set what changes it; a matrix that was given has nothing to choose."""
    if isinstance(current.data, MatrixData):
        return SpectralChoice("samples", kernel_group(current))
    table = isinstance(current.data, TableData)
    names = {"samples": "Samples" if table else "Nodes", "crossed": "Rows × columns"}
    with st.sidebar:
        st.subheader("Matrix")
        matrix = st.segmented_control(
            "Between",
            MATRICES,
            default="samples",
            format_func=names.__getitem__,
            required=True,
            key="matrix",
            bind="query-params",
            help=_MATRIX_HELP,
        )
    if matrix != "crossed":
        return SpectralChoice("samples", kernel_group(current))
    with st.sidebar:
        st.subheader("Kernel")
        return _crossed(current)


def _crossed(current: Active) -> SpectralChoice:
    """The kernel between rows and columns of the data matrix."""
    name = st.selectbox(
        "Kernel between rows and columns",
        CROSSED_KERNELS,
        CROSSED_KERNELS.index("sne"),
        format_func=lambda n: KERNELS[n].label,
        key="crossed",
        bind="query-params",
        label_visibility="collapsed",
        filter_mode=None,
    )
    spec = KERNELS[name if name in CROSSED_KERNELS else "sne"]
    st.caption(f"$K = {spec.formula}$")
    bandwidth, params = 1.0, []
    for param in spec.params:
        if param.name == "sigma":
            bandwidth = slider("σ, times its usual value", BANDWIDTHS, 1.0, "bandwidth", _SIGMA_HELP)
        elif param.name in ("degree", "c"):
            params.append((param.name, parameter(param, param.default, f"crossed_{param.name}")))
    more, compatibility = _of_data(current)
    kernel = KernelChoice(spec.name, tuple(params), **more)
    return SpectralChoice("crossed", kernel, float(bandwidth), compatibility)


def _of_data(current: Active) -> tuple[dict[str, Any], str]:
    """Orientation of a graph; scaling and compatibility of a table."""
    if not isinstance(current.data, TableData):
        reads = orientation(
            "Rows read",
            "“links in”: row i holds who points to node i, column i whom it points to. “links out”: the reverse.",
        )
        return {"orientation": reads}, "auto"
    scaled = st.toggle(
        "Scale features to unit variance", True, key="scaled", bind="query-params", help=_SCALED_HELP
    )
    compatibility = "auto"
    if current.data.n_samples != current.data.n_features:
        compatibility = st.selectbox(
            "Brought to one length by",
            list(COMPATIBLE),
            format_func=COMPATIBLE.__getitem__,
            key="compatibility",
            bind="query-params",
            filter_mode=None,
            help=_COMPATIBLE_HELP,
        )
    return {"standardise": bool(scaled)}, compatibility or "auto"


_MATRIX_HELP = (
    "The kernel matrix between samples, K(xᵢ, xⱼ), as on the other pages; or KSVD's matrix between the rows and the "
    "columns of the data, K(row i, column j), which is asymmetric under any kernel."
)
_SIGMA_HELP = (
    "The usual σ² is, for links, the number of columns times the variance of the entries (Tao et al. 2023), and for a "
    "table the median squared distance from row to column."
)
_SCALED_HELP = "Mean 0 and variance 1. Without it the features with large units decide."
_COMPATIBLE_HELP = (
    "A row has as many entries as there are features, a column as many as there are samples. The longer ones are "
    "mapped to the length of the shorter ones before they are compared."
)
