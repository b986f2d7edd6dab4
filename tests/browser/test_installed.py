"""Which browser the journeys take."""

from __future__ import annotations

import shutil

import pytest

from tests.browser import driver


@pytest.fixture
def computer(monkeypatch, tmp_path):
    """A computer with certain commands on its path and one file elsewhere."""

    def with_commands(*commands: str) -> str | None:
        monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name in commands else None)
        monkeypatch.setenv("PROGRAMFILES", str(tmp_path))
        monkeypatch.setattr(
            driver, "PLACES", ("/nowhere/chrome", "%NO_SUCH_VARIABLE%/x", "%PROGRAMFILES%/edge")
        )
        return driver.installed_browser()

    return with_commands


def test_chromium_comes_first_and_chrome_and_edge_are_found_too(computer):
    assert computer("msedge", "google-chrome", "chromium") == "/bin/chromium"
    assert computer("msedge", "google-chrome") == "/bin/google-chrome"
    assert computer("google-chrome-stable") == "/bin/google-chrome-stable"
    assert computer("microsoft-edge") == "/bin/microsoft-edge"


def test_one_that_is_on_no_path_is_found_where_its_installer_puts_it(computer, tmp_path):
    assert computer() is None
    (tmp_path / "edge").touch()
    assert computer() == str(tmp_path / "edge")
