"""The page "Indefinite kernels" as a newcomer uses it: what breaks, what clipping costs, the spheres, does it pay."""

from __future__ import annotations

import json
import re

import pytest

pytestmark = pytest.mark.browser


def tab(app, name: str):
    app.page.get_by_role("tab", name=name).click()
    return app


@pytest.mark.long
def test_a_newcomer_meets_an_indefinite_kernel(app):
    app.open("/indefinite?data=Iris").drawn(2)
    before = app.verdict()
    assert "is a Mercer kernel" in before
    app.page.get_by_role("button", name="Try the tanh kernel").click()
    app.changed(before).drawn(4)
    assert "is not a Mercer kernel: 75 of 150 eigenvalues are negative" in app.verdict()
    assert app.metric("Signature") == "74 · 75 · 1"
    app.sees("Clipping sets the negative eigenvalues to 0").sees("are at squared distance")
    tab(app, "Two samples").sees("Each bar is one coordinate")
    assert app.metric("Squared distance") == "−0.05"
    tab(app, "Clip, flip, square, shift").sees("Without correction")
    assert app.slider("γ regularisation").count() == 1
    tab(app, "Indefinite or asymmetric?").sees("is about order")
    app.page.get_by_text("Take it with you").click()
    with app.page.expect_download() as info:
        app.page.get_by_role("button", name="Figures and eigenvalues (JSON)").click()
    content = json.loads(info.value.path().read_text(encoding="utf-8"))
    assert content["signature"] == [74, 75, 1]
    assert len(content["eigenvalues"]) == 150


@pytest.mark.long
def test_the_spheres_open_and_close_with_rho(app):
    app.open("/indefinite?data=Cyclic+communities").drawn(2)
    tab(app, "Two spheres").sees("Which kernel puts one class on each side").drawn(5)
    first = app.page.get_by_text("A straight line classifies").first
    assert "100%" in first.inner_text()
    app.slider("Reach, as a share").press("End")
    app.sees(re.compile(r"A straight line classifies .* does not separate them"))
    app.page.wait_for_function(
        "() => [...document.querySelectorAll('[data-testid=stMarkdown]')]"
        ".find(e => e.innerText.startsWith('A straight line')).innerText.includes('does not separate')"
    )


@pytest.mark.long
def test_three_kinds_run_in_front_of_you(app):
    app.open("/indefinite?data=Teaching+graph").drawn(2)
    tab(app, "Does it pay?").sees("Does an indefinite kernel pay on these data")
    app.page.get_by_role("button", name="Compare the three").click()
    app.page.get_by_role("heading", name="Differences on the same splits").wait_for()
    app.settle().sees("The indefinite kernel")
    with app.page.expect_download() as info:
        app.page.get_by_role("button", name="Every split (CSV)").click()
    rows = info.value.path().read_text(encoding="utf-8").splitlines()
    assert len(rows) == 13  # three kinds on four splits
