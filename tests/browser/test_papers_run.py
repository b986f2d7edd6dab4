"""A table runs on its page in a real browser: its cells fill in, another visitor is served, Cancel ends it.

Table I runs on the textures that ship with the package, so that nothing is downloaded.
"""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError

from tests.browser.conftest import watched
from tests.browser.server import running_app

pytestmark = pytest.mark.browser

_TABLE = (
    "/papers?table=askls-I&sets_askls-I=textures&paper_effort=Full&seed=7"  # a seed that nobody ran before
)
_PATIENCE = 120_000  # ms, on a machine that does much else


@pytest.fixture
def alone(tmp_path_factory):
    """A server whose results go to a file of its own: a second try begins without them, too."""
    folder = tmp_path_factory.mktemp("papers")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASKCORE_RESULTS", str(folder / "papers.jsonl"))
        with running_app(folder) as address:
            yield address, folder / "papers.jsonl"


@pytest.mark.long
def test_a_run_fills_in_goes_on_after_another_page_and_is_cancelled(context, alone):
    address, results = alone
    with watched(context, address) as app:
        app.page.set_default_timeout(_PATIENCE)
        app.open(_TABLE)
        main = app.page.get_by_test_id("stMain")
        main.get_by_role("button", name=re.compile("^Run it here")).click()
        main.get_by_role("button", name="Cancel").wait_for()
        main.get_by_text(re.compile("left$")).wait_for()  # the bar tells the time that is left
        with watched(context, address) as other:
            other.page.set_default_timeout(_PATIENCE)
            other.open("/papers?table=ksvd-3")  # a visitor meanwhile
            assert "printed numbers" in other.verdict()
        app.page.get_by_test_id("stSidebarNavLink").filter(has_text="Data").first.click()
        app.page.get_by_role("heading", level=1, name="Data", exact=True).wait_for()
        app.page.get_by_test_id("stSidebarNavLink").filter(has_text="Paper tables").click()
        app.page.get_by_role("heading", level=1, name="Paper tables", exact=True).wait_for()
        main.get_by_text("Ours: on this computer").wait_for()  # the first cells came in
        with suppress(TimeoutError):  # where it is done in the meantime, which the sentence below tells
            main.get_by_role("button", name="Cancel").click(timeout=5_000)
        app.sees(re.compile(r"parts are done and kept|All of it was run on this computer"))
        assert main.get_by_role("button", name="Cancel").count() == 0
        assert results.read_text(encoding="utf-8").count("\n") >= 1
        app.open(_TABLE)  # a session of its own finds what is kept
        app.sees(re.compile(r"parts are done and kept|All of it was run on this computer"))
