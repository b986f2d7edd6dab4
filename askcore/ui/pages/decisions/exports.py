"""What can be taken along from "Decisions": predictions, scores, the page itself, and the Python behind it."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from askcore.experiments.decisions.comparison import MethodResult
from askcore.experiments.decisions.views import Views
from askcore.ui.blocks import Download
from askcore.ui.controls import held_value
from askcore.ui.pages.decisions.page import view_class
from askcore.ui.pages.decisions.results import Decisions
from askcore.ui.text.snippet import ASKLS, Script, data_lines
from askcore.ui.text.words import decided_by


def files(state: Decisions) -> list[Download]:
    """Predictions and scores."""
    names = [state.names[i] for i in state.split.test]
    table, scores = partial(predictions_table, state.views, names), partial(scores_json, state)
    return [
        Download("Predictions (CSV)", table, "predictions.csv", at_end=True),
        Download("Scores (JSON)", scores, "scores.json", at_end=True),
    ]


def predictions_table(views: Views, names: list[str]) -> pd.DataFrame:
    """A row for each test sample: name, label, the three decisions, whether the views disagree, and for every class
    f_s, f_t and the merged one.

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


def scores_json(state: Decisions) -> str:
    """Settings, outcome and scores as JSON; the other methods with what they were tuned to."""
    views, found = state.views, state.comparison
    outcome = {**asdict(state.verdict), "outcome": state.verdict.outcome.name}
    settings = {
        "data": state.current.name,
        "digest": state.data.digest,
        **asdict(state.choice),
        **asdict(state.model),
    }
    return json.dumps(
        {
            "settings": settings,
            "verdict": outcome,
            "scores": views.scores.to_dict(orient="records"),
            "methods": [_tuned(each) for each in (found.askls, *found.others, *state.baselines)],
            "views_disagree": int(views.disagree.sum()),
            "condition": views.condition if views.condition < 1e300 else None,
            "damping": views.damping,
            "solver": views.solver,
        },
        indent=2,
        default=str,
    )


def _tuned(of: MethodResult) -> dict[str, Any]:
    setting = {"bandwidth": of.bandwidth, "gamma": of.gamma, "damping": of.damping}
    tuned = setting if np.isfinite(of.gamma) else {"setting": of.setting.in_words}
    return {"method": of.name, **tuned, "cross_validated": of.cross_validated, **of.scores}


SPLIT_CODE = "split = holdout_split(data.labels, train_size={model.train_size}, random_state={model.seed})"
VIEWS_CODE = """problem = Problem(data, {choice!r})
views = {views}
names = "Source view f_s", "Target view f_t", {merged!r}
for name, accuracy in zip(names, views.scores["accuracy"], strict=True):
    print(name + ":", accuracy)
print("The views disagree on:", views.disagree.sum())"""
TUNED_CODE = """# other methods with this kernel, tuned on the training part
tuned = compare_on_split(Problem(data, {usual!r}), split{merge})
print("tuned:", tuned.askls.accuracy)
print("Best method that symmetrises:", tuned.without.accuracy, "by", tuned.without.label)"""
UNDIRECTED_CODE = """# the best kernel without direction, of a quick search on the training part
other = decide_views(Problem(data, {line.choice!r}), split, gamma={line.gamma!r}, damping={damping!r}, \
merge={line.merge!r})
print("Best without direction:", other.scores["accuracy"].iloc[-1], "by", {line.label!r})"""
BASELINES_CODE = """baselines = compare_baselines(Problem.from_data(data), split)
best = max(baselines, key=lambda each: each.selection.accuracy)
print("Best baseline:", best.accuracy, "by", best.label)"""


def python_code(state: Decisions) -> Script:
    """A script that prints the numbers of the page and makes ``views``, both decisions of the test samples."""
    model, line, j = state.model, state.undirected, held_value(view_class(state))
    merge = "" if model.merge == "mean" else f", merge={model.merge!r}"
    given = f"gamma={model.gamma:g}, damping={model.damping!r}{merge}"
    views = f"path_views(prepare(problem, split), {given})"
    if model.class_weight is not None or not state.training.decomposes:
        weights = "" if model.class_weight is None else f", class_weight={model.class_weight!r}"
        views = f"decide_views(problem, split, {given}{weights})"
    return Script(
        "Decisions",
        "trains AsK-LS and computes both views of each test sample.",
        (
            data_lines(state.current),
            SPLIT_CODE.format(model=model),
            VIEWS_CODE.format(choice=state.choice, views=views, merged=decided_by(model.merge)),
            TUNED_CODE.format(usual=state.training.usual.choice, merge=merge),
            UNDIRECTED_CODE.format(line=line, damping=line.damping or "auto") if line else "",
            BASELINES_CODE if state.baselines else "",
        ),
        f"askcore.plot(views, of=views.classes[{j}], names=[data.sample_names[i] for i in split.test])",
        "Small differences between methods may be chance.",
        (ASKLS,),
    )
