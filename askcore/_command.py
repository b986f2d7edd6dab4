"""Commands: how one is refused, what all of them say to a mistake, and the exit codes.

Exit codes: 0, all is there; 1, something could not be run, and it was
said what; 2, the command cannot be followed; 130, stopped by Ctrl-C.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import os
import shutil
import sys
import time
from collections.abc import Callable, Container, Iterable
from pathlib import Path
from typing import Any, NoReturn

from askcore._format import capitalised, duration

COMMANDS = {
    "compare": "does direction pay on a file? Prints the verdict and the scores; writes a report on request",
    "papers": "runs tables of the papers",
    "cluster": "a Dask cluster on this machine, for work that is too large for one process",
    "info": "versions, memory, cores and linear algebra, for a question or a bug report",
}

_SELDOM = 15.0  # seconds at least between two lines of progress
_NARROW = 80  # columns; numbers do not fit into less
_WIDE = 220  # columns of a file


class Refused(Exception):
    """The command cannot be followed; one or two sentences say why, and what to do."""


class Parser(argparse.ArgumentParser):
    """The standard library's, where a mistake is one sentence in place of the whole usage."""

    def error(self, message: str) -> NoReturn:
        """Refuse what is not understood."""
        raise Refused(f"{capitalised(message)}. {self.prog} --help lists the options.")


def check_readable(path: Path) -> None:
    """Refuse what is no file that can be read."""
    if not path.exists():
        raise Refused(f"There is no file {path}. Check its name, or run the command in its folder.")
    if path.is_dir():
        raise Refused(f"{path} is a folder. Name a file in it.")
    if not os.access(path, os.R_OK):
        raise Refused(f"{path} cannot be read: permission denied. Change its permissions, or copy it.")


def check_output(path: Path, option: str = "--output") -> None:
    """Refuse what cannot be written: before hours of computing, not after."""
    if path.is_dir():
        raise Refused(f"{path} is a folder; {option} names a file.")
    if not path.absolute().parent.is_dir():
        raise Refused(f"The folder of {path} does not exist.")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise Refused(f"{path} cannot be written to.")


def check_installed(package: str, what: str, *, extra: str) -> None:
    """Refuse what needs a package that is not installed, without importing it."""
    if importlib.util.find_spec(package) is None:
        from askcore._validation import missing  # numpy comes with it: too slow for what is installed

        raise Refused(str(missing(package, what, extra=extra)))


def say(text: str) -> None:
    """A line on standard error."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def watched(run: Any, label: str) -> Any:
    """The result of a run; says now and then how much is done and how long the rest will take."""
    last = time.monotonic()

    def tell(progress: Any) -> None:
        nonlocal last
        if progress < 1.0 and time.monotonic() - last >= _SELDOM:
            last = time.monotonic()
            left = "" if progress.remaining is None else f"about {duration(progress.remaining)} left, "
            say(f"{label}: {progress:.0%}, {left}{progress.label}")

    return run.run(tell)


def columns() -> int:
    """COLUMNS if it is set, else the width of the terminal; wide without a terminal."""
    return shutil.get_terminal_size((_WIDE, 0)).columns


def grid(
    heads: Iterable[str], rows: Iterable[Iterable[object]], numbers: Container[str], title: str = ""
) -> str:
    """A table as text, as wide as ``columns`` says: numbers are kept whole, names go on in the next line."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table, page = Table(title=Text(title) if title else None, title_justify="left"), io.StringIO()
    for head in heads:
        number = head in numbers
        table.add_column(head, justify="right" if number else "left", no_wrap=number, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    Console(file=page, width=max(_NARROW, columns())).print(table)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines()) + "\n"


def ended(command: Callable[[], int]) -> int:
    """Follow a command to its exit code: a mistake of the person who gave it is a sentence, no traceback."""
    try:
        return command()
    except BrokenPipeError:  # who read the output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Refused as error:
        say(str(error))
        return 2
    except ValueError as error:
        from askcore._validation import DataError  # numpy comes with it: too slow for what does not compute

        if not isinstance(error, DataError):
            raise
        say(str(error))
        return 2
    except OSError as error:
        say(f"{error.filename or 'The output'} cannot be used: {error.strerror or error}.")
        return 2
    except KeyboardInterrupt:
        say("Stopped.")
        return 130
