"""The command line over the papers' tables; computes nothing itself.

Results go to standard output or a file, everything else to standard error. Exit codes: 0, all is
there; 1, something could not be run, and it was said what; 2, the command cannot be followed; 130, stopped.
"""

from askcore.papers.command.entry import main

__all__ = ["main"]
