"""The entry of the dashboard in a visitor's browser: the app, on the streamlit that is there."""

import runpy
from pathlib import Path

import older  # noqa: F401 - once: it stays for all runs

runpy.run_path(str(Path(__file__).with_name("app.py")), run_name="__main__")
