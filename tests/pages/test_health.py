"""A matrix that tells no samples apart: every page says so, and its one button takes the way out."""

from __future__ import annotations

from sklearn.datasets import make_classification
from streamlit.testing.v1 import AppTest

from askcore.datasets import TableData
from askcore.datasets.own_file import Reading
from askcore.ui.data.dataset import DATA, UPLOAD
from askcore.ui.pages.direction.state import Look
from tests.pages.test_every_page import ROOT, sound

WIDE = TableData(*make_classification(300, 50, n_informative=10, random_state=0))
IDENTITY = "The kernel matrix is almost the identity"


def page(name: str, **state: object) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    at.session_state[DATA] = WIDE, Reading(), False
    at.session_state["data"] = UPLOAD
    for key, value in state.items():
        at.session_state[key] = value
    return sound(at.switch_page(f"pages/{name}.py").run())


def warned(at: AppTest) -> list[str]:
    return [warning.value for warning in at.warning if "kernel matrix is almost" in warning.value]


def said(at: AppTest) -> str:
    return "\n".join(markdown.value for markdown in at.main.markdown)


def test_the_button_takes_the_way_out(monkeypatch):
    one_kernel = Look(4, 300, 300, 25e9, soon=False)  # the comparison is about the kernel that is chosen
    monkeypatch.setattr("askcore.ui.pages.direction.panels.first_look", lambda data, scaled: one_kernel)
    # A comparison tries other bandwidths as well: with one so small none of them helps.
    at = page("direction", times_sne_sigma=0.05)
    (message,) = warned(at)
    assert message.startswith(f"**{IDENTITY}:** each sample is similar only to itself")
    assert "is too small for the distances" in message
    assert "symmetric, so both views" not in said(at)
    assert "**symmetric**" not in said(at)
    button = at.button("way_out")
    assert button.label.startswith("Set σ to its usual value, ")
    assert at.button("compare_nothing").disabled
    assert f"**{IDENTITY}**, so there is nothing to compare yet." in said(at)
    assert not [b for b in at.button if b.key == "take_asymmetric"]
    button.click().run()
    sound(at)
    assert at.select_slider("times_sne_sigma").value == 1.0
    assert warned(at) == []
    assert not at.button("compare").disabled
