"""What is taken home holds what was seen."""

from __future__ import annotations

import json

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.experiments import KernelChoice, Problem, compare_on_split, decide_views, holdout_split
from askcore.ui.pages.decisions.export import predictions_table, settings_json


@pytest.fixture(scope="module")
def result():
    data = load_sample("teaching_graph")
    split = holdout_split(data.labels, train_size=1.0)
    problem = Problem(data, KernelChoice("adjacency"))
    return (
        data,
        decide_views(problem, split, gamma=2.0, damping=0.1),
        compare_on_split(problem, split),
    )


def test_predictions(result):
    data, views, _ = result
    table = predictions_table(views, data.node_ids)
    assert table["sample"].tolist() == data.node_ids
    assert table["label"].tolist() == data.labels.tolist()
    for role, predicted in views.predicted.items():
        assert table[f"predicted_{role}"].tolist() == predicted.tolist()
    assert (
        table["views_disagree"].tolist() == (table["predicted_source"] != table["predicted_target"]).tolist()
    )
    for j, name in enumerate(views.classes):
        np.testing.assert_array_equal(table[f"f_s[{name}]"], views.f_source[:, j])
        np.testing.assert_array_equal(table[f"f_t[{name}]"], views.f_target[:, j])
        np.testing.assert_array_equal(table[f"mean[{name}]"], views.merged[:, j])
    assert table.shape == (7, 6 + 3 * len(views.classes))


def test_settings_and_scores(result):
    _, views, found = result
    content = json.loads(settings_json(views, found, {"gamma": 2.0, "params": (("sigma", np.float64(1)),)}))
    assert content["settings"]["gamma"] == 2.0
    assert [row["role"] for row in content["scores"]] == ["source", "target", "merged"]
    assert content["scores"][2]["accuracy"] == views.scores["accuracy"][2]
    assert [row["method"] for row in content["tuned"]] == ["askls", *(each.name for each in found.others)]
    assert content["tuned"][1]["accuracy"] == found.others[0].accuracy
    assert content["tuned"][0]["cross_validated"] == found.askls.selection.score
    assert content["tuned"][0]["gamma"] == found.askls.gamma
    assert content["condition"] == pytest.approx(views.condition)
