"""The Python behind the tab that is open on the page "Spectra".

UI floor. It goes on from ``problem`` and ``found``, which the script of the page has made.
"""

from __future__ import annotations

import streamlit as st

from askcore.ui.pages.spectra.details import OPEN
from askcore.ui.pages.spectra.state import Decomposition
from askcore.ui.text.snippet import joined


def tab_steps(state: Decomposition) -> list[str]:
    """What the open tab adds."""
    found = {"Symmetrised": _symmetrised, "PCA, KPCA, SVD, KSVD": _methods, "Choices": _choices}
    add = found.get(str(st.session_state.get(OPEN)))
    return [add(state)] if add else []


def _symmetrised(state: Decomposition) -> str:
    return joined(
        f"rival = symmetrised(problem, center={state.view.center})",
        'print("Eigenvalues of the symmetric part:", *rival.values[:5])',
    )


def _methods(state: Decomposition) -> str:
    rank = min(state.view.rank, *state.problem.shape)
    return joined(
        "# neighbour score of the rows, and of rows and columns together",
        f"for one in features_at_rank(problem, found, rank={rank}, scaling={state.view.scaling!r}):",
        '    print(f"{one.name}: {one.one_side} {one.both}")',
    )


def _choices(state: Decomposition) -> str:
    view = state.view
    return joined(
        "# one choice is changed at a time",
        f"for one in choice_effects(problem, center={view.center}, scaling={view.scaling!r}, rank={view.rank}):",
        "    print(one.group, one.name, one.values[:3], one.energy, one.left, one.both)",
    )
