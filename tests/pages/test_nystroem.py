"""Nyström: the page follows its controls, the race waits for a click, bad samples are told."""

from __future__ import annotations

import numpy as np
import pytest

from askcore._format import duration
from askcore.datasets import MatrixData
from tests.pages.test_every_page import numbers, opened, sound


def crossed(sample: str = "cyclic_communities"):
    at = opened("nystroem.py", sample)
    at.button_group("matrix").set_value("crossed").run()
    return sound(at)


def opened_folds(at):
    at.session_state["nystroem_race"] = True
    return sound(at.run())


def test_more_samples_read_more_entries():
    at = crossed()
    few = numbers(at)
    at.select_slider("sampled_rows").set_value(300).run()
    assert float(numbers(sound(at))[2].rstrip("%")) == 100 > float(few[2].rstrip("%"))
    at.select_slider("rank").set_value(20).run()
    assert sound(at).select_slider("sampled_rows").value == 300
    at.select_slider("sampled_rows").set_value(20).run()
    at.select_slider("rank").set_value(50).run()
    assert sound(at).select_slider("sampled_rows").value >= 50


def test_a_sampled_block_of_zeros_is_told_and_the_controls_stay():
    at = opened("nystroem.py", "python_imports")
    at.select_slider("rank").set_value(1).run()
    at.select_slider("sampled_rows").set_value(1).run()
    assert at.header[0].value == "**No result:** all sampled entries are zero."
    assert len(at.get("plotly_chart")) == 2
    at.button("double").click().run()
    assert sound(at).select_slider("sampled_rows").value == 2


def test_the_race_waits_and_is_kept():
    at = opened_folds(crossed("teaching_graph"))
    assert at.button("race").label == "Start the race (a few seconds)"
    assert len(at.get("plotly_chart")) == 2
    at.button("race").click().run()
    assert len(sound(at).get("plotly_chart")) == 4
    said = [line.value for line in at.markdown]
    at.switch_page("pages/data.py").run()
    at.switch_page("pages/nystroem.py").run()
    assert [line.value for line in sound(at).markdown] == said
    at.number_input("seed").set_value(3).run()
    assert sound(at).button("race").label.startswith("Start the race (")


def test_the_exact_method_has_one_time_on_the_page(results):
    """That of the first look, also in the race."""
    at = opened_folds(opened("nystroem.py", "cyclic_communities"))
    before = at.header[0].value
    at.button("race").click().run()
    assert sound(at).header[0].value == before
    (study,) = results
    table = study.race.table[study.race.table["bandwidth"].isin([1.0, np.nan])]
    exact = table[table["samples"] == 0]
    assert list(exact["solver"]) == ["arpack"]
    taken = duration(float((exact["seconds_kernel"] + exact["seconds_solve"]).iloc[0]))
    assert f"takes **{taken}**" in before
    assert any(f"exactly {taken}" in m.value or "No sample of up to" in m.value for m in at.markdown)


@pytest.mark.long
def test_the_sample_made_for_the_page_shows_that_sampling_pays():
    at = opened("nystroem.py", "iris")
    at.button("open_larger").click().run(timeout=120)
    assert sound(at).selectbox("data").value == "swiss_roll"
    assert "times as fast" in at.header[0].value
    assert "open_larger" not in [button.key for button in at.button]


@pytest.mark.parametrize(
    ("matrix", "error"), [(-np.eye(12), "undefined"), (np.diag(np.arange(12.0, 0.0, -1.0)), "0")]
)
def test_errors_of_equal_values_and_of_everything_sampled(monkeypatch, matrix, error):
    monkeypatch.setattr("askcore.ui.data.dataset.load_sample", lambda _: MatrixData(matrix))
    at = opened("nystroem.py", "attention")
    at.select_slider("sampled_rows").set_value(12).run()
    assert numbers(sound(at))[0] == error


def test_an_older_address_opens():
    at = opened("nystroem.py", "iris")
    for key, value in {"sampled_rows": "69", "sampled_columns": "31", "race_tab": "F1"}.items():
        at.query_params[key] = value
    assert sound(at.run()).select_slider("sampled_rows").value == 69
    assert not at.warning
