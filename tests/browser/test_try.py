"""The folder of ``make try`` under the versions that stlite carries: every page, without threads and processes.

Needs the Python of an environment with those versions (``make test-try``) in ASKCORE_TRY_PYTHON.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from askcore.ui.contents import PAGES
from tests.browser.conftest import watched
from tests.browser.server import ROOT, running_server

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.skipif(
        "ASKCORE_TRY_PYTHON" not in os.environ, reason="ASKCORE_TRY_PYTHON is not set: run make test-try"
    ),
]


@pytest.fixture(scope="module")
def tried(tmp_path_factory) -> Iterator[str]:
    """Address of the packed dashboard on the older versions."""
    spec = importlib.util.spec_from_file_location("build_try", ROOT / "docs" / "try" / "build.py")
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    folder = tmp_path_factory.mktemp("try")
    build.pack(folder / "askcore.zip")
    with zipfile.ZipFile(folder / "askcore.zip") as archive:
        archive.extractall(folder)
    script = shutil.copy(Path(__file__).with_name("without_threads.py"), folder)
    python = os.environ["ASKCORE_TRY_PYTHON"]
    with running_server(folder, script=Path(script).name, root=folder, python=python) as (address, _):
        yield address


@pytest.mark.parametrize("page", [page.file for page in PAGES])
def test_every_page_is_drawn(context, tried, page):
    with watched(context, tried) as app:
        app.open("/" if page == "home" else f"/{page}").settle()
        assert app.page.get_by_test_id("stException").count() == 0
        assert not app.page.get_by_text("has encountered an error").count()
        assert app.page.get_by_role("heading", level=1).first.inner_text()


def test_an_own_file_is_read_and_a_comparison_runs_to_its_end(context, tried):
    rows = "\n".join(f"{i},{(i + 1) % 60}\n{i},{(i + 2) % 60}" for i in range(60))
    labels = "\n".join(f"{i},{'ab'[i // 30]}" for i in range(60))
    with watched(context, tried) as app:
        app.open("/decisions")
        app.upload({"name": "edges.csv", "mimeType": "text/csv", "buffer": f"source,target\n{rows}".encode()})
        app.sees("60 nodes")
        app.upload(
            {"name": "nodes.csv", "mimeType": "text/csv", "buffer": f"node,label\n{labels}".encode()}, nth=1
        )
        app.sees("2 classes", within="[data-testid=stSidebar]")
        app.go("Does direction pay?")
        app.page.get_by_test_id("stBaseButton-primary").first.click()
        app.page.get_by_text("Take it with you").wait_for(timeout=120_000)
