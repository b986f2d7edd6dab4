"""Data of one's own open with what a quick search finds, as if the controls had been set by hand; a sample does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
from streamlit.testing.v1 import AppTest

from askcore.datasets import GraphData, MatrixData, TableData
from askcore.datasets.own_file import Reading
from askcore.experiments import METHODS, holdout_split
from askcore.experiments.decisions.opening import matrix_setting, opening
from askcore.experiments.merging import LEARNED
from askcore.ui.data.dataset import DATA, UPLOAD
from askcore.ui.data.opening import line_controls
from tests.pages.test_every_page import ROOT, opened, sound

pytestmark = pytest.mark.long  # seconds each


def in_turn(n: int = 60, within: float = 0.02, onwards: float = 0.2) -> GraphData:
    rng = np.random.default_rng(0)
    y = np.arange(n) % 3
    chances = np.array([within, onwards, within])[(y - y[:, None]) % 3]
    A = sp.csr_array((rng.random((n, n)) < chances) & ~np.eye(n, dtype=bool)).astype(float)
    return GraphData(A, [f"n{i}" for i in range(n)], np.array(list("abc"))[y])


def ring_of_four(n: int = 400, links: int = 9) -> GraphData:
    """Two steps along the links lead from a to c and back: walks of length 2 hide who points to whom."""
    rng = np.random.default_rng(0)
    y, starts = np.arange(n) % 4, np.repeat(np.arange(n), links)
    steps = rng.choice(4, n * links, p=[0.09, 0.7, 0.1, 0.11])
    ends = (y[starts] + steps) % 4 + 4 * rng.integers(0, n // 4, n * links)
    A = sp.csr_array((np.ones(len(starts)), (starts, ends)), shape=(n, n))
    A.data[:] = 1.0
    return GraphData(A, [f"n{i}" for i in range(n)], np.array(list("abcd"))[y])


def own(data, page: str = "decisions.py") -> AppTest:
    """A page with a file that was just read."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.session_state[DATA], at.session_state["_next_name"] = (data, Reading(), False), UPLOAD
    return sound(at.switch_page(f"pages/{page}").run())


def said(at) -> str:
    return "\n".join(each.value for each in at.main.markdown)


CASES = {
    "graph": pytest.param(in_turn(), marks=pytest.mark.long),
    "table": TableData(np.random.default_rng(0).normal(size=(60, 3)), np.arange(60) % 2),
}


@pytest.mark.parametrize("data", CASES.values(), ids=CASES)
def test_what_was_found_is_what_the_controls_hold(data):
    at = own(data)
    begin = opening(data, holdout_split(data.labels))
    for key, value in line_controls(data, begin.adopted).items():
        assert at.session_state[key] == value, key
    tried, offered = begin.found.n_tried, begin.found.n_offered
    some = f"{tried} of {offered}" if tried < offered else str(offered)
    assert f"A quick search tried {some} settings of " in said(at)
    assert "Another setting is chosen now" not in said(at)
    at.select_slider("gamma").set_value(0.01).run()
    assert "Another setting is chosen now" in said(sound(at))
    sound(at.button("take_opening").click().run())
    assert at.select_slider("gamma").value == begin.adopted.gamma
    assert "A quick search tried" in said(at)


@pytest.mark.long
def test_another_split_asks_its_own_training_part():
    """What was found on training samples that are held out now is no longer called found."""
    data = in_turn()
    at = own(data)
    at.number_input("seed").set_value(3).run()
    begin = opening(data, holdout_split(data.labels, random_state=3))
    learned = begin.adopted.merge in LEARNED
    turn = "Its accuracy with a tenth left out at a time" if learned else "Its leave-one-out accuracy"
    found = f"{turn} on the {begin.found.n_train} training nodes is {begin.adopted.left_out:.0%}"
    assert found in said(sound(at))


def test_a_sample_keeps_its_preset_and_reset_leads_back_to_one():
    assert "quick search" not in said(opened("decisions.py", "iris"))
    at = own(in_turn())
    sound(next(each for each in at.button if each.label == "Reset everything").click().run())
    assert "quick search" not in said(at)
    assert at.session_state["merge"] == "mean"


FOUND = "Found by the quick search on your file: Walks of length 2"


def beside(at) -> str:
    return "\n".join(each.value for each in at.sidebar.caption)


def test_a_file_has_the_same_kernel_whichever_page_is_seen_first():
    """Found when the file comes, it is named in the sidebar of every page, with the way back to the links."""
    data, kernels = ring_of_four(), []
    for page in ("kernel_matrix.py", "decisions.py"):
        at = own(data, page)
        assert FOUND in beside(at)
        kernels.append(at.selectbox("kernel").value)
    assert kernels == ["power", "power"]
    at = own(data, "kernel_matrix.py")
    at.session_state["matrix_details"] = "Between classes"
    assert "K is “Walks of length 2 between the nodes” here, not the links themselves." in said(
        sound(at.run())
    )
    sound(at.button("take_usual").click().run())
    assert at.selectbox("kernel").value == "adjacency"
    assert "not the links themselves" not in said(at)
    assert "quick search" not in beside(at)
    sound(at.switch_page("pages/decisions.py").run())
    assert "Another setting is chosen now." in said(at)
    sound(at.button("take_opening").click().run())
    assert FOUND in beside(at)


@pytest.mark.long
def test_a_number_without_the_strongest_ordinary_method_says_so(monkeypatch):
    """A click tries it; nothing else of the page changes."""
    slow = replace(METHODS["embedded"], slow_beyond=400)
    monkeypatch.setitem(METHODS, "embedded", slow)
    monkeypatch.setattr("askcore.experiments.sizes.RATE", 60e9)  # other processes would not know of it
    at = own(ring_of_four(408))
    quick = next(each for each in at.metric if "ordinary" in each.label)
    assert quick.label.startswith("Best quick ordinary: ")
    assert quick.delta == "not tried: “Embedding, logistic regression”"
    sound(at.button("every_ordinary").click().run())
    best = next(each for each in at.metric if "ordinary" in each.label)
    assert best.label == "Best ordinary: Embedding, logistic regression"
    assert float(best.value.rstrip("%")) > 90 > float(quick.value.rstrip("%"))
    assert "every_ordinary" not in {button.key for button in at.button}
    assert at.query_params["ordinary"] in ("all", ["all"])  # a link asks for it, too
    sound(at.selectbox("data").set_value("two_moons").run())
    assert "ordinary" not in at.query_params


def flows(n: int, unit: float) -> MatrixData:
    """Each class sends most to the next one."""
    y = np.arange(n) % 3
    sent = np.random.default_rng(0).random((n, n)) * np.where((y[:, None] + 1) % 3 == y, 2.0, 1.0)
    return MatrixData(unit * sent, row_labels=np.array(list("abc"))[y])


@pytest.mark.parametrize("unit", [1.0, 1e6])
def test_a_matrix_opens_tuned_and_its_sliders_reach_what_suits_its_unit(unit):
    data = flows(90, unit)
    at = own(data)
    found = matrix_setting(data, holdout_split(data.row_labels))
    assert (at.session_state["gamma"], at.session_state["damping"]) == (found.gamma, found.damping or "auto")
    assert "γ and λ are the values that were best" in " ".join(each.value for each in at.sidebar.caption)
    merged = next(each for each in at.metric if each.label == "Merged")
    assert float(merged.value.rstrip("%")) > 90
    ends = [float(at.select_slider("gamma").options[place].replace("−", "-")) for place in (0, -1)]
    assert ends[1] / ends[0] == pytest.approx(1e6)
    assert ends[0] < found.gamma * 1.0001
    assert found.gamma < ends[1] * 1.0001


@pytest.mark.parametrize(("gamma", "damping"), [(16.0, 0.01), (16.0, "auto")])
def test_gamma_and_lambda_follow_a_kernel_whose_matrix_is_much_larger_and_come_back(gamma, damping):
    at = opened("decisions.py", "iris")
    at.select_slider("gamma").set_value(gamma)
    at.select_slider("damping").set_value(damping).run()
    before = at.session_state["gamma"], at.session_state["damping"]
    sound(at.selectbox("kernel").set_value("polynomial").run())
    assert at.session_state["gamma"] == pytest.approx(before[0] / 1e3)
    assert at.session_state["damping"] == ("auto" if damping == "auto" else pytest.approx(damping * 1e6))
    sound(at.selectbox("kernel").set_value("sne").run())
    assert (at.session_state["gamma"], at.session_state["damping"]) == before
