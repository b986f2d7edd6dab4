"""Dark, narrow, and wide: the look follows the browser."""

from __future__ import annotations

import pytest

from tests.browser.conftest import watched

pytestmark = pytest.mark.browser
# Address and figures of every page, in two lots.
PATHS = [("/", 0), ("/data", 2), ("/decisions", 3)]
MORE = [("/indefinite?data=Two+spheres", 2), ("/kernel_matrix", 2), ("/papers?table=indefinite-1", 1)]
MORE += [("/spectra", 3), ("/nystroem", 2), ("/direction", 0)]


@pytest.mark.long
def test_dark_is_dark(browser, address):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="dark")
    with watched(context, address) as app:
        app.open("/decisions").drawn(3)
        background = "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
        assert app.page.evaluate(background) == "rgb(18, 21, 27)"
        ink = "getComputedStyle(document.querySelector('[data-testid=stPlotlyChart] .xtick text')).fill"
        red = int(app.page.evaluate(ink).split("(")[1].split(",")[0])
        assert red > 128  # the figures follow: light ink
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("paths", [PATHS, MORE], ids=["some", "more"])
def test_nothing_overflows_a_phone(browser, address, paths):
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    with watched(context, address) as app:
        for path, figures in paths:
            app.open(path).drawn(figures)
            for region in ("document.scrollingElement", "document.querySelector('[data-testid=stMain]')"):
                assert app.page.evaluate(f"{region}.scrollWidth - innerWidth") <= 0, path
    context.close()
