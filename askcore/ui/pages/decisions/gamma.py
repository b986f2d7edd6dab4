"""Regularisation: leave-one-out along gamma, the best setting, and what becomes of each singular mode.

UI floor.
"""

from __future__ import annotations

from dataclasses import asdict

import streamlit as st

from askcore import experiments, figures
from askcore.estimators import LooChoice
from askcore.experiments import PATH_LIMIT, KernelChoice, Split, Views
from askcore.ui.choices import ModelChoice
from askcore.ui.dataset import Active
from askcore.ui.pages.decisions import state as cached
from askcore.ui.pages.decisions import words as detail_words
from askcore.ui.settings import TUNED_DAMPINGS, TUNED_GAMMAS
from askcore.ui.theme import look, show

__all__ = ["regularisation"]


def regularisation(
    current: Active, choice: KernelChoice, model: ModelChoice, split: Split, views: Views
) -> None:
    """The gamma curve and the modes side by side, after the sentence on the best setting."""
    ready = cached.prepared(current, choice, model)
    if ready is None:
        st.info(detail_words.too_large(len(split.train), PATH_LIMIT), icon=":material/info:")
        return
    best = cached.best_setting(current, choice, model)
    assert best is not None
    here = experiments.loo_accuracy(ready, model.gamma, views.damping)
    row = st.container(horizontal=True, vertical_alignment="center")
    row.markdown(detail_words.tuning(best, here, len(ready.codes), len(TUNED_GAMMAS), len(TUNED_DAMPINGS)))
    row.button(
        "Use the best",
        on_click=_use,
        args=(best,),
        disabled=not here < best.score,
        help=f"Sets γ = {best.gamma:g} and λ = {best.damping:g}.",
        width="content",
    )
    left, right = st.columns(2)
    with left:
        _curve(current, choice, model, views)
    with right:
        _modes(current, choice, model, views)


def _curve(current: Active, choice: KernelChoice, model: ModelChoice, views: Views) -> None:
    curve = cached.gamma_curve(current, choice, model, views.damping)
    assert curve is not None
    st.markdown("##### How right along γ")
    drawn = figures.gamma_curve(
        curve.gammas,
        curve.accuracy,
        curve.condition,
        resonances=curve.resonances,
        safe=curve.safe,
        current=model.gamma,
        chance=curve.chance,
        theme=look(),
    )
    show(drawn, key="gamma_curve", alt="Leave-one-out accuracy of the three decisions over gamma")
    st.caption(detail_words.curve_caption(curve, choice, is_graph=current.is_graph, merge=views.merge))


def _modes(current: Active, choice: KernelChoice, model: ModelChoice, views: Views) -> None:
    st.markdown("##### What becomes of each singular mode")
    found = cached.modes(current, choice, model, views)
    if found is None:
        st.info(detail_words.symmetric_modes(), icon=":material/info:")
        return
    values = asdict(found)
    if views.damping == 0:
        values |= {"plain_own": None, "plain_cross": None}
    drawn = figures.mode_filters(
        values.pop("sigma"), values.pop("own"), values.pop("cross"), **values, theme=look()
    )
    show(drawn, key="modes", alt="Factor of the own and of the crossed labels for each singular mode")
    st.caption(detail_words.modes_caption(found, views.damping, is_graph=current.is_graph))


def _use(best: LooChoice) -> None:
    st.session_state["gamma"], st.session_state["damping"] = best.gamma, best.damping
