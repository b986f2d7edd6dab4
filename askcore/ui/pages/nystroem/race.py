"""The race: sampling against the other methods, at rising sizes and several bandwidths.

UI floor.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from askcore import plotting
from askcore._format import duration
from askcore.experiments.sampling.study import SamplingStudy
from askcore.figures.races import score_by_samples, speedup_by_bandwidth
from askcore.plotting import SOLVER_NAMES, TOLERANCE
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import choose, tabs
from askcore.ui.pages.nystroem import words
from askcore.ui.pages.nystroem.state import JOB, Nystroem
from askcore.ui.pieces import heading, note, subheading

SIZES, BANDWIDTH, SCORE, TABLE = "Error and time", "Bandwidth", "F1", "Table"
MEASURES = {"subspace_error": "Subspace error", "eta": "η"}
_OPEN = "race_tab"


def draw_race(state: Nystroem) -> None:
    """The result of the race where there is one, else the way to it."""
    heading("Does sampling pay with more samples?")
    study = state.study
    if study is None:
        _begin(state)
        return
    st.markdown(study.race.verdict)
    if study.race.stopped:
        st.caption(study.race.stopped)
    shown = {SIZES: _sizes, BANDWIDTH: _bandwidth, SCORE: _score, TABLE: _table}
    tabs({title: partial(draw, study) for title, draw in shown.items()}, _OPEN)


def _begin(state: Nystroem) -> None:
    race = state.race
    settings = JOB.prepared(state.plan, race).settings
    labelled = state.problem.row_labels is not None
    st.markdown(words.race_offer(settings, TOLERANCE, labelled=labelled))
    JOB.offer_or_watch(state.plan, race, "Start the race", settings["work"])


def _sizes(study: SamplingStudy) -> None:
    """Error and time against the sample size."""
    measure = _measure("sizes_measure")
    left, right = st.columns(2)
    with left:
        subheading("Error")
        drawn = plotting.drawn(study.race, quantity=measure, theme=theme())
        show(drawn, key="race_error", alt="Error of each method against the number of samples")
        st.caption(
            "Lower is better. Exact methods have no error. The randomised method samples no rows: for it, the lower "
            "axis counts the random vectors that the whole matrix is multiplied with. So it saves no entries."
            + words.features_words(study)
        )
    with right:
        subheading("Time")
        drawn = plotting.drawn(study.race, quantity="seconds", theme=theme())
        show(drawn, key="race_time", alt="Time of each method against the number of samples")
        st.caption(
            f"{words.race_words(study)} Times are different on another computer, so two lines that are close do not "
            "show which method is faster."
        )


def _bandwidth(study: SamplingStudy) -> None:
    """Speed-up over the other methods against the bandwidth."""
    reached = study.race.reached
    if reached["bandwidth"].nunique() == 1:
        note("Only one bandwidth was run within the time of the race, so there is nothing to compare.")
        return
    if reached["bandwidth"].isna().all():
        note(
            "The kernel of this matrix has no bandwidth. Choose a kernel with a σ. For a graph, choose “Rows × "
            "columns” and then SNE or RBF."
        )
        return
    measure = _measure("bandwidth_measure")
    rows = reached[(reached["measure"] == measure) & (reached["tolerance"] == TOLERANCE)]
    seconds = rows.pivot(index="bandwidth", columns="solver", values="seconds")
    own = seconds["nystroem"]
    if own.isna().all():
        other = " η weighs errors by singular values and is smaller." if measure == "subspace_error" else ""
        note(
            f"With up to {max(study.race.settings['samples']):,} samples, sampling does not reach "
            f"{_spoken(measure)} of {TOLERANCE:g} at any bandwidth that was tried.{other}"
        )
        return
    if np.count_nonzero(own.notna()) == 1:
        only = own.dropna()
        note(
            f"Sampling reaches {_spoken(measure)} of {TOLERANCE:g} at one bandwidth only, {only.index[0]:g} "
            f"times the chosen one. This takes {duration(float(only.iloc[0]))}."
        )
        return
    rivals = [name for name in ("structured", "arpack", "randomized") if name in seconds]
    drawn = speedup_by_bandwidth(
        seconds.index.to_numpy(),
        {name: (seconds[name] / own).to_numpy() for name in rivals},
        {name: f"over {SOLVER_NAMES[name]}" for name in rivals},
        theme=theme(),
    )
    show(drawn, key="race_bandwidth", alt="How many times faster sampling is, against the bandwidth")
    missing = int(np.count_nonzero(own.isna()))
    gap = f" At {missing} of {len(own)} bandwidths, sampling does not reach it." if missing else ""
    st.caption(
        f"How much faster sampling reaches {_spoken(measure)} of {TOLERANCE:g} (as in figure 1 of the paper, with η). "
        f"Above the line sampling is faster.{gap} A large bandwidth is easy to sample, but not always a good kernel."
    )


def _score(study: SamplingStudy) -> None:
    """F1 against the sample size."""
    if study.scores.empty:
        note(f"There is no score: {study.no_scores}.")
        return
    sampled = study.scores[study.scores["method"] == "nystroem"]
    exact = float(study.scores["micro_f1"].iloc[0])
    if sampled.empty:
        note(f"No sample has a score. The exact vectors have a score of {exact:.3f}.")
        return
    drawn = score_by_samples(sampled["samples"], sampled["micro_f1"], sampled["spread"], exact, theme=theme())
    show(drawn, key="race_score", alt="Micro F1 on sampled vectors against the number of samples")
    st.caption(words.scores_words(study))


def _table(study: SamplingStudy) -> None:
    """The rows of the race."""
    table = study.race.table
    short = st.column_config.NumberColumn(format="%.3g")
    small = ("sigma", "seconds_kernel", "seconds_solve", "eta", "subspace_error")
    st.dataframe(
        table.assign(solver=table["solver"].map(SOLVER_NAMES)),
        hide_index=True,
        column_config=dict.fromkeys(small, short),
    )
    st.caption(
        "Each row is one run. The bandwidth is a multiple of the chosen one. Exact methods have 0 samples."
    )


def _measure(key: str) -> str:
    return choose("Error measured by", MEASURES, key)


def _spoken(measure: str) -> str:
    return "an η" if measure == "eta" else "a subspace error"
