"""The notebooks of the worked examples run offline from their own folder, and are stored without outputs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "examples"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_is_stored_without_outputs(path, monkeypatch):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    monkeypatch.chdir(FOLDER)
    names: dict[str, object] = {}
    for cell in code:
        exec(compile("".join(cell["source"]), path.name, "exec"), names)
