"""Where the host asks for it, nobody gets in without signing in with the provider that the host has named."""

from __future__ import annotations

import os

import pytest

from tests.browser.driver import Driver
from tests.browser.provider import CLIENT, running_provider
from tests.browser.server import free_port, running_server

pytestmark = pytest.mark.browser


def test_a_visitor_signs_in_and_out(browser, tmp_path):
    port, context, secrets = free_port(), browser.new_context(), tmp_path / "secrets.toml"
    context.set_default_timeout(60_000)
    with running_provider() as provider:
        secrets.write_text(
            f"""
            [auth]
            redirect_uri = "http://127.0.0.1:{port}/oauth2callback"
            cookie_secret = "of this test"
            client_id = "{CLIENT}"
            client_secret = "of this test, too"
            server_metadata_url = "{provider}/.well-known/openid-configuration"
            """,
            encoding="utf-8",
        )
        environment = {**os.environ, "STREAMLIT_SECRETS_FILES": str(secrets)}
        with running_server(tmp_path, port=port, environment=environment) as (address, _):
            app = Driver(context.new_page(), address)
            app.page.goto(f"{address}/decisions?data=Two+moons")
            button = app.page.get_by_role("button", name="Sign in")
            button.wait_for()
            assert "AsK-LS" not in app.page.inner_text("body")
            button.click()
            app.sees("What is C?")
            app.page.get_by_role("button", name="Sign out").click()
            button.wait_for()
    context.close()
