"""Nyström speed-up: the live part follows its controls, the race waits for a click, bad samples are told."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.utils.extmath import randomized_svd

from askcore._format import duration
from askcore.datasets import MatrixData, load_sample
from askcore.experiments import KernelChoice, Problem
from askcore.solvers import asymmetric_nystroem
from tests.pages.test_every_page import numbers, opened, sound


def crossed(sample: str = "cyclic_communities"):
    at = opened("nystroem.py", sample)
    at.button_group("matrix").set_value("crossed").run()
    return sound(at)


def said(at) -> str:
    return "\n".join(
        [*(m.value for m in at.markdown), *(c.value for c in at.caption), *(i.value for i in at.info)]
    )


def test_more_samples_read_more_entries():
    at = crossed()
    few = numbers(at)
    at.select_slider("sampled_rows").set_value(300).run()
    assert float(numbers(sound(at))[0].rstrip("%")) == 100 > float(few[0].rstrip("%"))
    assert at.markdown[0].value.startswith("This sample reads every entry")


def test_a_sampled_block_of_zeros_is_told_and_the_controls_stay():
    at = opened("nystroem.py", "python_imports")
    at.select_slider("rank").set_value(1).run()
    at.select_slider("sampled_rows").set_value(1).run()
    at.select_slider("sampled_columns").set_value(1).run()
    assert "The sampled block is zero" in sound(at).warning[0].value
    assert at.markdown[0].value.startswith("This sample has no result. On this graph, the exact method takes")
    assert len(at.get("plotly_chart")) == 1
    assert at.button("race").label.startswith("Start the race (")
    at.selectbox("sampling").set_value("squared_norm")
    at.select_slider("sampled_rows").set_value(1152).run()
    assert not sound(at).warning


def test_the_race_waits_and_is_kept():
    at = crossed("teaching_graph")
    assert len(at.get("plotly_chart")) == 2
    at.button("race").click().run()
    assert len(sound(at).get("plotly_chart")) == 4
    verdicts = [line.value for line in at.markdown]
    at.switch_page("pages/data.py").run()
    at.switch_page("pages/nystroem.py").run()
    assert [line.value for line in sound(at).markdown] == verdicts
    at.number_input("seed").set_value(3).run()
    assert sound(at).button("race").label.startswith("Start the race (")


def test_the_exact_method_has_one_time_on_the_page():
    """That of the first look, also where the race and its table name it."""
    at = opened("nystroem.py", "cyclic_communities")
    (before,) = [metric.delta for metric in at.metric if metric.label == "Time of this run"]
    at.button("race").click().run()
    (after,) = [metric.delta for metric in sound(at).metric if metric.label == "Time of this run"]
    assert after == before
    (study,) = at.session_state["_job_race"].results.values()
    table = study.race.table[study.race.table["bandwidth"].isin([1.0, np.nan])]
    exact = table[table["samples"] == 0]
    assert list(exact["solver"]) == ["arpack"]
    shown = duration(float((exact["seconds_kernel"] + exact["seconds_solve"]).iloc[0]))
    assert before == f"exact: {shown}"
    verdicts = [m.value for m in at.markdown if "exact" in m.value and " takes " in m.value]
    assert verdicts  # a second one where a method is near the exact one
    assert all(shown in verdict for verdict in verdicts)


@pytest.mark.long
def test_the_sample_made_for_the_page_shows_that_sampling_pays():
    at = opened("nystroem.py", "iris")
    at.button("open_larger").click().run(timeout=120)
    assert sound(at).selectbox("data").value == "swiss_roll"
    assert "Sampling pays on this table" in at.markdown[1].value
    assert "open_larger" not in [button.key for button in at.button]
    problem = Problem(load_sample("swiss_roll"), KernelChoice("sne", standardise=True, bandwidth=1.5))
    K = problem.operator.toarray()
    left, values, right = randomized_svd(K, 10, n_oversamples=30, n_iter=12, random_state=0)
    assert np.linalg.norm(K @ right.T - left * values) < 1e-6, "as good as exact"
    lines = {f"n_{side}": at.select_slider(f"sampled_{side}").value for side in ("rows", "columns")}
    found = asymmetric_nystroem(problem.on_demand, 10, **lines, random_state=0)
    sines = [
        np.sqrt(np.maximum(0.0, 1.0 - np.linalg.svd(a.T @ np.linalg.qr(b)[0])[1] ** 2)).mean()
        for a, b in ((left, found.left), (right.T, found.right))
    ]
    assert np.mean(sines) < 0.05
    assert float(numbers(at)[2]) == pytest.approx(np.mean(sines), rel=0.05)


@pytest.mark.parametrize(
    ("matrix", "shown", "told"),
    [
        (-np.eye(12), "undefined", "an error is not defined"),
        (np.diag(np.arange(12.0, 0.0, -1.0)), "Exact", "This sample reads every entry"),
    ],
)
def test_errors_of_equal_values_and_of_everything_sampled(monkeypatch, matrix, shown, told):
    monkeypatch.setattr("askcore.ui.data.dataset.load_sample", lambda _: MatrixData(matrix))
    at = opened("nystroem.py", "attention")
    for side in ("rows", "columns"):
        at.select_slider(f"sampled_{side}").set_value(12)
    assert numbers(sound(at.run()))[2:] == [shown, shown]
    assert told in said(at)
