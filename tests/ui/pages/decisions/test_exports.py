"""The Python on the page, run as a stranger runs it, prints what the page shows."""

from __future__ import annotations

import json
import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from askcore.datasets import MatrixData, describe_sample, load_sample
from askcore.experiments import KernelChoice, bag_kernel
from askcore.ui.choices import ModelChoice
from askcore.ui.data.dataset import UPLOAD, Active
from askcore.ui.pages.decisions.exports import predictions_table, python_code, scores_json
from askcore.ui.pages.decisions.results import Decisions
from askcore.ui.text.snippet import data_lines
from askcore.ui.text.words import decided_by

ROOT = Path(__file__).parents[4]

CASES = {
    "graph kernel with a parameter": (
        "cyclic_communities",
        KernelChoice("katz", (("beta", 0.01),), orientation="out", self_loops=False, normalize=False),
        ModelChoice(10.0, 0.1, 0.6, 0),
    ),
    "table of two classes": ("two_moons", KernelChoice("t"), ModelChoice(3.2, 0.01, 0.6, 0)),
    "parameters of every kind": (
        "iris",
        KernelChoice("sne", (("distance", "plain"), ("itself", False), ("sigma", 2.0)), standardise=True),
        ModelChoice(0.5, 0.1, 0.5, 1),
    ),
    "a multiple of it": ("iris", KernelChoice("tl1", bandwidth=0.5), ModelChoice(0.5, 0.1, 0.5, 1)),
    "None has a meaning": (
        "iris",
        KernelChoice("tl1", (("rho", None),), standardise=True),
        ModelChoice(0.5, 0.1, 0.5, 1),
    ),
    "matrix": ("attention", KernelChoice("precomputed"), ModelChoice(10.0, 0.1, 0.6, 0)),
    "stacked": ("cyclic_communities", KernelChoice("adjacency"), ModelChoice(10.0, 0.1, 0.6, 0, "stack")),
    "class weights": (
        "two_moons",
        KernelChoice("t"),
        ModelChoice(3.2, 0.01, 0.6, 0, class_weight="balanced"),
    ),
    "joint": ("two_moons", KernelChoice("t"), ModelChoice(3.2, 0.01, 0.6, 0, "joint")),
}


def case(sample: str) -> Active:
    about = describe_sample(sample)
    return Active(sample, about.title, load_sample(sample), about.preset, about.question, about.source)


@pytest.mark.parametrize(("sample", "choice", "model"), CASES.values(), ids=CASES)
def test_prints_the_accuracies_of_the_page(tmp_path, capsys, sample, choice, model):
    current = case(sample)
    state = Decisions(current, choice, model)
    (tmp_path / "again.py").write_text(str(python_code(state)), encoding="utf-8")
    runpy.run_path(str(tmp_path / "again.py"))
    printed = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    names = ("Source view f_s", "Target view f_t", decided_by(model.merge))
    for name, accuracy in zip(names, state.views.scores["accuracy"], strict=True):
        assert float(printed[name]) == pytest.approx(accuracy, abs=1e-12)
    assert int(printed["The views disagree on"]) == state.views.disagree.sum()
    assert float(printed["tuned"]) == state.comparison.askls.accuracy
    without = printed["Best method that symmetrises"]
    assert float(without.split()[0]) == state.comparison.without.accuracy
    if state.baselines:
        assert printed["Best baseline"].endswith(state.verdict.baseline_label)


def test_bags_are_measured_again(tmp_path):
    """The lines that make the matrix of a page from bags, run."""
    bags = load_sample("textures")
    found = bag_kernel(bags, n_components=1).run()
    K = found.kernel(0.05)(range(48), range(48))
    current = replace(
        case("textures"),
        data=MatrixData(K, bags.labels, bags.bag_ids),
        bags=bags,
        measured=KernelChoice("kl_mixtures", (("a", 0.05), ("n_components", 1))),
    )
    (tmp_path / "again.py").write_text(f"import askcore\n\n{data_lines(current)}\n", encoding="utf-8")
    made = runpy.run_path(str(tmp_path / "again.py"))
    np.testing.assert_array_equal(made["data"].matrix, K)
    assert made["data"].digest == current.data.digest
    code = str(python_code(Decisions(current, current.measured, ModelChoice(1.0, 0.0, 0.6, 0))))
    compile(code, "again.py", "exec")
    assert "path_views(prepare(problem, split), gamma=1, damping=0.0)" in code


@pytest.mark.parametrize("title", ["my graph.csv", "it's; import os.csv", '"\n print(1)#.csv'])
def test_a_file_name_stays_a_string(title):
    current = replace(case("teaching_graph"), name=UPLOAD, title=title, file=title)
    code = str(python_code(Decisions(current, KernelChoice("adjacency"), ModelChoice(1.0, 0.0, 1.0, 0))))
    compile(code, "again.py", "exec")
    (line,) = [line for line in code.splitlines() if "read_graph" in line]
    assert line.startswith(f"data = askcore.datasets.read_graph({Path(title).name!r})")


def test_past_the_decomposition_the_way_is_that_of_the_page(monkeypatch):
    state = Decisions(case("iris"), KernelChoice("sne"), ModelChoice(10.0, 0.1, 0.6, 0, "joint"))
    code = str(python_code(state))
    assert "path_views(" in code
    assert "decide_views(" not in code
    monkeypatch.setattr("askcore.ui.pages.decisions.results.PATH_LIMIT", 10)
    code = str(python_code(Decisions(state.current, state.choice, state.model)))
    assert "decide_views(" in code
    assert "path_views(" not in code


def test_predictions_hold_what_was_seen():
    state = Decisions(case("teaching_graph"), KernelChoice("adjacency"), ModelChoice(2.0, 0.1, 1.0, 0))
    views, names = state.views, state.data.node_ids
    table = predictions_table(views, names)
    assert table["sample"].tolist() == names
    assert table["label"].tolist() == state.data.labels.tolist()
    for role, predicted in views.predicted.items():
        assert table[f"predicted_{role}"].tolist() == predicted.tolist()
    apart = table["predicted_source"] != table["predicted_target"]
    assert table["views_disagree"].tolist() == apart.tolist()
    for j, name in enumerate(views.classes):
        np.testing.assert_array_equal(table[f"f_s[{name}]"], views.f_source[:, j])
        np.testing.assert_array_equal(table[f"f_t[{name}]"], views.f_target[:, j])
        np.testing.assert_array_equal(table[f"mean[{name}]"], views.merged[:, j])
    assert table.shape == (7, 6 + 3 * len(views.classes))


def test_scores_are_those_of_the_setting_and_of_all_tuned_methods():
    state = Decisions(case("iris"), KernelChoice("sne"), ModelChoice(2.0, 0.1, 0.6, 0))
    content = json.loads(scores_json(state))
    assert content["settings"]["gamma"] == 2.0
    assert content["verdict"]["outcome"] == state.verdict.outcome.name
    assert [row["role"] for row in content["scores"]] == ["source", "target", "merged"]
    assert content["scores"][2]["accuracy"] == state.views.scores["accuracy"][2]
    found = [state.comparison.askls, *state.comparison.others, *state.baselines]
    assert [row["method"] for row in content["methods"]] == [each.name for each in found]
    assert content["methods"][0]["cross_validated"] == state.comparison.askls.selection.score
    assert content["condition"] == pytest.approx(state.views.condition)
