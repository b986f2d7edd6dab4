"""A static folder that runs the dashboard in the visitor's browser: ``make try`` writes it to build/try. Experimental.

    python docs/try/build.py                    the browser fetches stlite from jsDelivr
    python docs/try/build.py --stlite FOLDER    from a copy beside the page: FOLDER is build/ of npm's @stlite/browser

stlite (Apache-2.0, since 2022) is streamlit on Pyodide, Python as WebAssembly. docs/try.md says what was tried of this.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HERE, OUT = Path(__file__).parent, ROOT / "build" / "try"
STLITE = "https://cdn.jsdelivr.net/npm/@stlite/browser@1.9.2/build"
BROUGHT = {"streamlit", "pillow", "pyarrow"}  # by stlite, or not needed there
BUILT_IN = ("lzma",)  # of Python, but packages of their own in Pyodide
CARRIED = (
    "app.py",
    "pages/**/*.py",
    "askcore/**/*",
    "sample_data/**/*",
    "docs/icon.png",
    ".streamlit/config.toml",
)


def main() -> None:
    """Write the folder anew and say where it is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--stlite", type=Path, help="a copy of stlite's build, to be served beside the page")
    copy = parser.parse_args().stlite
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    pack(OUT / "askcore.zip")
    if copy is not None:
        shutil.copytree(copy, OUT / "stlite")
    (OUT / "index.html").write_text(page(STLITE if copy is None else "./stlite"), encoding="utf-8")
    print(f"{OUT.relative_to(ROOT)}: serve it, for example by python -m http.server --directory build/try")


def pack(path: Path) -> None:
    """Write the archive that the page unpacks in the browser."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted({*_files(), HERE / "start.py", HERE / "older.py"}):
            archive.write(file, file.name if file.parent == HERE else file.relative_to(ROOT))


def _files() -> Iterator[Path]:
    for pattern in CARRIED:
        yield from (each for each in ROOT.glob(pattern) if each.is_file() and "__pycache__" not in each.parts)


def page(stlite: str) -> str:
    """The page, which takes stlite from there."""
    options = {
        "entrypoint": "start.py",
        "requirements": requirements(),
        "prebuiltPackageNames": BUILT_IN,
        "archives": [{"url": "./askcore.zip", "format": "zip"}],
        "streamlitConfig": settings(),
        "env": {"ASKCORE_JOBS": "1"},
    }
    text = (HERE / "index.html").read_text(encoding="utf-8").replace("STLITE", stlite)
    return text.replace("OPTIONS", json.dumps(options, indent=1))


def requirements() -> list[str]:
    """What the dashboard needs beside stlite: the names alone, since Pyodide has one version of most."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    names = [found[0] for line in lines if (found := re.match(r"[\w.-]+", line))]
    return [name for name in names if name not in BROUGHT]


def settings() -> dict[str, Any]:
    """The dashboard's own settings of streamlit, but for those of its server; stlite takes no lists."""
    found = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    return {key: value for key, value in _flat(found) if not key.startswith("server.")}


def _flat(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        elif not isinstance(value, list):
            yield f"{before}{key}", value


if __name__ == "__main__":
    main()
