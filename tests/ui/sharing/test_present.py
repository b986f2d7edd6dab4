"""The presentation: begun by the address or a button, kept from page to page, and its hidden controls still count."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from askcore.ui.sharing.present import LEAST
from tests.pages.test_every_page import ROOT, numbers, opened, sound


def presented(page: str = "spectra.py", **query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params.update({"data": "teaching_graph", "present": "1", **query})
    return sound(at.switch_page(f"pages/{page}").run())


def buttons(at: AppTest) -> dict:
    return {button.key: button for button in at.button}


def said(at: AppTest, key: str) -> str:
    """What the address says, which a test may hold as text or as a list."""
    found = at.query_params[key]
    return found if isinstance(found, str) else "&".join(found)


def styles(at: AppTest) -> str:
    return "".join(html.proto.body for html in at.get("html"))


def heights(at: AppTest) -> list[float]:
    return [json.loads(each.proto.spec)["layout"]["height"] for each in at.get("plotly_chart")]


def test_a_page_is_large_hides_the_sidebar_and_has_a_way_out():
    plain, at = opened("spectra.py", "teaching_graph"), presented()
    assert heights(at) == pytest.approx([1.45 * height for height in heights(plain)])
    spec = json.loads(at.get("plotly_chart")[0].proto.spec)
    assert spec["layout"]["template"]["layout"]["font"]["size"] >= LEAST
    assert HIDDEN in styles(at)
    assert "stSidebar" not in styles(plain)
    assert numbers(at) == numbers(plain)
    sound(buttons(at)["end_presentation"].click().run())
    assert heights(at) == heights(plain)
    assert "present" not in at.query_params
    sound(buttons(at)["present_page"].click().run())
    assert said(at, "present") == "1"
    assert "end_presentation" in buttons(at)


HIDDEN = '[data-testid="stSidebar"] {display: none;}'


def test_the_sidebar_is_shown_and_hidden_and_its_controls_count_all_the_same():
    at = presented("decisions.py", gamma="100")
    assert HIDDEN in styles(at)
    gamma, damping = (next(s for s in at.select_slider if s.key == key) for key in ("gamma", "damping"))
    assert gamma.value == 100.0
    sound(damping.set_value(3.0).run())  # hidden, and yet a control
    plain = opened("decisions.py", "teaching_graph")
    for key, value in (("gamma", 100.0), ("damping", 3.0)):
        next(s for s in plain.select_slider if s.key == key).set_value(value)
    assert numbers(at) == numbers(plain.run())
    sound(buttons(at)["present_controls"].click().run())
    assert HIDDEN not in styles(at)
    assert said(at, "show") == "1"
    sound(buttons(at)["present_controls"].click().run())
    assert HIDDEN in styles(at)


@pytest.mark.parametrize("show", ["1", "gamma,kernel", "}</style><script>alert(1)</script>"])
def test_another_page_goes_on_with_it(show):
    at = presented(show=show)
    at.query_params.clear()  # as a link of a page leaves it
    sound(at.switch_page("pages/matrix.py").run())
    assert (said(at, "present"), said(at, "show")) == ("1", "1")
    assert "end_presentation" in buttons(at)
    assert HIDDEN not in styles(at)
    assert "script" not in styles(at)


@pytest.mark.parametrize("present", ["0", "", "no", "<b>"])
def test_anything_else_is_no_presentation(present):
    at = presented(present=present)
    assert "end_presentation" not in buttons(at)
    assert "present" not in at.query_params
