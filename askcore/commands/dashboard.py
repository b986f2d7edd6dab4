"""``askcore``: opens the dashboard, which runs as a server of streamlit in place of this process.

What cannot work is refused before the server starts: a port that is in use, a file that is not there,
streamlit that is not installed.
"""

from __future__ import annotations

import argparse
import errno
import ipaddress
import os
import socket
import subprocess
import sys
from pathlib import Path

import askcore
from askcore._command import COMMANDS, Parser, Refused, check_installed, check_readable

_EXAMPLES = """examples:
  askcore
  askcore --data edges.csv --labels nodes.csv
  askcore --port 8600 --no-browser
"""


def run(given: list[str]) -> int:
    """Start the server; ``given`` are the arguments. On most systems this process becomes the server."""
    chosen = _parser().parse_args(given)
    command, variables = call(chosen)
    if _is_open(chosen.host):
        sys.stderr.write(f"{_warning(chosen)}\n")
    sys.stderr.flush()
    return _become(command, {**os.environ, **variables})


def _become(command: list[str], environment: dict[str, str]) -> int:
    """Run it in place of this process; where the system has no such thing, beside it, to its exit code."""
    if hasattr(os, "fork"):
        os.execve(sys.executable, command, environment)
    return subprocess.call(command, env=environment)


def _parser() -> Parser:
    commands = "".join(f"\n  askcore {name:<8} {about}" for name, about in COMMANDS.items())
    parser = Parser(
        prog="askcore",
        usage="askcore [options] | compare FILE [options] | papers [options] | cluster | info",
        description="Opens the dashboard in the browser. Ctrl-C ends it.",
        epilog=f"commands:{commands}\n\n{_EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"askcore {askcore.__version__}")
    parser.add_argument("--data", type=Path, metavar="FILE", help="open on this file; every visitor sees it")
    parser.add_argument("--labels", type=Path, metavar="FILE", help="labels of its samples; needs --data")
    parser.add_argument("--port", type=int, metavar="N", help="default: 8501, or the next free port")
    where = (
        "also listen on this address: anyone who can reach it can use the dashboard; default: only this "
        "machine"
    )
    parser.add_argument("--host", default="localhost", metavar="ADDRESS", help=where)
    parser.add_argument("--no-browser", action="store_true", help="only print its address")
    return parser


def call(chosen: argparse.Namespace) -> tuple[list[str], dict[str, str]]:
    """The command line to run, and its environment variables; raises Refused if it cannot work."""
    check_installed("streamlit", "The dashboard", extra="app")
    entry = app()
    variables = _files(chosen)
    beside = Path(askcore.__file__).parents[1]
    if entry.parent == beside:  # a checkout, of which the new process would know nothing
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, (str(beside), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-P", "-m", "askcore.commands.serve", "run", str(entry)]
    command += [f"--server.address={chosen.host}", "--server.fileWatcherType=none"]
    if chosen.port is not None:
        _check_port(chosen.host, chosen.port)
        command.append(f"--server.port={chosen.port}")
    if chosen.no_browser:
        command.append("--server.headless=true")
    if _is_open(chosen.host) and "STREAMLIT_SERVER_ALLOWED_HOSTS" not in os.environ:
        command += [f"--server.allowedHosts={name}" for name in _names(chosen.host)]
    return command, variables


def app(package: Path = Path(askcore.__file__).parent) -> Path:
    """The dashboard's entry: inside the package once it is installed, beside it in a checkout."""
    for folder in (package / "dashboard", package.parent):
        if (folder / "app.py").is_file() and (folder / "pages").is_dir():
            return folder / "app.py"
    raise Refused(
        "The pages of the dashboard are missing from this installation. In the folder of askcore call: "
        'python -m pip install --force-reinstall ".[app]"'
    )


def _files(chosen: argparse.Namespace) -> dict[str, str]:
    """The file to open on, and that of labels, as the server is told of them."""
    if chosen.labels is not None and chosen.data is None:
        raise Refused(f"{chosen.labels} needs a data set. Run: askcore --data FILE --labels {chosen.labels}")
    named = {"ASKCORE_OPEN": chosen.data, "ASKCORE_OPEN_LABELS": chosen.labels}
    for path in filter(None, named.values()):
        check_readable(path)
    return {variable: str(path.absolute()) for variable, path in named.items() if path is not None}


def _check_port(host: str, port: int) -> None:
    """Refuse what no server could listen on."""
    if not 0 < port < 65536:
        raise Refused(f"--port must be from 1 to 65535, got {port}.")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        nowhere = (
            f"{host} is not an address of this machine. Give one of its addresses, or 0.0.0.0 for all "
            "of them."
        )
        said = {
            errno.EADDRINUSE: f"Port {port} is in use, perhaps by another dashboard. Without --port, askcore finds a "
            "free one.",
            errno.EACCES: f"You do not have permission to use port {port}. Run: askcore --port 8501",
            errno.EADDRNOTAVAIL: nowhere,
            socket.EAI_NONAME: nowhere,
        }
        raise Refused(said.get(error.errno or 0, f"The server cannot start: {error.strerror}.")) from None


def _is_open(host: str) -> bool:
    """Whether others may reach it."""
    if host == "localhost":
        return False
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def _names(host: str) -> list[str]:
    """Host names that the dashboard answers to; a page elsewhere whose name leads here gets no answer."""
    found = ["localhost", "127.0.0.1", "::1"]
    if host not in ("0.0.0.0", "::"):
        return [*found, host]
    found.append(socket.gethostname())
    found += [str(place[4][0]) for place in socket.getaddrinfo(socket.gethostname(), None)]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; tells by which address others see this machine
            found.append(str(probe.getsockname()[0]))
        except OSError:  # no network
            return list(dict.fromkeys(found))
    return list(dict.fromkeys(found))


def _warning(chosen: argparse.Namespace) -> str:
    seen = "" if chosen.data is None else f"They see {chosen.data.name}. "
    return (
        f"Warning: anyone who can reach {chosen.host} can use this dashboard and the processor of this "
        f"machine. {seen}"
        "There is no password. The dashboard answers to the names of this machine; set "
        "STREAMLIT_SERVER_ALLOWED_HOSTS to allow other names."
    )
