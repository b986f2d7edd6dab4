"""Decisions to take home: predictions, scores, the figure as a page of its own, and the Python for the same.

UI floor.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pandas as pd

from askcore.experiments import Baselines, Contest, Views
from askcore.ui.export import File
from askcore.ui.pages.decisions.panels import scatter
from askcore.ui.pages.decisions.state import Decisions
from askcore.ui.snippet import data_line

__all__ = ["files", "predictions_table", "python_code", "settings_json"]


def files(state: Decisions, j: int) -> list[File]:
    """Predictions and scores, and the scatter of class number ``j``."""
    names = [state.names[i] for i in state.split.test]
    settings = {
        "data": state.current.name,
        "digest": state.data.digest,
        **asdict(state.choice),
        **asdict(state.model),
    }
    return [
        File(
            "Predictions (CSV)",
            lambda: predictions_table(state.views, names),
            "predictions.csv",
        ),
        File(
            "Scores (JSON)",
            lambda: settings_json(state.views, state.contest, settings, state.baselines),
            "scores.json",
        ),
        File(
            "Scatter (HTML)",
            lambda: scatter(state, j, "light").html(),
            "views.html",
            help="A page of its own that opens without a network.",
        ),
    ]


def predictions_table(views: Views, names: list[str]) -> pd.DataFrame:
    """One row per scored sample: name, truth, the three decisions, whether the views disagree, and for every class f_s,
    f_t and the merged one.

    The merged columns carry the rule in their names; "stack" and "joint" give probabilities.
    """
    table = {"sample": names, "label": views.truth}
    table |= {f"predicted_{role}": predicted for role, predicted in views.predicted.items()}
    table["views_disagree"] = views.disagree
    for j, name in enumerate(views.classes):
        table[f"f_s[{name}]"] = views.f_source[:, j]
        table[f"f_t[{name}]"] = views.f_target[:, j]
        table[f"{views.merge}[{name}]"] = views.merged[:, j]
    return pd.DataFrame(table)


def settings_json(
    views: Views, found: Contest, settings: dict[str, Any], beside: Baselines | None = None
) -> str:
    """Settings and scores as JSON; the tuned methods with what they were tuned to."""
    return json.dumps(
        {
            "settings": settings,
            "scores": views.scores.to_dict(orient="records"),
            "tuned": [
                {
                    "method": each.name,
                    "bandwidth": each.bandwidth,
                    "gamma": each.gamma,
                    "damping": each.damping,
                    "left_out": each.left_out,
                    **each.scores,
                }
                for each in (found.askls, *found.rivals)
            ],
            "ordinary": [
                {
                    "method": each.name,
                    "setting": each.setting.in_words,
                    "left_out": each.left_out,
                    **each.scores,
                }
                for each in (() if beside is None else beside.each)
            ],
            "views_disagree": int(views.disagree.sum()),
            "merge": views.merge,
            "chance": views.chance,
            "condition": views.condition if views.condition < 1e300 else None,
            "damping": views.damping,
            "solver": views.solver,
        },
        indent=2,
        default=str,
    )


def python_code(state: Decisions) -> str:
    """A script that trains the same model on the same split and prints its three accuracies."""
    current, choice, model = state.current, state.choice, state.model
    lines = ["import numpy as np", "", "import askcore", "from askcore.experiments import holdout_split", ""]
    lines += [data_line(current)]
    labels = {"graph": "data.labels", "table": "data.y"}.get(current.kind, "data.row_labels")
    lines += [
        f"split = holdout_split({labels}, train_size={model.train_size}, random_state={model.seed})",
        "",
    ]
    if current.kind == "graph":
        lines += [
            "kernel = askcore.kernels.GraphKernel(",
            f"    data.adjacency, {choice.name!r}, orientation={choice.orientation!r},",
            f"    self_loops={choice.self_loops}, normalize={choice.normalize},"
            + "".join(f" {name}={value!r}," for name, value in choice.params),
            ")",
            "X = np.arange(data.n_nodes)",
        ]
        first, params = "kernel", ""
    elif current.kind != "table":
        lines += ["kernel = askcore.kernels.PrecomputedKernel(data.matrix)", "X = np.arange(data.n_rows)"]
        first, params = "kernel", ""
    else:
        lines += ["X = data.X"]
        if choice.standardise:
            lines += [
                "mean, scale = X[split.train].mean(axis=0), X[split.train].std(axis=0)",
                "X = (X - mean) / np.where(scale > 0, scale, 1.0)",
            ]
        first = repr(choice.name)
        params = f"kernel_params={dict(choice.params)!r}, " if choice.params else ""
        if choice.bandwidth != 1:
            lines += [
                f"params = askcore.kernels.resolved_params({choice.name!r}, {dict(choice.params)!r}, X[split.train], "
                f"times={choice.bandwidth:g})"
            ]
            params = "kernel_params=params, "
    lines += [
        "model = askcore.AsKLSClassifier(",
        f"    {first}, {params}gamma={model.gamma:g}, damping={model.damping!r}{_merging(state)}",
        ")",
        f"model.fit(X[split.train], {labels}[split.train])",
        "f_s, f_t = model.decision_views(X[split.test])",
        'for name, f in {"source": f_s, "target": f_t}.items():',
        "    best = f.argmax(axis=1) if f.ndim == 2 else (f > 0).astype(int)",
        f"    print(name, (model.classes_[best] == {labels}[split.test]).mean())",
        f'print("merged", (model.predict(X[split.test]) == {labels}[split.test]).mean())',
    ]
    return "\n".join([*lines, *_search(state)]) + "\n"


def _search(state: Decisions) -> list[str]:
    """The ranking of the kernels, where it was asked for."""
    if state.data.kind not in ("graph", "table") or state.found is None:
        return []
    plain = "" if state.find_plan.standardise else ", standardise=False"
    return [
        "",
        f"found = askcore.experiments.find_kernel(data, split=split{plain}).run()",
        "print(found.table)",
    ]


def _merging(state: Decisions) -> str:
    """The rule of the merged decision as arguments; what it learns from depends on the size, as on the page."""
    merge = state.model.merge
    if merge == "mean":
        return ""
    if merge not in ("stack", "joint"):
        return f", merge={merge!r}"
    learned = 'cv="loo"' if state.training.decomposes else "random_state=0"
    return f", merge={merge!r}, {learned}"
