"""The Python behind the tab that is open on the page Decisions.

UI floor. It goes on from ``split`` and ``tuned``, which the script of the page has made.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore.ui.pages.decisions.selection import OPEN, SAMPLE, chosen, is_scored
from askcore.ui.pages.decisions.state import NAMED, Decisions
from askcore.ui.text.snippet import joined


def tab_steps(state: Decisions) -> list[str]:
    """What the open tab adds; the ranking of the kernels wherever it was asked for."""
    found = {
        "All methods": _methods,
        SAMPLE: _one_sample,
        "Mistakes": _mistakes,
        "γ and λ": _regularisation,
    }
    add = found.get(str(st.session_state.get(OPEN)))
    return [*([add(state)] if add else []), *_search(state)]


def merge_given(state: Decisions) -> str:
    """The rule of the merged decision as a further argument, where it is not the usual one."""
    return "" if state.model.merge == "mean" else f", merge={state.model.merge!r}"


def views_lines(state: Decisions) -> str:
    """The lines that give both views and the merged decision, as the page computes them."""
    model = state.model
    of = "path_views(prepare(problem, split)" if state.training.decomposes else "decide_views(problem, split"
    asked = f"gamma={model.gamma:g}, damping={model.damping!r}{merge_given(state)}"
    return f"problem = Problem(data, {state.choice!r})\nviews = {of}, {asked})"


def _methods(state: Decisions) -> str:
    baselines = (
        ()
        if not state.baselines
        else ("for each in baselines:", '    print(f"{each.label}: {each.accuracy}")')
    )
    return joined(
        "# all methods, each tuned",
        "for each in (tuned.askls, *tuned.others):",
        '    print(f"{each.label}: {each.accuracy}")',
        *baselines,
    )


def _mistakes(state: Decisions) -> str:
    return joined(
        "# which class is predicted as which: row = true class",
        views_lines(state),
        "for role, predicted in views.predicted.items():",
        "    print(role, confusion(views.truth, predicted, views.classes).counts.tolist())",
        'print("The views disagree on:", views.disagree.sum())',
    )


def _one_sample(state: Decisions) -> str:
    sample = chosen(state)
    if not is_scored(state, sample):
        return ""
    views = state.views
    place = int(np.searchsorted(state.split.test, sample))
    usual = int(np.searchsorted(views.classes, views.predicted["merged"][place]))
    j = st.session_state.get(state.current.key(f"votes_{sample}"), usual)
    return joined(
        f"# one sample: which training samples pull it towards class number {j}, hardest first",
        views_lines(state),
        f"sides = pulls(problem, split, views.coefficients, {sample}, {j}, top={NAMED})",
        'for side, name in zip(sides, ("f_s", "f_t"), strict=True):',
        '    print(f"{name}: {side.decision}, intercept {side.intercept}")',
        "    for i, value in zip(side.samples, side.values, strict=True):",
        '        print("   ", data.sample_names[i], value)',
    )


def _regularisation(state: Decisions) -> str:
    if state.surface is None:
        lines = [
            "best = tuned.askls",
            'print("Best γ and λ:", best.gamma, best.damping, "cross-validated:", best.cross_validated)',
        ]
    else:
        lines = [
            f"best = tuning_surface(problem, split{merge_given(state)}).run()",
            'print("Best bandwidth, γ and λ:", best.bandwidth, best.gamma, best.damping)',
            'print("Cross-validated:", best.score)',
        ]
    return joined("# the best setting, by folds of the training part", *lines)


def _search(state: Decisions) -> list[str]:
    if state.data.kind not in ("graph", "table") or state.found is None:
        return []
    plain = "" if state.find_plan.standardise else ", standardise=False"
    return [f"found = find_kernel(data, split=split{plain}).run()\nprint(found.table)"]
