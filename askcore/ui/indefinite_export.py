"""Indefinite kernels to take away: eigenvalues, coordinates, squared distances, and the Python that gives the same.

UI floor.
"""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import streamlit as st

from askcore.experiments import KernelChoice
from askcore.experiments.matrix.signed import IndefiniteLook
from askcore.ui.cached_indefinite import Angle
from askcore.ui.dataset import Active
from askcore.ui.snippet import data_line

__all__ = ["coordinates_csv", "export", "figures_json", "how_computed", "python_code"]

KEPT = 50  # coordinates of either sign in the file


def coordinates_csv(found: IndefiniteLook, names: list[str]) -> str:
    """Name and leading coordinates of every sample; "+1" is the first of positive sign."""
    table = {"sample": names}
    for sign, mark in ((1, "+"), (-1, "-")):
        for j, column in enumerate(found.coordinates(sign)[:, :KEPT].T):
            table[f"{mark}{j + 1}"] = column
    return pd.DataFrame(table).to_csv(index=False)


def figures_json(found: IndefiniteLook, names: list[str]) -> str:
    """Signature, energy, eigenvalues and the pair at the lowest squared distance."""
    u, v = found.most_negative
    d = found.pair_distances
    content = {
        "symmetrised_by": found.how or None,
        "centred": found.centred,
        "samples": len(found.places),
        "of": found.size,
        "signature": found.signature,
        "negative_energy": found.negative_energy,
        "lowest_over_largest": found.lowest,
        "negative_pairs": int((d < 0).sum()),
        "pairs": len(d),
        "lowest_pair": [names[u], names[v]] if len(d) else None,
        "lowest_squared_distance": float(d.min()) if len(d) else None,
        "eigenvalues": found.values.tolist(),
    }
    return json.dumps(content, indent=2)


def python_code(current: Active, choice: KernelChoice, angle: Angle) -> str:
    """A script that takes the same matrix apart and prints its figures."""
    return "\n".join(
        [
            "import askcore",
            "from askcore.experiments import KernelChoice, indefinite_look, kernel_problem, signed_pair",
            "",
            data_line(current),
            f"problem = kernel_problem(data, {choice!r})",
            f"look = indefinite_look(problem.operator, how={angle.how!r}, centre={angle.centre}, most={angle.most})",
            'print("signature", look.signature, "negative energy", look.negative_energy)',
            'print("pairs at a negative squared distance", (look.pair_distances < 0).mean())',
            'print("the lowest", signed_pair(look, *look.most_negative))',
            "plus, minus = look.coordinates(1), look.coordinates(-1)  # K is plus @ plus.T - minus @ minus.T",
            "",
        ]
    )


def export(
    current: Active, choice: KernelChoice, angle: Angle, found: IndefiniteLook, names: list[str]
) -> None:
    """Downloads, made only when asked for, and the code to copy."""
    with st.expander("Take it with you"):
        columns = st.columns(3)
        columns[0].download_button(
            "Figures and eigenvalues (JSON)",
            lambda: figures_json(found, names),
            "indefinite.json",
            "application/json",
            on_click="ignore",
            width="stretch",
        )
        columns[1].download_button(
            "Coordinates (CSV)",
            lambda: coordinates_csv(found, names),
            "coordinates.csv",
            "text/csv",
            on_click="ignore",
            width="stretch",
            help=f"Up to {KEPT} of either sign.",
        )
        columns[2].download_button(
            "Squared distances (CSV)",
            lambda: pd.DataFrame(np.asarray(found.squared_distances), names, names).to_csv(),
            "squared_distances.csv",
            "text/csv",
            on_click="ignore",
            width="stretch",
        )
        st.caption("SVG of a figure: the camera in its corner. The same in Python:")
        st.code(python_code(current, choice, angle), language="python")


def how_computed() -> None:
    """The formulas."""
    with st.expander("How it is computed"):
        st.markdown("A symmetric matrix has real eigenvalues, and they fall into two parts by their sign:")
        st.latex(
            r"K = U \Lambda U^{\top} = K_+ - K_-, \qquad K_\pm = \sum_{\pm \lambda_i > 0} |\lambda_i|\, u_i u_i^{\top}"
        )
        st.markdown(
            "Mercer's condition asks for $K_- = 0$. Sample $i$ has $p$ coordinates of sign $+$ and $q$ of sign $-$, a "
            "point $z_i$ of the pseudo-Euclidean space $\\mathbb{R}^{(p,q)}$ (Huang et al. 2017):"
        )
        st.latex(
            r"z_i = \big(\sqrt{|\lambda_k|}\, u_{ik}\big)_k, \qquad K_{ij} = \langle z^+_i, z^+_j \rangle - "
            r"\langle z^-_i, z^-_j \rangle, \qquad d^2_{ij} = K_{ii} + K_{jj} - 2 K_{ij} = "
            r"\|z^+_i - z^+_j\|^2 - \|z^-_i - z^-_j\|^2"
        )
        st.markdown(
            "Energy is the squared Frobenius norm, so that the shares of the two signs and the skew part add up:"
        )
        st.latex(
            r"\|K\|_F^2 = \sum_{\lambda_i > 0} \lambda_i^2 + \sum_{\lambda_i < 0} \lambda_i^2 + "
            r"\big\|\tfrac12 (K - K^{\top})\big\|_F^2"
        )
        st.markdown(
            "where $\\lambda_i$ are the eigenvalues of $(K + K^{\\top})/2$. LS-SVM takes K as it is, a stationary "
            "point instead of a minimum:"
        )
        st.latex(
            r"\begin{bmatrix} 0 & 1^{\top} \\ 1 & K + I/\gamma \end{bmatrix} \begin{bmatrix} b \\ \alpha \end{bmatrix} "
            r"= \begin{bmatrix} 0 \\ y \end{bmatrix}"
        )
        st.markdown(
            "Corrections change $\\lambda$ of the training matrix: clip $\\max(\\lambda, 0)$, flip $|\\lambda|$, "
            "square $\\lambda^2$, shift $\\lambda - \\lambda_{\\min}$. A test sample is treated alike: with $\\tilde K "
            "= K P$ on the training samples, $\\tilde K(x, X) = K(x, X) P$; shift adds only where a sample meets "
            "itself (Chen et al. 2009). The sign test compares, among samples that exactly one of two rivals gets "
            "right, how many each got."
        )
