"""The tabs of the page Decisions: all methods, other kernels, one sample, mistakes, decision regions, regularisation.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import numpy as np
import pandas as pd
import streamlit as st

from askcore import experiments, figures
from askcore._format import number
from askcore.experiments.decisions.explained import Pulls
from askcore.experiments.decisions.views import PATH_LIMIT
from askcore.figures.bars import pull_bars
from askcore.figures.curves import mode_filters
from askcore.figures.decisions import decision_regions
from askcore.figures.ego import ego_network
from askcore.ui.charts.plots import drawn, show, theme
from askcore.ui.controls import held
from askcore.ui.pages.decisions.finding import draw_finding
from askcore.ui.pages.decisions.panels import draw_rivals
from askcore.ui.pages.decisions.selection import SAMPLE, chosen, class_of, in_list
from askcore.ui.pages.decisions.state import SURFACE, Decisions
from askcore.ui.pages.decisions.words import settings as setting_words
from askcore.ui.pages.decisions.words import views as view_words
from askcore.ui.pieces import note, side_by_side, subheading
from askcore.ui.url_state import assign

SHOWN = 20  # rows of a table that are seen without scrolling in it


def tab_panels(state: Decisions, j: int) -> dict[str, Callable[[], None]]:
    """Titles of the tabs and what draws each; ``j`` is the class that is looked at."""
    planar = state.data.kind == "table" and state.data.n_features == 2
    own_kernel = state.data.kind not in ("graph", "table")  # a matrix is its own
    return {
        "All methods": lambda: draw_rivals(state),
        **({} if own_kernel else {"Find a kernel": lambda: draw_finding(state)}),
        SAMPLE: lambda: _one_sample(state),
        "Mistakes": lambda: _mistakes(state),
        **({"Decision regions": lambda: _regions(state, j)} if planar else {}),
        "γ and λ": lambda: _regularisation(state),
    }


# regularisation ---------------------------------------------------------------------------------------------------


def _regularisation(state: Decisions) -> None:
    """The best setting and its button, then the pictures behind it."""
    _best_setting(state)
    if state.has_bandwidth:
        _surface(state)
    if state.prepared is None:
        note(setting_words.too_large(len(state.split.train), PATH_LIMIT))
        return
    side_by_side(lambda: _gamma_curve(state), lambda: _modes(state))


def _best_setting(state: Decisions) -> None:
    best = state.best
    row = st.container(horizontal=True, vertical_alignment="center")
    settings = state.controls(best)
    row.markdown(setting_words.tuning(best, state.comparison))
    row.button(
        "Use the best",
        on_click=assign,
        args=(settings,),
        disabled=held(settings),
        help="It is in use." if held(settings) else f"Sets {setting_words.place(best)}.",
        width="content",
    )


def _surface(state: Decisions) -> None:
    subheading("Accuracy over bandwidth and γ")
    found = state.surface
    if found is None:
        SURFACE.offer_or_watch(state.surface_plan, state.surface_task, "Try 8 bandwidths", state.surface_work)
        st.caption(setting_words.surface_offer(state.comparison))
        return
    picture = drawn(
        figures.tuning_surface,
        found.bandwidths,
        found.gammas,
        found.accuracy,
        found.dampings,
        best=(found.bandwidth, found.gamma),
        current=(state.bandwidth, state.model.gamma),
        theme=theme(),
    )
    show(picture, key="tuning_surface", alt="Leave-one-out accuracy over bandwidth and gamma")
    st.caption(setting_words.surface_caption(found))


def _gamma_curve(state: Decisions) -> None:
    curve = state.curve
    subheading("Accuracy along γ")
    picture = drawn(
        figures.gamma_curve,
        curve.gammas,
        curve.accuracy,
        curve.condition,
        resonances=curve.resonances,
        safe=curve.safe,
        current=state.model.gamma,
        chance=curve.chance,
        theme=theme(),
    )
    show(picture, key="gamma_curve", alt="Leave-one-out accuracy of the three decisions over gamma")
    st.caption(
        setting_words.curve_caption(curve, state.choice, is_graph=state.is_graph, merge=state.views.merge)
    )


def _modes(state: Decisions) -> None:
    subheading("How much each component counts")
    found, damping = state.modes, state.views.damping
    if found is None:
        note(setting_words.symmetric_modes())
        return
    values = asdict(found)
    if damping == 0:
        values |= {"plain_own": None, "plain_cross": None}
    picture = drawn(
        mode_filters,
        values.pop("sigma"),
        values.pop("own"),
        values.pop("cross"),
        **values,
        theme=theme(),
    )
    show(picture, key="modes", alt="Factor of the own and of the crossed labels for each component")
    st.caption(setting_words.modes_caption(found, damping, is_graph=state.is_graph))


# decision regions -------------------------------------------------------------------------------------------------


def _regions(state: Decisions, j: int) -> None:
    """f_s and f_t everywhere in the plane, for class number ``j``."""
    found, train = state.regions, state.split.train
    grids = {"source": found.source[..., j], "target": found.target[..., j]}
    limit = float(np.quantile(np.abs([*grids.values()]), 0.99))
    for column, (role, grid) in zip(st.columns(2), grids.items(), strict=True):
        with column:
            subheading(f"{role.capitalize()} view f_{role[0]}")
            figure = drawn(
                decision_regions,
                found.x,
                found.y,
                grid,
                state.data.X[train],
                state.labels[train],
                names=[state.names[i] for i in train],
                feature_names=state.data.feature_names,
                classes=state.views.classes,
                limit=limit,
                value=f"f_{role[0]}",
                theme=theme(),
            )
            alt = f"The {role} view everywhere in the plane"
            show(figure, key=f"regions_{role}", alt=alt, samples=train)
    st.caption(view_words.regions_caption(state.views.classes[j], several=len(state.views.classes) > 2))


# one sample -------------------------------------------------------------------------------------------------------


def _one_sample(state: Decisions) -> None:
    """Choose a scored sample; who pulls it towards a class, and who away from it: at first the one it is taken for."""
    word = "node" if state.is_graph else "sample"
    label = f"{'Test' if state.split.held_out else 'Training'} {word}"
    sample = in_list(state, label, "sample", state.split.test)
    if sample is None:
        note(view_words.not_scored(state.names[chosen(state)], word))
        return
    place = int(np.searchsorted(state.split.test, sample))
    classes, taken_for = state.views.classes, state.views.predicted["merged"][place]
    j = class_of(
        classes,
        "Votes for and against the class",
        state.current.control(f"votes_{sample}", named=True),
        default=int(np.searchsorted(classes, taken_for)),
        labelled=True,
    )
    st.markdown(view_words.sample_decided(state.views, place, state.names[sample], j))
    found = state.pulls(sample, j)
    _bars(state, found)
    if state.is_graph:
        _neighbours(state, found, sample)


def _bars(state: Decisions, found: tuple[Pulls, Pulls]) -> None:
    reach = max(float(np.abs([*pulls.values, pulls.rest, pulls.intercept]).max()) for pulls in found)
    sides = zip(st.columns(2), found, ("source", "target"), state.readings, strict=True)
    for column, pulls, role, reads in sides:
        with column:
            subheading(f"{role.capitalize()} view: {reads}")
            figure = drawn(
                pull_bars,
                pulls.values,
                [state.names[i] for i in pulls.samples],
                state.labels[pulls.samples],
                rest=pulls.rest,
                n_rest=pulls.n_rest,
                intercept=pulls.intercept,
                classes=state.views.classes,
                limit=reach,
                value=f"f_{role[0]}",
                theme=theme(),
            )
            show(
                figure,
                key=f"pulls_{role}",
                alt=f"Training samples with the largest weight in the {role} view",
            )
    st.caption(view_words.pulls_caption())


def _neighbours(state: Decisions, found: tuple[Pulls, Pulls], sample: int) -> None:
    """The hardest pulls as neighbours of the node; those not linked to it are left out."""
    data = state.data
    pulling = np.unique(np.concatenate([pulls.samples for pulls in found]))
    members = np.concatenate([[sample], pulling[pulling != sample]])
    picture = drawn(
        ego_network,
        data.adjacency[members][:, members],
        0,
        read_by=view_words.read_by(state.choice),
        classes_of_nodes=state.labels[members],
        names=[data.node_ids[i] for i in members],
        classes=state.views.classes,
        theme=theme(),
    )
    subheading("Links with these samples")
    alt = f"The nodes with the largest weight for {data.node_ids[sample]}, as its neighbours"
    show(picture, key="pulls_ego", alt=alt, samples=members)
    st.caption(view_words.neighbours_caption(state.choice))


# mistakes ---------------------------------------------------------------------------------------------------------


def _mistakes(state: Decisions) -> None:
    """Which class is taken for which, and the samples on which the views disagree."""
    _confusions(state)
    _disagreements(state)


def _confusions(state: Decisions) -> None:
    subheading("Which class is predicted as which")
    views, pooled = state.views, 0
    titles = {"source": "Source view", "target": "Target view", "merged": f"Merged ({views.merge})"}
    for column, (role, title) in zip(st.columns(3), titles.items(), strict=True):
        found = experiments.confusion(views.truth, views.predicted[role], views.classes)
        pooled = found.pooled
        with column:
            st.markdown(f"**{title}**")
            show(
                drawn(figures.confusion_matrix, found.counts, found.names, theme=theme()),
                key=f"confusion_{role}",
                alt=f"Confusion matrix of the decision “{title}”",
            )
    st.caption(view_words.confusion_caption(pooled))


def _disagreements(state: Decisions) -> None:
    views = state.views
    subheading(f"{state.data.sample_word.capitalize()}s on which the two views disagree")
    apart = np.flatnonzero(views.disagree)
    if len(apart) == 0:
        return
    codes = {
        role: np.searchsorted(views.classes, views.predicted[role][apart]) for role in ("source", "target")
    }
    table = pd.DataFrame(
        {
            "node" if state.is_graph else "sample": [state.names[i] for i in state.split.test[apart]],
            "label": views.truth[apart],
            "source says": views.predicted["source"][apart],
            "target says": views.predicted["target"][apart],
            "merged says": views.predicted["merged"][apart],
            "f_s for the class the source view says": views.f_source[apart, codes["source"]],
            "f_t for the class the target view says": views.f_target[apart, codes["target"]],
        }
    )
    written = table.style.format(number, subset=list(table.columns[-2:]))
    st.dataframe(written, hide_index=True, height="content" if len(table) <= SHOWN else "auto")
