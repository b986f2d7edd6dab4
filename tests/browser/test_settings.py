"""Settings: by keyboard, in the address, across pages and reloads, and back."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.browser
METRIC = "[data-testid=stMetricValue]"
CONFUSED = "?gamma=banana&data=nosuch&seed=-7&orientation=up&train=3&kernel=%3Cb%3E&damping=nan&view=99"


@pytest.mark.long
def test_gamma_by_keyboard_changes_figures_and_address(app):
    app.open("/decisions").drawn(3)
    before = app.verdict()
    handle = app.slider("γ regularisation")
    handle.focus()
    handle.press("Home")
    app.page.wait_for_url(re.compile("gamma=0.01"))
    app.sees("which you can change in the settings (γ = 0.01")
    assert app.verdict() == before  # tuned against tuned, wherever the slider stands
    handle.press("ArrowRight")
    app.page.wait_for_url(re.compile("gamma=0.013"))


@pytest.mark.long
def test_a_shared_address_brings_everything_back(app):
    shared = "/decisions?data=Seven+nodes&gamma=2.5&orientation=links+in&seed=7&train=50%25"
    app.open(shared).drawn(3)

    def state():
        return (
            app.slider("γ regularisation").get_attribute("aria-valuetext"),
            app.page.get_by_role("radio", name="links in").is_checked(),
            app.page.get_by_test_id("stNumberInputField").input_value(),
            app.slider("Share used").get_attribute("aria-valuetext"),
            app.page.locator(METRIC).all_inner_texts(),
        )

    first = state()
    assert first[:4] == ("2.5", True, "7", "50%")
    for part in shared.split("?")[1].split("&"):
        assert part in app.page.url
    app.page.reload()
    app.settle().drawn(3)
    assert state() == first


@pytest.mark.long
def test_a_nonsense_address_falls_back(app):
    app.open("/decisions" + CONFUSED).title("Decisions").drawn(3)
    app.sees("300 nodes · 5,415 links", within="[data-testid=stSidebar]")
    assert app.slider("γ regularisation").get_attribute("aria-valuetext") == "10"
    assert app.page.get_by_test_id("stNumberInputField").input_value() == "0"


@pytest.mark.long
def test_settings_stay_across_pages(app):
    app.open("/decisions?gamma=2.5&orientation=links+in&seed=7").drawn(3)
    numbers = app.page.locator(METRIC).all_inner_texts()
    app.go("Data").go("Home").go("Decisions").drawn(3)
    assert app.slider("γ regularisation").get_attribute("aria-valuetext") == "2.5"
    assert app.page.locator(METRIC).all_inner_texts() == numbers
    assert "gamma=2.5" in app.page.url
    assert "orientation=links+in" in app.page.url


@pytest.mark.long
def test_another_data_set_takes_its_preset(app):
    app.open("/decisions?gamma=2.5&orientation=links+in").drawn(3)
    app.choose("Data set", "Two moons")
    app.sees("300 rows · 2 features", within="[data-testid=stSidebar]").drawn(3)
    assert app.slider("γ regularisation").get_attribute("aria-valuetext") == "3.2"
    assert app.slider("σ bandwidth, times its usual value").get_attribute("aria-valuetext") == "0.35"
    app.choose("Data set", "Cyclic communities")
    app.sees("5,415 links", within="[data-testid=stSidebar]").drawn(3)
    assert app.slider("γ regularisation").get_attribute("aria-valuetext") == "10"
    assert app.page.get_by_role("radio", name="links out").is_checked()


@pytest.mark.long
def test_reset_is_as_on_the_first_visit(app):
    app.open("/decisions?data=Iris&gamma=2.5&seed=7").drawn(3)
    upload = {
        "name": "pets.csv",
        "mimeType": "text/csv",
        "buffer": b"a,b,class\n1,2,x\n3,4,y\n1,1,x\n4,4,y\n",
    }
    app.upload(upload).sees("4 rows", within="[data-testid=stSidebar]")
    app.page.get_by_role("button", name="Reset everything").click()
    app.sees("300 nodes · 5,415 links", within="[data-testid=stSidebar]").drawn(3)
    assert app.slider("γ regularisation").get_attribute("aria-valuetext") == "10"
    assert app.page.get_by_test_id("stNumberInputField").input_value() == "0"
    assert app.page.get_by_test_id("stSidebar").get_by_text("pets.csv").count() == 0
    assert "?" not in app.page.url


@pytest.mark.long
def test_the_package_s_name_of_a_sample_works_in_an_address(app):
    app.open("/decisions?data=two_moons&gamma=100").sees(
        "300 rows · 2 features", within="[data-testid=stSidebar]"
    )
    assert "data=Two+moons" in app.page.url
    assert "gamma=100" in app.page.url


@pytest.mark.long
def test_back_to_a_page_finds_its_settings_again(app):
    app.open("/spectra").drawn(3)
    app.page.get_by_role("radio", name="Rows × columns").click()
    app.page.wait_for_url(re.compile("matrix="))
    app.settle().go("Kernel matrix").drawn(2)
    app.page.go_back()
    app.title("Spectra").drawn(3)
    app.page.wait_for_url(re.compile("matrix="))
    assert app.page.get_by_role("radio", name="Rows × columns").is_checked()
    app.page.go_back()  # each change is a step, and so is each page
    app.page.wait_for_url(re.compile("spectra$"))
    app.settle().drawn(3)
    app.page.get_by_role("radio", name="Nodes", checked=True).wait_for()
    app.page.go_back()  # and none is a trap
    app.page.wait_for_url("about:blank")


@pytest.mark.long
def test_back_after_a_reset_finds_the_settings_of_one_data_set(app):
    """The address loses all settings in one step: none of the places that "back" leads to mixes two data sets."""
    app.open("/decisions?data=Iris&gamma=2.5&seed=7").drawn(3)
    app.page.get_by_role("button", name="Reset everything").click()
    app.sees("300 nodes · 5,415 links", within="[data-testid=stSidebar]").drawn(3)
    app.page.go_back()
    app.sees("150 rows · 4 features", within="[data-testid=stSidebar]")
    assert app.page.url.endswith("/decisions?data=Iris&gamma=2.5&seed=7")
    assert app.slider("γ regularisation").get_attribute("aria-valuetext") == "2.5"
    assert app.page.get_by_test_id("stNumberInputField").input_value() == "7"


@pytest.mark.long
def test_back_after_another_data_set_takes_its_own_settings(app):
    """The browser names the next data set beside the settings of the one before, before anything has run: no place
    that "back" or "forward" leads to keeps that."""
    app.open("/decisions?data=Two+moons&gamma=0.01").drawn(3)
    app.choose("Data set", "Iris")
    app.page.wait_for_url(re.compile(r"data=Iris$"))
    app.settle().page.go_back()
    app.page.wait_for_url(re.compile(r"data=Two\+moons&gamma=0.01$"))
    app.sees("300 rows", within="[data-testid=stSidebar]")
    assert app.settle().slider("γ regularisation").get_attribute("aria-valuetext") == "0.01"
    app.page.go_forward()
    app.page.wait_for_url(re.compile(r"data=Iris$"))
    app.sees("150 rows", within="[data-testid=stSidebar]")
    assert app.settle().slider("γ regularisation").get_attribute("aria-valuetext") == "10"
