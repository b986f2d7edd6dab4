"""The same classifier under five spectra: keep, clip, flip, square, shift.

UI floor.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from askcore.experiments import KernelChoice
from askcore.experiments.matrix.fixes import FixedSpectrum, share_interval, spectrum_fixes
from askcore.experiments.matrix.signed import IndefiniteLook
from askcore.figures.rows import accuracy_rows
from askcore.figures.theme import PALETTES, ROLES
from askcore.ui import cache, cached_indefinite
from askcore.ui import words_indefinite as words
from askcore.ui.dataset import Active
from askcore.ui.indefinite_controls import model_group
from askcore.ui.labels_missing import needs_labels
from askcore.ui.theme import look, show
from askcore.ui.words import plain

__all__ = ["corrections", "fixes_table"]

MEANINGS = {
    "keep": "λ: K as it is",
    "clip": "max(λ, 0): the negative part is dropped",
    "flip": "|λ|: the negative part is added instead of taken off",
    "square": "λ²: K K, no sign is left",
    "shift": "λ + |λ min|: every sample becomes more like itself",
}


def corrections(current: Active, choice: KernelChoice, found: IndefiniteLook) -> None:
    """LS-SVM under each correction on the split of Decisions: accuracies, and decisions that differ."""
    if needs_labels(current, "A classifier"):
        return
    model = model_group(current)
    split = cache.split(current.data, model.train_size, model.seed)
    ready = cached_indefinite.prepared(current.data, choice, model.train_size, model.seed, found.how or None)
    done = spectrum_fixes(ready, gamma=model.gamma, damping=model.damping)
    n = len(ready.truth)
    same = (
        not found.signature[1]
        and not found.centred
        and not any(one.differ for one in done if one.name != "square")
    )
    st.markdown(words.fixes(done, n, held_out=split.held_out, same=same))
    if ready.used != ready.samples:
        st.caption(words.drawn(ready))
    for message in dict.fromkeys(message for one in done for message in one.messages):
        st.warning(plain(message), icon=":material/warning:")
    left, right = st.columns([3, 2])
    with left:
        _chart(done, n, float(np.unique(ready.truth, return_counts=True)[1].max() / n))
        st.caption(
            "The same γ, λ and split for all five; bars are 95 % intervals of one accuracy. They overlap more than the "
            "rivals differ, since all decide the same samples: go by the sign tests beside. The best of "
            "four was picked by these very samples, and one split and one γ are no ranking."
        )
    with right:
        for one in done[1:]:
            st.markdown(f"- {words.fix_line(one, n)}")
    st.dataframe(fixes_table(done, found, n), hide_index=True)
    st.caption(
        "“Moves K by” is the norm of the change over that of K, as looked at above. Square is a kernel on another "
        "scale, so the γ that suits K need not suit it."
    )


def fixes_table(done: Sequence[FixedSpectrum], found: IndefiniteLook, n: int) -> pd.DataFrame:
    """One row per correction."""
    return pd.DataFrame(
        [
            {
                "correction": one.name,
                "eigenvalues become": MEANINGS[one.name],
                "moves K by": words.shifts(found, one.name),
                "accuracy": f"{one.accuracy:.1%}",
                "decides otherwise": f"{one.differ:,} of {n:,}",
                "now right": one.gained,
                "now wrong": one.lost,
                "λ used": f"{one.damping:g}",
            }
            for one in done
        ]
    )


def _chart(done: Sequence[FixedSpectrum], n: int, chance: float) -> None:
    accuracy = np.array([one.accuracy for one in done])
    low, high = share_interval(accuracy, n)
    primary = PALETTES[look()].primary
    show(
        accuracy_rows(
            [one.name for one in done],
            accuracy,
            low,
            high,
            colours=[primary if one.name == "keep" else ROLES["symmetric"] for one in done],
            symbols=["diamond" if one.name == "keep" else "circle" for one in done],
            chance=chance,
            theme=look(),
        ),
        key="spectrum_fixes",
        alt="Accuracy of LS-SVM under each correction of the spectrum",
    )
