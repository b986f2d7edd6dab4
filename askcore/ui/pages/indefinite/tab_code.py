"""The Python behind the tab that is open on the page "Indefinite kernels".

UI floor. It goes on from ``problem`` and ``parts``, which the script of the page has made.
"""

from __future__ import annotations

import streamlit as st

from askcore.ui.guard import learnable
from askcore.ui.pages.indefinite import words
from askcore.ui.pages.indefinite.details import OPEN
from askcore.ui.pages.indefinite.pays import plan_shown
from askcore.ui.pages.indefinite.state import IndefiniteKernel
from askcore.ui.text.snippet import joined


def tab_steps(state: IndefiniteKernel) -> list[str]:
    """What the open tab adds."""
    found = {
        "Two samples": _two_samples,
        "Clip, flip, square, shift": _corrections,
        "Does it pay?": _three_kinds,
        "Indefinite or asymmetric?": _shares,
    }
    add = found.get(str(st.session_state.get(OPEN)))
    return [add(state)] if add else []


def _two_samples(state: IndefiniteKernel) -> str:
    key = state.current.key
    u, v = (
        st.session_state.get(key(f"signed_{name}_{len(state.names)}"), at)
        for name, at in zip("uv", state.parts.most_negative, strict=True)
    )
    return joined(
        f"u, v = {u}, {v}",
        "pair = signed_pair(parts, u, v)",
        'print("Squared distance:", pair.squared)',
        'print("In the positive part:", pair.plus)',
        'print("In the negative part:", pair.minus)',
        f'print("{words.letter(state.parts)}(u, v):", parts.K[u, v])',
    )


def _corrections(state: IndefiniteKernel) -> str:
    if not learnable(state.current):
        return ""
    model, how = state.model, state.parts.symmetrized or None
    return joined(
        "# LS-SVM under each correction of the spectrum",
        f"split = holdout_split(data.labels, train_size={model.train_size}, random_state={model.seed})",
        f"ready = prepare_fixes(problem, split, symmetrize={how!r})",
        f"for one in spectrum_fixes(ready, gamma={model.gamma:g}, damping={model.damping!r}):",
        '    print(f"{one.name}: {one.accuracy}")',
    )


def _three_kinds(state: IndefiniteKernel) -> str:
    if not learnable(state.current):
        return ""
    given = ", ".join(f"{name}={value!r}" for name, value in plan_shown(state).settings().items())
    return joined(
        "# a definite, an indefinite and an asymmetric kernel on the same splits",
        f"kinds = three_kinds(data, {given}).run()",
        "print(kinds.verdict)",
        'print(kinds.kinds[["label", "mean", "std"]])',
    )


def _shares(state: IndefiniteKernel) -> str:
    return joined(
        "entries = kernel_entries(problem.operator)",
        'print("Skew-symmetric share:", entries.skew_share)',
    )
