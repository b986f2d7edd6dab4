"""Whether an indefinite kernel pays: one classifier under five spectra, and three kinds of kernel.

UI floor.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from askcore import experiments
from askcore._format import share
from askcore.datasets import DataError
from askcore.experiments import KernelChoice
from askcore.experiments.comparison.kinds import KERNEL_KINDS, ThreeKinds
from askcore.experiments.matrix.definiteness import Definiteness
from askcore.experiments.matrix.fixes import FixedSpectrum, share_interval
from askcore.experiments.matrix.signed import SignedParts
from askcore.experiments.running.jobs import Task
from askcore.experiments.scores import chance_level
from askcore.figures.parts.theme import PALETTES, role_colours
from askcore.figures.scores import accuracy_rows
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import choose
from askcore.ui.data.dataset import Active
from askcore.ui.downloads import File, download
from askcore.ui.guard import needs_labels
from askcore.ui.pages.indefinite import words
from askcore.ui.pages.indefinite.state import JOB, IndefiniteKernel, KindsPlan
from askcore.ui.pieces import note, side_by_side, subheading, warning
from askcore.ui.text.words import plain

MEANINGS = {
    "keep": "not changed",
    "clip": "0 where negative",
    "flip": "their absolute values",
    "square": "their squares",
    "shift": "larger by the size of the lowest",
}


def draw_corrections(state: IndefiniteKernel) -> None:
    """LS-SVM under each correction on the split of Decisions: accuracies, and decisions that differ."""
    current, found = state.current, state.parts
    if needs_labels(current, "A classifier"):
        return
    ready, done = state.ready, state.corrected
    n = len(ready.truth)
    same = (
        not words.broken(found, state.whole)
        and not found.centred
        and not any(one.differ for one in done if one.name != "square")
    )
    chance = chance_level(ready.truth)
    st.markdown(words.fixes(done, n, held_out=state.held_out, same=same, chance=chance))
    if ready.used != ready.samples:
        st.caption(words.samples_drawn(ready))
    for message in dict.fromkeys(message for one in done for message in one.messages):
        warning(plain(message))
    _chart(done, n, chance)
    st.caption(
        "All five have the same γ, damping and split. Bars are 95% intervals of one accuracy. To compare two of them "
        "use the sign tests in the table, because all decide the same samples."
    )
    if any(one.differ for one in done[1:]):
        st.markdown(
            "The best of the four corrections was chosen on these samples, so its accuracy is too optimistic. One "
            "split and one γ do not make a ranking."
        )
    st.dataframe(fixes_table(done, found, n, state.whole), hide_index=True)
    st.caption(
        "“Change” is the norm of the change over the norm of the matrix. “Significant” is a sign test against “keep”. "
        "Square has another scale, so the best γ for it may be different."
    )


def fixes_table(
    done: Sequence[FixedSpectrum], found: SignedParts, n: int, whole: Definiteness | None = None
) -> pd.DataFrame:
    """One row per correction."""
    return pd.DataFrame(
        [
            {
                "correction": one.name,
                "eigenvalues become": MEANINGS[one.name],
                "change": words.shifts(found, one.name, whole),
                "accuracy": f"{one.accuracy:.1%}",
                "decisions changed": f"{one.differ:,} of {n:,}",
                "now right": one.gained,
                "now wrong": one.lost,
                "significant": "" if one.name == "keep" else words.fix_test(one),
                "λ used": f"{one.damping:g}",
            }
            for one in done
        ]
    )


def _chart(done: Sequence[FixedSpectrum], n: int, chance: float) -> None:
    accuracy = np.array([one.accuracy for one in done])
    low, high = share_interval(accuracy, n)
    primary = PALETTES[theme()].primary
    show(
        accuracy_rows(
            [one.name for one in done],
            accuracy,
            low,
            high,
            colours=[primary if one.name == "keep" else role_colours(theme())["symmetric"] for one in done],
            symbols=["diamond" if one.name == "keep" else "circle" for one in done],
            chance=chance,
            theme=theme(),
        ),
        key="spectrum_fixes",
        alt="Accuracy of LS-SVM under each correction of the spectrum",
    )


EFFORTS = ("Quick", "Full")
FAMILIES = {"tl1": "TL1", "tanh": "tanh"}
SCALED = {"sidebar": "as in the settings", "unit": "in [0, 1], as published"}
_SCALED_HELP = (
    "As in the settings: the same scaling of features; parameters are tried at 0.5, 1 and 2 times their usual value. "
    "As published (Huang et al. 2017): features in [0, 1]; ρ of TL1 is 0.7, 0.4 or 0.2 times the number of features."
)
SYMBOLS = {"definite": "circle", "indefinite": "diamond", "asymmetric": "x"}


def draw_three_kinds(state: IndefiniteKernel) -> None:
    """The result of the comparison where there is one, else the way to it."""
    current = state.current
    if needs_labels(current, "Comparing accuracies"):
        return
    plan = _plan(current, state.choice)
    result = JOB.result(plan)
    if result is None:
        _begin(current, plan)
        return
    st.markdown(words.kinds_verdict(result))
    features = plan.features if current.kind == "table" else None
    st.caption(words.kinds_done_how(result, quick=plan.quick, features=features))
    side_by_side(lambda: _accuracies(result), lambda: _differences(result))
    wide = {"accuracy": st.column_config.Column(width=110)}
    st.dataframe(kinds_table(result), hide_index=True, column_config=wide)
    st.caption(
        "“Negative”: the share of the negative eigenvalues in the sum of all absolute eigenvalues. “Skew-symmetric "
        "ratio”: ‖K − Kᵀ‖ / ‖K + Kᵀ‖. Both are for the training samples of the first split and the parameter chosen "
        "most often."
    )
    every = File("Every split (CSV)", lambda: result.table, "three_kinds.csv")
    download(every, width="content")


def kinds_table(result: ThreeKinds) -> pd.DataFrame:
    """One row per kind."""
    rows = result.kinds.to_dict(orient="records")
    return pd.DataFrame(
        [
            {
                "kind": words.KIND_NAMES[row["kind"]],
                "kernel": row["label"],
                "accuracy": f"{100 * row['mean']:.1f} ± {100 * row['std']:.1f}%",
                "chosen most often": row["chosen"],
                "eigenvalues +, −": f"{row['positive']:,} · {row['negative']:,}",
                "negative": share(row["negative_share"]),
                "skew-symmetric ratio": f"{row['skew_ratio']:.2g}",
            }
            for row in rows
        ]
    )


def _plan(current: Active, choice: KernelChoice) -> KindsPlan:
    """Effort, indefinite kernel and features, above what they change."""
    row = st.container(horizontal=True)
    effort = choose(
        "Effort",
        EFFORTS,
        "kinds_effort",
        labelled=True,
        help="Quick: 4 splits, 2 inner folds. Full: 5 splits, 5 inner folds.",
        where=row,
    )
    family, features = "tl1", "unit"
    if current.kind == "table":
        family = choose("Indefinite kernel", FAMILIES, "kinds_indefinite", labelled=True, where=row)
        how = choose("Features", SCALED, "kinds_features", labelled=True, help=_SCALED_HELP, where=row)
        if how == "sidebar":
            features = "standardised" if choice.standardise else "as they are"
    return KindsPlan(current.data.digest, family, effort != "Full", features)


def plan_shown(state: IndefiniteKernel) -> KindsPlan:
    """What the controls of the comparison say, without drawing them."""
    current, family, features = state.current, "tl1", "unit"
    if current.kind == "table":
        family = st.session_state.get("kinds_indefinite", family)
        if st.session_state.get("kinds_features") == "sidebar":
            features = "standardised" if state.choice.standardise else "as they are"
    return KindsPlan(current.data.digest, family, st.session_state.get("kinds_effort") != "Full", features)


def _begin(current: Active, plan: KindsPlan) -> None:
    features = plan.features if current.kind == "table" else None
    st.markdown(words.kinds_invitation(features))
    try:
        task: Task[ThreeKinds] = Task(experiments.three_kinds, current.data, **plan.settings())
        run = JOB.prepared(plan, task)
    except DataError as error:
        note(plain(error))
        return
    JOB.offer_or_watch(plan, task, "Compare the three", run.settings["work"])


def _accuracies(result: ThreeKinds) -> None:
    subheading("Tuned accuracy")
    by = result.table.groupby("kind")[result.settings["metric"]]
    low, high = by.min(), by.max()
    kinds = result.kinds.set_index("kind")
    show(
        accuracy_rows(
            [f"{words.KIND_NAMES[kind]}: {kinds.loc[kind, 'label']}" for kind in KERNEL_KINDS],
            [kinds.loc[kind, "mean"] for kind in KERNEL_KINDS],
            [low[kind] for kind in KERNEL_KINDS],
            [high[kind] for kind in KERNEL_KINDS],
            colours=_colours(),
            symbols=[SYMBOLS[kind] for kind in KERNEL_KINDS],
            bar="over the splits",
            theme=theme(),
        ),
        key="kinds_accuracy",
        alt="Accuracy of the three kinds of kernel",
    )
    st.caption(
        "The mean over the splits; a bar goes from the worst split to the best. All three use the same splits, so "
        "bars that overlap do not mean that the kernels are equal: see the differences."
    )


def _differences(result: ThreeKinds) -> None:
    subheading("Differences on the same splits")
    rows = result.differences.to_dict(orient="records")
    colours = dict(zip(KERNEL_KINDS, _colours(), strict=True))
    show(
        accuracy_rows(
            [words.against(row["first"], row["second"]) for row in rows],
            [row["mean"] for row in rows],
            [row["low"] for row in rows],
            [row["high"] for row in rows],
            colours=[colours[row["first"]] for row in rows],
            symbols=[SYMBOLS[row["first"]] for row in rows],
            difference=True,
            theme=theme(),
        ),
        key="kinds_differences",
        alt="Differences in accuracy between the kinds, with their intervals",
    )
    st.caption(
        "Right of the line, the first of the two is better. Bars are 95% intervals; they take into account that the "
        "splits share samples."
    )
    st.markdown(
        "If a bar crosses the line, the two kernels are not significantly different. They may still differ."
    )


def _colours() -> list[str]:
    return [PALETTES[theme()].primary, *(role_colours(theme())[role] for role in ("target", "merged"))]
