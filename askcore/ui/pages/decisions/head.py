"""The parts of the Decisions page that stand in the open: notices, numbers, rivals, formulas, export.

UI floor.
"""

from __future__ import annotations

from dataclasses import asdict

import pandas as pd
import streamlit as st

from askcore import figures
from askcore.experiments import RIVAL_NAMES, KernelChoice, ModeFilters, Rival, Split, Views, sample_names
from askcore.ui import words
from askcore.ui.choices import ModelChoice
from askcore.ui.dataset import Active
from askcore.ui.export import File, predictions_table, settings_json, take_home
from askcore.ui.pages.decisions import words as detail_words
from askcore.ui.pages.decisions.panels import scatter
from askcore.ui.snippet import python_code
from askcore.ui.theme import look, show

__all__ = [
    "comparison",
    "export",
    "how_computed",
    "metrics",
    "notices",
]


def notices(views: Views, split: Split, modes: ModeFilters | None) -> None:
    """What was special about this fit: worse than guessing, damping at a resonance, an odd split."""
    worse = detail_words.anti_learning(views, modes)
    if worse:
        st.warning(worse, icon=":material/warning:")
    for message in views.messages:
        st.warning(words.plain(message), icon=":material/warning:")
    if split.note and split.held_out:
        st.caption(split.note)


def metrics(current: Active, choice: KernelChoice, views: Views, rivals: tuple[Rival, ...]) -> None:
    """Accuracy of the three decisions and of the symmetrised rival."""
    source, target = words.readings(choice, is_graph=current.is_graph)
    accuracy = dict(zip(views.scores["role"], views.scores["accuracy"], strict=True))
    mean = next(r for r in rivals if r.symmetrize == "mean")
    row = st.container(horizontal=True)
    row.metric(
        "Source view f_s", f"{accuracy['source']:.1%}", border=True, help=f"Accuracy. It reads {source}."
    )
    row.metric(
        "Target view f_t", f"{accuracy['target']:.1%}", border=True, help=f"Accuracy. It reads {target}."
    )
    row.metric("Merged", f"{accuracy['merged']:.1%}", border=True, help=detail_words.merged_by(views.merge))
    row.metric(
        "Symmetrised",
        f"{mean.accuracy:.1%}",
        border=True,
        help=f"LS-SVM on (K + Kᵀ)/2 at γ = {mean.best_gamma:g} and λ = {mean.best_damping}, the best of "
        f"{len(mean.accuracies)} pairs on these very samples.",
    )


def comparison(views: Views, rivals: tuple[Rival, ...]) -> None:
    """Scores of the three decisions and the symmetrised rivals side by side."""
    st.subheader("Side by side")
    shown = {"source": "Source view", "target": "Target view", "merged": "Merged"}
    table = pd.DataFrame(
        [
            {
                "method": shown[row["role"]],
                "role": row["role"],
                "accuracy": row["accuracy"],
                "macro_f1": row["macro_f1"],
            }
            for row in views.scores.to_dict(orient="records")
        ]
        + [
            {
                "method": f"LS-SVM on {RIVAL_NAMES[r.symmetrize]}",
                "role": "symmetric",
                "accuracy": r.accuracy,
                "macro_f1": r.macro_f1,
            }
            for r in rivals
        ]
    )
    figure = figures.scores_dot(
        table["method"],
        table["accuracy"],
        roles=table["role"],
        macro_f1=table["macro_f1"],
        chance=views.chance,
        theme=look(),
    )
    show(figure, key="scores", alt="Accuracy and macro F1 of each method")
    st.caption(
        "Dots are accuracy, open diamonds macro F1. The grey rivals got the best γ and λ of "
        f"{len(rivals[0].accuracies)} pairs on these very samples, which favours them; the three views got "
        "those of the sliders. For tuning that is the same for all, see “Does direction pay?”. "
        f"With {len(views.truth):,} samples, differences under about "
        f"{200 * 0.5 / max(len(views.truth), 1) ** 0.5:.0f} points mean little."
    )


def how_computed(current: Active, choice: KernelChoice, views: Views) -> None:
    """The formulas, and how the solution was found."""
    with st.expander("How it is computed"):
        source, target = words.readings(choice, is_graph=current.is_graph)
        st.markdown("With labels $y$ of −1 and +1 (one class against the rest) and kernel matrix $K$:")
        st.latex(
            r"\frac{a}{\gamma} + K c + b_s 1 = y, \qquad K^{\top} a + \frac{c}{\gamma} + b_t 1 = y, "
            r"\qquad 1^{\top} a = 1^{\top} c = 0"
        )
        st.latex(r"f_s(x) = K(x, X)\,c + b_s, \qquad f_t(x) = K(X, x)^{\top} a + b_t")
        st.markdown(
            f"$f_s$ reads {source}; $f_t$ reads {target}. Damping solves $(T^2 + \\lambda I) z = T r$ in place "
            "of this system $T z = r$, which is singular where $1/\\gamma$ is a singular value of the centred $K$. "
            "He, He, Shi, Huang and Suykens, *Learning with Asymmetric Kernels* (2022)."
        )
        st.markdown(detail_words.rule_in_full(views.merge))
        st.markdown(
            "Leaving sample $i$ out takes no refit: with $A = T + i\\sqrt{\\lambda} I$, $A z = r$ and $I$ the two rows "
            "of sample $i$,"
        )
        st.latex(r"(y_i, y_i) - (f_s, f_t)^{(-i)}(x_i) = \mathrm{Re}\left\{[(A^{-1})_{II}]^{-1} z_I\right\}")
        st.markdown(
            "For a singular triple $(u, v, \\sigma)$ of the centred $K$ the $u$-part of the centred $f_s$ on the "
            "training samples is own $\\langle u, y\\rangle$ + crossed $\\langle v, y\\rangle$, and for $f_t$ with $u$ "
            "and $v$ exchanged:"
        )
        st.latex(
            r"\text{own} = \mathrm{Re}\,\frac{-\sigma^2}{\zeta^2 - \sigma^2}, \qquad "
            r"\text{crossed} = \mathrm{Re}\,\frac{\zeta\,\sigma}{\zeta^2 - \sigma^2}, \qquad "
            r"\zeta = \frac{1}{\gamma} + i\sqrt{\lambda}"
        )
        st.markdown(
            "So own is negative exactly where $\\sigma^2 < 1/\\gamma^2 - \\lambda$, and at least ½ exactly where "
            "$\\sigma^2 \\ge 1/\\gamma^2 + \\lambda$."
        )
        st.caption(words.solved_by(views))


def export(
    current: Active,
    choice: KernelChoice,
    model: ModelChoice,
    split: Split,
    views: Views,
    rivals: tuple[Rival, ...],
    shown: int,
) -> None:
    """Predictions, scores, code and the figure of the class that is shown."""
    names = sample_names(current.data)
    settings = {"data": current.name, "digest": current.data.digest, **asdict(choice), **asdict(model)}
    take_home(
        [
            File(
                "Predictions (CSV)",
                lambda: predictions_table(views, [names[i] for i in split.test]).to_csv(index=False),
                "predictions.csv",
            ),
            File("Scores (JSON)", settings_json(views, rivals, settings), "scores.json"),
            File(
                "Scatter (HTML)",
                lambda: scatter(current, split, views, shown, "light").to_html(include_plotlyjs=True),
                "views.html",
                help="A page of its own that opens without a network.",
            ),
        ],
        python_code(current, choice, model, split),
    )
