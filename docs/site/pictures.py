"""The pictures of README and docs/dashboard.md, light and dark, as the dashboard shows them now.

python -m docs.site.pictures          writes docs/NAME.png and docs/NAME_dark.png; needs what the browser tests need
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.driver import ARGUMENTS, Driver, installed_browser
from tests.browser.server import running_app

DOCS = Path(__file__).parents[1]
CHART = "[data-testid=stPlotlyChart]"
TOY = "[data-testid=stMain] svg:has(text)"
# A name, an address, what is shown of it, and which one of these.
PICTURES = (
    ("toy", "/", TOY, 0),
    ("decisions", "/decisions?data=cyclic_communities", CHART, 0),
    ("matrix", "/matrix?data=cyclic_communities", CHART, 1),
    ("spectra", "/spectra?data=cyclic_communities", CHART, 1),
    ("nystroem", "/nystroem?data=swiss_roll", CHART, 0),
)
TOP_OF_SHARE = {"x": 340, "y": 0, "width": 880, "height": 600}


def main() -> None:
    """Take each picture in both themes, of a server that is started for it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_app(Path(folder)) as address,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=installed_browser(), args=ARGUMENTS)
        for theme, ending in (("light", ""), ("dark", "_dark")):
            size = {"width": 1280, "height": 1200}
            page = browser.new_page(viewport=size, color_scheme=theme, device_scale_factor=2)
            page.set_default_timeout(60_000)
            driver = Driver(page, address)
            for name, path, shown, which in PICTURES:
                driver.open(path)
                part = page.locator(shown).nth(which)
                part.wait_for()
                _save(_still(driver, page).screenshot(clip=part.bounding_box()), name + ending)
            driver.open("/decisions?data=cyclic_communities").go("Spectra").go("Share")
            _save(_still(driver, page).screenshot(clip=TOP_OF_SHARE), "share" + ending)


def _still(driver: Driver, page: Page) -> Page:
    """The page once nothing on it moves; the pointer is on no figure."""
    page.mouse.move(5, 5)
    page.wait_for_timeout(2_500)
    driver.settle()
    return page


def _save(screenshot: bytes, name: str) -> None:
    """In 128 colours, a fifth of the size."""
    Image.open(io.BytesIO(screenshot)).convert("RGB").quantize(128).save(DOCS / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
