"""Steps back and forth restore each state; links without their file, and broken ones."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.browser
FILE = {
    "name": "pets.csv",
    "mimeType": "text/csv",
    "buffer": b"a,b,class\n1,2,x\n3,4,y\n1,1,x\n4,4,y\n2,1,x\n3,3,y\n",
}


def radio(name: str):
    return lambda app: app.page.get_by_test_id("stMain").get_by_role("radio", name=name, exact=True).click()


def tab(name: str):
    return lambda app: app.page.get_by_role("tab", name=name, exact=True).click()


@pytest.mark.long
def test_ten_steps_back_and_forth_restore_each_state(app):
    app.open("/decisions?data=Seven+nodes")
    seen = [(app.page.url, app.said())]

    def step(act, pattern: str) -> None:
        act()
        app.page.wait_for_url(re.compile(pattern))
        app.settle()
        app.page.wait_for_timeout(1_600)  # a slower change is a step of its own
        seen.append((app.page.url, app.settle().said()))

    gamma = app.slider("γ regularisation")
    step(lambda: gamma.press("ArrowRight"), "gamma=")
    step(lambda: app.choose("Kernel", "Katz (walks of every length)"), "kernel=Katz")
    for name, key in (("Ego network", "drawn=Ego"), ("links in", "orientation=")):
        step(app.page.get_by_role("radio", name=name).click, key)
    step(lambda: tab("γ and λ")(app), "details=")
    step(lambda: app.go("Kernel matrix"), "/kernel_matrix")
    step(lambda: tab("Two samples")(app), "matrix_details=")
    step(lambda: app.go("Data"), "/data")
    step(lambda: radio("Matrix by class")(app), "picture=")
    step(lambda: app.go("Decisions"), "/decisions")
    for url, text in reversed(seen[:-1]):
        app.page.get_by_role("button", name="Undo").click()
        app.page.wait_for_url(url)
        app.says(text)
    assert app.page.get_by_role("button", name="Undo").is_disabled()
    for url, text in seen[1:]:
        app.page.go_forward()
        app.page.wait_for_url(url)
        app.says(text)
    assert app.page.get_by_role("button", name="Redo").is_disabled()


@pytest.mark.long
def test_moves_of_one_slider_are_one_step_and_the_keyboard_takes_it_back(app):
    app.open("/decisions?data=Seven+nodes")
    before = app.page.url
    gamma = app.slider("γ regularisation")
    for _ in range(3):
        gamma.press("ArrowRight")
    app.page.wait_for_url(re.compile("gamma="))
    app.settle().page.locator("h1").click()
    app.page.keyboard.press("Control+z")
    app.page.wait_for_url(before)
    app.settle().page.keyboard.press("Control+y")
    app.page.wait_for_url(re.compile("gamma="))


@pytest.mark.long
def test_a_reset_is_undone_with_the_file_that_was_in_use(app):
    app.open("/decisions").upload(FILE).sees("6 rows", within="[data-testid=stSidebar]")
    assert "data=own_file" in app.copied()
    assert "not your file" in app.page.get_by_role("status").inner_text()
    app.page.get_by_role("button", name="Reset everything").click()
    app.sees("300 nodes · 5,415 links", within="[data-testid=stSidebar]")
    app.page.get_by_role("button", name="Undo").click()
    app.sees("6 rows", within="[data-testid=stSidebar]")


@pytest.mark.long
def test_the_settings_of_a_link_without_its_file_hold_once_it_is_given(app):
    app.open("/decisions?data=own_file&gamma=2.5&seed=4").sees("This link was made with a file")
    app.upload(FILE).sees("6 rows", within="[data-testid=stSidebar]")
    app.page.wait_for_url(re.compile("gamma=2.5"))
    assert app.settle().slider("γ regularisation").get_attribute("aria-valuetext") == "2.5"


@pytest.mark.long
def test_a_broken_link_is_read_as_far_as_it_goes(app):
    app.open("/decisions?data=Seven+nodes&gamma=much&colour=red&seed=3").sees("does not know “colour”")
    assert "gamma=much" in app.page.get_by_test_id("stMain").inner_text()
    assert app.page.get_by_test_id("stNumberInputField").input_value() == "3"
