"""A matrix that tells no samples apart: every page says so, and its one button takes the way out."""

from __future__ import annotations

from sklearn.datasets import make_classification
from streamlit.testing.v1 import AppTest

from askcore.datasets import TableData
from tests.framed import give
from tests.pages.test_every_page import ROOT, sound

WIDE = TableData(*make_classification(300, 50, n_informative=10, random_state=0))
IDENTITY = "The kernel matrix is almost the identity"


def page(name: str, **state: object) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    give(at, WIDE, as_it_is=True)
    for key, value in state.items():
        at.session_state[key] = value
    return sound(at.switch_page(f"pages/{name}.py").run())


def warned(at: AppTest) -> list[str]:
    return [warning.value for warning in at.warning if "kernel matrix is almost" in warning.value]


def said(at: AppTest) -> str:
    return "\n".join(markdown.value for markdown in at.main.markdown)


def test_the_button_takes_the_way_out():
    # A comparison tries other bandwidths as well: with one so small none of them helps.
    at = page("decisions", times_sne_sigma=0.05, several=False)
    (message,) = warned(at)
    assert message.startswith(f"**{IDENTITY}:** each sample is similar only to itself")
    assert "is too small for the distances" in message
    assert "symmetric, so both views" not in said(at)
    assert "**symmetric**" not in said(at)
    button = at.button("way_out")
    assert button.label.startswith("Set σ to its usual value, ")
    assert "compare" not in [each.key for each in at.button]
    button.click().run()
    sound(at)
    assert at.select_slider("times_sne_sigma").value == 1.0
    assert warned(at) == []
    assert "compare" in [each.key for each in at.button]
