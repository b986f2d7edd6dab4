"""The Python behind the tab that is open on the page "Kernel matrix".

UI floor. It goes on from ``problem`` and ``part``, which the script of the page has made.
"""

from __future__ import annotations

import streamlit as st

from askcore.ui.pages.kernel_matrix.details import most_asymmetric
from askcore.ui.pages.kernel_matrix.panels import OPEN, SAMPLES
from askcore.ui.pages.kernel_matrix.state import KernelMatrix
from askcore.ui.text.snippet import joined


def tab_steps(state: KernelMatrix) -> list[str]:
    """What the open tab adds."""
    found = {
        "Asymmetry": _asymmetry,
        SAMPLES: _two_samples,
        "Centre, normalise, symmetrise": _operations,
        "Between classes": _between_classes,
    }
    add = found.get(str(st.session_state.get(OPEN)))
    return [add(state)] if add else []


def _asymmetry(state: KernelMatrix) -> str:
    if not state.part.is_square:
        return ""
    return joined(
        'print("Skew-symmetric ratio:", 0.0 if entries.is_symmetric else entries.skew_ratio)',
        'print("Departure from normality:", part.found.departure)',
        'print("Reciprocity of K:", entries.reciprocity)',
    )


def _two_samples(state: KernelMatrix) -> str:
    first = most_asymmetric(state.part)
    u, v = (
        st.session_state.get(state.current.key(f"pair_{name}"), at)
        for name, at in zip("uv", first, strict=True)
    )
    if not state.problem.same_samples:
        return f'print("K(u, v):", problem.operator.block(np.array([{u}]), np.array([{v}]))[0, 0])'
    return joined(
        f"pair = askcore.diagnostics.feature_pair(problem.operator, {u}, {v})",
        'print("K(u, v):", pair.k_uv)',
        'print("K(v, u):", pair.k_vu)',
        'print("Distance:", pair.distance)',
        'print("Cosine u→v and v→u:", pair.cosine_uv, pair.cosine_vu)',
    )


def _operations(state: KernelMatrix) -> str:
    return joined(
        "for one in kernel_operations(part.K):",
        '    print(f"{one.label}: {one.rank} {one.effective_rank}")',
    )


def _between_classes(state: KernelMatrix) -> str:
    if state.problem.row_labels is None or state.problem.column_labels is None:
        return ""
    return joined(
        "# mean entries: rows of the class on the left, columns of the class above",
        "operator, rows, columns = drawable(problem.operator, part)",
        "means = class_means(operator, problem.row_labels[rows], problem.column_labels[columns])",
        'print("Classes:", *means.rows)',
        "print(means.means)",
    )
