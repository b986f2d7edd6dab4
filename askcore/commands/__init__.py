"""The command ``askcore``: opens the dashboard, compares a file, runs the papers' tables, tells what is installed.

Without streamlit but in `serve`, which runs its server. Each command is a file, imported when it is asked
for, so that none waits for what it does not need.
"""

from __future__ import annotations

import difflib
import sys
from importlib import import_module

from askcore._command import COMMANDS, Refused, ended

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Do what the arguments say.

    Parameters
    ----------
    arguments : as on the command line, by default those of this process.

    Returns
    -------
    The exit code: 0, all is there; 1, something could not be run; 2, the command cannot be followed; 130, stopped.
    """
    given = sys.argv[1:] if arguments is None else arguments
    return ended(lambda: _run(given))


def _run(given: list[str]) -> int:
    name = given[0] if given and not given[0].startswith("-") else ""
    if name and name not in COMMANDS:
        raise Refused(_unknown(name))
    module = "askcore.papers.command" if name == "papers" else f"askcore.commands.{name or 'dashboard'}"
    return int(import_module(module).run(given[1:] if name else given))


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name, COMMANDS, n=1)
    said = f"There is no command {name!r}."
    if near:
        return f"{said} Did you mean: askcore {near[0]}"
    return (
        f"{said} Choose one of {', '.join(COMMANDS)}, or give no command to open the dashboard. See askcore "
        f"--help."
    )
