"""What an open page says when its server was started again."""

from __future__ import annotations

import pytest

from tests.browser import files
from tests.browser.driver import SIDEBAR, Driver
from tests.browser.server import free_port, running_server

pytestmark = pytest.mark.browser


def test_an_open_page_says_before_a_click_that_its_file_is_gone(browser, tmp_path):
    port, context = free_port(), browser.new_context()
    context.set_default_timeout(60_000)
    with running_server(tmp_path, port=port) as (address, _):
        app = Driver(context.new_page(), address)
        app.open("/data").upload(files.given("ring_edges.csv", files.edges_csv(files.ring())))
        app.sees("18 nodes · 108 links · no labels", within=SIDEBAR)
    with running_server(tmp_path, port=port):
        app.sees("There is no data set called “ring_edges.csv”").sees("upload it under “or your own file”")
    context.close()
