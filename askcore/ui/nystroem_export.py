"""Take the chosen run and the race with you: the table, and the Python that reproduces the run.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.experiments import SamplingChoice, SamplingStudy, SpectralChoice
from askcore.ui.dataset import Active
from askcore.ui.snippet import data_line

__all__ = ["export", "python_code"]


def export(
    current: Active, choice: SpectralChoice, sampling: SamplingChoice, study: SamplingStudy | None
) -> None:
    """Downloads and code."""
    with st.expander("Take it with you"):
        st.download_button(
            "Race (CSV)",
            "" if study is None else (lambda: study.race.table.to_csv(index=False)),
            "race.csv",
            "text/csv",
            on_click="ignore",
            disabled=study is None,
            help="Every run with its times and errors. Start the race first." if study is None else None,
        )
        st.caption("SVG of a figure: the camera in its corner. The chosen run in Python:")
        st.code(python_code(current, choice, sampling), language="python")


def python_code(current: Active, choice: SpectralChoice, sampling: SamplingChoice) -> str:
    """A script that repeats the chosen run and prints what the page shows."""
    return "\n".join(
        [
            "import askcore",
            "from askcore.experiments import KernelChoice, SamplingChoice, SpectralChoice",
            "from askcore.experiments import exact_look, sampled_look, sampling_study",
            "",
            data_line(current),
            f"choice = {choice!r}",
            f"sampling = {sampling!r}",
            "exact = exact_look(data, choice, sampling.rank)",
            "look = sampled_look(data, choice, sampling, exact)",
            'print(f"{look.share:.1%} of the entries, {look.seconds:.3g} s against {exact.seconds:.3g} s exactly")',
            'print(f"subspace error {look.subspace_error:.3g}, eta {look.eta:.3g}")',
            "# the race: study = sampling_study(data, choice, sampling).run(); print(study.race.verdict)",
            "",
        ]
    )
