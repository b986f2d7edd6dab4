"""Take it with you: predictions, the Python that reproduces them, the figure as a page of its own.

UI floor.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from askcore.experiments import Rival, Views

__all__ = ["export_panel", "predictions_table", "settings_json"]


def predictions_table(views: Views, names: list[str]) -> pd.DataFrame:
    """One row per scored sample: name, truth, the three decisions; f_s, f_t and the merged one of every class.

    The merged columns carry the rule in their names; "stack" and "joint" give probabilities.
    """
    table = {"sample": names, "label": views.truth}
    table |= {f"predicted_{role}": predicted for role, predicted in views.predicted.items()}
    for j, name in enumerate(views.classes):
        table[f"f_s[{name}]"] = views.f_source[:, j]
        table[f"f_t[{name}]"] = views.f_target[:, j]
        table[f"{views.merge}[{name}]"] = views.merged[:, j]
    return pd.DataFrame(table)


def settings_json(views: Views, rivals: tuple[Rival, ...], settings: dict[str, Any]) -> str:
    """Settings and scores as JSON."""
    return json.dumps(
        {
            "settings": settings,
            "scores": views.scores.to_dict(orient="records"),
            "rivals": [
                {"symmetrize": r.symmetrize, "gammas": r.gammas, "accuracies": r.accuracies} for r in rivals
            ],
            "merge": views.merge,
            "chance": views.chance,
            "condition": views.condition if views.condition < 1e300 else None,
            "damping": views.damping,
            "solver": views.solver,
        },
        indent=2,
        default=str,
    )


def export_panel(
    table: Callable[[], pd.DataFrame], scores: str, code: str, figure: Callable[[], Any]
) -> None:
    """Downloads, made only when asked for, and the code to copy."""
    with st.expander("Take it with you"):
        columns = st.columns(3)
        columns[0].download_button(
            "Predictions (CSV)",
            lambda: table().to_csv(index=False),
            "predictions.csv",
            "text/csv",
            on_click="ignore",
            width="stretch",
        )
        columns[1].download_button(
            "Scores (JSON)",
            scores,
            "scores.json",
            "application/json",
            on_click="ignore",
            width="stretch",
        )
        columns[2].download_button(
            "Scatter (HTML)",
            lambda: figure().to_html(include_plotlyjs=True),
            "views.html",
            "text/html",
            on_click="ignore",
            width="stretch",
            help="A page of its own that opens without a network.",
        )
        st.caption("SVG of a figure: the camera in its corner. The same result in Python:")
        st.code(code, language="python")
