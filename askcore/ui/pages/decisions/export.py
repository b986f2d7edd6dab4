"""Decisions to take home: predictions, scores, the figure as a page of its own, and the Python for the same.

UI floor.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import pandas as pd

from askcore.experiments.decisions.comparison import MethodResult, SplitComparison
from askcore.experiments.decisions.views import Views
from askcore.experiments.merging import LEARNED
from askcore.ui.downloads import File
from askcore.ui.pages.decisions.state import Decisions
from askcore.ui.pages.decisions.tab_code import merge_given, tab_steps, views_lines
from askcore.ui.pages.decisions.words.views import small_differences
from askcore.ui.text.snippet import ASKLS, Script, data_lines, joined
from askcore.ui.text.words import decided_by


def files(state: Decisions) -> list[File]:
    """Predictions and scores."""
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
            lambda: settings_json(state.views, state.comparison, settings, state.baselines),
            "scores.json",
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
    views: Views, found: SplitComparison, settings: dict[str, Any], baselines: Sequence[MethodResult] = ()
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
                    "cross_validated": each.cross_validated,
                    **each.scores,
                }
                for each in (found.askls, *found.others)
            ],
            "baselines": [
                {
                    "method": each.name,
                    "setting": each.setting.in_words,
                    "cross_validated": each.cross_validated,
                    **each.scores,
                }
                for each in baselines
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


def python_code(state: Decisions, j: int = 0) -> Script:
    """A script that trains the same model on the same split and tunes it as the page does; ``j`` : the class drawn."""
    current, model = state.current, state.model
    steps = [
        data_lines(current),
        f"split = holdout_split(data.labels, train_size={model.train_size}, random_state={model.seed})",
        _model(state),
        _tuned(state),
    ]
    return Script(
        "Decisions",
        f"trains AsK-LS and reads both views of each sample{' that was held out' if state.split.held_out else ''}.",
        (*steps, *_baselines(state), *tab_steps(state)),
        _figure(state, j),
        small_differences(state.comparison),
        (ASKLS,),
    )


def _model(state: Decisions) -> str:
    """AsK-LS with the settings of the sidebar, fitted, and the accuracy of its three decisions."""
    choice, model = state.choice, state.model
    kernel, lines, params = "kernel", ["# AsK-LS at the settings of the page"], ""
    if state.is_graph:
        named = "".join(f", {name}={value!r}" for name, value in choice.params)
        how = f"orientation={choice.orientation!r}, self_loops={choice.self_loops}, normalize={choice.normalize}"
        lines += [
            f"kernel = askcore.kernels.GraphKernel(data.adjacency, {choice.name!r}, {how}{named})",
            "X = np.arange(data.n_nodes)",
        ]
    elif state.data.kind != "table":
        lines += ["kernel = askcore.kernels.PrecomputedKernel(data.matrix)", "X = np.arange(data.n_rows)"]
    else:
        lines += ["X = data.X"]
        if choice.standardise:
            lines += [
                "mean, scale = X[split.train].mean(axis=0), X[split.train].std(axis=0)",
                "X = (X - mean) / np.where(scale > 0, scale, 1.0)",
            ]
        kernel, given = repr(choice.name), repr(dict(choice.params))
        params = f"kernel_params={given}, " if choice.params else ""
        if choice.bandwidth != 1:
            lines += [
                f"params = askcore.kernels.resolved_params({kernel}, {given}, X[split.train], "
                f"times={choice.bandwidth:g})"
            ]
            params = "kernel_params=params, "
    lines += [
        f"model = askcore.AsKLSClassifier({kernel}, {params}gamma={model.gamma:g}, damping={model.damping!r}"
        f"{merge_given(state) * (state.model.merge not in LEARNED)})",
        "model.fit(X[split.train], data.labels[split.train])",
        "f_s, f_t = model.decision_views(X[split.test])",
        'for name, f in {"Source view f_s": f_s, "Target view f_t": f_t}.items():',
        "    best = f.argmax(axis=1) if f.ndim == 2 else (f > 0).astype(int)",
        "    right = model.classes_[best] == data.labels[split.test]",
        '    print(f"{name}, current: {right.mean()}")',
    ]
    decided = decided_by(model.merge)
    if state.model.merge in LEARNED:  # the estimator learns from other parts of the training samples
        lines += [
            views_lines(state),
            f'print("{decided}, current:", views.scores["accuracy"].iloc[-1])',
        ]
    else:
        lines += [
            "right = model.predict(X[split.test]) == data.labels[split.test]",
            f'print("{decided}, current:", right.mean())',
        ]
    return "\n".join(lines)


def _tuned(state: Decisions) -> str:
    """AsK-LS and the methods beside it at their own best settings."""
    return joined(
        "# AsK-LS and methods on a symmetric kernel, each tuned by folds of the training part",
        f"problem = Problem(data, {state.training.usual.choice!r})",
        f"tuned = compare_on_split(problem, split{merge_given(state)})",
        'source, target, merged = tuned.views.scores["accuracy"]',
        'print("Source view f_s, tuned:", source)',
        'print("Target view f_t, tuned:", target)',
        f'print("{decided_by(state.model.merge)}, tuned:", merged)',
        'print("Best without direction:", tuned.without.accuracy, "by", tuned.without.label)',
    )


def _baselines(state: Decisions) -> list[str]:
    """The baselines, where there are some."""
    if not state.baselines:
        return []
    every = ", every=True" if state.every_baseline else ""
    return [
        joined(
            f"baselines = compare_baselines(Problem.of(data), split{every})",
            "best = max(baselines, key=lambda each: each.selection.accuracy)",
            'print("Best baseline:", best.accuracy, "by", best.label)',
        )
    ]


def _figure(state: Decisions, j: int) -> str:
    """Where the two views disagree."""
    return joined(
        views_lines(state),
        f"figures.views_scatter(views.f_source[:, {j}], views.f_target[:, {j}], views.truth, "
        f"names=[data.sample_names[i] for i in split.test], positive=views.classes[{j}], classes=views.classes, "
        "disagree=views.disagree)",
    )
