"""What the page "Indefinite kernels" is set to and computes, kept, and what it gives to take away.

UI floor.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from askcore import experiments
from askcore.datasets import TableData
from askcore.experiments import KernelChoice, PreparedFixes, Problem, SignedParts, SpheresView
from askcore.experiments.comparison.kinds import ThreeKinds
from askcore.ui.cache import Data, kept, matrix, problem, split
from askcore.ui.choices import ModelChoice
from askcore.ui.controls import slider
from askcore.ui.dataset import Active
from askcore.ui.job import Job
from askcore.ui.matrices import rows_control
from askcore.ui.pages.indefinite.words import HOW_NAMES
from askcore.ui.settings import DAMPINGS, GAMMAS, SHARES, default_settings
from askcore.ui.snippet import data_line

__all__ = [
    "JOB",
    "Angle",
    "KindsPlan",
    "angle_group",
    "coordinates_csv",
    "export",
    "figures_json",
    "how_computed",
    "look_of",
    "model_group",
    "prepared",
    "python_code",
    "spheres",
]


def angle_group(current: Active, problem: Problem, *, symmetric: bool) -> Angle:
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


@dataclass(frozen=True)
class Angle:
    """How the matrix is looked at: symmetrisation of an asymmetric one, centring, rows drawn of a large one."""

    how: str = "mean"
    centre: bool = False
    most: int = 600


# Two arrays of up to 18 MB each.
@kept(entries=16, spinner="Taking the eigenvalues …")
def look_of(data: Data, choice: KernelChoice, angle: Angle) -> SignedParts:
    """The matrix in its signed parts."""
    return experiments.signed_parts(
        matrix(data, choice).operator, symmetrize=angle.how, center=angle.centre, max_rows=angle.most
    )


# Up to 180 MB each.
@kept(entries=3, spinner="Correcting the spectrum in four ways …")
def prepared(
    data: Data, choice: KernelChoice, train_size: float, seed: int, symmetrize: str | None
) -> PreparedFixes:
    """The five kernels on the split of the page Decisions, decomposed: they serve every gamma and damping."""
    parts = split(data, train_size, seed)
    return experiments.prepare_fixes(problem(data, choice), parts, symmetrize=symmetrize)


@kept(entries=128)
def spheres(data: TableData, kernel: str, value: float) -> SpheresView:
    """Kernel PCA of the two spheres under one kernel."""
    return experiments.spheres_view(data, kernel, value)


@dataclass(frozen=True)
class KindsPlan:
    """The key of a result: data by digest, which indefinite kernel, effort and seed.

    Quick: 4 splits and 2 inner folds, as on the page "Does direction pay?".
    """

    digest: str
    indefinite: str
    quick: bool
    seed: int = 0

    def settings(self) -> dict[str, Any]:
        """Arguments of ``three_kinds`` beside the data."""
        splits, folds = (4, 2) if self.quick else (5, 5)
        return {
            "indefinite": self.indefinite,
            "n_splits": splits,
            "inner_folds": folds,
            "random_state": self.seed,
        }


JOB: Job[KindsPlan, ThreeKinds] = Job("three_kinds")


KEPT = 50  # coordinates of either sign in the file


def coordinates_csv(found: SignedParts, names: list[str]) -> str:
    """Name and leading coordinates of every sample; "+1" is the first of positive sign."""
    table = {"sample": names}
    for sign, mark in ((1, "+"), (-1, "-")):
        for j, column in enumerate(found.coordinates(sign)[:, :KEPT].T):
            table[f"{mark}{j + 1}"] = column
    return pd.DataFrame(table).to_csv(index=False)


def figures_json(found: SignedParts, names: list[str]) -> str:
    """Signature, energy, eigenvalues and the pair at the lowest squared distance."""
    u, v = found.most_negative
    d = found.pair_distances
    content = {
        "symmetrised_by": found.symmetrized or None,
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
            "from askcore.experiments import KernelChoice, Problem, signed_pair, signed_parts",
            "",
            data_line(current),
            f"problem = Problem(data, {choice!r})",
            f"parts = signed_parts(problem.operator, symmetrize={angle.how!r}, center={angle.centre}, "
            f"max_rows={angle.most})",
            'print("signature", parts.signature, "negative energy", parts.negative_energy)',
            'print("pairs at a negative squared distance", (parts.pair_distances < 0).mean())',
            'print("the lowest", signed_pair(parts, *parts.most_negative))',
            "plus, minus = parts.coordinates(1), parts.coordinates(-1)  # K is plus @ plus.T - minus @ minus.T",
            "",
        ]
    )


def export(current: Active, choice: KernelChoice, angle: Angle, found: SignedParts, names: list[str]) -> None:
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
