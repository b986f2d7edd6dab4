"""The command ``askcore``: opens the dashboard, compares a file, runs the papers' tables, tells what is installed.

Without streamlit but in `serve`, which runs its server. Each command is a file, imported when it is asked
for, so that none waits for what it does not need.
"""

from askcore.commands.entry import main

__all__ = ["main"]
